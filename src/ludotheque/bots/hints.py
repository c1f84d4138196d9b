"""Hints: each legal action with the chance to win that it gives every seat."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ludotheque import exact
from ludotheque.bots import may_do
from ludotheque.extras import need_thought
from ludotheque.game import Game
from ludotheque.state import Action, Base, Seat
from ludotheque.words.messages import message
from ludotheque.words.numerals import decimal

__all__ = ["Hint", "hints"]

SIMULATIONS = 4_000


class Hint(NamedTuple):
    """One action and what it is worth."""

    action: Action
    shares: list[float]  # [seat] -> chance to win, ties shared (alone: the score)
    error: float | None  # half the 95 % interval of the mover's; None where it is exact


def hints(
    game: Game,
    view: Base,
    seat: Seat,
    simulations: int = SIMULATIONS,
    seed: int = 0,
    progress: Callable[[float], object] = lambda _: None,
) -> list[Hint]:
    """Every legal action of the seat to move, the best first; alone, the best for the side."""
    actions = may_do(game, view, seat)
    need_thought()
    known = exact.shares(game, view)
    if known is not None:
        found = [Hint(action, known[action], None) for action in actions]
    else:
        from ludotheque.bots.search import SearchBot, Settings

        settings = Settings(max(simulations, 10 * len(actions)), evenly=True)
        thoughts = SearchBot(game, "hint", settings).thoughts(view, seat, seed, progress)
        found = [Hint(thought.action, thought.shares, thought.error) for thought in thoughts]
    sign = 1 if game.other_side(view) else -1
    return sorted(found, key=lambda hint: sign * hint.shares[seat])


def tell_hints(game: Game, s: Base, found: list[Hint]) -> list[str]:
    """Each hint as a line: the action, what it does, and every seat's chance."""
    lines = []
    for hint in found:
        said = game.call(s, hint.action)
        worth = [share_of(s.players, share) for share in hint.shares]
        facts = {"said": said, "what": game.tell(s, hint.action), "shares": ", ".join(worth)}
        if hint.error is None:
            lines.append(message("hint.exact", **facts))
        else:
            error = share_of(s.players, hint.error)
            lines.append(message("hint.estimate", error=error, **facts))
    return lines


def share_of(players: int, value: float) -> str:
    """A share of the win in per cent; alone, points."""
    if players == 1:
        return decimal(value, 1)
    return message("hint.share", n=decimal(100 * value, 1))
