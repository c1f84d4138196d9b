"""What tests do to a database behind the server's back."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from sqlalchemy import make_url


def is_sqlite(database: str) -> bool:
    """Whether a URL is that of a file."""
    return database.startswith("sqlite")


def file_of(database: str) -> str:
    """The file that a URL names."""
    return str(make_url(database).database)


def administer(url: str, *commands: str) -> None:
    """Do something to a Postgres database, even if it is read-only."""
    with psycopg.connect(url, autocommit=True) as connection:
        for command in ("SET default_transaction_read_only = off", *commands):
            connection.execute(command.encode())


def cut(url: str, role: str) -> None:
    """Cut the connections that have a role."""
    administer(
        url,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
        f" AND application_name = 'ludotheque {role}'",
    )


@contextmanager
def blocked(database: str) -> Iterator[None]:
    """For a while nobody can write, but everybody can read."""
    if is_sqlite(database):
        other = sqlite3.connect(file_of(database), isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        yield
        other.rollback()
        other.close()
    else:
        with psycopg.connect(database) as connection:
            connection.execute("LOCK TABLE tables, events IN EXCLUSIVE MODE")
            yield
