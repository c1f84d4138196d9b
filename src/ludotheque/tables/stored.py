"""Frozen dataclasses as JSON objects: written field by field, and read with care.

A field with a default is written only where it is something else.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, fields, is_dataclass
from functools import cache, partial
from types import EllipsisType, NoneType
from typing import Any, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

from ludotheque.tables.checks import mapping, number, text, truth, whole
from ludotheque.tables.events import Json

KEYS = {"action": "a", "shown": "bytes"}  # fields that have another name in JSON
READERS: dict[object, Callable[[Any], object]] = {int: whole, str: text, bool: truth}
READERS |= {float: number, dict[str, object]: mapping}
Read = TypeVar("Read")


class Stored(NamedTuple):
    """A field as it stands in an object."""

    name: str
    key: str
    read: Callable[[Any], object]
    usual: object  # what it is where the object does not say; `MISSING`: the object must


@cache
def layout(kind: Any) -> tuple[Stored, ...]:
    """The fields of a class, in the order in which they are written; not who does it."""
    hints = get_type_hints(kind)
    return tuple(
        Stored(one.name, KEYS.get(one.name, one.name), reader_of(hints[one.name]), one.default)
        for one in fields(kind)
        if one.name != "seat"
    )


def reader_of(hint: Any) -> Callable[[Any], object]:
    """How a value of a type is read; an error if it is of another."""
    if hint in READERS:
        return READERS[hint]
    if isinstance(hint, type) and is_dataclass(hint):
        make: Callable[..., object] = hint
        return partial(read, make)
    inner = next(reader_of(one) for one in get_args(hint) if one not in (NoneType, EllipsisType))
    if get_origin(hint) is tuple:
        return lambda values: tuple(map(inner, values))
    return lambda value: None if value is None else inner(value)


def read(kind: Callable[..., Read], found: Json, *facts: object) -> Read:
    """The dataclass that an object tells; `facts` are its first fields, which it does not."""
    told = {
        one.name: one.read(found[one.key])
        for one in layout(kind)
        if one.usual is MISSING or one.key in found
    }
    return kind(*facts, **told)


def written(value: object) -> Json:
    """A dataclass as an object."""
    found: Json = {}
    kind: Any = type(value)
    for one in layout(kind):
        fact = getattr(value, one.name)
        if fact != one.usual:
            found[one.key] = fact if type(fact) in PLAIN else plain(fact)
    return found


PLAIN = {int, str, bool, NoneType, float}


def plain(fact: object) -> object:
    """A field as JSON."""
    if isinstance(fact, tuple):
        return [plain(one) for one in fact]
    return written(fact) if is_dataclass(fact) else fact
