"""What a seat cannot see at Raise, dealt again by the odds.

A hidden hand is a uniform draw from the cards of its deck that have not been played; so is
the card that lies face down before it.
"""

from __future__ import annotations

from collections.abc import MutableSequence

from ludotheque.games.raise_ import rules
from ludotheque.luck import below
from ludotheque.parts import UNKNOWN, has


def guess(s: rules.State, seat: int, rng: MutableSequence[int]) -> None:
    """Fill a view of the seat (or a spectator) with what may lie behind it."""
    for other in range(s.players):
        if other != seat:
            deal_unseen(s, other, rng)


def deal_unseen(s: rules.State, other: int, rng: MutableSequence[int]) -> None:
    """A hand, and a card face down, from what the deck still holds."""
    s.laid[other] = UNKNOWN
    for card in range(len(s.hand[other])):
        s.hand[other][card] = 0
    for _ in range(s.cards[other]):
        s.hand[other][draw_unseen(s, other, rng)] += 1
    if has(s.has_laid, other):
        s.laid[other] = draw_unseen(s, other, rng)


def draw_unseen(s: rules.State, other: int, rng: MutableSequence[int]) -> int:
    """A card that is neither played nor in the hand dealt so far."""
    total = 0
    for card in range(rules.CARDS):
        total += left(s, other, card)
    ticket = below(rng, total)
    for card in range(rules.CARDS):
        ticket -= left(s, other, card)
        if ticket < 0:
            return card
    return UNKNOWN


def left(s: rules.State, other: int, card: int) -> int:
    """Copies of a card in the deck."""
    return rules.COPIES[card] - s.played[other][card] - s.hand[other][card]
