"""The server under load: sockets, moves a second, the time from a move to all seats, memory.

    python bench/load.py [--seconds 30] [--sockets 2000] [--rate 500] [--opened 10000] [--json]
    python bench/load.py --ceiling [--before FOLDER]

Every move is a real one, at tables of all five games with four seats.  The server runs on the
first core, this client on the second.  Beside the figures stand the disk's own fdatasync and
a server that knows no game (`echo.py`), which sends frames as many and as long.

`--ceiling` raises the rate from `--rate` on until the bar is not met, or the server falls
behind.  `--before` is another checkout: its server is measured in the same run.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import re
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import uvloop
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect
from rich.console import Console
from rich.progress import Progress

SEATS = 4
GAMES = ("rolit", "quinze", "bonne-main", "raise", "rafletout")
BAR_MS, BAR_KIB, BAR_MB = 50.0, 40.0, 5.0  # p99 of a move, an idle socket, after eviction
HELD = 0.98  # of the moves asked for; who does less has fallen behind
STEP = 1.15  # from one rate to the next
UNLIMITED = {
    "LUDOTHEQUE_TABLES_PER_MINUTE": "100000",
    "LUDOTHEQUE_TABLES_PER_DAY": "1000000",
    "LUDOTHEQUE_SOCKETS_PER_ADDRESS": "100000",
    "LUDOTHEQUE_SOCKETS_PER_MINUTE": "1000000",
    "LUDOTHEQUE_CONNECTIONS_PER_ADDRESS": "100000",
    "LUDOTHEQUE_CONNECTIONS_PER_MINUTE": "1000000",
    "LUDOTHEQUE_FRAMES_PER_ADDRESS": "1000000",
    "LUDOTHEQUE_WORK_PER_MINUTE": "100000000",
    "LUDOTHEQUE_EVICT_MINUTES": "1",
    "LUDOTHEQUE_POLL_SECONDS": "5",
}
ROOT = Path(__file__).parents[1]

Json = dict[str, Any]
Tick = Callable[[], None]


class Server:
    """A server on a core of its own: the one of a checkout."""

    def __init__(self, root: Path, folder: Path) -> None:
        database = {"DATABASE_URL": f"sqlite:///{folder}/tables.db"}
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        place = {"LUDOTHEQUE_PORT": str(self.port), "PYTHONPATH": str(root / "src")}
        self.start(
            [sys.executable, "-m", "ludotheque", "serve"], {**UNLIMITED, **database, **place}
        )

    def start(self, command: list[str], env: dict[str, str]) -> None:
        """Begin, and wait until it answers."""
        self.process = subprocess.Popen(
            command, env={**os.environ, **env}, stdout=subprocess.DEVNULL
        )
        if len(os.sched_getaffinity(self.process.pid)) > 1 or (os.cpu_count() or 1) > 1:
            os.sched_setaffinity(self.process.pid, {0})
        for _ in range(300):
            try:
                httpx.get(f"{self.url}/readyz")
            except httpx.HTTPError:
                time.sleep(0.1)
            else:
                return
        raise SystemExit("the server does not answer")

    def memory(self) -> float:
        """What it holds in memory, in KiB."""
        text = Path(f"/proc/{self.process.pid}/smaps_rollup").read_text(encoding="ascii")
        return float(next(line.split()[1] for line in text.splitlines() if "Rss" in line))

    def seconds(self) -> float:
        """The processor time it has used."""
        return seconds_of(self.process.pid)

    def close(self) -> None:
        """End it."""
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(20)


class Echo(Server):
    """The server that knows no game."""

    def __init__(self, size: int) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        script = str(Path(__file__).with_name("echo.py"))
        self.start([sys.executable, script, str(self.port), str(size)], {})


def free_port() -> int:
    """A port at which nobody listens."""
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def seconds_of(process: int) -> float:
    """The processor time that a process has used."""
    ticks = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(ticks[11]) + int(ticks[12])) / os.sysconf("SC_CLK_TCK")


class Guest:
    """Whoever sits in all seats of all tables."""

    def __init__(self, server: Server) -> None:
        self.http = httpx.AsyncClient(base_url=server.url, timeout=60)
        self.headers: dict[str, str] = {}

    async def come(self) -> None:
        """Get a token."""
        token = (await self.http.post("/api/token")).json()["token"]
        self.headers = {"Authorization": f"Bearer {token}"}

    async def lay(self, game: str, players: int = SEATS) -> str:
        """A table with a person in every seat."""
        seats = [{"who": "me", "name": f"P{seat}"} for seat in range(players)]
        wish = {"game": game, "seats": seats}
        answer = await self.http.post("/api/tables", json=wish, headers=self.headers)
        return str(answer.json()["table"])


class Table:
    """A table of the load: its sockets, and the move that is under way."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.sockets: list[WSTransport] = []
        self.news = [b""] * SEATS
        self.sent = 0.0
        self.missing = 0

    def request(self, dice: random.Random) -> tuple[int, bytes] | None:
        """A random legal move of one who may act, and its seat; None if nobody may.

        The frames are searched, not read: this client must not be what is slow.
        """
        if self.missing or b':"playing"' not in self.news[0]:
            return None
        found = ACTING.search(self.news[0])
        seats = [int(seat) for seat in found[1].split(b",")] if found else []
        seat = dice.choice(seats)
        news = self.news[seat]
        actions = ACTION.findall(news, news.rindex(b'"actions":['))
        ply = PLY.search(news)
        if not actions or ply is None:
            return None
        action = dice.choice(actions)
        return seat, b'{"do":"play","seat":%d,"action":%b,"ply":%b}' % (seat, action, ply[1])


