"""Quitte ou Quinze by rule of thumb: not ours to tune, what the levels are held to.

ludotheque arena quinze bot:2 tests/games/quinze/quinze_players.py:fifteen
"""

from __future__ import annotations

import random

from ludotheque.game import Game
from ludotheque.games.quinze import rules
from ludotheque.games.quinze.dominated import best_before
from ludotheque.state import Action

LESSON = "lesson"  # the player who does what the first game teaches


def fifteen(
    game: Game, s: rules.State, seat: int, actions: list[Action], dice: random.Random
) -> Action:
    """Go on below fifteen and until one has beaten the best of the round; then stop."""
    wanted = max(rules.TARGET, best_before(s) + 1)
    return rules.TURN if rules.total(s, s.points) < wanted else rules.STOP


def lesson(
    game: Game, s: rules.State, seat: int, actions: list[Action], dice: random.Random
) -> Action:
    """What the first game teaches: fifteen counts, the rest does not."""
    return rules.TURN if rules.total(s, s.points) < rules.TARGET else rules.STOP


def cautious(
    game: Game, s: rules.State, seat: int, actions: list[Action], dice: random.Random
) -> Action:
    """As `fifteen`, but whoever is first wants twenty, for the others will try to beat it."""
    if best_before(s) < rules.TARGET and rules.total(s, s.points) < 20 and s.shields > 0:
        return rules.TURN
    return fifteen(game, s, seat, actions, dice)
