"""Every limit of the settings is kept by the server, and who is over it is told so."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields
from typing import Any

import httpx
import pytest
import websockets
from every import FEWEST_CHOICES, FOR_THREE, NO_LUCK, WITH_SECRETS
from websockets.sync.client import ClientConnection, connect

from ludotheque.errors import Refused
from ludotheque.game import load
from ludotheque.server import hub
from ludotheque.server.bot_pool import choose
from ludotheque.server.hub import Watcher
from ludotheque.server.requests import Claim
from ludotheque.server.service import Caller
from ludotheque.server.settings import Settings
from ludotheque.server.transaction import Changes
from ludotheque.tables import dice
from ludotheque.tables.events import Event
from ludotheque.tables.evidence import verify

from .guests import OPEN, Guest, Json, bot, me
from .houses import LATEST, House, Party, house, invite, opened, until
from .running import Server

DAY = 24 * 3600


@pytest.fixture(scope="module")
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    """A house with narrow doors."""
    narrow = {
        "frame_bytes": "512",
        "frames_per_second": "10",
        "frames_burst": "5",
        "sockets_per_address": "3",
        "body_bytes": "2000",
        "json_depth": "4",
        "handshake_seconds": "0.5",
        "ping_seconds": "1",
        "pong_seconds": "1",
    }
    with opened(request, tmp_path_factory, "sqlite", **narrow) as running:
        yield running


@pytest.fixture
def guest(server: Server) -> Iterator[Guest]:
    found = Guest(server.url)
    yield found
    found.close()


def line(guest: Guest, table: str) -> Any:
    """A socket to a table."""
    url = f"{guest.url.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    return connect(url, additional_headers=guest.headers)


def leaving(ws: ClientConnection) -> tuple[int, str]:
    """How the server closes a socket."""
    try:
        while True:
            ws.recv(timeout=20)
    except websockets.ConnectionClosed as closed:
        return (closed.rcvd.code, closed.rcvd.reason) if closed.rcvd else (1006, "")


def refused(answer: httpx.Response, status: int, code: str) -> Json:
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
    found: Json = answer.json()
    return found


def test_every_setting_is_tried_here_or_is_no_limit() -> None:
    tried = """
        frame_bytes frames_per_second frames_burst json_depth body_bytes sockets_per_address
        frames_per_address sockets_per_minute work_per_minute
        send_bytes events_per_frame table_events idle_megabytes
        tables_per_minute tables_per_day requests_per_minute invites_per_minute
        claims_per_minute hints_per_minute
        send_queue handshake_seconds ping_seconds pong_seconds entropy_seconds poll_seconds
        evict_minutes idle_tables archive_days keep_days bot_queue bot_seconds
        bots_per_address
    """
    in_handshake = """
        head_bytes head_lines connections_per_address connections_per_minute silent_seconds
        pings_per_second pings_burst
    """
    in_people = "lobby_minutes lobby_per_address invite_days waiting_days"
    no_limit = """
        database host port public_url allowed_origins secure forwarded_allow_ips metrics_token
        bot_processes bot_pace warm_up log_clients
    """
    every = {name for names in (tried, in_handshake, in_people, no_limit) for name in names.split()}
    assert {field.name for field in fields(Settings)} == every


# ---- frames and bodies


def test_a_frame_has_so_many_bytes(guest: Guest) -> None:
    table = guest.lay(NO_LUCK, me(), me("Ben"))["table"]
    asked = json.dumps({"do": "why", "seat": 0, "action": "a1"})
    with line(guest, table) as ws:
        ws.recv(timeout=20)
        ws.send(asked.ljust(512))
        assert json.loads(ws.recv(timeout=20))["type"] == "done"
        ws.send(asked.ljust(513))
        assert leaving(ws)[0] == 1009


def test_who_sends_too_fast_is_read_more_slowly(guest: Guest) -> None:
    table = guest.lay(NO_LUCK, me(), me("Ben"))["table"]
    with line(guest, table) as ws:
        ws.recv(timeout=20)
        begin = time.monotonic()
        for n in range(15):  # five at once, ten in a second
            ws.send(json.dumps({"do": "why", "seat": 0, "action": "a1", "id": n}))
        assert [json.loads(ws.recv(timeout=20))["id"] for _ in range(15)] == list(range(15))
        assert 0.9 < time.monotonic() - begin < 5


def test_all_sockets_of_an_address_together_are_read_at_one_rate(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with house(sqlite, monkeypatch, frames_per_address=20) as found:
        guest = found.guest()
        table = guest.lay(NO_LUCK, me(), me("Ben"))["table"]
        asked = json.dumps({"do": "why", "seat": 0, "action": "a1"})
        with line(guest, table) as one, line(guest, table) as other:
            for ws in (one, other):
                ws.recv(timeout=20)
            begin = time.monotonic()
            for _ in range(15):  # twenty at once, ten in half a second
                one.send(asked)
                other.send(asked)
            for ws in (one, other):
                for _ in range(15):
                    assert json.loads(ws.recv(timeout=20))["type"] == "done"
            assert 0.4 < time.monotonic() - begin < 5


def test_a_long_frame_counts_for_several(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with house(sqlite, monkeypatch, frames_per_second=10, frames_burst=5) as found:
        guest = found.guest()
        table = guest.lay(NO_LUCK, me(), me("Ben"))["table"]
        asked = json.dumps({"do": "why", "seat": 0, "action": "a1"})
        with line(guest, table) as ws:
            ws.recv(timeout=20)
            begin = time.monotonic()
            for _ in range(4):
                ws.send(asked.ljust(16_000))  # each four of the five, and of ten a second
            for _ in range(4):
                assert json.loads(ws.recv(timeout=20))["type"] == "done"
            assert 0.7 < time.monotonic() - begin < 5


def test_a_message_has_so_many_levels(guest: Guest) -> None:
    table = guest.lay(NO_LUCK, me(), me("Ben"))["table"]
    for depth, status, key in ((4, 422, "refused.invalid.at"), (5, 400, "refused.depth")):
        nested = {"game": NO_LUCK, "seats": json.loads("[" * (depth - 1) + "]" * (depth - 1))}
        answer = guest.http.post("/api/tables", json=nested)
        assert refused(answer, status, "invalid")["key"] == key
    with line(guest, table) as ws:
        ws.recv(timeout=20)
        ws.send("[" * 4 + "]" * 4)
        assert json.loads(ws.recv(timeout=20))["key"] == "refused.invalid.at"
        ws.send("[" * 5 + "]" * 5)
        assert json.loads(ws.recv(timeout=20))["key"] == "refused.invalid"


def test_a_body_has_so_many_bytes(guest: Guest) -> None:
    headers = {"Content-Type": "application/json"}
    for length, status, code in ((2000, 422, "invalid"), (2001, 413, "body")):
        body = b"{}".ljust(length)
        for content in (body, iter([body[:1000], body[1000:]])):  # told beforehand, and not
            answer = guest.http.post("/api/tables", content=content, headers=headers)
            refused(answer, status, code)


# ---- connections


def test_an_address_has_so_many_sockets(guest: Guest) -> None:
    table = guest.lay(NO_LUCK, me(), me("Ben"))["table"]
    with line(guest, table) as one, line(guest, table) as two:
        with line(guest, table) as three, line(guest, table) as four:
            for ws in (one, two, three):
                assert json.loads(ws.recv(timeout=20))["type"] == "news"
            assert leaving(four) == (1013, "sockets")
        until(lambda: opens(guest, table))


def test_an_address_opens_so_many_sockets_a_minute(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with house(sqlite, monkeypatch, sockets_per_minute=3) as found:
        guest = found.guest()
        table = guest.lay(NO_LUCK, me(), me("Ben"))["table"]
        for _ in range(3):
            with line(guest, table) as ws:
                assert json.loads(ws.recv(timeout=20))["type"] == "news"
        with pytest.raises(websockets.InvalidStatus) as caught, line(guest, table):
            pass
        assert caught.value.response.status_code == 429
        assert b"refused.opened" in (caught.value.response.body or b"")


def test_an_address_asks_for_so_much_work_in_a_minute(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with house(sqlite, monkeypatch, work_per_minute=20) as found:
        guest = found.guest()
        paths = ("/", "/healthz", "/api/games", "/openapi.json", "/nowhere", "/api/tables")
        for n in range(19):  # the token was the first
            assert guest.http.get(paths[n % len(paths)]).status_code in (200, 404)
        for path in paths:
            answer = guest.http.get(path)
            told = refused(answer, 429, "work")
            assert 0 < told["facts"]["seconds"] <= 3
            assert answer.headers["connection"] == "close", "who comes again is counted again"
        guest.http.post("/api/token", content=b"x" * 40_000)


def test_a_large_body_is_more_work(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with house(sqlite, monkeypatch, work_per_minute=20) as found:
        guest = found.guest()
        headers = {"Content-Type": "application/json"}
        body = b"[" + b" " * 60_000 + b"]"
        for status in (422, 422, 429):
            answer = guest.http.post("/api/tables", content=body, headers=headers)
            assert answer.status_code == status, answer.text


def opens(guest: Guest, table: str) -> bool:
    """Whether there is room for a socket."""
    with line(guest, table) as ws:
        try:
            return bool(json.loads(ws.recv(timeout=20))["type"] == "news")
        except websockets.ConnectionClosed:
            return False


def test_a_request_must_come_in_time(server: Server) -> None:
    for begun in (b"", b"GET / HTTP/1.1\r\nHost: x\r\n", b"POST /api/tables HTTP/1.1\r\n"):
        with socket.create_connection(("127.0.0.1", server.port), timeout=10) as dawdler:
            begin = time.monotonic()
            dawdler.sendall(begun)
            assert dawdler.recv(100) == b""
            assert 0.4 < time.monotonic() - begin < 5


def test_who_does_not_answer_pings_is_left(server: Server, guest: Guest) -> None:
    table = guest.lay(NO_LUCK, me(), me("Ben"))["table"]
    shake = (
        f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as dead:
        dead.sendall(shake.encode())
        begin, heard = time.monotonic(), b""
        while more := dead.recv(65_536):
            heard += more
        assert 1.5 < time.monotonic() - begin < 10
        assert heard.startswith(b"HTTP/1.1 101")
        assert b"\x03\xf3keepalive" in heard  # 1011


@pytest.mark.anyio
async def test_so_much_waits_for_one_who_does_not_read() -> None:
    sent: list[str] = []
    open_again = asyncio.Event()
    reasons: list[str] = []

    async def deliver(text: str) -> None:
        await open_again.wait()
        sent.append(text)

    async def close(reason: str) -> None:
        reasons.append(reason)

    watcher = Watcher(0, None, 3, deliver, close)
    for n in range(3):
        watcher.send(str(n))
        await asyncio.sleep(0)
    assert reasons == []
    for n in range(3, 6):
        watcher.send(str(n))
        await asyncio.sleep(0.01)
    open_again.set()
    await asyncio.sleep(0.01)
    assert (reasons, sent) == (["slow"], [])


@pytest.mark.anyio
async def test_what_can_be_sent_at_once_never_overtakes_what_waits() -> None:
    sent: list[str] = []
    open_again = asyncio.Event()
    room = 2  # frames until the socket is full

    async def deliver(text: str) -> None:
        await open_again.wait()
        sent.append(text)

    async def close(_: str) -> None: ...

    def at_once(text: str) -> bool:
        if len(sent) < room:
            sent.append(text)
            return True
        return False

    watcher = Watcher(0, None, 9, deliver, close)
    watcher.at_once = at_once
    for n in range(4):
        watcher.send(str(n))
    assert (sent, watcher.writing is None) == (["0", "1"], False)
    room = 9
    watcher.send("4")
    open_again.set()
    await asyncio.sleep(0.01)
    watcher.send("5")
    assert (sent, watcher.writing) == (["0", "1", "2", "3", "4", "5"], None)


@pytest.mark.anyio
async def test_so_many_bytes_wait_for_one_who_does_not_read() -> None:
    reasons: list[str] = []

    async def deliver(_: str) -> None:
        await asyncio.Event().wait()

    async def close(reason: str) -> None:
        reasons.append(reason)

    watcher = Watcher(0, None, 100, deliver, close, 1000)
    watcher.send("x" * 5000)  # one may wait, however long it is
    await asyncio.sleep(0)
    assert (reasons, watcher.size) == ([], 5000)
    watcher.send("x")
    await asyncio.sleep(0.01)
    assert (reasons, watcher.size) == (["slow"], 0)


# ---- long logs


def wave(guest: Guest, table: str, count: int) -> None:
    """Make a log longer."""
    for _ in range(count):
        assert guest.do(table, 0, "react", what="hello").status_code == 200


def test_so_many_events_are_told_at_once_and_whoever_wants_more_asks_again(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with house(sqlite, monkeypatch, events_per_frame=10) as found:
        guest = found.guest()
        table = guest.lay(NO_LUCK, me(), me("Ben"))["table"]
        wave(guest, table, 22)
        last = guest.look(table, since=LATEST)["number"]
        numbers, pages, since = [], 0, -1
        while True:
            seen = guest.look(table, since=since)
            numbers += [event["number"] for event in seen["events"]]
            pages, since = pages + 1, numbers[-1]
            assert (seen["number"], len(seen["events"]) <= 10) == (last, True)
            if not seen.get("more"):
                break
        assert (numbers, pages) == (list(range(last + 1)), 3)
        with line(guest, table) as ws:
            first = json.loads(ws.recv(timeout=20))
            assert (len(first["events"]), first["more"], first["number"]) == (10, True, last)
            ws.send(json.dumps({"do": "look", "seat": 0, "since": 9}))
            second = json.loads(ws.recv(timeout=20))
            assert [event["number"] for event in second["events"]] == list(range(10, 20))
            ws.send(json.dumps({"do": "look", "seat": 0, "since": 19}))
            assert "more" not in json.loads(ws.recv(timeout=20))


def test_a_long_log_is_charged_by_its_length(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with house(sqlite, monkeypatch, work_per_minute=1000) as found:
        guest = found.guest()
        table = guest.lay(NO_LUCK, me(), me("Ben"))["table"]
        wave(guest, table, 198)
        bucket = found.app.state.limits.work.bucket("127.0.0.1")
        bucket.rate = 1e-9  # nothing drips in while we count

        def cost(path: str, **query: int) -> int:
            before = bucket.level
            answer = guest.http.get(f"/api/tables/{table}{path}", params=query)
            assert answer.status_code == 200, answer.text
            spent: float = before - bucket.level
            return round(spent)

        assert (cost("", since=LATEST), cost("", since=-1)) == (1, 5)
        assert (cost("/play"), cost("/at/0")) == (5, 1)
        with line(guest, table) as ws:
            ws.recv(timeout=20)
            before = bucket.level
            ws.send(json.dumps({"do": "look", "seat": 0, "since": -1}))
            ws.recv(timeout=20)
            assert round(before - bucket.level) == 5
            bucket.level = 0
            ws.send(json.dumps({"do": "look", "seat": 0, "since": -1}))
            assert json.loads(ws.recv(timeout=20))["code"] == "work"
            ws.send(json.dumps({"do": "why", "seat": 0, "action": "a1"}))
            assert json.loads(ws.recv(timeout=20))["type"] == "done", "who plays may play on"


def test_news_while_one_waits_for_a_long_log_come_once(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with house(sqlite, monkeypatch) as found:
        guest = found.guest()
        table = guest.lay(NO_LUCK, me(), me("Ben"))["table"]
        wave(guest, table, 120)
        limits = found.app.state.limits
        turn = limits.turns.take("127.0.0.1")
        found.call(turn.__aenter__())
        with line(guest, table) as ws:
            until(lambda: found.hub.lives[table].watchers)
            wave(guest, table, 3)
            found.call(turn.__aexit__(None, None, None))
            first = json.loads(ws.recv(timeout=20))
            wave(guest, table, 1)
            second = json.loads(ws.recv(timeout=20))
        numbers = [event["number"] for event in first["events"] + second["events"]]
        assert numbers == list(range(second["number"] + 1))


def test_a_table_has_so_many_events_and_then_can_only_end(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with house(sqlite, monkeypatch, table_events=100) as found:
        host, guest = found.guest(), found.guest()
        party = invite(host, [guest], NO_LUCK, [me(), OPEN])
        other = invite(host, [guest], FOR_THREE, [me(), me("Cleo"), OPEN])
        for one in (party, other):
            wave(host, one.table, 99 - one.seen(since=LATEST)["number"])
            refused(host.do(one.table, 0, "react", what="hello"), 409, "long")
            seat = one.actor()
            seen = one.seen(seat)
            ply, action = seen["ply"], seen["actions"][0]["id"]
            told = refused(one.do(seat, "play", action=action, ply=ply), 409, "long")
            assert told["facts"] == {"most": 100}
        assert party.do(0, "resign").status_code == 200
        assert party.seen()["status"] == "over"
        following = host.do(party.table, 0, "again").json()["table"]
        assert host.look(following)["status"] == "waiting"
        for seat in other.people:
            assert other.do(seat, "resign").status_code == 200
        assert other.seen()["status"] == "abandoned"
        assert party.verified().finished


def test_tables_that_nobody_looks_at_take_only_so_many_bytes(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with house(sqlite, monkeypatch, idle_megabytes=1) as found:
        monkeypatch.setattr(hub, "EVENT_BYTES", 2000)
        host = found.guest()
        tables = []
        for _ in range(4):
            found.clock.move(1)
            tables.append(host.lay(NO_LUCK, me(), me("Ben"))["table"])
            wave(host, tables[-1], 190)
        assert list(found.hub.lives) == tables[-3:], "the newest, and two of 0.4 MB that wait"
        assert host.look(tables[0])["status"] == "playing"


# ---- requests, tables, codes, hints


def test_an_address_asks_for_so_much_in_a_minute(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with house(sqlite, monkeypatch, requests_per_minute=4) as found:
        guest = found.guest()  # with a token, the first of the four
        table = guest.lay(NO_LUCK, me(), me("Ben"))["table"]
        for _ in range(3):
            assert guest.do(table, 0, "why", action="a1").status_code == 200
        for answer in (
            guest.do(table, 0, "why", action="a1"),
            guest.do("x" * 16, 0, "why", action="a1"),
            guest.http.post("/api/token"),
        ):
            assert 0 < refused(answer, 429, "requests")["facts"]["seconds"] <= 15
        guest.look(table)
        with line(guest, table) as ws:  # which has a rate of its own
            ws.recv(timeout=20)
            ws.send(json.dumps({"do": "why", "seat": 0, "action": "a1"}))
            assert json.loads(ws.recv(timeout=20))["type"] == "done"


def test_an_address_makes_so_many_codes(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with house(sqlite, monkeypatch, invites_per_minute=2) as found:
        guest = found.guest()
        url = f"/api/tables/{guest.lay(NO_LUCK, me(), OPEN)['table']}/invite"
        assert [guest.http.post(url, json={}).status_code for _ in range(2)] == [201, 201]
        told = refused(guest.http.post(url, json={}), 429, "invites")
        assert 0 < told["facts"]["seconds"] <= 30


@pytest.mark.parametrize("setting", ["tables_per_minute", "tables_per_day"])
def test_an_address_lays_so_many_tables(
    sqlite: str, monkeypatch: pytest.MonkeyPatch, setting: str
) -> None:
    with house(sqlite, monkeypatch, **{setting: 2}) as found:
        one, other = found.guest(), found.guest()
        one.lay(NO_LUCK, me(), OPEN)
        other.lay(NO_LUCK, me(), OPEN)
        wish = {"game": NO_LUCK, "seats": [me(), OPEN]}
        told = refused(one.http.post("/api/tables", json=wish), 429, "tables")
        assert told["facts"]["seconds"] > (30_000 if setting == "tables_per_day" else 20)
        assert len(one.http.get("/api/tables/mine").json()) == 1


def test_playing_again_lays_a_table_too(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with house(sqlite, monkeypatch, tables_per_minute=3) as found:
        guest = found.guest()
        table = guest.lay(NO_LUCK, me(), me("Ben"))["table"]
        refused(guest.do(table, 0, "again"), 409, "unfinished")  # which costs nothing
        for _ in range(2):
            guest.do(table, 0, "resign")
            following = guest.do(table, 0, "again").json()["table"]
            assert guest.do(table, 0, "again").json()["table"] == following, "is there already"
            for seat in (0, 1):
                assert guest.claim(following, None, f"P{seat}", seat=seat).status_code == 200
            table = following
        guest.do(table, 0, "resign")
        refused(guest.do(table, 0, "again"), 429, "tables")


def test_what_cannot_be_laid_does_not_count(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with house(sqlite, monkeypatch, tables_per_minute=1) as found:
        guest = found.guest()
        for _ in range(3):
            wish = {"game": "chess", "seats": [me(), OPEN]}
            refused(guest.http.post("/api/tables", json=wish), 422, "bad")
        guest.lay(NO_LUCK, me(), OPEN)


def test_an_address_guesses_so_many_codes(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with house(sqlite, monkeypatch, claims_per_minute=3) as found:
        host, thief = found.guest(), found.guest()
        laid = host.lay(NO_LUCK, me(), OPEN, OPEN)
        for _ in range(3):
            refused(thief.claim(laid["table"], "wrong", "Eve"), 403, "code")
        told = refused(thief.claim(laid["table"], "wrong", "Eve"), 429, "claims")
        assert 0 < told["facts"]["seconds"] <= 20
        refused(thief.claim(laid["table"], laid["code"], "Eve"), 429, "claims")


def test_guesses_at_the_same_moment_are_counted_too(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with house(sqlite, monkeypatch, claims_per_minute=3) as found:
        host, thief = found.guest(), found.guest()
        table = host.lay(NO_LUCK, me(), OPEN, OPEN)["table"]
        live = found.hub.lives[table]
        caller = Caller(b"thief", "1.2.3.4")

        async def guess(n: int) -> str:
            try:
                await found.app.state.desk.claim(live, Claim(code=f"{n}", name="Eve"), caller)
            except Refused as problem:
                return problem.code
            return "seated"

        async def all_at_once() -> list[str]:
            return await asyncio.gather(*(guess(n) for n in range(10)))

        assert sorted(found.call(all_at_once())) == ["claims"] * 7 + ["code"] * 3
        assert thief.claim(table, "wrong", "Eve").status_code == 403


def test_right_codes_are_not_counted(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with house(sqlite, monkeypatch, claims_per_minute=1) as found:
        guest = found.guest()
        laid = guest.lay(NO_LUCK, me(), OPEN, OPEN, OPEN)
        for _ in range(3):
            assert guest.claim(laid["table"], laid["code"], "Bob").status_code == 200


# ---- bots


class Thoughts:
    """A bots' process that thinks until it is told to stop."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.begun, self.end = 0, threading.Event()
        patch.setattr("ludotheque.server.bot_pool.Thinkers.think", self.think)

    async def think(self, game: str, what: Any, *facts: Any) -> Any:
        """Some legal action, or no hints at all."""
        self.begun += 1
        while not self.end.is_set():
            await asyncio.sleep(0.01)
        return load(game).legal_actions(facts[1])[0] if what is choose else []


