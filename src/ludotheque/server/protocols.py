"""Connections that dawdle or flood: who takes too long, or sends too much, is sent away.

A server has only so many connections, and one that sends a byte a minute holds one as well as
any other.  The time runs from the connection, or from the first byte of a later request, to
the end of the request's body.

What arrives is read in small slices, and no further than what is being answered: a quarter of
a megabyte of the smallest frames or requests would otherwise stop every table for half a second
before anything could be counted.

In the literature: slowloris and slow-read attacks (Hansen 2009); back-pressure on reading.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any, cast
from weakref import WeakKeyDictionary

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.exceptions import InvalidState
from websockets.frames import Frame

from ludotheque.server.connection_limits import Door, Visit
from ludotheque.server.limits import TokenBucket
from ludotheque.server.refusals import tally
from ludotheque.server.settings import Settings

AT_ONCE = "ludotheque.at_once"  # the extension of ASGI by which a socket sends without waiting
GOODBYE = 3.0  # seconds for a last word to be read
SLICE = 1024  # bytes of a request that are read at once: some fifty of the shortest
MOUTHFUL = 256  # bytes of a socket that are read at once: some forty of the shortest frames
URL_BYTES = 8_192
PIECES = 500  # of a body, besides those in which it is read here: a chunk of a byte costs as much
FRAMING = 65_536  # bytes that a request may have beyond its head and body: chunks, trailers

doors: WeakKeyDictionary[ServerState, Door] = WeakKeyDictionary()  # one for each server


class Doorstep(asyncio.Protocol):
    """Whoever has not said anything yet: it costs as little as can be to let them wait."""

    def __init__(self, *words: Any, settings: Settings, server_state: ServerState, **more: Any):
        self.settings, self.state = settings, server_state
        self.build = partial(Patient, *words, settings=settings, server_state=server_state, **more)
        self.transport: asyncio.Transport | None = None
        self.visit: Visit | None = None
        self.deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Let them in if there is room, and wait for their first byte."""
        transport = cast("asyncio.Transport", transport)
        door = doors.get(self.state)
        if door is None:
            door = doors[self.state] = Door(self.settings)
        peer = transport.get_extra_info("peername")
        self.visit = door.enter(peer[0] if isinstance(peer, tuple) else None)
        if self.visit is None:
            transport.abort()
            return
        self.transport = transport
        self.state.connections.add(self)  # type: ignore[arg-type]
        seconds = min(self.settings.silent_seconds, self.settings.handshake_seconds)
        self.deadline = asyncio.get_running_loop().call_later(seconds, self.give_up)

    def data_received(self, data: bytes) -> None:
        """Somebody speaks: listen to them."""
        if self.transport is None or self.visit is None:
            return
        self.leave()
        patient = self.build(visit=self.visit)
        patient.connection_made(self.transport)
        self.transport.set_protocol(patient)
        patient.data_received(data)

    def give_up(self) -> None:
        """Nothing was said."""
        tally.refused("silent", self.visit.key if self.visit else "")
        self.shutdown()

    def shutdown(self) -> None:
        """Close; uvicorn calls it when the server ends."""
        if self.transport is not None:
            self.transport.abort()

    def leave(self) -> None:
        """Stand here no longer."""
        self.state.connections.discard(self)
        if self.deadline is not None:
            self.deadline.cancel()

    def connection_lost(self, _: Exception | None) -> None:
        """They are gone without a word."""
        self.leave()
        if self.visit is not None:
            self.visit.end()


