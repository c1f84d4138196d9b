"""Rolit is solved: the second player wins, from the book and then by solving."""

from __future__ import annotations

import random
import time
from pathlib import Path
from typing import Any

import pytest

from ludotheque import bots, load
from ludotheque.errors import BadRequest
from ludotheque.games.rolit.solver import book, facts
from ludotheque.games.rolit.solver import solution as exact
from ludotheque.games.rolit.solver.checker import Checker, shipped
from ludotheque.games.rolit.solver.solver import CELLS, sides_of

rolit = load("rolit")
OPPONENTS = ["random", *(f"bot:{n + 1}" for n in range(len(bots.levels("rolit"))))]
GAMES = 2_000


def lead(s: Any) -> int:
    """The balls of the first side minus those of the second."""
    one, other = rolit.rules.COLOURS[s.players][:2]
    return int(s.ball[one].bit_count() - s.ball[other].bit_count())


@pytest.mark.parametrize("players", [1, 2])
def test_the_perfect_line_replays_to_its_value(players: int, long: bool) -> None:
    found: Any = facts(rolit, players, {})
    assert found["players"] == players and len(found["line"]) == 32
    s = rolit.start(players)
    for said in found["line"]:
        if exact.empties(s) <= (20 if long else 17):
            sign = 1 if s.side == 0 else -1
            assert exact.value_of(s) == sign * found["value"]
        s = rolit.play(s, said)
    assert rolit.over(s) and lead(s) == found["value"]


def test_what_is_not_solved_is_refused() -> None:
    unsolved: list[tuple[int, Any]] = [(3, {}), (4, {}), (2, {"no_capture_pass": "yes"})]
    for players, options in unsolved:
        with pytest.raises(BadRequest):
            facts(rolit, players, options)


def test_the_book_is_small_and_that_of_this_game() -> None:
    raw = shipped()
    assert len(raw) <= 2_000_000
    told = book.Book(raw).facts
    value = facts(rolit, 2, {})["value"]
    assert (told["players"], told["value"]) == (2, value)
    assert told["data"] in rolit.data_names
    assert book.Book(raw).start == sides_of(rolit.start(2))


def test_the_book_is_opened_quickly() -> None:
    book.Book(shipped()).reply(sides_of(rolit.play(rolit.start(2), "e3")))  # compiled by now
    begun = time.process_time()
    assert book.Book(shipped()).reply(sides_of(rolit.play(rolit.start(2), "e3"))) != 0
    assert time.process_time() - begun < 2  # a tenth of it when nothing else runs


def test_every_reply_of_the_book_is_legal_and_every_position_has_one() -> None:
    free = CELLS - 5
    for level, chosen in book.shipped().levels():
        assert {(a | b).bit_count() for a, b in level[:100]} == {CELLS - free}
        assert len(level) == len(chosen)
        for (a, b), number in list(zip(level, chosen, strict=True))[:: len(chosen) // 50 + 1]:
            p = ((a | b) ^ b, (a | b) ^ a, a | b)
            assert number < moves_of(p).bit_count()
        free -= 2


def moves_of(p: tuple[int, int, int]) -> int:
    """The moves of a position, by the rules."""
    s = rolit.start(2)
    s.ball[:] = [p[0], p[2] & ~p[0] & ~p[1], p[1], 0]
    rolit.rules.refresh(s)
    return int(s.moves)


def won(opponent: Any, first: int, seed: int) -> tuple[bool, float]:
    """Whether the best level wins a game as second player, and the longest time it thought."""
    s, longest = rolit.start(2, first=first), 0.0
    best = bots.bot(rolit, OPPONENTS[-1])
    best.begin()
    opponent.begin()
    while not rolit.over(s):
        if s.player == first:
            action = opponent.act(rolit.observe(s, first), first, seed)
        else:
            begun = time.perf_counter()
            action = best.act(rolit.observe(s, 1 - first), 1 - first, seed)
            longest = max(longest, time.perf_counter() - begun)
        s = rolit.after(s, action)
    return s.winners == 1 << 1 - first, longest


def test_the_best_level_wins_as_second_player_against_random_play() -> None:
    opponent = bots.bot(rolit, "random")
    assert all(won(opponent, i % 2, i)[0] for i in range(40))


@pytest.mark.long
@pytest.mark.parametrize("name", OPPONENTS)
def test_the_best_level_wins_2000_games_as_second_player_within_a_second_an_answer(
    name: str,
) -> None:
    opponent = bots.bot(rolit, name)
    won(opponent, 0, 0)  # the book is opened, all is compiled
    longest = 0.0
    for i in range(GAMES):
        wins, took = won(opponent, i % 2, i)
        assert wins, f"game {i}"
        longest = max(longest, took)
    assert longest < 1


def test_another_start_is_not_looked_up(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    text = (rolit.folder / "data.toml").read_text(encoding="utf-8")
    own.write_text(text.replace('"c3"', '"a1"'), encoding="utf-8")
    other = load("rolit", own)
    s = other.start(2)
    assert exact.best(s) is None
    dice = random.Random(1)
    while not other.over(s):
        best = exact.best(s)
        if exact.empties(s) <= 14:
            values = exact.values(s)
            assert best is not None and values[best] == max(values.values())
        s = other.after(s, dice.choice(other.legal_actions(s)))


def test_other_readings_of_the_rules_do_not_use_the_book() -> None:
    s = rolit.after(rolit.start(2, capture_optional="yes"), 16)
    assert exact.best(rolit.after(rolit.start(2), 16)) is not None
    assert exact.best(s) is None


@pytest.mark.long
def test_the_checker_confirms_that_the_second_player_wins() -> None:
    checked = Checker(rolit, rolit.start(2), shipped()).check()
    assert checked.settled == checked.positions[-1]
    assert list(checked.positions) == book.Book(shipped()).facts["levels"]
