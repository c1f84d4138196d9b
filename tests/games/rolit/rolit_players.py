"""Rolit Junior by rule of thumb: not ours to tune, what the levels are held to.

ludotheque arena rolit bot:2 tests/games/rolit/rolit_players.py:most_balls
"""

from __future__ import annotations

import random

from ludotheque.game import Game
from ludotheque.games.rolit import rules
from ludotheque.parts import NOBODY, size
from ludotheque.state import Action, clone

CORNERS = 1 | 1 << 5 | 1 << 35 | 1 << 40
EDGES = rules.BOARD & ~sum(1 << 7 * row + column for row in range(1, 5) for column in range(1, 5))

LESSON = "most_balls"  # the player who does what the first game teaches


def after(s: rules.State, action: Action) -> rules.State:
    """The position after an action."""
    new = clone(s)
    rules.apply(new, action)
    return new


def balls(s: rules.State, side: int) -> int:
    """How many balls a side has."""
    return size(s.ball[rules.colour_of(s, side)])


def most_balls(
    game: Game, s: rules.State, seat: int, actions: list[Action], dice: random.Random
) -> Action:
    """Turn as many as one can."""
    return max(actions, key=lambda action: (balls(after(s, action), s.side), dice.random()))


def corners(
    game: Game, s: rules.State, seat: int, actions: list[Action], dice: random.Random
) -> Action:
    """A corner, else an edge, else not beside a free corner; then as many balls as one can."""
    near = rules.around(CORNERS & ~rules.filled(s))

    def worth(action: Action) -> tuple[bool, bool, bool, int, float]:
        cell = rules.bit(action) if action != rules.PASS else 0
        mine = balls(after(s, action), s.side)
        return cell & CORNERS != 0, cell & near == 0, cell & EDGES != 0, mine, dice.random()

    return max(actions, key=worth)


def greedy_round(
    game: Game, s: rules.State, seat: int, actions: list[Action], dice: random.Random
) -> Action:
    """Most balls once everybody else has turned as many as they can."""

    def left(action: Action) -> tuple[int, float]:
        now = after(s, action)
        for _ in range(rules.sides(s) - 1):
            if now.player == NOBODY:
                break
            legal = [one for one in range(rules.ACTIONS) if rules.legal(now, one)]
            now = max((after(now, one) for one in legal), key=lambda one: gained(now, one))
        return balls(now, s.side), dice.random()

    return max(actions, key=left)


def gained(before: rules.State, now: rules.State) -> int:
    """What the side that played has gained."""
    return balls(now, before.side) - balls(before, before.side)
