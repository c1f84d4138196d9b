"""The bus: a word from one worker wakes another, and its silence harms nobody."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable

import pytest
from every import NO_LUCK
from sqlalchemy import make_url

from ludotheque.server.bus import CHANNEL, LONGEST, Bus, MemoryBus, PostgresBus, bus_for, notices
from ludotheque.server.store import Changes, Store, TableRow
from server.databases import administer, cut
from server.logs import captured

pytestmark = pytest.mark.anyio

PATIENCE = 10.0  # seconds


class Ear:
    """Hears what a bus says."""

    def __init__(self, bus: Bus) -> None:
        self.bus = bus
        self.heard: asyncio.Queue[str | None] = asyncio.Queue()

    async def next(self) -> str | None:
        return await asyncio.wait_for(self.heard.get(), PATIENCE)


@pytest.fixture
def url(postgres: Callable[[], str]) -> str:
    return postgres()


@pytest.fixture
async def ears(url: str, anyio_backend: str) -> AsyncIterator[tuple[Ear, Ear]]:
    """Two workers on one database."""
    two = Ear(bus_for(url)), Ear(bus_for(url))
    for ear in two:
        await ear.bus.start(ear.heard.put_nowait)
    yield two
    for ear in two:
        await ear.bus.stop()


def row(name: str) -> TableRow:
    return TableRow(name, 0, NO_LUCK, 1, "-", 2, True, "waiting", bytes(32))


LISTENER = """
import asyncio, sys
from ludotheque.server.bus import bus_for
async def main():
    bus, done = bus_for(sys.argv[1]), asyncio.Event()
    def wake(name):
        print(name, flush=True)
        done.set()
    await bus.start(wake)
    print("ready", flush=True)
    await asyncio.wait_for(done.wait(), 10)
    await bus.stop()
asyncio.run(main())
"""


async def test_a_commit_wakes_another_process(url: str) -> None:
    store, bus = Store(url), bus_for(url)
    await store.start()
    await bus.start(lambda _: None)
    store.on_commit = bus.tell
    command = [sys.executable, "-c", LISTENER, url]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert await asyncio.to_thread(process.stdout.readline) == "ready\n"
        await store.commit(Changes("t", opened=row("t")))
        assert await asyncio.to_thread(process.stdout.read) == "t\n"
    assert process.returncode == 0
    await bus.stop()
    await store.stop()


async def test_a_worker_hears_others_and_not_itself(ears: tuple[Ear, Ear]) -> None:
    one, two = ears
    one.bus.tell([("a", 1)])
    assert await two.next() == "a"
    two.bus.tell([("b", 1)])
    assert await one.next() == "b"
    assert one.heard.empty()
    assert two.heard.empty()


async def test_many_tables_are_told_of_in_several_notices(ears: tuple[Ear, Ear]) -> None:
    names = {f"table-{i:05}" for i in range(3000)}
    assert len(list(notices("me", names))) > 4
    assert all(len(notice) <= LONGEST for notice in notices("me", names))
    ears[0].bus.tell([(name, 0) for name in names])
    assert {await ears[1].next() for _ in names} == names


async def test_a_listener_that_is_cut_off_listens_again_and_says_that_it_missed_something(
    url: str, ears: tuple[Ear, Ear]
) -> None:
    one, two = ears
    one.bus.tell([("before", 0)])
    assert await two.next() == "before"
    with captured():
        cut(url, "bus")  # both listeners, and the one that has told
        assert await one.next() is None
        assert await two.next() is None
        one.bus.tell([("after", 0)])
        assert await two.next() == "after"


async def test_a_listener_waits_for_a_database_that_is_not_there(url: str) -> None:
    name = make_url(url).database
    other = make_url(url).set(database="postgres").render_as_string(hide_password=False)
    administer(other, f"ALTER DATABASE {name} ALLOW_CONNECTIONS off")
    ear = Ear(bus_for(url))
    with captured() as logs:
        await ear.bus.start(ear.heard.put_nowait)
        administer(other, f"ALTER DATABASE {name} ALLOW_CONNECTIONS on")
        assert await ear.next() is None
        await ear.bus.stop()
    assert logs[0]["event"] == "bus.cut"


async def test_words_of_somebody_else_do_no_harm(url: str, ears: tuple[Ear, Ear]) -> None:
    administer(url, f"NOTIFY {CHANNEL}", f"NOTIFY {CHANNEL}, '  '")
    ears[0].bus.tell([("a", 1)])
    assert await ears[1].next() == "a"


async def test_a_mute_bus_does_not_disturb_the_writer(url: str) -> None:
    store = Store(url)
    await store.start()
    bus = bus_for("postgresql://anne:s3cret@localhost:1/nowhere")
    with captured() as logs:
        await bus.start(lambda _: None)
        store.on_commit = bus.tell
        begin = time.monotonic()
        for i in range(50):
            await store.commit(Changes(f"t{i}", opened=row(f"t{i}")))
        assert time.monotonic() - begin < PATIENCE
        await bus.stop()
    await store.stop()
    assert {"bus.cut", "bus.mute"} <= {line["event"] for line in logs}
    assert "s3cret" not in repr(logs)


async def test_a_bus_that_is_stopped_still_tells_what_it_was_told(url: str) -> None:
    one, two = bus_for(url), Ear(bus_for(url))
    await one.start(lambda _: None)
    await two.bus.start(two.heard.put_nowait)
    one.tell([("last", 0)])
    await one.stop()
    one.tell([("never", 0)])
    assert await two.next() == "last"
    await two.bus.stop()


async def test_a_single_worker_has_a_bus_that_does_nothing(sqlite: str, url: str) -> None:
    bus = bus_for(sqlite)
    assert isinstance(bus, MemoryBus)
    assert isinstance(bus_for(url), PostgresBus)
    await bus.start(lambda _: None)
    bus.tell([("t", 0)])
    await bus.stop()
