"""Rolit for the search: between two, take a corner and do not offer one."""

from __future__ import annotations

from collections.abc import MutableSequence

from ludotheque.games.rolit import rules
from ludotheque.luck import below
from ludotheque.parts import lowest, size

CORNERS = 1 | 1 << 5 | 1 << 35 | 1 << 40  # nobody turns a ball in a corner


def advise(s: rules.State, rng: MutableSequence[int]) -> int:
    """A corner if there is one; else, if possible, a cell that is not beside a free corner.

    Among three or four any cell: there a corner offered is seldom taken by the same side.
    """
    if s.moves == 0:
        return rules.PASS
    moves = s.moves & CORNERS
    if moves == 0:
        moves = s.moves & ~rules.around(CORNERS & ~rules.filled(s))
    if moves == 0 or s.players > 2:
        moves = s.moves
    for _ in range(below(rng, size(moves))):
        moves &= moves - 1
    cell = lowest(moves)
    return cell - cell // 7


def estimate(s: rules.State, values: MutableSequence[float]) -> None:
    """The shares of the balls, as whoever does not look far sees it; alone, the lead."""
    if s.players == 1:
        values[0] = float(rules.score(s, 0))
        return
    total = 0
    for seat in range(s.players):
        total += rules.score(s, seat)
    for seat in range(s.players):
        values[seat] = rules.score(s, seat) / max(total, 1)
