"""What is written to the database, and why it may not be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ludotheque.errors import Refused
from ludotheque.state import Seat
from ludotheque.tables.album import ResultRow
from ludotheque.tables.events import Event

Claim = tuple[bytes, Seat | None, int]  # a code's hash, the seat it is for, until when it opens


class TableRow(NamedTuple):
    """What is known of a table without reading its log."""

    id: str
    made: int  # milliseconds since 1970
    game: str
    rules: int
    data: str
    players: int
    listed: bool
    status: str
    seed: bytes
    last: int = 0  # when something last happened, to the hour
    seen: int = 0  # when somebody was last there, while it waits in the lobby


class Changes(NamedTuple):
    """One transaction: all of it is stored, or nothing."""

    table: str
    events: Sequence[tuple[Event, bytes]] = ()  # each with its hash
    opened: TableRow | None = None
    status: str | None = None  # the table's new one
    players: int | None = None  # seats left, where free ones were taken away
    result: ResultRow | None = None  # how the game ended
    last: int | None = None  # when this happened, if it is another hour than before
    held: Sequence[tuple[Seat, bytes]] = ()  # seats, and the hash of their holder's token
    freed: Sequence[Seat] = ()
    away: tuple[bytes, bool] | None = None  # by whom the table is put away, or brought back
    seen: int | None = None  # somebody is there, at a table that waits in the lobby
    claims: Sequence[Claim] = ()  # new codes
    revoked: Sequence[Seat | None] = ()  # codes that open nothing any more; None: of free seats
    spent: Sequence[bytes] = ()  # hashes of codes that are used up
    asides: Sequence[tuple[int, str | None]] = ()  # what lies beside events from now on, by number
    deleted: bool = False  # the whole table, and nothing else with it
    also: tuple[Changes, ...] = ()  # at other tables

    def parts(self) -> Iterator[Changes]:
        """The changes, table by table."""
        yield self
        for other in self.also:
            yield from other.parts()


class Conflict(Exception):
    """Somebody else was first: an event, a seat or a code is taken; nothing was stored."""


class StoreDown(Refused):
    """The database cannot be used now; whatever was acknowledged is safe.

    What was being written may or may not be stored: read it again.
    """

    def __init__(self, key: str) -> None:
        super().__init__("store", key)
