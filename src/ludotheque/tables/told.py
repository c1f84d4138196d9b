"""What can be told of an event, in words that are not yet in a language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ludotheque.effects import Effect
from ludotheque.state import Base, Seat
from ludotheque.tables.events import Event, Json
from ludotheque.words.messages import Message


class Telling(NamedTuple):
    """What can be told of something that happens, besides that it does."""

    witness: Seat | None = None  # the only seat that may see what was done; None: all
    words: Message | None = None  # what was chosen in secret
    effects: Sequence[Effect] = ()  # what was done, as the witness saw it
    seen: Sequence[Effect] = ()  # as everybody else saw it
    seal: str = ""  # what the others see of a choice: its salted hash
    before: Base | None = None  # the position before, where the board is held on the way


NOTHING_MORE = Telling()


class Told(NamedTuple):
    """An event with what can be told of it."""

    event: Event
    witness: Seat | None = None  # as in a `Telling`
    words: Message | None = None
    effects: Sequence[Effect] = ()
    seen: Sequence[Effect] = ()
    seal: str = ""
    before: Base | None = None
    hash: bytes = b""

    def later(self) -> Told:
        """What can be told of it to whoever was not there: nothing is held for them."""
        return self if self.before is None else self._replace(before=None)


def effects(found: Sequence[Effect]) -> list[Json]:
    """Effects as they travel; a field without a word is left out."""
    return [
        {"do": one.kind} | {name: plain(fact) for name, fact in one.facts().items() if fact != ""}
        for one in found
        if one.is_sent
    ]


def words(message: Message) -> Json:
    """A sentence not yet in a language."""
    if not message.facts:
        return {"key": message.key}
    facts = {name: plain(value) for name, value in message.facts.items()}
    return {"key": message.key, "facts": facts}


def plain(value: object) -> object:
    """What fills a sentence in, or lies in a box, as JSON."""
    kind = type(value)
    if kind is int or kind is str:  # nearly all
        return value
    if isinstance(value, Message):
        return words(value)
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, Mapping):
        return {name: plain(item) for name, item in value.items()}
    return value if isinstance(value, int | float | bool) or value is None else str(value)
