"""Slow connections and floods, held against a real server on a free port."""

from __future__ import annotations

import asyncio
import pickle
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace

import pytest
import uvicorn
from fastapi import FastAPI, Request
from starlette.responses import Response
from starlette.websockets import WebSocket
from uvicorn.server import ServerState
from websockets.exceptions import InvalidStatus
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.sync.client import connect
from websockets.typing import Origin

from ludotheque.server.guard import Guard
from ludotheque.server.protocols import Attentive, Doorstep, attentive, patient
from ludotheque.server.settings import Settings

LIMIT = 0.6  # seconds
SETTINGS = Settings(
    handshake_seconds=LIMIT,
    silent_seconds=LIMIT,
    body_bytes=1000,
    head_bytes=4096,
    head_lines=20,
    pings_per_second=5,
    pings_burst=10,
    connections_per_address=5,
    connections_per_minute=10_000,
)
LONG = 5.0  # nothing here takes that long unless it is broken


def house() -> FastAPI:
    app = FastAPI()

    @app.get("/slow")
    async def slow() -> str:
        await asyncio.sleep(2 * LIMIT)
        return "slow"

    @app.post("/echo")
    async def echo(request: Request) -> int:
        return len(await request.body())

    @app.websocket("/socket")
    async def talk(ws: WebSocket) -> None:
        await ws.accept()
        while True:
            await ws.send_text(await ws.receive_text())

    @app.get("/large")
    async def large() -> Response:
        return Response(b"x" * 20_000_000)

    app.add_middleware(Guard, settings=SETTINGS)
    return app


