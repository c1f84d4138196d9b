"""Housekeeping: one table that cannot be read stops nobody else's."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import Any

import httpx
import pytest
from every import NO_LUCK, some

from ludotheque.server import housekeeping
from ludotheque.server.hub import Hub
from server.databases import file_of
from server.guests import OPEN, me
from server.houses import House, house, invite, until
from server.logs import captured

DAY = 24 * 3600
BROKEN: list[str | bytes] = ["{oops", "[1]", "3", b'{"name":"\xff\xfe"}', "[" * 100_000]


def damage(database: str, table: str, number: int, body: str | bytes) -> None:
    """Write something into an event's body that is no JSON of ours."""
    with closing(sqlite3.connect(file_of(database))) as connection, connection:
        connection.execute(
            "UPDATE events SET body = CAST(? AS TEXT) WHERE table_id = ? AND number = ?",
            (body, table, number),
        )


def statuses(found: House) -> dict[str, str]:
    """[table] -> its status in the list."""
    mine = found.guests[0].http.get("/api/tables/mine").json()
    return {one["table"]: one["status"] for one in mine}


@pytest.mark.parametrize("body", some([BROKEN[0], *BROKEN[-2:]], BROKEN))
@pytest.mark.parametrize("number", some([1], [0, 1]))
def test_an_unreadable_event_freezes_its_table_and_no_other(
    sqlite: str, monkeypatch: pytest.MonkeyPatch, number: int, body: str | bytes
) -> None:
    with house(sqlite, monkeypatch) as found:
        host = found.guest()
        names = [host.lay(NO_LUCK, me(), OPEN)["table"] for _ in range(3)]
        headers = host.headers
    damage(sqlite, names[0], number, body)
    with house(sqlite, monkeypatch, archive_days=30, poll_seconds=0.1) as found:
        found.guest().http.headers.update(headers)
        seen = httpx.get(f"{found.url}/api/tables/{names[0]}", headers=headers)
        assert seen.status_code == 200, seen.text
        assert seen.json()["notice"]["key"] == "notice.frozen"
        claim = {"name": "Eve"}
        answer = httpx.post(f"{found.url}/api/tables/{names[0]}/claim", json=claim)
        assert (answer.status_code, answer.json()["code"]) == (409, "frozen")
        found.clock.move(31 * DAY)
        until(lambda: set(statuses(found).values()) == {"abandoned"})


def test_a_table_that_cannot_be_closed_is_named_and_the_others_are_closed(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(housekeeping, "AT_ONCE", 2)
    collected: list[int] = []
    monkeypatch.setattr("gc.collect", lambda: collected.append(1))
    with captured() as lines, house(sqlite, monkeypatch) as found:
        host = found.guest()
        names = []
        for _ in range(6):
            found.clock.move(1)
            names.append(host.lay(NO_LUCK, me(), OPEN)["table"])
        bad = set(names[:3])  # more than are closed at once
        load = Hub.load

        async def loaded(self: Hub, name: str) -> Any:
            if name in bad:
                raise ZeroDivisionError
            return await load(self, name)

        monkeypatch.setattr(Hub, "load", loaded)
        found.hub.lives.clear()
        found.clock.move(31 * DAY)
        for _ in range(6):
            found.call(housekeeping.round_through(found.hub))
        closed = statuses(found)
        assert {name for name in names if closed[name] == "abandoned"} == set(names) - bad
        assert collected
    stuck = [line for line in lines if line["event"] == "table.stuck"]
    assert {line["table"] for line in stuck} == bad, "each is named"
    assert len(stuck) == len(bad), "and once"


def test_a_chore_that_fails_does_not_stop_the_others(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []

    async def fail(hub: Hub) -> None:
        raise ZeroDivisionError

    async def work(hub: Hub) -> None:
        done.append("work")

    with captured() as lines, house(sqlite, monkeypatch) as found:
        monkeypatch.setattr(housekeeping, "CHORES", (fail, work))
        found.call(housekeeping.round_through(found.hub))
    assert done == ["work"]
    assert [line["code"] for line in lines if line["event"] == "chores"] == ["fail"]


def test_tables_that_ended_long_ago_are_deleted_if_the_operator_wants_it(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(housekeeping, "DELETED", 2)
    with house(sqlite, monkeypatch, archive_days=1) as found:
        host, guest = found.guest(), found.guest()
        over = [invite(host, [guest], NO_LUCK, [me(), OPEN]) for _ in range(5)]
        for party in over:
            party.do(0, "resign")
        waiting = host.lay(NO_LUCK, me(), OPEN)["table"]
        found.clock.move(400 * DAY)
        for _ in range(3):
            found.call(housekeeping.round_through(found.hub))
        assert set(statuses(found)) == {waiting, *(party.table for party in over)}, "by default"
        headers = host.headers
    with house(sqlite, monkeypatch, archive_days=1, keep_days=90) as found:
        found.clock.move(400 * DAY)
        found.guest().http.headers.update(headers)
        fresh = found.guests[0].lay(NO_LUCK, me(), OPEN)["table"]
        found.call(housekeeping.round_through(found.hub))
        assert len(statuses(found)) == 5, "a few at a time"
        for _ in range(3):
            found.call(housekeeping.round_through(found.hub))
        assert set(statuses(found)) == {waiting, fresh}, "it was abandoned only then"
        found.clock.move(91 * DAY)
        for _ in range(2):
            found.call(housekeeping.round_through(found.hub))
        assert waiting not in statuses(found)
