"""Rolit alone: each colour plays for itself, and a bot may take grey (RO23)."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from every import Case
from tables.driving import Evening
from terminals import run_cli

from ludotheque import load
from ludotheque.bots import bot
from ludotheque.bots.hints import hints
from ludotheque.errors import Refused
from ludotheque.games.rolit.solver import solution
from ludotheque.log import OTHER_SIDE, parse
from ludotheque.tables import commands, evidence
from ludotheque.tables.table import rebuilt

game = load("rolit")


def late(free: int, number: int) -> Any:
    """A position alone with so many free cells."""
    dice, s = random.Random(number), game.start(1)
    while solution.empties(s) > free:
        s = game.after(s, dice.choice(game.legal_actions(s)))
    return s


def test_ro23_the_side_to_move_is_told() -> None:
    s = game.start(1)
    assert not game.other_side(s)
    assert game.other_side(game.after(s, game.legal_actions(s)[0]))
    assert not game.other_side(game.start(2, 1))


@pytest.mark.parametrize("free", [3, 4, 7, 8])
def test_ro23_the_first_hint_is_the_best_for_the_side_to_move(free: int) -> None:
    for number in range(6):
        s = late(free, number)
        values = solution.values(s)
        best = hints(game, s, 0)[0]
        assert values[best.action] == max(values.values())
        sign = -1 if game.other_side(s) else 1
        assert best.shares == [sign * values[best.action]], "the score is red's lead"


def test_ro23_the_search_wants_what_the_side_to_move_wants() -> None:
    """Too early for the solver: what is thought best for grey leaves red the least."""
    s = late(14, 1) if game.other_side(late(14, 1)) else late(13, 1)
    assert game.other_side(s)
    found = hints(game, s, 0)
    assert [hint.shares[0] for hint in found] == sorted(hint.shares[0] for hint in found)
    values = solution.values(s)
    tried = bot(game, "bot:4").act(s, 0, 3)
    assert values[tried] > sum(values.values()) / len(values) or len(set(values.values())) == 1


def test_ro23_a_bot_takes_grey_at_a_table() -> None:
    evening = Evening(Case("rolit", 1, ()), other_side="random").sit()
    table = evening.table
    assert table.opening.other_side == "random"
    assert [one["say"] for one in evening.shown(0)["actions"]] == game.said(table.s)
    evening.act()
    table = evening.table
    assert table.driver_of(0) == "random"
    assert evening.shown(0)["actions"] == []
    assert evening.do(commands.play, 0, game.legal_actions(table.s)[0], table.ply)
    assert evening.table.driver_of(0) == ""
    assert evening.do(commands.undo, 0), "one goes back to one's own choice, before the bot's"
    assert not game.other_side(evening.table.s)
    assert len(evening.table.actions) == 0
    again, _ = rebuilt(table.name, evening.seed, evening.events)
    assert again.opening.other_side == "random"
    text = evidence.seen_text(evening.table, 0, evening.told)
    assert f"{OTHER_SIDE}: random" in text


def test_ro23_only_alone_and_where_there_are_two_sides() -> None:
    for case in (Case("rolit", 2, ()), Case("quinze", 1, ())):
        with pytest.raises(Refused) as problem:
            Evening(case, other_side="random")
        assert problem.value.code == "side"


def test_ro23_a_bot_takes_grey_in_the_terminal(tmp_path: Path) -> None:
    file = tmp_path / "alone.play"
    said = f"e5\nsave {file}\nquit\n"
    words = ("play", "rolit", "--players", "1", "--seat", "2=random", "--lang", "fr")
    assert "avance du rouge" in run_cli(*words, typed=said).stdout
    play = parse(file.read_text(encoding="utf-8"))
    assert len(play.actions) == 2, "the bot has answered"
    assert play.extra[OTHER_SIDE] == "random"
