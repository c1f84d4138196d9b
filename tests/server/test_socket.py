"""The socket of a table: nothing missed, nothing twice, and no frame does any harm."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
import websockets
from every import FEWEST_CHOICES, FOR_THREE, MOST_CHOICES, NO_LUCK, WITH_SECRETS
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.asyncio.client import ClientConnection
from websockets.sync.client import ClientConnection as Line
from websockets.sync.client import connect

from ludotheque.tables.evidence import verify

from .frames import documented, texts
from .guests import OPEN, Guest, Json, People, bot, me, receive
from .houses import Party, invite
from .running import Server

pytestmark = pytest.mark.anyio


async def ask(ws: ClientConnection, **frame: Any) -> Json:
    """Send a frame; the answer to it."""
    await ws.send(json.dumps({"id": 1, **frame}))
    while True:
        answer: Json = json.loads(await asyncio.wait_for(ws.recv(), 20))
        if answer["type"] != "news":
            assert answer["id"] == frame.get("id", 1)
            return answer


async def refused(ws: ClientConnection, text: str | bytes) -> Json:
    """The error that a frame is answered with."""
    await ws.send(text)
    return await receive(ws, "error")


def numbers(news: list[Json]) -> list[int]:
    """The events that somebody has heard of."""
    return [event["number"] for frame in news for event in frame["events"]]


async def closed(ws: ClientConnection) -> tuple[int, str]:
    """How the server closes a socket, whatever it sends before."""
    try:
        while True:
            await asyncio.wait_for(ws.recv(), 20)
    except websockets.ConnectionClosed as leaving:
        return how(leaving)


def how(leaving: websockets.ConnectionClosed) -> tuple[int, str]:
    """The code and the reason that the server gave."""
    assert leaving.rcvd is not None
    return leaving.rcvd.code, leaving.rcvd.reason


# ---- news


async def test_everybody_hears_of_everything_once_and_in_order(people: People) -> None:
    host, guest, spectator = people(3)
    party = invite(host, [guest], WITH_SECRETS, [me(), OPEN])
    async with (
        host.socket(party.table) as one,
        guest.socket(party.table) as two,
        spectator.socket(party.table) as three,
    ):
        heard: list[list[Json]] = []
        for ws in (one, two, three):
            heard.append([await receive(ws)])
        await asyncio.to_thread(party.play_out)
        for ws, news in zip((one, two, three), heard, strict=True):
            while news[-1]["status"] == "playing":
                news.append(await receive(ws))
            assert numbers(news) == list(range(news[-1]["number"] + 1))
        assert [news[-1]["seat"] for news in heard] == [0, 1, None]
        assert len({news[-1]["chain"] for news in heard}) == 1


async def test_after_a_drop_one_goes_on_where_one_was(people: People) -> None:
    (host,) = people(1)
    party = Party(host.lay(NO_LUCK, me(), me("Ben"))["table"], {0: host, 1: host})
    async with host.socket(party.table) as ws:
        news = [await receive(ws)]
        await asyncio.to_thread(party.play)
        news.append(await receive(ws))
        ws.transport.abort()
    for _ in range(3):
        await asyncio.to_thread(party.play)
    async with host.socket(party.table, since=news[-1]["number"]) as ws:
        news.append(await receive(ws))
        await asyncio.to_thread(party.play)
        news.append(await receive(ws))
    assert numbers(news) == list(range(news[-1]["number"] + 1))
    assert news[2]["opening"] == news[0]["opening"]
    async with host.socket(party.table, since=news[-1]["number"]) as ws:
        assert (await receive(ws))["events"] == []
    async with host.socket(party.table, since=2**31 - 1) as ws:
        assert (await receive(ws))["events"] == []


async def test_a_request_is_answered_and_its_news_come_to_all(people: People) -> None:
    host, guest = people(2)
    party = invite(host, [guest], NO_LUCK, [me(), OPEN])
    seat = party.actor()
    async with (
        party.people[seat].socket(party.table) as mine,
        party.people[1 - seat].socket(party.table) as theirs,
    ):
        seen = await receive(mine)
        await receive(theirs)
        action = seen["actions"][0]
        done = await ask(mine, do="play", seat=seat, action=action["say"], ply=seen["ply"], id=77)
        assert (done["type"], done["ply"]) == ("done", seen["ply"] + 1)
        news = await receive(theirs)
        assert news["number"] == done["number"]
        assert news["events"][0]["say"] == action["say"]
        assert news["acting"] == [1 - seat]
        assert news["actions"]


async def test_one_looks_from_another_of_ones_seats(people: People) -> None:
    host, guest = people(2)
    party = invite(host, [guest], WITH_SECRETS, [me(), me("Ben"), OPEN])
    async with host.socket(party.table, seat=1) as ws:
        news = await receive(ws)
        assert news["seat"] == 1
        for seat in (0, None, 1):
            await ws.send(json.dumps({"do": "look", "seat": seat}))
            news = await receive(ws)
            hands = [sum(hand) == 6 for hand in news["view"]["hand"][:3]]
            assert hands == [seat == other for other in range(3)]
            assert (news["seat"], bool(news["actions"])) == (seat, seat is not None)
        assert news["events"] == []
        await ws.send(json.dumps({"do": "look", "seat": 0, "since": news["number"] - 3}))
        events = (await receive(ws))["events"]
        assert [event["number"] for event in events] == [news["number"] - n for n in (2, 1, 0)]
        await ws.send(json.dumps({"do": "look", "seat": 1}))
        await receive(ws)
        answer = await ask(ws, do="look", seat=2)
        assert (answer["type"], answer["code"]) == ("error", "seat")
        await asyncio.to_thread(party.play, 2)
        assert (await receive(ws))["seat"] == 1, "one goes on looking from where one was"


@pytest.mark.parametrize(("game", "shown"), [(WITH_SECRETS, None), (NO_LUCK, 0)])
async def test_who_holds_several_hidden_hands_sees_none_until_one_is_named(
    people: People, game: str, shown: int | None
) -> None:
    (host,) = people(1)
    table = host.lay(game, me(), me("Ben"))["table"]
    async with host.socket(table) as ws:
        news = await receive(ws)
        assert (news["seat"], news["mine"]) == (shown, [0, 1])
        if game == WITH_SECRETS:
            assert {n for hand in news["view"]["hand"][:2] for n in hand} == {-1}


async def test_who_got_up_does_not_see_the_cards_of_who_sits_down(people: People) -> None:
    host, first, second = people(3)
    laid = host.lay(WITH_SECRETS, me(), OPEN)
    table = laid["table"]
    first.claim(table, laid["code"], "Bob", promise="0" * 64)
    async with first.socket(table) as ws:
        assert (await receive(ws))["seat"] == 1
        assert (await ask(ws, do="leave", seat=1))["type"] == "done"
        await asyncio.to_thread(second.claim, table, laid["code"], "Carl")
        news = await receive(ws)
        while news["status"] == "waiting":
            news = await receive(ws)
        assert news["seat"] is None
        assert {n for hand in news["view"]["hand"][:2] for n in hand} == {-1}


async def test_the_old_device_of_a_seat_only_looks_on(people: People) -> None:
    host, guest, phone = people(3)
    party = invite(host, [guest], WITH_SECRETS, [me(), OPEN])
    code = host.http.post(f"/api/tables/{party.table}/invite", json={"seat": 0}).json()["code"]
    async with host.socket(party.table) as ws:
        assert (await receive(ws))["seat"] == 0
        await asyncio.to_thread(phone.claim, party.table, code, "x")
        news = await receive(ws)
        assert news["seat"] is None
        assert {n for hand in news["view"]["hand"][:2] for n in hand} == {-1}
        answer = await ask(ws, do="resign", seat=0)
        assert answer["code"] == "seat"


# ---- what is late, twice, or out of order


async def test_a_frame_that_comes_twice_is_done_once(people: People) -> None:
    (host,) = people(1)
    party = Party(host.lay(NO_LUCK, me(), me("Ben"))["table"], {0: host, 1: host})
    seat = party.actor()
    async with host.socket(party.table, seat=seat) as ws:
        seen = await receive(ws)
        action, ply = seen["actions"][0]["id"], seen["ply"]
        for expected in ("done", "error", "error"):
            answer = await ask(ws, do="play", seat=seat, action=action, ply=ply)
            assert answer["type"] == expected
        assert (answer["code"], answer["facts"]) == ("stale", {"ply": ply + 1})
        for wrong in (0, ply - 1, ply + 2, 2**31 - 1):
            answer = await ask(ws, do="play", seat=1 - seat, action=action, ply=wrong)
            assert answer["code"] == "stale"
    assert party.seen()["number"] == seen["number"] + 1


async def test_of_two_devices_that_play_at_once_one_is_first(people: People) -> None:
    (host,) = people(1)
    party = Party(host.lay(NO_LUCK, me(), me("Ben"))["table"], {0: host, 1: host})
    seat = party.actor()
    async with host.socket(party.table, seat=seat) as one, host.socket(party.table) as two:
        seen = await receive(one)
        play = {"do": "play", "seat": seat, "ply": seen["ply"]}
        moves = [
            ask(ws, **play, action=action["id"])
            for ws, action in zip((one, two), seen["actions"], strict=False)
        ]
        answers = await asyncio.gather(*moves)
    assert sorted(answer["type"] for answer in answers) == ["done", "error"]
    assert party.seen()["number"] == seen["number"] + 1


async def test_answers_come_in_the_order_of_the_requests(crowd: People) -> None:
    (host,) = crowd(1)
    table = host.lay(NO_LUCK, me(), me("Ben"))["table"]
    async with host.socket(table) as ws:
        for n in range(50):
            await ws.send(json.dumps({"do": "why", "seat": n % 2, "action": "a1", "id": n}))
        assert [(await receive(ws, "done"))["id"] for _ in range(50)] == list(range(50))


# ---- what cannot be read


async def test_what_cannot_be_read_is_said_to_be_so(crowd: People) -> None:
    (host,) = crowd(1)
    party = Party(host.lay(NO_LUCK, me(), me("Ben"))["table"], {0: host, 1: host})
    before = party.seen()
    async with host.socket(party.table) as ws:
        for text in (
            b"\x00\x01",
            b'{"do": "resign", "seat": 0}',
            "",
            "resign",
            "{",
            "null",
            "[]",
            "{}",
            '{"do": "dance", "seat": 0}',
            '{"do": "resign"}',
            '{"do": "resign", "seat": "0"}',
            '{"do": "resign", "seat": true}',
            '{"do": "resign", "seat": 0.0}',
            '{"do": "resign", "seat": 6}',
            '{"do": "resign", "seat": -1}',
            '{"do": "resign", "seat": 0, "loud": true}',
            '{"do": "resign", "seat": 0, "id": -1}',
            '{"do": "consent", "seat": 0, "yes": 1}',
            '{"do": "play", "seat": 0, "action": "", "ply": 1}',
            '{"do": "play", "seat": 0, "action": 1e3, "ply": 1}',
            '{"do": "play", "seat": 0, "action": 99999999999999999999999999, "ply": 1}',
            '{"do": "stir", "seat": 0, "bytes": "ff"}',
            '{"do": "resign", "seat": 0, "x": "\\ud800"}',
            "[" * 5000 + "]" * 5000,
            '{"a":' * 2000 + "1" + "}" * 2000,
        ):
            answer = await refused(ws, text)
            assert (answer["code"], answer["id"]) == ("invalid", None)
    assert party.seen() == before


async def test_a_seat_of_nobody_or_of_another_is_not_ones_own(crowd: People) -> None:
    host, guest = crowd(2)
    party = invite(host, [guest], NO_LUCK, [me(), OPEN, bot()])
    async with guest.socket(party.table) as ws:
        await receive(ws)
        for seat in (0, 2, 3, 5):
            for do in ("resign", "undo", "abandon", "leave"):
                assert (await ask(ws, do=do, seat=seat))["code"] == "seat"


async def test_a_frame_that_is_too_long_closes_the_socket(crowd: People) -> None:
    (host,) = crowd(1)
    table = host.lay(NO_LUCK, me(), me("Ben"))["table"]
    for pieces in (["x" * 20_000], ["x" * 9_000] * 2):
        async with host.socket(table) as ws:
            await ws.send(pieces)
            assert (await closed(ws))[0] == 1009
    assert host.look(table)["status"] == "playing"


async def test_a_socket_to_nowhere_is_closed_with_a_reason(
    crowd: People, one_server: Server
) -> None:
    host, guest = crowd(2)
    table = host.lay(NO_LUCK, me(), OPEN)["table"]
    for name in ("x" * 16, "x", "x" * 17, "%00" * 16, "%ff", "'%20OR%201=1--"):
        async with host.socket(name) as ws:
            assert await closed(ws) == (4404, "unknown")
    async with guest.socket(table, seat=0) as ws:
        assert await closed(ws) == (4403, "seat")
    guest.headers = {}
    async with guest.socket(table, seat=0) as ws:
        assert await closed(ws) == (4401, "token")
    for query in ({"seat": 6}, {"seat": "x"}, {"since": -2}, {"since": 2**31}):
        async with host.socket(table, **query) as ws:
            assert await closed(ws) == (1008, "invalid")


# ---- who does not keep up


async def test_who_does_not_read_is_told_so_when_they_do(crowd: People) -> None:
    """What the machines between us can hold, some megabytes, is not our queue."""
    (host,) = crowd(1)
    table = host.lay(WITH_SECRETS, me(), me("Ben"), me("Cleo"))["table"]
    url = f"{host.url.replace('http', 'ws', 1)}/api/tables/{table}/socket"

    def talk() -> tuple[int, str]:
        with connect(url, additional_headers=host.headers, max_queue=(1, None)) as ws:
            for _ in range(3000):
                ws.send('{"do": "look", "seat": 0}')
            time.sleep(3)
            try:
                while True:
                    ws.recv(timeout=20)
            except websockets.ConnectionClosed as leaving:
                return how(leaving)

    assert await asyncio.to_thread(talk) == (1013, "slow")
    assert host.look(table)["status"] == "playing"


# ---- any frames at all


@pytest.fixture(scope="module")
def lines(one_server: Server) -> Iterator[tuple[Guest, ExitStack]]:
    guest = Guest(one_server.url)
    with ExitStack() as stack:
        yield guest, stack
    guest.close()


LAST = 2**31 - 1


UNASKED = ("news", "people", "chat")  # what comes by itself


def hear(ws: Line) -> list[Json]:
    """All that is answered to what was sent; a last question tells when that is all."""
    ws.send(json.dumps({"do": "why", "seat": 5, "action": 0, "id": LAST}))
    heard: list[Json] = []
    while True:
        frame = json.loads(ws.recv(timeout=20))
        if frame.get("id") == LAST:
            return heard
        heard.append(frame)


def frames_do_no_harm(guest: Guest, game: str, begun: bool, sent: list[str | bytes]) -> None:
    """Each frame has one answer, known to the protocol, and the table can be proven."""
    laid = guest.lay(game, me(), me("Ben"), *([bot()] if begun else [OPEN]))
    table, known = laid["table"], documented()
    url = f"{guest.url.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    with connect(url, additional_headers=guest.headers) as ws:
        hear(ws)
        for text in sent:
            ws.send(text)
            heard = hear(ws)
            answers = [frame for frame in heard if frame["type"] not in UNASKED]
            is_silent = b"here" in raw(text) or (b"look" in raw(text) and heard)
            assert len(answers) == 1 or is_silent, (text, heard)
            for answer in answers:
                assert answer["type"] == "done" or answer["code"] in known, answer
    if guest.look(table)["status"] not in ("over", "abandoned"):
        assert guest.do(table, 0, "abandon").status_code in (200, 403), "seats may have been left"
    if guest.look(table)["status"] in ("over", "abandoned"):
        assert verify(guest.http.get(f"/api/tables/{table}/play").text).table == table


def raw(text: str | bytes) -> bytes:
    """What is sent, as bytes."""
    return text if isinstance(text, bytes) else text.encode("utf-8", "replace")


@settings(
    deadline=None,
    max_examples=50,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    game=st.sampled_from((NO_LUCK, WITH_SECRETS, FEWEST_CHOICES)),
    begun=st.booleans(),
    sent=st.lists(texts(), min_size=1, max_size=8),
)
def test_no_frame_does_any_harm(
    lines: tuple[Guest, ExitStack], game: str, begun: bool, sent: list[str | bytes]
) -> None:
    frames_do_no_harm(lines[0], game, begun, sent)


@pytest.mark.long
@settings(
    deadline=None,
    max_examples=1500,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    game=st.sampled_from((NO_LUCK, WITH_SECRETS, FEWEST_CHOICES, FOR_THREE, MOST_CHOICES)),
    begun=st.booleans(),
    sent=st.lists(texts(), min_size=1, max_size=30),
)
def test_no_frame_does_any_harm_in_any_game(
    lines: tuple[Guest, ExitStack], game: str, begun: bool, sent: list[str | bytes]
) -> None:
    frames_do_no_harm(lines[0], game, begun, sent)
