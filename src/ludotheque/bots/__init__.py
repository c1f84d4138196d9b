"""Bots, made by the names that `bot_names` lists."""

from __future__ import annotations

from ludotheque.bot_names import MARK, SIGNS, first_names, is_bot, levels, need_bot, strength, title
from ludotheque.bots.bot import Bot, may_do
from ludotheque.bots.level import LevelBot
from ludotheque.bots.random import RandomBot
from ludotheque.extras import need_thought
from ludotheque.game import Game

__all__ = ["MARK", "SIGNS", "Bot", "bot", "first_names", "is_bot", "levels", "may_do"]
__all__ += ["strength", "title"]


def bot(game: Game, name: str) -> Bot:
    """The bot of that name, ready to play a game."""
    if name == "random":
        return RandomBot(game, name)
    need_thought()
    need_bot(game, name)
    if name == "exact":
        from ludotheque.bots.exact import ExactBot

        return ExactBot(game, name)
    kind, _, number = name.partition(":")
    if kind == "bot":
        return LevelBot(game, name, int(number))
    from ludotheque.bots.search import SearchBot, Settings

    return SearchBot(game, name, Settings(int(number), guided=kind == "guided"))
