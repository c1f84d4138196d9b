"""A full shelf: how long a server with very many tables takes to start, and to list some.

    python bench/shelf.py [--tables 100000] [--database URL] [--keep FILE] [--json]

The tables are games of Rolit whose logs verify, written straight into the database; one person
holds 5,000 of them.  Beside the server's answers stand the same questions asked of the database
alone, and an answer that asks nothing, in the same run.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import secrets
import signal
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import httpx
from rich.console import Console
from rich.progress import Progress

from ludotheque.server import schema
from ludotheque.server.db import is_sqlite, read_url, writer_engine
from ludotheque.server.migrations import upgrade
from ludotheque.tables import commands, dice
from ludotheque.tables.draft import Draft
from ludotheque.tables.events import ORIGIN, compact
from ludotheque.tables.table import Table, Told

BARS = {"start_s": 2.0, "lobby_ms": 5.0, "mine_ms": 20.0}
HELD = 5_000  # tables of one person
AT_ONCE = 2_000  # tables written at once
DAY = 24 * 3600 * 1000
TOKEN = "A" * 32
UNLIMITED = {
    "LUDOTHEQUE_WORK_PER_MINUTE": "1000000",
    "LUDOTHEQUE_REQUESTS_PER_MINUTE": "1000000",
    "LUDOTHEQUE_WARM_UP": "no",
}
# What of a hundred tables stands how, and after how many plays it was left.
SORTS = (("waiting", 0, 2), ("playing", 6, 3), ("abandoned", 4, 45), ("over", 99, 50))

Json = dict[str, Any]
Rows = dict[str, list[tuple[Any, ...]]]


class Line(NamedTuple):
    """An event of a game that is dealt out again and again."""

    after: int  # milliseconds since the table was laid
    kind: str
    seat: int | None
    body: str
    aside: str | None


class Model(NamedTuple):
    """A real game: its lines, and what of them is each table's own."""

    name: str
    seed: bytes
    lines: list[Line]
    rules: int
    data: str


def model(status: str, plays: int, first: int) -> Model:
    """Play a game until it stands as is wanted, with the seat that begins."""
    luck = random.Random(plays)
    while True:
        name, seed = secrets.token_urlsafe(12), secrets.token_bytes(32)
        if dice.draw(seed, name, 0, "first", dice.stirred({}), 2) == first:
            break
    seats, bot = ["", ""], "bot:3"
    wish = commands.Wish(
        game="rolit", seats=seats, stand_in=bot, options={}, listed=True, patience=60
    )
    told, table = on([], Table(name, seed), commands.lay, wish)
    for seat, who in enumerate(("Anne", "Bruno")[: 1 if status == "waiting" else 2]):
        told, table = on(told, table, commands.sit, seat, who, "")
    while table.status == "playing" and plays:
        seat = table.acting()[0]
        action = luck.choice(table.game.legal_actions(table.s))
        told, table = on(told, table, commands.play, seat, action, table.ply)
        plays -= 1
    if status == "abandoned":
        told, table = on(told, table, commands.abandon)
    assert table.status == status, (table.status, status)
    lines = [
        Line(e.at, e.kind, e.seat, compact(e.body), compact(e.aside) if e.aside else None)
        for e in (one.event for one in told)
    ]
    return Model(name, seed, lines, table.opening.rules, table.opening.data)


def on(
    told: list[Told], table: Table, command: Callable[..., object], *facts: object
) -> tuple[list[Told], Table]:
    """A game one step further, and a second later."""
    draft = Draft(table, 1000 * len(told))
    command(draft, *facts)
    return told + draft.told, draft.table


