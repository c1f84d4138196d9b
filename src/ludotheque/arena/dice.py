"""The dice of a deal: the n-th draw of each kind is the same number whoever sits where.

A *kind* is what is drawn and for whom: the phase, and the seat that alone sees it, else the
seat whose turn it is, where the state says so.  Each kind has a stream of its own, so that a
bot that takes one more card leaves the dice and the other seats' cards as they were.

In the literature: common random numbers with synchronised streams, a variance reduction (Law,
Simulation Modeling and Analysis); duplicate play, as bridge has it.
"""

from __future__ import annotations

from collections import Counter

from ludotheque.game import Game
from ludotheque.luck import pick_by_odds, seed_of
from ludotheque.state import Action, Base

Kind = tuple[int, int]

FOR_NOBODY = -1
STRIDE = 16  # more than there are seats


def kind_of(game: Game, s: Base) -> Kind:
    """What is drawn next, and for whom."""
    seat = game.witness(s)
    if seat is None:
        seat = getattr(s, "seat", FOR_NOBODY)
    return getattr(s, "phase", 0), seat


def number_of(deal: int, kind: Kind, n: int) -> int:
    """The n-th number of a kind, from 0 to 2**32 - 1; `deal` is the seed of the deal."""
    phase, seat = kind
    return seed_of(seed_of(deal, phase * STRIDE + seat + 1), n) >> 30


class Dice:
    """The draws of one game; every game of a deal has the same streams."""

    def __init__(self, game: Game, deal: int) -> None:
        self.game = game
        self.deal = deal
        self.drawn: Counter[Kind] = Counter()

    def draw(self, s: Base) -> Action:
        """An action of chance: the next number of its kind, laid onto the odds of the moment."""
        kind = kind_of(self.game, s)
        number = number_of(self.deal, kind, self.drawn[kind])
        self.drawn[kind] += 1
        ways = self.game.odds(s)
        return pick_by_odds(ways, number * sum(ways.values()) >> 32)
