"""Floods at full speed from one address, against a real server with its default limits.

The figures are in `bench/floods.py`; here it is shown that each flood is cut, that others are
answered all the while, and that it leaves nothing behind in memory.
"""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import fields
from pathlib import Path

import httpx
import pytest
from every import NO_LUCK
from websockets.sync.client import connect

from ludotheque.server.settings import Settings

from .guests import Guest, me
from .houses import opened
from .running import GENEROUS, Server

pytestmark = pytest.mark.timed  # how late others are says nothing while other tests run
BENCH = Path(__file__).parents[2] / "bench" / "floods.py"
FLOODERS = (f"127.0.0.{n}" for n in range(2, 255))  # each flood comes from another address
SECONDS = 1.0  # of a flood
MB = 50  # that a flood may take
ROOM = 1 << 16
DEFAULTS = {
    field.name: str(field.default)
    for field in fields(Settings)
    if f"LUDOTHEQUE_{field.name.upper()}" in GENEROUS and field.name != "warm_up"
}


@pytest.fixture(scope="module")
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    """A house as it is open to the world."""
    with opened(request, tmp_path_factory, "sqlite", **DEFAULTS) as running:
        yield running


@pytest.fixture(scope="module")
def table(server: Server) -> str:
    guest = Guest(server.url)
    found = str(guest.lay(NO_LUCK, me(), me("Ben"))["table"])
    guest.close()
    return found


def memory(server: Server) -> float:
    """What it holds in memory, in MB."""
    assert server.process is not None
    text = Path(f"/proc/{server.process.pid}/status").read_text(encoding="ascii")
    return next(int(line.split()[1]) / 1024 for line in text.splitlines() if "VmRSS" in line)


class Flood:
    """Connections from one address that send the same bytes again and again."""

    def __init__(self, server: Server, first: bytes, more: bytes, greeting: bytes = b"") -> None:
        self.port, self.first, self.more = server.port, first, more
        self.greeting, self.address = greeting, next(FLOODERS)
        self.end = threading.Event()
        self.cut = 0  # connections that were closed on us

    def run(self) -> None:
        """Flood, and come back at once when cut."""
        while not self.end.is_set():
            with suppress(OSError), self.dialled() as line:
                line.sendall(self.first)
                if not self.greeting or line.recv(4096).startswith(self.greeting):
                    while not self.end.is_set():
                        line.sendall(self.more)
            self.cut += 1

    @contextmanager
    def dialled(self) -> Iterator[socket.socket]:
        with socket.create_connection(
            ("127.0.0.1", self.port), timeout=2, source_address=(self.address, 0)
        ) as line:
            yield line


@contextmanager
def flooded(flood: Flood, threads: int = 2) -> Iterator[None]:
    """A flood for a while."""
    workers = [threading.Thread(target=flood.run) for _ in range(threads)]
    for worker in workers:
        worker.start()
    yield
    flood.end.set()
    for worker in workers:
        worker.join()


def asked(server: Server, seconds: float) -> list[float]:
    """How long others wait for an answer meanwhile."""
    times: list[float] = []
    end = time.monotonic() + seconds
    with httpx.Client(base_url=server.url, timeout=20) as http:
        while time.monotonic() < end or len(times) < 5:
            begin = time.monotonic()
            assert http.get("/healthz").status_code == 200
            times.append(time.monotonic() - begin)
            time.sleep(0.02)
    return sorted(times)


def shake(table: str) -> bytes:
    """The request that opens a socket."""
    return (
        f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    ).encode()


PINGS = {
    "empty pings": (b"", b"\x89\x80abcd" * ROOM),
    "long pings": (b"", (b"\x89\xfdabcd" + b"x" * 125) * 2000),
    "pieces": (b"\x01\x80abcd", b"\x00\x80abcd" * ROOM),
}
HEADS = {
    "headers": (b"GET / HTTP/1.1\r\n", b"a: b\r\n" * ROOM),
    "a header": (b"GET / HTTP/1.1\r\nA: ", b"x" * 4 * ROOM),
    "an address": (b"GET /", b"x" * 4 * ROOM),
}


def check(server: Server, flood: Flood) -> None:
    """Others are answered, the flood is cut, and nothing stays in memory."""
    before = memory(server)
    with flooded(flood):
        times = asked(server, SECONDS)
        peak = memory(server)
    assert times[len(times) // 2] < 0.1 * server.slowness, "half of them hardly notice"
    assert times[-1] < 1.0 * server.slowness, "nobody waits until it is over"
    assert flood.cut > 2
    assert peak - before < MB


@pytest.mark.parametrize("what", PINGS)
def test_a_socket_that_floods_does_not_stop_the_others(
    server: Server, table: str, what: str
) -> None:
    begin, more = PINGS[what]
    check(server, Flood(server, shake(table) + begin, more, b"HTTP/1.1 101"))


@pytest.mark.parametrize("what", HEADS)
def test_a_request_without_end_does_not_stop_the_others(server: Server, what: str) -> None:
    check(server, Flood(server, *HEADS[what]))


def test_silent_connections_do_not_shut_the_others_out(server: Server) -> None:
    address = next(FLOODERS)
    with ExitStack() as lines:
        for _ in range(1_100):
            line = socket.socket()
            lines.callback(line.close)
            line.bind((address, 0))
            with suppress(OSError):
                line.connect(("127.0.0.1", server.port))
        assert asked(server, 0.2)[-1] < 1.0 * server.slowness
        assert server.process is not None
        held = len(list(Path(f"/proc/{server.process.pid}/fd").iterdir()))
        assert held < 200, "an address has only so many"
    figures = httpx.get(f"{server.url}/metrics").text
    assert 'ludotheque_refusals_total{code="connections"}' in figures
    lines_about = server.log.read_text(encoding="utf-8").count('"event": "refused"')
    assert 0 < lines_about < 20, "a line a minute for each reason"


def test_who_looks_again_and_again_and_does_not_read_is_left(server: Server, table: str) -> None:
    look = json.dumps({"do": "look", "since": -1}).encode()
    frame = bytes([0x81, 0x80 | len(look)]) + bytes(4) + look
    before = memory(server)
    flood = Flood(server, shake(table), frame * 1000, b"HTTP/1.1 101")
    with flooded(flood, threads=6):
        times = asked(server, SECONDS)
        peak = memory(server)
    assert times[-1] < 1.0 * server.slowness
    assert peak - before < MB


def test_the_others_still_play_after_all_that(server: Server) -> None:
    guest = Guest(server.url)
    table = guest.lay(NO_LUCK, me(), me("Ben"))["table"]
    url = f"{server.ws}/api/tables/{table}/socket?seat=0"
    with connect(url, additional_headers=guest.headers) as ws:
        assert json.loads(ws.recv(timeout=20))["type"] == "news"
    guest.close()


@pytest.mark.long
def test_no_flood_at_full_speed_keeps_the_others_waiting() -> None:
    """The bars of the bench: it wants a machine to itself."""
    done = subprocess.run([sys.executable, str(BENCH)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
