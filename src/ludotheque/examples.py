"""Examples of a game for scripts and tests: `examples.toml` in its folder, or what is usual.

A test that wants a quick game, or a script that wants a picture, asks here and names no game.
"""

from __future__ import annotations

import tomllib
from functools import cache
from typing import NamedTuple

from ludotheque.game import Game, load

USUAL = 4  # players at most, where any number will do
DEPTH = 4  # plies to which a tree is counted, where its game asks for no more


class Measured(NamedTuple):
    """How the levels of the bots are measured."""

    players: list[int]
    games: list[int] = [400, 300]  # noqa: RUF012 - between two levels, best against the rest
    alike: list[int] = []  # noqa: RUF012 - players with whom playouts without advice are as good


class Examples(NamedTuple):
    """What to show of a game, and how."""

    few: int  # players of a quick game: the fewest who play against one another
    short: dict[str, str]  # options with which a game is soon over
    pictured: int  # players of the table that pictures are taken of
    counted: int  # how deep its tree is counted at least
    measured: Measured


@cache
def examples(name: str) -> Examples:
    """The examples of a game."""
    game = load(name)
    file = game.folder / "examples.toml"
    said = tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    measured = {"players": usual_tables(game), **said.get("measured", {})}
    return Examples(
        few=max(2, game.seats[0]),
        short=said.get("short", {}),
        pictured=said.get("pictured", usual(game)),
        counted=said.get("counted", DEPTH),
        measured=Measured(**measured),
    )


def usual_tables(game: Game) -> list[int]:
    """A usual table, and two alone, which is often another game."""
    return sorted({usual(game), max(2, game.seats[0])}, reverse=True)


def usual(game: Game) -> int:
    """The players of a usual table."""
    return min(USUAL, game.seats[1])
