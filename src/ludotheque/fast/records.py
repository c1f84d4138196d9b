"""The bridge between a state for people and a record for machines.

A record holds the same numbers, widest fields first, so that every field is aligned and
no byte is undefined but a zeroed tail: equal positions have equal bytes.
"""

from __future__ import annotations

import struct
from functools import cache
from typing import Any

import numpy as np

from ludotheque.state import Base, Shape, shapes

_LETTERS = {8: "b", 16: "h", 32: "i", 64: "q"}


@cache
def _layout(state: Any) -> tuple[Shape, ...]:
    return tuple(sorted(shapes(state), key=lambda shape: -shape.bits))


def _count(shape: Shape) -> int:
    total = 1
    for n in shape.shape:
        total *= n
    return total


@cache
def _packer(state: Any) -> struct.Struct:
    body = "<" + "".join(f"{_count(shape)}{_LETTERS[shape.bits]}" for shape in _layout(state))
    tail = -struct.calcsize(body) % 8
    return struct.Struct(f"{body}{tail}x")


@cache
def dtype_of(state: Any) -> np.dtype[np.void]:
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


def _flatten(value: Any, out: list[int]) -> None:
    if isinstance(value, int):
        out.append(value)
    elif isinstance(value[0], int):
        out.extend(value)
    else:
        for row in value:
            _flatten(row, out)


def pack(s: Base) -> bytes:
    """The state as a record's bytes."""
    state: Any = type(s)
    flat: list[int] = []
    for shape in _layout(state):
        _flatten(getattr(s, shape.name), flat)
    return _packer(state).pack(*flat)


def _fold(flat: list[int], shape: tuple[int, ...]) -> Any:
    if len(shape) == 1:
        return flat
    step = len(flat) // shape[0]
    return [_fold(flat[i : i + step], shape[1:]) for i in range(0, len(flat), step)]


def unpack(state: Any, raw: bytes) -> Any:
    """The state whose record has these bytes."""
    flat = list(_packer(state).unpack(raw))
    s = object.__new__(state)
    at = 0
    for shape in _layout(state):
        n = _count(shape)
        setattr(s, shape.name, _fold(flat[at : at + n], shape.shape) if shape.shape else flat[at])
        at += n
    return s


def array_of(states: list[Any]) -> np.ndarray[Any, np.dtype[np.void]]:
    """Several states of one game as an array of records."""
    state: Any = type(states[0])
    return np.frombuffer(bytearray(b"".join(map(pack, states))), dtype=dtype_of(state))
