"""Commands that are born with everything imported: a hundred servers need not read it all anew.

What is said here of a process is what `subprocess.Popen` says of one.
"""

from __future__ import annotations

import multiprocessing
import os
import runpy
import signal
import sys
from collections.abc import Mapping
from functools import cache
from multiprocessing.context import ForkServerContext
from pathlib import Path
from subprocess import TimeoutExpired

LOADED = ["ludotheque.cli", "ludotheque.server.app", "ludotheque.server.run"]


@cache
def nursery() -> ForkServerContext:
    """A process that has read everything and does nothing but give birth."""
    found = multiprocessing.get_context("forkserver")
    found.set_forkserver_preload(LOADED)
    return found


def live(words: tuple[str, ...], environment: Mapping[str, str], log: Path) -> None:
    """Be the command `ludotheque …`, in a session of its own."""
    os.setsid()
    os.environ.clear()
    os.environ.update(environment)
    with log.open("ab") as file:
        for stream in (1, 2):
            os.dup2(file.fileno(), stream)
    sys.argv = ["ludotheque", *words]
    runpy.run_module("ludotheque", run_name="__main__", alter_sys=True)


class Born:
    """A running command."""

    def __init__(self, words: tuple[str, ...], environment: Mapping[str, str], log: Path) -> None:
        self.process = nursery().Process(target=live, args=(words, environment, log))
        self.process.start()

    @property
    def pid(self) -> int:
        """Its number."""
        assert self.process.pid is not None
        return self.process.pid

    def poll(self) -> int | None:
        """Its exit status, if it has ended."""
        return self.process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        """Wait until it has ended; its exit status."""
        self.process.join(timeout)
        if self.process.exitcode is None:
            raise TimeoutExpired("ludotheque", timeout or 0)
        return self.process.exitcode

    def send_signal(self, number: signal.Signals) -> None:
        """Send it a signal, if it still runs."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """Kill it."""
        self.send_signal(signal.SIGKILL)
