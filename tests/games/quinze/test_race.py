"""Races of two: Pig as published, and Quitte ou Quinze whose points add up."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from ludotheque import load
from ludotheque.games.quinze.solver.race import Race
from ludotheque.games.quinze.solver.turns import Shape, graph

pig = load("pig")
SHAPE = Shape("points", "total", (), ("seat",))
ROLL, HOLD = 0, 1


@cache
def race(target: int) -> Race:
    turns = []
    for kept in range(target):
        start: Any = pig.start(2)
        start.target, start.total[0] = target, kept
        turns.append(graph(pig, start, SHAPE, target - 1 - kept))
    return Race(turns, target, finish_round=False)


def test_the_first_player_of_pig_wins_530593_in_a_million() -> None:
    shares = race(100).endless.shares
    assert shares[0, 0] == pytest.approx(0.530593, abs=5e-7)


def test_optimal_pig_holds_at_21_at_first_and_rolls_on_when_all_else_is_lost() -> None:
    best = race(100).endless

    def holds_at(mine: int, theirs: int) -> int:
        table = best.first[mine]
        for points in range(2, 100 - mine):
            s: Any = pig.start(2)
            s.points = points
            node = table.turn.find(s)
            assert node is not None
            if table.does[node, theirs] == HOLD:
                return points
        return 100 - mine

    assert holds_at(0, 0) == 21
    assert holds_at(0, 99) == 100
    assert holds_at(80, 0) == 20


def test_the_place_in_the_round_means_nothing_where_rounds_are_not_finished() -> None:
    found = race(20).endless
    for mine in range(20):
        for theirs in range(20):
            first = found.first[mine].values[0, theirs]
            assert first == pytest.approx(found.second[mine].values[0, theirs], abs=1e-12)


def test_more_points_are_never_worse() -> None:
    shares = race(50).endless.shares
    assert (shares[1:] >= shares[:-1] - 1e-12).all()
    assert (shares[:, 1:] <= shares[:, :-1] + 1e-12).all()


def test_few_rounds_are_shared_more_often() -> None:
    game = race(20)
    shares = [game.limited(n).shares[0, 0] for n in (1, 2, 5, 60)]
    assert abs(shares[0] - 0.5) < abs(shares[1] - 0.5)
    assert shares[-1] == pytest.approx(game.endless.shares[0, 0], abs=1e-6)


def test_a_race_to_two_is_won_by_the_first_die_that_is_no_1() -> None:
    assert race(2).endless.shares[0, 0] == pytest.approx(5 / 6 / (1 - 1 / 36), abs=1e-13)
