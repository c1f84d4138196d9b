"""What all commands share: the application, their arguments, and how these are checked."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from typer import Exit

from ludotheque.errors import BadOption, BadRequest, NotInstalled
from ludotheque.game import Game
from ludotheque.words.messages import LANGUAGES, message, speak
from ludotheque.words.numerals import whole_number

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


@contextmanager
def needing_server() -> Iterator[None]:
    """Import what only the server's extra brings, or say that it is missing."""
    try:
        yield
    except ModuleNotFoundError as problem:
        raise NotInstalled("error.server", name=problem.name or "") from None


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


def parse_options(given: list[str], game: Game) -> dict[str, str]:
    """Options of a game written as name=value."""
    options = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise BadOption("error.option.form", given=text)
        name = game.option(name.strip()).name
        if name in options:
            raise BadOption("error.twice", given=name)
        options[name] = value.strip()
    return options
