"""What chance does in a game that is played by simple habits, kind by kind."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Any

from ludotheque.arena.dice import Dice, Kind, kind_of
from ludotheque.game import Game
from ludotheque.parts import CHANCE

Policy = Callable[[list[int]], int]  # which of the legal actions
PLIES = 400  # enough to see; whoever turns cards for ever would never end


def drawn(game: Game, players: int, policies: dict[int, Policy], deal: int) -> dict[Kind, Any]:
    """What chance does in a game, kind by kind; a seat without a policy is bold."""
    s = game.start(players)
    dice = Dice(game, deal)
    found: dict[Kind, Any] = defaultdict(list)
    while not game.over(s) and s.plies < PLIES:
        if s.player == CHANCE:
            kind, action = kind_of(game, s), dice.draw(s)
            found[kind].append(action)
        else:
            legal = game.legal_actions(s)
            action = policies.get(s.player, bold)(legal)
        game.rules.apply(s, action)
    return found


def bold(actions: list[int]) -> int:
    return actions[0]


def shy(actions: list[int]) -> int:
    return actions[-1]
