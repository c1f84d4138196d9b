"""A state as the bytes of a record, and back: the same numbers, widest fields first.

Every field is aligned and no byte is undefined but a zeroed tail: equal positions have equal
bytes, wherever they are reckoned with.
"""

from __future__ import annotations

import struct
from typing import TypeVar

from ludotheque.state import Base, Rows, Shape, Value, once, shapes

S = TypeVar("S", bound=Base)

_LETTERS = {8: "b", 16: "h", 32: "i", 64: "q"}


@once
def layout(state: type[Base]) -> tuple[Shape, ...]:
    """The fields of a state class in the order of its record."""
    return tuple(sorted(shapes(state), key=lambda shape: -shape.bits))


def count(shape: Shape) -> int:
    """The numbers in a field."""
    total = 1
    for n in shape.shape:
        total *= n
    return total


@once
def packer(state: type[Base]) -> struct.Struct:
    """What writes and reads the record of a state class."""
    body = "<" + "".join(f"{count(shape)}{_LETTERS[shape.bits]}" for shape in layout(state))
    tail = -struct.calcsize(body) % 8
    return struct.Struct(f"{body}{tail}x")


def _flatten(value: Value, out: list[int]) -> None:
    if isinstance(value, int):
        out.append(value)
    else:
        for part in value:
            if isinstance(part, int):
                out.append(part)
            else:
                out.extend(part)


def pack(s: Base) -> bytes:
    """The state as a record's bytes."""
    flat: list[int] = []
    for shape in layout(type(s)):
        _flatten(getattr(s, shape.name), flat)
    return packer(type(s)).pack(*flat)


def _fold(flat: list[int], shape: tuple[int, ...]) -> Rows:
    if len(shape) == 1:
        return flat
    step = len(flat) // shape[0]
    return [flat[i : i + step] for i in range(0, len(flat), step)]


def unpack(state: type[S], raw: bytes) -> S:
    """The state whose record has these bytes."""
    flat = list(packer(state).unpack(raw))
    s = state.__new__(state)
    at = 0
    for shape in layout(state):
        n = count(shape)
        setattr(s, shape.name, _fold(flat[at : at + n], shape.shape) if shape.shape else flat[at])
        at += n
    return s
