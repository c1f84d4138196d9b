"""Who is there: told to all who look, stored nowhere, and what a bot waits for."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from every import NO_LUCK, WITH_SECRETS
from websockets.asyncio.client import ClientConnection

from ludotheque.server import presence
from ludotheque.server.presence import Known, called

from .guests import OPEN, Json, bot, me, receive
from .houses import House, Party, house, invite
from .running import PATIENCE

PATIENT = 30  # seconds that these tables wait


@pytest.fixture
def still(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    monkeypatch.setattr(presence, "CALM", 0.01)
    with house(sqlite, monkeypatch) as found:
        yield found


def seated(still: House, **wish: Any) -> Party:
    """A table of two people, the first of whom is to act."""
    host, guest = still.guest(), still.guest()
    return invite(host, [guest], NO_LUCK, [me(), OPEN], patience=PATIENT, **wish)


async def here(ws: ClientConnection, hidden: bool = False) -> Json:
    """Say so, and what is told then."""
    await ws.send(json.dumps({"do": "here", "hidden": hidden}))
    return await receive(ws, "people")


async def people_until(ws: ClientConnection, is_it: Any) -> Json:
    """The first word on people for which something holds."""
    async with asyncio.timeout(PATIENCE):
        while True:
            found = await receive(ws, "people")
            if is_it(found):
                return found


def states(found: Json) -> list[str | None]:
    return [one and one["state"] for one in found["seats"]]


def refused_with(answer: Any) -> tuple[str, int]:
    told = answer.json()
    return told["code"], told["facts"].get("n", 0)


# ---- who is there


@pytest.mark.anyio
async def test_who_says_here_is_told_who_is_there_and_nobody_else_is(still: House) -> None:
    party = seated(still)
    one, other = party.people[0], party.people[1]
    async with one.socket(party.table, seat=0) as ws, one.socket(party.table, seat=0) as mute:
        assert states(await here(ws)) == ["there", "gone"]
        async with other.socket(party.table, seat=1) as theirs:
            await people_until(ws, lambda found: states(found) == ["there", "there"])
            await here(theirs, hidden=True)
            await people_until(ws, lambda found: states(found) == ["there", "away"])
        gone = await people_until(ws, lambda found: states(found) == ["there", "gone"])
        assert gone["seats"][1] == {"state": "gone", "ago": 0, "bot": PATIENT * 1000}
        party.do(0, "react", what="hello")
        while json.loads(await asyncio.wait_for(mute.recv(), PATIENCE))["type"] != "news":
            raise AssertionError("who has not said here is told")


@pytest.mark.anyio
async def test_tabs_of_one_person_count_once_and_one_in_sight_is_enough(still: House) -> None:
    party = seated(still)
    one, other = party.people[0], party.people[1]
    onlooker = still.guest()
    async with (
        one.socket(party.table) as ws,
        other.socket(party.table, hidden="true"),
        other.socket(party.table),
        onlooker.socket(party.table),
        onlooker.socket(party.table),
    ):
        found = await here(ws)
        while found["watching"] != 1 or states(found) != ["there", "there"]:
            found = await receive(ws, "people")


@pytest.mark.anyio
async def test_bots_and_free_seats_are_nobody(still: House) -> None:
    host = still.guest()
    table = host.lay(NO_LUCK, me(), bot(), OPEN)["table"]
    async with host.socket(table) as ws:
        assert states(await here(ws)) == ["there", None, None]


def test_nothing_of_it_is_stored_and_it_says_nothing_of_anybody(still: House, sqlite: str) -> None:
    party = seated(still)

    async def visit() -> Json:
        async with party.people[0].socket(party.table) as ws:
            return await here(ws)

    before = party.seen()["number"]
    told = asyncio.run(visit())
    assert set(told) == {"type", "seats", "watching"}
    assert party.seen()["number"] == before
    live = still.hub.lives[party.table]
    for owner in live.holders.values():
        assert called(owner, "192.0.2.7") not in json.dumps(told)
    assert "127.0.0.1" not in json.dumps(told)
    file = Path(sqlite.removeprefix("sqlite:///"))
    with sqlite3.connect(file) as connection:
        (dump,) = ["\n".join(connection.iterdump())]
    assert not re.search(r"\bwatching\b|\"(?:state|ago|hidden)\"", dump)


def test_what_hands_hold_changes_no_byte_of_it(still: House) -> None:
    """The same people at two tables whose hands are dealt otherwise."""
    told = []
    for _ in range(3):
        host, guest = still.guest(), still.guest()
        party = invite(host, [guest], WITH_SECRETS, [me(), OPEN], patience=PATIENT)

        async def visit(party: Party = party) -> list[Json]:
            async with party.people[0].socket(party.table) as ws:
                found = [await here(ws)]
                async with party.people[1].socket(party.table):
                    found.append(await people_until(ws, lambda now: "gone" not in states(now)))
                return found

        told.append(asyncio.run(visit()))
    assert told[0] == told[1] == told[2]


# ---- who may be replaced


def test_a_bot_stands_in_for_who_is_gone_for_as_long_as_the_table_has_patience(
    still: House,
) -> None:
    party = seated(still, stand_in="random")
    away = party.actor()
    assert refused_with(party.do(1 - away, "stand_in", away=away)) == ("patience", PATIENT)
    still.clock.move(PATIENT - 1)
    assert refused_with(party.do(1 - away, "stand_in", away=away)) == ("patience", 1)
    still.clock.move(1)
    assert party.do(1 - away, "stand_in", away=away).status_code == 200
    assert party.seen()["seats"][away]["stand_in"] == "random"


@pytest.mark.anyio
async def test_who_is_there_is_asked_first_and_any_sign_answers(still: House) -> None:
    party = seated(still, stand_in="random")
    slow = party.actor()
    async with party.people[slow].socket(party.table, seat=slow) as ws:
        await here(ws)
        assert refused_with(party.do(1 - slow, "stand_in", away=slow)) == ("patience", PATIENT)
        still.clock.move(PATIENT)
        assert party.do(1 - slow, "stand_in", away=slow).status_code == 200
        asked = await people_until(ws, lambda found: "asked" in found["seats"][slow])
        assert asked["seats"][slow]["asked"] == 1000 * presence.ANSWER
        assert "stand_in" not in party.seen()["seats"][slow]
        assert refused_with(party.do(1 - slow, "stand_in", away=slow)) == ("asking", 20)
        await here(ws)
        await people_until(ws, lambda found: "asked" not in found["seats"][slow])
        still.clock.move(PATIENT - 1)
        told = refused_with(party.do(1 - slow, "stand_in", away=slow))
        assert told == ("patience", 1), "who has answered is given time again"


@pytest.mark.anyio
async def test_who_does_not_answer_is_replaced_and_comes_back(still: House) -> None:
    party = seated(still, stand_in="random")
    slow = party.actor()
    async with party.people[slow].socket(party.table, seat=slow):
        still.clock.move(PATIENT)
        party.do(1 - slow, "stand_in", away=slow)
        still.clock.move(presence.ANSWER)
        assert party.do(1 - slow, "stand_in", away=slow).status_code == 200
        assert party.seen()["seats"][slow]["stand_in"] == "random"
        assert party.do(slow, "back").status_code == 200
        assert "stand_in" not in party.seen()["seats"][slow]


@pytest.mark.anyio
async def test_a_page_out_of_sight_does_not_bring_its_person_back(still: House) -> None:
    party = seated(still, stand_in="random")
    away = party.actor()
    still.clock.move(PATIENT)
    party.do(1 - away, "stand_in", away=away)
    async with party.people[away].socket(party.table, seat=away, hidden="true") as ws:
        await receive(ws)
        assert "stand_in" in party.seen()["seats"][away]
    async with party.people[away].socket(party.table, seat=away) as ws:
        await receive(ws)
        assert "stand_in" not in party.seen()["seats"][away]


@pytest.mark.anyio
async def test_a_move_answers_the_question(still: House) -> None:
    party = seated(still, stand_in="random")
    slow = party.actor()
    async with party.people[slow].socket(party.table, seat=slow):
        still.clock.move(PATIENT)
        party.do(1 - slow, "stand_in", away=slow)
        party.play(slow)
        assert still.hub.lives[party.table].people.asked == {}


# ---- other workers


def test_what_another_worker_says_is_believed_until_it_is_silent(still: House) -> None:
    party = seated(still)
    live = still.hub.lives[party.table]
    now = still.clock.monotonic()
    live.people.elsewhere["other"] = Known({1: False}, frozenset({"a"}), now)
    assert live.people.gone(live, 1, now) is None
    later = now + presence.FORGOTTEN + 1
    assert live.people.gone(live, 1, later) == pytest.approx(later - now)
    assert live.people.frame(live, later)["watching"] == 0


def test_words_that_nobody_understands_do_no_harm(still: House) -> None:
    party = seated(still)

    async def hear() -> None:
        attendance = still.hub.attendance
        for text in ("", "{}", "[]", '{"table": 5}', json.dumps({"table": party.table})):
            attendance.heard(text)

    still.call(hear())
    assert party.seen()["status"] == "playing"


def test_whoever_looks_on_is_called_by_nothing_of_theirs() -> None:
    assert called(b"owner", "") == called(b"owner", "192.0.2.1")
    assert called(None, "192.0.2.1") != called(None, "192.0.2.2")
    assert "192" not in called(None, "192.0.2.1")
