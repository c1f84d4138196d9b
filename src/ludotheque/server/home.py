"""At home: a switch that opens the tables of this machine to the house's network.

Only where the server was started for whoever sits at this machine (`serve --open`), without a host
or a proxy of its own; then it listens at the machine's address in the network besides, on the
same port, and closes that again without anybody at this machine noticing.
"""

from __future__ import annotations

import asyncio
import os
from socket import SO_REUSEADDR, SOL_SOCKET, socket

import uvicorn
from sqlalchemy import URL

from ludotheque.errors import Refused
from ludotheque.server import telemetry
from ludotheque.server.address import at, host_nearby
from ludotheque.server.db import beside, file_of, is_sqlite
from ludotheque.server.settings import Settings

PAUSE = 0.05  # seconds between two looks whether the server has begun


class Door:
    """The door of a server to the house's network."""

    def __init__(self, server: uvicorn.Server, settings: Settings) -> None:
        self.server, self.port = server, settings.port
        self.listening: asyncio.Server | None = None
        self.host = ""  # of this machine in the network, while the door is open

    @property
    def url(self) -> str | None:
        """Where others in the house find the tables."""
        return at(self.host, self.port).removesuffix("/") if self.listening else None

    async def open(self) -> None:
        """Listen in the house's network too."""
        if self.listening is not None:
            return
        host = host_nearby()
        if host is None:
            raise Refused("house", "refused.house.none")
        config, server = self.server.config, self.server

        def protocol() -> asyncio.Protocol:
            kind = config.http_protocol_class
            facts = {"config": config, "server_state": server.server_state}
            made: asyncio.Protocol = kind(**facts, app_state=server.lifespan.state)  # type: ignore[call-arg]
            return made

        place = socket()
        place.setsockopt(SOL_SOCKET, SO_REUSEADDR, 1)
        try:
            place.bind((host, self.port))
        except OSError as problem:
            place.close()
            raise Refused("house", host=host, port=self.port, why=problem.strerror) from None
        loop = asyncio.get_running_loop()
        self.listening = await loop.create_server(protocol, sock=place, backlog=config.backlog)
        self.host = host
        server.servers.append(self.listening)  # so that it ends with the others
        telemetry.log.info("house.open")

    def close(self) -> None:
        """Listen no more, and take leave of those who came this way."""
        if self.listening is None:
            return
        self.listening.close()
        self.server.servers.remove(self.listening)
        for connection in list(self.server.server_state.connections):
            transport = getattr(connection, "transport", None)
            where = transport.get_extra_info("sockname") if transport is not None else None
            if where and where[0] == self.host:
                connection.shutdown()
        self.listening, self.host = None, ""
        telemetry.log.info("house.closed")


# ---- whether there is a door


def has_door(settings: Settings, workers: int, browser: bool) -> bool:
    """Whether a server is for this machine alone, so that its owner may open it."""
    is_own = browser and workers == 1 and "LUDOTHEQUE_HOST" not in os.environ
    return is_own and not settings.public_url and not settings.forwarded_allow_ips


class House:
    """The door of this process, if it has one, and whether it is to be opened every time."""

    door: Door | None = None

    def __init__(self, database: URL) -> None:
        self.note = beside(file_of(database), ".house") if is_sqlite(database) else None

    @property
    def is_kept(self) -> bool:
        """Whether the door shall be open the next time too."""
        return self.note is not None and self.note.exists()

    def keep(self, wanted: bool) -> None:
        """Remember it, or forget it."""
        if self.note is None:
            return
        if wanted:
            self.note.touch(mode=0o600)
        else:
            self.note.unlink(missing_ok=True)

    async def reopen(self) -> None:
        """Open the door once the server has begun, if somebody wanted it so."""
        door = self.door
        if door is None or not self.is_kept:
            return
        while not door.server.started:
            await asyncio.sleep(PAUSE)
        try:
            await door.open()
        except Refused as problem:
            telemetry.log.warning("house", code=problem.code)

    async def set(self, is_open: bool, keep: bool) -> None:
        """Open the door or close it."""
        if self.door is None:
            raise Refused("unknown", "refused.page")
        if is_open:
            await self.door.open()
        else:
            self.door.close()
        self.keep(is_open and keep)
