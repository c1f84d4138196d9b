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
from array import array
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from threading import Lock
from typing import TypedDict

from ludotheque.errors import BadData
from ludotheque.games.rolit.solver import kernel
from ludotheque.games.rolit.solver.solver import Position, cells, played, shipped_engine

FORMAT = "ludotheque rolit book 1"
FILE = "book.bin"

Numbers = Sequence[int]  # of the moves to play, a position each
Level = list[tuple[int, int]]  # mine and neutral, theirs and neutral: canonical, sorted, each once


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


def first_level(start: Position) -> Level:
    """The positions after every first move."""
    after = [played(start, cell) for cell in cells(kernel.moves(start.mine, start.full, 0))]
    return sorted({kernel.canonical(p.full ^ p.theirs, p.full ^ p.mine)[:2] for p in after})


def next_level(level: Level, chosen: Numbers) -> Level:
    """The positions after a chosen move in each position, and every reply."""
    engine = shipped_engine().another()  # its memory goes when the level is done
    columns = (array("q", [*column]) for column in (*zip(*level, strict=True), chosen))
    known = [engine.words(column) for column in columns]
    n = engine.call("solver.kernel.follow", *known, *(engine.block("words", 0) for _ in "ab"))
    a, b = engine.block("words", n), engine.block("words", n)
    engine.call("solver.kernel.follow", *known, a, b)
    pairs = (array("q", column.dump()) for column in (a, b))
    return sorted(set(zip(*pairs, strict=True)))


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
        self._replies = lzma.decompress(packed)
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
            if len(level) != n:
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
        a, b, way = kernel.canonical(p.full ^ p.theirs, p.full ^ p.mine)
        i = bisect_left(level, (a, b))
        if i == len(level) or level[i] != (a, b):
            return 0
        full = a | b
        cell = kernel.nth(kernel.moves(full ^ b, full, 0), chosen[i])
        free = cells(~p.full & kernel.BOARD)
        return next(one for one in free if kernel.image(one, way) == cell)


def write(start: Position, levels: list[Numbers], **facts: object) -> bytes:
    """A book as it is stored."""
    replies = b"".join(map(bytes, levels))
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
