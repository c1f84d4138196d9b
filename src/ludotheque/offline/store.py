"""What is kept of the tables on a device: a row for each, and its events.

All that goes in or out is JSON as text, so that a store can be written in another language.  A row
has what a list of tables tells, as it is told, so that a page can list them by itself.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

from ludotheque.state import Seat
from ludotheque.tables.album import Finished, counted, ended, result_of, told_of
from ludotheque.tables.events import Event, Json, compact, read_event, written
from ludotheque.tables.table import OVER, Table, Told


class Store(Protocol):
    """Where tables are kept; anything that it raises means that nothing was stored."""

    async def tables(self) -> str:
        """All rows, in any order."""

    async def events(self, table: str) -> str:
        """The events of a table in order, each with its `number`, `line` and `hash`."""

    async def commit(self, changes: str) -> None:
        """Keep rows and further events in one transaction, if none is missing before them."""

    async def forget(self, table: str) -> None:
        """Keep nothing of a table any more."""


class Row(NamedTuple):
    """What is known of a table without reading its log."""

    table: str
    seed: str  # of its dice, in hexadecimal
    game: str
    players: int
    made: int  # milliseconds since 1970
    last: int  # when something last happened
    status: str
    seats: list[Seat]  # of whoever has this device
    people: list[str]  # the others, by name
    bots: int
    result: Json | None  # how it ended, once it is over, and what is counted of it
    away: bool  # whether it is put away

    def line(self) -> Json:
        """The table in a list."""
        facts = self._asdict()
        for hidden in ("seed", "last"):
            del facts[hidden]
        return facts | {"result": self.result and ended(counted(self.result))}

    def finished(self) -> Iterable[Finished]:
        """The game of somebody here, if it is one and over."""
        if self.result and self.seats:
            result = counted(self.result)
            yield Finished(self.table, self.game, self.players, self.seats, result)


def row_of(table: Table, made: int, mine: list[Seat], away: bool) -> Row:
    """A table as it is listed."""
    assert table.seed is not None
    others = [seat for seat in range(table.players) if seat not in mine]
    return Row(
        table=table.name,
        seed=table.seed.hex(),
        game=table.opening.game,
        players=table.players,
        made=made,
        last=table.at,
        status=table.status,
        seats=mine,
        people=[name for seat in others if (name := table.places[seat].name)],
        bots=sum(bool(place.bot) for place in table.places),
        result=told_of(result_of(table)) if table.status == OVER else None,
        away=away,
    )


def changes(*tables: tuple[Row, Sequence[Told]]) -> str:
    """Rows and new events of some tables, as they are stored together."""
    return compact(
        {"tables": [{"row": row._asdict(), "events": [*map(kept, told)]} for row, told in tables]}
    )


def kept(told: Told) -> Json:
    """An event as it is stored, with its hash."""
    return {"number": told.event.number, "line": written(told.event), "hash": told.hash.hex()}


def rows_in(text: str) -> list[Row]:
    """The rows that a store gave, the newest first."""
    rows = [Row(**row) for row in json.loads(text)]
    return sorted(rows, key=lambda row: (row.made, row.table), reverse=True)


def events_in(text: str) -> tuple[list[Event], list[bytes]]:
    """The events that a store gave, and their hashes."""
    found = json.loads(text)
    return [read_event(one["line"]) for one in found], [bytes.fromhex(one["hash"]) for one in found]


class MemoryStore:
    """A store that forgets all when the process ends: for tests."""

    def __init__(self) -> None:
        self.rows: dict[str, Json] = {}
        self.logs: dict[str, list[Json]] = {}

    async def tables(self) -> str:
        """All rows."""
        return json.dumps([*self.rows.values()])

    async def events(self, table: str) -> str:
        """The events of a table."""
        return json.dumps(self.logs.get(table, []))

    async def commit(self, changes: str) -> None:
        """Keep rows and events."""
        parts = json.loads(changes)["tables"]
        for part in parts:
            known = len(self.logs.get(part["row"]["table"], []))
            if part["events"] and part["events"][0]["number"] != known:
                raise KeyError(part["row"]["table"])
        for part in parts:
            name = part["row"]["table"]
            self.rows[name] = part["row"]
            self.logs[name] = self.logs.get(name, []) + part["events"]

    async def forget(self, table: str) -> None:
        """Forget a table."""
        self.rows.pop(table, None)
        self.logs.pop(table, None)
