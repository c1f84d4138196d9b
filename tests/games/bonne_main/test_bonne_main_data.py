"""A data file of one's own: the game is played with it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from own_data import Write, random_play, shipped, shipped_text

from ludotheque import load
from ludotheque.errors import BadData, BadOption
from ludotheque.log import parse


def test_a_board_of_ones_own_is_a_value_of_its_option(write: Write) -> None:
    data = shipped("bonne-main")
    data["board"].append({"name": "petit", "picture": ["NNNE", "W.#E", "W..E", "WSSS"]})
    path = write(data)
    own = load("bonne-main", data=path)
    assert own.options["board"].names == ("cotes-7", "cotes-9", "petit")
    start = own.start(4, board="petit")
    assert own.draw(start).splitlines()[2] == "2  2a2 .   #   4b2"
    play = random_play(own, start)
    assert "option board: petit" in play.lines()
    assert parse(play.text(), data=path) == play
    assert own.options["board"].label("bonne-main", 2) == "petit"
    assert own.chosen(own.start())["board"] == "cotes-7"
    with pytest.raises(BadOption, match="petit"):
        load("bonne-main").start(4, board="petit")


@pytest.mark.parametrize("name", ["", " x ", "a\nb", "A", "a b"])
def test_a_board_has_a_name_that_can_be_typed(name: str, tmp_path: Path) -> None:
    shipped = shipped_text("bonne-main")
    path = tmp_path / "own.toml"
    path.write_text(shipped.replace('"cotes-9"', json.dumps(name)), encoding="utf-8")
    with pytest.raises(BadData):
        load("bonne-main", data=path)
