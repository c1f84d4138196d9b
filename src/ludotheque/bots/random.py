"""A bot that does anything it may, each action as likely as another."""

from __future__ import annotations

from typing import Any

from ludotheque.bots.bot import Bot
from ludotheque.luck import below, seed_of
from ludotheque.state import Action, Seat


class RandomBot(Bot):
    """Plays at random."""

    def choose(self, view: Any, seat: Seat, actions: list[Action], seed: int) -> Action:
        """Any of them."""
        return actions[below([seed_of(seed, view.plies)], len(actions))]
