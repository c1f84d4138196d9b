"""Kernels that Numba compiles here, in the memory of NumPy's arrays."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from ludotheque.engines import assembly
from ludotheque.engines.engine import Block, Engine
from ludotheque.engines.shapes import DEEP, FLAT
from ludotheque.fast.compiled import with_rules
from ludotheque.fast.records import dtype_of
from ludotheque.game import Game
from ludotheque.kernels.tree import NODE, WAYS

DTYPES = {"q": np.int64, "d": np.float64, "B": np.uint8}
RECORDS = {"nodes": np.dtype(NODE, align=True), "ways": np.dtype(WAYS, align=True)}


def dtype_for(game: Game, kind: str) -> Any:
    """NumPy's type of an entry."""
    if kind == "states":
        return dtype_of(game.rules.State)
    return RECORDS[kind] if kind in RECORDS else DTYPES[(FLAT | DEEP)[kind]]


@cache
def kernels(game: Game, checked: bool) -> Any:
    """The compiled kernels of a game, by name."""

    def bind(source: Any, /, **given: object) -> Any:
        return with_rules(source, game.rules, checked, **given)

    return assembly.find(game, bind)


class Array(Block):
    """A block in an array of NumPy's."""

    def __init__(self, kind: str, array: Any) -> None:
        super().__init__(kind, array.shape)
        self.array = array

    def __getitem__(self, i: int) -> bytes:
        found: bytes = self.array[i].tobytes()
        return found

    def __setitem__(self, i: int, raw: bytes) -> None:
        self.array[i] = np.frombuffer(raw, self.array.dtype)[0]

    def fill(self, raw: bytes) -> None:
        """Write all entries."""
        self.array[...] = np.frombuffer(raw, self.array.dtype).reshape(self.shape)

    def dump(self) -> bytes:
        """The bytes of all entries."""
        found: bytes = self.array.tobytes()
        return found

    @property
    def rows(self) -> Block:
        """The same memory as rows of bytes, one for each entry."""
        return Array("rows", self.array.view(np.uint8).reshape(len(self), -1))


class NativeEngine(Engine):
    """Runs what Numba compiles; `checked` tests every index."""

    kind = "native"

    def __init__(self, game: Game, checked: bool = False) -> None:
        super().__init__(game)
        self.kernel = kernels(game, checked)

    def block(self, kind: str, *shape: int) -> Array:
        """So many entries of a kind, or rows of them, all zero."""
        return Array(kind, np.zeros(shape, dtype_for(self.game, kind)))

    def call(self, kernel: str, *args: Block | int) -> int:
        """Run a kernel; what it returns, or 0."""
        found = self.kernel(kernel)(*(arg.array if isinstance(arg, Array) else arg for arg in args))
        return 0 if found is None else int(found)
