"""Tables at a terminal whose screen is a string, and people who type."""

from __future__ import annotations

import io
import os
import random
import re
import subprocess
import sys
from typing import Any

import pytest
from rich.console import Console

from ludotheque import load
from ludotheque.log import Play
from ludotheque.terminal.screen import EndOfInput, Screen
from ludotheque.terminal.table import Quit, Table
from ludotheque.words.messages import message


class Typist(io.StringIO):
    """Types the first legal action whenever a line is wanted, and remembers what was shown."""

    table: Table

    def __init__(self) -> None:
        super().__init__()
        self.typed: list[str] = []
        self.parts: list[str] = []  # what was shown before each line
        self.states: list[Any] = []  # the state in which each line was typed

    def readline(self, _: int | None = -1, /) -> str:  # type: ignore[override]
        s = self.table.s
        self.parts.append(shown(self.table)[len("".join(self.parts)) :])
        self.states.append(s)
        self.typed.append(self.table.game.said(s)[0])
        return self.typed[-1] + "\n"


def sit_down(
    name: str,
    answers: io.StringIO,
    players: int | None = None,
    names: dict[int, str] | None = None,
    **options: Any,
) -> Table:
    """A table whose screen is a string."""
    game = load(name)
    play = Play(game, game.start(players or max(2, game.seats[0]), **options), names or {})
    table = Table(play, Screen(io.StringIO(), answers), random.Random(1), None)
    if isinstance(answers, Typist):
        answers.table = table
    return table


def shown(table: Table) -> str:
    out = table.screen.console.file
    assert isinstance(out, io.StringIO)
    return out.getvalue()


def play_on(table: Table) -> bool:
    """Play until the end, or until nothing more is typed."""
    try:
        table.run()
    except (Quit, EndOfInput):
        return False
    return True


def typing(name: str, *lines: str) -> Table:
    """A table for two at which these lines are typed."""
    table = sit_down(name, io.StringIO("".join(f"{line}\n" for line in lines)))
    play_on(table)
    return table


def says(table: Table, key: str, **facts: object) -> bool:
    return message(key, **facts) in shown(table)


def run_cli(*words: str, typed: str, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "ludotheque", *words],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        env=os.environ | {"PYTHONIOENCODING": "utf-8", "LUDOTHEQUE_LANG": "fr"} | env,
        check=False,
    )


def on_a_terminal(name: str, monkeypatch: pytest.MonkeyPatch, **env: str) -> str:
    """What a terminal gets of the first turn of a game."""
    for variable in ("NO_COLOR", "FORCE_COLOR", "COLORTERM"):
        monkeypatch.delenv(variable, raising=False)
    for variable, value in ({"TERM": "xterm"} | env).items():
        monkeypatch.setenv(variable, value)
    table = sit_down(name, io.StringIO("hello\n"))
    out = table.screen.console.file
    table.screen.console = Console(file=out, force_terminal=True, highlight=False, soft_wrap=True)
    play_on(table)
    return shown(table)


def codes(text: str) -> set[int]:
    """The numbers in a text's escape codes: 1 is bold, 31 is red."""
    return {int(n) for code in re.findall(r"\x1b\[([\d;]*)m", text) for n in code.split(";") if n}
