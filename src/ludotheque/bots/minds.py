"""Bots that go on from turn to turn: a few of those who played lately, with what they thought.

A level then means the same wherever it thinks: what is known of the new position counts as part
of its simulations, at a server or on a page as in the terminal.
"""

from __future__ import annotations

from functools import lru_cache

from ludotheque.bot_names import still_known
from ludotheque.bots import Bot, bot
from ludotheque.game import load
from ludotheque.state import Seat

REMEMBERED = 8  # bots whose tree is kept: the largest takes some 15 MB


@lru_cache(REMEMBERED)
def remembered(game: str, name: str, seat: Seat, table: str) -> Bot:  # noqa: ARG001
    """The bot that plays a seat of a table."""
    return bot(load(game), name)


def mind(game: str, name: str, seat: Seat, table: str) -> Bot:
    """The bot that plays a seat; where hands are hidden, or no table is named, a fresh one."""
    name = still_known(load(game), name)
    if not table or load(game).rules.SECRETS:
        return bot(load(game), name)
    return remembered(game, name, seat, table)
