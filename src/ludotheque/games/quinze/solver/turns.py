"""A turn as a graph, made by the rules themselves.

A turn is everything between a seat's first action and the moment when another's turn
begins or the game ends.  Its nodes are the states that can be met, ends told apart only
by what the seat has then kept; states with too many points are leaves beyond the graph.
Nothing in it depends on the other seats, so one graph serves every situation.

In the literature: backward induction over a directed acyclic graph (Zermelo 1913), dynamic
programming (Bellman 1957).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from types import ModuleType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludotheque.errors import BadRequest
from ludotheque.fast.compiled import alone, with_rules
from ludotheque.fast.records import Records, array_of
from ludotheque.game import Game
from ludotheque.games.quinze.solver import fan as fan_source
from ludotheque.games.quinze.solver import sweeps
from ludotheque.games.quinze.solver.sweeps import BEYOND, CHANCE, CHOICE, END
from ludotheque.parts import CHANCE as CHANCE_ACTS
from ludotheque.parts import NOBODY
from ludotheque.state import Base

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Actions = NDArray[np.int8]

MOST = 1_000_000  # nodes of a graph


class Shape(NamedTuple):
    """Which fields of a state tell a turn's nodes apart, and which tell that it is over."""

    points: str  # of the turn
    kept: str  # by each seat
    others: tuple[tuple[str, int], ...]  # more fields that change, with a bound for each
    marks: tuple[str, ...]  # one of these changes when the turn is over


@dataclass(frozen=True, eq=False)
class Turn:
    """The graph: nodes in an order in which play moves only forward, the first the start."""

    shape: Shape
    cap: int  # states with more points than this are leaves
    kind: Ints  # [node]
    points: Ints  # [node] -> of the turn; for an end, what is kept
    keys: Ints  # [node]
    first: Ints  # [node] -> its first edge; one more entry for the end of the last
    child: Ints  # [edge]
    ways: Floats  # [edge]
    action: Ints  # [edge]

    def __len__(self) -> int:
        return len(self.kind)

    @cached_property
    def kernels(self) -> ModuleType:
        """The sweeps, compiled."""
        return alone(sweeps)

    @cached_property
    def ends(self) -> Ints:
        """The nodes at which the turn is over."""
        return np.flatnonzero(self.kind == END)

    @cached_property
    def choices(self) -> Ints:
        """The nodes at which the seat decides."""
        return np.flatnonzero(self.kind == CHOICE)

    @cached_property
    def onward(self) -> Ints:
        """For each of the choices, the node that follows if the seat does not end its turn."""
        owner = np.repeat(np.arange(len(self)), np.diff(self.first))
        goes = (self.kind[owner] == CHOICE) & (self.kind[self.child] != END)
        following: Ints = self.child[goes]
        return following

    @cached_property
    def visits(self) -> tuple[Floats, Floats]:
        """For each node the chance to come to it without stopping, and from fewer points."""
        mass, entry = np.zeros(len(self)), np.zeros(len(self))
        self.kernels.visit(*self._graph[:4], self.points, mass, entry)
        return mass, entry

    @cached_property
    def peak(self) -> Ints:
        """The most points that can still be kept from each node; huge if beyond the graph."""
        peak = np.zeros(len(self), np.int64)
        self.kernels.peaks(self.kind, self.first, self.child, self.points, peak)
        return peak

    @cached_property
    def _sorted(self) -> tuple[Ints, Ints]:
        order = np.argsort(self.keys)
        return self.keys[order], order

    def find(self, s: Base) -> int | None:
        """The node of a state of the turn; None if the graph does not go so far."""
        keys, order = self._sorted
        key = _key(array_of([s]), self.shape)[0]
        at = int(np.searchsorted(keys, key))
        if at == len(keys) or keys[at] != key or self.kind[order[at]] == BEYOND:
            return None
        return int(order[at])

    def field(self, name: str) -> Ints:
        """Another field of each node's state; of no meaning for ends."""
        rest = self.keys // 2
        for other, bound in reversed(self.shape.others):
            if other == name:
                break
            rest = rest // bound
        found: Ints = rest % dict(self.shape.others)[name]
        return found

    def edges(self, node: int) -> range:
        """The edges that leave a node."""
        return range(int(self.first[node]), int(self.first[node + 1]))

    @cached_property
    def _graph(self) -> tuple[Ints | Floats, ...]:
        return (self.kind, self.first, self.child, self.ways, self.action)

    def sweep(self, values: Floats, far: Bools) -> Actions:
        """Fill in `values` and `far` from the leaves' rows; what is done at each choice."""
        does = np.full(len(self), -1, np.int8)
        self.kernels.sweep(*self._graph, values, far, does)
        return does

    def sweep_each(self, values: Floats, far: Bools) -> Actions:
        """The same with a decision for each column."""
        does = np.full(values.shape, -1, np.int8)
        self.kernels.sweep_each(*self._graph, values, far, does)
        return does

    def sweep_level(self, above: Floats, beyond: Bools, values: Floats, far: Bools) -> Actions:
        """The same while a node's points are level with the best of the others."""
        does = np.full(len(self), -1, np.int8)
        self.kernels.sweep_level(*self._graph, self.points, above, beyond, values, far, does)
        return does


