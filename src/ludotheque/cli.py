"""The command line: `ludotheque games|rules|play|replay|count|simulate`."""

from __future__ import annotations

import json
import sys
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table as Grid
from typer import Abort, Exit, TyperException

from ludotheque import PACKAGES, LudothequeError, load
from ludotheque.errors import BadRequest, NotInstalled
from ludotheque.game import Game
from ludotheque.messages import LANGUAGES, language, message, speak
from ludotheque.numerals import whole_number
from ludotheque.terminal.screen import EndOfInput, Screen

app = typer.Typer(
    help=message("cli.app"), no_args_is_help=True, add_completion=False, rich_markup_mode=None
)

LARGEST = 10**17  # a seed

GameName = Annotated[str, typer.Argument(metavar="GAME", help=message("cli.game"))]
Players = Annotated[str | None, typer.Option("--players", metavar="N", help=message("cli.players"))]
Options = Annotated[
    list[str] | None, typer.Option("--option", metavar="K=V", help=message("cli.option"))
]
Seed = Annotated[str | None, typer.Option("--seed", metavar="S", help=message("cli.seed"))]
Data = Annotated[Path | None, typer.Option("--data", metavar="FILE", help=message("cli.data"))]
Lang = Annotated[str | None, typer.Option("--lang", metavar="fr|en", help=message("cli.lang"))]
Json = Annotated[bool, typer.Option("--json", help=message("cli.json"))]


def speak_as_asked(lang: str | None) -> None:
    """Choose the language given on the command line."""
    if lang is not None:
        if lang not in LANGUAGES:
            raise BadRequest("error.lang", lang=lang, allowed=", ".join(LANGUAGES))
        speak(lang)


def number(given: str | None, what: str, low: int, high: int) -> int | None:
    """A whole number given on the command line."""
    if given is None:
        return None
    found = whole_number(given)
    if found is None or not low <= found <= high:
        raise BadRequest("error.number", what=what, low=low, high=high, given=given)
    return found


def players_of(game: Game, given: str | None) -> int:
    """The number of players asked for, or the game's smallest for several."""
    asked = None if given is None else whole_number(given)
    if asked is None:
        number(given, "--players", *game.seats)
    return int(game.start(asked).players)


def show_version(wanted: bool) -> None:
    """Print the version and leave."""
    if wanted:
        from importlib.metadata import version

        typer.echo(version("ludotheque"))
        raise Exit


@app.callback()
def ludotheque(
    _: Annotated[
        bool,
        typer.Option(
            "--version", callback=show_version, is_eager=True, help=message("cli.version")
        ),
    ] = False,
) -> None:
    """Come before every command; Typer takes its help from the application's."""


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
        facts: dict[str, Any] = {"name": name, "title": game.title().text(), "players": [low, high]}
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
        grid.add_row(*(facts[head] for head in heads))
    Console(highlight=False).print(grid)


@app.command(help=message("cli.rules"))
def rules(name: GameName, lang: Lang = None, data: Data = None) -> None:
    """Show the rules page of a game."""
    from ludotheque.pages import rules_page

    speak_as_asked(lang)
    Screen().page(rules_page(load(name, data), language()))


@app.command(help=message("cli.play"))
def play(
    name: Annotated[str | None, typer.Argument(metavar="[GAME]", help=message("cli.game"))] = None,
    players: Players = None,
    seat: Annotated[
        list[str] | None, typer.Option("--seat", metavar="N=WHO", help=message("cli.seat"))
    ] = None,
    option: Options = None,
    seed: Seed = None,
    resume: Annotated[
        Path | None, typer.Option("--resume", metavar="FILE", help=message("cli.resume"))
    ] = None,
    data: Data = None,
    first: Annotated[
        str | None, typer.Option("--first", metavar="N", help=message("cli.first"))
    ] = None,
    series: Annotated[
        str | None, typer.Option("--series", metavar="N", help=message("cli.series"))
    ] = None,
    keep_colours: Annotated[
        bool, typer.Option("--keep-colours", help=message("cli.keep_colours"))
    ] = False,
    lang: Lang = None,
) -> None:
    """Play in the terminal."""
    from ludotheque.terminal import session

    speak_as_asked(lang)
    screen = Screen()
    dice = session.dice_of(number(seed, "--seed", -LARGEST, LARGEST))
    rules_given = any((players, option, first, series, keep_colours))
    if resume is not None:
        if name is not None or rules_given:
            raise BadRequest("error.resume.alone")
        session.resume(resume, data, seat or [], screen, dice)
        return
    if name is None:
        if rules_given or seat or data:
            raise BadRequest("error.game.needed", allowed=", ".join(PACKAGES))
        while (chosen := session.menu(screen)) is not None:
            session.play_wishes(chosen, screen, dice)
        return
    game = load(name, data)
    n = players_of(game, players)
    begins = number(first, "--first", 1, n)
    wishes = session.Wishes(
        game,
        n,
        session.parse_seats(seat or [], n),
        session.parse_options(option or [], game),
        None if begins is None else begins - 1,
        number(series, "--series", 1, 99) or 1,
        keep_colours,
    )
    session.play_wishes(wishes, screen, dice)


