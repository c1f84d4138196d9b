"""Thinkers on other machines, as a server knows them: who is there, and what they answer.

They say every second that they are there.  While none of our kind does, everything is thought
about here; so is whatever is not answered in time.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import Callable
from itertools import count
from typing import TYPE_CHECKING, Any

from sqlalchemy import URL

from ludotheque.server import telemetry, thought_queue
from ludotheque.server.bot_pool import Silent
from ludotheque.server.bus import Bus
from ludotheque.server.db import hushed

if TYPE_CHECKING:
    from procrastinate import App
    from psycopg import AsyncConnection
    from psycopg_pool import AsyncConnectionPool

SILENCE = 3.5  # seconds without a word after which a thinker is gone
PATIENCE = 2.0  # seconds for an answer, before it is thought about here
AHEAD = 2  # thoughts for each process of theirs, so that none waits for work
CONNECTIONS = 4


class Elsewhere:
    """The thinkers that this server can ask."""

    def __init__(self, url: URL, bus: Bus, changed: Callable[[int], None]) -> None:
        self.url, self.changed = url, changed
        self.channel = f"ludotheque_{secrets.token_hex(8)}"  # on which we are answered
        self.there: dict[str, tuple[float, int]] = {}  # [thinker] -> last heard of, processes
        self.strange: set[str] = set()  # those of another kind
        self.asked: dict[int, asyncio.Future[Any]] = {}
        self.numbers = count()
        self._queue: App | None = None
        self._pool: AsyncConnectionPool[AsyncConnection[Any]] | None = None
        self._opening = asyncio.Lock()
        self._tasks: set[asyncio.Task[Any]] = set()
        bus.hear(thought_queue.THINKERS, self.notice_thinker)
        bus.hear(self.channel, self.notice_answer)

    async def stop(self) -> None:
        """Ask no more."""
        for task in self._tasks:
            task.cancel()
        if self._pool is not None:
            await self._pool.close(timeout=1.0)

    # ---- who is there

    @property
    def processes(self) -> int:
        """How many processes of our kind think elsewhere."""
        before = time.monotonic() - SILENCE
        return sum(processes for at, processes in self.there.values() if at > before)

    def notice_thinker(self, payload: str) -> None:
        """A thinker says that it is there, or that it leaves."""
        word = json.loads(payload)
        name, processes = str(word["thinker"]), int(word["processes"])
        if word["kind"] != thought_queue.kind():
            if name not in self.strange:
                telemetry.log.warning("thinker.strange", code="rules")
                self.strange = {name, *list(self.strange)[:100]}
            return
        if processes:
            self.there[name] = (time.monotonic(), processes)
        else:
            self.there.pop(name, None)
        self.count()

    def count(self) -> None:
        """Forget those who are silent, and say how many are left."""
        before = time.monotonic() - SILENCE
        self.there = {name: word for name, word in self.there.items() if word[0] > before}
        telemetry.thinkers.set(self.processes)
        self.changed(AHEAD * self.processes)

    def is_there(self) -> bool:
        """Whether there are any."""
        return self.processes > 0

    def has_room(self) -> bool:
        """Whether they can take another thought at once."""
        return len(self.asked) < AHEAD * self.processes

    # ---- asking

    async def ask(self, urgency: int, what: Callable[..., Any], game: str, *facts: Any) -> Any:
        """What they think; Silent if they do not say in time."""
        number, job = next(self.numbers), None
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.asked[number] = future
        try:
            async with asyncio.timeout(PATIENCE):
                handle = await self.open()
                task = handle.configure_task(
                    thought_queue.TASK,
                    allow_unknown=True,
                    queue=thought_queue.kind(),
                    priority=-urgency,
                )
                sent = [thought_queue.packed(fact) for fact in facts]
                job = await task.defer_async(
                    to=self.channel, number=number, way=what.__name__, game=game, facts=sent
                )
                return await future
        except Silent:
            raise
        except Exception as problem:
            telemetry.log.warning("thinker.silent", game=game, why=hushed(problem, self.url))
            if job is not None:
                self.withdraw(job)
            raise Silent from None
        finally:
            del self.asked[number]

    async def open(self) -> App:
        """The queue, opened when it is first needed."""
        async with self._opening:
            if self._queue is None:
                found = thought_queue.pool(self.url, CONNECTIONS)
                try:
                    await found.open(wait=True, timeout=PATIENCE)
                except BaseException:
                    await found.close()
                    raise
                handle = thought_queue.queue()
                await handle.open_async(found)
                self._pool, self._queue = found, handle
        return self._queue

    def withdraw(self, job: int) -> None:
        """Take back a thought that nobody has begun."""
        assert self._queue is not None
        work = self._queue.job_manager.cancel_job_by_id_async(job, delete_job=True)
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._withdrawn)

    def _withdrawn(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (problem := task.exception()) is not None:
            telemetry.log.info("thinker.withdraw", exc_info=problem)

    def notice_answer(self, payload: str) -> None:
        """Somebody answers, or says that it cannot."""
        word = json.loads(payload)
        future = self.asked.get(word["number"])
        if future is None or future.done():
            return  # too late, or twice
        if "found" in word:
            future.set_result(thought_queue.heard(word["found"]))
        else:
            future.set_exception(Silent())
