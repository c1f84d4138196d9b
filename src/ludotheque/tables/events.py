"""Events: a table is the list of them, and nothing else.

Each has a number, from 0 without a gap, and is chained to the one before by a hash, so that
whoever holds the last hash can show that nothing was changed since.  Only the `aside` is not
hashed: what lies there is held by a salted hash in the body (`salted.py`), or may be missing.

In the literature: event sourcing, an append-only log; a hash chain (Haber & Stornetta 1991).
"""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any, NamedTuple

from ludotheque.state import Seat

ORIGIN = bytes(32)  # what the first event is chained to
ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), allow_nan=False)
DECODER = json.JSONDecoder()

Json = dict[str, Any]  # an object as JSON has it: whatever somebody has written, until it is read
NOTHING: Json = {}


class Event(NamedTuple):
    """Something that happened at a table."""

    number: int
    at: int  # milliseconds since 1970
    kind: str
    seat: Seat | None  # who did it; None: the table itself
    body: Json
    aside: Json = NOTHING


def compact(value: object) -> str:
    """JSON in the one form that is stored, hashed and exported."""
    return ENCODER.encode(value)


def canonical(event: Event) -> str:
    """What is hashed of an event, as text: the same event is always the same text."""
    return compact(event[:5])


def written(event: Event) -> str:
    """An event as a line of a log: its canonical text, then what lies beside it."""
    return f"{canonical(event)} {compact(event.aside)}" if event.aside else canonical(event)


def read_event(text: str) -> Event:
    """The event that such a line tells; a ValueError if it is none."""
    (number, at, kind, seat, body), end = DECODER.raw_decode(text)
    aside = json.loads(text[end + 1 :]) if text[end:] else {}
    event = Event(number, at, kind, seat, body, aside)
    if written(event) != text:
        raise ValueError(text)
    return event


def link(previous: bytes, event: Event) -> bytes:
    """The hash of an event and of all before it."""
    return sha256(previous + canonical(event).encode()).digest()
