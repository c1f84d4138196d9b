"""A line of those who wait for one of a few places: the most urgent first, then each key in turn.

Who asks for much waits behind who asks for little: every key (an address) gets one place after
another, however many it waits for.

In the literature: fair queueing (Nagle 1985, RFC 970), round robin within priorities.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import count

from ludotheque.errors import Refused

Urgency = Callable[[], int]  # 0 before 1 before 2; asked anew whenever a place is free


class One:
    """One who waits."""

    def __init__(self, urgency: Urgency, round: int, number: int) -> None:
        self.urgency, self.round, self.number = urgency, round, number
        self.turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def order(self) -> tuple[int, int, int]:
        """Whoever has the smallest is next."""
        return self.urgency(), self.round, self.number

    def is_in(self) -> bool:
        """Whether this one has been given a place."""
        turn = self.turn
        return turn.done() and not turn.cancelled() and turn.exception() is None


class Line:
    """So many places, and room for so many in and before them."""

    def __init__(self, places: int, room: int) -> None:
        self.places, self.free, self.room = places, places, room
        self.inside = 0
        self.waiting: list[One] = []
        self.numbers = count()
        self.round = 0  # of whoever was last given a place
        self.rounds: dict[str, int] = {}  # [key] -> the round after the last it waits for

    def resize(self, places: int) -> None:
        """Have more places, or fewer once those inside have left."""
        self.free += places - self.places
        self.places = places
        self._admit()

    @asynccontextmanager
    async def place(self, key: str, urgency: Urgency) -> AsyncIterator[None]:
        """Wait for a place and keep it for a while; Refused if too many wait."""
        one = self._join(key, urgency)
        try:
            await one.turn
            yield
        finally:
            self._leave(one)

    def _join(self, key: str, urgency: Urgency) -> One:
        one = One(urgency, max(self.round, self.rounds.get(key, 0)), next(self.numbers))
        if self.inside + len(self.waiting) >= self.room:
            self._give_way(one)
        self.rounds[key] = one.round + 1
        self.waiting.append(one)
        self._admit()
        return one

    def _give_way(self, one: One) -> None:
        """Send away whoever is less urgent; if nobody is, it is full."""
        last = max(self.waiting, key=One.order, default=None)
        if last is None or last.urgency() <= one.urgency():
            raise Refused("busy")
        self.waiting.remove(last)
        last.turn.set_exception(Refused("busy"))

    def _leave(self, one: One) -> None:
        if one in self.waiting:
            self.waiting.remove(one)
        elif one.is_in():
            self.inside -= 1
            self.free += 1
            self._admit()

    def _admit(self) -> None:
        """Give places to those who are next."""
        while self.free > 0 and self.waiting:
            one = min(self.waiting, key=One.order)
            self.waiting.remove(one)
            if one.turn.done():  # it has gone away
                continue
            self.free -= 1
            self.inside += 1
            self.round = max(self.round, one.round)
            one.turn.set_result(None)
        self.rounds = {key: n for key, n in self.rounds.items() if n > self.round}