@contextmanager
def running(app: FastAPI, settings: Settings = SETTINGS) -> Iterator[int]:
    """A server in a thread; gives its port."""
    config = uvicorn.Config(
        app,
        port=0,
        http=patient(settings),
        ws=attentive(settings),
        log_config=None,
        timeout_keep_alive=2,
        timeout_graceful_shutdown=1,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield server.servers[0].sockets[0].getsockname()[1]
    finally:
        server.should_exit = True
        thread.join()


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with running(house()) as found:
        yield found


@contextmanager
def dialled(port: int) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", port), timeout=LONG) as line:
        yield line


def heard(line: socket.socket) -> bytes:
    """What the other side says until it hangs up."""
    said = b""
    try:
        while part := line.recv(4096):
            said += part
    except ConnectionResetError:
        pass
    return said


def hung_up_after(line: socket.socket) -> float:
    begin = time.monotonic()
    heard(line)
    return time.monotonic() - begin


REQUEST = b"POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello"


def test_who_says_nothing_is_sent_away(port: int) -> None:
    with dialled(port) as line:
        assert LIMIT * 0.9 < hung_up_after(line) < LONG / 2


def test_a_byte_now_and_then_does_not_help(port: int) -> None:
    with dialled(port) as line:
        begin = time.monotonic()
        with suppress(BrokenPipeError, ConnectionResetError):
            for _ in range(100):
                line.sendall(b"x")
                time.sleep(0.05)
        assert time.monotonic() - begin < LONG / 2


@pytest.mark.parametrize("sent", [20, len(REQUEST) - 1], ids=["in the headers", "in the body"])
def test_who_stops_in_the_middle_is_sent_away(port: int, sent: int) -> None:
    with dialled(port) as line:
        line.sendall(REQUEST[:sent])
        assert LIMIT * 0.9 < hung_up_after(line) < LONG / 2


def test_a_request_in_time_is_answered_and_the_time_stops(port: int) -> None:
    with dialled(port) as line:
        for part in (REQUEST[:30], REQUEST[30:]):
            line.sendall(part)
            time.sleep(LIMIT / 4)
        assert line.recv(4096).startswith(b"HTTP/1.1 200")
        time.sleep(LIMIT * 1.5)
        line.sendall(REQUEST)
        assert line.recv(4096).startswith(b"HTTP/1.1 200")


def test_an_answer_may_take_longer_than_a_request(port: int) -> None:
    with dialled(port) as line:
        line.sendall(b"GET /slow HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        assert heard(line).endswith(b'"slow"')


@pytest.mark.parametrize("first", [b"P", b"\r\n", REQUEST[:40]], ids=["a letter", "a line", "half"])
def test_a_second_request_must_come_in_time_too(port: int, first: bytes) -> None:
    with dialled(port) as line:
        line.sendall(REQUEST)
        assert line.recv(4096).startswith(b"HTTP/1.1 200")
        line.sendall(first)
        assert hung_up_after(line) < LONG / 2


def test_a_second_request_that_begins_with_the_first_must_come_in_time_too(port: int) -> None:
    with dialled(port) as line:
        begin = time.monotonic()
        line.sendall(REQUEST + REQUEST[:40])
        assert heard(line).startswith(b"HTTP/1.1 200")
        assert time.monotonic() - begin < LONG / 2


def test_a_body_that_was_refused_must_end_in_time(port: int) -> None:
    with dialled(port) as line:
        line.sendall(b"POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
        line.sendall(b"400\r\n" + b"x" * 1024 + b"\r\n")
        assert line.recv(4096).startswith(b"HTTP/1.1 413")
        assert hung_up_after(line) < LONG / 2


def test_a_socket_stays_open_however_long_nothing_is_said(port: int) -> None:
    with connect(f"ws://127.0.0.1:{port}/socket", compression=None) as ws:
        time.sleep(LIMIT * 2)
        ws.send("hello")
        assert ws.recv(LONG) == "hello"


def test_a_socket_of_another_site_is_refused_before_it_opens(port: int) -> None:
    url = f"ws://127.0.0.1:{port}/socket"
    with pytest.raises(InvalidStatus) as caught, connect(url, origin=Origin("http://x.example")):
        pass
    assert caught.value.response.status_code == 403
    assert b"refused.origin" in (caught.value.response.body or b"")
    assert "content-security-policy" in caught.value.response.headers
    with connect(url, origin=Origin(f"http://127.0.0.1:{port}")) as ws:
        ws.send("hello")
        assert ws.recv(LONG) == "hello"


def test_the_protocols_can_be_sent_to_a_worker() -> None:
    for made, kind in ((patient, Doorstep), (attentive, Attentive)):
        copy = pickle.loads(pickle.dumps(made(SETTINGS)))
        assert (copy.func, copy.keywords) == (kind, {"settings": SETTINGS})


# ---- requests that do not end


def poured(line: socket.socket, begin: bytes, more: bytes, most: int = 30_000_000) -> int:
    """How many bytes of an endless request the other side takes before it hangs up."""
    sent = 0
    with suppress(BrokenPipeError, ConnectionResetError):
        line.sendall(begin)
        while sent < most:
            line.sendall(more)
            sent += len(more)
    return sent


CHUNKED = b"POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
ENDLESS = {
    "short headers": (b"GET / HTTP/1.1\r\n", b"a: b\r\n" * 1000),
    "one header": (b"GET / HTTP/1.1\r\nA: ", b"x" * 10_000),
    "an address": (b"GET /", b"x" * 10_000),
    "a trailer": (CHUNKED + b"0\r\nA: ", b"x" * 10_000),
    "trailers": (CHUNKED + b"0\r\n", b"a: b\r\n" * 1000),
    "chunks": (CHUNKED, b"1\r\nx\r\n" * 1000),
    "a chunk's size": (CHUNKED + b"1;", b"x" * 10_000),
    "a body": (b"POST /echo HTTP/1.1\r\nContent-Length: 9999999999\r\n\r\n", b"x" * 10_000),
    "empty lines": (b"", b"\r\n" * 5_000),
}


@pytest.mark.parametrize("what", ENDLESS)
def test_a_request_that_does_not_end_is_cut_soon(port: int, what: str) -> None:
    begin = time.monotonic()
    with dialled(port) as line:
        assert poured(line, *ENDLESS[what]) < 20_000_000, "only what the kernel holds"
    assert time.monotonic() - begin < LIMIT, "long before its time is up"


def test_a_body_comes_in_so_many_pieces(port: int) -> None:
    for count, begin in ((400, b"HTTP/1.1 200"), (2_000, b"")):
        with dialled(port) as line:
            line.sendall(CHUNKED + b"1\r\nx\r\n" * count + b"0\r\n\r\n")
            with suppress(ConnectionResetError):
                found = b""
                found = heard(line)
            assert found[:12] == begin


@pytest.mark.parametrize(
    ("what", "status"),
    [
        (b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 19, b"404"),
        (b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 21, b"431"),
        (b"GET / HTTP/1.1\r\nA: " + b"x" * 3000 + b"\r\n", b"404"),
        (b"GET / HTTP/1.1\r\nA: " + b"x" * 6000 + b"\r\n", b"431"),
        (b"GET /" + b"x" * 9000 + b" HTTP/1.1\r\n", b"431"),
    ],
    ids=["20 headers", "21 headers", "a long header", "a longer header", "a long address"],
)
def test_a_head_has_so_many_bytes_and_lines(port: int, what: bytes, status: bytes) -> None:
    with dialled(port) as line:
        line.sendall(what + b"Connection: close\r\n\r\n" if status == b"404" else what + b"\r\n")
        assert heard(line).startswith(b"HTTP/1.1 " + status)


def test_an_address_has_so_many_bytes() -> None:
    roomy = replace(SETTINGS, head_bytes=65_536)
    with running(house(), roomy) as port:
        for length, status in ((8_000, b"404"), (8_200, b"414")):
            with dialled(port) as line:
                path = b"/" + b"x" * length
                line.sendall(b"GET " + path + b" HTTP/1.1\r\nConnection: close\r\n\r\n")
                assert heard(line).startswith(b"HTTP/1.1 " + status)


def test_many_requests_in_one_breath_are_answered_one_after_another(port: int) -> None:
    with dialled(port) as line:
        begin = time.monotonic()
        line.sendall(REQUEST * 500)
        said = b""
        while said.count(b"HTTP/1.1 200") < 500:
            said += line.recv(65_536)
        assert time.monotonic() - begin < 2 * LONG


def test_who_does_not_read_an_answer_is_sent_away(port: int) -> None:
    with dialled(port) as line:
        line.sendall(b"GET /large HTTP/1.1\r\nHost: x\r\n\r\n")
        time.sleep(3 * LIMIT)
        assert len(heard(line)) < 20_000_000


# ---- connections


def test_an_address_has_so_many_connections(port: int) -> None:
    with ExitStack() as lines:
        opened = [lines.enter_context(dialled(port)) for _ in range(5)]
        with dialled(port) as one_more:
            assert hung_up_after(one_more) < LIMIT / 2
        for line in opened:
            line.sendall(REQUEST)
            assert line.recv(4096).startswith(b"HTTP/1.1 200")
    time.sleep(0.1)
    with dialled(port) as later:
        later.sendall(REQUEST)
        assert later.recv(4096).startswith(b"HTTP/1.1 200"), "who leaves makes room"


def test_a_socket_is_one_of_the_connections_until_it_is_closed(port: int) -> None:
    url = f"ws://127.0.0.1:{port}/socket"
    for _ in range(2):
        with ExitStack() as open_now:
            for _ in range(5):
                open_now.enter_context(connect(url, compression=None))
            with dialled(port) as one_more:
                assert hung_up_after(one_more) < LIMIT / 2
        time.sleep(0.2)


def test_an_address_opens_so_many_connections_a_minute() -> None:
    with running(house(), replace(SETTINGS, connections_per_minute=20)) as port:
        answered = 0
        for _ in range(40):
            with dialled(port) as line, suppress(ConnectionResetError, BrokenPipeError):
                line.sendall(REQUEST)
                answered += line.recv(4096).startswith(b"HTTP/1.1 200")
        assert 20 <= answered < 25


def test_a_proxy_that_is_believed_may_open_as_many_as_it_likes() -> None:
    narrow = replace(SETTINGS, connections_per_minute=3, forwarded_allow_ips=("127.0.0.0/8",))
    with running(house(), narrow) as port, ExitStack() as lines:
        for _ in range(10):
            line = lines.enter_context(dialled(port))
            line.sendall(REQUEST)
            assert line.recv(4096).startswith(b"HTTP/1.1 200")


def test_who_has_not_said_a_word_is_sent_away_sooner() -> None:
    with running(house(), replace(SETTINGS, handshake_seconds=5, silent_seconds=0.3)) as port:
        with dialled(port) as silent:
            assert 0.2 < hung_up_after(silent) < 2
        with dialled(port) as slow:
            slow.sendall(REQUEST[:5])
            time.sleep(0.6)
            slow.sendall(REQUEST[5:])
            assert slow.recv(4096).startswith(b"HTTP/1.1 200")


# ---- sockets that flood

SHAKE = (
    b"GET /socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
PING, PONG, LONG_PING = b"\x89\x80abcd", b"\x8a\x80abcd", b"\x89\xfdabcd" + b"x" * 125
TEXT, PIECE, FIRST = b"\x81\x80abcd", b"\x00\x80abcd", b"\x01\x80abcd"


@contextmanager
def shaken(port: int) -> Iterator[socket.socket]:
    """A socket, as bytes."""
    with dialled(port) as line:
        line.sendall(SHAKE)
        assert line.recv(4096).startswith(b"HTTP/1.1 101")
        yield line


@pytest.mark.parametrize(
    ("begin", "flood"),
    [(b"", PING), (b"", PONG), (b"", LONG_PING), (FIRST, PIECE)],
    ids=["pings", "pongs", "long pings", "pieces"],
)
def test_who_floods_a_socket_is_cut_at_once(port: int, begin: bytes, flood: bytes) -> None:
    with shaken(port) as line:
        assert poured(line, begin, flood * 5_000) < 20_000_000
        line.settimeout(LONG)
        assert heard(line).count(b"\x8a") <= 60, "a slice of pongs at most"
    with shaken(port) as line:
        line.sendall(begin + flood * 9)
        time.sleep(0.1)
        line.sendall(PING)
        assert line.recv(4096), "so many are welcome"


def test_many_messages_in_one_breath_are_read_as_slowly_as_they_are_taken(port: int) -> None:
    with shaken(port) as line:
        line.sendall(TEXT * 20_000)
        answers = b""
        while len(answers) < 2 * 20_000:  # empty ones, each of two bytes
            answers += line.recv(65_536)
        assert set(answers[::2]) == {0x81}


def test_who_floods_after_our_goodbye_is_cut(port: int) -> None:
    with shaken(port) as line:
        line.sendall(b"\x82\x81abcdx")  # bytes, at which this house gives up
        assert poured(line, b"", TEXT * 5_000) < 20_000_000


def test_a_ping_is_not_answered_to_one_who_does_not_read() -> None:
    class Pipe:
        def __init__(self) -> None:
            self.written = b""

        def write(self, data: bytes) -> None:
            self.written += data

    async def pinged(writable: bool) -> bytes:
        config = uvicorn.Config(house(), log_config=None)
        made = Attentive(config, ServerState(), {}, asyncio.get_running_loop(), settings=SETTINGS)
        pipe = Pipe()
        made.transport = pipe  # type: ignore[assignment]
        made.conn.state = State.OPEN
        made.conn.send_frame(Frame(Opcode.PONG, b"x"))
        if not writable:
            made.pause_writing()
        made.handle_ping()
        assert made.conn.data_to_send() == []
        return pipe.written

    assert asyncio.run(pinged(True)) == b"\x8a\x01x"
    assert asyncio.run(pinged(False)) == b""
