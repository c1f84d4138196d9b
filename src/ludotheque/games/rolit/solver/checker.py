"""A second opinion on the book: every reply is played, every end searched, by other code.

From the start all moves of the losing side are played, and the book's reply to each; where
the book ends, a plain search shows that the losing side does not even draw.  The checker
shares with the solver nothing but the rules.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import time
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludotheque.errors import BadRequest
from ludotheque.fast.compiled import with_rules
from ludotheque.fast.records import array_of
from ludotheque.game import Game
from ludotheque.games.rolit.rules import State
from ludotheque.games.rolit.solver import check_kernel

CHUNK = 256  # positions settled between two notes of how far it has come
NOT_EVEN_A_DRAW = 0  # the balls ahead that the losing side must not reach
REMEMBERED = 24  # entries of the search's memory, as a power of two

Numbers = NDArray[np.int64]


class Checked(NamedTuple):
    """What the checker has seen so far."""

    positions: tuple[int, ...]  # answered from the book, level by level
    settled: int  # ends searched, of as many as the last level has positions
    nodes: int
    seconds: float


def shipped() -> bytes:
    """The book that comes with the library."""
    return (files(__package__) / "book.bin").read_bytes()


def turns(game: Game) -> Numbers:
    """Where each cell goes in each of the eight ways to turn the board."""
    turned = game.part("symmetry").turned
    cells = range(game.rules.SIDE**2)
    return np.array([[turned(cell, way) for cell in cells] for way in range(8)])


def once(a: Numbers, b: Numbers) -> tuple[Numbers, Numbers]:
    """Pairs in order, each once."""
    pairs = sorted(set(zip(a.tolist(), b.tolist(), strict=True)))
    return np.array([pair[0] for pair in pairs]), np.array([pair[1] for pair in pairs])


def name_of(a: Numbers, b: Numbers, i: int) -> str:
    """A position of the book as two numbers, in a sentence."""
    return f"{int(a[i]):x}/{int(b[i]):x}"


class Checker:
    """A walk through a book."""

    def __init__(self, game: Game, start: State, raw: bytes) -> None:
        """`start` is the book's first position, the losing side to move."""
        head, _, packed = raw.partition(b"\n")
        self.facts = json.loads(head)
        self.title = hashlib.sha256(raw).hexdigest()
        self.numbers = np.frombuffer(lzma.decompress(packed), np.uint8).astype(np.int64)
        self.kernel = with_rules(check_kernel, game.rules)
        self.places = turns(game)
        action = game.legal_actions(start)[0]
        self.table = array_of([start, start, game.after(start, action)])
        self.game, self.start = game, start

    def first(self) -> tuple[Numbers, Numbers]:
        """The positions after every first move."""
        pairs = []
        for action in self.game.legal_actions(self.start):
            self.table[0] = array_of([self.game.after(self.start, action)])[0]
            pair = self.kernel.pair(self.table[0])
            pairs.append(self.kernel.least_image(*pair, self.places))
        return once(np.array([pair[0] for pair in pairs]), np.array([pair[1] for pair in pairs]))

    def following(self, a: Numbers, b: Numbers, numbers: Numbers) -> tuple[Numbers, Numbers]:
        """The positions after the book's answer and every move."""
        none = np.zeros(0, np.int64)
        n = self.kernel.follow(self.table, a, b, numbers, none, none, self.places)
        if n < 0:
            raise BadRequest("solve.check.illegal", position=name_of(a, b, -1 - n))
        next_a, next_b = np.zeros(n, np.int64), np.zeros(n, np.int64)
        self.kernel.follow(self.table, a, b, numbers, next_a, next_b, self.places)
        return once(next_a, next_b)

    def check(
        self, resume: Path | None = None, watch: Callable[[Checked], object] = bool
    ) -> Checked:
        """Walk through the whole book; an error at the first reply that does not win."""
        begun = time.perf_counter()
        seen, a, b, numbers = self.walk()
        memory = np.zeros(2 << REMEMBERED, np.int64)
        work = np.zeros(check_kernel.WORK, np.int64)
        work[check_kernel.MASK] = (1 << REMEMBERED) - 1
        done = self.done(resume)
        while done < len(a):
            part = slice(done, min(done + CHUNK, len(a)))
            end = (a[part], b[part], numbers[part])
            held = self.kernel.settle(self.table, *end, NOT_EVEN_A_DRAW, memory, work)
            if held < len(end[0]):
                raise BadRequest("solve.check.lost", position=name_of(a, b, done + held))
            done = part.stop
            if resume is not None:
                resume.write_text(f"{self.title} {done}\n", encoding="ascii")
            watch(Checked(seen, done, int(work[0]), time.perf_counter() - begun))
        return Checked(seen, done, int(work[0]), time.perf_counter() - begun)

    def walk(self) -> tuple[tuple[int, ...], Numbers, Numbers, Numbers]:
        """The sizes of all levels, then the positions of the last and their replies."""
        a, b = self.first()
        seen = [len(a)]
        used = 0
        while used + len(a) < len(self.numbers):
            a, b = self.following(a, b, self.numbers[used : used + len(a)])
            used += seen[-1]
            seen.append(len(a))
        missing = used + len(a) - len(self.numbers)
        if missing:
            raise BadRequest("solve.check.short", missing=missing)
        return tuple(seen), a, b, self.numbers[used:]

    def done(self, resume: Path | None) -> int:
        """How many ends were settled in an earlier run on the same book."""
        if resume is None or not resume.exists():
            return 0
        words = resume.read_text(encoding="ascii").split()
        return int(words[1]) if len(words) == 2 and words[0] == self.title else 0
