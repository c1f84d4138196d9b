"""Many games at once, compiled, on every core.

Game number `i` of a run is the same game however the run is cut up and wherever it is
played: its dice and choices come from the seed and `i` alone.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludotheque.errors import BadRequest
from ludotheque.fast.compiled import twin
from ludotheque.fast.records import array_of
from ludotheque.game import Game
from ludotheque.packing import unpack
from ludotheque.state import Base

__all__ = ["Batch", "Results", "random_games"]

CHUNK = 2_000  # games handed to a core at a time


class Results(NamedTuple):
    """What came of some games, in their order."""

    plies: NDArray[np.int64]  # [game]; minus one minus the ply for a dead end
    payoffs: NDArray[np.int64]  # [game][seat]
    scores: NDArray[np.int64]  # [game][seat]


def random_games(
    game: Game, start: Base, games: int, seed: int = 0, first: int = 0, checked: bool = False
) -> Results:
    """Play games at random from a state, on this core."""
    shape = (games, start.players)
    results = Results(*(np.zeros(size, np.int64) for size in (games, shape, shape)))
    begin = array_of([start])
    rng = np.zeros(1, np.int64)
    twin(game.rules, checked).play_many(begin, begin.copy(), rng, seed, first, *results)
    return results


def random_chunks(game: Game, start: Base, games: int, seed: int = 0) -> Iterator[Results]:
    """The same on every core, chunk after chunk, in order."""
    random_games(game, start, 1, seed)  # compile before the threads begin
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = [
            pool.submit(random_games, game, start, min(CHUNK, games - at), seed, at)
            for at in range(0, games, CHUNK)
        ]
        for job in jobs:
            yield job.result()


class Batch:
    """Games that are stepped together, one action each."""

    def __init__(self, game: Game, start: Base, games: int, checked: bool = False) -> None:
        self.game = game
        self.states = np.repeat(array_of([start]), games)
        self.actions = max(game.rules.ACTIONS, game.rules.DRAWS)
        self._kernel = twin(game.rules, checked)

    def __len__(self) -> int:
        return len(self.states)

    def masks(self) -> NDArray[np.int8]:
        """For each game, 1 for each action that is legal now."""
        legals = np.zeros((len(self), self.actions), np.int8)
        self._kernel.masks(self.states, legals)
        return legals

    def step(self, actions: NDArray[np.int64]) -> None:
        """Play a legal action in each game; a game that is over ignores its own."""
        if actions.shape != (len(self),):
            raise BadRequest("error.batch.length", right=len(self), found=actions.shape)
        actions = actions.astype(np.int64, copy=False)
        wrong = self._kernel.first_illegal(self.states, actions)
        if wrong >= 0:
            raise BadRequest("error.batch.action", game=wrong, action=int(actions[wrong]))
        self._kernel.step_all(self.states, actions)

    def read(self, i: int) -> Base:
        """One of the games as a state for people."""
        s: Base = unpack(self.game.rules.State, self.states[i].tobytes())
        return s