def _key(states: Records, shape: Shape) -> Ints:
    """A number for each state of a turn that tells it from the others."""
    keys = states[shape.points].astype(np.int64)
    for field, bound in shape.others:
        keys = keys * bound + states[field]
    whole: Ints = keys * 2 + (states["player"] != CHANCE_ACTS)
    return whole


def _is_over(states: Records, start: Records, shape: Shape) -> Bools:
    over: Bools = states["player"] == NOBODY
    for mark in shape.marks:
        over |= states[mark] != start[mark][0]
    return over


class _Level(NamedTuple):
    """The states that can be met after so many actions, and the edges that leave them."""

    keys: Ints
    kind: Ints
    points: Ints
    edges: tuple[Ints, Ints, Ints, Ints]  # parent's key, child's key, ways, action


def _levels(game: Game, start: Base, shape: Shape, cap: int) -> Iterator[_Level]:
    kernel = with_rules(fan_source, game.rules)
    begin = array_of([start])
    seat = int(begin["seat"][0])
    states, kept = begin, begin[shape.kept][0, seat]
    width = max(game.rules.ACTIONS, game.rules.DRAWS)
    while len(states):
        over = _is_over(states, begin, shape)
        after = states[shape.kept][:, seat]
        points = np.where(over, after - kept, states[shape.points])
        keys = np.where(over, -1 - after, _key(states, shape))
        keys, at = np.unique(keys, return_index=True)
        states, points, over = states[at], points[at], over[at]
        chance = states["player"] == CHANCE_ACTS
        kind = np.where(over, END, np.where(points > cap, BEYOND, np.where(chance, CHANCE, CHOICE)))
        ways = np.zeros((len(states), width), np.int64)
        kernel.fan(states, ways)
        ways[(kind == END) | (kind == BEYOND)] = 0
        parent, action = np.nonzero(ways)
        following = states[parent]
        kernel.step(following, action)
        gone = _is_over(following, begin, shape)
        ends = -1 - following[shape.kept][:, seat]
        child = np.where(gone, ends, _key(following, shape))
        yield _Level(keys, kind, points, (keys[parent], child, ways[parent, action], action))
        states = following


def graph(game: Game, start: Base, shape: Shape, cap: int) -> Turn:
    """The turn that begins in a state, as far as `cap` points."""
    levels: list[_Level] = []
    nodes = 0
    for level in _levels(game, start, shape, cap):
        levels.append(level)
        nodes += len(level.keys)
        if nodes > MOST:
            raise BadRequest("error.exact.large", most=MOST)
    # A state that can be met early or late stands where it is met last, behind all that
    # lead to it; it is given its edges there, and ends come behind everything.
    when = np.repeat(np.arange(len(levels)), [len(level.keys) for level in levels])
    keys, kind, points = (np.concatenate([level[i] for level in levels]) for i in range(3))
    when[kind == END] = len(levels)
    _, last = np.unique(keys[::-1], return_index=True)
    last = len(keys) - 1 - last
    last = last[np.argsort(when[last], kind="stable")]
    keys, kind, points, when = keys[last], kind[last], points[last], when[last]
    order = np.argsort(keys)

    def index(of: Ints) -> Ints:
        return order[np.searchsorted(keys[order], of)]

    edges = [np.concatenate([level.edges[i] for level in levels]) for i in range(4)]
    met = np.repeat(np.arange(len(levels)), [len(level.edges[0]) for level in levels])
    parent = index(edges[0])
    stays = met == when[parent]
    parent, (child, ways, action) = parent[stays], (edge[stays] for edge in edges[1:])
    by_parent = np.argsort(parent, kind="stable")
    first = np.searchsorted(parent[by_parent], np.arange(len(keys) + 1))
    return Turn(
        shape,
        cap,
        kind,
        points,
        keys,
        first,
        index(child[by_parent]),
        ways[by_parent].astype(np.float64),
        action[by_parent],
    )
