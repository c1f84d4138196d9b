"""The server under load: sockets, moves a second, the time from a move to all seats, memory.

    python bench/load.py [--seconds 30] [--sockets 2000] [--rate 500] [--opened 10000] [--json]

The server runs on the first core, this client on the second.  Every move is a real one, at
tables of all five games with four seats; beside the figures stands the disk's own fdatasync.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import uvloop
import websockets
from rich.console import Console
from rich.progress import Progress

SEATS = 4
GAMES = ("rolit", "quinze", "bonne-main", "raise", "rafletout")
BAR_MS, BAR_KIB, BAR_MB = 50.0, 40.0, 5.0  # p99 of a move, an idle socket, after eviction
UNLIMITED = {
    "LUDOTHEQUE_TABLES_PER_MINUTE": "100000",
    "LUDOTHEQUE_TABLES_PER_DAY": "1000000",
    "LUDOTHEQUE_SOCKETS_PER_ADDRESS": "100000",
    "LUDOTHEQUE_EVICT_MINUTES": "1",
    "LUDOTHEQUE_POLL_SECONDS": "5",
}

Json = dict[str, Any]


class Server:
    """`ludotheque serve` on a core of its own."""

    def __init__(self, folder: Path) -> None:
        self.port = 8600 + os.getpid() % 400
        self.url = f"http://127.0.0.1:{self.port}"
        database = {"DATABASE_URL": f"sqlite:///{folder}/tables.db"}
        place = {"LUDOTHEQUE_PORT": str(self.port)}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "ludotheque", "serve"],
            env={**os.environ, **UNLIMITED, **database, **place},
            stdout=subprocess.DEVNULL,
        )
        if len(os.sched_getaffinity(0)) > 1:
            os.sched_setaffinity(self.process.pid, {0})

    def wait(self) -> None:
        """Wait until it answers."""
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
        ticks = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii").split()
        return (int(ticks[13]) + int(ticks[14])) / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        """End it."""
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(20)


class Guest:
    """Whoever sits in all seats of all tables."""

    def __init__(self, server: Server) -> None:
        self.server = server
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
        self.sockets: list[Any] = []
        self.news: list[Json] = [{}] * SEATS
        self.sent = 0.0
        self.missing = 0
        self.over = False


class Load:
    """Moves at so many tables."""

    def __init__(self, server: Server, guest: Guest, count: int) -> None:
        self.server, self.guest, self.count = server, guest, count
        self.tables: list[Table] = []
        self.times: list[float] = []  # from a move to the last seat that sees it
        self.refused = 0
        self.readers: list[asyncio.Task[None]] = []

    async def lay(self, tick: Callable[[], None]) -> None:
        """Lay all tables."""
        for i in range(self.count):
            self.tables.append(Table(await self.guest.lay(GAMES[i % len(GAMES)])))
            tick()

    async def connect(self, tick: Callable[[], None]) -> None:
        """Open a socket for every seat."""
        url = self.server.url.replace("http", "ws", 1)
        for table in self.tables:
            for seat in range(SEATS):
                ws = await websockets.connect(
                    f"{url}/api/tables/{table.name}/socket?seat={seat}&since=1000000",
                    additional_headers=self.guest.headers,
                    compression=None,
                    ping_interval=None,
                )
                table.sockets.append(ws)
                self.readers.append(asyncio.create_task(self.read(table, seat, ws)))
                tick()

    async def read(self, table: Table, seat: int, ws: Any) -> None:
        """Take in what a seat is sent."""
        async for text in ws:
            moment = time.perf_counter()
            if text.startswith('{"') and '"type":"news"' in text:
                table.news[seat] = json.loads(text)
                table.over = table.news[seat]["phase"] == "over"
                if table.missing:
                    table.missing -= 1
                    if not table.missing:
                        self.times.append(moment - table.sent)
            elif '"type":"error"' in text:
                self.refused += 1
                table.missing = 0

    async def play(self, rate: float, seconds: float, tick: Callable[[], None]) -> int:
        """So many moves a second, each at a table where none is under way."""
        dice, begin, sent = random.Random(0), time.perf_counter(), 0
        while (now := time.perf_counter() - begin) < seconds:
            while sent < now * rate:
                await self.move(dice)
                sent += 1
                tick()
            await asyncio.sleep(0.001)
        await asyncio.sleep(0.5)
        return sent

    async def move(self, dice: random.Random) -> None:
        """A random legal move at a random table."""
        for _ in range(50):
            table = dice.choice(self.tables)
            able = [seat for seat in range(SEATS) if table.news[seat].get("actions")]
            if not table.missing and not table.over and able:
                break
        else:
            return
        seat = dice.choice(able)
        news = table.news[seat]
        action = dice.choice(news["actions"])["id"]
        table.missing, table.sent = SEATS, time.perf_counter()
        asked = {"do": "play", "seat": seat, "action": action, "ply": news["ply"]}
        await table.sockets[seat].send(json.dumps(asked))

    async def leave(self) -> None:
        """Close all sockets."""
        for reader in self.readers:
            reader.cancel()
        for table in self.tables:
            await asyncio.gather(*(ws.close() for ws in table.sockets))


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


async def evicted(server: Server, guest: Guest, opened: int, tick: Callable[[], None]) -> float:
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


async def measure(wanted: argparse.Namespace, folder: Path, progress: Progress) -> Json:
    """All figures."""
    disk = fdatasync(folder)
    server = Server(folder)
    server.wait()
    guest = Guest(server)
    await guest.come()
    found: Json = {"fdatasync_ms": disk}
    count = wanted.sockets // SEATS
    moves = int(wanted.rate * wanted.seconds)
    steps = [("tables", count), ("sockets", wanted.sockets), ("moves", moves)]
    tasks = [progress.add_task(name, total=n) for name, n in steps]
    ticks = [lambda t=t: progress.advance(t) for t in tasks]
    try:
        load = Load(server, guest, count)
        await load.lay(ticks[0])
        bare = server.memory()
        await load.connect(ticks[1])
        await asyncio.sleep(2)
        found["socket_kib"] = (server.memory() - bare) / wanted.sockets
        gc.collect()
        gc.disable()  # a pause of this client is not one of the server
        used = server.seconds()
        sent = await load.play(wanted.rate, wanted.seconds, ticks[2])
        found["core"] = (server.seconds() - used) / wanted.seconds
        found |= {"moves": sent, "seen_by_all": len(load.times), "refused": load.refused}
        found["p50_ms"], found["p99_ms"] = (percentile(load.times, p) for p in (0.5, 0.99))
        found["p999_ms"] = percentile(load.times, 0.999)
        await load.leave()
        if wanted.opened:
            task = progress.add_task("opened", total=wanted.opened)
            found["grown_mb"] = await evicted(
                server, guest, wanted.opened, lambda: progress.advance(task)
            )
    finally:
        await guest.http.aclose()
        server.stop()
    return found


def tell(found: Json, wanted: argparse.Namespace) -> bool:
    """Print the figures beside their bars; whether all are met."""
    rows = [
        ("p99 from a move to all seats, ms", found["p99_ms"], BAR_MS),
        ("memory of an idle socket, KiB", found["socket_kib"], BAR_KIB),
    ]
    if "grown_mb" in found:
        rows.append((f"memory after {wanted.opened:,} tables, MB", found["grown_mb"], BAR_MB))
    median, slow = found["fdatasync_ms"]
    print(f"{wanted.sockets:,} sockets at {wanted.sockets // SEATS:,} tables, all five games")
    print(f"moves {found['moves']:,}, seen by all {found['seen_by_all']:,}", end=", ")
    print(f"refused {found['refused']:,}; {wanted.rate:g} a second, {found['core']:.2f} of a core")
    print(f"p50 {found['p50_ms']:.1f} ms, p99.9 {found['p999_ms']:.1f} ms", end="; ")
    print(f"the disk's fdatasync: p50 {median:.2f} ms, p99 {slow:.2f} ms")
    for name, value, bar in rows:
        print(f"{name:<40} {value:8.1f}   bar {bar:g}   {'met' if value <= bar else 'NOT MET'}")
    return all(value <= bar for _, value, bar in rows)


def main() -> int:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--sockets", type=int, default=2000)
    parser.add_argument("--rate", type=float, default=500)
    parser.add_argument("--opened", type=int, default=10_000)
    parser.add_argument("--json", action="store_true")
    wanted = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 65_536)), hard))
    bar = Progress(console=Console(stderr=True))
    with tempfile.TemporaryDirectory() as folder, bar as progress:
        if len(os.sched_getaffinity(0)) > 1:
            os.sched_setaffinity(0, {1})
        found = uvloop.run(measure(wanted, Path(folder), progress))
    if wanted.json:
        print(json.dumps(found))
        return 0
    return 0 if tell(found, wanted) else 1


if __name__ == "__main__":
    sys.exit(main())
