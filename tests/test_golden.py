"""Golden plays: whole games as text, replayed and compared to the letter."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from every import OURS, expected, settings

from ludotheque import load
from ludotheque.log import read

FOLDER = Path(__file__).parent / "plays"
PLAYS = sorted(FOLDER.glob("*/*.play"))


@pytest.mark.parametrize("name", OURS)
def test_every_golden_play_replays_to_the_letter(name: str) -> None:
    for path in PLAYS:
        if path.parent.name == name:
            play = read(path)
            assert play.game.name == name
            assert play.game.over(play.end())
            assert play.text(notes=True) == path.read_text(encoding="utf-8"), path.name


@pytest.mark.parametrize("name", OURS)
def test_golden_plays_cover_every_player_count_and_option(name: str) -> None:
    game = load(name)
    starts = [read(path).start for path in PLAYS if path.parent.name == name]
    assert len(starts) >= 40
    assert {s.players for s in starts} == set(range(game.seats[0], game.seats[1] + 1))
    for chosen in settings(game):
        for option, value in chosen:
            assert any(game.chosen(s)[option] == value for s in starts), f"{option}={value}"


@pytest.mark.parametrize("name", OURS)
def test_every_rare_case_has_its_play(name: str) -> None:
    """The rulings that speak of how often something happens are the rare cases."""
    found = set()
    for path in PLAYS:
        if path.parent.name == name:
            found |= set(re.findall(r"^case: (\w+),", path.read_text(encoding="utf-8"), re.M))
    assert found == set(expected(name).rare)
