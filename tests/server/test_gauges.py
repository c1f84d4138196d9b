"""The pulse: figures of queues, processes and the database, as a running server tells them."""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from every import NO_LUCK

from ludotheque.server import gauges, telemetry
from server.guests import Guest, me
from server.houses import House, Party, house, until
from server.running import Server, workers_of

LINE = re.compile(r"(\w+)(\{[^}]*\})? ([0-9.e+-]+|NaN)")


def figures(text: str) -> dict[str, dict[str, float]]:
    """[figure][labels] -> its value."""
    found: dict[str, dict[str, float]] = {}
    for line in text.splitlines():
        if told := LINE.fullmatch(line):
            found.setdefault(told[1], {})[told[2] or ""] = float(told[3])
    return found


def test_the_events_of_a_transaction_are_really_counted(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = figures(telemetry.exposition().decode())
    with house(sqlite, monkeypatch) as found:
        host = found.guest()
        table = host.lay(NO_LUCK, me(), me("Ben"))["table"]
        Party(table, {0: host, 1: host}).play()
        events = len(host.look(table)["events"])
        after = figures(httpx.get(f"{found.url}/metrics").text)

    def grown(name: str) -> float:
        return after[name][""] - before.get(name, {}).get("", 0.0)

    assert grown("ludotheque_batch_events_sum") == events
    assert 1 <= grown("ludotheque_batch_events_count") <= events


def test_queues_this_process_and_the_database_are_told(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with house(sqlite, monkeypatch, poll_seconds=0.1) as found:
        host = found.guest()
        host.lay(NO_LUCK, me(), me("Ben"))
        until(lambda: figures(metrics(found))["ludotheque_database_bytes"][""] > 10_000)
        told = figures(metrics(found))
    assert told["ludotheque_write_queue"][""] == 0
    assert told["ludotheque_send_queue"][""] == 0
    assert told["ludotheque_send_queue_longest"][""] == 0
    assert told["ludotheque_worker_resident_bytes"][""] > 10_000_000
    assert told["ludotheque_worker_cpu_seconds"][""] > 0
    assert 0 < told["ludotheque_worker_open_files"][""] < told["ludotheque_worker_most_files"][""]
    build = next(iter(told["ludotheque_build"]))
    assert re.search(r'database="sqlite".*python="3\.\d+\.\d+.*version="\d+\.\d+', build)


def metrics(found: House) -> str:
    return httpx.get(f"{found.url}/metrics").text


def test_what_waits_to_be_sent_is_told(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with house(sqlite, monkeypatch) as found:
        host = found.guest()
        live = found.call(found.hub.live(host.lay(NO_LUCK, me(), me("Ben"))["table"]))

        async def never(_: str) -> None:
            raise AssertionError

        watcher = found.hub.watch(live, 0, None, never, never)
        watcher.waiting.extend("abc")
        gauges.take(found.hub)
        told = figures(telemetry.exposition().decode())
        live.watchers.clear()
    assert told["ludotheque_send_queue"][""] == 3
    assert told["ludotheque_send_queue_longest"][""] == 3


@pytest.mark.anyio
async def test_failures_and_conflicts_of_the_database_are_counted(database: str) -> None:
    from ludotheque.server.store import Changes, Conflict, Store

    from .test_store import opening, told

    def count(name: str) -> float:
        return sum(figures(telemetry.exposition().decode()).get(name, {"": 0.0}).values())

    conflicts, errors = count("ludotheque_conflicts_total"), count("ludotheque_store_errors_total")
    store = Store(database)
    await store.start()
    try:
        await store.commit(opening("t"))
        with pytest.raises(Conflict):
            await store.commit(Changes("t", [told(0)]))
        assert await store.size() > 10_000
    finally:
        await store.stop()
    assert count("ludotheque_conflicts_total") == conflicts + 1
    assert count("ludotheque_store_errors_total") == errors


def test_every_worker_tells_its_own_process(tmp_path: Path, postgres: Callable[[], str]) -> None:
    server = Server(postgres(), tmp_path, poll_seconds="0.2")
    server.start("--workers", "2")
    with server:
        Guest(server.url).close()

        def told() -> set[str]:
            text = httpx.get(f"{server.url}/metrics").text
            return set(figures(text).get("ludotheque_worker_resident_bytes", {}))

        wanted = {f'{{pid="{pid}"}}' for pid in workers_of(server)}
        assert len(wanted) == 2
        until(lambda: told() == wanted)


def test_open_connections_are_told_even_silent_ones(tmp_path: Path) -> None:
    with Server(f"sqlite:///{tmp_path}/tables.db", tmp_path) as server, ExitStack() as stack:
        before = figures(httpx.get(f"{server.url}/metrics").text)["ludotheque_connections"][""]
        for _ in range(5):
            stack.enter_context(socket.create_connection(("127.0.0.1", server.port)))
        time.sleep(0.1)
        after = figures(httpx.get(f"{server.url}/metrics").text)["ludotheque_connections"][""]
    assert after - before == 5
