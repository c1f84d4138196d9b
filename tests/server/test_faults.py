"""Full disks, databases that take nothing, clocks put back, and clients that do not listen."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import os
import re
import resource
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from every import NO_LUCK

from ludotheque.words.messages import message
from server.databases import administer, cut, file_of
from server.guests import Guest, Json, me
from server.houses import Party
from server.players import Crowd, check, read_logs, settle
from server.running import Server

pytestmark = pytest.mark.anyio
PROMPT = 5.0  # seconds after which all is well again


async def play_through(
    database: str,
    server: Server,
    key: str | None,
    spoil: Callable[[], Any],
    mend: Callable[[], Any],
) -> None:
    """Play while nothing can be stored for a time: that is said, nothing is lost, it goes on."""
    players = await asyncio.to_thread(settle, [server.url], 6)
    async with Crowd(players) as crowd:
        await crowd.until_moves(20)
        await asyncio.to_thread(spoil)
        await crowd.until(lambda: sum(len(p.refused) > 1 for p in players) >= 3, 30)
        refused = [problem for player in players for problem in player.refused]
        ready = await asyncio.to_thread(httpx.get, f"{server.url}/readyz")
        assert ready.status_code == 503
        look_on(server, players[0].table)
        await asyncio.to_thread(mend)
        since = time.monotonic()
        await crowd.until_moves(12)
        print(f"{time.monotonic() - since:.2f} s until 12 more moves are stored")
        assert time.monotonic() - since < PROMPT * server.slowness
        await crowd.until_over()
    told = {(problem["code"], problem["key"]) for problem in refused if problem["code"] == "store"}
    assert told
    if key is not None:
        assert ("store", key) in told
    check(database, players)
    assert "Traceback" not in server.log.read_text(encoding="utf-8")


def look_on(server: Server, table: str) -> None:
    """Even when nothing can be stored, one may look; and what cannot be is said."""
    guest = Guest(server.url)
    assert guest.look(table)["status"] == "playing"
    answer = guest.http.post(
        "/api/tables",
        json={"game": NO_LUCK, "seats": [me(), me("Bruno")]},
        headers={"Accept-Language": "en"},
    )
    assert answer.status_code == 503
    assert answer.json()["code"] == "store"
    assert answer.json()["sentence"] == message(answer.json()["key"], "en")
    guest.close()


# ---- no room


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of sixteen megabytes; an ordinary folder where one may not mount any."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=16m", "tmpfs", str(folder)]
    mounted = subprocess.run(mount, capture_output=True, check=False).returncode == 0
    yield folder
    if mounted:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


async def test_a_full_disk_loses_nothing_and_all_goes_on_once_there_is_room(
    small_disk: Path, tmp_path: Path
) -> None:
    database = f"sqlite:///{small_disk}/tables.db"
    filler = small_disk / "filler"

    def fill() -> None:
        with filler.open("wb", buffering=0) as file, contextlib.suppress(OSError):
            while True:
                file.write(bytes(4096))

    with Server(database, tmp_path) as server:
        if os.path.ismount(small_disk):
            await play_through(database, server, "error.store.full", fill, filler.unlink)
        else:
            forbid, allow = growth(server, database)
            await play_through(database, server, None, forbid, allow)


def growth(server: Server, database: str) -> tuple[Callable[[], Any], Callable[[], Any]]:
    """Forbid a server's files to grow, and allow it."""
    assert server.process is not None
    pid = server.process.pid
    _, most = resource.prlimit(pid, resource.RLIMIT_FSIZE)

    def forbid() -> None:
        size = Path(f"{file_of(database)}-wal").stat().st_size
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, most))

    return forbid, lambda: resource.prlimit(pid, resource.RLIMIT_FSIZE, (most, most))


