"""Floods at full speed from one address, and what the others notice of them.

    python bench/floods.py [--seconds 8] [--only pings,silent] [--json]

The server runs on the first core with its default limits, the flooder on the second, and so
does a well-behaved client from other addresses: it plays real moves through sockets, and asks
for /healthz through a new connection each time.  Under each flood the others' 99th in a hundred
must stay below 100 ms and the server's memory grow by less than 50 MB; the same times without
any flood stand in the first line, and beside them how late the client's own clock rang: that
much is the client's wait for its core, not the server's doing.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import json
import multiprocessing
import os
import random
import resource
import selectors
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from itertools import cycle, repeat
from pathlib import Path
from typing import Any

import httpx
import websockets
from rich.console import Console
from rich.progress import Progress

FLOODER = "127.0.0.2"
BAR_MS, BAR_MB = 100.0, 50.0
SOCKETS = 4  # of the well-behaved client
PAUSE = 0.06  # seconds between two of its moves on a socket
TICK = 0.01  # seconds between two looks at its own clock
RATES = (
    *("TABLES_PER_DAY", "REQUESTS_PER_MINUTE", "CONNECTIONS_PER_MINUTE", "SOCKETS_PER_MINUTE"),
    *("FRAMES_PER_ADDRESS", "WORK_PER_MINUTE"),
)
ROOMY = {f"LUDOTHEQUE_{name}": "1000000" for name in RATES}
ROOMY |= {"LUDOTHEQUE_TABLES_PER_MINUTE": "100000", "LUDOTHEQUE_SOCKETS_PER_ADDRESS": "1000"}
ROOMY |= {"LUDOTHEQUE_FRAMES_PER_SECOND": "10000", "LUDOTHEQUE_FRAMES_BURST": "10000"}

Json = dict[str, Any]


class Server:
    """`ludotheque serve` on the first core."""

    def __init__(self, folder: Path, settings: dict[str, str]) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.url = f"http://127.0.0.1:{self.port}"
        place = {"LUDOTHEQUE_PORT": str(self.port), "LUDOTHEQUE_WARM_UP": "no"}
        database = {"DATABASE_URL": f"sqlite:///{folder}/tables.db"}
        with (folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "ludotheque", "serve"],
                env={**os.environ, **place, **database, **settings},
                stdout=log,
                stderr=log,
            )
        if len(os.sched_getaffinity(0)) > 1:
            os.sched_setaffinity(self.process.pid, {0})
        for _ in range(300):
            with suppress(httpx.HTTPError):
                httpx.get(f"{self.url}/readyz")
                return
            time.sleep(0.1)
        raise SystemExit("the server does not answer")

    def memory(self) -> float:
        """What it holds in memory, in MB."""
        text = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        line = next(line for line in text.splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1]) / 1024

    def seconds(self) -> float:
        """The processor time it has used."""
        ticks = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii").split()
        return (int(ticks[13]) + int(ticks[14])) / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        """End it."""
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()


# ---- the tables that floods and people use


@dataclass
class Scene:
    """What there is on the server: one token holds every seat of every table."""

    token: str = ""
    played: list[str] = field(default_factory=list)  # where the well-behaved play
    long: str = ""  # a long game that is over
    actions: int = 0  # in it
    asking: str = ""  # where one has moved, and may only ask to go back
    asker: int = 0
    solo: str = ""  # where one may go back freely
    solo_ply: int = 0
    solo_action: int = 0
    sealing: str = ""
    sealing_ply: int = 0
    sealing_action: int = 0
    listed: str = ""
    handing: list[str] = field(default_factory=list)
    ended: list[str] = field(default_factory=list)  # where one may play again


def lay(http: httpx.Client, game: str, people: int, **more: Any) -> str:
    """A table with all seats mine, but for those that are open."""
    seats: list[Json] = [{"who": "me", "name": f"P{n}"} for n in range(people)]
    seats += [{"who": "open"}] * more.pop("open", 0)
    answer = http.post("/api/tables", json={"game": game, "seats": seats, **more})
    answer.raise_for_status()
    return str(answer.json()["table"])


def set_scene(server: Server) -> Scene:
    """Lay all tables, with limits out of the way."""
    scene = Scene()
    with httpx.Client(base_url=server.url, timeout=60) as http:
        scene.token = http.post("/api/token").json()["token"]
        http.headers["Authorization"] = f"Bearer {scene.token}"
        scene.played = [lay(http, "rafletout", 4) for _ in range(60)]
        scene.long = lay(http, "rafletout", 6, options={"rounds_to_win": 9})
        asyncio.run(play_out(server, scene.token, scene.long))
        scene.actions = http.get(f"/api/tables/{scene.long}/at/0").json()["last"]
        scene.asking = lay(http, "rolit", 3)
        scene.asker, _ = move(http, scene.asking)
        scene.solo = lay(http, "rolit", 1)
        seen = http.get(f"/api/tables/{scene.solo}", params={"seat": 0}).json()
        scene.solo_ply, scene.solo_action = seen["ply"], seen["actions"][0]["id"]
        scene.sealing = lay(http, "raise", 3)
        seen = http.get(f"/api/tables/{scene.sealing}", params={"seat": 0}).json()
        scene.sealing_ply, scene.sealing_action = seen["ply"], seen["actions"][0]["id"]
        scene.listed = lay(http, "rolit", 1, open=2, listed=True)
        scene.handing = [lay(http, "rolit", 2) for _ in range(4)]
        scene.ended = [lay(http, "rolit", 2) for _ in range(4)]
        for table in scene.ended:
            http.post(f"/api/tables/{table}/do", json={"do": "resign", "seat": 0})
    return scene


def move(http: httpx.Client, table: str) -> tuple[int, Json]:
    """Whoever is to act does."""
    seat = http.get(f"/api/tables/{table}").json()["acting"][0]
    seen = http.get(f"/api/tables/{table}", params={"seat": seat}).json()
    asked = {"do": "play", "seat": seat, "action": seen["actions"][0]["id"], "ply": seen["ply"]}
    return seat, dict(http.post(f"/api/tables/{table}/do", json=asked).json())


async def play_out(server: Server, token: str, table: str) -> None:
    """Play a game to its end, by chance, through one socket a seat."""
    dice = random.Random(0)
    url = f"{server.url.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    headers = {"Authorization": f"Bearer {token}"}

    async def sit(seat: int) -> None:
        async with websockets.connect(f"{url}?seat={seat}", additional_headers=headers) as ws:
            async for text in ws:
                news = json.loads(text)
                if news.get("status") == "over":
                    return
                if news.get("actions"):
                    action = dice.choice(news["actions"])["id"]
                    asked = {"do": "play", "seat": seat, "action": action, "ply": news["ply"]}
                    await ws.send(json.dumps(asked))

    await asyncio.gather(*(sit(seat) for seat in range(6)))


# ---- flooding: many connections, each with bytes without end


def masked(text: str) -> bytes:
    """A text frame as a client sends it; a mask of zeros leaves it readable."""
    data = text.encode()
    if len(data) < 126:
        return bytes([0x81, 0x80 | len(data)]) + bytes(4) + data
    return bytes([0x81, 0xFE]) + len(data).to_bytes(2, "big") + bytes(4) + data


PING, LONG_PING = b"\x89\x80abcd", b"\x89\xfdabcd" + b"x" * 125
FIRST, PIECE = b"\x01\x80abcd", b"\x00\x80abcd"


@dataclass
class Stream:
    """What one connection sends: first, then (once it is greeted) more without end."""

    first: bytes
    more: Callable[[], Iterator[bytes]]
    greeting: bytes = b""  # what must come back before the rest is sent
    reads: bool = True


class Flood:
    """Connections that are opened again as soon as they are cut."""

    def __init__(self, port: int, count: int, stream: Callable[[], Stream]) -> None:
        self.port, self.count, self.stream = port, count, stream
        self.eyes = selectors.DefaultSelector()

    def run(self, tell: Any) -> None:
        """Flood until killed; `tell` holds connections opened and bytes sent."""
        for _ in range(self.count):
            self.open(tell)
        while True:
            for key, events in self.eyes.select(1):
                try:
                    self.step(key.fileobj, key.data, events, tell)  # type: ignore[arg-type]
                except OSError:
                    self.eyes.unregister(key.fileobj)
                    key.fileobj.close()  # type: ignore[union-attr]
                    self.open(tell)

    def open(self, tell: Any) -> None:
        """One more connection."""
        line = socket.socket()
        line.setblocking(False)
        line.bind((FLOODER, 0))
        line.connect_ex(("127.0.0.1", self.port))
        made = self.stream()
        state = {"stream": made, "waiting": made.first, "heard": b"", "more": made.more()}
        state["free"] = not made.greeting
        self.eyes.register(line, selectors.EVENT_READ | selectors.EVENT_WRITE, state)
        tell[0] += 1

    def step(self, line: socket.socket, state: Json, events: int, tell: Any) -> None:
        """Send what goes, read what comes."""
        stream: Stream = state["stream"]
        if events & selectors.EVENT_READ and (stream.reads or not state["free"]):
            data = line.recv(1 << 18)
            if not data:
                raise ConnectionResetError
            if not state["free"]:
                state["heard"] += data
                if b"\r\n\r\n" in state["heard"]:
                    if not state["heard"].startswith(stream.greeting):
                        raise ConnectionResetError
                    state["free"] = True
        if events & selectors.EVENT_WRITE:
            if not state["waiting"] and state["free"]:
                state["waiting"] = next(state["more"])
            if state["waiting"]:
                sent = line.send(state["waiting"])
                tell[1] += sent
                state["waiting"] = state["waiting"][sent:]
            elif not state["free"]:
                time.sleep(0.0002)  # for its greeting


def shake(scene: Scene, table: str) -> bytes:
    """The request that opens a socket."""
    key = base64.b64encode(bytes(16)).decode()
    return (
        f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n"
        f"Authorization: Bearer {scene.token}\r\n\r\n"
    ).encode()


def through_sockets(table: str, chunk: bytes, reads: bool = True, then: bytes = b"") -> Any:
    """A flood of frames at a table."""

    def made(scene: Scene, port: int) -> Flood:
        name = getattr(scene, table)

        def more() -> Iterator[bytes]:
            yield chunk
            yield from repeat(then or chunk)

        return Flood(
            port, 20, lambda: Stream(shake(scene, name), more, b"HTTP/1.1 101", reads=reads)
        )

    return made


def pouring(first: bytes, chunk: bytes, count: int = 8) -> Any:
    """A flood of bytes that is no end of a request."""
    return lambda _, port: Flood(port, count, lambda: Stream(first, lambda: repeat(chunk)))


def getting(*paths: str, count: int = 60, reads: bool = True) -> Any:
    """A flood of requests, as many as go into the pipe."""

    def made(scene: Scene, port: int) -> Flood:
        wanted = [path.format(long=scene.long, n=n) for n in range(scene.actions) for path in paths]
        random.Random(0).shuffle(wanted)
        requests = [f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode() for path in wanted[:2000]]
        chunks = [b"".join(requests[i : i + 10]) for i in range(0, len(requests), 10)]
        return Flood(port, count, lambda: Stream(b"", lambda: cycle(chunks), reads=reads))

    return made


def circle(scene: Scene, port: int, *, seal: bool) -> Flood:
    """Play and take back, again and again, as fast as the answers allow."""
    ply = scene.sealing_ply if seal else scene.solo_ply
    action = scene.sealing_action if seal else scene.solo_action
    frames = []
    for n in range(5_000):  # a sealed choice does not change the ply
        now = ply if seal else ply + 2 * n
        frames.append(masked(json.dumps({"do": "play", "seat": 0, "action": action, "ply": now})))
        frames.append(masked(json.dumps({"do": "undo", "seat": 0})))
    table = scene.sealing if seal else scene.solo
    chunk = b"".join(frames)
    return Flood(
        port, 20, lambda: Stream(shake(scene, table), lambda: repeat(chunk), b"HTTP/1.1 101")
    )


class Threads:
    """Floods that need the answers: each thread asks as fast as it is answered."""

    def __init__(self, port: int, work: list[Callable[[Caller], None]]) -> None:
        self.port, self.work = port, work

    def run(self, tell: Any) -> None:
        """Flood until killed."""
        for one in self.work:
            threading.Thread(target=self.repeat, args=(one, tell), daemon=True).start()
        while True:
            time.sleep(1)

    def repeat(self, work: Callable[[Caller], None], tell: Any) -> None:
        """Do it again whatever happens."""
        while True:
            with suppress(OSError, HTTPException, KeyError, ValueError):
                work(Caller(self.port, tell))


class Caller:
    """One who asks over HTTP and reads the answers."""

    def __init__(self, port: int, tell: Any) -> None:
        tell[0] += 1
        self.tell = tell
        self.http = HTTPConnection("127.0.0.1", port, 10, source_address=(FLOODER, 0))
        self.token = ""

    def ask(self, path: str, **body: Any) -> Json:
        """Send a request; what is answered."""
        text = json.dumps(body)
        self.tell[1] += len(text)
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self.token}"}
        self.http.request("POST", path, text, headers)
        return dict(json.loads(self.http.getresponse().read()))


def claiming(scene: Scene, port: int) -> Threads:
    """Sit down at a listed table and get up again."""

    def work(caller: Caller) -> None:
        caller.token = caller.ask("/api/token")["token"]
        while True:
            seat = caller.ask(f"/api/tables/{scene.listed}/claim", name="Eve")["seat"]
            caller.ask(f"/api/tables/{scene.listed}/do", do="leave", seat=seat)

    return Threads(port, [work] * 2)


def handing(scene: Scene, port: int) -> Threads:
    """Hand a seat over to oneself, there and back."""

    def at(table: str) -> Callable[[Caller], None]:
        def work(caller: Caller) -> None:
            caller.token = scene.token
            while True:
                code = caller.ask(f"/api/tables/{table}/invite", seat=0)["code"]
                caller.ask(f"/api/tables/{table}/claim", code=code, name="Eve")

        return work

    return Threads(port, [at(table) for table in scene.handing])


def again(scene: Scene, port: int) -> Threads:
    """Give up and play again."""

    def at(table: str) -> Callable[[Caller], None]:
        def work(caller: Caller) -> None:
            caller.token, now = scene.token, table
            while True:
                now = caller.ask(f"/api/tables/{now}/do", do="again", seat=0)["table"]
                for seat in (0, 1):
                    caller.ask(f"/api/tables/{now}/claim", name=f"P{seat}", seat=seat)
                caller.ask(f"/api/tables/{now}/do", do="resign", seat=0)

        return work

    return Threads(port, [at(table) for table in scene.ended])


def silent(_: Scene, port: int) -> Flood:
    """As many connections as can be, and not a word on any."""

    def nothing() -> Iterator[bytes]:
        while True:
            time.sleep(0.0005)
            yield b""

    return Flood(port, 1_500, lambda: Stream(b"", nothing))


class Storm:
    """Connections opened and dropped as fast as can be."""

    def __init__(self, _: Scene, port: int) -> None:
        self.port = port

    def run(self, tell: Any) -> None:
        """Flood until killed."""
        reset = (1).to_bytes(4, "little") + bytes(4)  # no goodbye, no waiting
        while True:
            with suppress(OSError), socket.socket() as line:
                line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, reset)
                line.bind((FLOODER, 0))
                line.connect(("127.0.0.1", self.port))
                tell[0] += 1


CHUNKED = b"POST /api/token HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
LOOK = masked(json.dumps({"do": "look", "since": -1}))
ASK = b"".join(masked(json.dumps({"do": "undo", "seat": seat})) for seat in range(3))

FLOODS: dict[str, tuple[str, Any]] = {
    "pings": ("empty pings", through_sockets("long", PING * 20_000)),
    "long-pings": ("125-byte pings, never read", through_sockets("long", LONG_PING * 2000, False)),
    "pieces": (
        "empty continuation frames",
        through_sockets("long", FIRST + PIECE * 20_000, then=PIECE * 20_000),
    ),
    "empty-texts": ("empty messages", through_sockets("long", b"\x81\x80abcd" * 20_000)),
    "headers": ("endless list of headers", pouring(b"GET / HTTP/1.1\r\n", b"a: b\r\n" * 20_000)),
    "header": ("one endless header", pouring(b"GET / HTTP/1.1\r\nA: ", b"x" * 200_000)),
    "url": ("endless address", pouring(b"GET /", b"x" * 200_000)),
    "trailer": ("endless trailer", pouring(CHUNKED + b"0\r\nA: ", b"x" * 200_000)),
    "chunks": ("endless chunks of a byte", pouring(CHUNKED, b"1\r\nx\r\n" * 20_000)),
    "ask": ("ask to go back, again and again", through_sockets("asking", ASK * 500)),
    "undo": ("play and go back", lambda scene, port: circle(scene, port, seal=False)),
    "seal": ("seal and unseal", lambda scene, port: circle(scene, port, seal=True)),
    "claim": ("sit down and get up", claiming),
    "hand": ("hand over there and back", handing),
    "again": ("give up and play again", again),
    "look": ("look since=-1, never read", through_sockets("long", LOOK * 1000, False)),
    "log": ("GET of a long log", getting("/api/tables/{long}")),
    "unread": ("GET of a long log, never read", getting("/api/tables/{long}", reads=False)),
    "play": ("GET of its .play", getting("/api/tables/{long}/play")),
    "at": ("GET of its moments", getting("/api/tables/{long}/at/{n}")),
    "printed": (
        "GET of schema, games, rules",
        getting("/openapi.json", "/api/games", "/api/games/raise/rules"),
    ),
    "health": ("GET of /healthz", getting("/healthz")),
    "silent": ("1,500 silent connections", silent),
    "storm": ("connections opened and dropped", Storm),
}


def flood(name: str, scene: Scene, port: int, tell: Any) -> None:
    """Be the flooder."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 10_000)), hard))
    if len(os.sched_getaffinity(0)) > 1:
        os.sched_setaffinity(0, {1})
    os.nice(19)  # the well-behaved client shares its core: it must not wait for that
    FLOODS[name][1](scene, port).run(tell)


