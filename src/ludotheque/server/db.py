"""Ways into the database: SQLite in one file, or Postgres.

SQLite gets one writing connection in one process, which a lock beside the file makes sure of,
and readers that cannot write: versions before 3.51.3 may damage a file that two connections
write at once.  Several processes take Postgres.
"""

from __future__ import annotations

import os
import sqlite3
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import URL, Connection, Engine, NullPool, QueuePool, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from ludotheque.errors import BadRequest, NotInstalled

# How every connection to SQLite that writes is set up.
PRAGMAS: dict[str, str | int] = {
    "busy_timeout": 5000,
    "journal_mode": "wal",
    "synchronous": "full",
    "foreign_keys": "on",
}

LOCK_TIMEOUT = 5000  # the same for Postgres, in milliseconds

# Notice within seconds that Postgres, or the way to it, is gone.
PATIENCE: dict[str, Any] = {
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}

FULL, READ_ONLY, BROKEN = "error.store.full", "error.store.readonly", "error.store.broken"
GONE = "error.store.gone"
SQLITE_KEYS = {
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_CORRUPT: BROKEN,
    sqlite3.SQLITE_NOTADB: BROKEN,
}
POSTGRES_KEYS = {"53100": FULL, "25006": READ_ONLY, "XX001": BROKEN, "XX002": BROKEN}


def read_url(text: str) -> URL:
    """The address of a database; one that cannot be used is refused without repeating it."""
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise BadRequest("error.store.url") from None
    kind = url.get_backend_name()
    if kind in ("postgres", "postgresql"):
        if find_spec("psycopg") is None:
            raise NotInstalled("error.install", extra="postgres")
        return url.set(drivername="postgresql+psycopg")
    if kind != "sqlite" or url.database in (None, "", ":memory:"):
        raise BadRequest("error.store.url")
    return url


def is_sqlite(url: URL) -> bool:
    """Whether the database is a file of our own."""
    return url.get_backend_name() == "sqlite"


def writer_engine(url: URL) -> Engine:
    """The engine of the one connection that writes."""
    if not is_sqlite(url):
        engine = postgres_engine(url, "writer", poolclass=NullPool)
        event.listen(engine, "connect", limit_waiting)
        return engine
    engine = sqlite_engine(url, "rw", poolclass=NullPool)
    event.listen(engine, "connect", set_up)
    event.listen(engine, "begin", begin_at_once)
    return engine


def reader_engine(url: URL, readers: int) -> Engine:
    """The engine of the connections that read."""
    pool = {"poolclass": QueuePool, "pool_size": readers, "isolation_level": "AUTOCOMMIT"}
    return (
        sqlite_engine(url, "ro", **pool)
        if is_sqlite(url)
        else postgres_engine(url, "reader", **pool)
    )


def sqlite_engine(url: URL, mode: str, **options: Any) -> Engine:
    """An engine on a file that exists already."""
    file = f"file:{quote(str(url.database))}?mode={mode}"

    def connect() -> sqlite3.Connection:
        found = sqlite3.connect(file, uri=True, isolation_level=None, check_same_thread=False)
        # A damaged text is still read: the table that it belongs to stands still, nothing else.
        found.text_factory = legible
        return found

    return create_engine("sqlite://", creator=connect, hide_parameters=True, **options)


def legible(text: bytes) -> str:
    """A text of the database, whatever has become of it."""
    return text.decode("utf-8", "replace")


def postgres_engine(url: URL, role: str, **options: Any) -> Engine:
    """An engine on a Postgres server, which is told what the connection is for."""
    told = PATIENCE | {"application_name": f"ludotheque {role}"}
    return create_engine(url, connect_args=told, hide_parameters=True, **options)


def set_up(connection: sqlite3.Connection, _: object) -> None:
    """Make a connection to SQLite durable and patient."""
    for name, value in PRAGMAS.items():
        connection.execute(f"PRAGMA {name}={value}")


def begin_at_once(connection: Connection) -> None:
    """Take the right to write before anything is read."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def limit_waiting(connection: Any, _: object) -> None:
    """Wait no longer for a lock on Postgres than on SQLite."""
    connection.execute(f"SET lock_timeout = {LOCK_TIMEOUT}")
    connection.commit()


# ---- the file of SQLite, and what lies beside it


HEADER = b"SQLite format 3\0"
BESIDE = ("-wal", "-shm", "-journal", ".lock", ".window")


def file_of(url: URL) -> Path:
    """The file of a SQLite database; what lies beside it is named after it, not after a link."""
    return Path(str(url.database)).resolve()


def beside(file: Path, end: str) -> Path:
    """A file beside a database's file, by the end of its name."""
    return file.with_name(file.name + end)


