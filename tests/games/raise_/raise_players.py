"""Raise by rule of thumb: not ours to tune, what the levels are held to.

ludotheque arena raise bot:2 tests/games/raise_/raise_players.py:miser
"""

from __future__ import annotations

import random

from ludotheque.game import Game
from ludotheque.games.raise_ import rules
from ludotheque.state import Action

LESSON = "thrift"  # the player who does what the first game teaches


def values(s: rules.State, actions: list[Action]) -> dict[Action, int]:
    """How far each card of a choice carries the pawn."""
    return {action: rules.value(s, action) for action in actions if action < rules.CARDS}


def cheapest(s: rules.State, actions: list[Action]) -> Action:
    """The weakest card that passes alone; if none does, the strongest."""
    reach = values(s, actions)
    if not reach:
        return actions[0]
    needed = rules.target(s, s.player) - s.square[s.player]
    enough = [card for card in reach if reach[card] > needed]
    if enough:
        return min(enough, key=lambda card: (reach[card], rules.WORTH[card]))
    return max(reach, key=lambda card: reach[card])


def prize(s: rules.State) -> int:
    """The points of this round."""
    return rules.POINTS[s.stake] + s.pot


def miser(
    game: Game, s: rules.State, seat: int, actions: list[Action], dice: random.Random
) -> Action:
    """The lowest card first, and no raise before the last two rounds."""
    reach = values(s, actions)
    if s.phase == rules.LAYING:
        return min(reach, key=lambda card: (reach[card], dice.random()))
    if s.phase == rules.BIDDING and s.rounds >= 2 and rules.PASS in actions:
        return rules.PASS
    return cheapest(s, actions) if reach else actions[0]


def thrift(
    game: Game, s: rules.State, seat: int, actions: list[Action], dice: random.Random
) -> Action:
    """Raise with the cheapest card while the prize is good and one card does it."""
    reach = values(s, actions)
    if s.phase == rules.LAYING:
        order = sorted(reach, key=lambda card: (reach[card], dice.random()))
        return order[len(order) // 2 if prize(s) >= 12 else 0]
    if s.phase == rules.BIDDING and rules.PASS in actions:
        needed = rules.target(s, seat) - s.square[seat]
        one_does = any(far > needed for far in reach.values())
        return cheapest(s, actions) if reach and one_does and prize(s) >= 10 else rules.PASS
    return cheapest(s, actions) if reach else actions[0]


def bold(
    game: Game, s: rules.State, seat: int, actions: list[Action], dice: random.Random
) -> Action:
    """Lay the strongest card and raise whenever one can."""
    reach = values(s, actions)
    if s.phase == rules.LAYING:
        return max(reach, key=lambda card: (reach[card], dice.random()))
    return cheapest(s, actions) if reach else actions[0]
