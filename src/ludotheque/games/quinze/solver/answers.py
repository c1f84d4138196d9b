"""What the solution of Quitte ou Quinze says of a view, for bots and hints."""

from __future__ import annotations

from ludotheque.errors import BadRequest
from ludotheque.game import Game
from ludotheque.games.quinze.rules import State
from ludotheque.games.quinze.solver.solution import solution_for
from ludotheque.state import Action, Seat


def best(game: Game[State], view: State) -> Action | None:
    """The action that is proven best; None where the game is not solved."""
    try:
        return solution_for(game, view).choose(view, view.player)
    except BadRequest:
        return None


def shares(game: Game[State], view: State) -> dict[Action, list[float]] | None:
    """Every seat's share of the win after each action; None where it is not known."""
    try:
        return solution_for(game, view).values(view)
    except BadRequest:
        return None


def choose(game: Game[State], view: State, seat: Seat) -> Action:
    """The seat's better action; an error says why the game is not solved."""
    return solution_for(game, view).choose(view, seat)


def warm(game: Game[State], view: State) -> None:
    """Solve the game."""
    best(game, view)
