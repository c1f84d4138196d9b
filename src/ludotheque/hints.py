"""Hints: each legal action with the chance to win that it gives every seat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ludotheque import exact
from ludotheque.bots import may_do
from ludotheque.game import Game
from ludotheque.state import Action, Seat

SIMULATIONS = 4_000


class Hint(NamedTuple):
    """One action and what it is worth."""

    action: Action
    shares: list[float]  # [seat] -> chance to win, ties shared (alone: the score)
    error: float | None  # half the 95 % interval of the mover's; None where it is exact


def hints(
    game: Game,
    view: Any,
    seat: Seat,
    simulations: int = SIMULATIONS,
    seed: int = 0,
    progress: Callable[[float], object] = lambda _: None,
) -> list[Hint]:
    """Every legal action of the seat to move, the best first."""
    actions = may_do(game, view, seat)
    known = exact.shares(game, view)
    if known is not None:
        found = [Hint(action, known[action], None) for action in actions]
    else:
        from ludotheque.bots.search import SearchBot, Settings

        settings = Settings(max(simulations, 10 * len(actions)), evenly=True)
        thoughts = SearchBot(game, "hint", settings).thoughts(view, seat, seed, progress)
        found = [Hint(thought.action, thought.shares, thought.error) for thought in thoughts]
    return sorted(found, key=lambda hint: -hint.shares[seat])
