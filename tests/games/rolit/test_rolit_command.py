"""Commands at this game: its options, and `solve` and `check` on a game that begins late."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from commands import Run

from ludotheque import Game, load
from ludotheque.games.rolit.solver import solution as exact
from ludotheque.games.rolit.solver import solve_start
from ludotheque.words.messages import message

rolit = load("rolit")


@pytest.fixture
def late(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A position that the side to move loses, in the place of the start."""
    dice = random.Random(11)
    while True:
        s = rolit.start(2)
        while exact.empties(s) > 16:
            s = rolit.after(s, dice.choice(rolit.legal_actions(s)))
        if exact.wins(s) < 0:
            break
    monkeypatch.setattr(Game, "start", lambda *_, **__: s)
    monkeypatch.setattr(solve_start.Work.bind, "__defaults__", (bool, 11))
    return s


def test_a_game_is_solved_its_book_made_and_checked(run: Run, late: Any, tmp_path: Path) -> None:
    proof, made = tmp_path / "late.proof", tmp_path / "late.bin"
    words = ["--memory", "16", "--resume", str(proof), "--book", str(made)]
    status, out, err = run("solve", "rolit", "--players", "2", "--json", *words)
    assert (status, err) == (0, "")
    found = json.loads(out)
    value = exact.value_of(late)
    assert found["value"] == value and len(found["line"]) == 16
    end = rolit.play(late, *found["line"])
    balls = [rolit.score(end, seat) for seat in (late.side, 1 - late.side)]
    assert balls[0] - balls[1] == value
    status, out, _ = run("solve", "rolit", "--lang", "en", *words)
    assert status == 0 and f"second side wins by {-value} balls" in out and "A perfect" in out
    check = ["--book", str(made), "--resume", str(tmp_path / "late.check")]
    status, out, _ = run("check", "rolit", "--json", *check)
    assert status == 0 and json.loads(out)["settled"] == json.loads(out)["positions"][-1]
    status, out, _ = run("check", "rolit", "--lang", "en", *check)
    assert status == 0 and "always wins" in out


def test_what_cannot_be_solved_or_checked_is_one_sentence(run: Run, tmp_path: Path) -> None:
    missing = str(tmp_path / "none.bin")
    for words in (
        ["solve", "raise"],
        ["solve", "rolit", "--players", "3"],
        ["solve", "rolit", "--memory", "none"],
        ["check", "quinze"],
        ["check", "rolit", "--book", missing],
    ):
        status, out, err = run(*words)
        assert (status, out) == (2, "") and len(err.strip().splitlines()) == 1, words


def test_every_simulated_game_has_all_its_balls(run: Run) -> None:
    facts = json.loads(run("simulate", "rolit", "--players", "3", "--games", "500", "--json").out)
    assert (facts["least"], facts["mean"], facts["most"]) == (32, 32.0, 32)
    assert 20 < sum(facts["scores"]) <= 36


def test_simulate_takes_options(run: Run) -> None:
    line = ("simulate", "rolit", "--games", "300", "--json", "--seed", "1")
    plain, passing = run(*line), run(*line, "--option", "no_capture_pass=yes")
    assert json.loads(plain.out)["least"] == 32 == json.loads(plain.out)["most"]
    assert json.loads(passing.out)["most"] > 32


def test_play_takes_names_options_and_the_first_player(run: Run) -> None:
    words = ["--seat", "1=Zoé", "--seat", "2=random", "--first", "1", "--seed", "3"]
    done = run("play", "rolit", *words, "--option", "capture_optional=yes", typed="e5\nq\n")
    assert (done.status, done.err) == (0, "")
    assert message("play.first", who="Zoé (joueur 1)") in done.out
    assert "⚙ Filou (au hasard)" in done.out
    assert "b2" in done.out.partition("\n>")[0], "nothing need be captured"
    assert (
        done.out
        == run("play", "rolit", *words, "--option", "capture_optional=yes", typed="e5\nq\n").out
    )
