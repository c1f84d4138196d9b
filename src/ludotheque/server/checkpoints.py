"""Every moment of a game, without playing all of it again: states are kept along the way.

In the literature: snapshots of an event-sourced state (Fowler 2005).
"""

from __future__ import annotations

import asyncio

from ludotheque.state import Action, Base
from ludotheque.tables.table import Table

EVERY = 32  # actions from one state that is kept to the next


class Moments:
    """The states of one table after 0, 32, 64 … actions, as far as somebody has looked.

    There are never more than the table has events, of which it has only so many.
    """

    __slots__ = ("path", "start", "states")

    def __init__(self) -> None:
        self.start: Base | None = None
        self.states: list[Base] = []
        self.path: list[Action] = []  # the actions that led to the last of them

    async def at(self, table: Table, n: int) -> Base:
        """The state after n actions; on the way there others have their turn."""
        game, nearest = table.game, n // EVERY
        while self.known(table) <= nearest:
            done = len(self.path)
            step = table.actions[done : done + EVERY]
            self.states.append(game.replay(self.states[-1], step))
            self.path = self.path + step
            await asyncio.sleep(0)
        return game.replay(self.states[nearest], table.actions[nearest * EVERY : n])

    def known(self, table: Table) -> int:
        """How many states are kept; those that an undo has made untrue are forgotten."""
        if self.start is not table.start:
            self.start, self.states, self.path = table.start, [table.start], []
        while self.path != table.actions[: len(self.path)]:
            self.states.pop()
            self.path = self.path[:-EVERY]
        return len(self.states)

    def work(self, n: int) -> int:
        """How many actions have to be played to get there."""
        return max(n - len(self.path), n % EVERY)