class Dealer:
    """Deals tables out, each with its own name, seed and hashes."""

    def __init__(self) -> None:
        self.luck = random.Random(0)
        self.models = {
            (status, first): model(status, plays, first)
            for status, plays, _ in SORTS
            for first in range(2)
        }
        self.statuses = [status for status, _, _ in SORTS]
        self.weights = [weight for _, _, weight in SORTS]
        self.regulars = [self.luck.randbytes(32) for _ in range(20_000)]
        self.heavy = sha256(TOKEN.encode()).digest()
        self.present = 100  # tables that wait and at which somebody still is

    def deal(self, count: int, made: int, heavy: int) -> Rows:
        """So many tables as rows; the first of them are the heavy player's."""
        rows: Rows = {"tables": [], "events": [], "holders": []}
        for i in range(count):
            status = self.luck.choices(self.statuses, self.weights)[0]
            owner = self.heavy if i < heavy else self.luck.choice(self.regulars)
            self.table(rows, status, made + i, owner)
        return rows

    def table(self, rows: Rows, status: str, made: int, owner: bytes) -> None:
        """One table, its chain and its holders."""
        raw = self.luck.randbytes(44)
        name, seed = urlsafe_b64encode(raw[:12]).decode(), raw[12:]
        first = dice.draw(seed, name, 0, "first", dice.stirred({}), 2)
        like = self.models[status, first]
        ours = (
            (like.name, name),
            (dice.commitment(like.name, like.seed), dice.commitment(name, seed)),
            (like.seed.hex(), seed.hex()),
        )
        head = ORIGIN
        for n, (after, kind, seat, text, aside) in enumerate(like.lines):
            body, at = text, made + after
            if kind in ("open", "end", "abandon"):
                for old, new in ours:
                    body = body.replace(old, new)
            line = f'[{n},{at},"{kind}",{"null" if seat is None else seat},{body}]'
            head = sha256(head + line.encode()).digest()
            rows["events"].append((name, n, at, kind, seat, body, head, aside))
        last = made + like.lines[-1].after
        seen = last
        if status == "waiting" and self.present:
            self.present -= 1
            seen = int(1000 * time.time()) + DAY
        facts = (name, made, "rolit", like.rules, like.data, 2, True, status, seed, last, seen)
        rows["tables"].append(facts)
        rows["holders"].append((name, 0, owner, made))


COLUMNS = {
    "tables": "id, made, game, rules, data, players, listed, status, seed, last, seen",
    "events": "table_id, number, at, kind, seat, body, hash, aside",
    "holders": "table_id, seat, owner, made",
}


def batches(count: int) -> Iterator[Rows]:
    """All tables, some at a time, from long ago until now."""
    dealer, now = Dealer(), int(1000 * time.time())
    begin = now - 20 * DAY  # so that none is deserted yet
    for i in range(0, count, AT_ONCE):
        size = min(AT_ONCE, count - i)
        share = -(-HELD * size // count)
        yield dealer.deal(size, begin + int((now - begin) * i / count), share)


def fill(database: str, count: int, tick: Callable[[int], None]) -> None:
    """Write that many tables into an empty database."""
    url = read_url(database)
    if is_sqlite(url):
        path = Path(str(url.database))
        path.touch(0o600)
        with writer_engine(url).begin() as connection:
            upgrade(connection)
        with closing(sqlite3.connect(path)) as raw:
            raw.execute("PRAGMA synchronous = off")
            raw.execute("PRAGMA cache_size = -200000")
            for rows in batches(count):
                for name, found in rows.items():
                    marks = ", ".join("?" * len(found[0]))
                    found.sort()
                    raw.executemany(f"INSERT INTO {name} ({COLUMNS[name]}) VALUES ({marks})", found)
                raw.commit()
                tick(len(rows["tables"]))
            raw.execute("PRAGMA wal_checkpoint(truncate)")
        return
    with writer_engine(url).begin() as connection:
        upgrade(connection)
        driver: Any = connection.connection.driver_connection
        for rows in batches(count):
            for name, found in rows.items():
                with driver.cursor().copy(f"COPY {name} ({COLUMNS[name]}) FROM STDIN") as copy:
                    for row in found:
                        copy.write_row(row)
            tick(len(rows["tables"]))
    with writer_engine(url).connect() as connection:
        driver = connection.connection.driver_connection
        driver.autocommit = True
        driver.execute("ANALYZE")


def started(database: str) -> tuple[subprocess.Popen[bytes], str, float]:
    """A server on it, where it is, and how long it took to be ready."""
    port = 8600 + os.getpid() % 400
    url = f"http://127.0.0.1:{port}"
    place = {"DATABASE_URL": database, "LUDOTHEQUE_PORT": str(port)}
    begin = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "ludotheque", "serve"],
        env={**os.environ, **UNLIMITED, **place},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    while True:
        try:
            if httpx.get(f"{url}/readyz", timeout=60).status_code == 200:
                return process, url, time.perf_counter() - begin
        except httpx.HTTPError:
            time.sleep(0.02)


