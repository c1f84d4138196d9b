"""How the book is made: a winning reply for every position of a level, then the next level."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from ludotheque.games.rolit.solver.book import Level, Numbers, first_level, next_level
from ludotheque.games.rolit.solver.journal import Journal
from ludotheque.games.rolit.solver.proof import Proof
from ludotheque.games.rolit.solver.solver import Position

LAST = 17  # free cells of the last level of the book


class Pages(NamedTuple):
    """How far the book has come."""

    empties: int
    done: int
    total: int
    nodes: int


class BookBuilder:
    """A book in the making; what is found is written down at once."""

    def __init__(
        self, proof: Proof, journal: Journal, watch: Callable[[Pages], object] = bool
    ) -> None:
        """The proof must have found that the side to move at its start loses."""
        self.proof, self.journal, self.watch = proof, journal, watch
        self.known = {(a, b): number for a, b, number in journal.rows()}

    def levels(self, last: int = LAST) -> Iterator[Numbers]:
        """The replies of each level, down to the last."""
        level = first_level(self.proof.start)
        for empties in range(self.proof.start.empties - 1, last - 1, -2):
            chosen = self.replies(level, empties)
            yield chosen
            if empties - 2 >= last:
                level = next_level(level, chosen)

    def replies(self, level: Level, empties: int) -> Numbers:
        """A winning reply for each position of a level."""
        chosen = []
        for i, (a, b) in enumerate(level):
            if (a, b) not in self.known:
                self.known[a, b] = self.reply(Position((a | b) ^ b, (a | b) ^ a, a | b))
                self.journal.add(a, b, self.known[a, b])
            chosen.append(self.known[a, b])
            if i % 64 == 0:
                self.watch(Pages(empties, i, len(level), self.proof.solver.nodes))
        return chosen

    def reply(self, p: Position) -> int:
        """The number of a winning move among the legal ones."""
        solver = self.proof.solver
        found = self.proof.bound(p, 1) if p.empties > self.proof.leaf else solver.search(p, 0, 1)
        assert found is not None and found >= 1, f"{p} is not won"
        return solver.moves(p).index(self.proof.perfect(p, 1))
