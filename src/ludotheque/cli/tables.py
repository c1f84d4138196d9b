"""Tables as their host keeps them: `tables`, to list, show, export and delete."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludotheque.cli.operate import Database, settings_of, url_of
from ludotheque.cli.shared import Json, Lang, app, number, speak_as_asked
from ludotheque.errors import BadRequest
from ludotheque.games import PACKAGES
from ludotheque.words.messages import message
from ludotheque.words.numerals import decimal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import URL

    from ludotheque.server.archive import Line, Wanted

# The name of a table may begin with a dash.
DASHES: dict[str, bool] = {"ignore_unknown_options": True}
STATUSES = ("waiting", "playing", "over", "abandoned")
SHOWN = 10  # tables, before they are deleted

# Answers, in whichever language; without one nothing is done.
YES, NO = ("o", "oui", "y", "yes"), ("", "n", "non", "no")
NOT_DONE = 1  # the exit status of a command that was called off

tables = typer.Typer(help=message("cli.tables"), invoke_without_command=True, rich_markup_mode=None)
app.add_typer(tables, name="tables")

Name = Annotated[str, typer.Argument(metavar="TABLE", help=message("cli.tables.table"))]
Status = Annotated[
    str | None,
    typer.Option("--status", metavar="|".join(STATUSES), help=message("cli.tables.status")),
]
OfGame = Annotated[
    str | None, typer.Option("--game", metavar="GAME", help=message("cli.tables.game"))
]
Older = Annotated[
    str | None, typer.Option("--older", metavar="DAYS", help=message("cli.tables.older"))
]
Larger = Annotated[
    str | None, typer.Option("--larger", metavar="EVENTS", help=message("cli.tables.larger"))
]
Limit = Annotated[str | None, typer.Option("--limit", metavar="N", help=message("cli.limit"))]
Yes = Annotated[bool, typer.Option("--yes", help=message("cli.yes"))]


def wanted_of(
    status: str | None, game: str | None, older: str | None, larger: str | None, limit: int | None
) -> Wanted:
    """The tables that are meant, as the command line says."""
    url_of(None)  # says what is not installed
    from ludotheque.server.archive import Wanted

    if status is not None and status not in STATUSES:
        raise BadRequest("error.tables.status", given=status, allowed=", ".join(STATUSES))
    if game is not None and game not in PACKAGES:
        raise BadRequest("error.game", game=game, allowed=", ".join(PACKAGES))
    days = number(older, "--older", 0, 100_000)
    return Wanted(status, game, days, number(larger, "--larger", 0, 10**9), limit)


@tables.callback()
def listed(
    context: typer.Context,
    status: Status = None,
    game: OfGame = None,
    older: Older = None,
    larger: Larger = None,
    limit: Limit = None,
    database: Database = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """List tables, unless a further word says something else."""
    if context.invoked_subcommand is not None:
        return
    speak_as_asked(lang)
    most = number(limit, "--limit", 1, 10**9) or 50
    wanted = wanted_of(status, game, older, larger, most)
    from ludotheque.server.archive import lines, opened
    from ludotheque.tables.events import compact

    with opened(url_of(database)) as connection:
        found = lines(connection, wanted)
    if json:
        typer.echo(compact([line._asdict() for line in found]))
        return
    if found:
        typer.echo(listing(found))
    else:
        typer.echo(message("archive.none"))
    if len(found) == most:
        typer.echo(message("archive.more", n=most))


def listing(lines: Sequence[Line]) -> str:
    """Tables one below another, under a heading."""
    heads = [message(f"archive.{name}") for name in ("table", "last", "game", "status")]
    rows = [[*heads, message("archive.events"), message("archive.size")]]
    for line in lines:
        told = [line.table, when(line.last), line.game, message(f"archive.status.{line.status}")]
        rows.append([*told, str(line.events), size(line.bytes)])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(wide) for cell, wide in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )


def when(milliseconds: int) -> str:
    """A moment, as the clock on the wall had it."""
    return time.strftime("%Y-%m-%d %H:%M:%S %Z", time.localtime(milliseconds / 1000))


def size(count: int) -> str:
    """How much is stored."""
    return message("archive.kb", kb=decimal(count / 1000, 1))


@tables.command(help=message("cli.tables.show"), context_settings=DASHES)
def show(name: Name, database: Database = None, json: Json = False, lang: Lang = None) -> None:
    """Say what is known of a table."""
    speak_as_asked(lang)
    url = url_of(database)
    from ludotheque.server.archive import opened, told
    from ludotheque.tables.events import compact

    with opened(url) as connection:
        found = told(connection, name)
    if json:
        typer.echo(compact(found))
        return
    known = labelled(found)
    wide = max(map(len, known))
    for label, value in known.items():
        typer.echo(f"{label:<{wide}}  {value}")
    if found["frozen"]:
        typer.echo(message("notice.frozen"))


def labelled(found: dict[str, Any]) -> dict[str, object]:
    """[label] -> what is known of a table under it."""
    facts = {key: found[key] for key in ("table", "game", "status", "made", "last", "events")}
    facts |= {"status": message(f"archive.status.{found['status']}")}
    facts |= {key: when(found[key]) for key in ("made", "last")}
    facts |= {"size": size(found["bytes"]), "chain": found["chain"], "next": found["next"]}
    known = {message(f"archive.{key}"): value for key, value in facts.items() if value is not None}
    for seat in found["seats"]:
        known[message("archive.seat", seat=seat["seat"])] = seat["name"] or seat["bot"] or "-"
    return known


@tables.command(help=message("cli.tables.export"), context_settings=DASHES)
def export(
    name: Name,
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help=message("cli.tables.file"))
    ] = None,
    database: Database = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Write a table to a file, or to the screen."""
    speak_as_asked(lang)
    url = url_of(database)
    from ludotheque.server.archive import exported, opened

    with opened(url) as connection:
        text = exported(connection, name, json)
    if write(text, file, url):
        typer.echo(message("archive.exported", table=name, file=file))


