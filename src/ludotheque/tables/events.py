"""Events: a table is the list of them, and nothing else.

Each has a number, from 0 without a gap, and is chained to the one before by a hash, so that
whoever holds the last hash can show that nothing was changed since.
"""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any, NamedTuple

from ludotheque.state import Seat

ORIGIN = bytes(32)  # what the first event is chained to


class Event(NamedTuple):
    """Something that happened at a table."""

    number: int
    at: int  # milliseconds since 1970
    kind: str
    seat: Seat | None  # who did it; None: the table itself
    body: dict[str, Any]


def compact(value: object) -> str:
    """JSON in the one form that is stored, hashed and exported."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def canonical(event: Event) -> str:
    """An event as text: the same event is always the same text."""
    return compact(list(event))


def read_event(text: str) -> Event:
    """The event that a canonical text tells; a ValueError if it is none."""
    number, at, kind, seat, body = json.loads(text)
    event = Event(number, at, kind, seat, body)
    if canonical(event) != text:
        raise ValueError(text)
    return event


def link(previous: bytes, event: Event) -> bytes:
    """The hash of an event and of all before it."""
    return sha256(previous + canonical(event).encode()).digest()
