"""Let bots play one another: `arena`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid
from typer import Exit
from typer.core import TyperCommand

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
from ludotheque.game import Game, load
from ludotheque.words.messages import message
from ludotheque.words.numerals import decimal

if TYPE_CHECKING:
    from ludotheque.arena import Match, Row, Standing
    from ludotheque.arena.standing import Interval

MOST_GAMES = 1_000_000_000
INTERRUPTED = 130
WIDEST = 200  # no figure is cut off, however narrow the screen


class OptionalAddress(TyperCommand):
    """A command whose `--ray` may stand without an address."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Say `local` where nothing follows."""
        following = [*args[1:], "-"]
        words = [
            "--ray=local" if word == "--ray" and after.startswith("-") else word
            for word, after in zip(args, following, strict=True)
        ]
        return super().parse_args(ctx, words)


@app.command(cls=OptionalAddress, help=message("cli.arena"))
def arena(
    name: GameName,
    bots: Annotated[list[str], typer.Argument(metavar="BOT", help=message("cli.arena.bots"))],
    games: Annotated[str, typer.Option("--games", metavar="N", help=message("cli.number"))] = "100",
    players: Players = None,
    option: Options = None,
    seed: Seed = None,
    each: Annotated[bool, typer.Option("--each", help=message("cli.arena.each"))] = False,
    keep: Annotated[
        Path | None, typer.Option("--keep", metavar="FILE", help=message("cli.arena.keep"))
    ] = None,
    jobs: Annotated[
        str | None, typer.Option("--jobs", metavar="N", help=message("cli.arena.jobs"))
    ] = None,
    ray: Annotated[
        str | None, typer.Option("--ray", metavar="[ADDRESS]", help=message("cli.arena.ray"))
    ] = None,
    data: Data = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    """Play a match between bots."""
    speak_as_asked(lang)
    extras.need_fast()
    from ludotheque.arena import Match

    game = load(name, data)
    wanted = number(games, "--games", 1, MOST_GAMES) or 1
    match = Match(
        game,
        bots,
        wanted,
        players_of(game, players),
        number(seed, "--seed", 0, LARGEST) or 0,
        parse_options(option or [], game),
        each=each,
        keep=keep,
    )
    if not as_json and match.total != wanted:
        typer.echo(message("arena.rounded", total=match.total, asked=wanted, a_deal=match.a_deal))
    whole = played(game, match, number(jobs, "--jobs", 1, 1000), ray)
    standing = match.standing()
    if as_json:
        typer.echo(json.dumps(standing.facts(), ensure_ascii=False))
    else:
        show(game, match, standing)
    if not whole:
        raise Exit(INTERRUPTED)


def played(game: Game, match: Match, jobs: int | None, ray: str | None) -> bool:
    """Play with a bar that grows; False if somebody interrupts."""
    screen = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    bar = Progress(*columns, console=screen, disable=not screen.is_terminal, transient=True)
    with bar, redirect_stdout(sys.stderr):  # Ray has its say when a machine dies
        label = message("simulate.progress", title=game.title(), players=match.spec.players)
        task = bar.add_task(label, total=match.total)
        try:
            for done in match.play(jobs, ray):
                bar.update(task, completed=done)
        except KeyboardInterrupt:
            return False
    return True


def show(game: Game, match: Match, standing: Standing) -> None:
    """Print the standing for people."""
    from ludotheque.arena.seating import seating

    spec = standing.spec
    facts = {"games": standing.games, "deals": standing.deals, "a_deal": match.a_deal}
    players, seed = spec.players, spec.seed
    typer.echo(message("arena.line", title=game.title(), players=players, seed=seed, **facts))
    first, second = spec.bots[0], spec.bots[-1]
    how = seating(spec.tables)
    typer.echo(message("arena.seating", how=how, first=first, second=second))
    if not standing.complete:
        typer.echo(message("arena.stopped", games=len(match.results), asked=standing.asked))
    if standing.rows:
        grid = grid_of(standing)
        screen = Console(highlight=False)
        if not screen.is_terminal:
            screen.width = WIDEST  # a pipe's lines are never cut
        screen.print(grid)


def grid_of(standing: Standing) -> Grid:
    """A line for each bot; ratings only where there are more than two to compare."""
    alone, many = standing.spec.players == 1, len(standing.rows) > 2
    heads = [message("arena.head.bot"), message("arena.head.games")]
    if not alone:
        heads += [message("arena.head.share"), message("arena.head.range")]
        heads += [message("arena.head.fair")]
    heads += [message("arena.head.score")]
    if many and not alone:
        heads += [message("arena.head.rating")]
    heads += [message("arena.head.mean"), message("arena.head.longest")]
    grid = Grid(box=None, pad_edge=False)
    for head in heads:
        grid.add_column(head, justify="right" if grid.columns else "left", no_wrap=True)
    for row in standing.rows:
        grid.add_row(*cells(row, standing.fair, many))
    return grid


def cells(row: Row, fair: float, many: bool) -> Iterator[str]:
    """What the line of a bot says."""
    yield row.name
    yield str(row.games)
    if row.share is not None:
        yield percent(row.share.mean)
        yield f"{percent(row.share.low)}–{percent(row.share.high)}"
        yield percent(fair)
    yield give_or_take(row.score, 2)
    if many and row.rating is not None:
        yield give_or_take(row.rating, 0)
    yield decimal(row.mean_ms, 2)
    yield decimal(row.max_ms, 1)


def percent(share: float | None) -> str:
    """A share for people."""
    return "?" if share is None else decimal(100 * share, 1)


def give_or_take(found: Interval, digits: int) -> str:
    """A mean and what it may be off by."""
    off = "?" if found.high is None else decimal(found.high - found.mean, digits)
    return f"{decimal(found.mean, digits)} ± {off}"
