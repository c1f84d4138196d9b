"""A real server in processes of its own, to be used, killed and started again."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx

from server.nursery import Born

PATIENCE = 30.0  # seconds until it answers, on a busy machine
FROM_THE_START = ("PYTHONPATH", "LUDOTHEQUE_GAMES")  # what is read while all is imported
USUAL = 1.5  # seconds that it takes on an idle one
GENEROUS = {  # what a test asks for in a second, a person would not in a day
    "LUDOTHEQUE_TABLES_PER_MINUTE": "100000",
    "LUDOTHEQUE_TABLES_PER_DAY": "1000000",
    "LUDOTHEQUE_SOCKETS_PER_ADDRESS": "100000",
    "LUDOTHEQUE_FRAMES_PER_SECOND": "10000",
    "LUDOTHEQUE_FRAMES_BURST": "10000",
    "LUDOTHEQUE_FRAMES_PER_ADDRESS": "1000000",
    "LUDOTHEQUE_SOCKETS_PER_MINUTE": "1000000",
    "LUDOTHEQUE_CONNECTIONS_PER_ADDRESS": "100000",
    "LUDOTHEQUE_CONNECTIONS_PER_MINUTE": "1000000",
    "LUDOTHEQUE_WORK_PER_MINUTE": "100000000",
    "LUDOTHEQUE_REQUESTS_PER_MINUTE": "1000000",
    "LUDOTHEQUE_INVITES_PER_MINUTE": "100000",
    "LUDOTHEQUE_CLAIMS_PER_MINUTE": "100000",
    "LUDOTHEQUE_BOTS_PER_ADDRESS": "10000",
    "LUDOTHEQUE_BOT_QUEUE": "10000",
    "LUDOTHEQUE_BOT_PACE": "0",
    "LUDOTHEQUE_WARM_UP": "no",  # many servers, each for a moment
}


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """`ludotheque serve` on a database; further settings as variables of the environment."""

    def __init__(self, database: str, folder: Path, **settings: str) -> None:
        self.port = free_port()
        self.log = folder / f"server-{self.port}.log"
        self.environment = {**os.environ, **GENEROUS, "DATABASE_URL": database}
        self.environment |= {f"LUDOTHEQUE_{name.upper()}": v for name, v in settings.items()}
        self.environment["LUDOTHEQUE_PORT"] = str(self.port)
        self.process: subprocess.Popen[bytes] | Born | None = None
        self.took = USUAL

    @property
    def slowness(self) -> float:
        """How much slower this machine is just now than when nobody else uses it."""
        return max(1.0, self.took / USUAL)

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def ws(self) -> str:
        """The same for sockets."""
        return f"ws://127.0.0.1:{self.port}"

    def start(self, *words: str) -> Server:
        """Start it and wait until it answers."""
        begin = time.monotonic()
        self.launch(*words)
        self.wait()
        self.took = time.monotonic() - begin
        return self

    def launch(self, *words: str) -> None:
        """Start it: from the nursery, or as anybody would where it matters what it begins with."""
        if not words and not any(name in self.environment for name in FROM_THE_START):
            self.process = Born(("serve",), self.environment, self.log)
            return
        command = [sys.executable, "-m", "ludotheque", "serve", *words]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command, stdout=log, stderr=log, env=self.environment, start_new_session=True
            )

    def wait(self) -> None:
        """Wait until it answers."""
        assert self.process is not None
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if self.process.poll() is not None:
                raise AssertionError(self.log.read_text(encoding="utf-8"))
            try:
                if httpx.get(f"{self.url}/readyz", timeout=1).status_code == 200:
                    return
            except httpx.HTTPError:
                time.sleep(0.05)
        raise AssertionError("the server does not answer")

    def kill(self) -> None:
        """Kill it and its bots, without a warning."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None

    def stop(self) -> int:
        """Ask it to end; its exit status."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        try:
            status = self.process.wait(PATIENCE)
        finally:
            self.kill()
        return status

    def __enter__(self) -> Server:
        return self.start() if self.process is None else self

    def __exit__(self, *_: Any) -> None:
        self.kill()


def workers_of(server: Server) -> list[int]:
    """The processes in which a server with several of them answers."""
    assert server.process is not None
    main = server.process.pid
    found = []
    for child in Path(f"/proc/{main}/task/{main}/children").read_text().split():
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # it has ended meanwhile
            if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes():
                found.append(int(child))
    return found