def timed(work: Callable[[], object], n: int = 100) -> float:
    """The median time of something, in milliseconds."""
    times = []
    for _ in range(n):
        begin = time.perf_counter()
        work()
        times.append(time.perf_counter() - begin)
    return 1000 * statistics.median(times)


def asked(database: str) -> dict[str, float]:
    """The same questions asked of the database alone, in milliseconds."""
    url, owner = read_url(database), sha256(TOKEN.encode()).digest()
    since = int(1000 * time.time())
    lobby = (
        "SELECT * FROM tables WHERE status = 'waiting' AND listed"
        f" AND seen >= {since} ORDER BY made DESC LIMIT 50"
    )
    mine = (
        "SELECT t.* FROM (SELECT DISTINCT made, table_id FROM holders WHERE owner = ?"
        " ORDER BY made DESC, table_id DESC LIMIT 50) h JOIN tables t ON t.id = h.table_id"
    )
    if is_sqlite(url):
        with closing(sqlite3.connect(f"file:{url.database}?mode=ro", uri=True)) as raw:
            return {
                "lobby_bare_ms": timed(lambda: raw.execute(lobby).fetchall()),
                "mine_bare_ms": timed(lambda: raw.execute(mine, (owner,)).fetchall()),
            }
    with writer_engine(url).connect() as connection:
        driver: Any = connection.connection.driver_connection
        theirs = mine.replace("?", "%s")
        return {
            "lobby_bare_ms": timed(lambda: driver.execute(lobby).fetchall()),
            "mine_bare_ms": timed(lambda: driver.execute(theirs, (owner,)).fetchall()),
        }


def measure(database: str) -> Json:
    """How long it takes to start, and to list."""
    process, url, start = started(database)
    try:
        headers = {"Authorization": f"Bearer {TOKEN}"}
        with httpx.Client(base_url=url, headers=headers) as http:
            assert len(http.get("/api/tables").json()) == 50
            assert len(http.get("/api/tables/mine").json()) == 50
            found = {
                "start_s": start,
                "lobby_ms": timed(lambda: http.get("/api/tables")),
                "mine_ms": timed(lambda: http.get("/api/tables/mine")),
                "nothing_ms": timed(lambda: http.get("/healthz")),
            }
        return found | asked(database)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)


def main() -> int:
    """Fill, measure and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=100_000)
    parser.add_argument("--database", default="")
    parser.add_argument("--keep", type=Path, help="a SQLite file to fill, or to use again")
    parser.add_argument("--json", action="store_true")
    wanted = parser.parse_args()
    screen = Console(stderr=True)
    with tempfile.TemporaryDirectory() as folder:
        file = wanted.keep or Path(folder) / "tables.db"
        database = wanted.database or f"sqlite:///{file.absolute()}"
        begin = time.perf_counter()
        if wanted.database or not file.exists():
            with Progress(console=screen) as bar:
                task = bar.add_task("tables", total=wanted.tables)
                fill(database, wanted.tables, lambda n: bar.advance(task, n))
        filled = time.perf_counter() - begin
        found = {"tables": wanted.tables, "filled_s": filled, **measure(database)}
        if is_sqlite(read_url(database)):
            found["bytes"] = file.stat().st_size
    if wanted.json:
        print(json.dumps(found))
        return 0
    for name, value in found.items():
        bar_ = BARS.get(name)
        verdict = (
            "" if bar_ is None else f"   bar {bar_:g}   {'met' if value <= bar_ else 'NOT MET'}"
        )
        print(f"{name:<16} {value:>14,.2f}{verdict}")
    return 0 if all(found[name] <= bar_ for name, bar_ in BARS.items()) else 1


assert (
    set(COLUMNS)
    == {"tables", "events", "holders"}
    <= {t.name for t in schema.metadata.tables.values()}
)

if __name__ == "__main__":
    sys.exit(main())
