"""The archive: tables as an operator looks them up, beside the server and without disturbing it.

Everything here only reads, which is safe while a server writes, on either database.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from sqlalchemy import URL, ColumnElement, Connection, Select, Text, func, inspect, literal, select
from sqlalchemy.exc import DBAPIError

from ludotheque.errors import BadRequest, Refused
from ludotheque.parts import SPECTATOR
from ludotheque.server import db, migrations, schema
from ludotheque.server.store import read_events
from ludotheque.server.transaction import StoreDown, TableRow
from ludotheque.state import Seat
from ludotheque.tables import evidence
from ludotheque.tables.events import Event
from ludotheque.tables.table import Table, rebuilt

DAY = 24 * 3600 * 1000
OVERHEAD = 60  # bytes of an event beside its texts, about

Json = dict[str, Any]
table, event, holder = schema.tables.c, schema.events.c, schema.holders.c


class Wanted(NamedTuple):
    """Which tables are meant."""

    status: str | None = None
    game: str | None = None
    older: float | None = None  # days since something happened there
    larger: int | None = None  # events, at least
    limit: int | None = None

    @property
    def is_any(self) -> bool:
        """Whether nothing is said of them."""
        return self[:-1] == (None,) * (len(self) - 1)


class Line(NamedTuple):
    """A table in a list."""

    table: str
    game: str
    players: int
    status: str
    made: int  # milliseconds since 1970
    last: int
    events: int
    bytes: int


class Log(NamedTuple):
    """A table with all that happened at it."""

    row: TableRow
    events: list[Event]
    table: Table
    holders: dict[Seat, bytes]


@contextmanager
def opened(url: URL) -> Iterator[Connection]:
    """A connection to read with; a database of another version is refused in a sentence."""
    if db.is_sqlite(url):
        db.need_file(url)
    engine = db.reader_engine(url, 1)
    try:
        with engine.connect() as connection:
            names = inspect(connection).get_table_names()
            found = None
            if "alembic_version" in names:
                found = connection.exec_driver_sql("SELECT version_num FROM alembic_version")
            if found is None or found.scalar() != migrations.newest():
                raise BadRequest("error.store.older")
            yield connection
    except DBAPIError as problem:
        raise StoreDown(db.failure(problem)) from None
    finally:
        engine.dispose()


# ---- tables


def lines(connection: Connection, wanted: Wanted) -> list[Line]:
    """The tables that are meant, those last played at first."""
    query = chosen(described(), wanted).order_by(last().desc(), table.id)
    return [Line._make((*row, bytes_of(connection, row[0]))) for row in connection.execute(query)]


def lines_of(connection: Connection, given: list[str]) -> list[Line]:
    """Tables by their names."""
    query = described().where(table.id.in_(given)).order_by(last().desc(), table.id)
    return [Line._make((*row, bytes_of(connection, row[0]))) for row in connection.execute(query)]


def described() -> Select[*tuple[Any, ...]]:
    """What a line says of each table, but its size."""
    return select(table.id, table.game, table.players, table.status, table.made, last(), count())


def need_all(connection: Connection, given: list[str]) -> list[str]:
    """Names of tables, all of which must be there."""
    for name in given:
        if connection.execute(select(table.id).where(table.id == name)).first() is None:
            raise BadRequest("error.tables.missing", table=name)
    return given


def names(connection: Connection, wanted: Wanted) -> list[str]:
    """Their names alone."""
    query = chosen(select(table.id), wanted).order_by(table.last, table.id)
    return [row.id for row in connection.execute(query)]


def chosen(query: Select[*tuple[Any, ...]], wanted: Wanted) -> Select[*tuple[Any, ...]]:
    """A question about tables, about those alone that are meant."""
    if wanted.status is not None:
        query = query.where(table.status == wanted.status)
    if wanted.game is not None:
        query = query.where(table.game == wanted.game)
    if wanted.older is not None:
        before = int(1000 * time.time() - wanted.older * DAY)
        query = query.where(table.last < before, last() < before)
    if wanted.larger is not None:
        query = query.where(count() >= wanted.larger)
    return query.limit(wanted.limit)


def last() -> ColumnElement[int]:
    """When something last happened at a table."""
    found = select(event.at).where(event.table_id == table.id).order_by(event.number.desc())
    return func.coalesce(found.limit(1).scalar_subquery(), table.last)


def count() -> ColumnElement[int]:
    """How many events a table has; their numbers have no gap."""
    found = select(func.max(event.number) + 1).where(event.table_id == table.id)
    return func.coalesce(found.scalar_subquery(), 0)


def bytes_of(connection: Connection, name: str) -> int:
    """How many bytes a table's log takes, about."""
    texts = [column for column in schema.events.columns if isinstance(column.type, Text)]
    each = sum((func.coalesce(func.length(text), 0) for text in texts), literal(OVERHEAD))
    query = select(func.coalesce(func.sum(each), 0)).where(event.table_id == name)
    return int(connection.execute(query).scalar_one())


def log_of(connection: Connection, name: str) -> Log:
    """A table and its log."""
    row = connection.execute(select(schema.tables).where(table.id == name)).first()
    if row is None:
        raise Refused("unknown")
    query = select(schema.events).where(event.table_id == name).order_by(event.number)
    events = [one for one, _ in read_events(connection.execute(query).all())]
    found, _ = rebuilt(name, bytes(row.seed), events)
    held = connection.execute(select(holder.seat, holder.owner).where(holder.table_id == name))
    owners = {seat: bytes(owner) for seat, owner in held}
    return Log(TableRow(*row), events, found, owners)


def told(connection: Connection, name: str) -> Json:
    """What there is to say of a table; nothing that is hidden while it is played."""
    log = log_of(connection, name)
    return {
        "table": name,
        "game": log.row.game,
        "status": log.row.status,
        "listed": bool(log.row.listed),
        "made": log.row.made,
        "last": log.events[-1].at if log.events else log.row.last,
        "events": len(log.events),
        "bytes": bytes_of(connection, name),
        "frozen": log.table.frozen is not None,
        "chain": log.table.head.hex() if log.table.is_over else None,
        "next": log.table.next or None,
        "seats": [
            {"seat": n + 1, "name": place.name, "bot": place.bot, "held": n in log.holders}
            for n, place in enumerate(log.table.places)
        ],
    }


def exported(connection: Connection, name: str, as_json: bool) -> str:
    """A table as a `.play` file, or all of it as JSON once it is over."""
    from ludotheque.tables.events import compact

    log = log_of(connection, name)
    if log.table.frozen is not None and not as_json:
        raise Refused("frozen")
    if as_json:
        if not log.table.is_over:
            raise BadRequest("error.tables.running", table=name)
        events = [one._asdict() for one in log.events]
        return compact(told(connection, name) | {"log": events}) + "\n"
    if log.table.is_over:
        return evidence.full_text(log.table, log.events)
    if log.table.s is None:
        raise Refused("waiting")
    return evidence.seen_text(log.table, SPECTATOR)
