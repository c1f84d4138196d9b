"""Where batches are played: in this process, or in a pool of others.

An engine is given batches while it has room, and hands back the first that is done; a batch
whose process died comes back without results, to be given again.
"""

from __future__ import annotations

import signal
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import NamedTuple, Protocol

from ludotheque.arena.games import Batch, Broken, Result, attempt, run_batch
from ludotheque.words.messages import language, speak

Outcome = tuple[Batch, list[Result] | Broken | None]  # None: lost with its process


class Engine(Protocol):
    """Something that plays batches."""

    slots: int  # batches at a time

    def start(self, batch: Batch) -> None:
        """Take a batch; there must be room."""

    def finish(self) -> Outcome:
        """Wait for a batch, and hand it back."""

    def close(self) -> None:
        """Stop at once; what is not finished is lost."""


class Here:
    """This process, one batch at a time."""

    slots = 1

    def __init__(self) -> None:
        self.batch: Batch | None = None

    def start(self, batch: Batch) -> None:
        """Take the batch."""
        self.batch = batch

    def finish(self) -> Outcome:
        """Play it."""
        assert self.batch is not None
        return self.batch, run_batch(self.batch)

    def close(self) -> None:
        """There is nothing to stop."""


class Worker(NamedTuple):
    """A process and this end of the pipe to it."""

    process: SpawnProcess
    pipe: Connection


def serve(pipe: Connection, lang: str) -> None:
    """Play what comes through the pipe, until the other end is closed or has died."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever interrupts tells the parent
    speak(lang)
    with suppress(EOFError, OSError):
        while True:
            pipe.send(attempt(pipe.recv()))


class Pool:
    """Processes of this machine, each with a pipe of its own.

    When one dies, only the batch it held is lost, and another takes its place; when this
    process dies the pipes close, and the others leave.
    """

    def __init__(self, jobs: int) -> None:
        self.slots = jobs
        self.context = get_context("spawn")  # a fork would share locks and compiled code
        self.idle: list[Worker] = []
        self.busy: dict[Connection, tuple[Worker, Batch]] = {}

    def hire(self) -> Worker:
        """A new process."""
        ours, theirs = self.context.Pipe()
        process = self.context.Process(target=serve, args=(theirs, language()), daemon=True)
        process.start()
        theirs.close()  # else the end of the process would not be noticed
        return Worker(process, ours)

    def start(self, batch: Batch) -> None:
        """Hand the batch to an idle process."""
        worker = self.idle.pop() if self.idle else self.hire()
        self.busy[worker.pipe] = worker, batch
        with suppress(OSError):  # it died idle: `finish` will find out
            worker.pipe.send(batch)

    def finish(self) -> Outcome:
        """The first batch that is done, or whose process has died."""
        ready = wait(list(self.busy))[0]
        assert isinstance(ready, Connection)
        worker, batch = self.busy.pop(ready)
        try:
            results = ready.recv()
        except (EOFError, OSError):  # it died before, or while sending
            ready.close()
            return batch, None
        self.idle.append(worker)
        return batch, results

    def close(self) -> None:
        """End the processes."""
        for worker in [*self.idle, *(worker for worker, _ in self.busy.values())]:
            worker.process.kill()
            worker.process.join()
            worker.pipe.close()
        self.idle, self.busy = [], {}
