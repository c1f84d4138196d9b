"""Migrations: an empty database comes to be what the schema says, and only once."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Engine, inspect, text

from ludotheque.errors import BadRequest
from ludotheque.server.db import is_sqlite, read_url, take_file, writer_engine
from ludotheque.server.migrations import upgrade
from ludotheque.server.schema import metadata
from ludotheque.server.store import Store

pytestmark = pytest.mark.anyio


async def migrated(url: str) -> None:
    store = Store(url)
    await store.start()
    await store.stop()


def made(database: str) -> Engine:
    """A way into an empty database."""
    url = read_url(database)
    if is_sqlite(url):
        os.close(take_file(url))
    return writer_engine(url)


def look(engine: Engine) -> dict[str, object]:
    """Everything that a database says of its schema."""
    see = inspect(engine)
    return {
        name: (
            [(column["name"], str(column["type"])) for column in see.get_columns(name)],
            see.get_pk_constraint(name),
            see.get_foreign_keys(name),
            see.get_indexes(name),
        )
        for name in sorted(see.get_table_names())
    }


async def test_a_database_made_from_nothing_is_what_the_schema_says(database: str) -> None:
    await migrated(database)
    with writer_engine(read_url(database)).connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


async def test_the_schema_made_at_once_has_the_same_names(database: str) -> None:
    engine = made(database)
    metadata.create_all(engine)
    at_once = look(engine)
    metadata.drop_all(engine)
    with engine.begin() as connection:
        upgrade(connection)
    assert look(engine) == at_once | {"alembic_version": look(engine)["alembic_version"]}


async def test_migrating_twice_does_nothing(database: str) -> None:
    await migrated(database)
    engine = writer_engine(read_url(database))
    before = look(engine)
    with engine.begin() as connection:
        upgrade(connection)
    assert look(engine) == before


async def test_several_workers_may_migrate_at_the_same_time(postgres: Callable[[], str]) -> None:
    url = postgres()
    await asyncio.gather(*(migrated(url) for _ in range(4)))
    with writer_engine(read_url(url)).connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


async def test_a_database_of_a_newer_schema_is_refused_in_a_sentence(database: str) -> None:
    await migrated(database)
    with writer_engine(read_url(database)).begin() as connection:
        newest = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(BadRequest) as refused:
        await migrated(database)
    assert refused.value.key == "error.store.newer"
    assert "newer version" in refused.value.sentence("en")
    with writer_engine(read_url(database)).begin() as connection:  # so that the lock is free again
        connection.execute(text(f"UPDATE alembic_version SET version_num = '{newest}'"))
    await migrated(database)


async def test_what_is_new_or_idle_is_found_in_a_database_from_before(database: str) -> None:
    with made(database).begin() as connection:
        upgrade(connection, "0001")
        for name, at, owner in (("old", 10, b"a"), ("new", 20, b"a"), ("bare", 5, b"b")):
            facts = {"name": name, "at": at, "next": at + 7, "owner": owner}
            for line in (
                "tables VALUES (:name, :at, 'some-game', 1, '-', 2, true, 'waiting', :owner)",
                "events VALUES (:name, 0, :at, 'open', NULL, '{}', :owner)",
                "events VALUES (:name, 1, :next, 'sit', 0, '{}', :owner)",
                "holders VALUES (:name, 0, :owner)",
            ):
                connection.execute(text(f"INSERT INTO {line}"), facts)
        connection.execute(text("DELETE FROM events WHERE table_id = 'bare'"))
    store = Store(database)
    await store.start()
    try:
        assert [one.row.last for one in await store.owned(b"a", 10)] == [27, 17]
        assert await store.table("bare") is not None
        assert await store.idle(18, ["waiting"], 10) == ["old"]
    finally:
        await store.stop()


async def test_codes_from_before_are_good_for_a_week_but_for_tables_that_have_ended(
    database: str,
) -> None:
    with made(database).begin() as connection:
        upgrade(connection, "0003")
        for name, status in (("open", "waiting"), ("done", "over")):
            facts = {"name": name, "status": status, "code": name.encode()}
            table = "tables VALUES (:name, 1, 'some-game', 1, '-', 2, true, :status, :code, 1)"
            connection.execute(text(f"INSERT INTO {table}"), facts)
            connection.execute(text("INSERT INTO claims VALUES (:code, :name, NULL)"), facts)
    now = int(time.time() * 1000)
    store = Store(database)
    await store.start()
    try:
        assert await store.claim(b"open", now + 6 * 24 * 3600 * 1000) == ("open", None)
        assert await store.claim(b"open", now + 8 * 24 * 3600 * 1000) is None
        assert await store.claim(b"done", now) is None
    finally:
        await store.stop()


async def test_a_migration_that_is_broken_off_leaves_nothing_behind(database: str) -> None:
    engine = made(database)
    with engine.connect() as connection:
        upgrade(connection)
        connection.rollback()
    assert look(engine) == {}
