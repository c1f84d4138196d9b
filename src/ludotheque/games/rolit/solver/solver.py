"""Positions of two sides, as the kernel takes them, and the solver with its memory."""

from __future__ import annotations

import sys
from functools import cache
from threading import Lock
from types import ModuleType
from typing import NamedTuple

from ludotheque.engines import Engine, engine
from ludotheque.errors import BadRequest
from ludotheque.extras import need_fast
from ludotheque.game import load
from ludotheque.games.rolit.rules import State
from ludotheque.games.rolit.solver import kernel

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
def shipped_engine() -> Engine:
    """What runs the kernel for bots and hints; it is the same with a user's data."""
    return engine(load("rolit"))


@cache
def code() -> ModuleType:
    """The kernel, compiled here, for those who call it a million times."""
    need_fast()
    from ludotheque.fast.compiled import alone

    return alone(kernel)


def played(p: Position, cell: int) -> Position:
    """The position after a ball is put on a cell, seen by the other side."""
    turned = kernel.captured(cell, p.mine, p.full ^ p.mine)
    return Position(p.theirs & ~turned, p.mine | cell | turned, p.full | cell)


def cells(left: int) -> list[int]:
    """The cells of a set, each as a set of its own."""
    return [1 << at for at in range(left.bit_length()) if left >> at & 1]


class Solver:
    """The search with a table that it keeps from one question to the next."""

    def __init__(self, rule: int = 0, bits: int = 20, own: Engine | None = None) -> None:
        """`bits` is how many entries the table has, as a power of two."""
        self.rule = rule
        self.engine = own or shipped_engine().another()  # its memory goes with it
        self.table = self.engine.block("words", 2 << bits)
        self.work = self.engine.block("words", kernel.WORK)
        self.nodes = 0  # visited in all
        self.since = 0  # visited since the table was empty
        self._turn = Lock()  # of who uses the memory

    def moves(self, p: Position) -> list[int]:
        """The cells that may be filled."""
        return cells(kernel.moves(p.mine, p.full, self.rule))

    def search(self, p: Position, alpha: int, beta: int, limit: int = WITHOUT_LIMIT) -> int | None:
        """The value, exact between the bounds, else a bound; None if `limit` nodes do not do."""
        with self._turn:
            self.work.write(kernel.NODES, 0)
            self.work.write(kernel.LIMIT, limit)
            self.work.write(kernel.STOPPED, 0)
            facts = (*p, alpha, beta, self.rule)
            value = self.engine.call("solver.kernel.search", *facts, self.table, self.work)
            nodes, stopped = (int(self.work.read(i)[0]) for i in (kernel.NODES, kernel.STOPPED))
        self.nodes += nodes
        self.since += nodes
        return None if stopped else value

    def favourite(self, p: Position) -> int:
        """The cell that the table thinks best, or 0."""
        pair = (p.full ^ p.theirs, p.full ^ p.mine)
        known = self.engine.call("solver.kernel.find", self.table, *pair)
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
            self.table.fill(bytes(8 * len(self.table)))
            self.since = 0
