"""The whole work on one start: its value, a perfect line, the book; each part can be resumed.

The commands `solve` and `check` ask for `PLAYERS`, `Work`, `tell` and `check`.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypedDict

from ludotheque.engines.native import NativeEngine
from ludotheque.errors import BadRequest
from ludotheque.game import Game
from ludotheque.games.rolit.rules import State
from ludotheque.games.rolit.solver.book import write
from ludotheque.games.rolit.solver.build_book import LAST, BookBuilder, Pages
from ludotheque.games.rolit.solver.checker import Checked, Checker, shipped
from ludotheque.games.rolit.solver.journal import Journal
from ludotheque.games.rolit.solver.proof import News, Proof
from ludotheque.games.rolit.solver.solver import Solver, action_at, sides_of
from ludotheque.words.messages import message

SILENT: Callable[[object], object] = bool
PLAYERS = (1, 2)  # the fewest and the most whose start can be solved


class Facts(TypedDict):
    """What the work has come to."""

    players: int
    value: int
    line: list[str]
    nodes: int
    seconds: float


class Work:
    """A start position on the way to being solved."""

    def __init__(self, game: Game[State], players: int, resume: Path, bits: int) -> None:
        """`resume` keeps what is found; `bits` is the size of the table as a power of two."""
        self.game, self.players, self.resume = game, players, resume
        self.state = game.start(players)
        self.facts = {"players": players, "rules": game.version, "data": game.data}
        title = f"ludotheque rolit proof 1: players={players} rules={game.version} data="
        before = sorted(game.data_names - {game.data})
        journal = Journal(resume, title + game.data, *(title + name for name in before))
        self.proof = Proof(sides_of(self.state), journal, Solver(0, bits, NativeEngine(game)))

    @property
    def nodes(self) -> int:
        """The nodes visited in this run."""
        return self.proof.solver.nodes

    def value(self, watch: Callable[[News], object] = SILENT) -> int:
        """The balls of the first side minus those of the second under perfect play."""
        self.proof.watch = watch
        return self.proof.value()

    def line(self) -> list[str]:
        """One perfect game, in the game's notation."""
        s, said = self.state, []
        for cell in self.proof.line():
            action = action_at(cell.bit_length() - 1)
            said.append(self.game.say(s, action))
            s = self.game.after(s, action)
        return said

    def bind(self, path: Path, watch: Callable[[Pages], object] = SILENT, last: int = LAST) -> None:
        """Write the book of the winning side, which must be the second."""
        value = self.value()
        if value >= 0:
            raise BadRequest("solve.book.first", value=value)
        title = self.resume.with_suffix(".replies")
        replies = Journal(title, "ludotheque rolit replies 1")
        levels = list(BookBuilder(self.proof, replies, watch).levels(last))
        path.write_bytes(write(self.proof.start, levels, **self.facts, value=value))


def tell(game: Game[State], facts: Facts) -> list[str]:
    """The solution in words: who wins by how much, and a perfect game."""
    value = facts["value"]
    winner = "first" if value > 0 else "second" if value < 0 else "nobody"
    won = {"winner": winner, "n": abs(value), "seconds": facts["seconds"]}
    size = {"players": facts["players"], "nodes": facts["nodes"]}
    return [
        message("exact.rolit.proved", title=game.title(), **won, **size),
        message("solve.line", line=" ".join(facts["line"])),
    ]


def check(
    game: Game[State],
    book: bytes | None,
    resume: Path | None,
    watch: Callable[[Checked], object] = SILENT,
) -> Checked:
    """Confirm a book, or the one that comes with the library, by other code."""
    checker = Checker(game, game.start(2), shipped() if book is None else book)
    return checker.check(resume or Path(f"{game.name}-2.check"), watch)
