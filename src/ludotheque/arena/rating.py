"""One number for each bot's strength, from all tables together.

At a table each seat wins with a chance in proportion to its bot's strength; a shared win is
a part of a win for each.  The strengths that make the results likeliest are given in Elo
points above the first bot: 400 points are ten times the strength.

In the literature: the Plackett-Luce model, of which only the first place is observed (Luce 1959;
Plackett 1975); for two seats Bradley-Terry, on the Elo scale.  Maximum likelihood by Newton's
method; errors by the sandwich estimator (Huber 1967; White 1980), clustered by deal.
"""

from __future__ import annotations

from math import log
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

POINTS = 400 / log(10)
STEPS = 100
CLOSE = 1e-10

Floats = NDArray[np.float64]


class Rating(NamedTuple):
    """Points above the first bot, and how far they may be off."""

    points: float
    error: float  # one standard error


def rate(wins: Floats, seats: Floats, games: int) -> list[Rating]:
    """The rating of each bot.

    `wins` is [deal][table][bot] -> wins, `seats` is [table][bot] -> seats, and each table
    plays so many games a deal.  One more game at each table counts as shared by all its
    seats, so that a bot that always wins is strong but not infinitely so.
    """
    deals = len(wins)
    shared = seats / seats.sum(axis=1, keepdims=True)
    won = wins.sum(axis=(0, 1)) + shared.sum(axis=0)
    strength = fit(won, seats, deals * games + 1)
    expected = chances(strength, seats)
    bread = np.linalg.inv(curvature(expected, deals * games + 1))
    # Games of a deal share their luck: the deals are what is independent.
    surprise = wins.sum(axis=1) - wins.sum(axis=1).mean(axis=0)
    pull = (shared - expected).sum(axis=0)
    meat = surprise.T @ surprise * (deals / max(1, deals - 1)) + np.outer(pull, pull)
    errors = np.sqrt(np.diag(bread @ meat[1:, 1:] @ bread))
    return [Rating(0.0, 0.0)] + [
        Rating(float(points * POINTS), float(error * POINTS))
        for points, error in zip(strength[1:], errors, strict=True)
    ]


def chances(strength: Floats, seats: Floats) -> Floats:
    """[table][bot] -> the chance that one of its seats wins."""
    weight = seats * np.exp(strength)
    chance: Floats = weight / weight.sum(axis=1, keepdims=True)
    return chance


def curvature(expected: Floats, games: int) -> Floats:
    """How sharply the likelihood bends, without the first bot, whose strength is fixed."""
    own = np.diag(expected.sum(axis=0))
    bend: Floats = games * (own - expected.T @ expected)[1:, 1:]
    return bend


def fit(won: Floats, seats: Floats, games: int) -> Floats:
    """The natural logarithms of the strengths, by Newton's method."""
    strength = np.zeros(len(won))
    for _ in range(STEPS):
        expected = chances(strength, seats)
        slope = (won - games * expected.sum(axis=0))[1:]
        step = np.linalg.solve(curvature(expected, games), slope)
        strength[1:] += np.clip(step, -1, 1)  # from afar a full step would overshoot
        if np.abs(step).max() < CLOSE:
            break
    return strength
