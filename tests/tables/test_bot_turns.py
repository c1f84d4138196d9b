"""A bot's turn: its luck is drawn once for all that it chooses in it."""

from __future__ import annotations

import pytest
from every import GAMES, Case

from ludotheque.state import Seat
from ludotheque.tables import bot_turns
from ludotheque.tables.bot_turns import Choices
from ludotheque.tables.table import PLAYING
from tables.driving import Evening, some_cases


def check_moods(case: Case, number: int) -> int:
    """How often a turn went on after a choice, in a game of which every turn is looked at."""
    choices, stayed = Choices(), 0
    seen: set[int] = set()
    before: tuple[Seat, int] | None = None  # who was to choose, and its luck
    for evening in Evening(case, number).sit().steps(fuss=0):
        table = evening.table
        if table.status != PLAYING or len(table.choosing()) != 1:
            before = None
            continue
        seat = table.choosing()[0]
        seed = choices.mood(table, seat)
        assert seed == choices.mood(table, seat), "asked twice, it is the same"
        if before is not None and before[0] == seat:
            assert seed == before[1]
            stayed += 1
        else:
            assert seed not in seen
        seen.add(seed)
        before = seat, seed
    return stayed


def test_the_mood_of_a_turn_lasts_until_somebody_else_chooses() -> None:
    several = [case for name in GAMES for case in some_cases(name, 5) if case.players > 1]
    assert sum(check_moods(case, number) for number, case in enumerate(several)) > 100


def test_what_is_long_over_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_turns, "MOODS", 2)
    choices = Choices()
    evening = Evening(some_cases(GAMES[0], 1)[0]).sit().until(lambda table: bool(table.choosing()))
    for address in "abc":
        evening.table.name = address
        choices.mood(evening.table, 0)
    assert [name for name, _ in choices.moods] == ["b", "c"]
