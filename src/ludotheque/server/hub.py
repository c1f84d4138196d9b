"""Live tables: loaded from the log, watched through sockets, played by people and bots.

Whatever happens is stored first and seen afterwards.  Two workers may hold the same table:
the first to store event number n is right, the other reads it and tries again.

In the literature: optimistic concurrency control (Kung & Robinson 1981); broadcast, that is
fan-out to all who watch; back-pressure by a bounded queue for each, a slow consumer is cut off.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from random import SystemRandom
from typing import Any

from ludotheque.errors import LudothequeError, Refused
from ludotheque.parts import SPECTATOR
from ludotheque.server import chat, frames, telemetry
from ludotheque.server.bot_pool import Thinkers
from ludotheque.server.bus import Bus, MemoryBus
from ludotheque.server.db import is_sqlite
from ludotheque.server.identity import Owner
from ludotheque.server.log_pages import Scroll, events_text
from ludotheque.server.presence import Attendance, People
from ludotheque.server.settings import Settings
from ludotheque.server.store import Changes, Conflict, Store, StoreDown, TableRow
from ludotheque.server.transaction import Claim
from ludotheque.state import Action, Seat
from ludotheque.tables import commands, views
from ludotheque.tables.album import result_of
from ludotheque.tables.bot_turns import Choices, next_step, playing
from ludotheque.tables.checkpoints import Moments
from ludotheque.tables.draft import Draft
from ludotheque.tables.events import Event
from ludotheque.tables.kinds import Fewer
from ludotheque.tables.table import OVER, WAITING, Table, Told, need_hash, rebuilt

TRIES = 5  # how often a request gives way to events of another worker
SLOWLY = 100  # a clock that was set is followed by one part in so many
BEAT = 60.0  # seconds between two notes that somebody waits at a table
BUSY = 0.5  # seconds before a bot asks again for a place to think
QUIET = 10.0  # seconds without anything after which the house may be cleaned
HOUR = 3_600_000  # milliseconds: as exactly as the list of tables knows when one was played at
EVENT_BYTES = 1_200  # what an event takes in memory, a third of it once somebody reads the log
TABLE_BYTES = 16_000  # what a table takes besides
ANEW = "!"  # before the name of a table that is to be read from its beginning
BACKSTOP = 8.0  # seconds another worker has to play its bot before this one does
LOOKING = 30.0  # seconds for which one who asked over HTTP is thought to look on

BRIEF = 0.02  # seconds within which bots that act at the same moment do so in any order
LOT = SystemRandom()

Deliver = Callable[[str], Awaitable[None]]
AtOnce = Callable[[str], bool]  # False if it has to wait
Close = Callable[[str], Coroutine[Any, Any, None]]


class Time:
    """Milliseconds since 1970 that go on evenly, whatever is done to the machine's clock.

    What it was set forward or back is made up for slowly: nobody's time runs out, or stands
    still, because of it.
    """

    def __init__(self) -> None:
        self.ahead: int | None = None  # of the time since the machine was started
        self.read = 0  # when it was last asked for

    def __call__(self) -> int:
        """The time now."""
        steady = time.monotonic_ns()
        ahead = time.time_ns() - steady
        if self.ahead is None:
            self.ahead, self.read = ahead, steady
        slip = (steady - self.read) // SLOWLY
        self.ahead += min(max(ahead - self.ahead, -slip), slip)
        self.read = steady
        return (steady + self.ahead) // 1_000_000


now_ms = Time()


def never(_: str) -> bool:
    """Nothing can be sent without waiting."""
    return False


class Watcher:
    """One who looks at a table; what is sent waits here until it is read."""

    __slots__ = (
        *("at_once", "called", "close", "closing", "deliver", "is_greeted", "is_hidden"),
        *("is_told", "most", "owner", "room", "seat", "size", "waiting", "writing"),
    )

    def __init__(
        self,
        seat: Seat,
        owner: Owner | None,
        room: int,
        deliver: Deliver,
        close: Close,
        most: int = 1 << 20,
    ) -> None:
        self.seat, self.owner, self.room, self.most = seat, owner, room, most
        self.size = 0  # of all that waits
        self.is_greeted = True  # or still waits to be told all that has happened
        self.is_hidden = False  # whether the page is out of sight
        self.is_told = False  # whether one wants to know who is there
        self.called = ""  # among those who look on
        self.deliver, self.close = deliver, close
        self.at_once: AtOnce = never  # how to send what need not wait
        self.waiting: deque[str] = deque()
        self.writing: asyncio.Task[None] | None = None  # only while something waits
        self.closing: asyncio.Task[None] | None = None

    def send(self, text: str) -> None:
        """Send a frame when those before it are sent; who does not read is sent away."""
        if self.closing is not None or not self.is_greeted:
            return
        if self.writing is None and self.at_once(text):
            return
        is_full = len(self.waiting) >= self.room or self.size + len(text) > self.most
        if self.waiting and is_full:  # one frame may always wait, however long it is
            self.leave("slow")
            return
        self.waiting.append(text)
        self.size += len(text)
        if self.writing is None:
            self.writing = asyncio.create_task(self._write())

    async def _write(self) -> None:
        try:
            while self.waiting:
                await self.deliver(self.waiting[0])
                self.size -= len(self.waiting.popleft())
        except Exception as problem:  # the other side is gone: whoever reads will notice
            telemetry.log.info("socket.gone", exc_info=problem)
        finally:
            self.writing = None

    def leave(self, reason: str) -> None:
        """Send nothing more, and close."""
        if self.writing is not None:
            self.writing.cancel()
        self.waiting.clear()
        self.size = 0
        self.closing = asyncio.create_task(self.close(reason))


class Live:
    """A table in memory."""

    def __init__(self, table: Table, told: list[Told], holders: dict[Seat, Owner]) -> None:
        self.table = table
        self.told = told
        self.drawn = frames.Drawn()
        self.holders = holders
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.touched = self.looked = time.monotonic()
        self.address = ""  # from where somebody last did something here
        self.host = ""  # from where somebody of its own was last here
        self.attended = -math.inf  # and when
        self.shown = -math.inf  # when that was last written down for the lobby
        self.thinking: set[tuple[Seat, int]] = set()
        self.alarm: asyncio.TimerHandle | None = None
        self.moments, self.scroll = Moments(), Scroll()
        self.unsure = False  # whether the log may hold more than is known here
        self.people, self.chat = People(self.touched), chat.Kept()

    def is_busy(self) -> bool:
        """Whether somebody looks at it, or something is being done."""
        return bool(self.watchers or self.thinking or self.lock.locked())

    def urgency(self) -> int:
        """How soon its bots are to think: 0 while somebody looks on, 2 where nobody is left."""
        if self.watchers:
            return 0
        return 1 if time.monotonic() - self.looked < LOOKING else 2

    def attend(self, address: str) -> None:
        """Somebody who sits here, or sits down, is here."""
        self.host, self.attended = address, time.monotonic()

    def is_attended(self, seconds: float) -> bool:
        """Whether somebody who sits here is here, or was not long ago."""
        if any(watcher.seat != SPECTATOR for watcher in self.watchers):
            return True
        return time.monotonic() - self.attended < seconds

    def seats_of(self, owner: Owner | None) -> list[Seat]:
        """The seats somebody holds."""
        return [seat for seat, holder in sorted(self.holders.items()) if holder == owner]

    @property
    def weight(self) -> int:
        """About how many bytes it takes."""
        return TABLE_BYTES + EVENT_BYTES * len(self.told)

    async def frame(self, seat: Seat, owner: Owner | None, since: int | None, most: int) -> str:
        """All that one who comes is shown: what happened since, and how things stand.

        At most so many events; if there are more, it says so.  It is written piece by piece,
        but true at the moment it is returned.
        """
        first = len(self.told) if since is None else min(since + 1, len(self.told))
        end = min(first + most, len(self.told))
        text = await self.scroll.text(self.table, self.told, seat, first, end)
        if seat != SPECTATOR and self.holders.get(seat) != owner:
            return await self.frame(SPECTATOR, owner, since, most)  # it was theirs until now
        if (rest := self.told[end : first + most]) and since is not None:
            text += "," * bool(text) + events_text(self.table, rest, seat)
            end += len(rest)
        mine = self.seats_of(owner) if owner is not None else []
        seen = views.arrival(self.table, (), seat, now_ms(), mine, is_more=end < len(self.told))
        del seen["events"]
        return f'{frames.written(seen)[:-1]},"events":[{text}]}}'


class Step(Draft):
    """What is about to happen at a live table, and who will then hold which seats and codes."""

    def __init__(self, live: Live) -> None:
        super().__init__(live.table, now_ms())
        self.live = live
        self.is_new = live.table.number < 0
        self.held: dict[Seat, Owner] = {}
        self.freed: list[Seat] = []
        self.claims: list[Claim] = []  # new codes
        self.revoked: list[Seat | None] = []  # seats whose codes open nothing any more
        self.spent: list[bytes] = []  # codes that are used up
        self.in_lobby = False  # whether a new table is shown there


Decision = Callable[..., None]  # of a step, or of several


class Hub:
    """All live tables of this process."""

    def __init__(
        self, store: Store, thinkers: Thinkers, settings: Settings, bus: Bus | None = None
    ) -> None:
        self.store, self.thinkers, self.settings = store, thinkers, settings
        self.alone = is_sqlite(store.url)  # whether nobody else writes
        self.lives: dict[str, Live] = {}
        self.loading: dict[str, asyncio.Task[Live]] = {}
        self.tasks: set[asyncio.Task[Any]] = set()
        self.choices = Choices()
        self.stuck: set[str] = set()  # tables that the chores leave alone: see the log
        bus = bus or MemoryBus()
        self.attendance, self.chat = Attendance(self.lives, bus), chat.Chat(self.lives, bus)

    def spawn(self, work: Any) -> None:
        """Do something beside."""
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and (problem := task.exception()) is not None:
            telemetry.log.error("task", code=type(problem).__name__, exc_info=problem)

    async def stop(self) -> None:
        """Let go of everything; it is all in the log."""
        for live in self.lives.values():
            if live.alarm:
                live.alarm.cancel()
            live.people.rest()
            for watcher in live.watchers:
                watcher.leave("closing")
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    # ---- loading

    async def live(self, name: str, address: str = "", since: int = -1) -> Live:
        """The table of that name, read from the log if need be: at least to event `since`."""
        live = self.lives.get(name)
        if live is None:
            task = self.loading.get(name)
            if task is None:
                task = asyncio.create_task(self.load(name))
                self.loading[name] = task
                task.add_done_callback(lambda _: self.loading.pop(name, None))
            live = await asyncio.shield(task)
            live.address = address or live.address
            self.look_ahead(live)
        if live.unsure:
            async with live.lock:
                await self.refresh(live)
        elif live.table.number < since:
            await self.reread(live)
        live.touched = time.monotonic()
        self.look(live)
        return live

    def look(self, live: Live) -> None:
        """Somebody looks; bots that waited for it go on."""
        was_deserted = live.urgency() == 2
        live.looked = time.monotonic()
        if was_deserted:
            self.look_ahead(live)

    async def load(self, name: str) -> Live:
        """Rebuild a table from its log."""
        row = await self.store.table(name)
        if row is None:
            raise Refused("unknown")
        stored = await self.store.events(name)
        events, hashes = [event for event, _ in stored], [hashed for _, hashed in stored]
        table, told = await asyncio.to_thread(rebuilt, name, row.seed, events, hashes)
        table.keep_time(now_ms())
        log_frozen(table)
        found = Live(table, told, await self.store.holders(name))
        found.unsure = not self.alone  # what came while it was read, nobody has told us
        return self.keep(found)

    def keep(self, found: Live) -> Live:
        """Take a table into memory, and let go of those left longest if there are too many."""
        live = self.lives.setdefault(found.table.name, found)
        most, room = self.settings.idle_tables, self.settings.idle_megabytes << 20
        if len(self.lives) > most or sum(one.weight for one in self.lives.values()) > room:
            idle = [one for one in self.lives.values() if one is not live and not one.is_busy()]
            idle.sort(key=lambda one: one.touched, reverse=True)
            for n, one in enumerate(idle):
                room -= one.weight
                if n >= most or room < 0:
                    self.forget(one)
        telemetry.live_tables.set(len(self.lives))
        return live

    def evict(self, idle: float) -> None:
        """Forget tables at which nobody has looked for so many seconds."""
        before = time.monotonic() - idle
        for live in list(self.lives.values()):
            if live.touched < before and not live.is_busy():
                self.forget(live)
        telemetry.live_tables.set(len(self.lives))

    def is_quiet(self) -> bool:
        """Whether nothing has happened at any table for a while."""
        before = time.monotonic() - QUIET
        return all(live.touched < before for live in self.lives.values())

    def forget(self, live: Live) -> None:
        """Let go of a table; it is all in the log."""
        if live.alarm:
            live.alarm.cancel()
        live.people.rest()
        del self.lives[live.table.name]

    async def let_go(self, name: str, reason: str) -> None:
        """Forget a table that was changed behind its log, and send away whoever looks at it."""
        if (task := self.loading.get(name)) is not None:
            await asyncio.gather(task, return_exceptions=True)  # it may be the old one
        if (live := self.lives.get(name)) is not None:
            self.forget(live)
            for watcher in list(live.watchers):
                watcher.leave(reason)

    async def look_again(self, name: str) -> None:
        """Another process says that a table was changed behind its log, or deleted."""
        gone = await self.store.table(name) is None
        await self.let_go(name, "unknown" if gone else "changed")

    # ---- the lobby

    def attended(self) -> dict[str, list[Live]]:
        """Listed tables that wait while somebody is there, by the address of who that is."""
        seconds = 60 * self.settings.lobby_minutes
        found: dict[str, list[Live]] = {}
        for live in self.lives.values():
            waits = live.table.status == WAITING and live.table.opening.listed
            if waits and not live.table.frozen and live.is_attended(seconds):
                found.setdefault(live.host, []).append(live)
        return found

    def may_list(self, address: str) -> bool:
        """Whether one more table from an address is shown in the lobby."""
        return len(self.attended().get(address, [])) < self.settings.lobby_per_address

    async def show_in_lobby(self) -> None:
        """Write down where somebody waits, so that all workers show it: a few for an address."""
        now = time.monotonic()
        for lives in self.attended().values():
            for live in lives[: self.settings.lobby_per_address]:
                if now - live.shown >= BEAT:
                    live.shown = now
                    await self.store.commit(Changes(live.table.name, seen=now_ms()))

    # ---- doing

    async def do(self, live: Live, decision: Decision, *new: Live) -> Step:
        """Decide, store, and only then let it happen; again if somebody else was first.

        The decision writes on a step of the table, and on one of each new table that is laid
        with it.  If nothing is written on the first, nothing happens.
        """
        async with live.lock:
            for _ in range(TRIES):
                if live.unsure:
                    await self.refresh(live)
                steps = [Step(one) for one in (live, *new)]
                decision(*steps)
                if not steps[0].told:
                    return steps[0]
                commands.need_room(steps[0], self.settings.table_events)
                if await self.commit(live, changes(*steps)):
                    for step in reversed(steps):
                        self.happen(step)
                    return steps[0]
                await self.refresh(live)
        raise Refused("stale", ply=live.table.ply)

    async def commit(self, live: Live, wanted: Changes) -> bool:
        """Store what was decided; False if somebody else was first."""
        try:
            await self.store.commit(wanted)
        except Conflict:
            return False
        except (StoreDown, asyncio.CancelledError):
            live.unsure = True  # it may be stored all the same
            raise
        return True

    def happen(self, step: Step) -> None:
        """What is stored has happened: show it, and see who is next."""
        live, is_new = step.live, step.is_new
        for seat in step.freed:
            live.holders.pop(seat, None)
        live.holders.update(step.held)
        live.table = step.table
        live.told += [one.later() for one in step.told]
        live.touched = time.monotonic()
        if is_new:
            step.live = live = self.keep(live)  # others may have read it from the log by now
        self.show(live, step.told)
        self.look_ahead(live)

    async def refresh(self, live: Live) -> None:
        """Read what other workers have written."""
        live.unsure = False  # before reading: what we are told of meanwhile is read again
        try:
            fresh = await self.store.events(live.table.name, live.table.number)
            if fresh:
                live.holders = await self.store.holders(live.table.name)
        except (StoreDown, asyncio.CancelledError):
            live.unsure = True
            raise
        if not fresh:
            return
        table = live.table.copy()
        try:
            told = [taken(table, event, hashed) for event, hashed in fresh]
        except LudothequeError:
            events = [one.event for one in live.told] + [event for event, _ in fresh]
            hashes = [one.hash for one in live.told] + [hashed for _, hashed in fresh]
            facts = (table.name, table.seed, events, hashes)
            table, told = await asyncio.to_thread(rebuilt, *facts)
            told = told[len(live.told) :]
            log_frozen(table)
        table.keep_time(now_ms())
        live.table = table
        live.told += [one.later() for one in told]
        self.show(live, told)
        self.look_ahead(live, BACKSTOP)

    async def reread(self, live: Live) -> None:
        """Read the log again for one who may know more of it than this worker does."""
        if not self.alone:
            async with live.lock:
                await self.refresh(live)

    def wake(self, name: str | None) -> None:
        """Somebody says that a table has news; None: any may have."""
        telemetry.wakes.inc()
        if name is not None and name.startswith(ANEW):
            self.spawn(self.look_again(name.removeprefix(ANEW)))
            return
        for live in list(self.lives.values()) if name is None else [self.lives.get(name)]:
            if live is not None:
                live.unsure = True
                if live.watchers:
                    self.spawn(self.catch_up(live))

    async def catch_up(self, live: Live) -> None:
        """Read what is new at a table that is watched."""
        async with live.lock:
            if live.unsure:
                try:
                    await self.refresh(live)
                except Refused:
                    telemetry.log.warning("store.down", table=live.table.name)

    async def poll(self) -> None:
        """Look for news that nobody has told of."""
        if self.alone:
            return  # there is none, and to look for it in a thousand logs takes a while
        for name, number in (await self.store.newest(list(self.lives))).items():
            live = self.lives.get(name)
            if live is not None and number > live.table.number:
                self.wake(name)

    # ---- showing

    def show(self, live: Live, told: Iterable[Told]) -> None:
        """Send everybody who looks what they may see of it."""
        told = list(told)
        self.move_up(live, told)
        for watcher in live.watchers:
            if live.holders.get(watcher.seat) != watcher.owner:
                watcher.seat = SPECTATOR  # the seat is no longer theirs
        seats = {watcher.seat for watcher in live.watchers}
        texts = frames.texts(live.table, told, seats, now_ms(), live.drawn)
        for watcher in list(live.watchers):
            watcher.send(texts[watcher.seat])
        if live.watchers and views.change_seats(told):
            self.attendance.changed(live)

    def move_up(self, live: Live, told: list[Told]) -> None:
        """Let everybody look from where they sit now, if seats were taken away."""
        for one in told:
            if one.event.kind == Fewer.NAME:
                moved = Fewer.read(one.event).moved()
                for watcher in live.watchers:
                    watcher.seat = moved.get(watcher.seat, SPECTATOR)
                live.people.touch(live.holders, time.monotonic())

    # ---- who is next

    def look_ahead(self, live: Live, delay: float = 0.0) -> None:
        """Let bots think, and set the alarm for seats that may be late.

        Where nobody looks any more, bots wait until somebody does.
        """
        table = live.table
        for seat in table.acting() if live.urgency() < 2 else ():
            thought = (seat, table.ply)
            if table.driver_of(seat) and thought not in live.thinking:
                live.thinking.add(thought)
                self.spawn(self.think(live, seat, table.ply, delay))
        self.set_alarm(live)

    async def think(self, live: Live, seat: Seat, ply: int, delay: float) -> None:
        """Let a bot choose and play."""
        try:
            await asyncio.sleep(delay)
            begin = live.table.time(now_ms())
            while (table := live.table).ply == ply and seat in table.acting():
                if not table.driver_of(seat):
                    return
                try:
                    action = await self.choice(live, seat)
                    at = await self.step(table, begin)
                    await self.do(live, playing(seat, action, ply, at))
                except Refused as problem:
                    if problem.code not in ("busy", "thoughts", "store"):
                        return  # somebody else has played
                    await asyncio.sleep(BUSY)
                else:
                    return
        finally:
            live.thinking.discard((seat, ply))

    async def choice(self, live: Live, seat: Seat) -> Action:
        """What a bot does."""
        table, name = live.table, live.table.driver_of(seat)
        task = self.choices.task(table, seat)
        facts = (table.game.name, name, task.view, task.seat, task.seed)
        action = await self.thinkers.action(*facts, live.address, live.urgency, table.name)
        return action if task.forced is None else task.forced

    async def step(self, table: Table, begin: int) -> int | None:
        """Where hands are hidden, wait for the next moment at which bots act; when that is.

        These moments follow one another evenly from the last thing that happened on the board, so
        that the time of an answer, and the order of several, say nothing of what was thought.
        """
        pace = round(1000 * self.settings.bot_pace)
        if not pace or not table.game.rules.SECRETS:
            return None
        moment = next_step(table.moved, pace, begin, table.time(now_ms()))
        await asyncio.sleep((moment - table.time(now_ms())) / 1000 + LOT.uniform(0, BRIEF))
        return moment - table.ahead

    def set_alarm(self, live: Live) -> None:
        """Wake up when somebody's time is up, or when nobody need be waited for any more."""
        if live.alarm is not None:
            live.alarm.cancel()
            live.alarm = None
        wait = commands.next_alarm(live.table, now_ms(), self.settings.entropy_seconds)
        if wait is not None:
            loop = asyncio.get_running_loop()
            live.alarm = loop.call_later(wait, lambda: self.spawn(self.ring(live)))

    async def ring(self, live: Live) -> None:
        """See whose time is up."""
        entropy = self.settings.entropy_seconds
        try:
            if not (await self.do(live, lambda step: commands.ring(step, entropy))).told:
                self.set_alarm(live)
        except Refused as problem:
            if problem.code == "long":
                return  # nothing more will happen by itself
            live.alarm = asyncio.get_running_loop().call_later(
                1.0, lambda: self.spawn(self.ring(live))
            )

    # ---- watching

    def watch(
        self, live: Live, seat: Seat, owner: Owner | None, deliver: Deliver, close: Close
    ) -> Watcher:
        """Somebody comes to look."""
        room, most = self.settings.send_queue, self.settings.send_bytes
        watcher = Watcher(seat, owner, room, deliver, close, most)
        self.look(live)
        live.watchers.add(watcher)
        if live.unsure:  # since it was found
            self.spawn(self.catch_up(live))
        return watcher


