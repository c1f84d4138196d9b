"""How a table ends, and where they play again."""

from __future__ import annotations

from dataclasses import dataclass

from ludotheque.state import Seat
from ludotheque.tables import dice
from ludotheque.tables.checks import need
from ludotheque.tables.kinds.kind import Kind
from ludotheque.tables.standing import ABANDONED, OVER, PLAYING, Result, Standing


@dataclass(frozen=True)
class End(Kind):
    """The game is over: the result, and the seed of the dice."""

    STATUS = OVER

    winners: tuple[Seat, ...]
    scores: tuple[int, ...]
    seed: str

    def apply(self, table: Standing) -> None:
        need(table.status == PLAYING and (self.winners, self.scores) == table.outcome())
        need_seed(table, self.seed)
        table.result, table.status = Result(self.seed, self.winners, self.scores), OVER


@dataclass(frozen=True)
class Abandon(Kind):
    """The table is given up; its seed is shown all the same."""

    STATUS = ABANDONED

    seed: str

    def apply(self, table: Standing) -> None:
        need(not table.is_over)
        need_seed(table, self.seed)
        table.result, table.status = Result(self.seed), ABANDONED


def need_seed(table: Standing, seed: str) -> None:
    """The seed must be the one that was promised."""
    need(dice.commitment(table.name, bytes.fromhex(seed)) == table.opening.commitment)


@dataclass(frozen=True)
class Next(Kind):
    """They play again, at another table."""

    table: str

    def apply(self, table: Standing) -> None:
        need(table.is_over and table.next == "")
        table.next = self.table
