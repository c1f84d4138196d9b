"""The book: for each position the winning side can come to, one reply that wins.

The other side may play what it likes.  Positions are not stored: they follow from the start
and the replies, level by level, each level sorted.  So a reply takes less than a byte, the
number of the move among the legal ones.  Where the book ends, the solver is quick.

The file is a line of facts (JSON), then the replies, compressed.
"""

from __future__ import annotations

import hashlib
import json
import lzma
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from threading import Lock
from typing import NamedTuple, TypedDict

import numpy as np
from numpy.typing import NDArray

from ludotheque.errors import BadData
from ludotheque.games.rolit.solver.kernel import BOARD
from ludotheque.games.rolit.solver.solver import Position, cells, code, played

FORMAT = "ludotheque rolit book 1"
FILE = "book.bin"

Numbers = NDArray[np.int64]


class Facts(TypedDict):
    """What the first line of a book says."""

    format: str
    sha256: str  # of what follows
    start: list[int]
    levels: list[int]  # [level] -> positions
    players: int
    value: int
    rules: int  # their version
    data: str  # the fingerprint of the equipment


class Level(NamedTuple):
    """The positions with as many free cells, sorted: mine and neutral, theirs and neutral."""

    a: Numbers
    b: Numbers


def level_of(a: Numbers, b: Numbers) -> Level:
    """Canonical positions, sorted, each once."""
    order = np.lexsort((b, a))
    a, b = a[order], b[order]
    new = np.ones(len(a), bool)
    new[1:] = (a[1:] != a[:-1]) | (b[1:] != b[:-1])
    return Level(a[new], b[new])


def first_level(start: Position) -> Level:
    """The positions after every first move."""
    after = [played(start, cell) for cell in cells(code().moves(start.mine, start.full, 0))]
    pairs = [code().canonical(p.full ^ p.theirs, p.full ^ p.mine)[:2] for p in after]
    return level_of(np.array([p[0] for p in pairs]), np.array([p[1] for p in pairs]))


def next_level(level: Level, chosen: Numbers) -> Level:
    """The positions after a chosen move in each position, and every reply."""
    none = np.zeros(0, np.int64)
    n = code().follow(*level, chosen, none, none)
    a, b = np.zeros(n, np.int64), np.zeros(n, np.int64)
    code().follow(*level, chosen, a, b)
    return level_of(a, b)


class Book:
    """The replies of the winning side, by position."""

    def __init__(self, raw: bytes) -> None:
        """Read a book; its positions are found when first asked for."""
        head, _, packed = raw.partition(b"\n")
        try:
            self.facts: Facts = json.loads(head)
            right = self.facts["format"] == FORMAT
            right = right and self.facts["sha256"] == hashlib.sha256(packed).hexdigest()
        except (ValueError, KeyError, TypeError):
            right = False
        if not right:
            raise BadData("exact.rolit.book", file=FILE)
        self._replies = np.frombuffer(lzma.decompress(packed), np.uint8).astype(np.int64)
        self._walk = self.levels()
        self._seen: list[tuple[Level, Numbers]] = []
        self._turn = Lock()  # of who walks on

    @property
    def start(self) -> Position:
        """Where the book begins, the losing side to move."""
        return Position(*self.facts["start"])

    def levels(self) -> Iterator[tuple[Level, Numbers]]:
        """The positions of each level, and the numbers of the moves to play there."""
        begun, level, chosen = 0, None, self._replies
        for n in self.facts["levels"]:
            level = next_level(level, chosen) if level else first_level(self.start)
            if len(level.a) != n:
                raise BadData("exact.rolit.book", file=FILE)
            chosen = self._replies[begun : begun + n]
            begun += n
            yield level, chosen

    def _level(self, depth: int) -> tuple[Level, Numbers]:
        """A level, walked to when first asked for: the last ones take a tenth of a second."""
        with self._turn:
            while len(self._seen) <= depth:
                self._seen.append(next(self._walk))
        return self._seen[depth]

    def reply(self, p: Position) -> int:
        """The cell to play in a position, or 0 if it is not in the book."""
        depth, rest = divmod(self.start.empties - 1 - p.empties, 2)
        if rest or not 0 <= depth < len(self.facts["levels"]):
            return 0
        level, chosen = self._level(depth)
        a, b, way = code().canonical(p.full ^ p.theirs, p.full ^ p.mine)
        low, high = np.searchsorted(level.a, a), np.searchsorted(level.a, a, side="right")
        i = low + np.searchsorted(level.b[low:high], b)
        if i >= high or level.b[i] != b:
            return 0
        full = int(a | b)
        cell = code().nth(code().moves(full ^ b, full, 0), chosen[i])
        return next(one for one in cells(~p.full & BOARD) if code().image(one, way) == cell)


def write(start: Position, levels: list[Numbers], **facts: object) -> bytes:
    """A book as it is stored."""
    replies = np.concatenate(levels).astype(np.uint8).tobytes()
    packed = lzma.compress(replies, lzma.FORMAT_XZ, lzma.CHECK_NONE, 9 | lzma.PRESET_EXTREME)
    head = {
        "format": FORMAT,
        **facts,
        "start": list(start),
        "levels": [len(level) for level in levels],
        "sha256": hashlib.sha256(packed).hexdigest(),
    }
    return json.dumps(head).encode() + b"\n" + packed


@cache
def shipped() -> Book:
    """The book that comes with the library."""
    return Book((files(__package__) / FILE).read_bytes())
