"""One player alone, for the highest score: each turn by itself.

What a turn is worth when it has `p` points is a *curve* in `p`: cards add and multiply,
chance takes means, the choice takes the larger of two curves.  From some point on nothing
changes any more and the curve is a straight line, so that it is known for all points,
however large they grow.  With few passes everything is an exact fraction.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import reduce
from math import floor
from operator import add
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludotheque.errors import BadRequest
from ludotheque.game import Game
from ludotheque.games.quinze.rules import State
from ludotheque.parts import CHANCE
from ludotheque.state import Action, clone

EXACT = 12  # passes for which fractions are quick enough
LONGEST = 5_000_000  # values of a curve

Number = Fraction | float
Values = NDArray[Any]  # of either: fractions are objects to NumPy


class Curve(NamedTuple):
    """A function of whole numbers: values, and after the last of them a straight line."""

    values: Values  # [points]
    slope: Number
    height: Number

    def at(self, points: int) -> Number:
        """The value at some points."""
        inside = points < len(self.values)
        found: Number = self.values[points] if inside else self.slope * points + self.height
        return found

    def upto(self, length: int) -> Values:
        """The values at 0, 1, … as far as `length`."""
        more = np.arange(len(self.values), length).astype(self.values.dtype)
        line: Values = more * self.slope
        return np.concatenate([self.values[:length], line + self.height])

    def after(self, factor: int, gain: int) -> Curve:
        """The curve of those who will have `factor * p + gain`."""
        if factor == 0:
            return Curve(self.values[:0], self.slope * 0, self.at(gain))
        length = max(0, -((gain - len(self.values)) // factor))
        values = self.values[gain + factor * np.arange(length)] if length else self.values[:0]
        return Curve(values, self.slope * factor, self.slope * gain + self.height)


def mean(parts: list[tuple[int, Curve]]) -> Curve:
    """The mean of some curves, each with its number of ways."""
    length = max(len(curve.values) for _, curve in parts)
    total = sum(ways for ways, _ in parts)
    values = reduce(add, (ways * curve.upto(length) for ways, curve in parts))
    return Curve(
        values / total,
        sum(ways * curve.slope for ways, curve in parts) / total,
        sum(ways * curve.height for ways, curve in parts) / total,
    )


def larger(one: Curve, other: Curve, most: int) -> Curve:
    """The larger of two curves, for fewer than `most` points (beyond, only if it is a line)."""
    steep, flat = sorted((one, other), key=lambda curve: curve[1:], reverse=True)
    length = max(len(one.values), len(other.values))
    if steep.slope > flat.slope:  # the lines cross, perhaps far out
        crossing = (flat.height - steep.height) / (steep.slope - flat.slope)
        length = max(length, floor(crossing) + 1)
    length = min(length, most)
    if length > LONGEST:
        raise BadRequest("error.exact.large", most=LONGEST)
    values = np.maximum(one.upto(length), other.upto(length))
    return Curve(values, steep.slope, steep.height)


class Solo:
    """The best way to play one turn for points, and what it is worth."""

    def __init__(self, game: Game[State], start: State) -> None:
        self.game, self.rules = game, game.rules
        self.number: Callable[[int], Number] = Fraction if start.max_passes <= EXACT else float
        self.curves: dict[int, Curve] = {}  # [passes] -> at the beginning of the next
        for passes in reversed(range(start.max_passes)):
            begin = clone(start)
            begin.passes = passes
            self.curves[passes] = self._curve(begin, {})

    @property
    def expected(self) -> Number:
        """What a turn is worth on average."""
        return self.curves[0].at(0)

    def _curve(self, s: State, known: dict[tuple[int, ...], Curve]) -> Curve:
        """What a state of the cards is worth, for all points that it might have."""
        key = (s.player, s.passes, s.down, s.shields)
        if key not in known:
            if s.player == CHANCE:
                ways = self.game.odds(s).items()
                known[key] = mean([(n, self._follow(s, card, known)) for card, n in ways])
            else:
                turn, stop = (self._follow(s, action, known) for action in (0, 1))
                # What a turn cannot have by then need not be known.
                most = self.rules.BEST[s.cards][min(s.passes + 1, s.max_passes)] + 1
                known[key] = larger(turn, stop, most)
        return known[key]

    def _follow(self, s: State, action: Action, known: dict[tuple[int, ...], Curve]) -> Curve:
        """What an action is worth: cards do the same to all points, so that two show it."""
        none, one = (self._after(s, action, points) for points in (0, 1))
        if none.rounds:
            gain, factor = none.kept[s.seat], one.kept[s.seat] - none.kept[s.seat]
            return self._line().after(factor, gain)
        gain, factor = none.points, one.points - none.points
        curve = self.curves[none.passes] if self._begins(none) else self._curve(none, known)
        return curve.after(factor, gain)

    def _line(self) -> Curve:
        kind = object if self.number is Fraction else np.float64
        return Curve(np.zeros(0, kind), self.number(1), self.number(0))

    def _begins(self, s: State) -> bool:
        """Whether all cards are face down again."""
        return bool(s.player == CHANCE and s.down == (1 << self.rules.COUNT[s.cards]) - 1)

    def _after(self, s: State, action: Action, points: int) -> State:
        """The state after an action, as if with these points in the first of two rounds."""
        after = clone(s)
        after.points, after.kept, after.plies, after.rounds = points, [0] * len(s.kept), 0, 0
        after.solo_rounds = 2
        self.rules.apply(after, action)
        return after

    def worth(self, s: State, action: Action) -> Number:
        """What is kept in the end, on average, if the action is played now."""
        after = self._after(s, action, s.points)
        if after.rounds:
            return self.number(after.kept[s.seat])
        if self._begins(after):
            return self.curves[after.passes].at(after.points)
        if after.player == CHANCE:
            ways = self.game.odds(after)
            total = sum(n * self.worth(after, card) for card, n in ways.items())
            return total / sum(ways.values())
        return max(self.worth(after, choice) for choice in (0, 1))
