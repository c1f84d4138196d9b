"""A race of two: what is kept adds up from turn to turn, and the first sum to a target wins.

The value of a position is the share of the seat to play, by what it has kept and what the
other has.  Where the round is finished first, the second seat may still overtake a sum
that has reached the target: a last turn, with no way back.  Everything else returns to
the race itself, so the values are found by playing rounds backwards until they settle.

In the literature: value iteration (Bellman 1957) of a two-player stochastic game (Shapley 1953).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np

from ludotheque.games.quinze.solver.rounds import TooNear
from ludotheque.games.quinze.solver.sweeps import BEYOND
from ludotheque.games.quinze.solver.turns import Actions, Bools, Floats, Turn

SETTLED = 1e-14
ROUNDS = 100_000


class Table(NamedTuple):
    """A turn from each of its nodes, against each of several opponents."""

    turn: Turn
    values: Floats  # [node][opponent] -> the seat's share
    far: Bools  # [node]
    does: Actions  # [node][opponent]


class Round(NamedTuple):
    """Two turns in a row, by what their seats have kept before."""

    first: list[Table]  # [kept]; opponents by what they have kept
    second: list[Table]
    shares: Floats  # [kept by the first][kept by the second] -> the first seat's share


class Race:
    """The race, with the graph of a turn for each sum that a seat may have kept."""

    def __init__(self, turns: Sequence[Turn], target: int, finish_round: bool) -> None:
        self.turns, self.target, self.finish = turns, target, finish_round
        self.most = min(turn.cap for turn in turns)  # a larger sum cannot be answered exactly
        self.chase = [self._chase(kept) for kept in range(target)] if finish_round else []

    def _sweep(self, kept: int, worth: Floats, beyond_wins: bool) -> Table:
        """A turn, given what each sum at its end is worth against each opponent.

        Sums beyond the table count as a win, which is more than they can be worth.
        """
        turn = self.turns[kept]
        values = np.ones((len(turn), worth.shape[1]))
        far = np.zeros(len(turn), np.bool_)
        far[turn.kind == BEYOND] = not beyond_wins
        sums = kept + turn.points[turn.ends]
        values[turn.ends[sums < len(worth)]] = worth[sums[sums < len(worth)]]
        far[turn.ends[sums >= len(worth)]] = not beyond_wins
        does = turn.sweep_each(values, far)
        if far[0]:
            raise TooNear
        return Table(turn, values, far, does)

    def _chase(self, kept: int) -> Table:
        """The second seat's last turn, against each sum from the target on."""
        sums = np.arange(self.most + 1)
        worth = (np.sign(sums[:, None] - sums[self.target :]) + 1) / 2
        return self._sweep(kept, worth, beyond_wins=True)

    def round(self, anew: Floats) -> Round:
        """A round after which, if nobody has won, the first seat has the shares `anew`."""
        kept = range(self.target)
        second = [self._sweep(own, 1 - anew.T, beyond_wins=True) for own in kept]
        worth = 1 - _begin(second).T
        if self.finish:
            worth = np.concatenate([worth, 1 - _begin(self.chase).T])
        first = [self._sweep(own, worth, beyond_wins=not self.finish) for own in kept]
        return Round(first, second, _begin(first))

    @cached_property
    def endless(self) -> Round:
        """The round of a race without a limit."""
        shares = np.full((self.target, self.target), 0.5)
        for _ in range(ROUNDS):
            found = self.round(shares)
            if np.abs(found.shares - shares).max() < SETTLED:
                return found
            shares = found.shares
        raise ArithmeticError("the shares do not settle")

    def limited(self, left: int) -> Round:
        """The round with which so many are left; after the last, both share the win."""
        while len(self._limited) < left:
            if len(self._limited) > 1:
                before, last = (found.shares for found in self._limited[-2:])
                if np.abs(last - before).max() < SETTLED:
                    return self._limited[-1]
            self._limited.append(self.round(self._limited[-1].shares))
        return self._limited[left - 1]

    @cached_property
    def _limited(self) -> list[Round]:
        return [self.round(np.full((self.target, self.target), 0.5))]


def _begin(tables: list[Table]) -> Floats:
    """What turns are worth at their beginning: [kept][opponent]."""
    return np.array([table.values[0] for table in tables])
