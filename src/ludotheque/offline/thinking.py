"""Bots and hints on this device, as far as what they think with is there."""

from __future__ import annotations

from ludotheque.errors import NotInstalled
from ludotheque.game import Game
from ludotheque.state import Action
from ludotheque.tables.answers import worth
from ludotheque.tables.bot_turns import Task, thinkers_of
from ludotheque.tables.events import Json
from ludotheque.tables.table import Table


def has_levels(game: Game) -> bool:
    """Whether the levels of a game can think here."""
    from ludotheque.bots import bot  # as late as can be: it is long to load

    try:
        bot(game, "bot:1")
    except NotInstalled:
        return False
    return True


def need_bots(table: Table) -> None:
    """Refuse a table with bots that cannot think here."""
    from ludotheque.bots import bot

    for name in thinkers_of(table):
        bot(table.game, name)


def choice(table: Table, name: str, task: Task) -> Action:
    """What a bot does; what is forced is thought about all the same where hands are hidden."""
    from ludotheque.bots import may_do
    from ludotheque.bots.minds import mind

    player, seed = mind(table.game.name, name, task.seat, table.name), task.seed
    if not table.game.rules.SECRETS:
        return player.act(task.view, task.seat, seed)
    actions = may_do(table.game, task.view, task.seat)
    found = player.choose(task.view, task.seat, actions, seed)
    return found if task.forced is None else task.forced


def hints_for(table: Table, seat: int) -> list[Json]:
    """What each action is worth."""
    from ludotheque.bots.hints import hints

    view = table.facing(seat)
    return [worth(table, view, *one) for one in hints(table.game, view, seat)]
