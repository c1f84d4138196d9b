"""Rafletout for the search: a round at a time.

A playout stops when the round is won.  The game is then a race: each round still to come is
taken to be won by every seat with the same chance.  If the rounds came at random moments,
once per unit of time for each seat, the chance to be first to win enough of them would be

    the integral over t of  density(missing of mine, t) x product of not_yet(missing of other, t)

which a sum over a few moments gives to three digits.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from itertools import accumulate
from operator import mul

from ludotheque.games.rafletout import rules
from ludotheque.reals import exponential

MOMENTS = tuple(0.125 + 0.25 * i for i in range(64))
MISSING = 10  # at most nine rounds are needed (RT35)
# [moment][k] -> t^k / k!, and the sum of those before it; products, as powers differ by library
TERMS = [[1.0, *accumulate((t / k for k in range(1, MISSING)), mul)] for t in MOMENTS]
SUMS = [[0.0, *accumulate(terms)] for terms in TERMS]
NOT_YET = tuple(
    tuple(exponential(-t) * sums[n] for t, sums in zip(MOMENTS, SUMS, strict=True))
    for n in range(MISSING)
)
NOW = tuple(  # density / not yet
    tuple(terms[n - 1] / sums[n] for terms, sums in zip(TERMS, SUMS, strict=True))
    for n in range(1, MISSING)
)


def settled(s: rules.State) -> bool:
    """Whether a round has just been won."""
    return s.phase == rules.DEALING


def estimate(s: rules.State, values: MutableSequence[float]) -> None:
    """The chances to win the race for the rounds that are missing."""
    for seat in range(s.players):
        values[seat] = 0.0
    anybody = 0.0
    for moment in range(len(MOMENTS)):
        nobody_yet, now = 1.0, 0.0
        for seat in range(s.players):
            missing = s.rounds_to_win - s.wins[seat]
            nobody_yet *= NOT_YET[missing][moment]
            now += NOW[missing - 1][moment]
        for seat in range(s.players):
            values[seat] += nobody_yet * NOW[s.rounds_to_win - s.wins[seat] - 1][moment]
        anybody += nobody_yet * now
    for seat in range(s.players):
        values[seat] /= anybody