def write(text: str, file: Path | None, url: URL) -> bool:
    """Write something to a new file that only its owner can read, else to the screen."""
    if file is None:
        typer.echo(text, nl=False)
        return False
    from ludotheque.server.db import need_apart

    need_apart(file, url)
    if file.exists():
        raise BadRequest("error.file.exists", file=file)
    try:
        file.touch(0o600)
        file.write_text(text, encoding="utf-8")
    except OSError as problem:
        raise BadRequest("error.file.unwritable", file=file, why=problem.strerror) from None
    return True


@tables.command(help=message("cli.tables.delete"), context_settings=DASHES)
def delete(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="TABLE...", help=message("cli.tables.table"))
    ] = None,
    status: Status = None,
    game: OfGame = None,
    older: Older = None,
    larger: Larger = None,
    yes: Yes = False,
    database: Database = None,
    lang: Lang = None,
) -> None:
    """Delete tables for good, by name or by what is said of them."""
    speak_as_asked(lang)
    wanted = wanted_of(status, game, older, larger, None)
    if bool(names) == (not wanted.is_any):
        raise BadRequest("error.tables.which")
    from ludotheque.server import archive

    with archive.opened(url_of(database)) as connection:
        if names:
            names = archive.need_all(connection, list(dict.fromkeys(names)))
        else:
            names = archive.names(connection, wanted)
        first = [] if yes else archive.lines_of(connection, names[:SHOWN])
    if first:
        typer.echo(listing(first))
        if len(names) > SHOWN:
            typer.echo(message("archive.others", n=len(names) - SHOWN))
        agree(message("archive.delete.ask", n=len(names)), yes)
    ordered([{"do": "delete", "table": name} for name in names], database)
    typer.echo(message("archive.deleted", n=len(names)))


def agree(question: str, yes: bool) -> None:
    """Ask before something is gone for good; unless it is a yes, leave."""
    while not yes:
        typer.echo(f"{question} {message('ask.choice')} ", nl=False)
        line = sys.stdin.readline()
        word = line.strip().casefold()
        yes = word in YES
        if not line:
            typer.echo()
        if not line or word in NO:
            typer.echo(message("ask.kept"))
            raise typer.Exit(NOT_DONE)
        if not yes:
            typer.echo(message("ask.again"))


def ordered(orders: list[dict[str, object]], database: str | None) -> None:
    """Have orders obeyed, by the server if one runs."""
    import asyncio

    from ludotheque.server.control import reached

    async def give() -> None:
        async with reached(settings_of(database)) as do:
            for order in orders:
                await do(order)

    if orders:
        asyncio.run(give())
