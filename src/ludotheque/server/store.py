"""The store: everything that must outlive the process.

Writing goes through one thread (`writer.py`) and is acknowledged once it is on the disk.
Reading goes through a few threads with connections of their own.

In the literature: an event store with optimistic concurrency by the key (table, number).
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from secrets import token_bytes
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import ColumnElement, Connection, Row, Select, and_, func, insert, or_, select
from sqlalchemy.exc import DBAPIError

from ludotheque.server import migrations, schema
from ludotheque.server.db import (
    GONE,
    is_sqlite,
    read_url,
    reader_engine,
    sign,
    take_file,
    writer_engine,
)
from ludotheque.server.transaction import Changes, Conflict, StoreDown, TableRow
from ludotheque.server.writer import News, Writer, down
from ludotheque.state import Seat
from ludotheque.tables.album import ResultRow
from ludotheque.tables.events import Event
from ludotheque.tables.table import WAITING

__all__ = ["Changes", "Conflict", "Owned", "Store", "StoreDown", "TableRow"]

PROMPT = 10.0  # seconds in which a store that works has answered a ping
AT_ONCE = 1000  # ids in one question
GATHERING = ("open", "sit", "call", "leave", "fill", "fewer")  # who sits at a table
UNREADABLE = "unreadable"  # the kind of an event whose body is no longer JSON

Wanted = Select[*tuple[Any, ...]]
Rows = Sequence[Row[*tuple[Any, ...]]]
Found = TypeVar("Found")
Mark = tuple[int, str]  # a place in somebody's list: when a table was laid, and its name


class Owned(NamedTuple):
    """A table of somebody's: how it ended, in which seats they sat, whether they put it away."""

    row: TableRow
    result: ResultRow | None
    seats: list[Seat]
    away: bool


