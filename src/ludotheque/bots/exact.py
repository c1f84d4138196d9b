"""A bot that plays what is proven best, where a game is solved."""

from __future__ import annotations

from typing import Any

from ludotheque import exact
from ludotheque.bots.bot import Bot
from ludotheque.errors import BadRequest
from ludotheque.game import Game
from ludotheque.state import Action, Seat


class ExactBot(Bot):
    """Plays perfectly, or says that it cannot."""

    def __init__(self, game: Game, name: str) -> None:
        super().__init__(game, name)
        exact.need_solver(game)

    def choose(self, view: Any, seat: Seat, actions: list[Action], seed: int) -> Action:
        """The action that is proven best."""
        if self.game.name == "quinze":
            from ludotheque.exact.quinze import solution_for

            return solution_for(self.game, view).choose(view, seat)
        best = exact.best(self.game, view)
        if best is None:
            raise BadRequest("error.exact.position", game=self.game.title())
        return best
