"""People and scripts at a real server's tables."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import ExitStack, asynccontextmanager
from typing import Any

import httpx
import websockets
from websockets.asyncio.client import ClientConnection

Json = dict[str, Any]
OPEN = {"who": "open"}
PATIENCE = 30.0  # seconds for an answer, on a busy machine
LONG = 240.0  # seconds for a whole game


def me(name: str = "Alice") -> Json:
    """A seat for myself."""
    return {"who": "me", "name": name}


def bot(name: str = "random") -> Json:
    """A seat for a bot."""
    return {"who": "bot", "bot": name}


class Guest:
    """Somebody with a token of their own."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.http = httpx.Client(base_url=url, timeout=PATIENCE)
        token = self.http.post("/api/token").json()["token"]
        self.headers = {"Authorization": f"Bearer {token}"}
        self.http.headers.update(self.headers)

    def close(self) -> None:
        """Leave."""
        self.http.close()

    def lay(self, game: str, *seats: Json, **more: Any) -> Json:
        """Lay a table: `{table, seats, code}`."""
        answer = self.http.post("/api/tables", json={"game": game, "seats": seats, **more})
        assert answer.status_code == 201, answer.text
        laid: Json = answer.json()
        return laid

    def claim(self, table: str, code: str | None, name: str, **more: Any) -> httpx.Response:
        """Take a seat."""
        wanted = {"code": code, "name": name, **more}
        return self.http.post(f"/api/tables/{table}/claim", json=wanted)

    def look(self, table: str, **query: Any) -> Json:
        """How a table stands."""
        answer = self.http.get(f"/api/tables/{table}", params=query)
        assert answer.status_code == 200, answer.text
        seen: Json = answer.json()
        return seen

    def do(self, table: str, seat: int, do: str, **more: Any) -> httpx.Response:
        """Do something at a table."""
        return self.http.post(f"/api/tables/{table}/do", json={"do": do, "seat": seat, **more})

    @asynccontextmanager
    async def socket(self, table: str, **query: Any) -> AsyncIterator[ClientConnection]:
        """A socket to a table."""
        url = f"{self.url.replace('http', 'ws', 1)}/api/tables/{table}/socket"
        if query:
            url += "?" + "&".join(f"{name}={value}" for name, value in query.items())
        async with websockets.connect(url, additional_headers=self.headers) as ws:
            yield ws


People = Callable[[int], list[Guest]]  # so many of them


def at(url: str) -> Iterator[People]:
    """People at a server, who all leave in the end."""
    with ExitStack() as leaving:

        def come(count: int) -> list[Guest]:
            new = [Guest(url) for _ in range(count)]
            for guest in new:
                leaving.callback(guest.close)
            return new

        yield come


async def receive(ws: ClientConnection, kind: str = "news") -> Json:
    """The next frame of a kind."""
    while True:
        frame: Json = json.loads(await asyncio.wait_for(ws.recv(), PATIENCE))
        if frame["type"] == kind:
            return frame


def play_out(guests: Sequence[Guest], table: str, dice: random.Random) -> Json:
    """Play a table to its end over HTTP, everybody by chance; how it stands then."""
    seats = {seat: guest for guest in guests for seat in mine(guest, table)}
    end = time.monotonic() + LONG
    while time.monotonic() < end:
        for seat, guest in seats.items():
            seen = guest.look(table, seat=seat, since=1 << 30)
            if seen["status"] in ("over", "abandoned"):
                return seen
            if seen["actions"]:
                action = dice.choice(seen["actions"])["id"]
                guest.do(table, seat, "play", action=action, ply=seen["ply"])
    raise AssertionError(f"after {LONG:g} seconds {table} is still played: {seen}")


def mine(guest: Guest, table: str) -> list[int]:
    """The seats somebody holds at a table."""
    tables = guest.http.get("/api/tables/mine").json()
    return next(one["seats"] for one in tables if one["table"] == table)
