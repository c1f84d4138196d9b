"""The window: through it the operator's commands reach a server that runs on a SQLite file.

Only the server may write into that file, so it listens at a Unix socket beside it, which only
its own user can open.  A line of JSON is an order, a line of JSON the answer.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from sqlalchemy import URL

from ludotheque.errors import BadRequest, LudothequeError
from ludotheque.server import telemetry
from ludotheque.server.admin import Quiet, obey
from ludotheque.server.bot_pool import Thinkers
from ludotheque.server.bus import bus_for
from ludotheque.server.db import beside, file_of, is_sqlite
from ludotheque.server.hub import Hub
from ludotheque.server.limits import Limits
from ludotheque.server.settings import Settings
from ludotheque.server.store import Store
from ludotheque.tables.events import Json

LONGEST = 1 << 20  # bytes of an order

Do = Callable[[Json], Awaitable[None]]


def place_of(url: URL) -> Path:
    """Where the window of a database is."""
    return beside(file_of(url), ".window")


@asynccontextmanager
async def short(place: Path) -> AsyncIterator[str]:
    """A path to a socket that is short enough, wherever the socket is."""
    folder = os.open(place.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        here = Path(f"/proc/self/fd/{folder}")
        yield str((here if here.exists() else place.parent) / place.name)
    finally:
        os.close(folder)


# ---- the server's side


@asynccontextmanager
async def window(hub: Hub) -> AsyncIterator[None]:
    """Keep a window open while the server runs; without one the operator only has to stop it."""
    if not is_sqlite(hub.store.url):
        yield
        return
    place = place_of(hub.store.url)
    server: asyncio.Server | None = None
    try:
        server = await open_at(place, hub)
    except OSError as problem:
        telemetry.log.warning("window", exc_info=problem)
    try:
        yield
    finally:
        if server is not None:
            server.close()
            place.unlink(missing_ok=True)


async def open_at(place: Path, hub: Hub) -> asyncio.Server:
    """Listen at a socket that only this user can open."""
    place.unlink(missing_ok=True)  # of a server that was killed: the lock is ours
    listener = socket.socket(socket.AF_UNIX)
    async with short(place) as path:
        before = os.umask(0o177)
        try:
            listener.bind(path)
        finally:
            os.umask(before)

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError, ValueError):
            while line := await reader.readline():
                writer.write(json.dumps(await answer(hub, line)).encode() + b"\n")
                await writer.drain()
        writer.close()

    return await asyncio.start_unix_server(serve, sock=listener, limit=LONGEST)


async def answer(hub: Hub, line: bytes) -> dict[str, object]:
    """What comes of an order: nothing, or a problem by its key and facts."""
    try:
        await obey(hub, json.loads(line))
    except LudothequeError as problem:
        return {"key": problem.key, "facts": {name: str(f) for name, f in problem.facts.items()}}
    except Exception as problem:
        telemetry.log.error("window", exc_info=problem)
        return {"key": "refused.crash", "facts": {}}
    return {}


# ---- the command's side


@asynccontextmanager
async def reached(settings: Settings) -> AsyncIterator[Do]:
    """A way to have orders obeyed: by the server that runs, else by this process."""
    store = Store(settings.database)
    try:
        await store.start()
    except BadRequest as problem:
        if problem.key != "error.store.second":
            raise
        async with through(place_of(store.url)) as do:
            yield do
        return
    bus = bus_for(settings.database)
    hub = Quiet(store, Thinkers(Limits(settings)), settings)
    await bus.start(lambda _: None)
    store.on_commit = bus.tell
    try:
        yield lambda order: obey(hub, order)
    finally:
        await hub.stop()
        await bus.stop()
        await store.stop()


@asynccontextmanager
async def through(place: Path) -> AsyncIterator[Do]:
    """The way through a server's window."""
    async with short(place) as path:
        try:
            reader, writer = await asyncio.open_unix_connection(path, limit=LONGEST)
        except OSError:
            raise BadRequest("error.window", file=place) from None

    async def do(order: Json) -> None:
        writer.write(json.dumps(order).encode() + b"\n")
        await writer.drain()
        line = await reader.readline()
        if not line:
            raise BadRequest("error.window", file=place)
        if problem := json.loads(line):
            raise BadRequest(problem["key"], **problem["facts"])

    try:
        yield do
    finally:
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()
