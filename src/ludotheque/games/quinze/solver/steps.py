"""What a card may do to a turn, asked of the rules: a small graph that serves all points.

A *spot* is what a seat that decides has before it, but for its points: the cards face down,
the protections, the passes.  A card does the same to all points, it adds and it multiplies,
so that two tries of the rules show what follows from any number of them.
"""

from __future__ import annotations

from typing import NamedTuple

from ludotheque.game import Game
from ludotheque.games.quinze.rules import State
from ludotheque.parts import NOBODY
from ludotheque.state import Action, clone

TURN, STOP = 0, 1


class Spot(NamedTuple):
    """Where a seat decides, whatever its points."""

    down: int
    shields: int
    passes: int


class Step(NamedTuple):
    """One card that going on may turn: with `p` points one has `factor * p + gain` after it."""

    ways: int
    to: Spot | None  # None: the turn is over, and that is what is kept
    factor: int
    gain: int


def spot_of(s: State) -> Spot:
    """Where the seat to move decides."""
    return Spot(s.down, s.shields, s.passes)


class Steps:
    """The steps from each spot, found when they are first asked for."""

    def __init__(self, game: Game[State]) -> None:
        self.game = game
        self.begin = game.start(2)
        self.found: dict[Spot, list[Step]] = {}

    def steps(self, spot: Spot) -> list[Step]:
        """What may come of going on."""
        if spot not in self.found:
            none, one = (self._after(self._at(spot, points), TURN) for points in (0, 1))
            ways = self.game.odds(none)
            self.found[spot] = [self._step(none, one, card, n) for card, n in ways.items()]
        return self.found[spot]

    def _step(self, none: State, one: State, card: Action, ways: int) -> Step:
        none, one = self._after(none, card), self._after(one, card)
        if none.seat != self.begin.seat or none.player == NOBODY:
            gain, more = none.kept[self.begin.seat], one.kept[self.begin.seat]
            return Step(ways, None, more - gain, gain)
        return Step(ways, spot_of(none), one.points - none.points, none.points)

    def _at(self, spot: Spot, points: int) -> State:
        """The seat that begins, in the middle of its turn."""
        s = clone(self.begin)
        s.player, s.points = s.seat, points
        s.down, s.shields, s.passes = spot
        return s

    def _after(self, s: State, action: Action) -> State:
        after = clone(s)
        self.game.rules.apply(after, action)
        return after

    def completed(self, spot: Spot, points: int) -> set[int]:
        """The points with which the pass may be complete, as long as another may follow."""
        found: set[int] = set()
        for _, to, factor, gain in self.steps(spot):
            after = factor * points + gain
            if to is not None:
                found |= self.completed(to, after) if to.down else {after}
        return found
