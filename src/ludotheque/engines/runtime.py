"""WebAssembly by wasmtime: the only module that imports it.

In the literature: WebAssembly (Haas et al. 2017), compiled ahead by Cranelift.
"""

from __future__ import annotations

import atexit
from functools import cache
from pathlib import Path
from typing import TypeVar
from weakref import WeakSet

import wasmtime

Held = wasmtime.Engine | wasmtime.Module | wasmtime.Store
HELD: WeakSet[Held] = WeakSet()
H = TypeVar("H", wasmtime.Engine, wasmtime.Module, wasmtime.Store)


def hold(one: H) -> H:
    """Remember something that must be let go of before Python ends."""
    HELD.add(one)
    return one


@atexit.register
def let_go() -> None:
    """Let go of everything: wasmtime cannot any more while Python ends."""
    for one in sorted(HELD, key=lambda one: isinstance(one, wasmtime.Engine)):
        one.close()


@cache
def compiler() -> wasmtime.Engine:
    """What compiles all files of this process."""
    return hold(wasmtime.Engine())


@cache
def module(file: Path) -> wasmtime.Module:
    """A file, compiled: some hundredths of a second."""
    return hold(wasmtime.Module(compiler(), file.read_bytes()))


class WasmtimeMachine:
    """An instance of a file."""

    def __init__(self, file: Path) -> None:
        self.store = hold(wasmtime.Store(compiler()))
        exports = wasmtime.Instance(self.store, module(file), []).exports(self.store)
        self.exports, memory = exports, exports["memory"]
        assert isinstance(memory, wasmtime.Memory)
        self.memory = memory

    def heap(self) -> int:
        """Where memory is free."""
        base = self.exports["__heap_base"]
        assert isinstance(base, wasmtime.Global)
        return int(base.value(self.store))

    def size(self) -> int:
        """How many bytes of memory there are."""
        return self.memory.data_len(self.store)

    def grow(self, pages: int) -> None:
        """Have more memory, all zero."""
        self.memory.grow(self.store, pages)

    def read(self, at: int, n: int) -> bytes:
        """Some bytes of it."""
        return bytes(self.memory.read(self.store, at, at + n))

    def write(self, at: int, raw: bytes) -> None:
        """Write some bytes."""
        self.memory.write(self.store, raw, at)

    def call(self, name: str, *args: float) -> float:
        """Run what is exported under a name."""
        kernel = self.exports[name]
        assert isinstance(kernel, wasmtime.Func)
        found: float = kernel(self.store, *args)
        return found
