"""Every game with every number of players and every option, for tests that hold for all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from ludotheque import PACKAGES, Game, load, register
from ludotheque.luck import seed_of

register("pig", "pig")
GAMES = tuple(PACKAGES)
OURS = tuple(name for name, package in PACKAGES.items() if package.startswith("ludotheque."))
QUICKEST = min(GAMES, key=lambda name: Path(str(load(name).rules.__file__)).stat().st_size)
WITH_SECRETS = next(name for name in OURS if load(name).rules.SECRETS)


def some(few: Iterable[object], every: Iterable[object]) -> list[Any]:
    """What a test takes one by one: some at once, all of them in the long run."""
    quick = set(few)
    return [one if one in quick else pytest.param(one, marks=pytest.mark.long) for one in every]


class Case(NamedTuple):
    """A game as a table might choose to play it."""

    name: str
    players: int
    options: tuple[tuple[str, str], ...]

    @property
    def game(self) -> Game:
        return load(self.name)

    def start(self, first: int = 0) -> Any:
        return self.game.start(self.players, first % self.players, **dict(self.options))

    def __str__(self) -> str:
        return "-".join([self.name, str(self.players), *(f"{k}={v}" for k, v in self.options)])


def settings(game: Game) -> Iterator[tuple[tuple[str, str], ...]]:
    """The defaults, each other value of each option (of a range, both ends), and all together."""
    yield ()
    every = {}
    for option in game.options.values():
        values = range(len(option.names)) if option.names else (option.low, option.high)
        for value in values:
            if value != option.default:
                every[option.name] = option.say(value)
                yield ((option.name, option.say(value)),)
    if len(every) > 1:
        yield tuple(every.items())


def cases(names: tuple[str, ...] = GAMES) -> list[Case]:
    """Every case of some games: each player count with each option, and with all of them."""
    return [
        Case(name, players, chosen)
        for name in names
        for players in range(load(name).seats[0], load(name).seats[1] + 1)
        for chosen in settings(load(name))
    ]


def walk(case: Case, number: int) -> Iterator[tuple[Any, int]]:
    """A random game: each state with the action played in it.  The state is changed in place."""
    s = case.start(first=number)
    rng = [seed_of(20, number)]
    kernel, apply = case.game.playout, case.game.rules.apply
    while not case.game.over(s):
        action = kernel.choose(s, rng)
        assert action >= 0, f"dead end:\n{case.game.draw(s)}"
        yield s, action
        apply(s, action)
    yield s, -1


def at_the_ends(every: Iterable[Case]) -> list[Any]:
    """Cases for a test that takes its time: of a game the fewest and the most players at once."""
    found = list(every)
    return some([case for case in found if case.players in case.game.seats], found)
