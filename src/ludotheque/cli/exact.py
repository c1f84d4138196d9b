"""What is known exactly of a game: `exact`."""

from __future__ import annotations

import json

import typer
from rich.console import Console
from rich.table import Table as Grid

from ludotheque.cli.shared import (
    Data,
    GameName,
    Json,
    Lang,
    Options,
    Players,
    app,
    parse_options,
    players_of,
    speak_as_asked,
)
from ludotheque.exact import SOLVER, Rows, need_solver
from ludotheque.extras import need_fast
from ludotheque.game import load
from ludotheque.words.messages import message


@app.command(help=message("cli.exact"))
def exact(
    name: GameName,
    players: Players = None,
    option: Options = None,
    data: Data = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    """Say what perfect play comes to."""
    speak_as_asked(lang)
    game = load(name, data)
    need_solver(game)
    need_fast()
    asked = players_of(game, players), parse_options(option or [], game)
    solver = game.part(SOLVER)
    if as_json:
        typer.echo(json.dumps({"game": game.name, **solver.facts(game, *asked)}))
        return
    for told in solver.tell(game, *asked):
        if isinstance(told, Rows):
            show(told)
        else:
            typer.echo(told)


def show(table: Rows) -> None:
    """Print a table."""
    grid = Grid(*table.heads, box=None, pad_edge=False)
    for row in table.rows:
        grid.add_row(*row)
    Console(highlight=False).print(grid)