ACTING = re.compile(rb'"acting":\[([0-9,]+)\]')
ACTION = re.compile(rb'\{"id":(\d+),"say"')
PLY = re.compile(rb'"ply":(\d+)')


class Ear(WSListener):
    """One socket: it takes in what a seat is sent."""

    def __init__(self, load: Load, table: Table, seat: int) -> None:
        self.load, self.table, self.seat = load, table, seat

    def on_ws_frame(self, _: WSTransport, frame: WSFrame) -> None:
        """A frame has come."""
        if frame.msg_type == WSMsgType.TEXT:
            moment = time.perf_counter()
            self.load.hear(self.table, self.seat, frame.get_payload_as_bytes(), moment)


class Load:
    """Moves at so many tables."""

    def __init__(self, server: Server, names: list[str], headers: dict[str, str]) -> None:
        self.server, self.headers = server, headers
        self.tables = [Table(name) for name in names]
        self.times: list[float] = []  # from a move to the last seat that sees it
        self.late: list[float] = []  # how long this client was kept from its next move
        self.refused = 0
        self.heard = 0
        self.bytes = 0

    async def connect(self, tick: Tick) -> None:
        """Open a socket for every seat."""
        url = self.server.url.replace("http", "ws", 1)
        for table in self.tables:
            for seat in range(SEATS):
                transport, _ = await ws_connect(
                    partial(Ear, self, table, seat),
                    f"{url}/api/tables/{table.name}/socket?seat={seat}&since=1000000",
                    extra_headers=self.headers,
                    use_aiofastnet=False,
                )
                table.sockets.append(transport)
                tick()

    def hear(self, table: Table, seat: int, text: bytes, moment: float) -> None:
        """Take in what a seat is sent."""
        if b'"type":"news"' in text:
            table.news[seat] = text
            self.heard += 1
            self.bytes += len(text)
            if table.missing:
                table.missing -= 1
                if not table.missing:
                    self.times.append(moment - table.sent)
        elif b'"type":"error"' in text:
            self.refused += 1
            table.missing = 0

    async def play(self, rate: float, seconds: float) -> int:
        """So many moves a second, each at a table where none is under way."""
        dice, begin, sent = random.Random(0), time.perf_counter(), 0
        while (now := time.perf_counter() - begin) < seconds:
            self.late.append(max(0.0, now - sent / rate))
            while sent < now * rate:
                self.move(dice)
                sent += 1
            await asyncio.sleep(0.001)
        await asyncio.sleep(0.5)
        return sent

    def move(self, dice: random.Random) -> None:
        """A random legal move at a random table."""
        for _ in range(50):
            table = dice.choice(self.tables)
            if (request := table.request(dice)) is not None:
                seat, text = request
                table.missing, table.sent = SEATS, time.perf_counter()
                table.sockets[seat].send(WSMsgType.TEXT, text)
                return

    async def leave(self) -> None:
        """Close all sockets."""
        for table in self.tables:
            for transport in table.sockets:
                transport.disconnect()
        await asyncio.sleep(1)


