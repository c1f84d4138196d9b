"""A backup under load: every move acknowledged before it began must be in it.

    python bench/backup.py [--rate 500] [--sockets 2000] [--seconds 20] [--json]

Moves are played as by `load.py`; in the middle of it `ludotheque backup` runs, then `restore` into
another file, where every chain is checked and every game replayed by the rules.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import uvloop
from load import GAMES, ROOT, SEATS, Guest, Load, Server, Table, percentile

from ludotheque.server.archive import log_of, opened
from ludotheque.server.db import read_url

NUMBER = re.compile(rb'"number":(\d+)')


class Witness(Load):
    """Moves, and the last event of each table that was acknowledged."""

    def __init__(self, *words: Any) -> None:
        super().__init__(*words)
        self.acknowledged: dict[str, int] = {}
        self.moves = 0

    def hear(self, table: Table, seat: int, text: bytes, moment: float) -> None:
        """Take in what a seat is sent."""
        if b'"type":"done"' in text and (found := NUMBER.search(text)):
            self.acknowledged[table.name] = int(found[1])
            self.moves += 1
        super().hear(table, seat, text, moment)


def command(*words: str, database: Path) -> float:
    """Run a command of ours; how long it took."""
    begin = time.perf_counter()
    url = {"DATABASE_URL": f"sqlite:///{database}", "PYTHONPATH": str(ROOT / "src")}
    subprocess.run([sys.executable, "-m", "ludotheque", *words], check=True, env=os.environ | url)
    return time.perf_counter() - begin


async def measure(wanted: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """Play, back up in the middle, restore, and compare."""
    server = Server(ROOT, folder)
    with closing(server):
        guest = Guest(server)
        await guest.come()
        names = [await guest.lay(GAMES[i % len(GAMES)]) for i in range(wanted.sockets // SEATS)]
        load = Witness(server, names, guest.headers)
        await load.connect(lambda: None)
        await asyncio.sleep(1)
        playing = asyncio.create_task(load.play(wanted.rate, wanted.seconds))
        await asyncio.sleep(wanted.seconds / 3)
        before, moves, times = dict(load.acknowledged), load.moves, len(load.times)
        backup = folder / "backup.db"
        took = await asyncio.to_thread(
            command, "backup", str(backup), database=folder / "tables.db"
        )
        during = load.times[times:]
        after = load.moves
        await playing
        await load.leave()
        await guest.http.aclose()
    restored = folder / "restored.db"
    checked = command("restore", str(backup), database=restored)
    lost = missing(restored, before)
    return {
        "moves_before": moves,
        "moves_during": after - moves,
        "backup_s": took,
        "backup_mode": oct(backup.stat().st_mode & 0o777),
        "p99_before_ms": percentile(load.times[:times], 0.99),
        "p99_during_ms": percentile(during, 0.99),
        "restore_s": checked,
        "tables_with_lost_moves": lost,
        "tables_replayed": replayed(restored),
    }


def missing(file: Path, before: dict[str, int]) -> int:
    """At how many tables a restored file lacks an acknowledged event."""
    with closing(sqlite3.connect(file)) as connection:
        newest = dict(connection.execute("SELECT table_id, max(number) FROM events GROUP BY 1"))
    return sum(newest.get(table, -1) < number for table, number in before.items())


def replayed(file: Path) -> int:
    """How many tables of it hold by the rules and their dice; all must."""
    with opened(read_url(f"sqlite:///{file}")) as connection:
        names = [row[0] for row in connection.exec_driver_sql("SELECT id FROM tables")]
        frozen = [name for name in names if log_of(connection, name).table.frozen]
    assert not frozen, frozen
    return len(names)


def main() -> int:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rate", type=float, default=500)
    parser.add_argument("--sockets", type=int, default=2000)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--json", action="store_true")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = uvloop.run(measure(wanted, Path(folder)))
    if wanted.json:
        print(json.dumps(found))
    else:
        for name, value in found.items():
            print(f"{name:<24} {value if not isinstance(value, float) else round(value, 2)}")
    return 1 if found["tables_with_lost_moves"] else 0


if __name__ == "__main__":
    sys.exit(main())
