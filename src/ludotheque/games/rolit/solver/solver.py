"""Positions of two sides, as the kernel takes them, and the solver with its memory."""

from __future__ import annotations

import sys
from functools import cache
from types import ModuleType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludotheque.errors import BadRequest
from ludotheque.extras import need_fast
from ludotheque.games.rolit.rules import State
from ludotheque.games.rolit.solver import kernel

Words = NDArray[np.int64]

CELLS = 36
BEYOND = 37  # no difference of balls is as large
WITHOUT_LIMIT = 1 << 62  # nodes


class Position(NamedTuple):
    """The balls of the side to move, those of the other side, and all balls."""

    mine: int
    theirs: int
    full: int

    @property
    def empties(self) -> int:
        """The number of free cells."""
        return CELLS - self.full.bit_count()


def rules_of(view: State) -> ModuleType:
    """The rules that a view belongs to: the shipped ones, or those of a user's data."""
    return sys.modules[type(view).__module__]


def sides_of(view: State) -> Position:
    """A view of two sides as the kernel takes it."""
    rules = rules_of(view)
    if rules.sides(view) != 2:
        raise BadRequest("exact.rolit.sides", players=view.players)
    mine, theirs = (view.ball[rules.colour_of(view, side)] for side in (view.side, 1 - view.side))
    return Position(mine, theirs, rules.filled(view))


def rule_of(view: State) -> int:
    """The readings of the rules that a game is played with, as the kernel takes them."""
    return int(kernel.MAY_PASS * view.no_capture_pass + kernel.MAY_PLACE * view.capture_optional)


def action_at(at: int) -> int:
    """The action that fills a cell, by the number of its bit."""
    return at // 7 * 6 + at % 7


@cache
def code() -> ModuleType:
    """The kernel, compiled."""
    need_fast()
    from ludotheque.fast.compiled import alone

    return alone(kernel)


def played(p: Position, cell: int) -> Position:
    """The position after a ball is put on a cell, seen by the other side."""
    turned = code().captured(cell, p.mine, p.full ^ p.mine)
    return Position(p.theirs & ~turned, p.mine | cell | turned, p.full | cell)


def cells(left: int) -> list[int]:
    """The cells of a set, each as a set of its own."""
    return [1 << at for at in range(left.bit_length()) if left >> at & 1]


class Solver:
    """The search with a table that it keeps from one question to the next."""

    def __init__(self, rule: int = 0, bits: int = 20) -> None:
        """`bits` is how many entries the table has, as a power of two."""
        self.rule = rule
        self.table = np.zeros(2 << bits, np.int64)
        self.nodes = 0  # visited in all
        self.since = 0  # visited since the table was empty

    def moves(self, p: Position) -> list[int]:
        """The cells that may be filled."""
        return cells(code().moves(p.mine, p.full, self.rule))

    def search(
        self,
        p: Position,
        alpha: int,
        beta: int,
        limit: int = WITHOUT_LIMIT,
        work: Words | None = None,
    ) -> int | None:
        """The value, exact between the bounds, else a bound; None if `limit` nodes do not do.

        `work` is the memory to work in, for somebody who watches it.
        """
        work = np.zeros(kernel.WORK, np.int64) if work is None else work
        work[kernel.NODES], work[kernel.LIMIT] = 0, limit
        value = int(code().search(*p, alpha, beta, self.rule, self.table, work))
        self.nodes += int(work[kernel.NODES])
        self.since += int(work[kernel.NODES])
        return None if work[kernel.STOPPED] else value

    def favourite(self, p: Position) -> int:
        """The cell that the table thinks best, or 0."""
        known = int(code().find(self.table, p.full ^ p.theirs, p.full ^ p.mine))
        at = known >> 14 if known >= 0 else kernel.NOWHERE
        return 0 if at == kernel.NOWHERE else 1 << at

    def reaching(self, p: Position, value: int) -> int:
        """A cell that gains at least a value which some move is known to gain."""
        favourite = self.favourite(p)
        choice = sorted(self.moves(p), key=lambda cell: cell != favourite)
        for cell in choice[:-1]:
            reply = self.search(played(p, cell), -value, 1 - value)
            if reply is not None and -reply >= value:
                return cell
        return choice[-1]

    def forget_if_full(self) -> None:
        """Empty a table that has filled up: what is left of old games would stay for ever."""
        if self.since > 2 * len(self.table):
            self.table[:] = 0
            self.since = 0
