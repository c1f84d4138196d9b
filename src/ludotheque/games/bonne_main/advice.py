"""La Bonne Main for the search: go where there is something to take."""

from __future__ import annotations

from collections.abc import MutableSequence

from ludotheque.games.bonne_main import rules
from ludotheque.games.bonne_main.equipment import BREADTH, WIDEST
from ludotheque.kernels.playout import pick
from ludotheque.parts import UNKNOWN

ENDS_THERE = False  # the tree goes on from turn to turn
LOOKS = 3  # moves looked at before one is chosen


def advise(s: rules.State, rng: MutableSequence[int]) -> int:
    """Of a few moves, the one beside most rivals; lose a coin where there are most."""
    if s.phase == rules.DROPPING:
        return richest(s)
    if s.phase != rules.MOVING:
        return pick(s, rng)
    best, most = UNKNOWN, -1
    for _ in range(LOOKS):
        action = pick(s, rng)
        rivals = rivals_beside(s, action - rules.MOVE)
        if rivals > most:
            best, most = action, rivals
    return best


def richest(s: rules.State) -> int:
    """The hand of the seat with the most coins."""
    best = 0
    for n in range(rules.HANDS):
        if s.coins[rules.HANDS * s.seat + n] > s.coins[rules.HANDS * s.seat + best]:
            best = n
    return best


def rivals_beside(s: rules.State, target: int) -> int:
    """How many rivals stand beside the square that a move goes to."""
    square = BREADTH * (target // WIDEST % WIDEST + 1) + target % WIDEST
    rivals = 0
    for step in rules.STEPS:
        if rules.is_rival(s, s.on[square + step]):
            rivals += 1
    return rivals


def settled(s: rules.State) -> bool:
    """Whether a turn is over and the next has not begun."""
    return s.phase == rules.ROLLING


def estimate(s: rules.State, values: MutableSequence[float]) -> None:
    """The shares of the coins."""
    coins = 0
    for seat in range(s.players):
        coins += rules.score(s, seat)
    for seat in range(s.players):
        values[seat] = rules.score(s, seat) / coins
