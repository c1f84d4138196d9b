"""What is in the collection: `games`, `rules`, `data`."""

from __future__ import annotations

import json

import typer
from rich.console import Console
from rich.table import Table as Grid

from ludotheque.cli.shared import Data, GameName, Json, Lang, app, speak_as_asked
from ludotheque.game import load
from ludotheque.games import PACKAGES
from ludotheque.terminal.screen import Screen
from ludotheque.words.messages import language, message


@app.command(help=message("cli.data.print"))
def data(name: GameName) -> None:
    """Print a game's data file, to copy and change."""
    typer.echo((load(name).folder / "data.toml").read_text(encoding="utf-8"), nl=False)


@app.command(help=message("cli.games"))
def games(as_json: Json = False, lang: Lang = None) -> None:
    """List the games."""
    speak_as_asked(lang)
    rows = []
    for name in PACKAGES:
        game = load(name)
        low, high = game.seats
        title = game.title().text()
        facts: dict[str, str | list[int]] = {"name": name, "title": title, "players": [low, high]}
        for part in ("luck", "secrets", "about"):
            facts[part] = message(f"{name}.{part}")
        rows.append(facts)
    if as_json:
        typer.echo(json.dumps(rows, ensure_ascii=False))
        return
    heads = ("name", "title", "players", "luck", "secrets")
    grid = Grid(*(message(f"games.{head}") for head in heads), box=None, pad_edge=False)
    for facts in rows:
        facts["players"] = "–".join(map(str, facts["players"]))
        grid.add_row(*(str(facts[head]) for head in heads))
    Console(highlight=False).print(grid)


@app.command(help=message("cli.rules"))
def rules(name: GameName, lang: Lang = None, data: Data = None) -> None:
    """Show the rules page of a game."""
    from ludotheque.words.rulebook import rules_page

    speak_as_asked(lang)
    Screen().page(rules_page(load(name, data), language()))
