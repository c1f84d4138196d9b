"""Backups: the whole database in one file, taken while the server runs, and put back.

Whatever the database, a backup is a SQLite file, so that one from Postgres can be restored into
SQLite and the other way round.  It holds the seeds of running games: nobody else may read it.
"""

from __future__ import annotations

import errno
import json
import os
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from sqlalchemy import URL, Connection, Engine, select, text
from sqlalchemy import Table as SqlTable
from sqlalchemy.exc import DBAPIError

from ludotheque.errors import BadRequest
from ludotheque.server import db, migrations, schema
from ludotheque.server.transaction import StoreDown
from ludotheque.tables.events import ORIGIN

PRIVATE = 0o600
PAGES = 2048  # of SQLite, copied at a time
ROWS = 5000  # read from Postgres at a time
DAMAGE = (sqlite3.Error, DBAPIError, UnicodeDecodeError)

Progress = Callable[[str, float], object]  # what is being done, and how much of it is


class Kept(NamedTuple):
    """What a backup holds."""

    file: str
    tables: int
    events: int
    bytes: int
    damaged: tuple[str, ...] = ()  # tables that do not fit their own hashes
    aside: str = ""  # where what was there before is kept


def silent(_what: str, _share: float) -> None:
    """Tell nobody how far it is."""


# ---- backing up


def back_up(url: URL, file: Path, replace: bool = False, progress: Progress = silent) -> Kept:
    """Write all that a database holds at this moment into a file; the server may run."""
    db.need_apart(file, url)
    if file.exists() and not replace:
        raise BadRequest("error.file.exists", file=file)
    with unfinished(file) as part:
        try:
            if db.is_sqlite(url):
                copy_file(db.need_file(url), part, progress)
            else:
                copy_postgres(url, part, progress)
        except (DBAPIError, sqlite3.Error) as problem:
            raise StoreDown(db.failure(as_dbapi(problem))) from None
        finish(part)
        os.replace(part, file)
        return told(file)


@contextmanager
def unfinished(file: Path) -> Iterator[Path]:
    """A file beside another that only this user can read; gone unless it is moved."""
    try:
        handle, name = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)
    except OSError as problem:
        raise BadRequest("error.file.unwritable", file=file, why=problem.strerror) from None
    os.close(handle)
    part = Path(name)
    try:
        yield part
    except OSError as problem:
        raise BadRequest("error.file.unwritable", file=file, why=problem.strerror) from None
    finally:
        for own in db.parts_of(part):
            own.unlink(missing_ok=True)


def reading(file: Path) -> sqlite3.Connection:
    """A connection that cannot write."""
    return sqlite3.connect(f"file:{quote(str(file))}?mode=ro", uri=True, isolation_level=None)


def copy_file(source: Path, target: Path, progress: Progress) -> None:
    """Copy a SQLite file as it is at this moment, whatever is written meanwhile."""
    with closing(reading(source)) as old, closing(sqlite3.connect(target)) as new:
        old.execute("BEGIN")
        old.execute("SELECT count(*) FROM sqlite_master").fetchone()  # from here on it stands still

        def tell(_: int, remaining: int, total: int) -> None:
            progress("copy", 1 - remaining / max(total, 1))

        old.backup(new, pages=PAGES, progress=tell, sleep=0)


def copy_postgres(url: URL, target: Path, progress: Progress) -> None:
    """Copy a Postgres database as it is at this moment into a SQLite file."""
    make_empty(target)
    engine = db.postgres_engine(url, "backup")
    level = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
    with engine.connect() as opened, closing(sqlite3.connect(target)) as new:
        source = opened.execution_options(**level)
        need_head(source)
        new.execute("PRAGMA synchronous = off")
        for n, table in enumerate(TABLES):
            progress("copy", n / len(TABLES))
            stream = source.execution_options(yield_per=ROWS).execute(ordered(table))
            for rows in stream.partitions():
                new.executemany(filling(table), [tuple(row) for row in rows])
        new.commit()
    engine.dispose()


TABLES: list[SqlTable] = schema.metadata.sorted_tables


def ordered(table: SqlTable) -> Any:
    """All rows of a table in the order of its key."""
    return select(table).order_by(*table.primary_key.columns)


def filling(table: SqlTable) -> str:
    """The statement with which SQLite takes a row."""
    names = ", ".join(f'"{column.name}"' for column in table.columns)
    return f"INSERT INTO {table.name} ({names}) VALUES ({', '.join('?' * len(table.columns))})"


def make_empty(target: Path) -> None:
    """Lay the schema in an empty SQLite file."""
    with sqlite_at(target).begin() as connection:
        migrations.upgrade(connection)


