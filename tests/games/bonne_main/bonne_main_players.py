"""La Bonne Main by rule of thumb: not ours to tune, what the levels are held to.

ludotheque arena bonne-main bot:2 tests/games/bonne_main/bonne_main_players.py:grab
"""

from __future__ import annotations

import random

from ludotheque.game import Game
from ludotheque.games.bonne_main import rules
from ludotheque.parts import UNKNOWN
from ludotheque.state import Action, clone

LESSON = "grab"  # the player who does what the first game teaches


def after(s: rules.State, action: Action) -> rules.State:
    """The position after an action, and all that must be taken."""
    new = clone(s)
    rules.apply(new, action)
    while new.phase == rules.STEALING and new.player == s.player:
        rules.apply(new, rules.TAKE)
    return new


def last_coins(s: rules.State, seat: int) -> int:
    """How many hands of rivals are still on the board."""
    return sum(at != UNKNOWN for hand, at in enumerate(s.at) if hand // rules.HANDS != seat)


def danger(s: rules.State, seat: int) -> int:
    """How many rivals' hands are near one's own, three squares or less away."""
    mine = [at for hand, at in enumerate(s.at) if hand // rules.HANDS == seat and at != UNKNOWN]
    rest = [at for hand, at in enumerate(s.at) if hand // rules.HANDS != seat and at != UNKNOWN]
    return sum(rules.apart(this, that) <= 3 for this in mine for that in rest)


def drop(s: rules.State, seat: int, actions: list[Action]) -> Action:
    """Lose a coin from the richest hand."""
    return max(actions, key=lambda n: s.coins[rules.HANDS * seat + n])


def grab(
    game: Game, s: rules.State, seat: int, actions: list[Action], dice: random.Random
) -> Action:
    """Steal most."""
    if s.phase == rules.DROPPING:
        return drop(s, seat, actions)
    if s.phase != rules.MOVING:
        return rules.TAKE if s.phase == rules.STEALING else rules.LEAVE
    return max(actions, key=lambda a: (rules.score(after(s, a), seat), dice.random()))


def thief(
    game: Game, s: rules.State, seat: int, actions: list[Action], dice: random.Random
) -> Action:
    """Steal most, last coins above all, and stay away from rivals."""
    if s.phase != rules.MOVING:
        return grab(game, s, seat, actions, dice)

    def worth(action: Action) -> tuple[float, float]:
        new = after(s, action)
        stolen = rules.score(new, seat) - rules.score(s, seat)
        hands = last_coins(s, seat) - last_coins(new, seat)
        return 3 * stolen + 3 * hands - danger(new, seat), dice.random()

    return max(actions, key=worth)


def coward(
    game: Game, s: rules.State, seat: int, actions: list[Action], dice: random.Random
) -> Action:
    """Stay as far away as one can."""
    if s.phase != rules.MOVING:
        return grab(game, s, seat, actions, dice)
    return min(actions, key=lambda a: (danger(after(s, a), seat), dice.random()))
