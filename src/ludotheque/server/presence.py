"""Who is at a table now: there, with the page out of sight, or gone.  Nothing of it is stored.

A person is there while one of their pages is in sight, whichever of their tabs that is.  Each
worker knows its own sockets and tells the others; what a worker has not said again for a while
is forgotten, so that nobody stays at the table of a worker that has died.

A bot may stand in for somebody who is gone for as long as the table has patience, or who has
kept the others waiting for as long and then does not answer the question whether they are there.

In the literature: failure detection by heartbeat (Aguilera, Chen & Toueg 1997).
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterable
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from ludotheque.errors import Refused
from ludotheque.server import frames, telemetry
from ludotheque.server.bus import Bus
from ludotheque.state import Seat
from ludotheque.tables.events import Json

if TYPE_CHECKING:
    from ludotheque.server.hub import Live, Watcher

CHANNEL = "ludotheque_people"
CALM = 0.5  # seconds in which changes are told together: a page that is loaded again is not gone
BEAT = 10.0  # seconds between two words to the other workers
FORGOTTEN = 35.0  # seconds after which a worker that says nothing has nobody any more
ANSWER = 20.0  # seconds to say that one is still there
MOST_TOLD = 200  # spectators that a worker tells the others of

THERE, AWAY, GONE = "there", "away", "gone"


class Known(NamedTuple):
    """Whom one worker has at a table."""

    hidden: dict[Seat, bool]  # of those who are here: whether all their pages are out of sight
    watching: frozenset[str]  # spectators, by a name that says nothing of them
    at: float  # when it said so


class People:
    """The people at one table, as far as this worker knows."""

    def __init__(self, now: float) -> None:
        self.seen: dict[Seat, float] = {}  # when the person of a seat was last there
        self.began = now  # nobody was seen before
        self.asked: dict[Seat, float] = {}  # when somebody was asked whether they are there
        self.answered: dict[Seat, float] = {}  # when somebody last said so
        self.elsewhere: dict[str, Known] = {}  # [worker] -> what it said last
        self.shown: object = None  # what was told last
        self.due: asyncio.TimerHandle | None = None  # when what has changed is told

    def rest(self) -> None:
        """Tell nothing more."""
        if self.due is not None:
            self.due.cancel()
            self.due = None

    def here(self, live: Live, now: float) -> Known:
        """Whom this worker has at the table."""
        hidden: dict[Seat, bool] = {}
        watching = set()
        for watcher in live.watchers:
            seats = live.seats_of(watcher.owner) if watcher.owner else []
            for seat in seats:
                hidden[seat] = hidden.get(seat, True) and watcher.is_hidden
            if not seats:
                watching.add(watcher.called)
        return Known(hidden, frozenset(watching), now)

    def all(self, live: Live, now: float) -> Known:
        """Whom all workers together have at the table."""
        for worker, known in list(self.elsewhere.items()):
            if now - known.at > FORGOTTEN:
                del self.elsewhere[worker]
        found = self.here(live, now)
        for known in self.elsewhere.values():
            both = {s: found.hidden.get(s, True) and h for s, h in known.hidden.items()}
            found = Known(found.hidden | both, found.watching | known.watching, now)
        self.touch(found.hidden, now)
        return found

    def touch(self, seats: Iterable[Seat], now: float) -> None:
        """Those who sit there are here."""
        for seat in seats:
            self.seen[seat] = max(now, self.seen.get(seat, now))

    def gone(self, live: Live, seat: Seat, now: float) -> float | None:
        """The seconds for which somebody has been gone; None if they are here."""
        if seat in self.all(live, now).hidden:
            return None
        return now - self.seen.get(seat, self.began)

    def left_to_answer(self, seat: Seat, now: float) -> float | None:
        """The seconds somebody has to say that they are there; None if nobody has asked."""
        asked = self.asked.get(seat)
        return None if asked is None else max(0.0, asked + ANSWER - now)

    def frame(self, live: Live, now: float) -> Json:
        """Who is there, as everybody is told."""
        known, places = self.all(live, now), live.table.places
        seats = [
            self.one(live, seat, known.hidden.get(seat), now) if place.is_person else None
            for seat, place in enumerate(places)
        ]
        return {"type": "people", "seats": seats, "watching": len(known.watching)}

    def one(self, live: Live, seat: Seat, hidden: bool | None, now: float) -> Json:
        """One person: `hidden` is None if they are gone."""
        found: Json = {"state": GONE if hidden is None else AWAY if hidden else THERE}
        if hidden is None:
            ago = now - self.seen.get(seat, self.began)
            wait = live.table.opening.patience - ago
            found |= {"ago": round(1000 * ago), "bot": max(0, round(1000 * wait))}
        left = self.left_to_answer(seat, now)
        if left is not None:
            found["asked"] = round(1000 * left)
        return found


def need_absent(live: Live, seat: Seat, waited: float, now: float) -> bool:
    """Whether a bot may stand in for somebody; False if they are to be asked first.

    Refused if they are only slow, or have not been gone for long.
    """
    people, patience = live.people, float(live.table.opening.patience)
    gone = people.gone(live, seat, now)
    if gone is not None:
        need_patience(patience - gone)
        return True
    left = people.left_to_answer(seat, now)
    if left is None:
        need_patience(patience - min(waited, now - people.answered.get(seat, -patience)))
        return False
    if left > 0:
        raise Refused("asking", n=whole(left))
    return True


def need_patience(left: float) -> None:
    """Refuse who does not wait long enough, and say for how long."""
    if left > 0:
        raise Refused("patience", n=whole(left))


def whole(seconds: float) -> int:
    """Seconds to wait, never too few."""
    return max(1, -int(-seconds // 1))


class Attendance:
    """Tells everybody who is at the tables: those who look, and the other workers."""

    def __init__(self, lives: dict[str, Live], bus: Bus) -> None:
        self.lives, self.bus = lives, bus
        bus.hear(CHANNEL, self.heard)

    # ---- what happens

    def came(self, live: Live, watcher: Watcher) -> None:
        """Somebody opens a page."""
        is_first = len(live.watchers) == 1
        self.answered(live, live.seats_of(watcher.owner) if not watcher.is_hidden else [])
        self.changed(live)
        if is_first:
            self.say(live, wants=True)

    def left(self, live: Live, watcher: Watcher) -> None:
        """Somebody closes a page."""
        live.people.touch(live.seats_of(watcher.owner), time.monotonic())
        live.watchers.discard(watcher)
        self.changed(live)

    def here(self, live: Live, watcher: Watcher, hidden: bool) -> None:
        """Somebody says that the page is in sight, or no longer is; they are told of the others."""
        watcher.is_told = True
        watcher.is_hidden = hidden
        now = time.monotonic()
        if not hidden:
            self.answered(live, live.seats_of(watcher.owner))
        watcher.send(frames.written(live.people.frame(live, now)))
        self.changed(live)

    def ask(self, live: Live, seat: Seat) -> None:
        """Ask somebody whether they are still there."""
        live.people.asked[seat] = time.monotonic()
        self.tell(live)
        self.say(live, ask=seat)

    def answered(self, live: Live, seats: list[Seat]) -> None:
        """Somebody is there: nobody need be asked any more."""
        people, now = live.people, time.monotonic()
        people.touch(seats, now)
        for seat in seats:
            if people.asked.pop(seat, None) is not None:
                people.answered[seat] = now
                self.changed(live)
                self.say(live, answer=seat)

    def changed(self, live: Live) -> None:
        """Something may be otherwise: tell it in a moment, all together."""
        people = live.people
        if people.due is None:
            loop = asyncio.get_running_loop()
            people.due = loop.call_later(CALM, self.tell_changes, live)

    def tell_changes(self, live: Live) -> None:
        """Tell those who look, and the other workers, what has changed."""
        live.people.due = None
        self.tell(live)
        self.say(live)

    # ---- telling

    def tell(self, live: Live) -> None:
        """Tell those who look, if something is otherwise than they were told."""
        frame = live.people.frame(live, time.monotonic())
        kept = [one and (one["state"], "asked" in one) for one in frame["seats"]]
        shown = (kept, frame["watching"])
        if shown == live.people.shown:
            return
        live.people.shown = shown
        text = frames.written(frame)
        for watcher in list(live.watchers):
            if watcher.is_told:
                watcher.send(text)

    def say(self, live: Live, **more: object) -> None:
        """Tell the other workers whom this one has at a table."""
        if not self.bus.name:
            return
        known = live.people.here(live, time.monotonic())
        told = {
            "worker": self.bus.name,
            "table": live.table.name,
            "seats": [[seat, hidden] for seat, hidden in known.hidden.items()],
            "watching": sorted(known.watching)[:MOST_TOLD],
            **more,
        }
        self.bus.say(CHANNEL, json.dumps(told, separators=(",", ":")))

    def beat(self) -> None:
        """Say again who is here, and notice of whom nothing was heard any more."""
        for live in list(self.lives.values()):
            if live.watchers:
                self.say(live)
                self.tell(live)

    def heard(self, text: str) -> None:
        """Another worker says whom it has."""
        try:
            told = json.loads(text)
            live = self.lives.get(told["table"])
            if live is None or told["worker"] == self.bus.name:
                return
            self.take(live, told)
        except (ValueError, LookupError, TypeError) as problem:
            telemetry.log.warning("people.heard", exc_info=problem)

    def take(self, live: Live, told: Json) -> None:
        """Believe another worker."""
        people, now = live.people, time.monotonic()
        hidden = {int(seat): bool(away) for seat, away in told["seats"]}
        before = people.elsewhere.get(told["worker"])
        people.touch([*hidden, *(before.hidden if before else ())], now)
        people.elsewhere[told["worker"]] = Known(hidden, frozenset(told["watching"]), now)
        if "ask" in told:
            people.asked[int(told["ask"])] = now
        if "answer" in told and people.asked.pop(int(told["answer"]), None) is not None:
            people.answered[int(told["answer"])] = now
        if told.get("wants") and live.watchers:
            self.say(live)
        self.tell(live)


def called(owner: bytes | None, address: str) -> str:
    """A spectator by a short name: tabs of one person are one, and it says nothing of them."""
    return sha256(owner or address.encode()).hexdigest()[:12]
