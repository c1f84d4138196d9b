"""The tables of this device: read from the store, watched by pages, played by people and bots.

Whatever happens is stored first and seen afterwards.  Another tab may have the same table: the
first to store event number n is right, the other reads it and tries again.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence

from ludotheque.errors import LudothequeError, Refused
from ludotheque.offline.store import Store, changes, events_in, row_of, rows_in
from ludotheque.offline.thinking import choice
from ludotheque.parts import SPECTATOR
from ludotheque.state import Seat
from ludotheque.tables import commands, views
from ludotheque.tables.answers import problem_of
from ludotheque.tables.bot_turns import Choices, next_step, playing
from ludotheque.tables.checkpoints import Moments
from ludotheque.tables.draft import Draft
from ludotheque.tables.events import Json
from ludotheque.tables.kinds import Fewer
from ludotheque.tables.table import Table, Told, rebuilt

MARK = "~"  # begins the name of a table that lives on a device
TRIES = 5  # how often a request gives way to events of another tab
MOST_SHOWN = 2_000  # events in one frame
MOST_EVENTS = 20_000  # at one table
MOST_IDLE = 8  # tables that are kept in memory though nobody looks at them
ENTROPY = 10.0  # seconds for a page to show the bytes that it has promised
PACE = 400  # milliseconds between the steps at which bots act where hands are hidden
GONE = 4404  # closes a line to a table that is not there
AGAIN = 3.0  # seconds until a bot whose action could not be stored tries again

Send = Callable[[int, str], object]
Decision = Callable[..., None]  # of a step, or of several


def now_ms() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def written(frame: object) -> str:
    """Anything as it is sent."""
    return json.dumps(frame, ensure_ascii=False, separators=(",", ":"))


class Line:
    """A page that looks at a table."""

    def __init__(self, number: int, seat: Seat, hidden: bool) -> None:
        self.number, self.seat, self.is_hidden = number, seat, hidden
        self.is_told = False  # whether it wants to know who is there


class Live:
    """A table in memory."""

    def __init__(self, table: Table, told: list[Told], mine: list[Seat], away: bool) -> None:
        self.table, self.told, self.mine, self.away = table, told, mine, away
        self.lines: set[Line] = set()
        self.lock = asyncio.Lock()
        self.moments = Moments()
        self.thinking: set[tuple[Seat, int]] = set()
        self.alarm: asyncio.TimerHandle | None = None

    def is_busy(self) -> bool:
        """Whether somebody looks at it, or something is being done."""
        return bool(self.lines or self.thinking or self.lock.locked())

    def rest(self) -> None:
        """Wait for nothing any more."""
        if self.alarm is not None:
            self.alarm.cancel()
            self.alarm = None

    def frame(self, seat: Seat, since: int | None) -> Json:
        """All that one who comes is shown: what happened since, and how things stand."""
        told = self.told
        first = len(told) if since is None else min(since + 1, len(told))
        end = min(first + MOST_SHOWN, len(told))
        is_more = end < len(told)
        shown = told[first:end]
        return views.arrival(self.table, shown, seat, now_ms(), self.mine, is_more=is_more)

    def people(self) -> Json:
        """Who is there: all share this screen."""
        hidden = all(line.is_hidden for line in self.lines)
        there = {"state": "away" if hidden else "there"}
        gone = {"state": "gone", "ago": 0, "bot": 0}
        seats = [
            (there if seat in self.mine else gone) if place.is_person else None
            for seat, place in enumerate(self.table.places)
        ]
        return {"type": "people", "seats": seats, "watching": 0}


class Step(Draft):
    """What is about to happen at a table, and which seats are then held here."""

    def __init__(self, live: Live) -> None:
        super().__init__(live.table, now_ms())
        self.live, self.mine = live, live.mine


class House:
    """All tables of this device that somebody looks at."""

    def __init__(self, store: Store, send: Send) -> None:
        self.store, self.send = store, send
        self.lives: dict[str, Live] = {}
        self.loading = asyncio.Lock()
        self.choices = Choices()
        self.tasks: set[asyncio.Task[None]] = set()

    def spawn(self, work: Coroutine[object, object, None]) -> None:
        """Do something beside."""
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    # ---- what is kept

    async def live(self, name: str) -> Live:
        """The table of that name, read from the store if need be."""
        async with self.loading:
            if name not in self.lives:
                found = await self.load(name)
                self.let_go()
                self.lives[name] = found
        return self.lives[name]

    async def load(self, name: str) -> Live:
        """Rebuild a table from its log."""
        rows = rows_in(await asked(self.store.tables))
        for row in rows:
            if row.table == name:
                events, hashes = events_in(await asked(self.store.events, name))
                table, told = rebuilt(name, bytes.fromhex(row.seed), events, hashes)
                table.keep_time(now_ms())
                return Live(table, told, row.seats, row.away)
        raise Refused("unknown")

    def let_go(self) -> None:
        """Forget the tables that were left longest; they are all in the store."""
        idle = [name for name, live in self.lives.items() if not live.is_busy()]
        for name in idle[: max(len(self.lives) - MOST_IDLE, 0)]:
            self.lives.pop(name).rest()

    def new_table(self) -> Live:
        """A table at which nothing has happened yet."""
        name = MARK + secrets.token_urlsafe(12)
        return Live(Table(name, secrets.token_bytes(32)), [], [], away=False)

    async def commit(self, *steps: tuple[Live, Table, Sequence[Told], list[Seat]]) -> None:
        """Store how tables stand now, and what has happened at them."""
        rows = []
        for live, table, told, mine in steps:
            first = live.told[0] if live.told else told[0]
            rows.append((row_of(table, first.event.at, mine, live.away), told))
        await asked(self.store.commit, changes(*rows))

    async def refresh(self, live: Live) -> bool:
        """Read what another tab has written; whether it was something."""
        events, hashes = events_in(await asked(self.store.events, live.table.name))
        known = len(live.told)
        if known and not events:
            raise Refused("unknown")
        if len(events) <= known:
            return False
        facts = (live.table.name, live.table.seed, events, hashes)
        live.table, live.told = rebuilt(*facts)
        live.table.keep_time(now_ms())
        rows = rows_in(await asked(self.store.tables))
        live.mine = next((row.seats for row in rows if row.table == live.table.name), live.mine)
        self.show(live, live.told[known:])
        self.look_ahead(live)
        return True

    # ---- doing

    async def do(self, live: Live, decision: Decision, *new: Live) -> Step:
        """Decide, store, and only then let it happen; again if another tab was first.

        The decision writes on a step of the table, and on one of each new table that is laid
        with it.  If nothing is written on the first, nothing happens.
        """
        async with live.lock:
            for _ in range(TRIES):
                steps = [Step(one) for one in (live, *new)]
                decision(*steps)
                if not steps[0].told:
                    return steps[0]
                commands.need_room(steps[0], MOST_EVENTS)
                try:
                    await self.commit(*((s.live, s.table, s.told, s.mine) for s in steps))
                except Refused:
                    if live.told and await self.refresh(live):
                        continue
                    raise
                for step in reversed(steps):
                    self.happen(step)
                return steps[0]
        raise Refused("stale", ply=live.table.ply)

    def happen(self, step: Step) -> None:
        """What is stored has happened: show it, and see who is next."""
        live = step.live
        live.table, live.mine = step.table, step.mine
        live.told += [one.later() for one in step.told]
        self.lives[live.table.name] = live
        self.show(live, step.told)
        self.look_ahead(live)

    def show(self, live: Live, told: Sequence[Told]) -> None:
        """Send every page what its seat may see of it."""
        for one in told:
            if one.event.kind == Fewer.NAME:
                moved = Fewer.read(one.event).moved()
                for line in live.lines:
                    line.seat = moved.get(line.seat, SPECTATOR)
        texts: dict[Seat, str] = {}
        for line in live.lines:
            if line.seat not in live.mine:
                line.seat = SPECTATOR
            if line.seat not in texts:
                texts[line.seat] = written(views.frame(live.table, told, line.seat, now_ms()))
            self.send(line.number, texts[line.seat])
        if views.change_seats(told):
            self.tell_people(live)

    def tell_people(self, live: Live) -> None:
        """Tell those who want to know who is there."""
        text = written(live.people())
        for line in live.lines:
            if line.is_told:
                self.send(line.number, text)

    # ---- who is next

    def look_ahead(self, live: Live) -> None:
        """Let bots think while somebody looks, and set the alarm for who may be late."""
        table = live.table
        for seat in table.acting() if live.lines else ():
            thought = (seat, table.ply)
            if table.driver_of(seat) and thought not in live.thinking:
                live.thinking.add(thought)
                self.spawn(self.think(live, seat, table.ply))
        live.rest()
        wait = commands.next_alarm(table, now_ms(), ENTROPY) if live.lines else None
        if wait is not None:
            self.set_alarm(live, wait)

    async def think(self, live: Live, seat: Seat, ply: int) -> None:
        """Let a bot choose and play."""
        try:
            await asyncio.sleep(0)  # what has happened is shown first
            while (table := live.table).ply == ply and seat in table.acting() and live.lines:
                begin = table.time(now_ms())
                if not (name := table.driver_of(seat)):
                    return
                action = choice(table, name, self.choices.task(table, seat))
                at = await self.step(table, begin)
                try:
                    await self.do(live, playing(seat, action, ply, at))
                except Refused as problem:
                    if problem.code != "storage":
                        return  # something else has happened
                    self.complain(live, problem)
                    await asyncio.sleep(AGAIN)
        except LudothequeError as problem:  # a bot that cannot think here
            self.complain(live, problem)
        finally:
            live.thinking.discard((seat, ply))

    async def step(self, table: Table, begin: int) -> int | None:
        """Where hands are hidden, wait for the next moment at which bots act; when that is."""
        if not table.game.rules.SECRETS:
            return None
        moment = next_step(table.moved, PACE, begin, table.time(now_ms()))
        await asyncio.sleep(max(moment - table.time(now_ms()), 0) / 1000)
        return moment - table.ahead

    def set_alarm(self, live: Live, wait: float) -> None:
        """Look in so many seconds whose time is up."""
        loop = asyncio.get_running_loop()
        live.alarm = loop.call_later(wait, lambda: self.spawn(self.ring(live)))

    async def ring(self, live: Live) -> None:
        """See whose time is up."""
        try:
            if not (await self.do(live, lambda step: commands.ring(step, ENTROPY))).told:
                self.look_ahead(live)
        except Refused as problem:
            self.complain(live, problem)
            if problem.code == "storage":
                self.set_alarm(live, AGAIN)

    def complain(self, live: Live, problem: LudothequeError) -> None:
        """Tell every page what went wrong though nobody asked for anything."""
        for line in live.lines:
            self.send(line.number, written(error_frame(problem)))

    async def forget_all(self) -> None:
        """Keep nothing of any table."""
        for row in rows_in(await asked(self.store.tables)):
            await asked(self.store.forget, row.table)
            if live := self.lives.get(row.table):
                self.drop(live)

    def drop(self, live: Live) -> None:
        """Let go of a table that is no longer kept, and send away whoever looks at it."""
        live.rest()
        del self.lives[live.table.name]
        for line in live.lines:
            self.send(line.number, written({"type": "closed", "code": GONE}))
        live.lines.clear()


def error_frame(problem: LudothequeError, number: int | None = None) -> Json:
    """What is sent of something that was not carried out."""
    return {"type": "error", "id": number, **problem_of(problem)}


async def asked(ask: Callable[..., Awaitable[str | None]], *facts: str) -> str:
    """What the store answers; whatever it raises is one refusal."""
    try:
        return await ask(*facts) or ""
    except Exception as problem:  # of another language, perhaps
        raise Refused("storage") from problem
