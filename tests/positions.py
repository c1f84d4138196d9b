"""What the tests of bots share: positions to decide in, small levels, and a game between bots."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from typing import Any, NamedTuple

import pytest
from every import Case, cases, walk

from ludotheque import CHANCE, Game, load
from ludotheque.bots import Bot, bot, levels
from ludotheque.errors import LudothequeError
from ludotheque.state import clone
from ludotheque.terminal.table import draw

SMALL = 16  # simulations
PLAIN_CASES = [case for case in cases() if not case.options]


class Decision(NamedTuple):
    """A seat that has something to decide, and what it sees."""

    game: Game
    view: Any
    seat: int
    state: Any  # what it does not see, too


def decisions(case: Case, number: int, every: int = 1) -> Iterator[Decision]:
    """Where a seat has a choice in a random game; of them, each `every`th."""
    game, n = case.game, 0
    for s, _ in walk(case, number):
        if s.player >= 0 and len(game.legal_actions(s)) > 1:
            if n % every == 0:
                yield Decision(game, game.observe(s, s.player), s.player, clone(s))
            n += 1


def first_decision(name: str, players: int, **options: object) -> Decision:
    """The first choice in a game whose dice are thrown at random."""
    game, rng = load(name), [7]
    s = game.start(players, **options)  # type: ignore[arg-type]  # `first` is none
    while s.player == CHANCE or len(game.legal_actions(s)) == 1:
        game.rules.apply(s, game.playout.choose(s, rng))
    return Decision(game, game.observe(s, s.player), s.player, s)


def play_bots(case: Case, players: Sequence[Bot], number: int = 0) -> Any:
    """A game between bots, to its end."""
    game, dice = case.game, random.Random(number)
    s = case.start(number)
    while not game.over(s):
        if s.player == CHANCE:
            action = draw(game, s, dice)
        else:
            view = game.observe(s, s.player)
            action = players[s.player].act(view, s.player, dice.getrandbits(40))
        s = game.after(s, action)  # refuses what is not legal
    return s


def shrink_levels(monkeypatch: pytest.MonkeyPatch, exact: bool = True) -> Callable[[str], Any]:
    """Let the bots of every level think very little."""

    def small(name: str) -> Any:
        return tuple(
            level._replace(simulations=min(level.simulations, SMALL), exact=level.exact and exact)
            for level in levels(name)
        )

    monkeypatch.setattr(import_module("ludotheque.bot_names"), "levels", small)
    return small


def names_of_bots(game: Game) -> list[str]:
    """Every kind of bot but the exact one."""
    by_level = [f"bot:{n}" for n in range(1, len(levels(game.name)) + 1)]
    return ["random", *by_level, "search:40", "guided:40"]


def sample(case: Case, n: int) -> list[Decision]:
    """Some decisions from all over a random game."""
    found = list(decisions(case, 3))
    return random.Random(str(case)).sample(found, min(n, len(found)))


def acts(game: Game, name: str, position: Decision, seed: int) -> int:
    """What a bot does there."""
    return bot(game, name).act(position.view, position.seat, seed)


def is_one_sentence(problem: LudothequeError, lang: str) -> bool:
    """Whether a problem is told in one sentence."""
    text = problem.sentence(lang)
    return "\n" not in text and text.endswith((".", ")", "»")) and "{" not in text
