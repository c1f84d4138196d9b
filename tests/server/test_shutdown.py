"""Ctrl-C: the server ends at the first press, whatever it does, and leaves nobody behind."""

from __future__ import annotations

import contextlib
import os
import pty
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import httpx
import pytest
from every import NO_LUCK, WITH_SECRETS, some
from websockets.sync.client import connect

from .guests import Guest, bot, me
from .houses import until
from .running import GENEROUS, PATIENCE, free_port

pytestmark = pytest.mark.timed

SOON = 2.0  # seconds within which it has ended
QUICK = {"LUDOTHEQUE_ENTROPY_SECONDS": "0"}  # nobody here stirs the dice
SERVE = (sys.executable, "-m", "ludotheque", "serve", "--lang", "en")


class Terminal:
    """A terminal in which a command runs, as somebody at a keyboard has it."""

    def __init__(self, *command: str, **variables: str) -> None:
        self.screen = ""
        self.keyboard, other = pty.openpty()
        self.process = subprocess.Popen(
            ["setsid", "--ctty", *command],
            stdin=other,
            stdout=other,
            stderr=other,
            env={**os.environ, **GENEROUS, **variables},
        )
        os.close(other)
        threading.Thread(target=self.read, daemon=True).start()

    def read(self) -> None:
        """Show what is written."""
        with contextlib.suppress(OSError):  # the other side has been closed
            while shown := os.read(self.keyboard, 65_536):
                self.screen += shown.decode(errors="replace")

    def press(self) -> None:
        """Press Ctrl-C: everybody in the foreground hears it."""
        os.write(self.keyboard, b"\x03")

    def interrupt(self) -> None:
        """Send the signal to the one process alone."""
        self.process.send_signal(signal.SIGINT)

    def family(self) -> set[int]:
        """All processes of this terminal that are still there."""
        return members(self.process.pid)

    def ended(self) -> int:
        """Wait until everybody has ended, not for long; the exit status."""
        begin = time.monotonic()
        status = self.process.wait(PATIENCE)
        until(lambda: not self.family())
        assert time.monotonic() - begin < SOON, self.screen
        return status

    def close(self) -> None:
        """Take it away, whatever runs in it."""
        for process in self.family():
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        self.process.wait()
        os.close(self.keyboard)


def members(session: int) -> set[int]:
    """The living processes of a session."""
    found = set()
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            state, _, _, its = (folder / "stat").read_text().rpartition(")")[2].split()[:4]
            if int(its) == session and state != "Z":
                found.add(int(folder.name))
    return found


Opened = Callable[..., Terminal]
PRESSES: dict[str, Callable[[Terminal], None]] = {
    "Ctrl-C": Terminal.press,
    "SIGINT": Terminal.interrupt,
}


@pytest.fixture(params=some(("Ctrl-C",), PRESSES))
def pressed(request: pytest.FixtureRequest) -> Callable[[Terminal], None]:
    return PRESSES[request.param]


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Opened]:
    opened: list[Terminal] = []

    def begin(*command: str, **variables: str) -> Terminal:
        usual = {"DATABASE_URL": f"sqlite:///{tmp_path}/tables.db", **QUICK}
        opened.append(Terminal(*command, **usual | variables))
        return opened[-1]

    yield begin
    for one in opened:
        one.close()


@pytest.fixture
def port() -> int:
    return free_port()


def ready(url: str) -> None:
    """Wait until a server answers."""

    def answers() -> bool:
        with contextlib.suppress(httpx.HTTPError):
            return httpx.get(f"{url}/readyz", timeout=1).status_code == 200
        return False

    until(answers)


def is_calm(screen: str) -> bool:
    """Whether nothing on a screen would worry anybody."""
    return not any(word in screen for word in ("Traceback", "Error", "***", "Warning", "leaked"))


@contextmanager
def in_the_middle(url: str) -> Iterator[tuple[Guest, str]]:
    """Somebody at a table, through a socket that is never read, and a bot that thinks."""
    alice = Guest(url)
    table = alice.lay(WITH_SECRETS, me(), bot("bot:5"))["table"]
    socket = f"ws{url[4:]}/api/tables/{table}/socket"
    with connect(socket, additional_headers=alice.headers, close_timeout=0):
        until(lambda: alice.look(table)["status"] == "playing")
        yield alice, table
    alice.close()


def play_on(alice: Guest, url: str, table: str) -> None:
    """Find the table again, and play there."""
    again = Guest(url)
    again.http.headers.update(alice.headers)
    assert again.look(table)["status"] == "playing"

    def moved() -> bool:
        seen = again.look(table, seat=0)
        if not seen["actions"]:
            return False
        action = seen["actions"][0]["id"]
        return again.do(table, 0, "play", action=action, ply=seen["ply"]).status_code == 200

    until(moved)
    again.close()


