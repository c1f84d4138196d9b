"""The games on the shelf, as they are told to whoever wants to play one."""

from __future__ import annotations

from functools import cache

from ludotheque.bot_names import character, levels, title
from ludotheque.errors import Refused
from ludotheque.game import Game
from ludotheque.games import PACKAGES, age_of, is_starter, locales_of
from ludotheque.tables.events import Json
from ludotheque.tables.told import words
from ludotheque.words.messages import Message


def facts_of(game: Game, has_levels: bool) -> Json:
    """A game on the shelf; where no level can think, bots do anything they may."""
    low, high = game.seats
    rulings = {ruling.id: ruling for ruling in game.rulings}
    options = [
        {
            "name": option.name,
            "ruling": option.ruling,
            "default": option.say(option.default),
            "values": list(option.names),
            "low": option.low,
            "high": option.high,
            "contested": rulings[option.ruling].contested,
            "assumed": rulings[option.ruling].assumed,
        }
        for option in game.options.values()
    ]
    count = len(levels(game.name)) if has_levels else 0
    numbers = range(1, count + 1)
    bots = [(f"bot:{n}", title(game, n), character(game, n)) for n in numbers]
    bots = bots or [("random", Message("bot.random", {"n": ""}), Message("bot.random.plays"))]
    return {
        "name": game.name,
        "title": words(game.title()),
        "about": {"key": f"{game.name}.about"},
        "low": low,
        "high": high,
        "age": age_of(game.name),
        "starter": is_starter(game.name),
        "secrets": game.rules.SECRETS,
        "assumed": game.provenance == "assumed",
        "rules": game.version,
        "options": options,
        "bots": [
            {"bot": name, "title": words(called), "plays": words(plays)}
            for name, called, plays in bots
        ],
        "sides": [[words(side) for side in game.sides(n)] for n in range(high + 1)],
        "alone": [words(side) for side in game.sides(1) if game.has_other_side],
    }


def need_game(name: str) -> None:
    """A game that is asked for must be there."""
    if name not in PACKAGES:
        raise Refused("unknown", "error.game", game=name, allowed=", ".join(PACKAGES))


@cache
def own_words(name: str, lang: str) -> str:
    """The sentences of a game in a language, as they are sent."""
    return (locales_of(PACKAGES[name]) / f"{lang}.json").read_text("utf-8")


def usual_bot(game: str, has_levels: bool) -> str:
    """The bot that stands in where nobody has chosen one."""
    return f"bot:{min(3, len(levels(game)))}" if has_levels else "random"