@app.command(help=message("cli.replay"))
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=message("cli.file"))],
    quietly: Annotated[bool, typer.Option("--quiet", help=message("cli.quietly"))] = False,
    data: Data = None,
    lang: Lang = None,
) -> None:
    """Show a saved game, action by action."""
    from ludotheque.log import read
    from ludotheque.terminal.replay import show

    speak_as_asked(lang)
    show(read(file, data), Screen(), quietly)


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
    from ludotheque import count as counting

    speak_as_asked(lang)
    game = load(name)
    n = players_of(game, players)
    deep = number(depth, "--depth", 1, 99) or 1
    if engine not in ("auto", "compiled", "interpreted"):
        raise BadRequest("cli.engine.bad", given=engine)
    compiled = engine == "compiled" or (engine == "auto" and is_fast())
    if compiled and not is_fast():
        raise NotInstalled("error.install", extra="fast")
    counts = (counting.compiled if compiled else counting.interpreted)(game, game.start(n), deep)
    if as_json:
        typer.echo(json.dumps({"game": name, "players": n, "counts": counts}))
        return
    for i, sequences in enumerate(counts, start=1):
        typer.echo(message("count.line", depth=i, n=sequences))


def is_fast() -> bool:
    """Whether NumPy and Numba are there."""
    from importlib.util import find_spec

    try:
        return find_spec("numpy") is not None and find_spec("numba") is not None
    except ModuleNotFoundError:
        return False


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
    from ludotheque.terminal.session import parse_options

    speak_as_asked(lang)
    if not is_fast():
        raise NotInstalled("error.install", extra="fast")
    from ludotheque.simulate import simulate as run

    game = load(name, data)
    start = game.start(players_of(game, players), **parse_options(option or [], game))
    total = number(games, "--games", 1, 1_000_000_000) or 1
    run_seed = number(seed, "--seed", 0, LARGEST) or 0
    screen = Console(stderr=True)
    with Progress(console=screen, disable=not screen.is_terminal, transient=True) as progress:
        label = message("simulate.progress", title=game.title(), players=start.players)
        task = progress.add_task(label, total=total)
        summary = run(game, start, total, run_seed, lambda n: progress.advance(task, n))
    report(game, summary, run_seed, as_json)


def report(game: Game, summary: Any, seed: int, as_json: bool) -> None:
    """Print what came of the games; a dead end is an error."""
    if as_json:
        typer.echo(json.dumps({"game": game.name, **summary._asdict()}))
    else:
        facts = summary._asdict() | {"mean": f"{summary.mean:.1f}"}
        facts["seconds"] = f"{summary.seconds:.1f}"
        typer.echo(message("simulate.line", title=game.title(), **facts))
        for i, (share, score) in enumerate(zip(summary.shares, summary.scores, strict=True)):
            facts = {"seat": i + 1, "share": f"{share:.4f}", "score": f"{score:.2f}"}
            typer.echo("  " + message("simulate.seat", **facts))
    if summary.dead_end is not None:
        at, ply = summary.dead_end
        raise BadRequest("simulate.dead", game=at, ply=ply, seed=seed)


def main() -> None:
    """Run the command line; whatever goes wrong is one sentence and a non-zero exit."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # an old terminal shows ? rather than nothing
    try:
        status = app(sys.argv[1:] or ["--help"], standalone_mode=False)
    except LudothequeError as problem:
        typer.echo(str(problem), err=True)
        sys.exit(2)
    except EndOfInput:
        typer.echo(message("play.eof"))
        sys.exit(0)
    except TyperException as problem:
        typer.echo(message("cli.usage", why=problem.format_message()), err=True)
        sys.exit(2)
    except Exit as leaving:
        sys.exit(leaving.exit_code)
    except (Abort, KeyboardInterrupt):
        sys.exit(130)
    except BrokenPipeError:
        sys.exit(0)
    sys.exit(status if isinstance(status, int) else 0)


if __name__ == "__main__":
    main()