def percentile(times: list[float], share: float) -> float:
    """The time that so many were faster than, in milliseconds."""
    return 1000 * sorted(times)[min(int(share * len(times)), len(times) - 1)]


def fdatasync(folder: Path, n: int = 200) -> tuple[float, float]:
    """The disk's own time to keep a small write: median and 99th in a hundred, milliseconds."""
    times = []
    with (folder / "probe").open("wb", buffering=0) as file:
        for _ in range(n):
            file.write(b"x" * 200)
            begin = time.perf_counter()
            os.fdatasync(file.fileno())
            times.append(time.perf_counter() - begin)
    return 1000 * statistics.median(times), percentile(times, 0.99)


# ---- one measurement


class Figures(NamedTuple):
    """What was seen at a rate."""

    rate: float  # moves a second asked for
    reached: float  # and seen by all
    refused: int
    p50: float  # milliseconds from a move to the last seat
    p99: float
    p999: float
    late: float  # p99 of the client's own delay
    server: float  # shares of a core
    client: float
    size: int  # bytes of a frame of news

    @property
    def holds(self) -> bool:
        """Whether the bar is met."""
        return self.p99 <= BAR_MS and self.reached >= HELD * self.rate

    def tell(self, name: str) -> None:
        """Print it as a line below the head."""
        cpu = 1e6 * self.server / self.reached
        print(
            f"{name:<8}{self.rate:8.0f}{self.reached:9.0f}{self.p50:9.1f}{self.p99:9.1f}"
            f"{self.p999:9.1f}{self.server:9.2f}{cpu:9.0f}{self.client:9.2f}{self.late:9.1f}",
            flush=True,
        )


HEAD = (
    "          asked  reached   p50 ms   p99 ms p99.9 ms   server  us/move   client  late ms\n"
    + "-" * 88
)


async def played(load: Load, rate: float, seconds: float) -> Figures:
    """What is seen while so many moves a second are played."""
    gc.collect()
    gc.disable()  # a pause of this client is not one of the server
    used, own = load.server.seconds(), time.process_time()
    await load.play(rate, seconds)
    core, client = (load.server.seconds() - used) / seconds, (time.process_time() - own) / seconds
    gc.enable()
    return Figures(
        rate,
        len(load.times) / seconds,
        load.refused,
        percentile(load.times, 0.5),
        percentile(load.times, 0.99),
        percentile(load.times, 0.999),
        percentile(load.late, 0.99),
        core,
        client,
        load.bytes // load.heard,
    )


class Bench:
    """One measurement after the other, each with a server and tables of its own."""

    def __init__(self, wanted: argparse.Namespace, progress: Progress) -> None:
        self.wanted, self.progress = wanted, progress
        self.count: int = wanted.sockets // SEATS

    def tick(self, name: str, total: float) -> Tick:
        """A bar that goes on with each call."""
        task = self.progress.add_task(name, total=int(total))
        return lambda: self.progress.advance(task)

    async def played(self, load: Load, rate: float) -> Figures:
        """What is seen at a rate; meanwhile no bar is drawn, which would take its time."""
        self.progress.stop()
        found = await played(load, rate, self.wanted.seconds)
        self.progress.start()
        return found

    async def tables(self, root: Path, rate: float, opened: int = 0) -> tuple[Figures, Json]:
        """The server of a checkout at a rate, and what else was seen of it: memory."""
        with tempfile.TemporaryDirectory() as folder, closing(Server(root, Path(folder))) as server:
            guest = Guest(server)
            await guest.come()
            tick = self.tick("tables", self.count)
            names = []
            for i in range(self.count):
                names.append(await guest.lay(GAMES[i % len(GAMES)]))
                tick()
            bare = server.memory()
            load = Load(server, names, guest.headers)
            await load.connect(self.tick("sockets", self.wanted.sockets))
            await asyncio.sleep(2)
            more: Json = {"socket_kib": (server.memory() - bare) / self.wanted.sockets}
            found = await self.played(load, rate)
            await load.leave()
            if opened:
                more["grown_mb"] = await evicted(server, guest, opened, self.tick("opened", opened))
            await guest.http.aclose()
        return found, more

    async def echo(self, rate: float, size: int) -> Figures:
        """The server that knows no game at a rate, with frames of that size."""
        with closing(Echo(size)) as server:
            load = Load(server, [str(i) for i in range(self.count)], {})
            await load.connect(self.tick("sockets", self.wanted.sockets))
            found = await self.played(load, rate)
            await load.leave()
        return found

    async def ceiling(self, root: Path, name: str) -> list[Figures]:
        """Higher and higher rates; the last is the first that does not hold, tried twice."""
        seen: list[Figures] = []
        rate = self.wanted.rate
        while not seen or seen[-1].holds:
            found, _ = await self.tables(root, rate)
            found.tell(name)
            if not found.holds:
                found, _ = await self.tables(root, rate)
                found.tell(name)
            seen.append(found)
            rate *= STEP
        return seen


