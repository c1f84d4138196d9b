"""The bridge between a state for people and a record for machines.

A record holds the same numbers, widest fields first, so that every field is aligned and
no byte is undefined but a zeroed tail: equal positions have equal bytes.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from ludotheque.state import Base, Rows, Shape, Value, once, shapes

S = TypeVar("S", bound=Base)
Records = NDArray[np.void]  # [n] -> one state

_LETTERS = {8: "b", 16: "h", 32: "i", 64: "q"}


@once
def _layout(state: type[Base]) -> tuple[Shape, ...]:
    return tuple(sorted(shapes(state), key=lambda shape: -shape.bits))


def _count(shape: Shape) -> int:
    total = 1
    for n in shape.shape:
        total *= n
    return total


@once
def _packer(state: type[Base]) -> struct.Struct:
    body = "<" + "".join(f"{_count(shape)}{_LETTERS[shape.bits]}" for shape in _layout(state))
    tail = -struct.calcsize(body) % 8
    return struct.Struct(f"{body}{tail}x")


@once
def dtype_of(state: type[Base]) -> np.dtype[np.void]:
    """The record type of a state class."""
    offset, offsets, formats = 0, [], []
    for shape in _layout(state):
        offsets.append(offset)
        formats.append((f"<i{shape.bits // 8}", shape.shape))
        offset += _count(shape) * shape.bits // 8
    facts = {
        "names": [shape.name for shape in _layout(state)],
        "formats": formats,
        "offsets": offsets,
        "itemsize": _packer(state).size,
    }
    return np.dtype(facts, align=True)  # type: ignore[call-overload,no-any-return]


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
    for shape in _layout(type(s)):
        _flatten(getattr(s, shape.name), flat)
    return _packer(type(s)).pack(*flat)


def _fold(flat: list[int], shape: tuple[int, ...]) -> Rows:
    if len(shape) == 1:
        return flat
    step = len(flat) // shape[0]
    return [flat[i : i + step] for i in range(0, len(flat), step)]


def unpack(state: type[S], raw: bytes) -> S:
    """The state whose record has these bytes."""
    flat = list(_packer(state).unpack(raw))
    s = state.__new__(state)
    at = 0
    for shape in _layout(state):
        n = _count(shape)
        setattr(s, shape.name, _fold(flat[at : at + n], shape.shape) if shape.shape else flat[at])
        at += n
    return s


def array_of(states: Sequence[Base]) -> Records:
    """Several states of one game as an array of records."""
    return np.frombuffer(bytearray(b"".join(map(pack, states))), dtype=dtype_of(type(states[0])))