async def test_a_postgres_that_takes_nothing_loses_nothing(
    postgres: Callable[[], str], tmp_path: Path
) -> None:
    database = postgres()

    def read_only(value: str) -> None:
        setting = f"default_transaction_read_only = {value}"
        administer(database, f"ALTER DATABASE {file_of(database)} SET {setting}")
        cut(database, "writer")

    with Server(database, tmp_path) as server:
        key = "error.store.readonly"
        await play_through(database, server, key, lambda: read_only("on"), lambda: read_only("off"))


# ---- what is said at the start


def refusal(database: str, folder: Path, **settings: str) -> str:
    """What a server that cannot start says to whoever started it; the log is another matter."""
    server = Server(database, folder, **settings)
    server.environment |= {f"LUDOTHEQUE_{name.upper()}": value for name, value in settings.items()}
    server.launch()
    assert server.process is not None
    assert server.process.wait(30) == 2
    lines = server.log.read_text(encoding="utf-8").splitlines()
    (said,) = [line for line in lines if not line.startswith("{")]
    return said


async def test_a_database_that_is_gone_at_the_start_is_said_in_a_sentence(tmp_path: Path) -> None:
    said = refusal("postgresql://somebody:secret@127.0.0.1:1/tables", tmp_path)
    assert said == message("error.store.gone", "fr")
    (log,) = tmp_path.glob("*.log")
    assert "refused" in log.read_text(encoding="utf-8")
    assert "secret" not in log.read_text(encoding="utf-8")


async def test_a_folder_that_cannot_be_written_is_said_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    database = f"sqlite:///{tmp_path}/file/tables.db"
    assert f"{tmp_path}/file/tables.db" in refusal(database, tmp_path)


