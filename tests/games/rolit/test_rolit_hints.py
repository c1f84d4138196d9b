"""Hints at this game: its end is known exactly."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from commands import Run
from hinting import FEW, asked, best_first, hint_quickly, lines_of, reached, saved, worth

from ludotheque import Game, load
from ludotheque.log import Play
from ludotheque.state import clone
from ludotheque.terminal.table import HINTS
from ludotheque.words.messages import message


def test_the_end_of_rolit_is_known_exactly() -> None:
    play = reached("rolit", 2, plies=26)
    game, s = play.game, play.end()
    found = worth(game, s)
    for hint in found:
        assert hint.error is None
        mine = plain_value(game, game.after(s, hint.action), s.player)
        assert hint.shares[s.player] == mine
    assert best_first(found, s.player)


def plain_value(game: Game, s: Any, seat: int) -> float:
    """The seat's share of the win, by full search."""
    if game.over(s):
        return game.payoff(s, seat) / 60
    values = []
    for action in game.legal_actions(s):
        then = clone(s)
        game.rules.apply(then, action)
        values.append(plain_value(game, then, seat))
    return max(values) if s.player == seat else min(values)


def test_the_beginning_of_rolit_is_estimated() -> None:
    s = load("rolit").start(2)
    few, many = (worth(load("rolit"), s, n) for n in (FEW, 16 * FEW))
    for found in (few, many):
        assert all(hint.error is not None and 0 < hint.error < 0.5 for hint in found)
    errors = [max(hint.error or 0 for hint in found) for found in (few, many)]
    assert errors[0] / errors[1] == pytest.approx(4, rel=0.4)


def test_hint_says_what_is_exact(run: Run, tmp_path: Path) -> None:
    file = saved(reached("rolit", 2, plies=24), tmp_path)
    facts = json.loads(run("hint", file, "--json").out)
    assert all(row["exact"] for row in facts["hints"])
    assert "(calcul exact)" in run("hint", file).out


def test_of_many_actions_the_table_tells_the_best_eight(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hint_quickly(monkeypatch)
    game = load("rolit")
    play = Play(game, game.start(2, capture_optional="yes"))
    n = len(play.game.said(play.end()))
    text = asked(play, "hint")
    assert len(lines_of(text)) == HINTS
    assert message("hint.more", n=n - HINTS) in text
