"""Bots by name.

random        does anything it may
bot:3         a level of the game, from 1 up
search:2000   plain search: so many simulations with uniform playouts
guided:2000   the same with the game's advice
exact         plays what is proven best, where a game is solved
"""

from __future__ import annotations

from ludotheque.bots.bot import Bot, may_do
from ludotheque.bots.levels import LevelBot
from ludotheque.bots.random import RandomBot
from ludotheque.errors import BadRequest
from ludotheque.game import Game
from ludotheque.numerals import whole_number

__all__ = ["Bot", "bot", "may_do"]

NAMES = "random, bot:1–5, search:N, guided:N, exact"


def bot(game: Game, name: str) -> Bot:
    """The bot of that name, ready to play a game."""
    kind, _, number = name.partition(":")
    n = whole_number(number)
    if name == "random":
        return RandomBot(game, name)
    if name == "exact":
        from ludotheque.bots.exact import ExactBot

        return ExactBot(game, name)
    if kind == "bot" and n is not None:
        return LevelBot(game, name, n)
    if kind in ("search", "guided") and n is not None:
        from ludotheque.bots.search import SearchBot, Settings

        return SearchBot(game, name, Settings(n, guided=kind == "guided"))
    raise BadRequest("error.bot.name", name=name, allowed=NAMES)
