"""Rafletout for the search: a round at a time.

A playout stops when the round is won.  The game is then a race: each round still to come is
taken to be won by every seat with the same chance.  If the rounds came at random moments,
once per unit of time for each seat, the chance to be first to win enough of them would be

    the integral over t of  density(missing of mine, t) x product of not_yet(missing of other, t)

which a sum over a few moments gives to three digits.
"""

from __future__ import annotations

from math import exp, factorial

from ludotheque.games.rafletout import rules

MOMENTS = tuple(0.125 + 0.25 * i for i in range(64))
MISSING = 10  # at most nine rounds are needed (RT35)
NOT_YET = tuple(
    tuple(exp(-t) * sum(t**k / factorial(k) for k in range(n)) for t in MOMENTS)
    for n in range(MISSING)
)
NOW = tuple(  # density / not yet
    tuple(
        t ** (n - 1) / factorial(n - 1) / sum(t**k / factorial(k) for k in range(n))
        for t in MOMENTS
    )
    for n in range(1, MISSING)
)


def settled(s: rules.State) -> bool:
    """Whether a round has just been won."""
    return s.phase == rules.DEALING


def estimate(s: rules.State, seat: int) -> float:
    """The chance to win the race for the rounds that are missing."""
    mine, anybody = 0.0, 0.0
    for moment in range(len(MOMENTS)):
        nobody_yet, now = 1.0, 0.0
        for other in range(s.players):
            missing = s.rounds_to_win - s.wins[other]
            nobody_yet *= NOT_YET[missing][moment]
            now += NOW[missing - 1][moment]
        mine += nobody_yet * NOW[s.rounds_to_win - s.wins[seat] - 1][moment]
        anybody += nobody_yet * now
    return mine / anybody
