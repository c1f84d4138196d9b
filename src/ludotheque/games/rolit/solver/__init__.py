"""Two-player Rolit Junior, solved; the end of the game for three and four."""

from ludotheque.games.rolit.solver.answers import best, choose, shares, warm
from ludotheque.games.rolit.solver.report import facts, tell
from ludotheque.games.rolit.solver.solution import Solved, solve

__all__ = ["Solved", "best", "choose", "facts", "shares", "solve", "tell", "warm"]
