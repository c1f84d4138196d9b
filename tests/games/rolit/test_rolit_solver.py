"""The solver of two-player Rolit agrees with the rules, and with search that spares nothing."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import numpy as np
import plain_search
import pytest

from ludotheque import load
from ludotheque.errors import BadRequest
from ludotheque.fast.compiled import with_rules
from ludotheque.fast.records import array_of, dtype_of
from ludotheque.games.rolit.solver import kernel
from ludotheque.games.rolit.solver import solution as exact
from ludotheque.games.rolit.solver.solver import Position, Solver, code, rule_of, sides_of

rolit = load("rolit")
# Action sequences of 6x6 Othello, plies 1 to 12, where a pass is an action; the first at ply 9.
OTHELLO = (4, 12, 56, 244, 1364, 7604, 47740, 308716, 2114912, 14976684, 108820072, 811198864)
READINGS: list[dict[str, Any]] = [
    {},
    {"no_capture_pass": "yes"},
    {"capture_optional": "yes"},
    {"no_capture_pass": "yes", "capture_optional": "yes"},
]


def reached(players: int, empties: int, dice: random.Random, **options: Any) -> Any:
    """A position of a random game with a given number of free cells, not yet over."""
    while True:
        s = rolit.start(players, **options)
        while not rolit.over(s) and exact.empties(s) > empties:
            s = rolit.after(s, dice.choice(rolit.legal_actions(s)))
        if not rolit.over(s):
            return s


def searched(s: Any) -> int:
    """The value by plain full search over the rules."""
    stack = np.zeros(80, dtype_of(rolit.rules.State))
    stack[0] = array_of([s])[0]
    colours = rolit.rules.COLOURS[s.players]
    search = with_rules(plain_search, rolit.rules).plain
    return int(search(stack, 0, s.side, colours[s.side], colours[1 - s.side]))


def test_moves_and_turned_balls_are_those_of_the_rules(long: bool) -> None:
    dice = random.Random(1)
    for game in range(60 if long else 16):
        s = rolit.start(1 + game % 2, **READINGS[game % 4])
        while not rolit.over(s):
            p, rule = sides_of(s), rule_of(s)
            assert code().moves(p.mine, p.full, rule) == s.moves
            action = dice.choice(rolit.legal_actions(s))
            then = rolit.after(s, action)
            if action != rolit.rules.PASS:
                cell = rolit.rules.bit(action)
                turned = code().captured(cell, p.mine, p.full ^ p.mine)
                now = Position(p.theirs & ~turned, p.mine | cell | turned, p.full | cell)
                assert now == sides_of(then)
            s = then


def test_the_solver_equals_plain_full_search_on_200_positions() -> None:
    dice = random.Random(2)
    for i in range(200):
        s = reached(1 + i % 2, 8 + i % 3, dice)
        value = searched(s)
        assert exact.value_of(s) == value
        found = exact.solve(s)
        assert found.action is not None
        assert found.value == value
        assert i % 5 != 0 or value == -searched(rolit.after(s, found.action))


@pytest.mark.parametrize("options", READINGS[1:], ids=str)
def test_the_solver_follows_the_other_readings(options: dict[str, Any], long: bool) -> None:
    dice = random.Random(3)
    for i in range(200 if long else 30):
        s = reached(1 + i % 2, 5 + i % 4, dice, **options)
        found = exact.solve(s)
        assert found.action is not None
        assert found.value == searched(s)
        assert rolit.over(then := rolit.after(s, found.action)) or found.value == -searched(then)


def test_values_of_all_actions_are_exact_and_the_sign_is_theirs() -> None:
    dice = random.Random(4)
    for _ in range(20):
        s = reached(2, 8, dice)
        values = exact.values(s)
        assert list(values) == rolit.legal_actions(s)
        assert values == {action: -searched(rolit.after(s, action)) for action in values}
        best = max(values.values())
        assert exact.wins(s) == (best > 0) - (best < 0)
        found = exact.best(s)
        assert found is not None and values[found] == best


def test_a_small_window_gives_a_bound_on_the_right_side() -> None:
    dice, solver = random.Random(5), Solver(bits=12)
    for _ in range(200):
        p = sides_of(reached(2, 11, dice))
        value = Solver(bits=16).search(p, -37, 37)
        assert value is not None
        beta = value + dice.randrange(-6, 7)
        bound = solver.search(p, beta - 1, beta)
        assert bound is not None
        assert (value >= bound >= beta) if value >= beta else (value <= bound < beta)


def test_a_limit_on_the_nodes_is_kept_and_leaves_the_table_right() -> None:
    s = reached(2, 18, random.Random(6))
    p, solver = sides_of(s), Solver()
    assert solver.search(p, -37, 37, limit=1000) is None
    assert solver.nodes < 100_000
    assert solver.search(p, -37, 37) == exact.value_of(s)


def test_the_same_code_counts_the_games_of_6x6_othello(long: bool) -> None:
    bit = rolit.rules.bit
    white, black = bit(14) | bit(21), bit(15) | bit(20)
    for depth, games in enumerate(OTHELLO[: 12 if long else 9], start=1):
        assert code().count(black, white, black | white, kernel.OTHELLO, depth) == games


def shared(s: Any) -> list[Fraction]:
    """What each seat gets, by plain recursion over the interpreted rules."""
    if rolit.over(s):
        return [Fraction(rolit.payoff(s, seat), 60) for seat in range(s.players)]
    every = [shared(rolit.after(s, action)) for action in rolit.legal_actions(s)]
    most = max(shares[s.player] for shares in every)
    equals = [shares for shares in every if shares[s.player] == most]
    return [sum(column, Fraction()) / len(equals) for column in zip(*equals, strict=True)]


@pytest.mark.parametrize("players", [3, 4])
def test_shares_of_three_and_four_are_those_of_plain_recursion(players: int, long: bool) -> None:
    dice = random.Random(7)
    for i in range(30 if long else 8):
        s = reached(players, 4, dice, **READINGS[i % 4])
        shares = exact.shares(rolit, s)
        for action in rolit.legal_actions(s):
            plain = shared(rolit.after(s, action))
            assert shares[action] == pytest.approx([float(share) for share in plain])
            assert sum(shares[action]) == pytest.approx(1)


def test_what_cannot_be_solved_is_refused_in_a_sentence() -> None:
    with pytest.raises(BadRequest, match="2"):
        exact.solve(rolit.start(3))
    with pytest.raises(BadRequest, match="8"):
        exact.shares(rolit, rolit.start(4))
    assert exact.best(reached(2, 25, random.Random(8), capture_optional="yes")) is None


def test_a_finished_game_has_its_difference_and_no_action() -> None:
    s = reached(2, 1, random.Random(9))
    s = rolit.after(s, rolit.legal_actions(s)[0])
    found = exact.solve(s)
    assert found.action is None
    sign = 1 if s.side == 0 else -1
    assert found.value == sign * (rolit.score(s, 0) - rolit.score(s, 1))
    assert exact.best(s) is None


def test_a_side_without_a_ball_is_solved_too() -> None:
    dice = random.Random(10)
    for i in range(20):
        s = reached(2, 7, dice, **READINGS[i % 4])
        loser, winner = (0, 2) if i % 3 else (2, 0)
        s.ball[winner] |= s.ball[loser]
        s.ball[loser] = 0
        rolit.rules.refresh(s)
        assert exact.value_of(s) == searched(s)
