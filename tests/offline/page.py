"""A page without a server: it asks a desk, opens lines, and plays what it is allowed."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable, Coroutine
from hashlib import sha256
from typing import Any, TypeVar

from ludotheque.offline import house
from ludotheque.offline.desk import Desk
from ludotheque.offline.store import MemoryStore, Store

Json = dict[str, Any]
Found = TypeVar("Found")
PATIENCE = 60.0  # seconds for bots, on a busy machine


def run(work: Coroutine[Any, Any, Found]) -> Found:
    """Let something happen to its end; bots need not look as if they thought."""
    before, house.PACE = house.PACE, 1
    try:
        return asyncio.run(work)
    finally:
        house.PACE = before


def me(name: str | None = None, stirs: bytes = b"") -> Json:
    """A seat for somebody at this screen."""
    named = {"name": name} if name else {}
    return {"who": "me", **named} | ({"promise": sha256(stirs).hexdigest()} if stirs else {})


def bot(name: str = "random") -> Json:
    """A seat for a bot."""
    return {"who": "bot", "bot": name}


class Page:
    """A page, and all that it was sent on each of its lines."""

    def __init__(self, store: Store | None = None) -> None:
        self.store = store or MemoryStore()
        self.heard: dict[int, list[Json]] = {}
        self.texts: list[tuple[int, str]] = []
        self.desk = Desk(self.store, self.hear)
        self.new = asyncio.Event()
        self.whim = random.Random(5)

    def hear(self, line: int, text: str) -> None:
        self.texts.append((line, text))
        self.heard.setdefault(line, []).append(json.loads(text))
        self.new.set()

    # ---- requests

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        text = None if body is None else json.dumps(body)
        status, kind, answer = await self.desk.ask(method, path, text)
        return status, json.loads(answer) if kind == "application/json" else answer

    async def get(self, path: str) -> Any:
        status, found = await self.ask("GET", path)
        assert status == 200, found
        return found

    async def lay(self, game: str, *seats: Json, **more: Any) -> str:
        status, laid = await self.ask("POST", "/api/tables", {"game": game, "seats": seats, **more})
        assert status == 201, laid
        name: str = laid["table"]
        return name

    async def refused(self, method: str, path: str, body: Any = None) -> tuple[int, str, str]:
        """The status, code and key of what is not done."""
        status, found = await self.ask(method, path, body)
        assert status >= 400, found
        assert found["sentence"]
        return status, found["code"], found["key"]

    # ---- lines

    async def open(self, table: str, line: int = 1, query: str = "since=-1") -> Json:
        assert await self.desk.open(line, table, query) == 0
        return self.last(line)

    def last(self, line: int = 1, kind: str = "news") -> Json:
        return next(frame for frame in reversed(self.heard[line]) if frame["type"] == kind)

    async def do(self, seat: int, do: str, line: int = 1, **more: Any) -> Json:
        """Ask for something on a line; what is answered."""
        number = len(self.texts)
        await self.desk.hear(line, json.dumps({"do": do, "seat": seat, "id": number, **more}))
        found = next(f for f in reversed(self.heard[line]) if f.get("id") == number)
        assert found["type"] in ("done", "error")
        return found

    async def done(self, seat: int, do: str, line: int = 1, **more: Any) -> Json:
        answer = await self.do(seat, do, line, **more)
        assert answer["type"] == "done", answer
        return answer

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait for what bots do."""
        async with asyncio.timeout(PATIENCE):
            while not holds():
                self.new.clear()
                await self.new.wait()

    async def look(self, seat: int | None, line: int = 1, since: int | None = None) -> Json:
        asked = {"do": "look"} | ({} if seat is None else {"seat": seat})
        await self.desk.hear(line, json.dumps(asked | ({} if since is None else {"since": since})))
        return self.last(line)

    # ---- playing

    async def play(self, mine: list[int], line: int = 1, most: int = 100_000) -> Json:
        """Play anything that is allowed, from whichever seat of mine is to act, to the end."""
        for _ in range(most):
            await self.until(lambda: self.is_over(line) or self.is_awaited(mine, line))
            if self.is_over(line):
                break
            seat = next(s for s in self.last(line)["acting"] if s in mine)
            if self.last(line)["seat"] != seat:
                await self.look(seat, line)
            news = self.last(line)
            action = self.whim.choice(news["actions"])["id"]
            await self.done(seat, "play", line, action=action, ply=news["ply"])
        return self.last(line)

    def is_over(self, line: int = 1) -> bool:
        return self.last(line)["status"] in ("over", "abandoned")

    def is_awaited(self, mine: list[int], line: int = 1) -> bool:
        return any(seat in mine for seat in self.last(line)["acting"])
