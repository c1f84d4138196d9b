"""A table, rebuilt from its events.

`take` is the only way in: it checks an event against everything before it, rules and dice
included, and a table that has taken all its events is proof that they fit together.

In the literature: event sourcing (Fowler 2005); the table is a left fold over its events.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import zip_longest

from ludotheque.errors import BadEvent, LudothequeError
from ludotheque.parts import NOBODY
from ludotheque.tables.checks import need, whole
from ludotheque.tables.events import Event, link
from ludotheque.tables.kinds import KINDS, Abandon, End, Kind
from ludotheque.tables.standing import (
    ABANDONED,
    OVER,
    PLAYING,
    WAITING,
    Place,
    Position,
    Result,
    Standing,
)
from ludotheque.tables.told import NOTHING_MORE, Told

__all__ = ["ABANDONED", "OVER", "PLAYING", "WAITING", "Place", "Position", "Table", "Told"]
__all__ += ["need_hash", "rebuilt"]


class Table(Standing):
    """A table that takes events."""

    def take(self, event: Event, kind: Kind | None = None) -> Told:
        """Let an event happen; a BadEvent if it could not have, and then nothing has.

        `kind` is the event where it need not be read, because it was just written.
        """
        before = self.at
        try:
            need(whole(event.number) == self.number + 1 and whole(event.at) >= before)
            known = KINDS[event.kind]
            need(not event.aside or (self.format > 1 and known.HAS_ASIDE))
            kind = kind or (known.read if self.format > 1 else known.read_first)(event)
            self.at = event.at
            need(kind.doer is None or 0 <= kind.doer < self.players)
            telling = kind.apply(self) or NOTHING_MORE
        except Exception as problem:  # whatever a stranger wrote, it cannot have happened
            self.at = before
            raise why_bad(event, problem) from problem
        self.number, self.head = event.number, link(self.head, event)
        if self.is_over and not self.chain:
            self.chain = self.head
        return Told(event, *telling, self.head)

    def write_down(self, event: Event) -> Told:
        """Add an event to a table that stands still; nobody knows any more who may see it."""
        self.number, self.at, self.head = event.number, event.at, link(self.head, event)
        kind = KINDS.get(event.kind, Kind)
        self.status = kind.STATUS or self.status
        if self.is_over and not self.chain:
            self.chain = self.head
            self.result = result_of(event)
        secret = self._game is None or self.game.rules.SECRETS
        hidden = secret and kind.ON_THE_BOARD
        return Told(event, NOBODY if hidden else None, hash=self.head)


def why_bad(event: Event, problem: Exception) -> BadEvent:
    """Which event could not have happened, and, where the rules say so, why."""
    if isinstance(problem, LudothequeError):
        return BadEvent("error.event.why", number=event.number, why=problem.message)
    return BadEvent("error.event", number=event.number, kind=event.kind)


def result_of(event: Event) -> Result:
    """The result that an event tells, whether or not it is true; nothing if it is damaged."""
    try:
        kind = KINDS[event.kind].read(event)
    except Exception:
        return Result()
    if isinstance(kind, End):
        return Result(kind.seed, kind.winners, kind.scores)
    return Result(kind.seed) if isinstance(kind, Abandon) else Result()


def rebuilt(
    name: str,
    seed: bytes | None,
    events: Iterable[Event],
    hashes: Iterable[bytes] = (),
) -> tuple[Table, list[Told]]:
    """A table and all that can be told of it.

    If the rules have changed since and an event no longer means the same, or is damaged, or
    does not fit the hash that was stored with it, the table stands still: it can be read, not
    played.
    """
    table, told = Table(name, seed), []
    for event, stored in zip_longest(events, hashes):
        if table.frozen is None:
            try:
                told.append(table.take(event).later())
                need_hash(table, stored)
                continue
            except BadEvent as problem:
                table.frozen = problem
        if table.number < event.number:
            told.append(table.write_down(event))
    return table, told


def need_hash(table: Table, stored: bytes | None) -> None:
    """What was stored must still be what it was when it was hashed."""
    if stored is not None and bytes(stored) != table.head:
        raise BadEvent("error.event.stored", number=table.number)
