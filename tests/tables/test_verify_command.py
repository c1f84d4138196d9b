"""`ludotheque verify`: one sentence if all holds, one if it does not, in two languages."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from commands import Run
from every import FEWEST_CHOICES, WITH_SECRETS, Case

from ludotheque import load
from ludotheque.tables import commands, dice
from ludotheque.tables.evidence import full_text
from tables.driving import Evening


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """The file of a game at which one seat stirred the dice."""
    evening = Evening(Case(FEWEST_CHOICES, 2, ()), 3)
    evening.do(commands.sit, 0, "Alice", dice.promise(b"a" * 32))
    evening.do(commands.sit, 1, "Bruno", "")
    evening.do(commands.stir, 0, b"a" * 32)
    evening.spent(0)
    return saved(evening, tmp_path)


def saved(evening: Evening, folder: Path) -> Path:
    file = folder / "game.play"
    file.write_text(full_text(evening.table, evening.events), encoding="utf-8")
    return file


def test_a_game_that_holds_is_said_to_hold(run: Run, game: Path) -> None:
    done = run("verify", str(game), "--lang", "fr")
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith("Tout tient\u00a0:")
    assert "1 place a mélangé les dés" in done.out
    done = run("verify", str(game), "--lang", "en")
    assert done.status == 0
    assert done.out.startswith("It all holds:")
    assert "table-3" in done.out
    assert "1 seat stirred the dice" in done.out


def test_what_was_brought_from_elsewhere_is_told(run: Run, tmp_path: Path) -> None:
    game = load(FEWEST_CHOICES)
    first = game.legal_actions(game.start(2))[:1]
    evening = Evening(Case(FEWEST_CHOICES, 2, ()), 3, brought=first, first=0).spent(0)
    file = str(saved(evening, tmp_path))
    assert "La première action vient d’un autre fichier" in run("verify", file, "--lang", "fr").out
    assert "The first action comes from another file" in run("verify", file, "--lang", "en").out


def test_it_is_told_as_json_too(run: Run, game: Path) -> None:
    done = run("verify", str(game), "--json")
    assert done.status == 0
    found = json.loads(done.out)
    assert (found["game"], found["table"], found["finished"]) == (FEWEST_CHOICES, "table-3", True)
    assert found["stirred"] == 1
    assert found["draws"] > 10


def test_a_game_that_was_given_up_is_said_to_be(run: Run, tmp_path: Path) -> None:
    evening = Evening(Case(WITH_SECRETS, 3, ())).sit()
    evening.do(commands.abandon)
    file = saved(evening, tmp_path)
    assert "given up" in run("verify", str(file), "--lang", "en").out
    assert "abandonnée" in run("verify", str(file), "--lang", "fr").out


def test_a_changed_byte_names_the_event(run: Run, game: Path) -> None:
    text = game.read_text(encoding="utf-8")
    game.write_text(text.replace('"Bruno"', '"Bruna"'), encoding="utf-8")
    done = run("verify", str(game), "--lang", "en")
    assert (done.status, done.out) == (2, "")
    assert "Event 2" in done.err
    assert len(done.err.splitlines()) == 1
    done = run("verify", str(game), "--lang", "fr")
    assert done.status == 2
    assert "L’événement 2" in done.err
    assert run("verify", str(game), "--json").status == 2


def test_a_header_that_was_changed_names_its_line(run: Run, game: Path) -> None:
    text = game.read_text(encoding="utf-8")
    game.write_text(text.replace("seat 2: Bruno", "seat 2: Bruna"), encoding="utf-8")
    done = run("verify", str(game), "--lang", "en")
    assert done.status == 2
    assert "seat 2: Bruna" in done.err and "seat 2: Bruno" in done.err


def test_a_file_without_a_log_says_where_to_get_one(run: Run, game: Path) -> None:
    text = game.read_text(encoding="utf-8")
    game.write_text(text.partition("# log")[0], encoding="utf-8")
    done = run("verify", str(game), "--lang", "en")
    assert done.status == 2
    assert "no log" in done.err


def test_a_file_that_is_no_game_is_refused_as_such(run: Run, game: Path) -> None:
    game.write_text("garbage\n", encoding="utf-8")
    done = run("verify", str(game), "--lang", "en")
    assert done.status == 2
    assert "is not a .play file" in done.err.replace("\n", " ")


def test_a_game_that_is_not_over_cannot_be_verified_yet(run: Run, tmp_path: Path) -> None:
    file = saved(Evening(Case(WITH_SECRETS, 3, ())).sit(), tmp_path)
    done = run("verify", str(file), "--lang", "en")
    assert done.status == 2
    assert "not over" in done.err


def test_a_file_that_is_no_text_is_refused(run: Run, game: Path) -> None:
    data = bytearray(game.read_bytes())
    data[100] = 0xFF
    game.write_bytes(data)
    done = run("verify", str(game), "--lang", "en")
    assert (done.status, done.out) == (2, "")
    assert "UTF-8" in done.err


def test_a_file_that_is_not_there_is_refused(run: Run, tmp_path: Path) -> None:
    done = run("verify", str(tmp_path / "none.play"), "--lang", "en")
    assert (done.status, done.out) == (2, "")
    assert "none.play" in done.err
    assert run("verify", str(tmp_path)).status == 2
    assert run("verify").status == 2


def test_the_file_is_replayed_like_any_other(run: Run, game: Path) -> None:
    assert run("replay", str(game), "--lang", "en").status == 0


def test_a_file_is_verified_without_anything_that_only_the_server_needs(game: Path) -> None:
    absent = ("fastapi", "numba", "pydantic", "regex", "sqlalchemy", "structlog", "uvicorn")
    begin = "import sys; sys.modules.update(dict.fromkeys(sys.argv[2:]))"
    work = "from ludotheque.tables.evidence import verify; verify(open(sys.argv[1]).read())"
    words = [sys.executable, "-c", f"{begin}; {work}", str(game), *absent]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
