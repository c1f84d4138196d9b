"""Every ruling has a test that bites, or says that it is a note."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from every import OURS, expected

from ludotheque import PACKAGES, load

ROOT = Path(__file__).parent.parent


def text_of(name: str) -> str:
    package = PACKAGES[name].rpartition(".")[2]
    path = ROOT / "tests" / "games" / package / f"test_{package}.py"
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", OURS)
def test_the_rulings_are_all_there_with_their_options(name: str) -> None:
    game, right = load(name), expected(name)
    assert [r.id for r in game.rulings] == [f"{game.prefix}{i + 1}" for i in range(right.rulings)]
    assert list(game.options) == right.options
    assert {r.id for r in game.rulings if r.note} == set(right.notes)


@pytest.mark.parametrize("name", OURS)
def test_every_ruling_that_is_no_note_has_a_test_named_after_it(name: str) -> None:
    named = set(re.findall(r"def test_([a-z]{2}\d+)_", text_of(name)))
    wanted = {ruling.id.lower() for ruling in load(name).rulings if not ruling.note}
    assert wanted - named == set()


@pytest.mark.parametrize("name", OURS)
def test_every_option_is_exercised_by_the_tests_of_its_game(name: str) -> None:
    for option in load(name).options:
        assert option in text_of(name)


@pytest.mark.long
@pytest.mark.parametrize("name", OURS)
def test_no_broken_ruling_survives_its_tests(name: str) -> None:
    script = [sys.executable, str(ROOT / "scripts" / "mutate.py"), name]
    done = subprocess.run(script, capture_output=True, text=True, check=False)
    assert done.stdout.strip().endswith("0 problems"), done.stdout + done.stderr
