"""`ludotheque think` in processes of its own, to be used and killed.

Run as a module it is the same command with bots that need not be compiled.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

from ludotheque.bots import may_do
from ludotheque.bots.hints import Hint
from ludotheque.cli import main
from ludotheque.game import load
from ludotheque.server import shutdown, think_worker, thought_queue
from server.houses import until
from server.running import PATIENCE

COLD = 300.0  # seconds until a bot is ready where nothing is compiled yet
TESTS = Path(__file__).parents[1]


def pick(game: str, name: str, view: Any, seat: int, seed: int, *_: Any) -> int:
    """Any action."""
    legal = may_do(load(game), view, seat)
    return legal[seed % len(legal)]


def guess(game: str, view: Any, seat: int) -> list[Hint]:
    """All are worth the same."""
    return [Hint(action, [0.5] * view.players, None) for action in may_do(load(game), view, seat)]


class Thinker:
    """Bots that think for the servers of a database."""

    def __init__(
        self, database: str, folder: Path, processes: int = 1, module: str = "server.minds"
    ) -> None:
        self.database, self.folder, self.processes = database, folder, processes
        self.environment = {**os.environ, "PYTHONPATH": str(TESTS)}
        self.process: subprocess.Popen[bytes] | None = None
        self.log = folder / "thinker.log"
        self.module = module

    def launch(self) -> Thinker:
        """Start it."""
        self.log = self.folder / f"thinker-{len(list(self.folder.iterdir()))}.log"
        command = [sys.executable, "-m", self.module, "think", "--database", self.database]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*command, "--processes", str(self.processes)],
                stdout=log,
                stderr=log,
                env=self.environment,
                start_new_session=True,
            )
        return self

    def wait(self) -> None:
        """Wait until it is ready."""
        until(lambda: "mind.ready" in self.said(), patience=COLD)

    def said(self) -> str:
        """What it has written."""
        assert self.process is not None
        found = self.log.read_text(encoding="utf-8")
        assert self.process.poll() is None, found
        return found

    def kill(self) -> None:
        """Kill it and its processes, without a warning."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Ask it to end; its exit status."""
        assert self.process is not None
        self.process.send_signal(number)
        try:
            return self.process.wait(PATIENCE)
        finally:
            self.kill()

    def __enter__(self) -> Thinker:
        self.launch().wait()
        return self

    def __exit__(self, *_: Any) -> None:
        self.kill()


if __name__ == "__main__":
    think_worker.be_ready = shutdown.leave_together  # type: ignore[attr-defined]
    thought_queue.WAYS |= {"choose": pick, "weigh": guess}
    main()
