"""What a bot is: it maps what its seat sees to an action.

A bot is handed a view, never the state, the log of hidden draws or the dice to come.  The
same view, seat and seed give the same action; `begin` tells it that a new game begins, so
that one which remembers its thoughts between its turns forgets them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from ludotheque.errors import BadRequest
from ludotheque.game import Game
from ludotheque.parts import CHANCE
from ludotheque.state import Action, Base, Seat


class Bot(ABC):
    """A player that is not a person."""

    def __init__(self, game: Game, name: str) -> None:
        self.game = game
        self.name = name

    def __repr__(self) -> str:
        return f"bot({self.game!r}, {self.name!r})"

    def begin(self) -> None:  # noqa: B027  most bots remember nothing
        """A new game begins."""

    def warm(self, view: Base, seat: Seat) -> None:
        """Do what is slow the first time in a process: compile, load, solve."""
        self.act(view, seat)
        self.begin()

    def act(self, view: Base, seat: Seat, seed: int = 0) -> Action:
        """The action of the seat, which must be the one to move."""
        actions = may_do(self.game, view, seat)
        if len(actions) == 1:
            return actions[0]
        return self.choose(view, seat, actions, seed)

    @abstractmethod
    def choose(self, view: Base, seat: Seat, actions: list[Action], seed: int) -> Action:
        """One of several legal actions."""


def may_do(game: Game, view: Base, seat: Seat) -> list[Action]:
    """What a seat may do in its view; an error if it has nothing to decide."""
    if game.over(view):
        raise BadRequest("error.bot.over", game=game.title())
    if view.player == CHANCE:
        raise BadRequest("error.bot.chance")
    if view.player != seat:
        raise BadRequest("error.bot.turn", seat=seat + 1, turn=view.player + 1)
    actions = game.legal_actions(view)
    if not actions:
        raise BadRequest("error.bot.stuck", seat=seat + 1)
    return actions
