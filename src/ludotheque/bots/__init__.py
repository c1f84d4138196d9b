"""Bots by name.

random        does anything it may
bot:3         a level of the game, from 1 up
search:2000   plain search: so many simulations with uniform playouts
guided:2000   the same with the game's advice
exact         plays what is proven best, where a game is solved
"""

from __future__ import annotations

import re

from ludotheque.bots.bot import Bot, may_do
from ludotheque.bots.levels import LevelBot, levels, title
from ludotheque.bots.random import RandomBot
from ludotheque.errors import BadRequest
from ludotheque.extras import need_fast
from ludotheque.game import Game
from ludotheque.words.messages import Message
from ludotheque.words.numerals import whole_number

__all__ = ["MARK", "SIGNS", "Bot", "bot", "is_bot", "levels", "may_do", "strength", "title", "told"]

NAMES = "random, bot:1–5, search:N, guided:N, exact"
MARK = "⚙"  # stands before a bot's name wherever it is written; no person's name has it
SIGNS = "⚙⛭⛮⛯☸🛞🤖"  # the mark, and what could be taken for it
KINDS = re.compile(r"random|exact|bot|search|guided|.*:.*")  # people have no colon in their names


def is_bot(name: str) -> bool:
    """Whether a seat's name is meant for a bot; `bot` says whether there is one."""
    return KINDS.fullmatch(name) is not None


def strength(game: Game, name: str) -> Message:
    """How well a bot plays: its level's title alone."""
    kind, _, number = name.partition(":")
    return title(game, int(number)) if kind == "bot" else told(game, name)


def told(game: Game, name: str) -> Message:
    """A bot in words: its level, or how it plays."""
    kind, _, number = name.partition(":")
    if kind == "bot":
        return Message("bot.level", {"n": int(number), "level": title(game, int(number))})
    return Message(f"bot.{kind}", {"n": number})


def bot(game: Game, name: str) -> Bot:
    """The bot of that name, ready to play a game."""
    kind, _, number = name.partition(":")
    n = whole_number(number)
    if name == "random":
        return RandomBot(game, name)
    need_fast()
    if name == "exact":
        from ludotheque.bots.exact import ExactBot

        return ExactBot(game, name)
    if kind == "bot" and n is not None:
        return LevelBot(game, name, n)
    if kind in ("search", "guided") and n is not None:
        from ludotheque.bots.search import SearchBot, Settings

        return SearchBot(game, name, Settings(n, guided=kind == "guided"))
    raise BadRequest("error.bot.name", name=name, allowed=NAMES)
