"""What an engine is: memory in blocks, and kernels that are called with them.

Whoever thinks has an engine of their own.  Entries go in and out as bytes, so that nothing of
this needs NumPy.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array

from ludotheque.engines import shapes
from ludotheque.game import Game


class Block(ABC):
    """Entries of one kind, one after another; each is read and written as its bytes."""

    def __init__(self, kind: str, shape: tuple[int, ...]) -> None:
        self.kind, self.shape = kind, shape

    def __len__(self) -> int:
        return self.shape[0]

    @abstractmethod
    def __getitem__(self, i: int) -> bytes: ...

    @abstractmethod
    def __setitem__(self, i: int, raw: bytes) -> None: ...

    @property
    @abstractmethod
    def rows(self) -> Block:
        """The same memory as rows of bytes, one for each entry."""

    @abstractmethod
    def fill(self, raw: bytes) -> None:
        """Write all entries."""

    @abstractmethod
    def dump(self) -> bytes:
        """The bytes of all entries."""

    def read(self, i: int) -> tuple[int | float, ...]:
        """The numbers of an entry."""
        return shapes.STRUCTS[self.kind].unpack(self[i])

    def write(self, i: int, *numbers: float) -> None:
        """Write the numbers of an entry."""
        self[i] = shapes.STRUCTS[self.kind].pack(*numbers)


class Engine(ABC):
    """A game's kernels, and the memory in which they work."""

    kind: str

    def __init__(self, game: Game) -> None:
        self.game = game

    @abstractmethod
    def block(self, kind: str, *shape: int) -> Block:
        """So many entries of a kind, or rows of them, all zero."""

    @abstractmethod
    def call(self, kernel: str, *args: Block | int) -> int:
        """Run a kernel by the name of its module and its own; what it returns, or 0."""

    def another(self) -> Engine:
        """One of the same kind with memory of its own."""
        return type(self)(self.game)

    def words(self, numbers: array[int]) -> Block:
        """Some whole numbers."""
        return self._filled("words", len(numbers), numbers.tobytes())

    def reals(self, numbers: array[float]) -> Block:
        """Some real numbers."""
        return self._filled("reals", len(numbers), numbers.tobytes())

    def _filled(self, kind: str, length: int, raw: bytes) -> Block:
        block = self.block(kind, length)
        block.fill(raw)
        return block
