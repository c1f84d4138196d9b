"""At the terminal: names in sentences, and cards that stay turned."""

from __future__ import annotations

import io
from typing import Any

from terminals import play_on, says, shown, sit_down

from ludotheque import load
from ludotheque.terminal.replay import show
from ludotheque.terminal.screen import Screen
from ludotheque.terminal.table import Table
from ludotheque.words.messages import message


def test_sentences_call_people_by_name_and_the_standing_tells_their_number() -> None:
    names = {0: "Zoé", 1: "random"}
    table = sit_down("quinze", io.StringIO("turn\nstop\nq\n"), names=names, round_limit=1)
    play_on(table)
    points = table.game.score(table.s, 0)
    assert points > 0
    kept = f"{points} points gardés"
    lines = shown(table).splitlines()
    told = f"Zoé garde {points} points"
    assert any(line.startswith(told) for line in lines)
    assert any(line.startswith(f"  Zoé (joueur 1)\u00a0: {kept}") for line in lines)
    bot = message("web.bot", name=table.called[1])
    assert any(line.startswith(f"{bot} ") and line.endswith(".") for line in lines)
    out = io.StringIO()
    show(table.play, Screen(out, io.StringIO()), quietly=True)
    assert told in out.getvalue()


def now(table: Table) -> Any:
    """The state, whose fields are the game's own."""
    return table.s


def test_undo_does_not_go_back_past_a_die() -> None:
    table = sit_down("quinze", io.StringIO())
    while table.s.player < 0:
        table.act(table.game.parse(table.s, "+3" if not now(table).points else "x2"))
        if table.s.player >= 0 and len(table.states) == 2:
            table.act(table.game.parse(table.s, "turn"))
    before = list(table.play.actions)
    table.undo("")
    assert says(table, "play.undo.none")
    assert table.play.actions == before


def test_actions_may_be_typed_in_french() -> None:
    game = load("quinze")
    turned = game.play(game.start(2), "+5")
    assert game.play(turned, "arrêter") == game.play(turned, "stop")