class Store:
    """The database of a server."""

    def __init__(self, url: str, *, readers: int = 4, batch: int = 256) -> None:
        self.url = read_url(url)
        self.batch = batch
        self.on_commit: Callable[[News], None] = lambda _: None  # called in the writer's thread
        self.secret = b""  # with which our tokens are sealed
        self._lock: int | None = None
        self._writing = writer_engine(self.url)
        self._reading = reader_engine(self.url, readers)
        self._threads = ThreadPoolExecutor(readers, "ludotheque reader")
        self._writer: Writer | None = None

    async def start(self) -> None:
        """Open the database, bring it up to date and begin to write."""
        try:
            await asyncio.to_thread(self._open)
        except BaseException:
            await self.stop()
            raise
        self._writer = Writer(self._writing, self.url, self.batch, self._announce)

    def _open(self) -> None:
        if is_sqlite(self.url):
            self._lock = take_file(self.url)
        try:
            with self._writing.begin() as connection:
                migrations.upgrade(connection)
                self.secret = secret_of(connection, "tokens")
        except DBAPIError as problem:
            raise self._down(problem) from None

    def sign(self, at: str) -> None:
        """Let a second server on the same file say where the tables are."""
        if self._lock is not None:
            sign(self._lock, at)

    async def stop(self) -> None:
        """Write what still waits, then let go of everything."""
        writer, self._writer = self._writer, None
        await asyncio.to_thread(self._close, writer)

    def _close(self, writer: Writer | None) -> None:
        self._threads.shutdown()
        self._reading.dispose()
        if writer is not None:  # after the readers: who leaves a SQLite file last tidies up
            writer.stop()
        self._writing.dispose()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def _down(self, problem: Exception) -> StoreDown:
        return down(problem, self.url)

    def _announce(self, news: News) -> None:
        self.on_commit(news)  # whoever listens by now

    # ---- writing

    @property
    def commits(self) -> int:
        """How many transactions have been written."""
        return self._writer.commits if self._writer else 0

    @property
    def waiting(self) -> int:
        """How many changes wait to be written."""
        return self._writer.waiting if self._writer else 0

    async def commit(self, changes: Changes) -> None:
        """Store changes, all or none; returns once they are safe.

        A Conflict if somebody else was first, a StoreDown if the database cannot be used.
        """
        await self._put(changes)

    async def ping(self) -> None:
        """See whether one can write; a StoreDown if not."""
        try:
            await asyncio.wait_for(self._put(None), PROMPT)
        except TimeoutError:
            raise StoreDown(GONE) from None

    def _put(self, changes: Changes | None) -> asyncio.Future[None]:
        if self._writer is None:
            raise StoreDown(GONE)
        return self._writer.put(changes)

    # ---- reading

    async def table(self, name: str) -> TableRow | None:
        """What is known of a table."""
        rows = await self._rows(select(schema.tables).where(schema.tables.c.id == name))
        return TableRow(*rows[0]) if rows else None

    async def events(self, name: str, since: int = -1) -> list[tuple[Event, bytes]]:
        """The events of a table after a number, each with its hash."""
        found = schema.events.c
        wanted = (
            select(
                found.number,
                found.at,
                found.kind,
                found.seat,
                found.body,
                found.hash,
                found.aside,
            )
            .where(found.table_id == name, found.number > since)
            .order_by(found.number)
        )
        return await self._read(wanted, read_events)

    async def holders(self, name: str) -> dict[Seat, bytes]:
        """Who holds which seat: the hash of their token."""
        found = schema.holders.c
        rows = await self._rows(select(found.seat, found.owner).where(found.table_id == name))
        return dict(map(tuple, rows))

    async def claim(self, code: bytes, now: int) -> tuple[str, Seat | None] | None:
        """What the code of this hash still opens: a table, and which seat of it."""
        found = schema.claims.c
        good = (found.code == code, found.until > now)
        rows = await self._rows(select(found.table_id, found.seat).where(*good))
        return (rows[0].table_id, rows[0].seat) if rows else None

    async def owned(
        self, owner: bytes, limit: int, before: Mark | None = None, *, all_of_them: bool = True
    ) -> list[Owned]:
        """The tables at which somebody holds seats, the newest first.

        Only those that are older than a mark, if there is one; and those put away only if all are
        asked for.
        """
        held, table, result = schema.holders.c, schema.tables, schema.results.c
        newest = (
            select(held.made, held.table_id)
            .where(held.owner == owner, *older_than(before))
            .where(*([] if all_of_them else [held.away.is_(False)]))
            .distinct()
            .order_by(held.made.desc(), held.table_id.desc())
            .limit(limit)
            .subquery()
        )
        wanted = (
            select(held.seat, held.away, *(result[name] for name in ResultRow._fields), table)
            .select_from(newest)
            .join(table, table.c.id == newest.c.table_id)
            .outerjoin(schema.results, result.table_id == newest.c.table_id)
            .join(schema.holders, held.table_id == newest.c.table_id)
            .where(held.owner == owner)
            .order_by(newest.c.made.desc(), newest.c.table_id.desc(), held.seat)
        )
        return await self._read(wanted, read_owned)

    async def sitting(self, names: Sequence[str]) -> dict[str, list[Event]]:
        """The events of tables that tell who sits there."""
        found, told = schema.events.c, GATHERING
        wanted = (
            select(found.table_id, *(found[name] for name in Event._fields))
            .where(found.table_id.in_(names), found.kind.in_(told))
            .order_by(found.table_id, found.number)
        )
        events: dict[str, list[Event]] = {name: [] for name in names}
        for row in await self._rows(wanted):
            events[row.table_id].append(read_event(row))
        return events

    async def holds(self, owner: bytes) -> bool:
        """Whether somebody holds a seat anywhere."""
        held = schema.holders.c
        return bool(await self._rows(select(held.seat).where(held.owner == owner).limit(1)))

    async def lobby(self, limit: int, since: int = 0) -> list[TableRow]:
        """The tables where somebody has been since and waits for anybody, the newest first."""
        table = schema.tables.c
        is_open = (table.status == WAITING, table.listed, table.seen >= since)
        open_to_all = select(schema.tables).where(*is_open)
        return await self._tables(open_to_all, limit)

    async def idle(self, before: int, statuses: Sequence[str], limit: int) -> list[str]:
        """The tables of these statuses at which nothing has happened since, the oldest first."""
        table, event = schema.tables.c, schema.events.c
        last = select(event.at).where(event.table_id == table.id).order_by(event.number.desc())
        wanted = (
            select(table.id)
            .where(
                table.status.in_(statuses),
                table.last < before,  # all but the last hour is told by the index
                last.limit(1).scalar_subquery() < before,
            )
            .order_by(table.last, table.id)
            .limit(limit)
        )
        return [row.id for row in await self._rows(wanted)]

    async def newest(self, names: Sequence[str]) -> dict[str, int]:
        """The number of each table's last event."""
        table, event = schema.tables.c, schema.events.c
        last = select(func.max(event.number)).where(event.table_id == table.id).scalar_subquery()
        found: dict[str, int] = {}
        for i in range(0, len(names), AT_ONCE):
            rows = await self._rows(
                select(table.id, last).where(table.id.in_(names[i : i + AT_ONCE]))
            )
            found |= {name: number for name, number in rows if number is not None}
        return found

    async def size(self) -> int:
        """How many bytes the database takes."""
        if not is_sqlite(self.url):
            rows = await self._rows(select(func.pg_database_size(func.current_database())))
            return int(rows[0][0])
        file = Path(str(self.url.database))
        parts = (file.with_name(file.name + end) for end in ("", "-wal"))
        return sum(part.stat().st_size for part in parts if part.exists())

    async def _tables(self, wanted: Wanted, limit: int) -> list[TableRow]:
        table = schema.tables.c
        rows = await self._rows(wanted.order_by(table.made.desc(), table.id).limit(limit))
        return [TableRow(*row) for row in rows]

    async def _rows(self, wanted: Wanted) -> Rows:
        return await self._read(wanted, lambda rows: rows)

    async def _read(self, wanted: Wanted, use: Callable[[Rows], Found]) -> Found:
        if self._writer is None:
            raise StoreDown(GONE)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, self._fetch, wanted, use)

    def _fetch(self, wanted: Wanted, use: Callable[[Rows], Found], again: bool = True) -> Found:
        try:
            with self._reading.connect() as connection:
                return use(connection.execute(wanted).all())
        except DBAPIError as problem:
            if again and problem.connection_invalidated:  # cut while it was not used
                return self._fetch(wanted, use, again=False)
            raise self._down(problem) from None


