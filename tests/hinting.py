"""What the tests of hints share: a position with a choice, and what each action is worth."""

from __future__ import annotations

import io
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from every import Case, walk

from ludotheque import Game
from ludotheque.bots import hints
from ludotheque.bots.hints import Hint
from ludotheque.log import Play
from ludotheque.terminal.screen import EndOfInput, Screen
from ludotheque.terminal.table import Table
from ludotheque.words.messages import message

FEW = 200  # simulations
Worth = Callable[..., list[Hint]]


def reached(name: str, players: int, plies: int = 0, number: int = 4) -> Play:
    """A random game up to a choice, so many plies or more from the start."""
    case = Case(name, players, ())
    actions: list[int] = []
    for s, action in walk(case, number):
        if s.plies >= plies and s.player >= 0 and len(case.game.legal_actions(s)) > 1:
            return Play(case.game, case.start(number), {}, actions)
        actions.append(action)
    raise AssertionError("the game is over")


def worth(game: Game, s: Any, simulations: int = FEW, seed: int = 0) -> list[Hint]:
    return hints.hints(game, game.observe(s, s.player), s.player, simulations, seed)


def best_first(found: list[Hint], seat: int) -> bool:
    shares = [hint.shares[seat] for hint in found]
    return shares == sorted(shares, reverse=True)


def saved(play: Play, folder: Path) -> str:
    path = folder / "x.play"
    play.save(path, replace=True)
    return str(path)


def asked(play: Play, *lines: str) -> str:
    """What the table shows when some lines are typed."""
    out = io.StringIO()
    typed = io.StringIO("".join(f"{line}\n" for line in lines))
    with pytest.raises(EndOfInput):
        Table(play, Screen(out, typed), random.Random(1), None).run()
    return out.getvalue()


def lines_of(text: str) -> list[str]:
    """The lines of the hints in what a table shows."""
    after = text.partition(message("play.hint"))[2]
    return [line for line in after.splitlines() if re.search(r"(estimé|exact)", line)]


def hint_quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hints at the table after a few simulations."""

    def quickly(game: Game, view: Any, seat: int) -> list[Hint]:
        return hints.hints(game, view, seat, FEW)

    monkeypatch.setattr("ludotheque.terminal.table.hints", quickly)
