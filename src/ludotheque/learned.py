"""The numbers that a game's bots have learned: `learned.toml` in its folder.

They stand there by the number of players, with where they come from: how many games, how long,
on what, and from which sources.  `kernels/value.py` says what is reckoned with them.
"""

from __future__ import annotations

import tomllib
from array import array
from functools import cache
from pathlib import Path
from typing import TypedDict

from ludotheque.game import Game


class Part(TypedDict):
    """The numbers for so many players, as the file has them."""

    skip: list[float]
    units: list[list[float]]


NAME = "learned.toml"
NOTHING = array("d")  # has been learned


def path_of(game: Game) -> Path:
    """Where a game's numbers lie, or would."""
    return game.folder / NAME


def learned(game: Game, players: int, file: str = "") -> array[float]:
    """The numbers for so many players, in a row; none where nothing has been learned."""
    return _read(Path(file) if file else path_of(game)).get(players, NOTHING)


@cache
def _read(file: Path) -> dict[int, array[float]]:
    if not file.exists():
        return {}
    facts = tomllib.loads(file.read_text(encoding="utf-8"))
    return {int(players): row_of(part) for players, part in facts["players"].items()}


def row_of(part: Part) -> array[float]:
    """One table of the file as the row that kernels take."""
    found = array("d", part["skip"])
    for unit in part["units"]:
        found.extend(unit)
    return found