def sqlite_at(file: Path) -> Engine:
    """A way to write into a file that nobody else uses."""
    return db.writer_engine(URL.create("sqlite", database=str(file)))


def need_head(connection: Connection) -> None:
    """Refuse a database whose schema is not that of this program."""
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    if found != migrations.newest():
        raise BadRequest("error.backup.version")


def finish(part: Path) -> None:
    """Make one whole file of it, on the disk."""
    with closing(sqlite3.connect(part)) as connection:
        connection.execute("PRAGMA journal_mode = delete")
        if connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
            raise BadRequest("error.backup.damaged")
    part.chmod(PRIVATE)
    with part.open("rb") as file:
        os.fsync(file.fileno())


def told(file: Path, **more: Any) -> Kept:
    """What a file holds."""
    with closing(reading(file)) as connection:
        tables, events = (
            int(connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0])
            for name in ("tables", "events")
        )
    return Kept(str(file), tables, events, file.stat().st_size, **more)


def as_dbapi(problem: Exception) -> Exception:
    """A problem of SQLite in the form that `db.failure` reads."""
    if isinstance(problem, sqlite3.Error):
        return DBAPIError("", {}, problem)
    return problem


# ---- restoring


def restore(
    url: URL,
    file: Path,
    replace: bool = False,
    anyway: bool = False,
    progress: Progress = silent,
) -> Kept:
    """Put a backup back: checked, brought up to date, and never over anything unasked."""
    need_backup(file)
    if db.is_sqlite(url):
        return restore_file(url, file, replace, anyway, progress)
    with tempfile.TemporaryDirectory() as folder:
        part = Path(folder) / "whole.db"
        damaged = prepare(file, part, anyway, progress)
        try:
            aside = fill_postgres(url, part, replace, progress)
        except DBAPIError as problem:
            raise StoreDown(db.failure(problem)) from None
        return told(part, damaged=damaged, aside=aside)._replace(file=str(file))


def need_backup(file: Path) -> None:
    """Refuse what is no backup of ours."""
    if not file.exists():
        raise BadRequest("error.file.missing", file=file)
    try:
        with file.open("rb") as opened:
            is_sqlite = opened.read(len(db.HEADER)) == db.HEADER
        with closing(reading(file)) as connection:
            wanted = "SELECT count(*) FROM sqlite_master WHERE name = 'alembic_version'"
            is_ours = is_sqlite and connection.execute(wanted).fetchone()[0] == 1
    except OSError as problem:
        raise BadRequest("error.file.unreadable", file=file, why=problem.strerror) from None
    except DAMAGE:
        raise BadRequest("error.restore.broken", file=file) from None
    if not is_ours:
        raise BadRequest("error.restore.none", file=file)


def prepare(file: Path, part: Path, anyway: bool, progress: Progress) -> tuple[str, ...]:
    """Copy a backup, check it and bring the copy up to date; the tables that are damaged."""
    part.touch(PRIVATE)
    try:
        copy_file(file, part, progress)
        with closing(sqlite3.connect(part)) as connection:
            sound = connection.execute("PRAGMA integrity_check(1)").fetchone() == ("ok",)
            if not sound or connection.execute("PRAGMA foreign_key_check").fetchone():
                raise BadRequest("error.restore.broken", file=file)
        with sqlite_at(part).begin() as connection:
            migrations.upgrade(connection)
    except DAMAGE:
        raise BadRequest("error.restore.broken", file=file) from None
    damaged = tuple(unchained(part, progress))
    if damaged and not anyway:
        raise BadRequest("error.restore.chain", table=damaged[0], n=len(damaged))
    finish(part)
    return damaged


def unchained(file: Path, progress: Progress = silent) -> Iterator[str]:
    """The tables whose events do not fit their hashes, or are not there in full."""
    with closing(reading(file)) as connection:
        connection.text_factory = db.legible
        total = connection.execute("SELECT count(*) FROM tables").fetchone()[0]
        wanted = "SELECT table_id, number, at, kind, seat, body, hash FROM events ORDER BY 1, 2"
        now, head, number, seen, is_bad = None, ORIGIN, 0, 0, False
        for table, *row, stored in connection.execute(wanted):
            if table != now:
                if is_bad:
                    yield str(now)
                now, head, number, is_bad = table, ORIGIN, 0, False
                seen += 1
                if seen % 100 == 0:
                    progress("check", seen / max(total, 1))
            head = sha256(head + as_text(*row).encode("utf-8", "replace")).digest()
            is_bad |= head != stored or row[0] != number
            number += 1
        if is_bad:
            yield str(now)


