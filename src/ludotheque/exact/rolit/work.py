"""The whole work on one start: its value, a perfect line, the book; each part can be resumed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ludotheque.errors import BadRequest
from ludotheque.exact.rolit.binder import LAST, Binder, Pages
from ludotheque.exact.rolit.book import write
from ludotheque.exact.rolit.ledger import Ledger
from ludotheque.exact.rolit.proof import News, Proof
from ludotheque.exact.rolit.solver import Solver, action_at, sides_of
from ludotheque.game import Game

SILENT: Callable[[object], object] = bool


class Work:
    """A start position on the way to being solved."""

    def __init__(self, game: Game, players: int, resume: Path, bits: int) -> None:
        """`resume` keeps what is found; `bits` is the size of the table as a power of two."""
        self.game, self.players, self.resume = game, players, resume
        self.state = game.start(players)
        self.facts = {"players": players, "rules": game.version, "data": game.data}
        words = " ".join(f"{name}={fact}" for name, fact in self.facts.items())
        ledger = Ledger(resume, f"ludotheque rolit proof 1: {words}")
        self.proof = Proof(sides_of(self.state), ledger, Solver(bits=bits))

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
        replies = Ledger(title, "ludotheque rolit replies 1")
        levels = list(Binder(self.proof, replies, watch).levels(last))
        path.write_bytes(write(self.proof.start, levels, **self.facts, value=value))
