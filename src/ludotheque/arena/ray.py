"""The same batches on a Ray cluster.

Ray sends no reports home and takes no copy of the working folder: the Ludothèque must be
installed on every machine.  Its port asks nobody who they are: keep it on a private network.
"""

from __future__ import annotations

import os
import socket
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from ludotheque.arena.games import Batch, attempt
from ludotheque.arena.workers import Outcome
from ludotheque.errors import BadRequest, NotInstalled

LOCAL = "local"  # the address of a cluster of one's own, on this machine
PATIENCE = 5.0  # seconds to wait for an address to answer
QUIET = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_ENABLE_UV_RUN_RUNTIME_ENV": "0"}


class Cluster:
    """A cluster that is joined, or one of this machine that lasts as long as the match."""

    def __init__(self, address: str, jobs: int) -> None:
        self.ray = import_ray()
        self.ours = not self.ray.is_initialized()
        if self.ours:
            connect(self.ray, address, jobs)
        self.task = self.ray.remote(num_cpus=1)(attempt)
        # As many again wait in the queue, so that no machine waits for this one.
        self.slots = 2 * max(1, int(self.ray.cluster_resources().get("CPU", 1)))
        self.running: dict[object, Batch] = {}

    def start(self, batch: Batch) -> None:
        """Send the batch out."""
        self.running[self.task.remote(batch)] = batch

    def finish(self) -> Outcome:
        """The first batch that is done, or that Ray has given up."""
        [ready], _ = self.ray.wait(list(self.running), num_returns=1)
        batch = self.running.pop(ready)
        try:
            return batch, self.ray.get(ready)
        except self.ray.exceptions.RayError:  # its machine died, more often than Ray tries
            return batch, None

    def close(self) -> None:
        """Leave the cluster, and call back what is on its way."""
        for ready in self.running:
            self.ray.cancel(ready, force=True)
        self.running = {}
        if self.ours:
            self.ray.shutdown()


def import_ray() -> ModuleType:
    """Ray, if it is installed."""
    if find_spec("ray") is None:
        raise NotInstalled("error.install", extra="ray")
    for name, value in QUIET.items():  # read when Ray is imported
        os.environ.setdefault(name, value)
    return import_module("ray")


def connect(ray: ModuleType, address: str, jobs: int) -> None:
    """Join the cluster at an address, or begin one here."""
    quietly = {"include_dashboard": False, "log_to_driver": False, "logging_level": "ERROR"}
    if address == LOCAL:
        ray.init(address=LOCAL, num_cpus=jobs, **quietly)
        return
    knock(address)
    try:
        ray.init(address=address, log_to_driver=False, logging_level="ERROR")
    except (ConnectionError, RuntimeError, ValueError) as problem:
        why = str(problem).partition("\n")[0]
        raise BadRequest("error.arena.ray", address=address, why=why) from None


def knock(address: str) -> None:
    """Refuse an address that does not answer: Ray itself would wait for minutes."""
    if address == "auto":
        return
    host, _, port = address.removeprefix("ray://").rpartition(":")
    try:
        socket.create_connection((host.strip("[]"), int(port)), PATIENCE).close()
    except (OSError, ValueError, OverflowError) as problem:
        raise BadRequest("error.arena.ray", address=address, why=str(problem)) from None
