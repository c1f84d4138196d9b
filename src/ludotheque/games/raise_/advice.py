"""Raise for the search: a round at a time.

A playout stops when a round is over and is judged by the points won, what the hand is worth
at the end, and what it may still win; the more rounds are to come, the less a lead means.
A card still to be played is worth several points while there are rounds to play it in.  The
numbers were fitted to games between bots that used them.
"""

from __future__ import annotations

from ludotheque.games.raise_ import rules
from ludotheque.reals import exponential


def settled(s: rules.State) -> bool:
    """Whether a round is over and the next has not begun."""
    return s.phase == rules.TURNING


def estimate(s: rules.State, seat: int) -> float:
    """A share of the win that grows with the lead."""
    heat = 3.5 * s.rounds + 5.0
    mine = strength(s, seat)
    total = 0.0
    for other in range(s.players):
        total += exponential((strength(s, other) - mine) / heat)
    return 1.0 / total


def strength(s: rules.State, seat: int) -> float:
    """Points won, and what the cards in hand and pile promise."""
    points = s.won[seat] + min(6.0, 1.0 + s.rounds) * (s.cards[seat] + s.pile[seat])
    for card in range(rules.CARDS):
        points += s.hand[seat][card] * (0.5 * rules.WORTH[card] + 1.4 * rules.NUMBER[card])
    return points
