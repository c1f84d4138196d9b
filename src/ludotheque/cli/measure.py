"""Measure a game: `count` its tree, `simulate` many random games."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import Progress

from ludotheque import extras
from ludotheque.cli.shared import (
    LARGEST,
    Data,
    GameName,
    Json,
    Lang,
    Options,
    Players,
    Seed,
    app,
    number,
    parse_options,
    players_of,
    speak_as_asked,
)
from ludotheque.errors import BadRequest
from ludotheque.game import Game, load
from ludotheque.words.messages import message
from ludotheque.words.numerals import decimal

if TYPE_CHECKING:
    from ludotheque.fast.simulate import Summary


@app.command(help=message("cli.count"))
def count(
    name: GameName,
    players: Players = None,
    depth: Annotated[str, typer.Option("--depth", metavar="D", help=message("cli.depth"))] = "4",
    as_json: Json = False,
    engine: Annotated[str, typer.Option("--engine", help=message("cli.engine"))] = "auto",
    lang: Lang = None,
) -> None:
    """Count action sequences from the start."""
    from ludotheque.fast import count as counting

    speak_as_asked(lang)
    game = load(name)
    n = players_of(game, players)
    deep = number(depth, "--depth", 1, 99) or 1
    if engine not in ("auto", "compiled", "interpreted"):
        raise BadRequest("cli.engine.bad", given=engine)
    compiled = engine == "compiled" or (engine == "auto" and extras.is_fast())
    if compiled:
        extras.need_fast()
    counts = (counting.compiled if compiled else counting.interpreted)(game, game.start(n), deep)
    if as_json:
        typer.echo(json.dumps({"game": name, "players": n, "counts": counts}))
        return
    for i, sequences in enumerate(counts, start=1):
        typer.echo(message("count.line", depth=i, n=sequences))


@app.command(help=message("cli.simulate"))
def simulate(
    name: GameName,
    players: Players = None,
    games: Annotated[
        str, typer.Option("--games", metavar="N", help=message("cli.number"))
    ] = "100000",
    option: Options = None,
    seed: Seed = None,
    data: Data = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    """Play complete random games, compiled, on every core."""
    speak_as_asked(lang)
    extras.need_fast()
    from ludotheque.fast.simulate import simulate as run

    game = load(name, data)
    start = game.start(players_of(game, players), 0, **parse_options(option or [], game))
    total = number(games, "--games", 1, 1_000_000_000) or 1
    run_seed = number(seed, "--seed", 0, LARGEST) or 0
    screen = Console(stderr=True)
    with Progress(console=screen, disable=not screen.is_terminal, transient=True) as progress:
        label = message("simulate.progress", title=game.title(), players=start.players)
        task = progress.add_task(label, total=total)
        summary = run(game, start, total, run_seed, lambda n: progress.advance(task, n))
    report(game, summary, run_seed, as_json)


def report(game: Game, summary: Summary, seed: int, as_json: bool) -> None:
    """Print what came of the games; a dead end is an error."""
    if as_json:
        typer.echo(json.dumps({"game": game.name, **summary._asdict()}))
    else:
        facts = summary._asdict() | {"mean": decimal(summary.mean, 1)}
        facts["seconds"] = decimal(summary.seconds, 1)
        typer.echo(message("simulate.line", title=game.title(), **facts))
        for i, (share, score) in enumerate(zip(summary.shares, summary.scores, strict=True)):
            facts = {"seat": i + 1, "share": decimal(share, 4), "score": decimal(score, 2)}
            typer.echo("  " + message("simulate.seat", **facts))
    if summary.dead_end is not None:
        at, ply = summary.dead_end
        raise BadRequest("simulate.dead", game=at, ply=ply, seed=seed)
