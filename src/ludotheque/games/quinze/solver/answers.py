"""What the solution of Quitte ou Quinze says of a view, for bots and hints.

The tables that the library ships are asked first; what they do not know is solved, where
NumPy and Numba are installed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludotheque import extras
from ludotheque.errors import BadRequest
from ludotheque.game import Game
from ludotheque.games.quinze.rules import State
from ludotheque.games.quinze.solver.lookup import Beyond, lookup_for
from ludotheque.state import Action, Seat

if TYPE_CHECKING:
    from ludotheque.games.quinze.solver.solution import Solution


def best(game: Game[State], view: State) -> Action | None:
    """The action that is proven best; None where it is not known."""
    if view.player < 0:
        return None
    found = known_best(game, view)
    if found is not None or not extras.is_fast():
        return found
    try:
        return solution_of(game, view).choose(view, view.player)
    except BadRequest:
        return None


def shares(game: Game[State], view: State) -> dict[Action, list[float]] | None:
    """Every seat's share of the win after each action; None where it is not known."""
    if view.player < 0:
        return None
    found = known_shares(game, view)
    if found is not None or not extras.is_fast():
        return found
    try:
        return solution_of(game, view).values(view)
    except BadRequest:
        return None


def choose(game: Game[State], view: State, seat: Seat) -> Action:
    """The seat's better action; an error says why the game is not solved."""
    found = known_best(game, view) if view.player == seat else None
    if found is not None:
        return found
    extras.need_fast()
    return solution_of(game, view).choose(view, seat)


def warm(game: Game[State], view: State) -> None:
    """Read the tables; solve a game that they are not about."""
    if lookup_for(game, view) is None and extras.is_fast():
        try:
            solution_of(game, view)
        except BadRequest:
            return  # it cannot be solved


def known_best(game: Game[State], view: State) -> Action | None:
    """The action that is best by the tables that are shipped."""
    lookup = lookup_for(game, view)
    try:
        return lookup.choose(view) if lookup else None
    except Beyond:
        return None


def known_shares(game: Game[State], view: State) -> dict[Action, list[float]] | None:
    """Every seat's share by the tables that are shipped."""
    lookup = lookup_for(game, view)
    try:
        return lookup.shares(view) if lookup else None
    except Beyond:
        return None


def solution_of(game: Game[State], view: State) -> Solution:
    """The solution of the game that a view belongs to, found with NumPy."""
    from ludotheque.games.quinze.solver.solution import solution_for

    return solution_for(game, view)
