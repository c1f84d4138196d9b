"""Play in a terminal, and look at a game again: `play`, `replay`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludotheque.cli.shared import (
    LARGEST,
    Data,
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
from ludotheque.game import load
from ludotheque.games import PACKAGES
from ludotheque.terminal.screen import Screen
from ludotheque.words.messages import message


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
        session.parse_seats(seat or [], game, n),
        parse_options(option or [], game),
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
