"""What the solution of Quitte ou Quinze says of a view, for bots and hints."""

from __future__ import annotations

from typing import Any

from ludotheque.errors import BadRequest
from ludotheque.game import Game
from ludotheque.games.quinze.solver.solution import solution_for
from ludotheque.state import Action, Seat


def best(game: Game, view: Any) -> Action | None:
    """The action that is proven best; None where the game is not solved."""
    try:
        return solution_for(game, view).choose(view, view.player)
    except BadRequest:
        return None


def shares(game: Game, view: Any) -> dict[Action, list[float]] | None:
    """Every seat's share of the win after each action; None where it is not known."""
    try:
        return solution_for(game, view).values(view)
    except BadRequest:
        return None


def choose(game: Game, view: Any, seat: Seat) -> Action:
    """The seat's better action; an error says why the game is not solved."""
    return solution_for(game, view).choose(view, seat)


def warm(game: Game, view: Any) -> None:
    """Solve the game."""
    best(game, view)
