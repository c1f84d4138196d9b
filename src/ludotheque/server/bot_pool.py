"""Bots on the server: in processes of their own or elsewhere, with a line, a deadline and a cap.

A thinker is handed what a seat sees, and nothing else.  It remembers a few of the bots that it
was lately, each with what it thought the turn before, where the game allows that.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import secrets
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Protocol, TypeVar

from ludotheque.bots import may_do
from ludotheque.bots.hints import Hint, hints
from ludotheque.bots.minds import mind
from ludotheque.engines import engine, kind_for
from ludotheque.errors import Refused
from ludotheque.extras import need_thought
from ludotheque.game import load
from ludotheque.games import PACKAGES
from ludotheque.server import telemetry
from ludotheque.server.fair_queue import Line, Urgency
from ludotheque.server.limits import Limits
from ludotheque.server.shutdown import leave_together
from ludotheque.state import Action, Base, Seat

FIRST_TIME = 120.0  # seconds: the first thought about a game may have to compile its search

Found = TypeVar("Found")


def choose(game: str, name: str, view: Base, seat: Seat, seed: int, table: str = "") -> Action:
    """A bot's action, in a process of its own; what is forced is thought about all the same."""
    player = mind(game, name, seat, table)
    return player.choose(view, seat, may_do(player.game, view, seat), seed)


def weigh(game: str, view: Base, seat: Seat) -> list[Hint]:
    """What each action is worth, in a process of its own."""
    return hints(load(game), view, seat)


def be_ready() -> None:
    """Begin a process that has everything at hand before it is asked anything."""
    leave_together()
    telemetry.set_up_logs()
    for name in PACKAGES:
        try:
            prepare(name)
        except Exception as problem:  # a game that cannot be prepared is none of the others' fault
            telemetry.log.warning("warm", game=name, exc_info=problem)


def prepare(name: str) -> None:
    """Load the kernels of a game, where they need not be compiled."""
    if kind_for(load(name)) == "wasm":
        engine(load(name))


def at_once() -> int:
    """The urgency of a thought that a person waits for."""
    return 0


class Silent(Exception):
    """No answer came from elsewhere."""


class Others(Protocol):
    """Thinkers on other machines."""

    def has_room(self) -> bool:
        """Whether they can take another thought at once."""

    def is_there(self) -> bool:
        """Whether there are any."""

    async def ask(self, urgency: int, what: Callable[..., Any], game: str, *facts: object) -> Any:
        """What they think; Silent if they do not say in time."""


class Thinkers:
    """The processes in which bots think, here and elsewhere."""

    def __init__(self, limits: Limits, begin: Callable[[], None] = leave_together) -> None:
        self.limits, self.settings, self.begin = limits, limits.settings, begin
        self.others: Others | None = None
        self.known: set[tuple[str, object]] = set()  # what a process has already thought about
        self.line = Line(self.settings.bot_processes, self.settings.bot_queue)
        self._pool: ProcessPoolExecutor | None = None

    def pool(self) -> ProcessPoolExecutor:
        """The processes, started when first needed."""
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self.settings.bot_processes, context, self.begin)
            self.known.clear()
        return self._pool

    async def get_ready(self) -> None:
        """Start all processes."""
        begun = [self.pool().submit(os.getpid) for _ in range(self.settings.bot_processes)]
        await asyncio.gather(*map(asyncio.wrap_future, begun))

    def others_take(self, places: int) -> None:
        """Others can think about so many things at a time."""
        self.line.resize(self.settings.bot_processes + places)

    def stop(self) -> None:
        """End the processes, whatever they do."""
        pool, self._pool = self._pool, None
        if pool is not None:
            processes = list((pool._processes or {}).values())
            # What waits is not cancelled: it fails with its process, and is asked again.
            pool.shutdown(wait=False)
            for process in processes:
                process.terminate()

    async def action(
        self,
        game: str,
        name: str,
        view: Base,
        seat: Seat,
        seed: int,
        address: str,
        urgency: Urgency,
        table: str = "",
    ) -> Action:
        """A bot's action; when it takes too long or fails, any legal one.

        Where hands are hidden, one that has no choice is thought about like any other.  Who names
        the table lets a bot go on with what it thought there the turn before.
        """
        legal = may_do(load(game), view, seat)
        if len(legal) == 1 and not load(game).rules.SECRETS:
            return legal[0]
        if name == "random":
            return secrets.choice(legal)
        begin = time.monotonic()
        try:
            facts = (name, view, seat, seed, table)
            found = await self.ask(address, urgency, game, choose, *facts)
            return legal[legal.index(found)]
        except Refused:
            raise
        except Exception as problem:
            telemetry.log.warning("late", code=name, game=game, exc_info=problem)
            return secrets.choice(legal)
        finally:
            telemetry.thinking.observe(time.monotonic() - begin)

    async def hint(self, game: str, view: Base, seat: Seat, address: str) -> list[Hint]:
        """What each action is worth to a seat."""
        need_thought()
        try:
            return await self.ask(address, at_once, game, weigh, view, seat)
        except TimeoutError:
            raise Refused("busy") from None

    async def ask(
        self, address: str, urgency: Urgency, game: str, what: Callable[..., Found], *facts: object
    ) -> Found:
        """Think in another process; Refused if too many wait, a TimeoutError if it is too slow."""
        begin = time.monotonic()
        with self.limits.thoughts.hold(address):
            try:
                async with self.line.place(address, urgency):
                    telemetry.bot_wait.observe(time.monotonic() - begin)
                    telemetry.bots_waiting.set(len(self.line.waiting))
                    return await self._share(urgency, game, what, *facts)
            finally:
                telemetry.bots_waiting.set(len(self.line.waiting))

    async def _share(
        self, urgency: Urgency, game: str, what: Callable[..., Found], *facts: object
    ) -> Found:
        """Think elsewhere if there is room, and hints even if there is none; else here."""
        others = self.others
        if others is not None and (others.has_room() or (what is weigh and others.is_there())):
            try:
                found: Found = await others.ask(urgency(), what, game, *facts)
                telemetry.thoughts.labels("elsewhere").inc()
                return found
            except Silent:
                telemetry.thoughts.labels("silent").inc()
        telemetry.thoughts.labels("here").inc()
        return await self.think(game, what, *facts)

    async def think(self, game: str, what: Callable[..., Found], *facts: object) -> Found:
        """Think in a process here; a TimeoutError if it is too slow."""
        for attempt in range(2):
            pool = self.pool()
            what_kind = (game, facts[0] if what is choose else what)
            first = what_kind not in self.known
            patience = max(self.settings.bot_seconds, FIRST_TIME if first else 0.0)
            try:
                future = pool.submit(what, game, *facts)
                found = await asyncio.wait_for(asyncio.wrap_future(future), patience)
            except TimeoutError:
                self.discard(pool)
                raise
            except BrokenProcessPool:
                self.discard(pool)
                if attempt:
                    raise TimeoutError from None
            else:
                self.known.add(what_kind)
                return found
        raise AssertionError("two attempts")

    def discard(self, pool: ProcessPoolExecutor) -> None:
        """Begin anew with fresh processes, unless somebody has done so."""
        if self._pool is pool:
            self.stop()
