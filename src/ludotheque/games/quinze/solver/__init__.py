"""Quitte ou Quinze, solved: what every choice is worth when everybody plays at their best.

solution = solve(load("quinze"), 4, cards="1-3")
solution.win                      # each place's chance in a round, the first to play first
solution.values(view)             # {action: [share of each seat]}
solution.choose(view, seat)       # the better action; of equals, stopping
"""

from ludotheque.games.quinze.solver.answers import best, choose, shares, warm
from ludotheque.games.quinze.solver.report import facts, tell
from ludotheque.games.quinze.solver.solution import Solution, solve

__all__ = ["Solution", "best", "choose", "facts", "shares", "solve", "tell", "warm"]
