"""A table's log as it is sent: written piece by piece, and only once for all who see the same."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from ludotheque.server.frames import written
from ludotheque.state import Seat
from ludotheque.tables import views
from ludotheque.tables.table import Table, Told

PIECE = 100  # events that are written at once: about a millisecond


class Scroll:
    """The pieces of one table's log that somebody has read.

    A piece is kept if all see the same of it: once the game is over, or if nobody has done
    anything in secret there and the table still keeps a record of it.
    """

    __slots__ = ("pieces", "when")

    def __init__(self) -> None:
        self.pieces: dict[int, str] = {}
        self.when = (False, 0)  # whether the game was over, and from where on all was told

    async def text(
        self, table: Table, told: Sequence[Told], seat: Seat, first: int, end: int
    ) -> str:
        """Some events as a seat sees them, separated by commas; meanwhile others have a turn."""
        parts = []
        while first < end:
            stop = min(first - first % PIECE + PIECE, end)
            part = self.known(table, first, stop)
            if part is None:
                part = self.write(table, told[first:stop], seat, first)
                await asyncio.sleep(0)
            parts.append(part)
            first = stop
        return ",".join(parts)

    def known(self, table: Table, first: int, stop: int) -> str | None:
        """A whole piece that was written before and still tells all there is to tell."""
        now = (table.is_over, table.first_told)
        if now != self.when:
            self.pieces, self.when = {}, now
        return self.pieces.get(first) if stop - first == PIECE else None

    def write(self, table: Table, told: Sequence[Told], seat: Seat, first: int) -> str:
        """Write a piece, and keep it if it is whole and for all."""
        text = events_text(table, told, seat)
        is_open = table.is_over or (
            first >= table.first_told and all(one.witness is None for one in told)
        )
        if is_open and len(told) == PIECE and first % PIECE == 0:
            self.pieces[first] = text
        return text


def events_text(table: Table, told: Sequence[Told], seat: Seat) -> str:
    """Events as a seat sees them, separated by commas."""
    return written([views.event_for(table, one, seat) for one in told])[1:-1]
