"""Raise for the search: a round at a time.

A playout stops when a round is over and is judged by the points won, what the hand is worth
at the end, and what it may still win; the more rounds are to come, the less a lead means.
A card still to be played is worth several points while there are rounds to play it in.  The
numbers were fitted to games between bots that used them.
"""

from __future__ import annotations

from collections.abc import MutableSequence

from ludotheque.games.raise_ import rules
from ludotheque.reals import exponential


def settled(s: rules.State) -> bool:
    """Whether a round is over and the next has not begun."""
    return s.phase == rules.TURNING


def estimate(s: rules.State, values: MutableSequence[float]) -> None:
    """Shares of the win that grow with the lead."""
    heat = 3.5 * s.rounds + 5.0
    total = 0.0
    for seat in range(s.players):
        values[seat] = exponential((strength(s, seat) - strength(s, 0)) / heat)
        total += values[seat]
    for seat in range(s.players):
        values[seat] /= total


def strength(s: rules.State, seat: int) -> float:
    """Points won, and what the cards in hand and pile promise."""
    points = s.won[seat] + min(6.0, 1.0 + s.rounds) * (s.cards[seat] + s.pile[seat])
    for card in range(rules.CARDS):
        points += s.hand[seat][card] * (0.5 * rules.WORTH[card] + 1.4 * rules.NUMBER[card])
    return points