@contextmanager
def asking(party: Party, count: int) -> Iterator[list[httpx.Response]]:
    """Ask for hints at the same time; the answers as they come."""
    answers: list[httpx.Response] = []
    seat = party.actor()

    def ask() -> None:
        guest = party.people[seat]
        asked = {"do": "hint", "seat": seat}
        url = f"{guest.url}/api/tables/{party.table}/do"
        answers.append(httpx.post(url, json=asked, headers=guest.headers, timeout=30))

    askers = [threading.Thread(target=ask) for _ in range(count)]
    for asker in askers:
        asker.start()
    yield answers
    for asker in askers:
        asker.join()


@pytest.mark.parametrize(
    ("settings", "status", "code"),
    [
        ({"bot_queue": 2}, 503, "busy"),
        ({"bots_per_address": 2}, 429, "thoughts"),
        ({"hints_per_minute": 2}, 429, "hints"),
    ],
)
def test_so_many_think_at_once(
    sqlite: str, monkeypatch: pytest.MonkeyPatch, settings: Any, status: int, code: str
) -> None:
    with house(sqlite, monkeypatch, **settings) as found:
        thoughts, guest = Thoughts(monkeypatch), found.guest()
        party = Party(
            guest.lay(NO_LUCK, me(), me("Ben"), hints=True)["table"], {0: guest, 1: guest}
        )
        with asking(party, 3) as answers:
            until(lambda: answers)
            thoughts.end.set()
        assert sorted(answer.status_code for answer in answers) == [200, 200, status]
        refused(max(answers, key=lambda answer: answer.status_code), status, code)
        assert thoughts.begun == 2


