"""A data file of one's own: the game is played with it."""

from __future__ import annotations

from pathlib import Path

from own_data import Write, shipped, shipped_text

from ludotheque import load


def test_a_set_of_cards_of_ones_own_is_a_value_of_its_option(write: Write) -> None:
    data = shipped("quinze") | {"target": 30}
    data["set"] = [{"name": "wild", "cards": ["+9", "x3", "bust"]}]
    own = load("quinze", data=write(data))
    assert own.options["cards"].names == ("wild",)
    s = own.start(2, cumulative=True)
    assert own.said(s) == ["+9", "x3", "bust"]
    assert own.play(s, "+9", "turn", "x3").points == 27


def test_an_edited_file_is_another_game(tmp_path: Path) -> None:
    shipped = shipped_text("quinze")
    path = tmp_path / "own.toml"
    path.write_text(shipped, encoding="utf-8")
    before = load("quinze", data=path)
    path.write_text(shipped.replace("target = 15", "target = 14"), encoding="utf-8")
    after = load("quinze", data=path)
    assert (before.rules.TARGET, after.rules.TARGET) == (15, 14)
    assert before.data != after.data
