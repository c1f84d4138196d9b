"""The one thread that writes: whatever waits is committed together.

While one transaction is on its way to the disk the next one gathers, so that a hundred moves
at once cost hardly more than one.

In the literature: group commit (DeWitt et al. 1984), a single writer.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue
from threading import Thread
from typing import NamedTuple

from sqlalchemy import (
    URL,
    Connection,
    Engine,
    Executable,
    and_,
    bindparam,
    delete,
    insert,
    select,
    update,
)
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError

from ludotheque.server import schema, telemetry
from ludotheque.server.db import failure, hushed, sqlstate
from ludotheque.server.telemetry import log
from ludotheque.server.transaction import Changes, Conflict, StoreDown, TableRow
from ludotheque.tables.events import compact
from ludotheque.tables.table import ABANDONED, OVER

News = list[tuple[str, int]]  # tables that have changed, each with its last event or -1
Outcome = Exception | None  # None: it is stored

CLASHES = ("40001", "40P01")  # Postgres undid one of two transactions that were in each other's way
PROBE = TableRow("", 0, "", 0, " " * 4096, 0, False, "", b"")  # large enough to need a page


class Job(NamedTuple):
    """Changes that wait, and who waits for them."""

    changes: Changes | None  # None: see only whether one can write
    done: asyncio.Future[None]

    def parts(self) -> list[Changes]:
        """The changes, table by table."""
        return [] if self.changes is None else list(self.changes.parts())


class Writer:
    """Commits jobs in the order in which they come."""

    def __init__(
        self, engine: Engine, url: URL, batch: int, on_commit: Callable[[News], None]
    ) -> None:
        self.engine, self.url, self.batch, self.on_commit = engine, url, batch, on_commit
        self.commits = 0  # transactions so far
        self._queue: SimpleQueue[Job | None] = SimpleQueue()
        self._connection: Connection | None = None
        self._loop = asyncio.get_running_loop()
        self._thread = Thread(target=self._run, name="ludotheque writer", daemon=True)
        self._thread.start()

    @property
    def waiting(self) -> int:
        """How many jobs wait."""
        return self._queue.qsize()

    def put(self, changes: Changes | None) -> asyncio.Future[None]:
        """Queue changes; the future is done once they are on the disk."""
        job = Job(changes, self._loop.create_future())
        self._queue.put(job)
        return job.done

    def stop(self) -> None:
        """Write what still waits, then end."""
        self._queue.put(None)
        self._thread.join()

    # ---- in the thread

    def _run(self) -> None:
        while jobs := self._gather():
            outcomes = self._settle(jobs)
            self._loop.call_soon_threadsafe(resolve, jobs, outcomes)
            self._announce(
                [job for job, problem in zip(jobs, outcomes, strict=True) if not problem]
            )
        self._drop()

    def _gather(self) -> list[Job]:
        """All that waits, at least one; nothing when it is time to end."""
        jobs: list[Job] = []
        job = self._queue.get()
        while job is not None:
            jobs.append(job)
            if len(jobs) == self.batch:
                return jobs
            try:
                job = self._queue.get_nowait()
            except Empty:
                return jobs
        if jobs:
            self._queue.put(None)  # write these first
        return jobs

    def _settle(self, jobs: list[Job]) -> list[Outcome]:
        """Store jobs; what became of each."""
        try:
            if self._connection is None:
                self._connection = self.engine.connect()
            outcomes = together(self._connection, jobs) or one_by_one(self._connection, jobs)
        except Exception as problem:
            failed = down(problem, self.url, count=len(jobs))
            self._drop()
            return [StoreDown(failed.key) for _ in jobs]
        self.commits += 1
        observe(jobs, outcomes)
        return outcomes

    def _drop(self) -> None:
        """Throw the connection away; the next batch makes another."""
        connection, self._connection = self._connection, None
        if connection is not None:
            try:
                connection.invalidate()
                connection.close()
            except Exception as problem:
                log.warning("store.drop", why=hushed(problem, self.url))

    def _announce(self, stored: list[Job]) -> None:
        """Tell whoever wants to know; their trouble is not ours."""
        parts = [part for job in stored for part in job.parts()]
        news = {part.table: part.events[-1][0].number if part.events else -1 for part in parts}
        if news:
            try:
                self.on_commit(list(news.items()))
            except Exception:
                log.exception("store.announce")


def down(problem: Exception, url: URL, **facts: int) -> StoreDown:
    """Why the database cannot be used: counted, logged, and to be told."""
    found = StoreDown(failure(problem))
    telemetry.store_errors.labels(found.key.rpartition(".")[2]).inc()
    log.error("store.down", why=hushed(problem, url), code=found.key, **facts)
    return found


def observe(jobs: list[Job], outcomes: list[Outcome]) -> None:
    """Count what a transaction has stored, and say where somebody else was first."""
    stored = 0
    for job, problem in zip(jobs, outcomes, strict=True):
        if problem is None:
            stored += sum(len(part.events) for part in job.parts())
        elif isinstance(problem, Conflict) and job.changes is not None:
            telemetry.conflicts.inc()
            log.info("store.conflict", table=job.changes.table)
    if stored:
        telemetry.batches.observe(stored)


def resolve(jobs: list[Job], outcomes: list[Outcome]) -> None:
    """Tell those who wait, unless they have gone."""
    for job, problem in zip(jobs, outcomes, strict=True):
        if job.done.done():
            continue
        if problem is None:
            job.done.set_result(None)
        else:
            job.done.set_exception(problem)


def together(connection: Connection, jobs: list[Job]) -> list[Outcome] | None:
    """Store all jobs at once; None, and nothing stored, if they or others are in the way."""
    parts = [part for job in jobs for part in job.parts()]
    if len({part.table for part in parts}) < len(parts):
        return None  # what happens twice at a table must happen in order
    try:
        with connection.begin():
            write(connection, sorted(parts, key=lambda part: part.table))
            if any(job.changes is None for job in jobs):
                probe(connection)
    except Exception as problem:
        if not is_ours(problem):
            raise
        return None
    return [None] * len(jobs)


def one_by_one(connection: Connection, jobs: list[Job]) -> list[Outcome]:
    """Store all jobs but those that cannot be, in one transaction."""
    outcomes: list[Outcome] = []
    with connection.begin():
        for job in jobs:
            point = connection.begin_nested()
            try:
                write(connection, job.parts())
                if job.changes is None:
                    probe(connection)
            except Exception as problem:
                if not is_ours(problem):
                    raise  # and let the point be: a full disk has undone it already
                point.rollback()
                outcomes.append(problem if is_bug(problem) else Conflict())
            else:
                point.commit()
                outcomes.append(None)
    return outcomes


def is_ours(problem: Exception) -> bool:
    """Whether a job is to blame, and not the database."""
    if isinstance(problem, DBAPIError):
        return isinstance(problem, IntegrityError | DataError) or sqlstate(problem) in CLASHES
    return True


def is_bug(problem: Exception) -> bool:
    """Whether it would go wrong again, whoever came first."""
    return not isinstance(problem, Conflict | DBAPIError) or isinstance(problem, DataError)


# ---- the statements


def write(connection: Connection, parts: Sequence[Changes]) -> None:
    """Write changes, each kind of row at once; those of several tables in their order.

    All workers write in the same order, so that none waits for another in a circle.
    """

    def many(statement: Executable, rows: Sequence[dict[str, object]]) -> None:
        if rows:
            connection.execute(statement, rows)

    many(insert(schema.tables), [part.opened._asdict() for part in parts if part.opened])
    write_events(connection, [row for part in parts for row in event_rows(part)])
    many(NEW_STATUS, [{"table": p.table, "new": p.status} for p in parts if p.status])
    many(NEW_PLAYERS, [{"table": p.table, "new": p.players} for p in parts if p.players])
    many(insert(schema.results), [row for part in parts for row in result_rows(part)])
    many(NEW_LAST, [{"table": p.table, "new": p.last} for p in parts if p.last is not None])
    many(FREE, [{"table": part.table, "at": seat} for part in parts for seat in part.freed])
    many(HOLD, [row for part in parts for row in holder_rows(part)])
    many(PUT_AWAY, [row for part in parts for row in away_rows(part)])
    many(NEW_SEEN, [{"table": p.table, "new": p.seen} for p in parts if p.seen is not None])
    spend(connection, [code for part in parts for code in part.spent])
    revoke(connection, parts)
    many(insert(schema.claims), [row for part in parts for row in claim_rows(part)])
    for part in parts:
        if part.asides or part.deleted:
            undo(connection, part)


NEW_STATUS = (
    update(schema.tables)
    .where(schema.tables.c.id == bindparam("table"))
    .values(status=bindparam("new"))
)
NEW_PLAYERS = (
    update(schema.tables)
    .where(schema.tables.c.id == bindparam("table"))
    .values(players=bindparam("new"))
)
NEW_LAST = (
    update(schema.tables)
    .where(schema.tables.c.id == bindparam("table"))
    .values(last=bindparam("new"))
)
NEW_SEEN = (
    update(schema.tables)
    .where(schema.tables.c.id == bindparam("table"))
    .values(seen=bindparam("new"))
)
HOLD = insert(schema.holders).values(
    table_id=bindparam("table"),
    seat=bindparam("at"),
    owner=bindparam("who"),
    made=select(schema.tables.c.made)
    .where(schema.tables.c.id == bindparam("table"))
    .scalar_subquery(),
)
FREE = delete(schema.holders).where(
    schema.holders.c.table_id == bindparam("table"), schema.holders.c.seat == bindparam("at")
)
PUT_AWAY = (
    update(schema.holders)
    .where(
        schema.holders.c.table_id == bindparam("table"),
        schema.holders.c.owner == bindparam("who"),
    )
    .values(away=bindparam("is_away"))
)


def event_rows(part: Changes) -> list[tuple[object, ...]]:
    """Events as they are stored, column by column."""
    return [
        (
            part.table,
            event.number,
            event.at,
            event.kind,
            event.seat,
            compact(event.body),
            hashed,
            compact(event.aside) if event.aside else None,
        )
        for event, hashed in part.events
    ]


def write_events(connection: Connection, rows: list[tuple[object, ...]]) -> None:
    """Write events straight through the driver: there is nothing that is written so often."""
    if rows:
        sign = "?" if connection.dialect.paramstyle == "qmark" else "%s"
        connection.exec_driver_sql(INSERT_EVENTS.replace("?", sign), rows)


INSERT_EVENTS = (
    f"INSERT INTO events ({', '.join(schema.events.c.keys())}) "
    f"VALUES ({', '.join('?' * len(schema.events.c))})"
)


def holder_rows(part: Changes) -> list[dict[str, object]]:
    """Holders as they are stored."""
    return [{"table": part.table, "at": seat, "who": owner} for seat, owner in part.held]


def result_rows(part: Changes) -> list[dict[str, object]]:
    """How a game ended, as it is stored."""
    return [{"table_id": part.table, **part.result._asdict()}] if part.result else []


def away_rows(part: Changes) -> list[dict[str, object]]:
    """Who puts a table away, or brings it back."""
    if part.away is None:
        return []
    owner, is_away = part.away
    return [{"table": part.table, "who": owner, "is_away": is_away}]


def claim_rows(part: Changes) -> list[dict[str, object]]:
    """Codes as they are stored."""
    return [
        {"code": code, "table_id": part.table, "seat": seat, "until": until}
        for code, seat, until in part.claims
    ]


def revoke(connection: Connection, parts: Sequence[Changes]) -> None:
    """Take codes back: those that are named, and all of tables that have ended."""
    code = schema.claims.c
    for part in parts:
        if part.status in (OVER, ABANDONED):
            connection.execute(delete(schema.claims).where(code.table_id == part.table))
        for seat in part.revoked:
            # For no seat in particular: `IS NULL`.
            of_seat = and_(code.table_id == part.table, code.seat.is_not_distinct_from(seat))
            connection.execute(delete(schema.claims).where(of_seat))


def undo(connection: Connection, part: Changes) -> None:
    """Take back what the operator wants gone: words beside events, a whole table."""
    event = schema.events.c
    for number, aside in part.asides:
        here = (event.table_id == part.table, event.number == number)
        connection.execute(update(schema.events).where(*here).values(aside=aside))
    if part.deleted:
        for table in (schema.claims, schema.holders, schema.results, schema.events):
            connection.execute(delete(table).where(table.c.table_id == part.table))
        connection.execute(delete(schema.tables).where(schema.tables.c.id == part.table))


def spend(connection: Connection, codes: list[bytes]) -> None:
    """Use codes up; a Conflict if somebody has."""
    if codes:
        gone = connection.execute(delete(schema.claims).where(schema.claims.c.code.in_(codes)))
        if gone.rowcount != len(codes):
            raise Conflict


def probe(connection: Connection) -> None:
    """Write something, and take it back."""
    connection.execute(insert(schema.tables), [PROBE._asdict()])
    connection.execute(delete(schema.tables).where(schema.tables.c.id == PROBE.id))
