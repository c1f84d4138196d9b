"""At the terminal: the colours of the balls, and why not."""

from __future__ import annotations

import pytest
from terminals import codes, on_a_terminal, says, shown, typing


def test_a_terminal_has_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    text = on_a_terminal("rolit", monkeypatch)
    assert "\x1b[1;31mS\x1b[0m" in text
    assert {31, 32, 33} <= codes(text)


def test_why_names_the_ruling_the_reason_and_the_places() -> None:
    table = typing("rolit", "why c3", "pourquoi a1", "why e5", "why zz", "why")
    game, s = table.game, table.s
    for said, ruling, place in (("c3", "RO", "c3"), ("a1", "RO11", "a1")):
        refusal = game.why_not(s, said)
        assert refusal is not None
        if ruling == "RO":
            assert refusal.sentence() in shown(table)
        else:
            assert says(table, "play.why", ruling=ruling, sentence=refusal.sentence())
        assert refusal.places == (place,)
    assert says(table, "play.why.legal", what=game.tell(s, game.parse(s, "e5")))
    assert says(table, "error.action.unreadable", said="zz", prompt=game.prompt(s))
    assert says(table, "play.why.ask", example="e3")
    assert table.play.actions == []
