"""Golden plays: whole games as text, replayed and compared to the letter."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from every import OURS, settings

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
    rare = {
        "rolit": "RO6 RO8 RO9 RO10 RO12 RO13 RO17 RO23",
        "quinze": "QQ2 QQ5 QQ6 QQ7 QQ8 QQ10 QQ12 QQ13 QQ15 QQ17 QQ22",
        "rafletout": "RT6 RT8 RT9 RT11 RT12 RT13 RT14 RT16 RT17 RT19 RT20 RT21 RT22 RT23 RT24 "
        "RT25 RT26 RT27 RT28 RT29 RT30 RT31 RT32",
        "raise": "RA6 RA7 RA8 RA11 RA12 RA14 RA15 RA16 RA17 RA18 RA19 RA20 RA21 RA23 RA29",
        "bonne-main": "BM1 BM7 BM8 BM9 BM10 BM12 BM16 BM18 BM19 BM21 BM22 BM23 BM25 BM26 BM27 BM28",
    }
    found = set()
    for path in PLAYS:
        if path.parent.name == name:
            found |= set(re.findall(r"^case: (\w+),", path.read_text(encoding="utf-8"), re.M))
    assert found == set(rare[name].split())
