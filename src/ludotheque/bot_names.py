"""Bots by name, wherever they are written or told; nothing here plays, or needs what does.

random        does anything it may
bot:3         a level of the game, from 1 up: `levels.toml` in its folder
search:2000   plain search: so many simulations with uniform playouts
guided:2000   the same with the game's advice, and what was learned
exact         plays what is proven best, where a game is solved
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

from ludotheque.errors import BadRequest
from ludotheque.game import Game, load
from ludotheque.words.messages import Message, knows
from ludotheque.words.numerals import whole_number

NAMES = "random, bot:1–5, search:N, guided:N, exact"
MARK = "⚙"  # stands before a bot's name wherever it is written; no person's name has it
SIGNS = "⚙⛭⛮⛯☸🛞🤖"  # the mark, and what could be taken for it
KINDS = re.compile(r"random|exact|bot|search|guided|.*:.*")  # people have no colon in their names
MOST_SEATS = 6  # at a table: as many first names belong to a seat, the others are to spare
TITLES = ("beginner", "casual", "regular", "expert", "master")


class Level(NamedTuple):
    """How the bots of one level think: a row of `levels.toml`.

    Budgets are counted in simulations, so that a level means the same on every machine.
    """

    simulations: int = 0  # playouts before an action is chosen
    sight: int = 0  # plies that it looks ahead; 0: as many as the game advises, or all
    blur: float = 0.0  # how large its errors are: the share of the win that it may overlook
    plain: bool = False  # playouts are uniform and go to the end, though the game has advice
    learned: bool = False  # judges by what was learned, where the game has such numbers
    exact: bool = False  # uses exact values where they are known


DEFAULT = (Level(50, blur=0.2), Level(50, blur=0.05), Level(100), Level(500), Level(3_000))


@cache
def levels(name: str) -> tuple[Level, ...]:
    """The levels of a game; one that says nothing of them has ordinary ones."""
    file = load(name).folder / "levels.toml"
    if not file.exists():
        return DEFAULT
    return tuple(Level(**row) for row in tomllib.loads(file.read_text(encoding="utf-8"))["levels"])


def is_bot(name: str) -> bool:
    """Whether a seat's name is meant for a bot; `need_bot` says whether there is one."""
    return KINDS.fullmatch(name) is not None


def need_bot(game: Game, name: str) -> None:
    """Refuse a name that no bot of a game has."""
    kind, _, number = name.partition(":")
    n = whole_number(number)
    if kind == "bot" and n is not None:
        need_level(game, n)
    elif name not in ("random", "exact") and (kind not in ("search", "guided") or n is None):
        raise BadRequest("error.bot.name", name=name, allowed=NAMES)


def need_level(game: Game, number: int) -> Level:
    """A level of a game by its number, from 1 up; refused if there is none."""
    known = levels(game.name)
    if not 1 <= number <= len(known):
        raise BadRequest("error.bot.level", game=game.title(), level=number, high=len(known))
    return known[number - 1]


def still_known(game: Game, name: str) -> str:
    """A bot's name; where a table of before names a level that is gone, the best there is."""
    kind, _, number = name.partition(":")
    if kind != "bot":
        return name
    return f"bot:{min(int(number), len(levels(game.name)))}"


@cache
def known_names() -> tuple[str, ...]:
    """The first names of `first_names.txt`, in the order in which they are given."""
    text = Path(__file__).with_name("first_names.txt").read_text(encoding="utf-8")
    return tuple(line for line in text.splitlines() if line and not line.startswith("#"))


def first_names(bots: Iterable[int], is_free: Callable[[str], bool]) -> dict[int, str]:
    """[bot] -> its first name, by the number of a seat or of a person in a series.

    The same number has the same name everywhere; where a person is called so, the bot takes the
    first name that nobody else would have.
    """
    names, numbers = known_names(), sorted(bots)
    found = {n: names[n] for n in numbers if is_free(names[n])}
    spare = (name for name in names[MOST_SEATS:] if is_free(name))
    return {n: found.get(n) or next(spare) for n in numbers}


def title(game: Game, number: int) -> Message:
    """What a level is called; the last of any game is the master."""
    last = number == len(levels(game.name))
    return Message(f"level.{TITLES[-1 if last else number - 1]}")


def character(game: Game, number: int) -> Message:
    """How a level plays, in a sentence; a game that has no words of its own for it has these."""
    own = f"{game.name}.level.{number}"
    return Message(own if knows(own) else f"{title(game, number).key}.plays")


def strength(game: Game, name: str) -> Message:
    """How well a bot plays: the title of its level, or what it does."""
    kind, _, number = name.partition(":")
    return title(game, int(number)) if kind == "bot" else Message(f"bot.{kind}", {"n": number})
