"""The comments of a golden play: the position and what one may do, at chosen plies."""

from __future__ import annotations

from collections.abc import Callable

from ludotheque.game import Game
from ludotheque.messages import speaking
from ludotheque.state import Base

FIRST, EVERY = 2, 25  # the first plies, then every so many


def plies_to_show(look: str) -> Callable[[int], bool]:
    """Which plies are shown: some of all, and those that the header asks to look at."""
    wanted = {int(ply) for ply in look.split()}
    return lambda ply: ply < FIRST or ply % EVERY == 0 or ply in wanted


def note(game: Game, s: Base) -> list[str]:
    """The comment on a position; at the end, with the result."""
    with speaking("en"):
        lines = game.draw(s).splitlines()
        if game.over(s):
            lines += [
                f"seat {seat + 1}: score {game.score(s, seat)}, payoff {game.payoff(s, seat)}"
                for seat in range(s.players)
            ]
        else:
            lines.append(game.prompt(s).text())
            lines.append("legal: " + ", ".join(game.said(s)))
    return ["", *(f"# {line}".rstrip() for line in lines)]
