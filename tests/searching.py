"""What the tests of searches share: a search at a position, and how a game goes on from there."""

from __future__ import annotations

import random
from typing import Any

from positions import Decision

from ludotheque.bots.search import Search, SearchBot, Settings, Thought
from ludotheque.engines.native import NativeEngine
from ludotheque.state import clone


def in_silence(_: float) -> None:
    pass


def looking(position: Decision, settings: Settings, checked: bool = False) -> Search:
    """A search that has not begun to think."""
    search = Search(position.game, NativeEngine(position.game, True) if checked else None)
    search.look(position.view, position.seat, 5, settings)
    return search


def searched(position: Decision, settings: Settings, checked: bool = False) -> Search:
    """A search that has thought."""
    search = looking(position, settings, checked)
    search.run(settings, in_silence)
    return search


def of(thoughts: list[Thought], action: int) -> Thought:
    return next(thought for thought in thoughts if thought.action == action)


def bot_of(position: Decision, simulations: int) -> SearchBot:
    return SearchBot(position.game, "x", Settings(simulations))


def play_on(position: Decision, bot: SearchBot) -> tuple[Any, list[int]]:
    """The seat's own choice, and what others and chance do until it has a choice again."""
    game, s = position.game, clone(position.state)
    actions = [bot.act(position.view, position.seat, 3)]
    game.rules.apply(s, actions[0])
    dice = random.Random(2)
    while s.player != position.seat or len(game.legal_actions(s)) == 1:
        actions.append(dice.choice(game.legal_actions(s)))
        game.rules.apply(s, actions[-1])
    return s, actions
