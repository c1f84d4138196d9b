"""People as their host keeps them: `person`, to find, export and erase somebody."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludotheque.cli.operate import Database, url_of
from ludotheque.cli.shared import Json, Lang, app, speak_as_asked
from ludotheque.cli.tables import DASHES, Yes, agree, ordered, write
from ludotheque.words.messages import message

if TYPE_CHECKING:
    from ludotheque.server.persons import Trace

person = typer.Typer(help=message("cli.person"), no_args_is_help=True, rich_markup_mode=None)
app.add_typer(person, name="person")

Who = Annotated[str, typer.Argument(metavar="WHO", help=message("cli.person.who"))]
Everywhere = Annotated[bool, typer.Option("--everywhere", help=message("cli.person.everywhere"))]


def traces(who: str, everywhere: bool, database: str | None) -> list[Trace]:
    """All that somebody has left; a token is read from the input, not from the command line."""
    url = url_of(database)
    from ludotheque.server.archive import opened
    from ludotheque.server.persons import find as found
    from ludotheque.server.persons import find_token

    with opened(url) as connection:
        if who == "-":
            return find_token(connection, sys.stdin.readline().strip())
        return found(connection, who, everywhere)


def as_text(found: list[Trace]) -> str:
    """All of it as JSON."""
    from ludotheque.tables.events import compact

    return compact([trace.told() for trace in found]) + "\n"


@person.command(help=message("cli.person.find"), context_settings=DASHES)
def find(
    who: Who,
    everywhere: Everywhere = False,
    database: Database = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Say where somebody has left something."""
    speak_as_asked(lang)
    found = traces(who, everywhere, database)
    if json:
        typer.echo(as_text(found), nl=False)
        return
    for trace in found:
        told = trace.told()
        seats = ", ".join(map(str, told["seats"]))
        facts = {"table": told["table"], "seats": seats or "-", "n": len(told["events"])}
        typer.echo(message("person.trace", names=", ".join(told["names"]) or "-", **facts))
    if not found:
        typer.echo(message("person.none"))


@person.command(help=message("cli.person.export"), context_settings=DASHES)
def export(
    who: Who,
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help=message("cli.tables.file"))
    ] = None,
    everywhere: Everywhere = False,
    database: Database = None,
    lang: Lang = None,
) -> None:
    """Write all that is kept of somebody to a file, or to the screen."""
    speak_as_asked(lang)
    found = traces(who, everywhere, database)
    if write(as_text(found), file, url_of(database)):
        typer.echo(message("person.exported", n=len(found), file=file))


@person.command(help=message("cli.person.erase"), context_settings=DASHES)
def erase(
    who: Who,
    everywhere: Everywhere = False,
    yes: Yes = False,
    database: Database = None,
    lang: Lang = None,
) -> None:
    """Erase somebody's names, seats and codes; the tables still verify."""
    speak_as_asked(lang)
    found = traces(who, everywhere, database)
    agree(message("person.erase.ask", n=len(found)), yes or not found)
    ordered([trace.order() for trace in found], database)
    typer.echo(message("person.erased", n=len(found)))
