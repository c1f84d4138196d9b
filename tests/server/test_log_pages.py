"""The scroll: a log written in pieces says what each seat may see, and is written once for all."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from every import NO_LUCK, WITH_SECRETS, Case
from tables.driving import Evening

from ludotheque.parts import SPECTATOR
from ludotheque.server.hub import Live
from ludotheque.server.log_pages import PIECE, Scroll
from ludotheque.state import Seat
from ludotheque.tables import commands, kinds, views
from ludotheque.tables.draft import Draft

LONG = 3 * PIECE + 17  # events


@pytest.fixture(scope="module", params=[WITH_SECRETS, NO_LUCK])
def evening(request: pytest.FixtureRequest) -> Evening:
    """A game that is going on and has a long log, with things done in secret if there are."""
    found = Evening(Case(request.param, 3, ())).sit()
    for _ in range(20):
        table = found.table
        seat = table.acting()[0]
        action = table.game.legal_actions(table.game.facing(table.s, seat))[0]
        assert found.do(commands.play, seat, action, table.ply)
    while found.table.number < LONG:
        draft = Draft(found.table, found.now)
        draft.write(kinds.React(0, "hello"))
        found.take(draft)
    return found


def read(scroll: Scroll, evening: Evening, seat: Seat, first: int, end: int) -> Any:
    text = asyncio.run(scroll.text(evening.table, evening.told, seat, first, end))
    return json.loads(f"[{text}]")


def seen(evening: Evening, seat: Seat, first: int, end: int) -> Any:
    events = [views.event_for(evening.table, one, seat) for one in evening.told[first:end]]
    return json.loads(json.dumps(events))


def test_every_part_of_it_says_what_a_seat_may_see(evening: Evening) -> None:
    kept = Scroll()
    for _ in range(2):  # written, and read again
        for seat in (0, 1, 2, SPECTATOR):
            for first, end in ((0, LONG), (0, 0), (5, 7), (PIECE, 2 * PIECE), (90, LONG - 3)):
                assert read(kept, evening, seat, first, end) == seen(evening, seat, first, end)


def test_what_all_see_alike_is_written_once(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, count = Scroll(), 0
    event_for = views.event_for

    def counting(*facts: Any) -> Any:
        nonlocal count
        count += 1
        return event_for(*facts)

    monkeypatch.setattr(views, "event_for", counting)
    read(kept, evening, 0, 0, 3 * PIECE)
    assert count == 3 * PIECE
    read(kept, evening, 1, 0, 3 * PIECE)
    has_secrets = evening.table.game.rules.SECRETS
    assert count == (4 if has_secrets else 3) * PIECE, "only where something was done in secret"


def test_when_the_game_is_over_all_is_open(evening: Evening) -> None:
    kept = Scroll()
    read(kept, evening, 1, 0, LONG)
    later = Evening.__new__(Evening)
    vars(later).update(vars(evening))
    later.batches, later.tables = [*evening.batches], [*evening.tables]
    for seat in range(3):
        assert later.do(commands.resign, seat)
    assert later.table.is_over
    for seat in (1, SPECTATOR):
        assert read(kept, later, seat, 0, LONG) == seen(later, seat, 0, LONG)


@pytest.mark.anyio
async def test_others_have_their_turn_while_a_long_log_is_written(evening: Evening) -> None:
    turns = 0

    async def others() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    task = asyncio.create_task(others())
    await Scroll().text(evening.table, evening.told, 0, 0, LONG)
    task.cancel()
    assert turns >= LONG // PIECE


@pytest.mark.anyio
async def test_what_happens_while_a_log_is_written_is_in_it(evening: Evening) -> None:
    live = Live(evening.table, evening.told, {0: b"me"})
    reading = asyncio.create_task(live.frame(0, b"me", -1, 10_000))
    await asyncio.sleep(0)
    draft = Draft(live.table, evening.now)
    draft.write(kinds.React(0, "bye"))
    live.table = draft.table
    live.told += draft.told
    frame = json.loads(await reading)
    assert [event["number"] for event in frame["events"]] == list(range(live.table.number + 1))
    assert frame["number"] == live.table.number
    assert (frame["seat"], frame["mine"], "more" in frame) == (0, [0], False)


@pytest.mark.anyio
async def test_who_loses_a_seat_meanwhile_sees_no_more_than_a_spectator(evening: Evening) -> None:
    live = Live(evening.table, evening.told, {1: b"me"})
    reading = asyncio.create_task(live.frame(1, b"me", -1, 10_000))
    await asyncio.sleep(0)
    live.holders = {1: b"you"}
    frame = json.loads(await reading)
    assert frame["seat"] is None
    assert frame["events"] == seen(evening, SPECTATOR, 0, LONG + 10)
