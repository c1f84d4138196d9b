"""What is sent to many at once is what each would be sent alone."""

from __future__ import annotations

import json
from typing import Any

import pytest
from every import GAMES, WITH_SECRETS
from pydantic_core import to_json
from tables.driving import NOON, Evening, some_cases

from ludotheque.parts import SPECTATOR
from ludotheque.server.frames import Drawn, texts
from ludotheque.tables import views


def alone(evening: Evening, n: int, seat: int) -> Any:
    """The frame of one seat after so many decisions."""
    frame = views.frame(evening.tables[n], evening.batches[n], seat, NOON)
    return json.loads(to_json(frame))


@pytest.mark.parametrize("name", GAMES)
def test_what_is_sent_to_many_at_once_is_what_is_sent_to_each(name: str) -> None:
    evening = Evening(some_cases(name, 1)[0])
    evening.gather()
    evening.spent(fuss=0.3)
    drawn = Drawn()  # of the whole evening: it must notice by itself when the board changes
    for n, table in enumerate(evening.tables):
        seats = [SPECTATOR, *range(table.players)]
        sent = texts(table, evening.batches[n], seats, NOON, drawn)
        assert list(sent) == seats
        for seat in seats:
            assert json.loads(sent[seat]) == alone(evening, n, seat)


def test_a_hidden_board_is_drawn_once_while_it_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening(some_cases(WITH_SECRETS, 1)[0])
    evening.gather()
    evening.spent()
    boards = 0
    draw = views.board_for

    def counted(*words: Any) -> Any:
        nonlocal boards
        boards += 1
        return draw(*words)

    monkeypatch.setattr(views, "board_for", counted)
    drawn, positions = Drawn(), 0
    for n, table in enumerate(evening.tables):
        if views.is_shown(table):
            positions += n == 0 or table.s is not evening.tables[n - 1].s
            texts(table, evening.batches[n], range(table.players), NOON, drawn)
    shown = sum(views.is_shown(table) for table in evening.tables)
    assert boards == positions * evening.case.players < shown * evening.case.players