def older_than(mark: Mark | None) -> list[ColumnElement[bool]]:
    """What holds of seats at tables that were laid before one that is told by a mark."""
    held = schema.holders.c
    if mark is None:
        return []
    made, name = mark
    return [or_(held.made < made, and_(held.made == made, held.table_id < name))]


def read_owned(rows: Rows) -> list[Owned]:
    """Somebody's tables, from a row for each seat of theirs."""
    found: dict[TableRow, tuple[ResultRow | None, list[Seat], bool]] = {}
    for seat, away, *row in rows:
        ended = ResultRow(*row[: len(ResultRow._fields)])
        table = TableRow(*row[len(ResultRow._fields) :])
        result = None if ended.scores is None else ended
        found.setdefault(table, (result, [], bool(away)))[1].append(seat)
    return [Owned(table, *rest) for table, rest in found.items()]


def secret_of(connection: Connection, name: str) -> bytes:
    """A secret of this database, drawn when it is first asked for."""
    kept = schema.secrets
    found: bytes | None = connection.scalar(select(kept.c.value).where(kept.c.name == name))
    if found is None:
        found = token_bytes(32)
        connection.execute(insert(kept).values(name=name, value=found))
    return found


def read_events(rows: Rows) -> list[tuple[Event, bytes]]:
    """Events as they happened, each with its hash."""
    return [(read_event(row), row.hash) for row in rows]


def read_event(row: Row[*tuple[Any, ...]]) -> Event:
    """An event as it happened; a damaged one is of a kind that no table takes."""
    try:
        body = json.loads(row.body) if row.body.isascii() else None  # as `compact` leaves it
        aside = {} if row.aside is None else json.loads(row.aside)
    except (ValueError, RecursionError):
        body = aside = None
    if isinstance(body, dict) and isinstance(aside, dict):
        return Event(row.number, row.at, row.kind, row.seat, body, aside)
    return Event(row.number, row.at, UNREADABLE, row.seat, {})
