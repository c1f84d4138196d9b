"""The album: what somebody keeps of their games, by the token they come with, and nobody else's.

A list of their tables, how often they have won, all of it as a file to take along; and in the
end its being forgotten, with the same work as the operator's `ludotheque person erase`.
"""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import AsyncIterator
from typing import NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile

from ludotheque.errors import Refused
from ludotheque.parts import SPECTATOR
from ludotheque.server import admin, persons, responses
from ludotheque.server.archive import Log
from ludotheque.server.hub import Hub
from ludotheque.server.identity import Owner
from ludotheque.server.limits import Limits
from ludotheque.server.service import ACTIONS_A_UNIT, EVENTS_A_UNIT
from ludotheque.server.store import Changes, Mark, Owned, Store
from ludotheque.server.transaction import TableRow
from ludotheque.state import Seat
from ludotheque.tables import evidence
from ludotheque.tables.album import Finished, bots_of, ended, sitting
from ludotheque.tables.album import statistics as statistics_of
from ludotheque.tables.events import Event, Json
from ludotheque.tables.table import Table, Told, rebuilt

AT_ONCE = 50  # tables in a page of the list, and forgotten in one request
MOST_COUNTED = 10_000  # tables in the statistics, the newest; nobody has played so many
PAUSE = 0.2  # seconds until somebody who has asked for much may get the next file
README = "ludotheque.json"  # in the export, beside the games


# ---- the list


async def lines(
    store: Store, owner: Owner, before: str | None = None, *, all_of_them: bool = False
) -> list[responses.MyTable]:
    """Somebody's tables, the newest first; from the one after `before`, if there is one."""
    mark: Mark | None = None
    if before is not None:
        row = await store.table(before)
        if row is None:
            raise Refused("unknown")
        mark = (row.made, row.id)
    found = await store.owned(owner, AT_ONCE, mark, all_of_them=all_of_them)
    there = await store.sitting([one.row.id for one in found])
    return [line_of(one, there[one.row.id]) for one in found]


def facts_of(row: TableRow) -> Json:
    """What every list says of a table."""
    facts = {"table": row.id, "game": row.game, "players": row.players}
    return facts | {"status": row.status, "made": row.made}


def line_of(mine: Owned, events: list[Event]) -> responses.MyTable:
    """A table of somebody's: with whom they sat there, and how it ended."""
    row, result = mine.row, mine.result
    names = sitting(events)
    return responses.MyTable(
        **facts_of(row),
        seats=mine.seats,
        people=[
            own[-1] for seat, own in sorted(names.items()) if own[-1] and seat not in mine.seats
        ],
        bots=len(bots_of(events)),
        result=None if result is None else responses.Result(**ended(result)),
        away=mine.away,
    )


async def put_away(store: Store, owner: Owner, name: str, away: bool) -> None:
    """Take a table from somebody's shelf, or lay it there again; the table is what it was."""
    await store.commit(Changes(name, away=(owner, away)))


# ---- the statistics


async def statistics(store: Store, owner: Owner) -> responses.Statistics:
    """How often somebody has played each game and won; only what is over, which all may know."""
    found = statistics_of(
        Finished(mine.row.id, mine.row.game, mine.row.players, mine.seats, mine.result)
        for mine in await store.owned(owner, MOST_COUNTED)
        if mine.result is not None
    )
    return responses.Statistics(**found)


# ---- the file


class Kept(NamedTuple):
    """A table as it goes into the file."""

    facts: Json
    text: str | None  # the game, where there is one to write


class Sink(io.RawIOBase):
    """Takes what an archive writes, until it is sent on."""

    def __init__(self) -> None:
        self.parts: list[bytes] = []

    def writable(self) -> bool:
        """Whether one can write, as one always can."""
        return True

    def write(self, data: object) -> int:
        """Keep some bytes."""
        self.parts.append(bytes(data))  # type: ignore[call-overload]
        return len(self.parts[-1])

    def emptied(self) -> bytes:
        """All that was written since the last time."""
        found, self.parts = b"".join(self.parts), []
        return found


async def exported(
    store: Store, limits: Limits, owner: Owner, address: str
) -> AsyncIterator[bytes]:
    """All that is kept of somebody, as a zip that grows: every game as a file, and a list.

    A game that is still played is told as their seat sees it.  Nobody gets more at once than they
    may ask for; who has played much waits a little.
    """
    sink, before = Sink(), None
    facts: list[Json] = []
    with ZipFile(sink, "w", ZIP_DEFLATED) as archive:
        while page := await store.owned(owner, AT_ONCE, before):
            there = await store.sitting([mine.row.id for mine in page])
            for mine in page:
                kept = await one_kept(store, limits, mine, owner, address)
                line = line_of(mine, there[mine.row.id]).model_dump(exclude_none=True)
                facts.append(line | kept.facts)
                if kept.text is not None:
                    archive.writestr(f"{mine.row.game}-{mine.row.id}.play", kept.text)
                yield sink.emptied()
            before = page[-1].row.made, page[-1].row.id
        counted = (await statistics(store, owner)).model_dump(exclude_none=True)
        whole = {"statistics": counted, "tables": facts}
        archive.writestr(README, json.dumps(whole, ensure_ascii=False, indent=1))
    yield sink.emptied()


async def one_kept(store: Store, limits: Limits, mine: Owned, owner: Owner, address: str) -> Kept:
    """One table of somebody's, when it is their turn."""
    while not limits.work.has_plenty(address):
        await asyncio.sleep(PAUSE)
    events = await store.events(mine.row.id)
    holders = await store.holders(mine.row.id)
    seats = [seat for seat, holder in holders.items() if holder == owner]  # they may be gone by now
    limits.work.charge(address, len(events) // ACTIONS_A_UNIT + len(events) // EVENTS_A_UNIT)
    async with limits.turns.take(address):
        return await asyncio.to_thread(kept_of, mine, events, seats)


def kept_of(mine: Owned, events: list[tuple[Event, bytes]], seats: list[Seat]) -> Kept:
    """A table as its owner may take it along."""
    plain = [event for event, _ in events]
    hashes = [hashed for _, hashed in events]
    table, told = rebuilt(mine.row.id, mine.row.seed, plain, hashes)
    text = text_of(table, told, seats)
    if text is not None:
        return Kept({"file": f"{mine.row.game}-{mine.row.id}.play"}, text)
    trace = persons.by_seats(Log(mine.row, plain, table, dict.fromkeys(seats, b"")), seats)
    return Kept({"events": trace.told()["events"]}, None)


def text_of(table: Table, told: list[Told], seats: list[Seat]) -> str | None:
    """The `.play` file of a table; none where it stands still or has not begun."""
    if table.frozen or (table.s is None and not table.is_over):
        return None
    seat = seats[0] if len(seats) == 1 else SPECTATOR  # of several hands, none
    return evidence.file_of(table, told, seat)


# ---- the end


async def forget(hub: Hub, owner: Owner) -> int:
    """Erase somebody's names, seats and codes at some of their tables; how many are left.

    What is left is for the next request: an answer shall not take minutes.
    """
    found = await hub.store.owned(owner, AT_ONCE + 1)
    for mine in found[:AT_ONCE]:
        table = mine.row.id
        names = sitting((await hub.store.sitting([table]))[table])
        own = sorted({name for seat in mine.seats for name in names.get(seat, ()) if name})
        await admin.erase(hub, table, mine.seats, own)
    return len(await hub.store.owned(owner, MOST_COUNTED)) if len(found) > AT_ONCE else 0