def take_file(url: URL) -> int:
    """Make the database's file if need be and keep other processes away; the lock to close."""
    import fcntl

    path = file_of(url)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = os.open(beside(path, ".lock"), os.O_RDWR | os.O_CREAT, 0o600)
        if not path.exists():
            path.touch(mode=0o600)  # it holds the seeds of the dice
    except OSError as problem:
        raise BadRequest("error.file.unwritable", file=path, why=problem.strerror) from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        at = os.pread(lock, 1000, 0).decode("utf-8", "replace")
        os.close(lock)
        raise BadRequest("error.store.second", file=path, at=at or "none") from None
    if not os.fstat(lock).st_nlink:  # somebody has left meanwhile, and taken it away
        os.close(lock)
        return take_file(url)
    os.truncate(lock, 0)
    return lock


def sign(lock: int, at: str) -> None:
    """Leave the address of a server's page in its lock, for whoever finds the file taken."""
    os.pwrite(lock, at.encode(), 0)


def need_file(url: URL) -> Path:
    """The file of a SQLite database, which must be there."""
    path = Path(str(url.database))
    if not path.exists():
        raise BadRequest("error.file.missing", file=path)
    return path


def need_database(url: URL) -> None:
    """Refuse a file that is there and is no SQLite database; one that is not there is made."""
    path = Path(str(url.database))
    if not is_sqlite(url) or not path.exists():
        return
    try:
        with path.open("rb") as opened:
            begins = opened.read(len(HEADER))
    except OSError as problem:
        raise BadRequest("error.file.unreadable", file=path, why=problem.strerror) from None
    if begins not in (b"", HEADER):
        raise BadRequest("error.store.none", file=path)


def need_apart(file: Path, url: URL) -> None:
    """Refuse to write a file that belongs to a database, or to one that a server is using."""
    if is_sqlite(url) and belongs(file, file_of(url)):
        raise BadRequest("error.file.database", file=file, database=file_of(url))
    if is_taken(file):
        raise BadRequest("error.file.taken", file=file)


def parts_of(database: Path) -> list[Path]:
    """The file of a database and all that may lie beside it."""
    return [database, *(beside(database, end) for end in BESIDE)]


def belongs(file: Path, database: Path) -> bool:
    """Whether a file is that of a database, or has the name of one that may lie beside it."""
    return any(is_same(file, own) for own in parts_of(database))


def is_same(one: Path, other: Path) -> bool:
    """Whether two names lead to one file, which need not be there yet."""
    if one.resolve() == other.resolve():
        return True
    try:
        return one.samefile(other)
    except OSError:
        return False


def is_taken(file: Path) -> bool:
    """Whether a file belongs to a database that a server is using."""
    path = file.resolve()
    ends = [end for end in BESIDE if path.name.endswith(end)]
    bases = [path, *(path.with_name(path.name.removesuffix(end)) for end in ends)]
    return any(is_locked(beside(base, ".lock")) for base in bases)


def is_locked(lock: Path) -> bool:
    """Whether somebody holds a lock; one that is another user's is taken for held."""
    import fcntl

    try:
        handle = os.open(lock, os.O_RDONLY)
    except PermissionError:
        return True
    except OSError:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(handle)
    return False


def is_exposed(url: URL) -> bool:
    """Whether other users of this machine can read the database, and the seeds in it."""
    path = Path(str(url.database))
    return is_sqlite(url) and path.exists() and bool(path.stat().st_mode & 0o077)


def sqlstate(problem: Exception) -> str:
    """What Postgres calls a problem; empty if it is another's."""
    return str(getattr(getattr(problem, "orig", None), "sqlstate", None) or "")


def failure(problem: Exception) -> str:
    """The key of the sentence that says why the database cannot be used."""
    if not isinstance(problem, DBAPIError):
        return GONE
    code = getattr(problem.orig, "sqlite_errorcode", 0) & 0xFF
    return SQLITE_KEYS.get(code) or POSTGRES_KEYS.get(sqlstate(problem), GONE)


def hushed(problem: Exception, url: URL) -> str:
    """A problem in its own words, for the operator's log: one line, without any password."""
    cause = getattr(problem, "orig", None) or problem
    text = f"{type(cause).__name__}: {cause}".strip()
    for secret in (url.password, *(url.query.get(name) for name in ("password", "sslpassword"))):
        if secret:
            for form in (str(secret), quote(str(secret), safe="")):
                text = text.replace(form, "***")
    return " ".join(text.split()).encode("ascii", "replace").decode()[:400]
