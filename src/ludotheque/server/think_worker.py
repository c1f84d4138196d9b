"""`ludotheque think`: bots that think for the servers of a Postgres database, on any machine.

It may be killed at any time: whatever it was thinking about is then asked of somebody else.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import signal
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from sqlalchemy import URL

from ludotheque.errors import BadRequest
from ludotheque.extras import need_thought
from ludotheque.server import telemetry, thought_queue
from ludotheque.server.bot_pool import Thinkers, be_ready
from ludotheque.server.db import hushed, is_sqlite, read_url
from ludotheque.server.limits import Limits
from ludotheque.server.settings import Settings
from ludotheque.server.shutdown import Ending, leave_together
from ludotheque.tables.events import compact
from ludotheque.words.messages import message

if TYPE_CHECKING:
    from ludotheque.server.thought_queue import Pool

WORD = 1.0  # seconds between two words that one is there
LOOK = 0.25  # seconds after which one looks for thoughts that nobody told of
TIDY = 30.0  # seconds between two rounds through what was left behind
GOODBYE = 0.5  # seconds to tell whoever waits that no answer will come
PAUSE = 1.0  # seconds before another attempt to reach the database


def think(settings: Settings) -> None:
    """Think until told to stop."""
    url = read_url(settings.database)
    if is_sqlite(url):
        raise BadRequest("error.think.sqlite")
    need_thought()
    thought_queue.need_queue()
    telemetry.set_up_logs()
    ending = Ending()
    ending.listen()
    print(message("think.begin", n=settings.bot_processes), flush=True)
    asyncio.run(Mind(url, settings).run(ending))


class Mind:
    """So many processes that think about what they are asked."""

    def __init__(self, url: URL, settings: Settings) -> None:
        self.url, self.settings = url, settings
        self.name = secrets.token_hex(8)
        begin = be_ready if settings.warm_up else leave_together
        self.thinkers = Thinkers(Limits(settings), begin)
        self.under_way: set[tuple[str, int]] = set()  # who waits for which number
        self.pool: Pool | None = None

    async def run(self, ending: Ending) -> None:
        """Get ready, then think until a signal comes; it ends at once."""
        loop, told = asyncio.get_running_loop(), asyncio.Event()
        loop.add_signal_handler(signal.SIGTERM, told.set)
        ending.gently = lambda: loop.call_soon_threadsafe(told.set)  # type: ignore[assignment]
        working = asyncio.create_task(self.work())
        await told.wait()
        self.thinkers.stop()
        with suppress(Exception):
            await asyncio.wait_for(self.leave(), GOODBYE)
        telemetry.log.info("mind.end")
        # What still runs has been given up, and need not be waited for.
        assert not working.done()
        os._exit(0)

    async def leave(self) -> None:
        """Tell whoever waits that no answer will come from here."""
        if self.pool is not None:
            await self.say_there(0)
            for channel, number in list(self.under_way):
                await self.tell(channel, {"number": number})

    async def work(self) -> None:
        """Think, and begin again whenever the database comes back."""
        await self.thinkers.get_ready()
        telemetry.log.info("mind.ready", count=self.settings.bot_processes)
        while True:
            try:
                await asyncio.to_thread(thought_queue.lay, self.url)
                async with thought_queue.pool(
                    self.url, self.settings.bot_processes + 3
                ) as self.pool:
                    await self.serve(self.pool)
            except Exception as problem:
                telemetry.log.warning("mind.cut", why=hushed(problem, self.url))
            await asyncio.sleep(PAUSE)

    async def serve(self, pool: Pool) -> None:
        """Take thoughts from the queue until the database goes away."""
        queue = thought_queue.queue()
        await queue.open_async(pool)
        queue.task(name=thought_queue.TASK)(self.answer)
        beside = [asyncio.create_task(work) for work in (self.be_there(), self.tidy(pool))]
        try:
            await queue.run_worker_async(
                queues=[thought_queue.kind()],
                concurrency=self.settings.bot_processes,
                fetch_job_polling_interval=LOOK,
                delete_jobs="always",
                install_signal_handlers=False,
            )
        finally:
            for task in beside:
                task.cancel()
            await asyncio.gather(*beside, return_exceptions=True)

    async def be_there(self) -> None:
        """Say again and again that one is there."""
        while True:
            await self.say_there(self.settings.bot_processes)
            await asyncio.sleep(WORD)

    async def say_there(self, processes: int) -> None:
        """Say how many think here; none: one leaves."""
        word = {"thinker": self.name, "kind": thought_queue.kind(), "processes": processes}
        await self.tell(thought_queue.THINKERS, word)

    async def tidy(self, pool: Pool) -> None:
        """Throw away what others have left behind."""
        while True:
            async with pool.connection() as connection:
                await connection.execute(thought_queue.SWEEP)
            await asyncio.sleep(TIDY)

    async def answer(self, to: str, number: int, way: str, game: str, facts: list[object]) -> None:
        """Think about something, and say what one thinks, or that one cannot."""
        self.under_way.add((to, number))
        try:
            seen = [thought_queue.unpacked(game, fact) for fact in facts]
            found: Any = await self.thinkers.think(game, thought_queue.WAYS[way], *seen)
            await self.tell(to, {"number": number, "found": thought_queue.told(found)})
        except Exception as problem:  # whoever asked thinks about it then
            telemetry.log.warning("mind.failed", game=game, exc_info=problem)
            await self.tell(to, {"number": number})
        finally:
            self.under_way.discard((to, number))

    async def tell(self, channel: str, word: dict[str, object]) -> None:
        """Send a notice; one that is too long says only which number cannot be answered."""
        assert self.pool is not None
        text = compact(word)
        if len(text.encode()) > thought_queue.LONGEST:
            text = compact({"number": word["number"]})
        async with self.pool.connection() as connection:
            await connection.execute("SELECT pg_notify(%s, %s)", (channel, text))
