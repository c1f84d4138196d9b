"""Housekeeping: news nobody told of, tables to forget, to close and to delete, figures to take.

Each chore stands alone, and so does each table: one that cannot be read stops nobody else's.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Awaitable, Callable

from ludotheque.server import admin, gauges, telemetry
from ludotheque.server.db import BROKEN
from ludotheque.server.hub import Hub, now_ms
from ludotheque.server.refusals import tally
from ludotheque.server.store import Changes, StoreDown
from ludotheque.tables import commands
from ludotheque.tables.table import ABANDONED, OVER, PLAYING, WAITING

SWEEP = 30.0  # seconds between two rounds through the tables
DAY = 24 * 3600 * 1000
AT_ONCE = 20  # tables closed in a round
DELETED = 200  # tables deleted in a round
BREATH = 0.02  # seconds between two of them, for everybody else

Chore = Callable[[Hub], Awaitable[None]]


async def keep_house(hub: Hub) -> None:
    """Do all chores, again and again."""
    pause = min(hub.settings.poll_seconds, SWEEP)
    while True:
        await asyncio.sleep(pause)
        await round_through(hub)


async def round_through(hub: Hub) -> None:
    """Do all chores once; one that fails does not keep the others from being done."""
    for chore in CHORES:
        try:
            await chore(hub)
        except Exception as problem:  # there is another round
            telemetry.log.warning("chores", code=chore.__name__.replace("_", "-"), exc_info=problem)


async def look_for_news(hub: Hub) -> None:
    """See whether tables in memory have events that nobody told of."""
    await hub.poll()


async def forget_idle(hub: Hub) -> None:
    """Let go of tables at which nobody looks."""
    hub.evict(hub.settings.evict_minutes * 60)


async def tell_refusals(_: Hub) -> None:
    """Tell how many were refused since the last line about it."""
    tally.tell_rest()


async def close_deserted(hub: Hub) -> None:
    """Give up tables at which nothing has happened for so many days, and show their seeds."""
    days = hub.settings.archive_days
    for status, most in ((WAITING, min(days, hub.settings.waiting_days)), (PLAYING, days)):
        before = now_ms() - most * DAY
        for name in await hub.store.idle(before, [status], AT_ONCE + len(hub.stuck)):
            if name not in hub.stuck:
                await apart(hub, name, close)


async def show_in_lobby(hub: Hub) -> None:
    """Let the lobby know where somebody waits."""
    await hub.show_in_lobby()


async def apart(hub: Hub, name: str, work: Callable[[Hub, str], Awaitable[None]]) -> None:
    """Do something at one table; if it cannot be done, say where and leave that table alone."""
    try:
        await work(hub, name)
    except Exception as problem:
        if isinstance(problem, StoreDown) and problem.key != BROKEN:
            raise  # it is not the table's fault
        hub.stuck.add(name)
        telemetry.log.error("table.stuck", table=name, exc_info=problem)


async def close(hub: Hub, name: str) -> None:
    """Give a table up; one that stands still is only put away."""
    live = await hub.live(name)
    if live.table.frozen or live.table.is_over:
        await hub.store.commit(Changes(name, status=ABANDONED))
    else:
        await hub.do(live, commands.abandon)


async def tidy_memory(hub: Hub) -> None:
    """Look for circles while nobody plays."""
    if hub.is_quiet():
        gc.collect()


async def delete_old(hub: Hub) -> None:
    """Delete tables that ended so many days ago, if the operator wants it, a few at a time."""
    if not hub.settings.keep_days:
        return
    before = now_ms() - int(hub.settings.keep_days * DAY)
    found = await hub.store.idle(before, [OVER, ABANDONED], DELETED + len(hub.stuck))
    old = [name for name in found if name not in hub.stuck]
    for name in old:
        await apart(hub, name, admin.delete)
        await asyncio.sleep(BREATH)
    if old:
        telemetry.log.info("tables.deleted", count=len(old))


async def take_figures(hub: Hub) -> None:
    """Look at the queues, this process and the database; say what was held back."""
    gauges.take(hub)
    await gauges.weigh(hub)
    telemetry.say_the_rest()


async def tell_presence(hub: Hub) -> None:
    """Tell the other workers who is here, and forget whom no worker has any more."""
    hub.attendance.beat()


CHORES: tuple[Chore, ...] = (
    look_for_news,
    tell_presence,
    show_in_lobby,
    forget_idle,
    tell_refusals,
    close_deserted,
    delete_old,
    take_figures,
    tidy_memory,
)
