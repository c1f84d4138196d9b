"""Every game with every number of players and every option, for tests that hold for all."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from ludotheque import PACKAGES, Game, load, register
from ludotheque.luck import seed_of

register("pig", "pig")
GAMES = tuple(PACKAGES)
OURS = tuple(name for name, package in PACKAGES.items() if package.startswith("ludotheque."))
QUICKEST = min(GAMES, key=lambda name: Path(str(load(name).rules.__file__)).stat().st_size)

# Games for tests that need one of a kind.
WITH_SECRETS = next(name for name in OURS if load(name).rules.SECRETS)
NO_LUCK = next(name for name in OURS if load(name).rules.DRAWS == 0)
FOR_THREE = next(name for name in OURS if load(name).seats[0] > 2)
FEWEST_CHOICES = min(OURS, key=lambda name: load(name).rules.ACTIONS)
MOST_CHOICES = max(OURS, key=lambda name: load(name).rules.ACTIONS)
AT_ONCE = next(name for name in OURS if hasattr(load(name).rules, "together"))


class Expected(NamedTuple):
    """What the tests of all games expect of one: `expected.toml` beside its own tests."""

    rulings: int  # how many there are
    notes: list[str]  # the rulings that no test can break
    options: list[str]
    rare: list[str]  # the rulings whose rare cases have a recorded play
    undone: list[str]  # what may come of wanting to go back: "undo", "ask", "refused"
    built: dict[str, str]  # keys of sentences that the code puts together, and of what
    thoughtless: dict[str, int] = {}  # noqa: RUF012 - options with which any play is short
    agreeing: tuple[str, ...] = ()  # keys of words that agree in French alone
    shorter: tuple[str, str] | tuple[()] = ()  # a change of the data with which games are short


def folder_of(name: str) -> Path:
    """Where the tests of a game of ours lie."""
    return Path(__file__).parent / "games" / PACKAGES[name].rpartition(".")[2]


def expected(name: str) -> Expected:
    """What is expected of a game of ours."""
    file = folder_of(name) / "expected.toml"
    return Expected(**tomllib.loads(file.read_text(encoding="utf-8")))


def written(name: str) -> dict[int, list[int]]:
    """How large the tree of a game is, ply by ply, by number of players."""
    found: dict[int, list[int]] = {}
    players = 0
    file = Path(__file__).parent / "counts" / f"{name}.counts"
    for line in file.read_text(encoding="utf-8").splitlines():
        word, *numbers = line.split() or [""]
        if word == "players":
            players = int(numbers[0])
            found[players] = []
        elif word == "count":
            assert int(numbers[0]) == len(found[players]) + 1
            found[players].append(int(numbers[1]))
    return found


def some(few: Iterable[object], every: Iterable[object]) -> list[Any]:
    """What a test takes one by one: some at once, all of them in the long run."""
    quick = set(few)
    return [one if one in quick else pytest.param(one, marks=pytest.mark.long) for one in every]


def by_turns(every: Sequence[object], kinds: Sequence[object]) -> list[Any]:
    """Pairs of one and a kind: each one of another kind at once, all pairs in the long run."""
    first = {one: kinds[i % len(kinds)] for i, one in enumerate(every)}
    pairs = [(one, kind) for one in every for kind in kinds]
    return [
        pytest.param(*pair, marks=() if first[pair[0]] == pair[1] else pytest.mark.long)
        for pair in pairs
    ]


def barred(s: Any, game: Game) -> str:
    """What cannot be played now, for a reason that a ruling gives."""
    refusals = {game.say(s, action): game.why_not(s, action) for action in game.codes(s)}
    return next(said for said, why in refusals.items() if why and why.ruling != game.prefix)


def another_way(name: str) -> tuple[str, str]:
    """An option of a game, with a value that is not the usual one."""
    return [chosen[0] for chosen in settings(load(name)) if chosen][-1]


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
