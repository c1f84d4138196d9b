"""People who play by chance, come back by themselves, and remember what they were promised.

What a server has acknowledged must be in its log: `check` reads the log behind the server's
back and compares.
"""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import time
from collections import defaultdict
from collections.abc import Sequence
from contextlib import closing, suppress
from typing import Any, NamedTuple

import psycopg
import websockets
from every import FEWEST_CHOICES, NO_LUCK, WITH_SECRETS
from websockets.asyncio.client import ClientConnection

from ludotheque.tables.events import ORIGIN, Event, link
from ludotheque.tables.table import rebuilt
from server.guests import OPEN, Guest, Json, bot, me

FIRST_PAUSE, LONGEST_PAUSE = 0.05, 0.5  # seconds between two attempts to come back
ENDINGS = ("over", "abandoned")
GAMES = (NO_LUCK, WITH_SECRETS, FEWEST_CHOICES, NO_LUCK)  # what `settle` lays, one after another
LOST = (OSError, TimeoutError, websockets.WebSocketException)
Logs = dict[str, list[tuple[Event, bytes]]]  # [table] -> its events with their hashes


class Acknowledged(NamedTuple):
    """A move that the server says is stored."""

    table: str
    seat: int
    action: int
    since: int  # the last event known when it was chosen
    number: int  # the last event that it brought about
    ply: int


class Player:
    """Somebody in one seat of one table."""

    def __init__(self, guest: Guest, table: str, seat: int, pause: float = 0.0) -> None:
        self.urls, self.headers = [guest.url], guest.headers
        self.table, self.seat, self.pause = table, seat, pause
        self.dice = random.Random(f"{table}/{seat}")
        self.news: Json = {}  # how things stand, as far as this player knows
        self.number = -1  # the last event heard of
        self.heard: list[int] = []
        self.acknowledged: list[Acknowledged] = []
        self.refused: list[Json] = []
        self.asked: Json | None = None
        self.visits = 0
        self.here = False
        self.since = 0.0  # when this player last came or left

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.news.get("status") in ENDINGS

    def where(self) -> str:
        """How far this player has come, for whoever wonders."""
        facts = {name: self.news.get(name) for name in ("status", "ply", "acting", "sealed")}
        return f"{self.table}/{self.seat} {self.here=} {self.asked=} {facts} {self.refused[-1:]}"

    async def play(self) -> None:
        """Play to the end, and come back whenever the server goes away."""
        pause = FIRST_PAUSE
        while True:
            before = self.visits
            with suppress(*LOST):
                await self.visit()
            self.here, self.since = False, time.monotonic()
            if self.is_over:
                return
            pause = FIRST_PAUSE if self.visits > before else min(2 * pause, LONGEST_PAUSE)
            self.urls.append(self.urls.pop(0))  # perhaps another worker is there
            await asyncio.sleep(pause * self.dice.uniform(0.5, 1.5))

    async def visit(self) -> None:
        """Sit at the table until one of us leaves."""
        place = f"/api/tables/{self.table}/socket?seat={self.seat}&since={self.number}"
        address = self.urls[0].replace("http", "ws", 1) + place
        self.asked = None
        async with websockets.connect(
            address, additional_headers=self.headers, open_timeout=5, close_timeout=1
        ) as ws:
            async for text in ws:
                await self.hear(json.loads(text))
                if self.is_over:
                    return
                if self.asked is None and self.news.get("actions"):
                    await self.choose(ws)

    async def hear(self, frame: Json) -> None:
        """Take in what the server says."""
        if frame["type"] == "news":
            self.heard += [event["number"] for event in frame["events"]]
            if not self.here:
                self.here, self.since = True, time.monotonic()
                self.visits += 1
            self.news, self.number = frame, frame["number"]
            return
        asked, self.asked = self.asked, None
        assert asked is not None and frame["id"] == asked["id"], frame
        if frame["type"] == "done":
            facts = (asked["action"], asked["id"], frame["number"], frame["ply"])
            self.acknowledged.append(Acknowledged(self.table, self.seat, *facts))
        else:
            self.refused.append(frame)
            await asyncio.sleep(0.05 * self.dice.uniform(0.5, 1.5))

    async def choose(self, ws: ClientConnection) -> None:
        """Do anything that is allowed."""
        news = self.news
        await asyncio.sleep(self.pause * self.dice.random())
        action = self.dice.choice(news["actions"])["id"]
        self.asked = {"do": "play", "seat": self.seat, "action": action, "ply": news["ply"]}
        self.asked["id"] = news["number"]
        await ws.send(json.dumps(self.asked))


# ---- many of them


