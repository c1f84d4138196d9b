"""Strays: every line that a server writes to stderr is JSON, and quotes nobody."""

from __future__ import annotations

import contextlib
import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import websockets
from every import NO_LUCK
from websockets.sync.client import connect
from websockets.typing import Origin

from .guests import Guest, bot, me
from .running import PATIENCE, Server

SECRET = "m0t-de-passe_TRES-secret"
BEGIN = "from ludotheque.server.stderr_log import catch_strays; catch_strays()\n"
WAYS = {
    "a crash": f"raise ValueError('{SECRET}')",
    "a thread": f"""
import threading
def fail(): raise OSError('{SECRET}')
thread = threading.Thread(target=fail); thread.start(); thread.join()
""",
    "a warning": f"import warnings; warnings.warn('{SECRET}', ResourceWarning, 1)",
    "an error nobody can be told of": f"""
class Bad:
    def __del__(self): raise KeyError('{SECRET}')
Bad()
""",
    "a printed traceback": f"""
import traceback
try: {{}}['{SECRET}']
except KeyError: traceback.print_exc()
""",
    "a library's line": f"import logging; logging.getLogger('uvicorn.error').error('{SECRET}')",
    "text": f"import sys; print('{SECRET}', file=sys.stderr)",
    "a task": f"""
import asyncio
async def fail(): raise RuntimeError('{SECRET}')
async def main():
    task = asyncio.create_task(fail())
    await asyncio.sleep(0.01)
asyncio.run(main())
""",
    "a child": f"""
import multiprocessing, os
if __name__ == '__main__':
    context = multiprocessing.get_context('fork')
    def fail(): raise ValueError('{SECRET}')
    child = context.Process(target=fail); child.start(); child.join()
""",
}
TOLD = {
    "a crash": ("crash", "ValueError"),
    "a thread": ("thread", "OSError"),
    "a warning": ("warning", "ResourceWarning"),
    "an error nobody can be told of": ("unraisable", "KeyError"),
    "a printed traceback": ("stray", "KeyError"),
    "a library's line": ("uvicorn.error", None),
    "text": ("stray", None),
    "a task": ("asyncio", "RuntimeError"),
    "a child": ("stray", "ValueError"),
}


def entries(text: str) -> list[dict[str, Any]]:
    """The lines of a log, each of which must be JSON."""
    return [json.loads(line) for line in text.splitlines()]


@pytest.mark.parametrize("way", WAYS)
def test_whatever_is_written_to_stderr_is_a_line_of_json(way: str, tmp_path: Path) -> None:
    script = tmp_path / "trouble.py"
    script.write_text(BEGIN + WAYS[way], encoding="utf-8")
    command = [sys.executable, "-W", "default", str(script)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert SECRET not in done.stderr
    found = entries(done.stderr)
    event, kind = TOLD[way]
    told = [line for line in found if line["event"] == event]
    assert told, found
    assert kind in (told[-1].get("kind"), told[-1].get("error"))
    assert "trouble.py:" in told[-1]["at"]


def test_a_server_writes_nothing_but_json_and_says_when_it_starts_and_stops(
    tmp_path: Path,
) -> None:
    """Under bots, refused sockets, sudden ends, and a stop in the middle of it all."""
    server = Server(f"sqlite:///{tmp_path}/tables.db", tmp_path)
    command = [sys.executable, "-m", "ludotheque", "serve"]
    secrets = {"LUDOTHEQUE_METRICS_TOKEN": SECRET, "LUDOTHEQUE_POLL_SECONDS": "0.2"}
    with (tmp_path / "log").open("wb") as log:
        server.process = subprocess.Popen(
            command,
            stdout=subprocess.DEVNULL,
            stderr=log,
            env=server.environment | secrets,
            start_new_session=True,
        )
    with server:
        server.wait()
        host = Guest(server.url)
        table = host.lay(NO_LUCK, me(), bot("bot:1"), bot("bot:1"))["table"]
        for _ in range(12):
            with contextlib.suppress(websockets.WebSocketException):
                connect(
                    f"{server.ws}/api/tables/{table}/socket", origin=Origin("https://evil.example")
                )
        with connect(f"{server.ws}/api/tables/{table}/socket") as ws:
            ws.recv()
            ws.socket.close()
        host.close()
        assert server.process is not None
        main = server.process.pid
        server.process.send_signal(signal.SIGTERM)
        server.process.wait(PATIENCE)
    text = (tmp_path / "log").read_text(encoding="utf-8")
    assert SECRET not in text
    found = entries(text)
    begin, end = found[0], found[-1]
    assert begin["event"] == "start"
    assert begin["version"].count(".") == 2
    assert begin["settings"]["database"] == "sqlite"
    assert begin["settings"]["metrics_token"] == "..."
    assert begin["settings"]["port"] == server.port
    assert "host" not in begin["settings"], "only what is not as usual"
    assert end["event"] == "stop"
    assert begin["process"] == end["process"] == main
    lines = [line for line in found if "websockets_sansio_impl.py" in line.get("at", "")]
    assert len(lines) <= 1, "a refused socket is no error of ours"
