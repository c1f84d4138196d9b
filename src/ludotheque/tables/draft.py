"""A draft: what is about to happen at a table, to be stored first."""

from __future__ import annotations

from ludotheque.tables.events import Event
from ludotheque.tables.kinds import Kind
from ludotheque.tables.table import Table
from ludotheque.tables.told import Told


class Draft:
    """A copy of a table that takes new events; what it was made of is left alone."""

    def __init__(self, table: Table, now: int) -> None:
        self.table = table.copy()
        self.now = table.time(now)
        self.told: list[Told] = []

    def write(self, kind: Kind) -> None:
        """Let something happen."""
        table, aside = self.table, kind.aside()
        event = Event(table.number + 1, self.now, kind.NAME, kind.doer, kind.body(), aside)
        self.told.append(table.take(event, kind))
