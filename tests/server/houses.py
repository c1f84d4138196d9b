"""Houses to play in: a real server on either database, or the application on a clock of ours."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Coroutine, Iterable, Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Any, TypeVar

import pytest
import uvicorn

from ludotheque.server import hub, presence, service
from ludotheque.server.app import create
from ludotheque.server.hub import Hub
from ludotheque.server.settings import Settings
from ludotheque.tables.evidence import Verified, verify

from .guests import Guest, Json
from .running import PATIENCE, Server, free_port

MANY = 10_000
LATEST = 1 << 30  # more events than there are
ROOMY = {
    "tables_per_minute": MANY,
    "tables_per_day": MANY,
    "sockets_per_address": MANY,
    "frames_per_second": MANY,
    "frames_burst": MANY,
    "frames_per_address": MANY,
    "sockets_per_minute": MANY,
    "work_per_minute": 1000 * MANY,
    "requests_per_minute": MANY,
    "invites_per_minute": MANY,
    "claims_per_minute": MANY,
    "hints_per_minute": MANY,
    "bot_pace": 0.0,
}
BOTH = ("sqlite", "postgres")

Found = TypeVar("Found")


def every_on_one(kind: str, every: Iterable[str]) -> list[Any]:
    """Pairs of a database and a name: all names on the one kind, on the other only the first.

    The rest of them is for the long run.
    """
    names = list(every)
    return [
        pytest.param(one, name, marks=[] if one == kind or name == names[0] else pytest.mark.long)
        for one in BOTH
        for name in names
    ]


@contextmanager
def opened(
    request: pytest.FixtureRequest, folders: pytest.TempPathFactory, kind: str, **settings: str
) -> Iterator[Server]:
    """A real server on an empty database of a kind."""
    folder = folders.mktemp("house")
    url = f"sqlite:///{folder}/tables.db"
    if kind == "postgres":
        url = request.getfixturevalue("postgres")()
    with Server(url, folder, **settings) as running:
        yield running


class Party:
    """A table and the people at it."""

    def __init__(self, table: str, people: dict[int, Guest]) -> None:
        self.table, self.people = table, people

    def seen(self, seat: int | None = None, since: int = -1) -> Json:
        """How things stand for a seat, the first of ours if none is named."""
        seat = next(iter(self.people)) if seat is None else seat
        return self.people[seat].look(self.table, seat=seat, since=since)

    def actor(self) -> int:
        """Whose turn it is."""
        return int(self.seen()["acting"][0])

    def do(self, seat: int, do: str, **more: Any) -> Any:
        """Do something from a seat."""
        return self.people[seat].do(self.table, seat, do, **more)

    def play(self, seat: int | None = None, which: int = 0) -> Json:
        """Play one of the actions a seat has, the first unless told; what is answered."""
        seat = self.actor() if seat is None else seat
        seen = self.seen(seat)
        action = seen["actions"][which]["id"]
        answer = self.do(seat, "play", action=action, ply=seen["ply"])
        assert answer.status_code == 200, answer.text
        done: Json = answer.json()
        return done

    def play_out(self) -> Json:
        """Play anything one may, again and again; how it stands in the end."""
        dice = random.Random(1)
        seen = self.seen(since=LATEST)
        while seen["status"] == "playing":
            if seen["actions"]:
                action = dice.choice(seen["actions"])["id"]
                self.do(seen["seat"], "play", action=action, ply=seen["ply"])
            mine = [seat for seat in seen["acting"] if seat in self.people]
            nearest = [seat for seat in mine if seat != seen["seat"]] or list(self.people)
            seen = self.seen(nearest[0], since=LATEST)
        return seen

    def text(self, seat: int | None = None) -> str:
        """The `.play` file as a seat gets it."""
        seat = next(iter(self.people)) if seat is None else seat
        answer = self.people[seat].http.get(f"/api/tables/{self.table}/play", params={"seat": seat})
        assert answer.status_code == 200, answer.text
        return str(answer.text)

    def verified(self) -> Verified:
        """What its evidence proves, once it is over."""
        return verify(self.text())


def until(happened: Callable[[], object], pause: float = 0.02, patience: float = PATIENCE) -> None:
    """Wait until something has happened."""
    end = time.monotonic() + patience
    while not happened():
        assert time.monotonic() < end, "it does not happen"
        time.sleep(pause)


def invite(host: Guest, others: list[Guest], game: str, seats: list[Json], **more: Any) -> Party:
    """Lay a table and let everybody else take a free seat."""
    laid = host.lay(game, *seats, **more)
    people = dict.fromkeys(laid["seats"], host)
    for n, guest in enumerate(others):
        answer = guest.claim(laid["table"], laid["code"], f"Guest {n}")
        assert answer.status_code == 200, answer.text
        people[answer.json()["seat"]] = guest
    return Party(laid["table"], people)


# ---- the application in this process


class Hand:
    """The clock of a house, which stands still until it is moved."""

    def __init__(self) -> None:
        self.ms = 1_800_000_000_000

    def time_ns(self) -> int:
        """Nanoseconds since 1970."""
        return self.ms * 1_000_000

    monotonic_ns = time_ns

    def monotonic(self) -> float:
        """Seconds, never backwards."""
        return self.ms / 1000

    perf_counter = monotonic

    def move(self, seconds: float) -> None:
        """Let time go by."""
        self.ms += int(1000 * seconds)


class House:
    """The application in a thread of this process, on a clock of ours."""

    def __init__(self, clock: Hand, **settings: Any) -> None:
        self.clock, self.port = clock, free_port()
        self.app = create(Settings(**{**ROOMY, **settings}))
        self.server = uvicorn.Server(
            uvicorn.Config(
                self.app,
                port=self.port,
                loop="asyncio",
                ws="websockets-sansio",
                ws_max_size=self.app.state.settings.frame_bytes,
                log_config=None,
            )
        )
        self.loop: asyncio.AbstractEventLoop | None = None
        self.guests: list[Guest] = []
        self.thread = Thread(target=self.run)

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def hub(self) -> Hub:
        """Its live tables."""
        found: Hub = self.app.state.hub
        return found

    def run(self) -> None:
        """Serve, in the thread."""

        async def serve() -> None:
            self.loop = asyncio.get_running_loop()
            await self.server.serve()

        asyncio.run(serve())

    def guest(self) -> Guest:
        """Somebody new, who leaves when the house is closed."""
        self.guests.append(Guest(self.url))
        return self.guests[-1]

    def call(self, work: Coroutine[Any, Any, Found]) -> Found:
        """Do something on its event loop."""
        assert self.loop is not None
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE)

    def __enter__(self) -> House:
        self.thread.start()
        while not self.server.started and self.thread.is_alive():
            time.sleep(0.01)
        return self

    def __exit__(self, *_: Any) -> None:
        for guest in self.guests:
            guest.close()
        self.server.should_exit = True
        self.thread.join()


@contextmanager
def house(database: str, patch: pytest.MonkeyPatch, **settings: Any) -> Iterator[House]:
    """The application, whose clock stands still."""
    clock = Hand()
    patch.setattr(hub, "time", clock)
    patch.setattr(presence, "time", clock)
    patch.setattr(service, "time", clock)
    patch.setattr(hub.now_ms, "ahead", None)
    with House(clock, database=database, **settings) as found:
        yield found
