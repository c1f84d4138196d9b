"""Rafletout by rule of thumb: not ours to tune, what the levels are held to.

ludotheque arena rafletout bot:2 tests/games/rafletout/rafletout_players.py:leader
"""

from __future__ import annotations

import random

from ludotheque.game import Game
from ludotheque.games.rafletout import rules
from ludotheque.parts import size
from ludotheque.state import Action, clone

LESSON = "leader"  # the player who does what the first game teaches


def leader(
    game: Game, s: rules.State, seat: int, actions: list[Action], dice: random.Random
) -> Action:
    """Most tokens in one's own hand, fewest in the richest rival's; else by chance."""

    def worth(action: Action) -> tuple[int, int, int, float]:
        new = clone(s)
        rules.apply(new, action)
        rivals = [size(new.held[other]) for other in range(s.players) if other != seat]
        mine = size(new.held[seat]) + 27 * (new.wins[seat] - s.wins[seat])
        return mine, sum(n == 0 for n in rivals), -max(rivals), dice.random()

    return max(actions, key=worth)
