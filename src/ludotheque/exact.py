"""Exact values, where a game can be solved: its folder then has a package `solver`.

A solver has these verbs; the first two give None where it does not know:

    best(game, view)                the action that is proven best for the seat to move
    shares(game, view)              for each legal action, every seat's share of the win
    choose(game, view, seat)        the action that is proven best; an error says why there is none
    warm(game, view)                do what is slow the first time: compile, load, solve
    facts(game, players, options)   what perfect play comes to, as data
    tell(game, players, options)    the same in words: sentences and tables

A solver that can prove the value of the start from nothing has a module `solve_start` as well.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import NamedTuple

from ludotheque.errors import BadRequest
from ludotheque.extras import need_fast
from ludotheque.game import Game, load
from ludotheque.games import PACKAGES
from ludotheque.state import Action, Base

__all__ = ["best", "has_solver", "shares", "warm"]

SOLVER = "solver"
SOLVE_START = "solver.solve_start"


class Rows(NamedTuple):
    """A table that a solver tells: what stands over the columns, then row by row."""

    heads: list[str]
    rows: list[list[str]]


def has_solver(game: Game) -> bool:
    """Whether the game is solved, at least in part; nothing is imported to find out."""
    return (game.folder / "solver").is_dir()


def can_solve_start(game: Game) -> bool:
    """Whether the game can be solved from its start."""
    return (game.folder / "solver" / "solve_start.py").is_file()


def need_solver(game: Game) -> None:
    """Refuse a game that is not solved."""
    if not has_solver(game):
        raise BadRequest("error.exact.game", game=game.title(), allowed=those(has_solver))


def need_solve_start(game: Game) -> ModuleType:
    """The module that solves the game from its start; a game without one is refused."""
    if not can_solve_start(game):
        raise BadRequest("solve.game", game=game.title(), allowed=those(can_solve_start))
    need_fast()
    module: ModuleType = game.part(SOLVE_START)
    return module


def those(fit: Callable[[Game], bool]) -> str:
    """The names of the games that fit, for a sentence."""
    return ", ".join(sorted(name for name in PACKAGES if fit(load(name))))


def best(game: Game, view: Base) -> Action | None:
    """The action that is proven best for the seat to move, if that is known."""
    if not has_solver(game):
        return None
    found: Action | None = game.part(SOLVER).best(game, view)
    return found


def shares(game: Game, view: Base) -> dict[Action, list[float]] | None:
    """For each legal action, every seat's share of the win, if that is known."""
    if not has_solver(game):
        return None
    found: dict[Action, list[float]] | None = game.part(SOLVER).shares(game, view)
    return found


def warm(game: Game, view: Base) -> None:
    """Get ready to answer any question about a game that has begun."""
    if has_solver(game):
        game.part(SOLVER).warm(game, view)
