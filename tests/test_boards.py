"""Boards are told what happened: none guesses it from words or notation.

A board's files are searched for the ways in which one would: a sentence's key that is compared,
a regular expression or the cutting up of a text, a cast of what the server sends.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from every import OURS

GAMES = Path(__file__).parent.parent / "web" / "src" / "games"
GUESSES = {
    "compares a sentence's key": r"\bkey\b\s*[!=]==?|\.key\b",
    "reads a notation": r"\.(exec|test|match|matchAll|split|startsWith|endsWith)\(|RegExp|place\(/",
    "casts what is sent": r"\bas unknown as\b|\bas (View|Box|Figures|Effect|\w+\[\])",
    "listens to events": r"(?<!-)\bevents\b|\bHappened\b",
}


def sources(name: str) -> list[Path]:
    """The files of a board that people write."""
    files = [path for path in sorted((GAMES / name).iterdir()) if path.suffix in (".ts", ".svelte")]
    return [path for path in files if path.name != "wire.ts"]


@pytest.mark.parametrize("name", OURS)
@pytest.mark.parametrize("guess", GUESSES)
def test_no_board_guesses(name: str, guess: str) -> None:
    found = [
        f"{path.name}:{number}: {line.strip()}"
        for path in sources(name)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if re.search(GUESSES[guess], line)
    ]
    assert found == []


@pytest.mark.parametrize("name", OURS)
def test_a_board_takes_its_types_from_those_that_are_made(name: str) -> None:
    wire = (GAMES / name / "wire.ts").read_text(encoding="utf-8")
    made = set(re.findall(r"^export (?:interface|type) (\w+)", wire, re.M))
    board = (GAMES / name / "Board.svelte").read_text(encoding="utf-8")
    assert re.search(r"BoardProps<View, Box, (Figures|unknown), Effect>", board)
    for path in sources(name):
        own = set(re.findall(r"^\s*(?:export )?(?:interface|type) (\w+)", path.read_text(), re.M))
        assert own & made == set(), f"{path.name} writes a type again"
