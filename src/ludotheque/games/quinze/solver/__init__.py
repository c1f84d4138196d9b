"""Quitte ou Quinze, solved: what every choice is worth when everybody plays at their best.

solution = solve(load("quinze"), 4, cards="1-3")
solution.win                      # each place's chance in a round, the first to play first
solution.values(view)             # {action: [share of each seat]}
solution.choose(view, seat)       # the better action; of equals, stopping

Solving takes NumPy and Numba; `best`, `shares` and `choose` of a game with the usual options
are answered from tables, without them.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from ludotheque.games.quinze.solver.answers import best, choose, shares, warm

if TYPE_CHECKING:
    from ludotheque.games.quinze.solver.report import facts, tell
    from ludotheque.games.quinze.solver.solution import Solution, solve

__all__ = ["Solution", "best", "choose", "facts", "shares", "solve", "tell", "warm"]

WITH_NUMPY = {"Solution": "solution", "facts": "report", "solve": "solution", "tell": "report"}


def __getattr__(name: str) -> object:
    """What needs NumPy is imported when it is asked for."""
    if name not in WITH_NUMPY:
        raise AttributeError(name)
    return getattr(import_module(f"{__name__}.{WITH_NUMPY[name]}"), name)