def test_a_bot_waits_until_there_is_room_to_think(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with house(sqlite, monkeypatch, bots_per_address=1) as found:
        thoughts, guest = Thoughts(monkeypatch), found.guest()
        party = Party(
            guest.lay(NO_LUCK, me(), me("Ben"), hints=True)["table"], {0: guest, 1: guest}
        )
        with asking(party, 1) as answers:
            until(lambda: thoughts.begun)
            table = guest.lay(NO_LUCK, me(), bot("bot:1"))["table"]
            second = Party(table, {0: guest})
            if second.actor() == 0:
                second.play()
            number = second.seen()["number"]
            time.sleep(0.2)
            assert second.seen()["number"] == number, "it is the bot's turn, and it may not think"
            assert (thoughts.begun, answers) == (1, [])
            thoughts.end.set()
        until(lambda: second.seen()["number"] > number)


# ---- time


def test_who_keeps_their_bytes_does_not_hold_up_the_others(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with house(sqlite, monkeypatch, entropy_seconds=20) as found:
        host, guest = found.guest(), found.guest()
        mine = bytes(32)
        laid = host.lay(NO_LUCK, {**me(), "promise": dice.promise(mine)}, OPEN)
        table = laid["table"]
        guest.claim(table, laid["code"], "Bob", promise="f" * 64)
        host.do(table, 0, "stir", bytes=mine.hex())
        live = found.hub.lives[table]
        found.clock.move(19)
        found.call(found.hub.ring(live))
        assert host.look(table)["status"] == "waiting"
        found.clock.move(1)
        found.call(found.hub.ring(live))
        seen = host.look(table)
        begin = next(event for event in seen["events"] if event["kind"] == "begin")
        assert (seen["status"], begin["silent"]) == ("playing", [1])
        party = Party(table, {0: host, 1: guest})
        party.play_out()
        assert party.verified().stirred == 1


def test_the_game_begins_by_itself_without_who_is_silent(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with opened(request, tmp_path_factory, "sqlite", entropy_seconds="0.3") as running:
        host = Guest(running.url)
        table = host.lay(NO_LUCK, {**me(), "promise": "0" * 64}, me("Ben"))["table"]
        assert host.look(table)["status"] == "waiting"
        until(lambda: host.look(table)["status"] == "playing")
        host.close()


def test_a_table_that_nobody_looks_at_is_forgotten_and_found_again(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with house(sqlite, monkeypatch, evict_minutes=10, poll_seconds=0.1) as found:
        host, guest = found.guest(), found.guest()
        party, watched = (invite(host, [guest], WITH_SECRETS, [me(), OPEN]) for _ in range(2))
        party.play(0)
        before = [party.seen(seat) for seat in (0, 1)]
        with line(host, watched.table) as ws:
            ws.recv(timeout=20)
            found.clock.move(599)
            time.sleep(0.3)
            assert party.table in found.hub.lives
            found.clock.move(2)
            until(lambda: party.table not in found.hub.lives)
            assert watched.table in found.hub.lives
        assert [party.seen(seat) for seat in (0, 1)] == before
        party.play_out()
        assert party.verified().finished


def test_of_the_tables_nobody_looks_at_only_the_latest_stay_in_memory(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with house(sqlite, monkeypatch, idle_tables=3) as found:
        host = found.guest()
        tables = []
        for _ in range(6):
            found.clock.move(1)
            tables.append(host.lay(NO_LUCK, me(), me("Ben"))["table"])
        assert list(found.hub.lives) == tables[-4:], "the newest, and three that wait"
        assert host.look(tables[0])["status"] == "playing"


def test_deserted_tables_are_given_up_and_show_their_seeds(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    days = {"archive_days": 30, "waiting_days": 30}
    with house(sqlite, monkeypatch, **days, poll_seconds=0.1) as found:
        host, guest = found.guest(), found.guest()
        waiting = host.lay(NO_LUCK, me(), OPEN, listed=True)["table"]
        party, over = (invite(host, [guest], FEWEST_CHOICES, [me(), OPEN]) for _ in range(2))
        over.do(0, "resign")
        found.clock.move(29 * DAY)
        fresh = host.lay(NO_LUCK, me(), OPEN)["table"]
        time.sleep(0.3)
        assert host.look(waiting)["status"] == "waiting"
        found.clock.move(2 * DAY)
        until(lambda: party.seen()["status"] == "abandoned")
        until(lambda: host.look(waiting)["status"] == "abandoned")
        for table in (waiting, party.table):
            event = host.look(table)["events"][-1]
            assert event["kind"] == "abandon"
            commitment = host.look(table)["opening"]["commitment"]
            assert dice.commitment(table, bytes.fromhex(event["seed"])) == commitment
            assert not verify(host.http.get(f"/api/tables/{table}/play").text).finished
        assert over.seen()["status"] == "over"
        assert host.look(fresh)["status"] == "waiting"
        assert host.http.get("/api/tables").json() == []
        statuses = {one["table"]: one["status"] for one in host.http.get("/api/tables/mine").json()}
        assert statuses[party.table] == statuses[waiting] == "abandoned"


def test_a_table_that_cannot_be_replayed_is_put_away_too(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with house(sqlite, monkeypatch) as found:
        host = found.guest()
        table = host.lay(NO_LUCK, me(), OPEN, listed=True)["table"]
        spoil(found, table)
    with house(sqlite, monkeypatch, archive_days=30, poll_seconds=0.1) as found:
        host = found.guest()
        other = host.lay(NO_LUCK, me(), OPEN)["table"]
        assert host.look(table)["notice"]["key"] == "notice.frozen"
        assert [one["table"] for one in host.http.get("/api/tables").json()] == [table]
        found.clock.move(31 * DAY)
        until(lambda: host.look(other)["status"] == "abandoned")
        until(lambda: host.http.get("/api/tables").json() == [])
        assert host.look(table)["status"] == "waiting", (
            "what cannot be replayed is not gone on with"
        )


def spoil(found: House, table: str) -> None:
    """Write an event that no rules know."""
    event = Event(2, found.clock.ms, "dance", 0, {})
    found.call(found.hub.store.commit(Changes(table, [(event, bytes(32))])))
