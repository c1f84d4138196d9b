"""Kernels as Python runs them, on states and lists: slow, and needing nothing.

A record is copied when it is written into an array; a list would only take another name for it.
So entries that are records are written into those that lie there already.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import prod
from types import ModuleType
from typing import Any

from ludotheque.engines import assembly, shapes
from ludotheque.engines.engine import Block, Engine
from ludotheque.game import Game
from ludotheque.kernels import execute, verbs_of
from ludotheque.kernels.tree import NODE, WAYS
from ludotheque.packing import pack, unpack
from ludotheque.state import Base, clone

FIELDS = {"nodes": NODE, "ways": WAYS}


class Record:
    """An entry of a block of nodes or ways: its fields by name."""

    def __init__(self, kind: str, raw: bytes) -> None:
        numbers = list(shapes.STRUCTS[kind].unpack(raw))
        for name, _, shape in FIELDS[kind]:
            taken, numbers = numbers[: prod(shape)], numbers[prod(shape) :]
            setattr(self, name, taken if shape else taken[0])

    def pack(self, kind: str) -> bytes:
        """Its bytes."""
        flat: list[Any] = []
        for name, _, _ in FIELDS[kind]:
            value = getattr(self, name)
            flat += value if isinstance(value, list) else [value]
        return shapes.STRUCTS[kind].pack(*flat)

    def take(self, other: Record) -> None:
        """Take another's values."""
        for name, value in vars(other).items():
            setattr(self, name, value[:] if isinstance(value, list) else value)


class Records:
    """Entries that stay where they are, and take the values of what is written there.

    Each is made when somebody first comes to it: to most of a tree nobody ever does.
    """

    def __init__(self, length: int, make: Callable[[], Any]) -> None:
        self.length, self.make = length, make
        self.known: dict[int, Any] = {}

    def __len__(self) -> int:
        return self.length

    def __getitem__(self, i: int) -> Any:
        if i not in self.known:
            self.known[i] = self.make()
        return self.known[i]

    def __setitem__(self, i: int, value: Any) -> None:
        mine = self[i]
        if isinstance(value, Record):
            mine.take(value)
            return
        fresh: Base = clone(value)
        for name in type(fresh).__dataclass_fields__:
            setattr(mine, name, getattr(fresh, name))


class Packed:
    """The bytes of each entry, as they are when they are asked for."""

    def __init__(self, block: Entries) -> None:
        self.block = block

    def __getitem__(self, i: int) -> bytes:
        return self.block[i]


class Entries(Block):
    """A block of Python's own lists."""

    def __init__(self, kind: str, shape: tuple[int, ...], state: type[Base]) -> None:
        super().__init__(kind, shape)
        self.state = state
        self.items: list[Any] | Records | Packed
        zero: Any = 0.0 if kind in ("reals", "shares") else 0
        if kind in FIELDS or kind == "states":
            self.items = Records(shape[0], lambda: self._entry(bytes(self._size)))
        elif len(shape) == 2:
            self.items = [[zero] * shape[1] for _ in range(shape[0])]
        else:
            self.items = [zero] * shape[0]

    @property
    def _size(self) -> int:
        return len(pack(self.state())) if self.kind == "states" else shapes.STRUCTS[self.kind].size

    def _entry(self, raw: bytes) -> Any:
        return unpack(self.state, raw) if self.kind == "states" else Record(self.kind, raw)

    def __getitem__(self, i: int) -> bytes:
        item = self.items[i]
        if isinstance(item, Record):
            return item.pack(self.kind)
        if isinstance(item, Base):
            return pack(item)
        letter = shapes.STRUCTS[self.kind]
        return b"".join(map(letter.pack, item if isinstance(item, list) else [item]))

    def __setitem__(self, i: int, raw: bytes) -> None:
        assert not isinstance(self.items, Packed)
        if isinstance(self.items, Records):
            self.items[i] = self._entry(raw)
            return
        numbers = [number for (number,) in shapes.STRUCTS[self.kind].iter_unpack(raw)]
        self.items[i] = numbers if len(self.shape) == 2 else numbers[0]

    def fill(self, raw: bytes) -> None:
        """Write all entries."""
        size = len(raw) // max(len(self), 1)
        for i in range(len(self)):
            self[i] = raw[i * size : (i + 1) * size]

    def dump(self) -> bytes:
        """The bytes of all entries."""
        return b"".join(self[i] for i in range(len(self)))

    @property
    def rows(self) -> Block:
        """The same memory as rows of bytes, one for each entry."""
        rows = Entries("rows", (len(self), 0), self.state)
        rows.items = Packed(self)
        return rows


@cache
def kernels(game: Game) -> Any:
    """The interpreted kernels of a game, by name."""

    def bind(source: ModuleType, /, **given: object) -> ModuleType:
        own = {**verbs_of(game.rules), "rules": game.rules, **given}
        return execute(source, f"{source.__name__}@{game.rules.__name__}.plain", own)

    return assembly.find(game, bind)


class PlainEngine(Engine):
    """Runs kernels as they are written."""

    kind = "plain"

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.kernel = kernels(game)

    def block(self, kind: str, *shape: int) -> Entries:
        """So many entries of a kind, or rows of them, all zero."""
        return Entries(kind, shape, self.game.rules.State)

    def call(self, kernel: str, *args: Block | int) -> int:
        """Run a kernel; what it returns, or 0."""
        found = self.kernel(kernel)(
            *(arg.items if isinstance(arg, Entries) else arg for arg in args)
        )
        return 0 if found is None else int(found)
