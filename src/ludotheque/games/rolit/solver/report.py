"""What perfect play from the start comes to, as data and in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypedDict

from ludotheque.errors import BadRequest
from ludotheque.game import Game
from ludotheque.games.rolit.rules import State
from ludotheque.games.rolit.solver.solved import SOLUTIONS
from ludotheque.games.rolit.solver.solver import rule_of
from ludotheque.words.messages import message


class Facts(TypedDict):
    """The solution of a start."""

    players: int
    value: int
    line: list[str]


def facts(game: Game[State], players: int, options: dict[str, str]) -> Facts:
    """The solution of a start: the first side's balls minus the second's, and a perfect game."""
    start = game.start(players, 0, **options)
    if players not in SOLUTIONS or rule_of(start) != 0:
        raise BadRequest("exact.rolit.unsolved")
    value, line = SOLUTIONS[players]
    return {"players": players, "value": value, "line": line.split()}


def tell(game: Game[State], players: int, options: dict[str, str]) -> Iterator[str]:
    """Two sides who play perfectly: the difference, and such a game."""
    known = facts(game, players, options)
    value = known["value"]
    winner = "first" if value > 0 else "second" if value < 0 else "nobody"
    yield message("exact.rolit.value", title=game.title(), winner=winner, n=abs(value))
    yield message("solve.line", line=" ".join(known["line"]))