async def test_a_port_that_is_taken_is_said_in_a_sentence(sqlite: str, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        assert port in refusal(sqlite, tmp_path, port=port)


# ---- clocks


CLOCK = """
import os, time
from pathlib import Path
real, real_ns, off = time.time, time.time_ns, Path(os.environ["CLOCK_IS_OFF_BY"])
time.time = lambda: real() + int(off.read_text())
time.time_ns = lambda: real_ns() + int(off.read_text()) * 10**9
"""


async def test_a_clock_that_is_put_back_disturbs_no_game(sqlite: str, tmp_path: Path) -> None:
    off = tmp_path / "off"
    off.write_text("0", encoding="utf-8")
    (tmp_path / "sitecustomize.py").write_text(CLOCK, encoding="utf-8")
    server = Server(sqlite, tmp_path, entropy_seconds="1")
    paths = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    server.environment |= {"PYTHONPATH": paths, "CLOCK_IS_OFF_BY": str(off)}
    with server:
        players = settle([server.url], 3)
        guest = Guest(server.url)
        clock = {"seconds": 60, "add": 0}
        promised = me() | {"promise": "0" * 64}
        waiting = guest.lay(NO_LUCK, promised, me("Bruno"))["table"]
        timed = guest.lay(NO_LUCK, me(), me("Bruno"), clock=clock)["table"]
        async with Crowd(players) as crowd:
            await crowd.until_moves(5)
            off.write_text("-3600", encoding="utf-8")
            await crowd.until_over()
        end = time.monotonic() + PROMPT * server.slowness
        while guest.look(waiting)["status"] == "waiting":  # the bytes never come
            assert time.monotonic() < end
            await asyncio.sleep(0.05)
        assert all(50_000 < left <= 60_000 for left in guest.look(timed)["clocks"])
        off.write_text("-7200", encoding="utf-8")  # and once more while the house is closed
        server.stop()
        server.start()
        assert Party(timed, {0: guest, 1: guest}).play()["number"] > 0
        assert all(50_000 < left <= 60_000 for left in guest.look(timed)["clocks"])
        guest.close()
    check(sqlite, players)
    for log in read_logs(sqlite).values():
        times = [event.at for event, _ in log]
        assert times == sorted(times)


# ---- clients that do not listen


class Deaf:
    """A client that shakes hands, and then reads nothing and answers nothing."""

    def __init__(self, guest: Guest, table: str) -> None:
        url = httpx.URL(guest.url)
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.socket.settimeout(5)
        self.socket.connect((url.host, url.port))
        lines = [
            f"GET /api/tables/{table}/socket HTTP/1.1",
            f"Host: {url.host}:{url.port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
            *(f"{name}: {value}" for name, value in guest.headers.items()),
        ]
        self.socket.sendall("\r\n".join([*lines, "", ""]).encode())
        assert self.socket.recv(12) == b"HTTP/1.1 101"

    def ask(self, request: Json, times: int) -> None:
        """Ask for something, again and again, until the server no longer listens either."""
        text = json.dumps(request).encode()
        frame = bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text  # a mask of zeros
        with contextlib.suppress(OSError):
            for _ in range(times):
                self.socket.sendall(frame)

    def left(self) -> float:
        """Wait until the server holds the connection no longer; seconds it took."""
        begin = time.monotonic()
        while self.is_held():
            assert time.monotonic() - begin < 20
            time.sleep(0.05)
        self.socket.close()
        return time.monotonic() - begin

    def is_held(self) -> bool:
        """Whether the connection is still established at the server's end."""
        return self.unread() is not None

    def unread(self) -> int | None:
        """The bytes that wait at the server's end of the connection, while it has one."""
        (_, mine), (_, theirs) = self.socket.getsockname(), self.socket.getpeername()
        ends = re.compile(rf":{theirs:04X} \w+:{mine:04X} 01 (\w+):")
        found = ends.search(Path("/proc/net/tcp").read_text(encoding="ascii"))
        return int(found[1], 16) if found else None


def sockets_of(server: Server) -> int:
    """How many sockets a server says it has."""
    text = httpx.get(f"{server.url}/metrics").text
    found = re.search(r"^ludotheque_sockets (\d+)", text, re.MULTILINE)
    assert found is not None
    return int(found[1])


async def test_a_client_that_reads_nothing_is_left_and_keeps_nobody_waiting(
    sqlite: str, tmp_path: Path
) -> None:
    with Server(sqlite, tmp_path) as server:
        guest = Guest(server.url)
        table = guest.lay(NO_LUCK, me(), me("Bruno"))["table"]
        deaf, other = Deaf(guest, table), Deaf(guest, table)
        asking = asyncio.to_thread(deaf.ask, {"do": "look", "seat": 0}, 4000)
        asked = asyncio.create_task(asking)
        players = await asyncio.to_thread(settle, [server.url], 2)
        async with Crowd(players) as crowd:
            await crowd.until_over()
        await asked
        seconds = await asyncio.to_thread(deaf.left)
        print(f"{seconds:.2f} s until one who reads nothing is left")
        assert sockets_of(server) == 1
        assert guest.look(table)["status"] == "playing"
        for _ in range(400):  # a few at a time, so that it is not left for being slow
            if (other.unread() or 0) > 1 << 17:
                break
            other.ask({"do": "look", "seat": 0}, 10)
            await asyncio.sleep(0.05)
        assert other.is_held(), "something is still on its way when the server ends"
        guest.close()
        begin = time.monotonic()
        await asyncio.to_thread(server.stop)
        print(f"{time.monotonic() - begin:.2f} s until the server has ended all the same")
        assert time.monotonic() - begin < PROMPT * server.slowness
        other.socket.close()
    check(sqlite, players)


async def test_a_client_that_is_gone_without_a_word_is_noticed(sqlite: str, tmp_path: Path) -> None:
    with Server(sqlite, tmp_path, ping_seconds="1", pong_seconds="1") as server:
        guest = Guest(server.url)
        table = guest.lay(NO_LUCK, me(), me("Bruno"))["table"]
        deaf = Deaf(guest, table)
        async with guest.socket(table) as ws:  # one that answers may stay
            assert sockets_of(server) == 2
            seconds = await asyncio.to_thread(deaf.left)
            print(f"{seconds:.2f} s until one who answers no ping is left")
            assert sockets_of(server) == 1
            await ws.ping()
        guest.close()