def as_text(number: int, at: int, kind: str, seat: int | None, body: str) -> str:
    """An event as it is hashed: its body is stored in the form that is."""
    return f"[{number},{at},{json.dumps(kind)},{'null' if seat is None else seat},{body}]"


def restore_file(url: URL, file: Path, replace: bool, anyway: bool, progress: Progress) -> Kept:
    """Restore into a SQLite file that no server uses."""
    path = db.file_of(url)
    if db.belongs(path, file):
        raise BadRequest("error.restore.same", file=file)
    if db.is_taken(path):
        raise BadRequest("error.restore.running")
    with held(url) as is_new, unfinished(path) as part:
        part.unlink()
        damaged = prepare(file, part, anyway, progress)
        full = not is_new and is_full(path)
        if full and not replace:
            raise BadRequest("error.restore.full", file=path)
        aside = put_aside(path) if full else ""
        for end in ("-wal", "-shm"):  # of whatever was there before, they would be played back
            db.beside(path, end).unlink(missing_ok=True)
        os.replace(part, path)
        sync_folder(path.parent)
        return told(path, damaged=damaged, aside=aside)


@contextmanager
def held(url: URL) -> Iterator[bool]:
    """Keep servers away from a SQLite file, and say whether it is new.

    Afterwards a lock that was not there, and a file into which nothing came, are gone.
    """
    path = db.file_of(url)
    lock_file = db.beside(path, ".lock")
    need_folder(path)
    is_new, is_first = not path.exists(), not lock_file.exists()
    lock = db.take_file(url)
    try:
        yield is_new
    finally:
        if is_new and path.exists() and not path.stat().st_size:
            path.unlink()
        if is_first:
            lock_file.unlink(missing_ok=True)
        os.close(lock)


def need_folder(file: Path) -> None:
    """Refuse to write into a folder that is not there."""
    if not file.parent.is_dir():
        why = os.strerror(errno.ENOENT)
        raise BadRequest("error.file.unwritable", file=file, why=why)


def is_full(path: Path) -> bool:
    """Whether a file holds any table, or anything else that is not ours to throw away."""
    if not path.stat().st_size:
        return db.beside(path, "-wal").exists()
    try:
        with closing(reading(path)) as connection:
            return connection.execute("SELECT 1 FROM tables LIMIT 1").fetchone() is not None
    except sqlite3.Error:
        return True


def put_aside(path: Path) -> str:
    """Keep a database under another name, with what of it still stands in its journal."""
    aside = path.with_name(f"{path.name}.{stamp()}")
    for end in ("-wal", ""):
        part = db.beside(path, end)
        if part.exists():
            part.rename(db.beside(aside, end))
    return str(aside)


def stamp() -> str:
    """The time, for a name."""
    return time.strftime("before-%Y%m%d-%H%M%S")


def sync_folder(folder: Path) -> None:
    """Let the new name last."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def fill_postgres(url: URL, part: Path, replace: bool, progress: Progress) -> str:
    """Restore into a Postgres database that no server uses, in one transaction."""
    engine = db.postgres_engine(url, "restore")
    try:
        with engine.begin() as target, closing(reading(part)) as source:
            if target.execute(text(OTHERS)).scalar():
                raise BadRequest("error.restore.running")
            migrations.upgrade(target)
            aside = ""
            if target.execute(select(schema.tables.c.id).limit(1)).first():
                if not replace:
                    raise BadRequest("error.restore.full", file=url.database)
                aside = move_aside(target)
            for n, table in enumerate(TABLES):
                progress("fill", n / len(TABLES))
                copy_in(target, source, table)
        return aside
    finally:
        engine.dispose()


OTHERS = (
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
    " AND application_name LIKE 'ludotheque%' AND pid <> pg_backend_pid()"
)


def move_aside(connection: Connection) -> str:
    """Keep the tables of a Postgres database in a schema of their own, and lay new ones."""
    aside = stamp().replace("-", "_")
    connection.execute(text(f"CREATE SCHEMA {aside}"))
    for name in (*(table.name for table in TABLES), "alembic_version"):
        connection.execute(text(f"ALTER TABLE {name} SET SCHEMA {aside}"))
    migrations.upgrade(connection)
    return aside


def copy_in(target: Connection, source: sqlite3.Connection, table: SqlTable) -> None:
    """Copy all rows of a table."""
    names = ", ".join(f'"{column.name}"' for column in table.columns)
    raw: Any = target.connection.driver_connection
    with raw.cursor() as cursor, cursor.copy(f"COPY {table.name} ({names}) FROM STDIN") as copy:
        for row in source.execute(f"SELECT {names} FROM {table.name}"):
            copy.write_row(row)
