"""A bot that does anything it may, each action as likely as another."""

from __future__ import annotations

from ludotheque.bots.bot import Bot
from ludotheque.luck import below, seed_of
from ludotheque.state import Action, Base, Seat


class RandomBot(Bot):
    """Plays at random."""

    def choose(self, view: Base, seat: Seat, actions: list[Action], seed: int) -> Action:
        """One of them, each as likely as another."""
        return actions[below([seed_of(seed, view.plies)], len(actions))]
