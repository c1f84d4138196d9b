"""The value of a start position: upper plies here, the rest by the kernel; it can be resumed.

Every position with more than `LEAF` free cells that is settled is written down, and every
one at which the kernel was asked.  What was written is not searched again.

In the literature: MTD(f), that is null-window searches until the bounds meet (Plaat et al.
1996), with a transposition table on disk, by the canonical image of each position.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ludotheque.games.rolit.solver import kernel
from ludotheque.games.rolit.solver.journal import Journal
from ludotheque.games.rolit.solver.solver import BEYOND, Position, Solver, code, played

LEAF = 24  # free cells at which the kernel is asked: a second or so each


class News(NamedTuple):
    """How far a proof has come."""

    settled: int  # positions written down
    nodes: int  # visited in this run
    low: int  # of the value of the start
    high: int


def key_of(p: Position) -> tuple[int, int]:
    """The same two numbers for all eight images of a position."""
    a, b, _ = code().canonical(p.full ^ p.theirs, p.full ^ p.mine)
    return int(a), int(b)


class Proof:
    """Bounds on positions, each proved by search, and the way to new ones."""

    def __init__(
        self,
        start: Position,
        journal: Journal,
        solver: Solver,
        watch: Callable[[News], object] = bool,
        leaf: int = LEAF,
    ) -> None:
        """`solver` should have a large table; `watch` is told whenever a position is settled."""
        self.start, self.journal, self.solver, self.watch = start, journal, solver, watch
        self.leaf = leaf
        self.known = {(a, b): (low - BEYOND, high - BEYOND) for a, b, low, high in journal.rows()}

    def bounds(self, p: Position) -> tuple[int, int]:
        """What is known of a position."""
        return self.known.get(key_of(p), (-BEYOND, BEYOND))

    def value(self) -> int:
        """The value of the start, by windows of one ball: first of all, who wins."""
        asked = 0
        while (bounds := self.bounds(self.start))[0] < bounds[1]:
            low, high = bounds
            asked = max(low + 1, min(high, asked))
            found = self.bound(self.start, asked)
            asked = found + 1 if found >= asked else found
        return bounds[0]

    def bound(self, p: Position, beta: int) -> int:
        """A bound on the value that says whether it reaches `beta`."""
        low, high = self.bounds(p)
        if low >= beta:
            return low
        if high < beta:
            return high
        if p.empties <= self.leaf:
            found = self.solver.search(p, beta - 1, beta)
            assert found is not None  # nothing limits the search
        else:
            found = -BEYOND
            for reply in self.after(p, beta):
                found = max(found, -self.bound(reply, 1 - beta))
                if found >= beta:
                    break
        self.settle(p, found, beta)
        return found

    def after(self, p: Position, beta: int) -> list[Position]:
        """The positions after every move: those that settle it at once, then by promise."""
        work = np.zeros(kernel.WORK, np.int64)
        left = code().moves(p.mine, p.full, 0)
        n = code().sort_moves(*p, left, kernel.NOWHERE, work)
        keys = kernel.ROWS + p.empties * 2 * kernel.ROW
        every = [played(p, 1 << (int(key) & 63)) for key in work[keys : keys + n]]
        return sorted(every, key=lambda reply: -self.bounds(reply)[1] < beta)

    def settle(self, p: Position, found: int, beta: int) -> None:
        """Write down what was found."""
        low, high = self.bounds(p)
        low, high = (max(low, found), high) if found >= beta else (low, min(high, found))
        key = key_of(p)
        self.known[key] = low, high
        self.journal.add(*key, low + BEYOND, high + BEYOND)
        self.watch(News(len(self.known), self.solver.nodes, *self.bounds(self.start)))

    def line(self) -> list[int]:
        """One perfect game from the start, as cells, once its value is known."""
        p, value, cells = self.start, self.value(), []
        while p.full != kernel.BOARD:
            cells.append(self.perfect(p, value))
            p, value = played(p, cells[-1]), -value
        return cells

    def perfect(self, p: Position, value: int) -> int:
        """A cell that gains the value, which the position is known to have."""
        if p.empties <= self.leaf:
            return self.solver.reaching(p, value)
        moves = sorted(self.solver.moves(p), key=lambda cell: self.bounds(played(p, cell))[1])
        return next(cell for cell in moves if self.bound(played(p, cell), 1 - value) <= -value)
