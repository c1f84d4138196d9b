"""The pulse: figures that are not counted as things happen but looked up now and then.

Every worker takes its own, so that whichever is asked can tell those of all.
"""

from __future__ import annotations

import os
import platform
from importlib.metadata import version

from prometheus_client import ProcessCollector

from ludotheque.server import telemetry
from ludotheque.server.db import is_exposed
from ludotheque.server.hub import Hub
from ludotheque.server.protocols import doors

PROCESS = ProcessCollector(registry=None)
FIGURES = {
    "process_cpu_seconds": telemetry.worker_cpu,
    "process_resident_memory_bytes": telemetry.worker_memory,
    "process_open_fds": telemetry.worker_files,
    "process_max_fds": telemetry.worker_most_files,
    "process_start_time_seconds": telemetry.worker_started,
}


def begin(hub: Hub) -> None:
    """Say what is running here, and how it is set up."""
    kind = "sqlite" if hub.alone else "postgresql"
    facts = {"version": version("ludotheque"), "python": platform.python_version()}
    telemetry.build.labels(**facts, database=kind).set(1)
    told = hub.settings.changed() | {"database": kind}
    if is_exposed(hub.store.url):
        telemetry.log.warning("store.exposed")
    telemetry.log.info("start", version=facts["version"], process=os.getpid(), settings=told)


def end() -> None:
    """Say that it ends."""
    telemetry.log.info("stop", version=version("ludotheque"), process=os.getpid())


def take(hub: Hub) -> None:
    """Look at the queues and at this process."""
    telemetry.connections.set(sum(len(state.connections) for state in doors))
    telemetry.write_queue.set(hub.store.waiting)
    queues = [len(watcher.waiting) for live in hub.lives.values() for watcher in live.watchers]
    telemetry.send_queue.set(sum(queues))
    telemetry.send_queue_longest.set(max(queues, default=0))
    for metric in PROCESS.collect():
        for sample in metric.samples:
            if gauge := FIGURES.get(metric.name):
                gauge.set(sample.value)


async def weigh(hub: Hub) -> None:
    """Look how large the database is."""
    telemetry.database_bytes.set(await hub.store.size())
