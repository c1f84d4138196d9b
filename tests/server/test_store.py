"""The store: acknowledged is stored, whatever happens to the database."""

from __future__ import annotations

import asyncio
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
from every import NO_LUCK

from ludotheque.errors import BadRequest, LudothequeError, NotInstalled
from ludotheque.server import db
from ludotheque.server.db import PRAGMAS, read_url, reader_engine, writer_engine
from ludotheque.server.store import Changes, Conflict, Store, StoreDown, TableRow
from ludotheque.tables.events import ORIGIN, Event, link
from server.databases import administer, blocked, cut, file_of, is_sqlite
from server.logs import captured

pytestmark = pytest.mark.anyio

ANNE, BOB = b"a" * 32, b"b" * 32
CODE = b"c" * 32
NOW, LATER = 100, 200  # before and when codes expire


@pytest.fixture
async def store(database: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Store]:
    monkeypatch.setitem(PRAGMAS, "busy_timeout", 60_000)  # whoever blocks it may be a slow test
    monkeypatch.setattr(db, "LOCK_TIMEOUT", 60_000)
    store = Store(database)
    await store.start()
    yield store
    await store.stop()


def row(name: str, **facts: Any) -> TableRow:
    usual = TableRow(name, 1000, NO_LUCK, 1, "-", 2, True, "waiting", bytes(range(32)))
    return usual._replace(**facts)


def told(number: int, at: int = 1000, **body: Any) -> tuple[Event, bytes]:
    event = Event(number, at, "play", number % 2, {"a": 7, "say": "e5 «é»"} | body)
    return event, link(ORIGIN, event)


def opening(name: str, **facts: Any) -> Changes:
    return Changes(name, [told(0)], opened=row(name, **facts))


async def outcomes(*waiting: Any) -> list[BaseException | None]:
    return list(await asyncio.gather(*waiting, return_exceptions=True))


async def queued(store: Store, jobs: list[Changes], before: int = 0) -> asyncio.Future[Any]:
    """Let jobs wait behind others while the writer is busy; what will become of them."""
    found = asyncio.ensure_future(outcomes(*map(store.commit, jobs)))
    while store.waiting < before + len(jobs):
        await asyncio.sleep(0)
    return found


async def picked_up(store: Store) -> None:
    """Wait until the writer has taken everything that waits.

    Of two jobs it may take the first alone, and the other only when that is written.
    """
    await asyncio.sleep(0.05)
    while store.waiting:
        await asyncio.sleep(0.01)


# ---- writing and reading


async def test_what_was_stored_is_read_back(store: Store) -> None:
    first, second = told(0), told(1)
    held, codes = [(0, ANNE), (1, BOB)], [(CODE, None, LATER), (b"d" * 32, 1, LATER)]
    await store.commit(Changes("t", [first, second], row("t"), held=held, claims=codes))
    assert await store.table("t") == row("t")
    assert await store.table("u") is None
    assert await store.events("t") == [first, second]
    assert await store.events("t", since=0) == [second]
    assert await store.events("u") == []
    assert await store.holders("t") == {0: ANNE, 1: BOB}
    assert await store.claim(CODE, NOW) == ("t", None)
    assert await store.claim(b"d" * 32, NOW) == ("t", 1)
    assert await store.claim(b"e" * 32, NOW) is None


async def test_a_seat_changes_hands_and_a_code_is_used_up(store: Store) -> None:
    start = opening("t")._replace(held=[(0, ANNE)], claims=[(CODE, 0, LATER)])
    await store.commit(start)
    await store.commit(Changes("t", freed=[0], held=[(0, BOB)], spent=[CODE], status="over"))
    assert await store.holders("t") == {0: BOB}
    assert await store.claim(CODE, NOW) is None
    assert await store.table("t") == row("t", status="over")


async def test_the_lobby_lists_what_is_open_to_all_the_newest_first(store: Store) -> None:
    for name, made in (("old", 1), ("new", 3), ("mid", 2)):
        await store.commit(opening(name, made=made))
    await store.commit(opening("own", listed=False))
    await store.commit(opening("on", status="playing"))
    assert [found.id for found in await store.lobby(10)] == ["new", "mid", "old"]
    assert [found.id for found in await store.lobby(2)] == ["new", "mid"]