def test_it_ends_amid_a_game_and_goes_on_at_the_next_start(
    terminal: Opened, port: int, pressed: Callable[[Terminal], None]
) -> None:
    url = f"http://127.0.0.1:{port}"
    server = terminal(*SERVE, "--port", str(port), LUDOTHEQUE_WARM_UP="yes")
    ready(url)
    with in_the_middle(url) as (alice, table):
        until(lambda: len(server.family()) > 2)  # itself, its bots' and what looks after these
        pressed(server)
        assert server.ended() == 0
    assert is_calm(server.screen), server.screen
    server = terminal(*SERVE, "--port", str(port))
    ready(url)
    play_on(alice, url, table)
    server.press()
    assert server.ended() == 0


def test_several_workers_end_amid_a_game(
    terminal: Opened, port: int, postgres: Callable[[], str]
) -> None:
    url, database = f"http://127.0.0.1:{port}", postgres()
    words = (*SERVE, "--port", str(port), "--workers", "2", "--database", database)
    server = terminal(*words, LUDOTHEQUE_WARM_UP="yes")
    ready(url)
    with in_the_middle(url) as (alice, table):
        server.press()
        assert server.ended() == 0
    assert is_calm(server.screen), server.screen
    server = terminal(*words)
    ready(url)
    play_on(alice, url, table)
    server.interrupt()
    assert server.ended() == 0


def is_loading(server: Terminal) -> bool:
    """Whether Python reads our sources, and has not yet come to anything of its own."""
    with contextlib.suppress(OSError):
        for process in server.family():
            if "pydantic_core" in Path(f"/proc/{process}/maps").read_text():
                return True
    return False


def is_open(server: Terminal) -> bool:
    """Whether it has said where it is; its workers and bots are born from here on."""
    return "http://" in server.screen


MOMENTS = {"loading": (is_loading, 0.0), "opening": (is_open, 0.0)}
MOMENTS |= {f"{after} s later": (is_open, after) for after in (0.1, 0.3, 0.7, 1.5)}
STARTS = [(moment, workers) for moment in MOMENTS for workers in (1, 2)]
OFTEN = (("loading", 1), ("opening", 2))


@pytest.mark.parametrize("start", some(OFTEN, STARTS), ids=str)
def test_it_ends_while_it_starts(
    terminal: Opened, port: int, postgres: Callable[[], str], start: tuple[str, int]
) -> None:
    moment, workers = start
    came, after = MOMENTS[moment]
    words = (*SERVE, "--port", str(port), "--workers", str(workers), "--database", postgres())
    server = terminal(*words, LUDOTHEQUE_WARM_UP="yes")
    until(lambda: came(server))
    time.sleep(after)
    server.press()
    assert server.ended() == (-signal.SIGINT if came is is_loading else 0)
    assert is_calm(server.screen), server.screen


def test_it_ends_while_the_database_does_not_answer(terminal: Opened, port: int) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        database = f"postgresql://127.0.0.1:{silent.getsockname()[1]}/tables"
        server = terminal(*SERVE, "--port", str(port), "--database", database)
        silent.settimeout(PATIENCE)
        with silent.accept()[0]:
            server.press()
            assert server.ended() == 0
    assert is_calm(server.screen), server.screen


def test_it_ends_while_somebody_waits_for_an_answer(
    terminal: Opened, port: int, tmp_path: Path
) -> None:
    # A lock on the file, which the server waits for longer than it has to end.
    url = f"http://127.0.0.1:{port}"
    server = terminal(*SERVE, "--port", str(port))
    ready(url)
    alice = Guest(url)
    with closing(sqlite3.connect(tmp_path / "tables.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        asking = threading.Thread(target=try_to_lay, args=(alice,))
        asking.start()
        time.sleep(0.3)
        server.press()
        assert server.ended() == 0
    asking.join()
    alice.close()
    assert is_calm(server.screen), server.screen


def try_to_lay(alice: Guest) -> None:
    """Ask for a table from a server that is about to end."""
    with pytest.raises((httpx.HTTPError, AssertionError)):
        alice.lay(NO_LUCK, me(), me("Bruno"))


@pytest.mark.parametrize("came", some([is_open], [is_loading, is_open]))
def test_make_play_ends_without_a_complaint(
    terminal: Opened, port: int, came: Callable[[Terminal], bool]
) -> None:
    root, tools = Path(__file__).parents[2], Path(sys.executable).parent
    # What is set up already is not looked at again: the recipe alone is tried.
    words = ("make", "-C", str(root), "-o", ".venv/.ok", f"V={tools}", "play")
    server = terminal(*words, LUDOTHEQUE_PORT=str(port), BROWSER="true")
    until(lambda: came(server))
    server.press()
    server.ended()
    assert is_calm(server.screen), server.screen
