"""Who sits where: which bots share a table, and how they go round it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations

Table = tuple[int, ...]  # [seat] -> the bot, by its place on the command line


def tables_of(bots: int, players: int, each: bool = False) -> tuple[Table, ...]:
    """The tables of a match.

    Two bots: the first in one seat, the second in all others.  As many bots as seats: all
    at one table.  Another number, or `each`: every bot alone against every other in all
    the other seats.  A game for one is played by each bot.
    """
    if players == 1:
        return tuple((bot,) for bot in range(bots))
    if not each and bots == players:
        return (tuple(range(bots)),)
    if not each and bots == 2:
        return (alone(0, 1, players),)
    pairs = combinations if players == 2 else permutations  # of two, rotation makes both
    return tuple(alone(one, rest, players) for one, rest in pairs(range(bots), 2))


def alone(one: int, rest: int, players: int) -> Table:
    """One bot against another in all the other seats."""
    return (one, *[rest] * (players - 1))


def seating(tables: Sequence[Table]) -> str:
    """How the bots are seated, in a word: `solo`, `one` against the rest, `all` or `each`."""
    if len(tables[0]) == 1:
        return "solo"
    if len(tables) > 1:
        return "each"
    return "one" if set(tables[0][1:]) == {1} else "all"


def rotated(table: Sequence[int], rotation: int) -> Table:
    """The table after everybody has moved on by so many seats."""
    cut = len(table) - rotation
    return (*table[cut:], *table[:cut])
