"""A bot that plays what is proven best, where a game is solved."""

from __future__ import annotations

from ludotheque.bots.bot import Bot
from ludotheque.exact import SOLVER, need_solver
from ludotheque.game import Game
from ludotheque.state import Action, Base, Seat


class ExactBot(Bot):
    """Plays perfectly, or says that it cannot."""

    def __init__(self, game: Game, name: str) -> None:
        super().__init__(game, name)
        need_solver(game)

    def choose(self, view: Base, seat: Seat, actions: list[Action], seed: int) -> Action:
        """The action that is proven best."""
        found: Action = self.game.part(SOLVER).choose(self.game, view, seat)
        return found
