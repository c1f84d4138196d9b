"""Many random games and what they tell: length, balance of the seats, scores."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ludotheque.fast.batch import random_chunks
from ludotheque.game import Game
from ludotheque.parts import WHOLE
from ludotheque.state import Base

__all__ = ["Summary", "simulate"]


class Summary(NamedTuple):
    """What came of some random games."""

    players: int
    games: int
    mean: float  # actions a game
    least: int
    most: int
    bound: int
    shares: list[float]  # [seat] -> mean share of the win (alone: nothing to share)
    scores: list[float]  # [seat] -> mean score
    seconds: float
    dead_end: tuple[int, int] | None  # the first game that got stuck, and at which ply


def simulate(
    game: Game,
    start: Base,
    games: int,
    seed: int = 0,
    progress: Callable[[int], object] = lambda _: None,
) -> Summary:
    """Play `games` random games from a state and sum them up."""
    begin = time.perf_counter()
    done, plies, least, most = 0, 0, game.rules.PLIES + 1, 0
    payoffs = np.zeros(start.players)
    scores = np.zeros(start.players)
    dead_end = None
    for chunk in random_chunks(game, start, games, seed):
        stuck = np.flatnonzero(chunk.plies < 0)
        if len(stuck) and dead_end is None:
            dead_end = (done + int(stuck[0]), int(-1 - chunk.plies[stuck[0]]))
        done += len(chunk.plies)
        plies += int(chunk.plies.sum())
        least = min(least, int(chunk.plies.min()))
        most = max(most, int(chunk.plies.max()))
        payoffs += chunk.payoffs.sum(axis=0)
        scores += chunk.scores.sum(axis=0)
        progress(len(chunk.plies))
    shares = payoffs / WHOLE / done if start.players > 1 else np.ones(1)
    return Summary(
        start.players,
        done,
        plies / done,
        least,
        most,
        game.rules.PLIES,
        [float(share) for share in shares],
        [float(score) for score in scores / done],
        time.perf_counter() - begin,
        dead_end,
    )