class Patient(HttpToolsProtocol):
    """uvicorn's HTTP, with an end to its patience and to its appetite."""

    def __init__(self, *words: Any, settings: Settings, visit: Visit, **more: Any) -> None:
        super().__init__(*words, **more)
        self.settings, self.visit = settings, visit
        self.deadline: asyncio.TimerHandle | None = None
        self.reader: asyncio.TimerHandle | None = None  # looks whether an answer is read
        self.rest, self.seen = b"", 0  # what has come, and how much of it was looked at
        self.heard = self.pieces = 0  # bytes of this request, and pieces of its body
        self.is_head = True
        self.overdone = 0  # the status with which a request is refused that is too much
        self.is_upgraded = False
        self.most = settings.head_bytes + settings.body_bytes + FRAMING

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait."""
        super().connection_made(transport)
        self.wait()

    # ---- reading

    def data_received(self, data: bytes) -> None:
        """Take in some bytes; even an empty line begins a request here."""
        self.rest = self.rest[self.seen :] + data if self.rest else data
        self.seen = 0
        self.read_on()

    def read_on(self) -> None:
        """Read what has come, but not beyond a request that has to wait."""
        while self.seen < len(self.rest) and self.is_listening():
            self.wait()
            part = self.rest[self.seen : self.seen + SLICE]
            self.seen += len(part)
            super().data_received(part)
            self.count(len(part))
        if self.seen >= len(self.rest):
            self.rest = b""

    def is_listening(self) -> bool:
        """Whether one more slice may be read."""
        return not (self.pipeline or self.is_upgraded or self.transport.is_closing())

    def count(self, length: int) -> None:
        """Refuse a request that is too much in one way or another."""
        self.heard += length
        if self.is_head and self.heard > self.settings.head_bytes:
            self.overdone = self.overdone or 431
        if self.heard > self.most:
            self.overdone = 413
        if self.overdone and not self.is_upgraded:
            self.turn_away(self.overdone)

    def turn_away(self, status: int) -> None:
        """Say why in a line, unless something else is being said, and hang up."""
        if self.transport.is_closing():
            return
        tally.refused("head" if status in (414, 431) else "body", self.visit.key)
        if self.cycle is not None and not self.cycle.response_complete:
            self.transport.abort()
            return
        line = STATUS_LINE[status]
        self.transport.write(line + b"content-length: 0\r\nconnection: close\r\n\r\n")
        self.transport.close()

    def on_message_begin(self) -> None:
        """Begin to wait for a request that came together with the one before."""
        self.wait()
        self.heard = self.pieces = 0
        self.is_head = True
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        """Take in a piece of the address."""
        super().on_url(url)
        if len(self.url) > URL_BYTES:
            self.overdone = 414

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take in a header, or a trailer."""
        super().on_header(name, value)
        if len(self.headers) > self.settings.head_lines:
            self.overdone = 431

    def on_headers_complete(self) -> None:
        """Answer, unless it was too much already."""
        self.is_head = False
        if not self.overdone:
            super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Take in a piece of the body."""
        self.pieces += 1
        if self.pieces > PIECES + self.most // SLICE:
            self.overdone = 413
        if not self.overdone:
            super().on_body(body)

    def on_message_complete(self) -> None:
        """Stop waiting: the request is there."""
        self.rest_now()
        self.heard = 0
        if not self.overdone:
            super().on_message_complete()

    def on_response_complete(self) -> None:
        """Go on with what came meanwhile."""
        super().on_response_complete()
        if self.rest:
            self.read_on()

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over to the WebSocket, and the visit with it."""
        if self.overdone:
            return
        self.rest_now()
        self.is_upgraded = True
        super().handle_websocket_upgrade()
        protocol = self.transport.get_protocol()
        if isinstance(protocol, Attentive):
            protocol.visit, self.visit = self.visit, Visit(self.visit.door, "")
        else:
            self.visit.end()  # nobody else would

    # ---- waiting

    def wait(self) -> None:
        """Wait no longer than the settings say from now on, unless the time runs already."""
        if self.deadline is None:
            seconds = self.settings.handshake_seconds
            self.deadline = self.loop.call_later(seconds, self.give_up)

    def rest_now(self) -> None:
        """Wait for nothing."""
        if self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None

    def give_up(self) -> None:
        """Close, without waiting for what the other side does not read."""
        if not self.transport.is_closing():
            self.transport.abort()

    def pause_writing(self) -> None:
        """See to it that an answer is read: what is written waits in our memory."""
        super().pause_writing()
        self.look_at_reader()

    def look_at_reader(self, before: int | None = None) -> None:
        """Look again after a while; who has read nothing meanwhile is sent away."""
        waiting = self.transport.get_write_buffer_size()
        if before is not None and waiting >= before:
            tally.refused("unread", self.visit.key)
            self.transport.abort()
            return
        seconds = self.settings.handshake_seconds
        self.reader = self.loop.call_later(seconds, self.look_at_reader, waiting)

    def resume_writing(self) -> None:
        """Enough is read."""
        super().resume_writing()
        self.stop_looking()

    def stop_looking(self) -> None:
        """Nothing waits to be read any more."""
        if self.reader is not None:
            self.reader.cancel()
            self.reader = None

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting: nobody is there."""
        self.rest_now()
        self.stop_looking()
        self.rest = b""
        self.visit.end()
        super().connection_lost(exc)


class Attentive(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket, which reads no more than it is asked to and notices floods.

    Data frames are read as slowly as the application takes them.  Pings, pongs and pieces of
    messages never reach it, so they are counted here; beyond their bucket the connection is
    cut without a word.  Nor does it wait for ever until its own last words are read.
    """

    parting: asyncio.TimerHandle | None = None
    visit: Visit | None = None
    rest = b""  # what has come
    seen = 0  # how much of it was looked at
    is_cut = False

    def __init__(self, *words: Any, settings: Settings, **more: Any) -> None:
        super().__init__(*words, **more)
        self.bucket = TokenBucket(settings.pings_per_second, settings.pings_burst)

    # ---- reading

    def data_received(self, data: bytes) -> None:
        """Take in some bytes."""
        if not self.handshake_initiated:
            super().data_received(data)
            return
        self.rest = self.rest[self.seen :] + data if self.rest else data
        self.seen = 0
        self.read_on()

    def read_on(self) -> None:
        """Read what has come, until there is something for the application to take."""
        while self.seen < len(self.rest) and not self.read_paused and not self.is_cut:
            part = self.rest[self.seen : self.seen + MOUTHFUL]
            self.seen += len(part)
            super().data_received(part)
        if self.seen >= len(self.rest):
            self.rest = b""

    async def receive(self) -> Any:
        """Give the application the next message, and read on if it was the last."""
        message = await super().receive()
        if self.rest and not self.read_paused:
            self.read_on()
        return message

    def spare(self) -> bool:
        """Whether there is a token for a frame that the application never sees."""
        if self.is_cut:
            return False
        if not self.bucket.take():
            self.is_cut, self.rest = True, b""
            tally.refused("pings", self.visit.key if self.visit else "")
            self.transport.abort()
        return not self.is_cut

    def handle_ping(self) -> None:
        """Answer a ping, if answers are read."""
        if not self.spare() or not self.writable.is_set():
            self.conn.data_to_send()  # thrown away
            return
        super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Take in a sign of life."""
        if self.spare():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """Take in a further piece of a message."""
        if self.spare():
            super().handle_cont(event)

    def handle_text(self, event: Frame) -> None:
        """Take in a message; after our goodbye nobody reads it, and it is counted here."""
        if not self.is_cut and (not self.close_sent or self.spare()):
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        """Take in a message of bytes, which will be refused."""
        if not self.is_cut and (not self.close_sent or self.spare()):
            super().handle_bytes(event)

    # ---- writing

    def send_at_once(self, text: str) -> bool:
        """Send a text without the application's waiting for it; False if it has to wait.

        A table's news go to many sockets, and nearly always there is room for them.
        """
        if not self.writable.is_set() or self.close_sent or self.transport.is_closing():
            return False
        try:
            self.conn.send_text(text.encode())
        except InvalidState:  # the other side takes its leave
            return False
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    # ---- parting

    async def run_asgi(self) -> None:
        """Talk, then part."""
        extensions = cast("dict[str, Any]", self.scope["extensions"])
        extensions[AT_ONCE] = self.send_at_once
        await super().run_asgi()
        del extensions[AT_ONCE]  # a circle otherwise
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
        if self.visit is not None:
            self.visit.end()
        self.rest = b""
        super().connection_lost(exc)


def patient(settings: Settings) -> type[asyncio.Protocol]:
    """The protocol for uvicorn's `http`; it can be pickled, as uvicorn does for its workers."""
    return cast("type[asyncio.Protocol]", partial(Doorstep, settings=settings))


def attentive(settings: Settings) -> type[asyncio.Protocol]:
    """The protocol for uvicorn's `ws`."""
    return cast("type[asyncio.Protocol]", partial(Attentive, settings=settings))
