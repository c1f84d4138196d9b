"""Wake-ups across workers: a word that a table has news, which is then read from the store.

A word may be lost or come twice; it is only a hint, and says nothing of what happened.

In the literature: publish-subscribe (Eugster et al. 2003), here LISTEN and NOTIFY of Postgres;
delivery at most once, made good by reading the log.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, Protocol

from sqlalchemy import URL

from ludotheque.server.db import PATIENCE, hushed, is_sqlite, read_url
from ludotheque.server.telemetry import log

if TYPE_CHECKING:
    from psycopg import Connection, Notify

    Listening = Connection[tuple[Any, ...]]  # rows as the driver gives them

Call = Callable[[str], None]  # what is said on another channel
Word = tuple[str, str]  # a channel, and what is said on it
Wake = Callable[[str | None], None]  # None: read again whatever you watch

CHANNEL = "ludotheque"
LONGEST = 7900  # bytes of a notice; Postgres takes fewer than 8000
PAUSE = 0.5  # seconds after which the listener looks whether it is to stop
SHORT, LONG = 0.1, 5.0  # seconds between two attempts to connect


class Bus(Protocol):
    """What workers tell one another."""

    name: str  # by which a worker knows its own words; empty where there is only one

    async def start(self, wake: Wake) -> None:
        """Begin to listen; `wake` is called on the event loop."""

    async def stop(self) -> None:
        """Listen no more."""

    def tell(self, news: Sequence[tuple[str, int]]) -> None:
        """Say that tables have changed: from any thread, at once, and without fail."""

    def say(self, channel: str, text: str) -> None:
        """Say something on another channel, to whoever hears it: as `tell` does."""

    def hear(self, channel: str, call: Call) -> None:
        """Before it starts: listen to another channel too; `call` is called on the event loop."""


class MemoryBus:
    """A single worker has nobody to tell."""

    name = ""

    async def start(self, wake: Wake) -> None:
        """Nobody will call."""

    async def stop(self) -> None:
        """Nothing is open."""

    def tell(self, news: Sequence[tuple[str, int]]) -> None:
        """Nobody listens."""

    def say(self, channel: str, text: str) -> None:
        """Nobody listens."""

    def hear(self, channel: str, call: Call) -> None:
        """Nobody speaks."""


class PostgresBus:
    """Workers on one Postgres database: one thread listens, another one tells.

    Telling has its own connection and its own transactions: Postgres commits those one at a
    time, and moves must not queue behind them.
    """

    def __init__(self, url: URL) -> None:
        self.url = url
        self.name = secrets.token_hex(4)  # by which one knows one's own words
        self._ears: dict[str, Call] = {}
        self._stopping, self._tried = Event(), Event()
        self._news: SimpleQueue[list[Word] | None] = SimpleQueue()
        self._threads = [
            Thread(target=work, name=f"ludotheque {role}", daemon=True)
            for role, work in (("listener", self._listen), ("teller", self._tell))
        ]

    async def start(self, wake: Wake) -> None:
        """Begin to listen; returns after the first attempt, and goes on trying if it failed."""
        self._wake, self._loop = wake, asyncio.get_running_loop()
        for thread in self._threads:
            thread.start()
        await asyncio.to_thread(self._tried.wait)

    async def stop(self) -> None:
        """Tell what is still to be told, then end."""
        self._stopping.set()
        self._news.put(None)
        for thread in self._threads:
            if thread.is_alive():
                await asyncio.to_thread(thread.join)

    def tell(self, news: Sequence[tuple[str, int]]) -> None:
        """Leave word that tables have changed."""
        if news:
            self._news.put([(CHANNEL, table) for table, _ in news])

    def say(self, channel: str, text: str) -> None:
        """Leave word on another channel."""
        self._news.put([(channel, text)])

    def hear(self, channel: str, call: Call) -> None:
        """Listen to another channel too."""
        self._ears[channel] = call

    def _connect(self) -> Listening:
        from psycopg import connect

        address = self.url.set(drivername="postgresql").render_as_string(hide_password=False)
        return connect(address, autocommit=True, application_name="ludotheque bus", **PATIENCE)

    # ---- the listener's thread

    def _listen(self) -> None:
        pause, missed = SHORT, False
        while not self._stopping.is_set():
            try:
                with self._connect() as connection:
                    for channel in (CHANNEL, *self._ears):
                        connection.execute(f"LISTEN {channel}".encode())
                    if missed:
                        self._call(None)
                    pause = SHORT
                    self._hear(connection)
            except Exception as problem:
                log.warning("bus.cut", why=hushed(problem, self.url))
            missed = True
            self._tried.set()
            self._stopping.wait(pause)
            pause = min(2 * pause, LONG)

    def _hear(self, connection: Listening) -> None:
        self._tried.set()
        while not self._stopping.is_set():
            for notice in connection.notifies(timeout=PAUSE):
                self._heard(notice)

    def _heard(self, notice: Notify) -> None:
        if (call := self._ears.get(notice.channel)) is not None:
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(call, notice.payload)
            return
        words = notice.payload.split()
        if words and words[0] != self.name:
            for name in words[1:]:
                self._call(name)

    def _call(self, name: str | None) -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody is there any more
            self._loop.call_soon_threadsafe(self._wake, name)

    # ---- the teller's thread

    def _tell(self) -> None:
        connection: Listening | None = None
        while words := self._gather():
            connection = self._notify(connection, words)
        if connection is not None:
            connection.close()

    def _gather(self) -> list[Word]:
        """All that there is to tell, each once, at least one; none when it is time to end."""
        words: dict[Word, None] = {}
        more = self._news.get()
        while more is not None:
            words |= dict.fromkeys(more)
            try:
                more = self._news.get_nowait()
            except Empty:
                return [*words]
        if words:
            self._news.put(None)  # tell these first
        return [*words]

    def _notify(self, connection: Listening | None, words: list[Word]) -> Listening | None:
        """Tell, on a new connection if the old one was cut; the connection to use next time."""
        names = [word for channel, word in words if channel == CHANNEL]
        told = [(CHANNEL, notice) for notice in notices(self.name, names)] if names else []
        told += [word for word in words if word[0] != CHANNEL]
        for _ in range(2):
            try:
                if connection is None:
                    connection = self._connect()
                    connection.execute("SET synchronous_commit = off")  # a hint need not last
                for word in told:
                    connection.execute("SELECT pg_notify(%s, %s)", word)
            except Exception as problem:
                log.warning("bus.mute", why=hushed(problem, self.url))
                if connection is not None:
                    connection.close()
                connection = None
            else:
                break
        return connection


def notices(sender: str, names: Iterable[str]) -> Iterator[str]:
    """What is sent: the sender and the tables, in as many notices as it takes."""
    notice = sender
    for name in names:
        if len(notice.encode()) + 1 + len(name.encode()) > LONGEST:
            yield notice
            notice = sender
        notice += f" {name}"
    yield notice


def bus_for(url: str) -> Bus:
    """The bus that goes with a database."""
    address = read_url(url)
    return MemoryBus() if is_sqlite(address) else PostgresBus(address)
