"""Every moment of a game, without playing all of it again: states are kept along the way.

In the literature: snapshots of an event-sourced state (Fowler 2005).
"""

from __future__ import annotations

import asyncio

from ludotheque.errors import Refused
from ludotheque.state import Action, Base, Seat
from ludotheque.tables import views
from ludotheque.tables.events import Json
from ludotheque.tables.table import Table
from ludotheque.tables.told import effects

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


def need_moment(table: Table, n: int) -> None:
    """Refuse a moment that has not come, or of which the table keeps no record."""
    if table.frozen or table.s is None or n > len(table.actions):
        raise Refused("moment", n=len(table.actions))
    since = 0 if table.is_over else table.game.told_since(table.s)
    if n <= since > 0:
        raise Refused("moment", "refused.moment.forgotten", n=since + 1)


def moment(table: Table, before: Base, n: int, seat: Seat) -> Json:
    """The position after n actions, as a seat saw it; `before` is the one before the last."""
    last = table.actions[n - 1] if n else None
    then = table.copy()
    then.s = before if last is None else table.game.after(before, last)
    shown: Json = {"actions": n, "last": len(table.actions)}
    shown |= views.board_for(then, seat, whole=True)
    shown["picture"] = "\n".join(table.game.picture(table.game.observe(then.s, seat)))
    if last is not None:
        onlooker = None if table.is_over else seat
        shown["effects"] = effects(table.game.effects(before, last, then.s, onlooker))
    return shown