def taken(table: Table, event: Event, hashed: bytes) -> Told:
    """Let a stored event happen, which must fit the hash that was stored with it."""
    told = table.take(event)
    need_hash(table, hashed)
    return told


def log_frozen(table: Table) -> None:
    """Say which table stands still, from which event on, and why."""
    if table.frozen is not None:
        number = table.frozen.facts.get("number", table.number)
        telemetry.log.warning(
            "table.frozen", table=table.name, number=number, code=table.frozen.key
        )


def changes(step: Step, *also: Step) -> Changes:
    """Steps at several tables as the one transaction that the store writes."""
    table, before = step.table, step.live.table
    has_changed = table.status != before.status and not step.is_new
    is_smaller = table.players != before.players and not step.is_new
    is_later = step.now // HOUR != before.at // HOUR and not step.is_new
    return Changes(
        table.name,
        [(one.event, one.hash) for one in step.told],
        opened=row_of(step) if step.is_new else None,
        status=table.status if has_changed else None,
        players=table.players if is_smaller else None,
        result=result_of(table) if has_changed and table.status == OVER else None,
        last=step.now if is_later else None,
        held=list(step.held.items()),
        freed=step.freed,
        claims=step.claims,
        spent=step.spent,
        revoked=step.revoked,
        also=tuple(changes(one) for one in also),
    )


def row_of(step: Step) -> TableRow:
    """A new table as it is listed."""
    table, opening = step.table, step.table.opening
    assert table.seed is not None
    return TableRow(
        id=table.name,
        made=step.now,
        game=opening.game,
        rules=opening.rules,
        data=opening.data,
        players=opening.players,
        listed=opening.listed,
        status=table.status,
        seed=table.seed,
        last=step.now,
        seen=step.now if step.in_lobby else 0,
    )
