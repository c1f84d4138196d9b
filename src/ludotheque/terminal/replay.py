"""A saved game shown again, action by action, with everything open."""

from __future__ import annotations

import random

from ludotheque.log import Play
from ludotheque.terminal.screen import Screen
from ludotheque.terminal.table import Table
from ludotheque.words.messages import naming


def show(play: Play, screen: Screen, quietly: bool) -> None:
    """Tell every action; unless `quietly`, with the position before each choice."""
    facts = {"players": play.start.players, "n": len(play.actions)}
    screen.say("replay.game", "bold", title=play.game.title(), **facts)
    table = Table(play, screen, random.Random(0), None)
    with naming(table.name):
        _tell_all(table, quietly)


def _tell_all(table: Table, quietly: bool) -> None:
    play, game = table.play, table.game
    for before, action, after in zip(table.states, play.actions, table.states[1:], strict=False):
        if before.player >= 0 and not quietly:
            table.picture(before)
        table.tell(game.effects(before, action, after), after)
    table.picture(table.s)
    if game.over(table.s):
        table.result()
    else:
        table.screen.say("replay.unfinished", prompt=game.prompt(table.s))