def settle(
    urls: Sequence[str],
    tables: int,
    games: Sequence[str] = GAMES,
    pause: float = 0.05,
    bots: bool = True,
) -> list[Player]:
    """Lay tables and seat two people at each, at every third a bot as well."""
    players: list[Player] = []
    guests = [Guest(urls[0]), Guest(urls[-1])]
    for i in range(tables):
        third = [bot()] if bots and i % 3 == 2 else []
        laid = guests[0].lay(games[i % len(games)], me(), OPEN, *third)
        seated = guests[1].claim(laid["table"], laid["code"], "Bruno")
        assert seated.status_code == 200, seated.text
        players += [Player(guest, laid["table"], n, pause) for n, guest in enumerate(guests)]
    for player in players:
        player.urls += [url for url in urls if url not in player.urls]
    for guest in guests:
        guest.close()
    return players


class Crowd:
    """Players who play while a test does something else to the server."""

    def __init__(self, players: Sequence[Player]) -> None:
        self.players = players

    async def __aenter__(self) -> Crowd:
        self.tasks = [asyncio.create_task(player.play()) for player in self.players]
        return self

    async def __aexit__(self, *_: Any) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    @property
    def moves(self) -> int:
        """How many moves were acknowledged so far."""
        return sum(len(player.acknowledged) for player in self.players)

    async def until_moves(self, more: int, seconds: float = 30.0) -> None:
        """Wait until so many more moves are acknowledged."""
        wanted = self.moves + more
        await self.until(lambda: self.moves >= wanted, seconds)

    async def until_back(self, lost: Sequence[Player], seconds: float = 30.0) -> float:
        """Wait until players whose server is killed now are back; when the last one was."""
        before = {player: player.visits for player in lost}

        def back() -> bool:
            return all(p.is_over or (p.here and p.visits > n) for p, n in before.items())

        await self.until(back, seconds)
        return max((p.since for p in lost if not p.is_over), default=time.monotonic())

    async def until_over(self, seconds: float = 60.0) -> None:
        """Wait until all games have ended."""
        await self.until(lambda: all(task.done() for task in self.tasks), seconds)
        await asyncio.gather(*self.tasks)

    async def until(self, holds: Any, seconds: float) -> None:
        """Wait until something holds; a player's own mistake ends it at once."""
        end = time.monotonic() + seconds
        while not holds():
            for task in self.tasks:
                if task.done() and not task.cancelled():
                    task.result()
            assert time.monotonic() < end, [p.where() for p in self.players if not p.is_over][:4]
            await asyncio.sleep(0.01)


# ---- what the log says


def rows(database: str, question: str) -> list[Any]:
    """What a database answers to somebody who asks it directly."""
    if database.startswith("sqlite"):
        file = database.removeprefix("sqlite:///")
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as connection:
            return connection.execute(question).fetchall()
    with psycopg.connect(database) as connection:
        return connection.execute(question.encode()).fetchall()


def read_logs(database: str) -> Logs:
    """All events of all tables."""
    logs: Logs = defaultdict(list)
    asked = "SELECT table_id, number, at, kind, seat, body, aside, hash FROM events ORDER BY 1, 2"
    for table, number, at, kind, seat, body, aside, hashed in rows(database, asked):
        event = Event(number, at, kind, seat, json.loads(body), json.loads(aside or "{}"))
        logs[table].append((event, bytes(hashed)))
    return logs


def check(database: str, players: Sequence[Player]) -> int:
    """Hold the log against what players were promised and told; how many moves there were."""
    logs = read_logs(database)
    seeds = {table: bytes(seed) for table, seed in rows(database, "SELECT id, seed FROM tables")}
    for table, log in logs.items():
        check_log(table, seeds[table], log)
    moves = [move for player in players for move in player.acknowledged]
    for move in moves:
        check_move(move, logs[move.table])
    for player in players:
        known = [event.number for event, _ in logs[player.table][: player.number + 1]]
        assert player.heard == known, "something was missed or came twice"
    return len(moves)


def check_log(table: str, seed: bytes, log: list[tuple[Event, bytes]]) -> None:
    """No number is missing, every hash fits, and all of it is by the rules."""
    assert [event.number for event, _ in log] == list(range(len(log)))
    head = ORIGIN
    for event, hashed in log:
        head = link(head, event)
        assert hashed == head
    found, _ = rebuilt(table, seed, [event for event, _ in log])
    assert found.frozen is None, found.frozen


def check_move(move: Acknowledged, log: list[tuple[Event, bytes]]) -> None:
    """A move is where the server said: among the events up to its number, by its seat."""
    assert move.number < len(log), move
    brought = [event for event, _ in log[move.since + 1 : move.number + 1]]
    mine = [event for event in brought if event.seat == move.seat]
    mine = [event for event in mine if event.kind in ("play", "seal")]
    assert mine and (mine[0].body | mine[0].aside)["a"] == move.action, move