async def test_whoever_holds_two_seats_owns_one_table(store: Store) -> None:
    await store.commit(opening("old", made=1)._replace(held=[(0, ANNE), (1, ANNE)]))
    await store.commit(opening("new", made=2)._replace(held=[(0, BOB), (1, ANNE)]))
    found = [(one.row.id, one.seats) for one in await store.owned(ANNE, 10)]
    assert found == [("new", [1]), ("old", [0, 1])]
    assert [one.row.id for one in await store.owned(ANNE, 1)] == ["new"]
    assert [(one.row.id, one.seats) for one in await store.owned(BOB, 10)] == [("new", [0])]


async def test_who_takes_a_seat_over_has_the_table_among_their_own(store: Store) -> None:
    await store.commit(opening("old", made=1)._replace(held=[(0, ANNE)]))
    await store.commit(opening("new", made=2)._replace(held=[(0, BOB)]))
    await store.commit(Changes("old", freed=[0], held=[(0, BOB)]))
    assert [one.row.id for one in await store.owned(BOB, 10)] == ["new", "old"]
    assert await store.owned(ANNE, 10) == []


async def test_lists_are_read_by_their_index_however_many_tables_there_are(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a list asks for is planned as a search, never as a look at every table or event."""
    plans: list[str] = []

    def explain(wanted: Any, use: Any, again: bool = True) -> Any:
        with store._reading.connect() as connection:
            query = wanted.compile(connection, compile_kwargs={"literal_binds": True})
            prefix = "EXPLAIN" if connection.dialect.name == "postgresql" else "EXPLAIN QUERY PLAN"
            if prefix == "EXPLAIN":  # an empty table is best read as it is
                connection.exec_driver_sql("SET enable_seqscan = off")
            rows = connection.exec_driver_sql(f"{prefix} {query}".replace("%", "%%")).all()
            plans.append("\n".join(str(row[-1]) for row in rows))
        return use([])

    monkeypatch.setattr(store, "_fetch", explain)
    await store.owned(ANNE, 50)
    await store.lobby(50)
    await store.idle(5, ["waiting", "playing"], 20)
    for plan, index in zip(
        plans,
        ("holders_by_owner_made_table_id", "tables_by_status_listed_seen", "tables_by_status_last"),
        strict=True,
    ):
        assert index in plan
        assert "Seq Scan" not in plan
        assert not re.search(r"SCAN (tables|events|holders)\b(?!.*USING)", plan), plan


async def test_a_code_expires_is_revoked_and_ends_with_its_table(store: Store) -> None:
    mine, theirs, other = b"m" * 32, b"t" * 32, b"o" * 32
    codes = [(CODE, None, LATER), (mine, 0, LATER), (theirs, 1, LATER)]
    await store.commit(opening("t")._replace(claims=codes))
    await store.commit(opening("u")._replace(claims=[(other, None, LATER)]))
    assert await store.claim(CODE, LATER - 1) == ("t", None)
    assert await store.claim(CODE, LATER) is None
    await store.commit(Changes("t", claims=[(b"n" * 32, None, LATER)], revoked=[None]))
    assert await store.claim(CODE, NOW) is None
    assert await store.claim(b"n" * 32, NOW) == ("t", None)
    await store.commit(Changes("t", revoked=[0]))
    assert await store.claim(mine, NOW) is None
    assert await store.claim(theirs, NOW) == ("t", 1)
    await store.commit(Changes("t", status="abandoned"))
    assert await store.claim(theirs, NOW) is None
    assert await store.claim(other, NOW) == ("u", None), "another table's"


async def test_the_lobby_shows_where_somebody_has_been_of_late(store: Store) -> None:
    for n, name in enumerate(("a", "b", "c")):
        await store.commit(opening(name, made=n, listed=True, seen=10))
    await store.commit(Changes("a", seen=50))
    assert [row.id for row in await store.lobby(10, 10)] == ["c", "b", "a"]
    assert [row.id for row in await store.lobby(10, 11)] == ["a"]


async def test_a_database_keeps_the_secret_that_it_drew_first(database: str) -> None:
    found = []
    for _ in range(2):
        store = Store(database)
        await store.start()
        found.append(store.secret)
        await store.stop()
    assert found[0] == found[1]
    assert len(found[0]) == 32


async def test_a_table_is_idle_since_its_last_event(store: Store) -> None:
    for name, last in (("a", 10), ("b", 20), ("c", 30)):
        events = [told(0, at=5), told(1, at=last)]
        await store.commit(Changes(name, events, opened=row(name, made=last)))
    await store.commit(opening("d", status="over"))
    assert await store.idle(25, ["waiting", "playing"], 10) == ["a", "b"]
    assert await store.idle(25, ["waiting"], 1) == ["a"]
    assert await store.idle(25, ["playing"], 10) == []


async def test_the_newest_event_of_many_tables_is_found(store: Store) -> None:
    names = [f"t{i}" for i in range(30)]
    await asyncio.gather(*(store.commit(opening(name)) for name in names))
    await store.commit(Changes("t3", [told(1), told(2)]))
    absent = [f"u{i}" for i in range(3000)]
    assert await store.newest(names + absent) == dict.fromkeys(names, 0) | {"t3": 2}


# ---- one transaction


async def test_a_commit_is_seen_when_it_is_acknowledged_and_not_before(
    store: Store, database: str
) -> None:
    await store.commit(opening("t"))
    with blocked(database):
        waiting = asyncio.ensure_future(store.commit(Changes("t", [told(1)])))
        await picked_up(store)
        assert not waiting.done()
        assert len(await store.events("t")) == 1
    await waiting
    assert len(await store.events("t")) == 2


SPOILT = {
    "event": Changes("old", [told(0)]),
    "seat": Changes("old", held=[(0, BOB)]),
    "code": Changes("old", claims=[(CODE, None, LATER)]),
    "table": opening("old"),
    "spent": Changes("old", spent=[b"?" * 32]),
    "unknown": Changes("nowhere", [told(0)]),
}


@pytest.mark.parametrize("spoilt", SPOILT.values(), ids=SPOILT)
async def test_all_of_a_change_is_stored_or_nothing(store: Store, spoilt: Changes) -> None:
    await store.commit(opening("old")._replace(held=[(0, ANNE)], claims=[(CODE, None, LATER)]))
    new = opening("new")._replace(held=[(0, ANNE)], claims=[(b"n" * 32, 0, LATER)])
    with pytest.raises(Conflict):
        await store.commit(new._replace(also=(spoilt,)))
    with pytest.raises(Conflict):
        await store.commit(spoilt._replace(also=(new,)))
    assert await store.table("new") is None
    assert await store.events("new") == []
    assert await store.holders("new") == {}
    assert await store.claim(b"n" * 32, NOW) is None
    assert await store.holders("old") == {0: ANNE}
    await store.commit(new._replace(also=(Changes("old", [told(1)], status="over"),)))
    assert await store.newest(["old", "new"]) == {"old": 1, "new": 0}


async def test_the_first_of_two_jobs_in_a_batch_wins_and_the_innocent_are_stored(
    store: Store, database: str
) -> None:
    names = [f"t{i}" for i in range(20)]
    await asyncio.gather(*(store.commit(opening(name)) for name in names))
    before = store.commits
    with blocked(database):
        decoy = asyncio.ensure_future(store.commit(Changes("t0", [told(1)])))
        await picked_up(store)
        jobs = [Changes(name, [told(1, who=name)]) for name in names[1:]]
        twins = [Changes("t7", [told(1, who="late")]), Changes("t8", [told(2)])]
        batch = await queued(store, [*jobs, *twins])
    await decoy
    found = await batch
    assert found[: len(jobs)] == [None] * len(jobs)
    assert isinstance(found[-2], Conflict)
    assert found[-1] is None
    assert store.commits - before == 2
    assert (await store.events("t7"))[1] == told(1, who="t7")
    assert await store.newest(names) == dict.fromkeys(names, 1) | {"t8": 2}


async def test_a_conflict_with_what_is_stored_spares_the_rest_of_the_batch(
    store: Store, database: str
) -> None:
    names = [f"t{i}" for i in range(10)]
    await asyncio.gather(*(store.commit(opening(name)) for name in names))
    with blocked(database):
        decoy = asyncio.ensure_future(store.commit(Changes("t0", [told(1)])))
        await picked_up(store)
        jobs = [Changes(name, [told(0 if name == "t5" else 1)]) for name in names[1:]]
        batch = await queued(store, jobs)
    await decoy
    assert [type(found) for found in await batch].count(Conflict) == 1
    assert await store.newest(names) == dict.fromkeys(names, 1) | {"t5": 0}


async def test_changes_at_one_table_happen_in_their_order(store: Store, database: str) -> None:
    await store.commit(opening("t"))
    with blocked(database):
        decoy = asyncio.ensure_future(store.commit(opening("u")))
        await picked_up(store)
        jobs = [Changes("t", held=[(0, ANNE)]), Changes("t", freed=[0])]
        batch = await queued(store, jobs)
    await decoy
    assert await batch == [None, None]
    assert await store.holders("t") == {}


async def test_a_change_that_cannot_be_written_harms_nobody_else(store: Store) -> None:
    wrong = Changes("t", [(Event(1, 0, "play", 0, {"a": object()}), b"")])
    await store.commit(opening("t"))
    found = await outcomes(store.commit(wrong), store.commit(opening("u")), store.ping())
    assert isinstance(found[0], TypeError)
    assert found[1:] == [None, None]


async def test_two_hundred_at_once_make_few_transactions(store: Store) -> None:
    names = [f"t{i}" for i in range(200)]
    await asyncio.gather(*(store.commit(opening(name)) for name in names))
    assert store.commits <= 10
    assert len(await store.newest(names)) == 200


async def test_whoever_no_longer_waits_disturbs_nobody_in_the_same_transaction(
    store: Store, database: str
) -> None:
    gate = threading.Event()

    def hold(_: object) -> None:
        gate.wait(60)

    store.on_commit = hold
    await store.commit(opening("decoy"))  # the writer now stands still, between two transactions
    gone = asyncio.ensure_future(store.commit(opening("t")))
    stays = await queued(store, [opening("u")], before=1)
    with blocked(database):
        gate.set()
        await picked_up(store)
        gone.cancel()
    assert await stays == [None]
    assert store.commits == 2
    assert await store.newest(["t", "u"]) == {"t": 0, "u": 0}


async def test_whoever_no_longer_waits_disturbs_nobody_behind(store: Store, database: str) -> None:
    with blocked(database):
        gone = asyncio.ensure_future(store.commit(opening("t")))
        await picked_up(store)
        stays = await queued(store, [opening("u")])
        gone.cancel()
    assert await stays == [None]
    assert await store.newest(["t", "u"]) == {"t": 0, "u": 0}


async def test_among_locks_and_people_who_leave_acknowledged_is_stored_and_refused_is_not(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PRAGMAS, "busy_timeout", 20)
    monkeypatch.setattr(db, "LOCK_TIMEOUT", 20)
    store, dice = Store(database, batch=4), random.Random(7)
    await store.start()
    jobs = {}
    for round_ in range(20):
        with blocked(database):
            for name in (f"t{round_}-{i}" for i in range(8)):
                jobs[name] = asyncio.ensure_future(store.commit(opening(name)))
            await asyncio.sleep(dice.choice([0, 0.01, 0.04]))
            for gone in dice.sample(sorted(jobs), 2):
                jobs[gone].cancel()
        await asyncio.sleep(dice.choice([0, 0.01]))
    found = dict(zip(jobs, await outcomes(*jobs.values()), strict=True))
    await store.ping()  # all that waited has been written, also for those who have gone
    stored = set(await store.newest(list(jobs)))
    told = {name for name, problem in found.items() if problem is None}
    refused = {name for name, problem in found.items() if isinstance(problem, StoreDown)}
    assert told and refused and len(told | refused) < len(jobs)
    assert told <= stored
    assert not refused & stored
    await store.stop()


async def test_each_commit_is_announced_once_it_is_stored(store: Store) -> None:
    heard: list[tuple[str, int]] = []
    store.on_commit = heard.extend
    await store.commit(opening("t")._replace(also=(opening("u"),)))
    await store.commit(Changes("t", [told(1), told(2)]))
    with pytest.raises(Conflict):
        await store.commit(Changes("t", [told(1)]))
    await store.commit(Changes("t", held=[(0, ANNE)]))
    await store.ping()
    assert heard == [("t", 0), ("u", 0), ("t", 2), ("t", -1)]


async def test_a_listener_that_fails_does_not_stop_the_writer(store: Store) -> None:
    def fail(_: object) -> None:
        raise ZeroDivisionError

    store.on_commit = fail
    with captured() as logs:
        await store.commit(opening("t"))
        await store.commit(opening("u"))
    assert await store.newest(["t", "u"]) == {"t": 0, "u": 0}
    assert logs[0]["event"] == "store.announce"


async def test_stopping_writes_what_waits_and_then_nothing_more(database: str) -> None:
    store = Store(database, batch=8)
    await store.start()
    with blocked(database):
        decoy = asyncio.ensure_future(store.commit(opening("decoy")))
        await picked_up(store)
        waiting = await queued(store, [opening(f"t{i}") for i in range(50)])
    await asyncio.gather(store.stop(), decoy)
    assert await waiting == [None] * 50
    with pytest.raises(StoreDown):
        await store.commit(opening("u"))
    with pytest.raises(StoreDown):
        await store.table("t1")


# ---- several stores


async def test_one_of_two_stores_is_first(postgres: Callable[[], str]) -> None:
    url = postgres()
    one, two = Store(url), Store(url)
    await asyncio.gather(one.start(), two.start())
    await one.commit(opening("t"))
    for number in range(1, 20):
        found = await outcomes(
            one.commit(Changes("t", [told(number, who="one")])),
            two.commit(Changes("t", [told(number, who="two")])),
        )
        assert sorted(map(repr, found)) == ["Conflict()", "None"]
        winner = "two" if found[0] else "one"
        assert (await two.events("t"))[number] == told(number, who=winner)
    await one.stop()
    await two.stop()


async def test_stores_in_each_others_way_store_each_event_once(
    postgres: Callable[[], str],
) -> None:
    url = postgres()
    stores = [Store(url), Store(url), Store(url)]
    await asyncio.gather(*(store.start() for store in stores))
    names = [f"t{i}" for i in range(30)]
    await asyncio.gather(*(stores[0].commit(opening(name)) for name in names))
    jobs = [
        store.commit(Changes(name, [told(1, who=i)], held=[(0, ANNE)]))
        for i, store in enumerate(stores)
        for name in names[:: -1 if i else 1]
    ]
    found = [type(outcome) for outcome in await outcomes(*jobs)]
    assert found.count(type(None)) == 30
    assert found.count(Conflict) == 60
    for store in stores:
        await store.stop()


async def test_a_code_is_spent_once(postgres: Callable[[], str]) -> None:
    url = postgres()
    one, two = Store(url), Store(url)
    await asyncio.gather(one.start(), two.start())
    await one.commit(opening("t")._replace(held=[(0, b"o" * 32)], claims=[(CODE, 0, LATER)]))
    found = await outcomes(
        one.commit(Changes("t", freed=[0], held=[(0, ANNE)], spent=[CODE])),
        two.commit(Changes("t", freed=[0], held=[(0, BOB)], spent=[CODE])),
    )
    assert sorted(map(repr, found)) == ["Conflict()", "None"]
    assert await one.holders("t") == {0: BOB if found[0] else ANNE}
    await one.stop()
    await two.stop()


START = """
import asyncio, sys
from ludotheque.errors import LudothequeError
from ludotheque.server.store import Store
async def main():
    store = Store(sys.argv[1])
    await store.start()
    await store.stop()
try:
    asyncio.run(main())
except LudothequeError as problem:
    print(problem.sentence("en"))
    sys.exit(2)
"""


def in_another_process(database: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", START, database]
    return subprocess.run(command, capture_output=True, text=True, check=False)


async def test_sqlite_refuses_a_second_process(sqlite: str) -> None:
    store = Store(sqlite)
    await store.start()
    refused = in_another_process(sqlite)
    await store.stop()
    assert (refused.returncode, refused.stderr) == (2, "")
    assert len(refused.stdout.splitlines()) == 1
    assert file_of(sqlite) in refused.stdout
    assert "use Postgres" in refused.stdout
    assert in_another_process(sqlite).returncode == 0


async def test_sqlite_refuses_a_second_store_in_the_same_process(sqlite: str) -> None:
    store = Store(sqlite)
    await store.start()
    with pytest.raises(BadRequest) as refused:
        await Store(sqlite).start()
    assert refused.value.key == "error.store.second"
    await store.commit(opening("t"))
    await store.stop()


# ---- trouble


def spoil(database: str, how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave no room, or allow only reading, from the next connection on."""
    if is_sqlite(database):
        setting = {"full": ("max_page_count", 1), "readonly": ("query_only", 1)}[how]
        monkeypatch.setitem(PRAGMAS, *setting)
    elif how == "full":
        raising = "BEGIN RAISE EXCEPTION 'no room' USING ERRCODE = 'disk_full'; END"
        administer(
            database,
            f"CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $${raising}$$",
            "CREATE TRIGGER full_disk BEFORE INSERT ON events EXECUTE FUNCTION full_disk()",
            "CREATE TRIGGER full_disk BEFORE INSERT ON tables EXECUTE FUNCTION full_disk()",
        )
    else:
        administer(database, read_only(database, "on"))


def relieve(database: str, how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Undo what `spoil` did."""
    if is_sqlite(database):
        monkeypatch.delitem(PRAGMAS, {"full": "max_page_count", "readonly": "query_only"}[how])
    elif how == "full":
        administer(database, "DROP FUNCTION full_disk CASCADE")
    else:
        administer(database, read_only(database, "off"))


def read_only(database: str, value: str) -> str:
    name = read_url(database).database
    return f"ALTER DATABASE {name} SET default_transaction_read_only = {value}"


@pytest.mark.parametrize("how", ["full", "readonly"])
async def test_a_database_that_takes_nothing_loses_nothing_and_works_again(
    database: str, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PRAGMAS, "busy_timeout", 100)
    monkeypatch.setattr(db, "LOCK_TIMEOUT", 100)
    store = Store(database)
    await store.start()
    await store.commit(opening("t"))
    spoil(database, how, monkeypatch)
    with blocked(database), pytest.raises(StoreDown):
        await store.commit(opening("late"))  # and the connection is made anew
    many = Changes("t", [told(1, large="x" * 9000)])
    with captured() as logs:
        found = await outcomes(store.commit(many), store.ping(), store.commit(opening("u")))
    for problem in found:
        assert isinstance(problem, StoreDown)
        assert problem.key == f"error.store.{how}"
        assert "rien de ce qui l’était n’est perdu" in str(problem)
    assert logs[0]["event"] == "store.down"
    assert await store.events("t") == [told(0)]
    assert await store.table("u") is None
    relieve(database, how, monkeypatch)
    assert await outcomes(store.commit(many), store.ping()) == [None, None]
    assert len(await store.events("t")) == 2
    await store.stop()


async def test_a_disk_that_fills_up_keeps_all_that_was_acknowledged(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PRAGMAS, "max_page_count", 60)
    store = Store(sqlite, batch=4)
    await store.start()
    await store.commit(opening("t"))
    jobs = [store.commit(Changes("t", [told(n, large="x" * 1000)])) for n in range(1, 400)]
    found = await outcomes(*jobs)
    stored = 1 + found.count(None)
    assert 30 < stored < 400
    assert {problem.key for problem in found if isinstance(problem, StoreDown)} == {
        "error.store.full"
    }
    assert len(await store.events("t")) == stored
    monkeypatch.delitem(PRAGMAS, "max_page_count")
    await store.commit(Changes("t", [told(400)]))
    await store.stop()


async def test_a_writer_that_is_cut_off_midway_writes_again(postgres: Callable[[], str]) -> None:
    url = postgres()
    store = Store(url)
    await store.start()
    await store.commit(opening("t"))
    with blocked(url):
        waiting = asyncio.ensure_future(outcomes(store.commit(Changes("t", [told(1)]))))
        await picked_up(store)
        cut(url, "writer")
        (problem,) = await waiting
    assert isinstance(problem, StoreDown)
    assert problem.key == "error.store.gone"
    await store.commit(Changes("t", [told(1)]))
    assert len(await store.events("t")) == 2
    await store.stop()


async def test_connections_that_are_cut_while_nobody_uses_them_are_made_anew(
    postgres: Callable[[], str],
) -> None:
    url = postgres()
    store = Store(url)
    await store.start()
    await store.commit(opening("t"))
    await asyncio.gather(*(store.table("t") for _ in range(8)))
    cut(url, "writer")
    cut(url, "reader")
    assert await store.table("t") == row("t")  # reading is simply done again
    found = await outcomes(store.commit(Changes("t", [told(1)])))
    assert found == [None] or isinstance(found[0], StoreDown)
    await store.commit(Changes("t", [told(len(await store.events("t")))]))
    await store.ping()
    await store.stop()


async def test_a_lock_that_somebody_keeps_is_not_waited_for_for_ever(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PRAGMAS, "busy_timeout", 200)
    monkeypatch.setattr(db, "LOCK_TIMEOUT", 200)
    store = Store(database)
    await store.start()
    with blocked(database), pytest.raises(StoreDown) as problem:
        await store.commit(opening("t"))
    assert problem.value.key == "error.store.gone"
    await store.commit(opening("t"))
    await store.stop()


LOOP = """
import asyncio, sys
from ludotheque.server.store import Changes, Store, TableRow
from ludotheque.tables.events import Event
async def main():
    store = Store(sys.argv[1])
    await store.start()
    row = TableRow("t", 0, "x", 1, "-", 2, False, "playing", bytes(32))
    await store.commit(Changes("t", opened=row))
    for number in range(1_000_000):
        await store.commit(Changes("t", [(Event(number, 0, "play", 0, {}), bytes(32))]))
        print(number, flush=True)
asyncio.run(main())
"""


async def test_what_was_acknowledged_survives_a_killed_process(database: str) -> None:
    command = [sys.executable, "-c", LOOP, database]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if int(line) >= 100:
                break
        os.kill(process.pid, signal.SIGKILL)
        last = int([line, *process.stdout][-1])
    store = Store(database)
    await store.start()
    numbers = [event.number for event, _ in await store.events("t")]
    await store.stop()
    assert numbers == list(range(len(numbers)))
    assert len(numbers) > last


# ---- addresses and files


SECRET = "s3cr/t ü"


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://anne:s3cr%2Ft%20%C3%BC@localhost:1/tables",
        "postgres://anne@localhost:1/tables?password=s3cr%2Ft%20%C3%BC",
        "postgresql+psycopg://anne:s3cr%2Ft%20%C3%BC@localhost:1/tables?sslmode=wrong",
        "mysql://anne:s3cr%2Ft%20%C3%BC@localhost/tables",
        "postgresql//anne:s3cr%2Ft%20%C3%BC@localhost/tables",
        "postgresql://anne:s3cr%2Ft%20%C3%BC@localhost:port/tables",
    ],
)
async def test_no_password_is_ever_told(url: str) -> None:
    with captured() as logs, pytest.raises(LudothequeError) as problem:
        await Store(url).start()
    assert problem.value.key in ("error.store.gone", "error.store.url")
    assert problem.value.__cause__ is None
    for told in (repr(logs), str(problem.value), repr(problem.value)):
        assert SECRET not in told
        assert "s3cr%2Ft" not in told


@pytest.mark.parametrize("url", ["", "tables.db", "sqlite://", "sqlite:///:memory:", "oracle://x"])
def test_an_address_that_cannot_be_used_is_refused_in_a_sentence(url: str) -> None:
    with pytest.raises(BadRequest) as refused:
        Store(url)
    assert "sqlite:///file" in refused.value.sentence("en")


def test_postgres_without_its_driver_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(db, "find_spec", lambda _: None)
    with pytest.raises(NotInstalled) as refused:
        Store("postgresql://localhost/tables")
    assert "ludotheque[postgres]" in str(refused.value)


async def test_a_file_that_cannot_be_made_is_refused_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BadRequest) as refused:
        await Store(f"sqlite:///{tmp_path}/file/tables.db").start()
    assert refused.value.key == "error.file.unwritable"


async def test_a_file_that_is_no_database_is_refused_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    path.write_text("Dear diary, " * 1000, encoding="utf-8")
    with pytest.raises(StoreDown) as refused:
        await Store(f"sqlite:///{path}").start()
    assert refused.value.key == "error.store.broken"
    assert path.read_text(encoding="utf-8").startswith("Dear diary")


async def test_sqlite_is_durable_private_and_read_only_to_readers(sqlite: str) -> None:
    store = Store(sqlite)
    await store.start()
    await store.commit(opening("t"))
    path = Path(file_of(sqlite))
    assert {found.name for found in path.parent.iterdir()} == {
        f"tables.db{end}" for end in ("", "-wal", "-shm", ".lock")
    }
    assert {found.stat().st_mode & 0o777 for found in path.parent.iterdir()} == {0o600}
    with writer_engine(store.url).connect() as connection:
        asked = ("journal_mode", "synchronous", "foreign_keys")
        found = [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in asked]
        assert found == ["wal", 2, 1]
    reading = reader_engine(store.url, 1)
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        reading.raw_connection().cursor().execute("DELETE FROM events")
    reading.dispose()
    await store.stop()
    assert {found.name for found in path.parent.iterdir()} == {"tables.db", "tables.db.lock"}


async def test_a_file_may_have_any_name(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/été 100% #1 & more.db")
    await store.start()
    await store.commit(opening("t"))
    assert await store.newest(["t"]) == {"t": 0}
    await store.stop()
    assert (tmp_path / "été 100% #1 & more.db").stat().st_size > 0
