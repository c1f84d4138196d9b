"""The WebSocket of a table: news out, requests in."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Annotated

from pydantic import BaseModel, Field, ValidationError
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from ludotheque.errors import LudothequeError, Refused
from ludotheque.parts import SPECTATOR
from ludotheque.server import identity, presence, requests, telemetry
from ludotheque.server.frames import written
from ludotheque.server.hub import AtOnce, Live, Watcher, never
from ludotheque.server.limits import depth_of
from ludotheque.server.protocols import AT_ONCE
from ludotheque.server.refusals import tally
from ludotheque.server.routes import LARGEST, caller_of, desk_of
from ludotheque.server.service import Caller, Desk
from ludotheque.state import Seat
from ludotheque.tables.answers import invalid_at, problem_of
from ludotheque.tables.events import Json

POLICY, OVERLOAD, NOBODY, NOT_YOURS, UNKNOWN = 1008, 1013, 4401, 4403, 4404
CLOSED = {"unknown": UNKNOWN, "token": NOBODY, "seat": NOT_YOURS}
CLOSED |= {"store": OVERLOAD, "sockets": OVERLOAD, "work": OVERLOAD}
WORTH = 4096  # characters of a frame that count as another one
GOODBYE = 5.0  # seconds for one who does not read to take our leave


class Query(BaseModel):
    """What may stand in the address."""

    seat: Annotated[int, Field(ge=0, le=5)] | None = None
    since: Annotated[int, Field(ge=-1, le=LARGEST)] = -1
    hidden: bool = False  # whether the page is out of sight: nobody is back with it


async def socket(ws: WebSocket) -> None:
    """Watch a table, and act from the seats that one holds."""
    caller, desk = await caller_of(ws), desk_of(ws)
    await ws.accept()
    try:
        asked = query_of(ws)
        with desk.limits.sockets.hold(caller.address):
            desk.limits.work.take(caller.address)
            live = await desk.hub.live(name_of(ws), caller.address, asked.since)
            seat = await desk.seat_for(live, asked.seat, caller)
            if not asked.hidden:
                await desk.come_back(live, seat, caller)
            if seat != SPECTATOR:
                live.attend(caller.address)
            await Talk(ws, desk, live, caller, seat, asked.hidden).run(asked.since)
    except Refused as problem:
        tally.refused(problem.code, caller.address)
        await leave(ws, CLOSED.get(problem.code, POLICY), problem.code)


async def leave(ws: WebSocket, code: int, reason: str) -> None:
    """Close, if the other side has not."""
    with suppress(WebSocketDisconnect, RuntimeError):
        await ws.close(code, reason)


def name_of(ws: WebSocket) -> str:
    """The table that an address names."""
    name = str(ws.path_params["name"])
    if not identity.NAME.fullmatch(name):
        raise Refused("unknown")
    return name


def query_of(ws: WebSocket) -> Query:
    """The query of an address."""
    try:
        return Query.model_validate(dict(ws.query_params))
    except ValidationError:
        raise Refused("invalid") from None


def at_once(ws: WebSocket) -> AtOnce:
    """How to send without waiting, where the protocol knows it."""
    found: AtOnce = (ws.scope.get("extensions") or {}).get(AT_ONCE, never)
    return found


# A plain route: FastAPI's own would keep some kilobytes more for each socket.
route = WebSocketRoute("/api/tables/{name}/socket", socket)


class Talk:
    """One socket's conversation."""

    def __init__(
        self,
        ws: WebSocket,
        desk: Desk,
        live: Live,
        caller: Caller,
        seat: Seat,
        hidden: bool = False,
    ) -> None:
        self.ws, self.desk, self.live, self.caller = ws, desk, live, caller
        self.watcher: Watcher = desk.hub.watch(live, seat, caller.owner, ws.send_text, self.close)
        self.watcher.is_greeted = False
        self.watcher.is_hidden = hidden
        self.watcher.called = presence.called(caller.owner, caller.address)
        self.watcher.at_once = at_once(ws)
        self.bucket, self.talk = desk.limits.frames(), desk.limits.talk
        self.depth = desk.limits.settings.json_depth
        self.reading: asyncio.Task[None] | None = None
        self.is_deaf = False

    async def run(self, since: int) -> None:
        """Send what is new and answer what is asked, until one of us leaves."""
        telemetry.sockets.inc()
        self.reading = asyncio.current_task()
        attendance = self.desk.hub.attendance
        attendance.came(self.live, self.watcher)
        try:
            await self.greet(self.watcher.seat, since)
            await self.read()
        except asyncio.CancelledError:
            if not self.is_deaf:
                raise
        finally:
            attendance.left(self.live, self.watcher)
            telemetry.sockets.dec()

    async def close(self, reason: str) -> None:
        """Leave; one who does not even read that is left alone."""
        try:
            async with asyncio.timeout(GOODBYE):
                await leave(self.ws, CLOSED.get(reason, OVERLOAD), reason)
        except TimeoutError:
            self.is_deaf = True
            if self.reading is not None:
                self.reading.cancel()

    async def greet(self, seat: Seat, since: int | None) -> None:
        """Show all that one who comes may see; from then on all news, each once."""
        text = await self.desk.shown(self.live, seat, self.caller, since)
        self.watcher.seat = self.desk.still(self.live, seat, self.caller)
        self.watcher.is_greeted = True
        self.watcher.send(text)

    async def read(self) -> None:
        """Answer what is asked."""
        while True:
            try:
                frame = await self.ws.receive()
            except (WebSocketDisconnect, RuntimeError):
                return
            if frame["type"] == "websocket.disconnect":
                return
            text = frame.get("text")
            await self.slow_down(1 + len(text or frame.get("bytes") or "") // WORTH)
            answer = await self.answer(text)
            if answer is not None:
                self.watcher.send(written(answer))

    async def slow_down(self, cost: int) -> None:
        """Wait where one sends too fast, on this socket or on all from the same address."""
        for bucket in (self.bucket, self.talk.bucket(self.caller.address)):
            while not bucket.take(cost):
                await asyncio.sleep(bucket.wait())

    async def answer(self, text: str | None) -> Json | None:
        """What there is to say to a frame."""
        number = None
        try:
            asked = self.read_frame(text)
            number = asked.id
            if isinstance(asked, requests.Look):
                await self.look(asked)
                return None
            if isinstance(asked, requests.Here):
                self.here(asked)
                return None
            done = await self.desk.answer(self.live, asked, self.caller)
            return {"type": "done", "id": number, **done}
        except LudothequeError as problem:
            told = problem_of(problem)
            telemetry.rejected.labels(told["code"]).inc()
            return {"type": "error", "id": number, **told}

    def read_frame(self, text: str | None) -> requests.Requests | requests.Look | requests.Here:
        """The request that a frame holds."""
        if text is None or depth_of(text) > self.depth:
            raise Refused("invalid")
        try:
            return requests.FRAME.validate_json(text)
        except ValidationError as problem:
            raise invalid_at(*problem.errors()[0]["loc"]) from None

    def here(self, asked: requests.Here) -> None:
        """Take note of whether somebody is there, and tell them of the others."""
        hub, is_new = self.desk.hub, not self.watcher.is_told
        hub.attendance.here(self.live, self.watcher, asked.hidden)
        if is_new:
            hub.chat.greet(self.live, self.watcher)

    async def look(self, asked: requests.Look) -> None:
        """Look from another seat of one's own; the answer is how things stand there."""
        self.desk.limits.work.take(self.caller.address)
        seat = SPECTATOR
        if asked.seat is not None:
            seat = await self.desk.seat_for(self.live, asked.seat, self.caller)
            await self.desk.come_back(self.live, seat, self.caller)
        await self.greet(seat, asked.since)
        await asyncio.sleep(0)  # others have their turn before the next
