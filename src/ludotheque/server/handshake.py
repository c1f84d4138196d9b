"""Connections that dawdle: who does not send a whole request in time is sent away.

A server has only so many connections, and one that sends a byte a minute holds one as well as
any other.  The time runs from the connection, or from the first byte of a later request, to
the end of the request's body.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

GOODBYE = 3.0  # seconds for a last word to be read


class Patient(HttpToolsProtocol):
    """uvicorn's HTTP, with an end to its patience."""

    def __init__(self, *words: Any, seconds: float, **more: Any) -> None:
        super().__init__(*words, **more)
        self.seconds = seconds
        self.deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait."""
        super().connection_made(transport)
        self.wait()

    def data_received(self, data: bytes) -> None:
        """Take in some bytes; even an empty line begins a request here."""
        self.wait()
        super().data_received(data)

    def on_message_begin(self) -> None:
        """Begin to wait for a request that came together with the one before."""
        self.wait()
        super().on_message_begin()

    def on_message_complete(self) -> None:
        """Stop waiting: the request is there."""
        self.rest()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over to the WebSocket."""
        self.rest()
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting: nobody is there."""
        self.rest()
        super().connection_lost(exc)

    def wait(self) -> None:
        """Wait no longer than `seconds` from now on, unless the time runs already."""
        if self.deadline is None:
            self.deadline = self.loop.call_later(self.seconds, self.give_up)

    def rest(self) -> None:
        """Wait for nothing."""
        if self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None

    def give_up(self) -> None:
        """Close, without waiting for what the other side does not read."""
        if not self.transport.is_closing():
            self.transport.abort()


class Attentive(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket, which does not wait for ever until its last words are read."""

    parting: asyncio.TimerHandle | None = None

    async def run_asgi(self) -> None:
        """Talk, then part."""
        await super().run_asgi()
        self.part()

    def keepalive_timeout(self) -> None:
        """Part from one who no longer answers."""
        super().keepalive_timeout()
        self.part()

    def shutdown(self) -> None:
        """Part because the server ends."""
        super().shutdown()
        self.part()

    def part(self) -> None:
        """Leave a moment for what is still to be sent, then cut the connection."""
        if self.parting is None and not self.disconnected:
            self.parting = self.loop.call_later(GOODBYE, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing more."""
        if self.parting is not None:
            self.parting.cancel()
        super().connection_lost(exc)


def patient(seconds: float) -> type[asyncio.Protocol]:
    """The protocol for uvicorn's `http`: so many seconds for a whole request.

    It can be pickled, as uvicorn does on the way to its workers.
    """
    return cast("type[asyncio.Protocol]", partial(Patient, seconds=seconds))
