"""Bots by name: `bot(game, "random")`, `bot(game, "bot:3")`, `bot(game, "search:2000")`."""

from __future__ import annotations

from ludotheque.bots.bot import Bot, may_do
from ludotheque.bots.random import RandomBot
from ludotheque.errors import BadRequest
from ludotheque.game import Game

__all__ = ["Bot", "bot", "may_do"]


def bot(game: Game, name: str) -> Bot:
    """The bot of that name, ready to play a game."""
    if name == "random":
        return RandomBot(game, name)
    raise BadRequest("error.bot.name", name=name, allowed="random")