async def evicted(server: Server, guest: Guest, opened: int, tick: Tick) -> float:
    """How much memory grows by tables that were opened and forgotten again, in MB."""
    for i in range(1000):  # whatever grows once has grown
        await guest.lay(GAMES[i % len(GAMES)])
    await quiet(server)
    before = server.memory()
    for i in range(opened):
        await guest.lay(GAMES[i % len(GAMES)])
        tick()
    await quiet(server)
    return (server.memory() - before) / 1024


async def quiet(server: Server) -> None:
    """Wait until every table is forgotten."""
    async with httpx.AsyncClient(base_url=server.url) as http:
        for _ in range(300):
            text = (await http.get("/metrics")).text
            if "ludotheque_live_tables 0.0" in text:
                return
            await asyncio.sleep(1)
    raise SystemExit("tables are not forgotten")


# ---- all of it


async def measure(wanted: argparse.Namespace, progress: Progress) -> bool:
    """All figures; whether the bars are met."""
    bench = Bench(wanted, progress)
    disk = fdatasync(Path(tempfile.gettempdir()))
    roots = {"now": ROOT} | ({"before": wanted.before} if wanted.before else {})
    if not wanted.json:
        print(f"{wanted.sockets:,} sockets at {bench.count:,} tables, all five games", end="; ")
        print(f"the disk's fdatasync: p50 {disk[0]:.2f} ms, p99 {disk[1]:.2f} ms")
        print(HEAD)
    if wanted.ceiling:
        for name, root in roots.items():
            seen = await bench.ceiling(root, name)
            held = [one.reached for one in seen if one.holds]
            (await bench.echo(seen[-1].rate, seen[-1].size)).tell("echo")
            print(f"ceiling {name}: {max(held, default=0):.0f} moves a second")
        return True
    found, more = await bench.tables(ROOT, wanted.rate, wanted.opened)
    found.tell("now") if not wanted.json else None
    if wanted.before:
        (await bench.tables(wanted.before, wanted.rate))[0].tell("before")
    echo = await bench.echo(wanted.rate, found.size)
    if wanted.json:
        facts = {"fdatasync_ms": disk, "now": found._asdict(), "echo": echo._asdict(), **more}
        print(json.dumps(facts))
        return True
    echo.tell("echo")
    return tell(found, more, wanted)


def tell(found: Figures, more: Json, wanted: argparse.Namespace) -> bool:
    """Print what has a bar beside it; whether all are met."""
    rows = [
        ("p99 from a move to all seats, ms", found.p99, BAR_MS),
        ("memory of an idle socket, KiB", more["socket_kib"], BAR_KIB),
    ]
    if "grown_mb" in more:
        rows.append((f"memory after {wanted.opened:,} tables, MB", more["grown_mb"], BAR_MB))
    print(f"frames of {found.size:,} bytes; refused {found.refused:,}")
    for name, value, bar in rows:
        print(f"{name:<40} {value:8.1f}   bar {bar:g}   {'met' if value <= bar else 'NOT MET'}")
    behind = found.reached < HELD * found.rate
    if behind:
        print("the server fell behind")
    return not behind and all(value <= bar for _, value, bar in rows)


def main() -> int:
    """Measure and tell."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--sockets", type=int, default=2000)
    parser.add_argument("--rate", type=float, default=500)
    parser.add_argument("--opened", type=int, default=10_000)
    parser.add_argument("--ceiling", action="store_true")
    parser.add_argument("--before", type=Path, metavar="FOLDER")
    parser.add_argument("--json", action="store_true")
    wanted = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 65_536)), hard))
    if len(os.sched_getaffinity(0)) > 1:
        os.sched_setaffinity(0, {1})
    with Progress(console=Console(stderr=True), transient=True) as progress:
        met = uvloop.run(measure(wanted, progress))
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
