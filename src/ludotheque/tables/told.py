"""What can be told of an event, in words that are not yet in a language."""

from __future__ import annotations

from typing import NamedTuple

from ludotheque.state import Seat
from ludotheque.tables.events import Event, Json
from ludotheque.words.messages import Message


class Telling(NamedTuple):
    """What can be told of something that happens, besides that it does."""

    witness: Seat | None = None  # the only seat that may see what was done; None: all
    words: Message | None = None  # what was done
    news: tuple[Message, ...] = ()  # what the rules did of themselves
    seal: str = ""  # what the others see of it: its salted hash


NOTHING_MORE = Telling()


class Told(NamedTuple):
    """An event with what can be told of it."""

    event: Event
    witness: Seat | None = None  # as in a `Telling`
    words: Message | None = None
    news: tuple[Message, ...] = ()
    seal: str = ""
    hash: bytes = b""


def words(message: Message) -> Json:
    """A sentence not yet in a language."""
    if not message.facts:
        return {"key": message.key}
    facts = {name: plain(value) for name, value in message.facts.items()}
    return {"key": message.key, "facts": facts}


def plain(value: object) -> object:
    """What fills a sentence in, as JSON."""
    kind = type(value)
    if kind is int or kind is str:  # nearly all
        return value
    if isinstance(value, Message):
        return words(value)
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value if isinstance(value, int | float | bool) or value is None else str(value)
