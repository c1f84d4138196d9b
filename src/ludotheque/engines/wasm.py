"""Kernels as WebAssembly: the file in a game's folder, run by wasmtime or by the browser.

Each engine has an instance of its own, whose memory grows as blocks are asked for and goes with
it.  Addresses and lengths are handed over as whole numbers of 32 bits, all other numbers as
doubles, which every host can pass, and which are exact up to 2^53.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Protocol

from ludotheque.engines import twin_file
from ludotheque.engines.engine import Block, Engine
from ludotheque.engines.shapes import size_of
from ludotheque.extras import is_browser, runs_wasm
from ludotheque.game import Game

PAGE = 65536
ALIGNED = 16  # bytes


class Machine(Protocol):
    """An instance of a file of WebAssembly, wherever it runs."""

    def heap(self) -> int:
        """Where memory is free."""

    def size(self) -> int:
        """How many bytes of memory there are."""

    def grow(self, pages: int) -> None:
        """Have more memory, all zero."""

    def read(self, at: int, n: int) -> bytes:
        """Some bytes of it."""

    def write(self, at: int, raw: bytes) -> None:
        """Write some bytes."""

    def call(self, name: str, *args: float) -> float:
        """Run what is exported under a name."""


@cache
def is_ready(game: Game) -> bool:
    """Whether a game's kernels can run so: its file is there, fits, and there is a machine."""
    return runs_wasm() and not game.is_own_data and twin_file.is_fresh(game)


def machine(file: Path) -> Machine:
    """A new instance of a file."""
    if is_browser():
        from ludotheque.engines.browser import BrowserMachine

        return BrowserMachine(file)
    from ludotheque.engines.runtime import WasmtimeMachine

    return WasmtimeMachine(file)


class Span(Block):
    """A block in the memory of an instance."""

    def __init__(
        self, kind: str, shape: tuple[int, ...], memory: Machine, at: int, size: int
    ) -> None:
        super().__init__(kind, shape)
        self.memory, self.at = memory, at
        self.size = size * (shape[1] if len(shape) == 2 else 1)  # bytes of an entry, or of a row

    def __getitem__(self, i: int) -> bytes:
        return self.memory.read(self.at + i * self.size, self.size)

    def __setitem__(self, i: int, raw: bytes) -> None:
        self.memory.write(self.at + i * self.size, raw)

    def fill(self, raw: bytes) -> None:
        """Write all entries."""
        self.memory.write(self.at, raw)

    def dump(self) -> bytes:
        """The bytes of all entries."""
        return self.memory.read(self.at, self.size * len(self))

    @property
    def rows(self) -> Block:
        """The same memory as rows of bytes, one for each entry."""
        return Span("rows", (len(self), self.size), self.memory, self.at, 1)


class WasmEngine(Engine):
    """Runs the kernels of a game's `twin.wasm`."""

    kind = "wasm"

    def __init__(self, game: Game, own: Machine | None = None) -> None:
        super().__init__(game)
        self.machine = own or machine(twin_file.path_of(game))
        self.free = self.machine.heap()

    def block(self, kind: str, *shape: int) -> Span:
        """So many entries of a kind, or rows of them, all zero."""
        size = size_of(self.game, kind)
        at = -(-self.free // ALIGNED) * ALIGNED
        span = Span(kind, shape, self.machine, at, size)
        self.free = at + span.size * len(span)
        missing = self.free - self.machine.size()
        if missing > 0:
            self.machine.grow(-(-missing // PAGE))
        return span

    def call(self, kernel: str, *args: Block | int) -> int:
        """Run a kernel; what it returns, or 0."""
        flat: list[float] = []
        for arg in args:
            if isinstance(arg, Span):
                flat += [arg.at, *arg.shape]
            else:
                assert isinstance(arg, int) and -(1 << 53) <= arg <= 1 << 53
                flat.append(float(arg))
        return int(self.machine.call(kernel, *flat))
