"""The end: at the first Ctrl-C, whatever is being done, and nobody is left behind.

A terminal sends Ctrl-C to all processes of ours at once.  Only the first of them hears it, in a
thread that does nothing else; the others are born deaf to it, and end when it does.

In the literature: graceful shutdown.
"""

from __future__ import annotations

import multiprocessing
import os
import shutil
import signal
import tempfile
import threading
import time
from _thread import interrupt_main
from collections.abc import Callable
from multiprocessing import resource_tracker

from uvicorn.supervisors.multiprocess import Multiprocess

from ludotheque.server.stderr_log import hush_cleaners

GRACE = 1.5  # seconds to take leave of everybody; then it ends as it stands


class Ending:
    """How the server is asked to end, whenever that is."""

    def __init__(self) -> None:
        self.gently: Callable[[], None] = interrupt_main
        self.folder: str | None = None  # of this run alone

    def listen(self) -> None:
        """Hear Ctrl-C from here on; what is started from here on does not."""
        if hasattr(signal, "pthread_sigmask"):
            hush_cleaners()
            resource_tracker.ensure_running()  # it would let Ctrl-C through again if started later
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
            signal.signal(signal.SIGINT, signal.default_int_handler)
            threading.Thread(target=self._wait, name="ludotheque ending", daemon=True).start()

    def _wait(self) -> None:
        signal.sigwait({signal.SIGINT})
        self.gently()
        time.sleep(GRACE)
        # What is acknowledged is stored, so there is nothing to lose.
        for child in multiprocessing.active_children():
            child.kill()
        self.tidy()
        os._exit(0)

    def own_folder(self) -> str:
        """A folder that is there for as long as the server runs."""
        self.folder = tempfile.mkdtemp(prefix="ludotheque-")
        return self.folder

    def tidy(self) -> None:
        """Leave nothing behind."""
        if self.folder is not None:
            shutil.rmtree(self.folder, ignore_errors=True)


class Team(Multiprocess):
    """uvicorn's workers, which are told to end without waiting for the next look at them."""

    def end(self) -> None:
        """Ask everybody to end."""
        self.should_exit.set()
        for worker in list(self.processes):
            if worker.pid is not None and worker.exitcode is None:
                os.kill(worker.pid, signal.SIGTERM)


def leave_together() -> None:
    """End this process when the one that started it has ended, however it did."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def wait() -> None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=wait, name="ludotheque parent", daemon=True).start()
