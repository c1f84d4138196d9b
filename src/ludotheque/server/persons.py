"""Persons: all that is kept of somebody, who is a seat or a name at a table, or a token."""

from __future__ import annotations

from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from ludotheque.errors import BadRequest
from ludotheque.server import schema
from ludotheque.server.archive import Log, log_of
from ludotheque.server.identity import OLD_TOKEN, TOKEN, hash_of
from ludotheque.state import Seat
from ludotheque.tables.album import named, sitting
from ludotheque.tables.events import Event
from ludotheque.tables.kinds import Fewer
from ludotheque.words.numerals import whole_number

Json = dict[str, Any]
holder = schema.holders.c


class Trace(NamedTuple):
    """What somebody has left at one table."""

    log: Log
    seats: list[Seat]
    names: list[str]

    def order(self) -> Json:
        """The order that erases it."""
        return {
            "do": "erase",
            "table": self.log.row.id,
            "seats": self.seats,
            "names": self.names,
        }

    def told(self) -> Json:
        """All of it, for the person: names, seats, and what they did and when."""
        row = self.log.row
        return {
            "table": row.id,
            "game": row.game,
            "status": row.status,
            "names": self.names,
            "seats": [seat + 1 for seat in self.seats],
            "events": [event._asdict() for event in self.log.events if self.is_theirs(event)],
        }

    def is_theirs(self, event: Event) -> bool:
        """Whether it was this person's doing, wherever they sat then."""
        return seat_now(self.log.events, event) in self.seats


def find(connection: Connection, who: str, everywhere: bool) -> list[Trace]:
    """All that somebody has left; `who` is TABLE/SEAT, TABLE/NAME or a token."""
    if is_token(who):
        return find_token(connection, who)
    table, slash, word = who.partition("/")
    if not slash or not word:
        raise BadRequest("error.person", given=who)
    log = log_of(connection, table)
    seat = whole_number(word)
    found = by_name(log, word) if seat is None else by_seats(log, [seat - 1])
    if not found.names and not found.seats:
        raise BadRequest("error.person.none", table=table, who=word)
    if not everywhere:
        return [found]
    owners = {log.holders[seat] for seat in found.seats if seat in log.holders}
    others = [trace for owner in sorted(owners) for trace in owned(connection, owner)]
    return [found, *(trace for trace in others if trace.log.row.id != table)]


def is_token(text: str) -> bool:
    """Whether a text has the form of a token."""
    return bool(TOKEN.fullmatch(text) or OLD_TOKEN.fullmatch(text))


def find_token(connection: Connection, token: str) -> list[Trace]:
    """All that the holder of a token has left; what is no token is refused, and not repeated."""
    if not is_token(token):
        raise BadRequest("error.person.token")
    return owned(connection, hash_of(token))


def owned(connection: Connection, owner: bytes) -> list[Trace]:
    """What the holder of a token has left at each table where they hold a seat."""
    query = select(holder.table_id, holder.seat).where(holder.owner == owner)
    seats: dict[str, list[Seat]] = {}
    for table, seat in connection.execute(query.order_by(holder.made, holder.table_id)):
        seats.setdefault(table, []).append(seat)
    return [by_seats(log_of(connection, table), found) for table, found in seats.items()]


def by_seats(log: Log, seats: list[Seat]) -> Trace:
    """Whoever sits in these seats, or has them kept."""
    now = sitting(log.events)
    there = [seat for seat in seats if 0 <= seat < log.row.players]
    names = {name for seat in there for name in now.get(seat, ()) if name}
    held = [seat for seat in there if seat in now or seat in log.holders]
    return Trace(log, sorted(held), sorted(names))


def by_name(log: Log, name: str) -> Trace:
    """Whoever is, or was, called so at a table."""
    now = sitting(log.events)
    seats = sorted(seat for seat, found in now.items() if name in found)
    ever = any(name in named(event).values() for event in log.events)
    others = {
        other for seat in seats for other in now[seat] if other
    }  # that they had before, or since
    return Trace(log, seats, sorted(others | {name}) if ever else [])


def seat_now(events: list[Event], event: Event) -> Seat | None:
    """The seat of whoever did something, if seats were taken away since."""
    seat = event.seat
    for later in events[event.number :]:
        if later.kind == Fewer.NAME and seat is not None:
            seat = Fewer.read(later).moved().get(seat)
    return seat
