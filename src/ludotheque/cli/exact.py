"""What is known exactly of a game: `exact`."""

from __future__ import annotations

import json
from typing import Any

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
    players_of,
    speak_as_asked,
)
from ludotheque.exact import need_solver
from ludotheque.extras import need_fast
from ludotheque.game import Game, load
from ludotheque.words.messages import message
from ludotheque.words.numerals import decimal


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
    from ludotheque.terminal.session import parse_options

    speak_as_asked(lang)
    game = load(name, data)
    need_solver(game)
    need_fast()
    n, options = players_of(game, players), parse_options(option or [], game)
    if game.name == "rolit":
        about_rolit(game, n, options, as_json)
    else:
        about_quinze(game, n, options, as_json)


def about_rolit(game: Game, players: int, options: dict[str, Any], as_json: bool) -> None:
    """Two sides who play perfectly: the difference, and such a game."""
    from ludotheque.exact import rolit

    facts = rolit.report(players, options)
    if as_json:
        typer.echo(json.dumps({"game": game.name, **facts}))
        return
    value = int(str(facts["value"]))
    winner = "first" if value > 0 else "second" if value < 0 else "nobody"
    typer.echo(message("exact.rolit.value", title=game.title(), winner=winner, n=abs(value)))
    typer.echo(message("solve.line", line=" ".join(facts["line"])))  # type: ignore[arg-type]


def about_quinze(game: Game, players: int, options: dict[str, Any], as_json: bool) -> None:
    """The chance to reach the target, each place's chance to win, and when to stop."""
    from ludotheque.exact.quinze import Alone, ByRounds, solve

    solution = solve(game, players, **options)
    reach = solution.reach_target
    facts: dict[str, Any] = {"game": game.name, "players": players}
    facts |= {"options": options, "reach_target": str(reach), "win": solution.win}
    if isinstance(solution, Alone):
        facts |= {"turn": str(solution.turn), "score": float(solution.score)}
    if as_json:
        typer.echo(json.dumps(facts))
        return
    typer.echo(message("exact.quinze.title", title=game.title(), players=players))
    percent = decimal(100 * float(reach), 2)
    target = solution.target
    typer.echo(message("exact.quinze.reach", target=target, reach=str(reach), percent=percent))
    if isinstance(solution, Alone):
        tell_solo(solution)
        return
    for place, share in enumerate(solution.win, start=1):
        typer.echo(message("exact.quinze.win", place=place, percent=decimal(100 * share, 4)))
    if solution.start.sudden_death and isinstance(solution, ByRounds):
        typer.echo(message("exact.quinze.sudden", target=target))
    else:
        tell_stops(solution)


def tell_solo(solution: Any) -> None:
    """Alone: what a turn and a game are worth on average."""
    facts = {"passes": solution.start.max_passes, "rounds": solution.start.solo_rounds}
    facts["score"] = decimal(float(solution.score), 4)
    exactly = str(solution.turn) if not isinstance(solution.turn, float) else "-"
    turn = decimal(float(solution.turn), 6)
    typer.echo(message("exact.quinze.solo", turn=turn, exactly=exactly, **facts))


def tell_stops(solution: Any) -> None:
    """From how many points on each place stops, by the cards that it may still turn."""
    from ludotheque.exact.quinze import ByRace

    every = range(solution.players)
    if isinstance(solution, ByRace):
        typer.echo("\n" + message("exact.quinze.race"))
        show_stops(solution, {place: solution.stops_from(place) for place in every})
        return
    typer.echo("\n" + message("exact.quinze.stops", target=solution.target))
    typer.echo("\n" + message("exact.quinze.fresh"))
    show_stops(solution, {place: solution.stops_from(place, False) for place in every})
    typer.echo("\n" + message("exact.quinze.ahead"))
    show_stops(solution, {place: solution.stops_from(place, True) for place in every[1:]})


def show_stops(solution: Any, stops: dict[int, dict[int, int | None]]) -> None:
    """A row for each place."""
    size = solution.game.rules.COUNT[solution.start.cards]
    heads = [message("exact.quinze.place"), message("exact.quinze.full")]
    heads += [message("exact.quinze.left", n=n) for n in range(size - 1, 1, -1)]
    grid = Grid(*heads, box=None, pad_edge=False)
    for place, points in stops.items():
        cells = ("-" if n is None else str(n) for n in points.values())
        grid.add_row(str(place + 1), *cells)
    Console(highlight=False).print(grid)
