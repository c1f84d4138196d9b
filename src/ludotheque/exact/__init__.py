"""Exact values, where a game can be solved.

A solver is a module with three functions; the first two give None where it does not know:

    best(game, view)      the action that is proven best for the seat to move
    shares(game, view)    for each legal action, every seat's share of the win
    warm(game, view)      do what is slow the first time: compile, load, solve
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from ludotheque.errors import BadRequest
from ludotheque.game import Game
from ludotheque.state import Action

SOLVERS = {"quinze": "ludotheque.exact.quinze.answers", "rolit": "ludotheque.exact.rolit.answers"}


def need_solver(game: Game) -> None:
    """Refuse a game that is not solved."""
    if game.name not in SOLVERS:
        raise BadRequest("error.exact.game", game=game.title(), allowed=", ".join(SOLVERS))


def best(game: Game, view: Any) -> Action | None:
    """The action that is proven best for the seat to move, if that is known."""
    if game.name not in SOLVERS:
        return None
    found: Action | None = import_module(SOLVERS[game.name]).best(game, view)
    return found


def shares(game: Game, view: Any) -> dict[Action, list[float]] | None:
    """For each legal action, every seat's share of the win, if that is known."""
    if game.name not in SOLVERS:
        return None
    found: dict[Action, list[float]] | None = import_module(SOLVERS[game.name]).shares(game, view)
    return found


def warm(game: Game, view: Any) -> None:
    """Get ready to answer any question about a game that has begun."""
    if game.name in SOLVERS:
        import_module(SOLVERS[game.name]).warm(game, view)
