"""Slow connections, held against a real server on a free port."""

from __future__ import annotations

import asyncio
import pickle
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest
import uvicorn
from fastapi import FastAPI, Request
from starlette.websockets import WebSocket
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from ludotheque.server.guard import Guard
from ludotheque.server.handshake import Patient, patient
from ludotheque.server.settings import Settings

LIMIT = 0.6  # seconds
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

    app.add_middleware(Guard, settings=Settings(body_bytes=1000))
    return app


@contextmanager
def running(app: FastAPI) -> Iterator[int]:
    """A server in a thread; gives its port."""
    config = uvicorn.Config(
        app,
        port=0,
        http=patient(LIMIT),
        ws="websockets-sansio",
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


def test_the_protocol_can_be_sent_to_a_worker() -> None:
    copy = pickle.loads(pickle.dumps(patient(3)))
    assert (copy.func, copy.keywords) == (Patient, {"seconds": 3})