# ---- the others


class Others:
    """People who play, and somebody who asks whether the server is well."""

    def __init__(self, server: Server, scene: Scene) -> None:
        self.server, self.scene = server, scene
        self.moves: list[float] = []
        self.health: list[float] = []
        self.lateness: list[float] = []  # of a clock that asks nobody
        self.failures = 0
        self.probes = 0

    async def live(self, seconds: float) -> None:
        """Do so for a while."""
        end = time.monotonic() + seconds
        tables = [self.play(end) for _ in range(SOCKETS)]
        await asyncio.gather(*tables, self.ask(end), self.watch_clock(end))

    async def watch_clock(self, end: float) -> None:
        """Notice how late this process itself is."""
        while (begin := time.monotonic()) < end:
            await asyncio.sleep(TICK)
            self.lateness.append(time.monotonic() - begin - TICK)

    async def play(self, end: float) -> None:
        """Play moves, one after another, at one table after another."""
        while time.monotonic() < end:
            table = self.scene.played.pop()
            with suppress(websockets.WebSocketException, OSError, TimeoutError):
                if await self.play_at(table, end):
                    self.scene.played.insert(0, table)
                continue
            self.failures += 1
            self.moves.append(10.0)

    async def play_at(self, table: str, end: float) -> bool:
        """Play moves at a table until it is over; whether it still goes on."""
        url = f"{self.server.url.replace('http', 'ws', 1)}/api/tables/{table}/socket"
        headers = {"Authorization": f"Bearer {self.scene.token}"}
        async with websockets.connect(
            f"{url}?since=1000000", additional_headers=headers, open_timeout=20, ping_interval=None
        ) as ws:
            news = json.loads(await ws.recv())
            while time.monotonic() < end and news["status"] == "playing":
                seat = news["acting"][0]
                if news["seat"] != seat:
                    await ws.send(json.dumps({"do": "look", "seat": seat}))
                    news = json.loads(await ws.recv())
                    continue
                action = random.choice(news["actions"])["id"]
                asked = {"do": "play", "seat": seat, "action": action, "ply": news["ply"]}
                begin = time.perf_counter()
                await ws.send(json.dumps(asked))
                found: Json = {}
                async with asyncio.timeout(20):
                    while found.get("type") not in ("done", "error"):
                        found = json.loads(await ws.recv())
                        news = found if found["type"] == "news" else news
                self.moves.append(time.perf_counter() - begin)
                await asyncio.sleep(PAUSE)
            return bool(news["status"] == "playing")

    async def ask(self, end: float) -> None:
        """Ask for /healthz through a new connection, each time from another address."""
        while time.monotonic() < end:
            self.probes += 1
            here = (f"127.0.{1 + self.probes // 200 % 200}.{1 + self.probes % 200}", 0)
            begin = time.perf_counter()
            try:
                async with asyncio.timeout(20):
                    reader, writer = await asyncio.open_connection(
                        "127.0.0.1", self.server.port, local_addr=here
                    )
                    writer.write(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                    if not (await reader.read()).startswith(b"HTTP/1.1 200"):
                        raise ConnectionResetError
                    writer.close()
                self.health.append(time.perf_counter() - begin)
            except (OSError, TimeoutError):
                self.failures += 1
                self.health.append(20.0)
            await asyncio.sleep(0.02)


def percentile(times: list[float], share: float) -> float:
    """The time that so many were faster than, in milliseconds."""
    return 1000 * sorted(times)[min(int(share * len(times)), len(times) - 1)] if times else 0.0


def measure(server: Server, scene: Scene, seconds: float, name: str = "") -> Json:
    """What the others notice, with a flood or without one."""
    tell = multiprocessing.Array("d", 2, lock=False)
    worker = multiprocessing.Process(target=flood, args=(name, scene, server.port, tell))
    before = peak = server.memory()
    if name:
        worker.start()
        wait_for(tell)
    used, others, end = server.seconds(), Others(server, scene), threading.Event()

    def look() -> None:
        nonlocal peak
        while not end.wait(0.1):
            peak = max(peak, server.memory())

    looking = threading.Thread(target=look)
    looking.start()
    try:
        asyncio.run(others.live(seconds))
    finally:
        end.set()
        looking.join()
        if name:
            worker.kill()
            worker.join()
    found: Json = {"flood": name, "failures": others.failures, "grown_mb": peak - before}
    found["core"] = (server.seconds() - used) / seconds
    found |= {"connections": int(tell[0]), "sent_mb": tell[1] / 1e6}
    found["late_p99"] = percentile(others.lateness, 0.99)
    for kind, times in (("move", others.moves), ("health", others.health)):
        found |= {f"{kind}s": len(times), f"{kind}_p50": percentile(times, 0.5)}
        found |= {f"{kind}_p99": percentile(times, 0.99), f"{kind}_max": 1000 * max(times)}
    return found


def wait_for(tell: Any) -> None:
    """Wait until the flooder floods."""
    for _ in range(600):
        if tell[0]:
            return
        time.sleep(0.05)
    raise SystemExit("there is no flood")


def is_met(found: Json) -> bool:
    """Whether the others hardly notice."""
    quick = max(found["move_p99"], found["health_p99"]) < BAR_MS
    return quick and found["grown_mb"] < BAR_MB and not found["failures"]


def line_of(title: str, found: Json) -> str:
    """One line of the table."""
    cells = [f"{title:<34}"]
    cells += [f"{found[f'{kind}_{what}']:7.1f}" for kind in ("move", "health") for what in STEPS]
    cells += [
        f"{found['late_p99']:6.1f}",
        f"{found['grown_mb']:7.1f}",
        f"{found['core']:5.2f}",
        f"{found['sent_mb']:8.1f}",
    ]
    cells += [f"{found['connections']:7,}", "met" if is_met(found) else "NOT MET"]
    return " ".join(cells)


STEPS = ("p50", "p99", "max")
HEADS = [
    f"{'':<34}",
    f"{'a move, ms':^23}",
    f"{'/healthz, ms':^23}",
    f"{'late':>6}",
    f"{'memory':>7}",
]
HEAD = " ".join([*HEADS, f"{'core':>5}", f"{'sent':>8}", f"{'opened':>7}"])
UNDER = " ".join(
    [f"{'flood':<34}", *(f"{step:>7}" for step in STEPS * 2), f"{'p99':>6}", f"{'+ MB':>7}"]
)


def main() -> int:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--only", default=",".join(FLOODS), help="floods, separated by commas")
    parser.add_argument("--json", action="store_true")
    wanted = parser.parse_args()
    names = wanted.only.split(",")
    if len(os.sched_getaffinity(0)) > 1:
        os.sched_setaffinity(0, {1})
    multiprocessing.set_start_method("spawn")
    found: list[Json] = []
    bar = Progress(console=Console(stderr=True))
    with tempfile.TemporaryDirectory() as place, bar as progress:
        folder = Path(place)
        task = progress.add_task("tables", total=len(names) + 2)
        server = Server(folder, ROOMY)
        try:
            scene = set_scene(server)
        finally:
            server.stop()
        for name in ("", *names):
            progress.update(task, description=name or "quiet", advance=1)
            server = Server(folder, {})  # each flood finds a fresh one, with its default limits
            try:
                measure(server, scene, 1.5)  # whatever is made once is made
                found.append(measure(server, scene, wanted.seconds, name))
            finally:
                server.stop()
    if wanted.json:
        print(json.dumps(found))
        return 0
    print(HEAD, UNDER, sep="\n")
    for one in found:
        print(line_of(FLOODS[one["flood"]][0] if one["flood"] else "(quiet)", one))
    met = sum(map(is_met, found))
    print(f"bars: p99 < {BAR_MS:g} ms, + {BAR_MB:g} MB; {met} of {len(found)} met")
    return 0 if met == len(found) else 1


if __name__ == "__main__":
    sys.exit(main())
