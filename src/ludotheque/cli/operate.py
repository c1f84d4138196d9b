"""For whoever runs a server: `backup`, `restore`, `tables`."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import Progress

from ludotheque.cli.shared import Json, Lang, app, needing_server, speak_as_asked
from ludotheque.words.messages import message
from ludotheque.words.numerals import decimal

if TYPE_CHECKING:
    from sqlalchemy import URL

    from ludotheque.server.settings import Settings

Database = Annotated[
    str | None, typer.Option("--database", metavar="URL", help=message("cli.serve.database"))
]


def settings_of(database: str | None) -> Settings:
    """The server's settings, with the database that is named."""
    with needing_server():
        from ludotheque.server import db  # noqa: F401  # what it takes beside
        from ludotheque.server.settings import from_environment
    given = {} if database is None else {"DATABASE_URL": database}
    return from_environment({**os.environ, **given}, dict.fromkeys(given, "--database"))


def url_of(database: str | None) -> URL:
    """The database that is meant: the one named, else the server's."""
    settings = settings_of(database)
    from ludotheque.server.db import read_url

    return read_url(settings.database)


@contextmanager
def shown() -> Iterator[Callable[[str, float], object]]:
    """Show how far something is, to somebody at a terminal."""
    screen = Console(stderr=True)
    with Progress(console=screen, disable=not screen.is_terminal, transient=True) as bars:
        known: dict[str, object] = {}

        def tell(what: str, share: float) -> None:
            if what not in known:
                known[what] = bars.add_task(message(f"progress.{what}"), total=1.0)
            bars.update(known[what], completed=share)  # type: ignore[arg-type]

        yield tell


@app.command(help=message("cli.backup"))
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=message("cli.backup.file"))],
    database: Database = None,
    replace: Annotated[bool, typer.Option("--replace", help=message("cli.backup.replace"))] = False,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Back everything up into a file."""
    speak_as_asked(lang)
    url = url_of(database)
    from ludotheque.server.backup import back_up
    from ludotheque.tables.events import compact

    with shown() as progress:
        kept = back_up(url, file, replace, progress)
    if json:
        typer.echo(compact(kept._asdict()))
    else:
        facts = {"file": kept.file, "tables": kept.tables, "events": kept.events}
        typer.echo(message("backup.done", mb=decimal(kept.bytes / 1e6, 1), **facts))


@app.command(help=message("cli.restore"))
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=message("cli.restore.file"))],
    database: Database = None,
    replace: Annotated[
        bool, typer.Option("--replace", help=message("cli.restore.replace"))
    ] = False,
    anyway: Annotated[bool, typer.Option("--anyway", help=message("cli.restore.anyway"))] = False,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Put a backup back."""
    speak_as_asked(lang)
    url = url_of(database)
    from ludotheque.server.backup import restore as put_back
    from ludotheque.tables.events import compact

    with shown() as progress:
        kept = put_back(url, file, replace, anyway, progress)
    if json:
        typer.echo(compact(kept._asdict()))
        return
    if kept.aside:
        typer.echo(message("restore.aside", where=kept.aside))
    for table in kept.damaged:
        typer.echo(message("restore.damaged", table=table), err=True)
    key = "restore.done.damaged" if kept.damaged else "restore.done"
    facts = {"tables": kept.tables, "events": kept.events, "n": len(kept.damaged)}
    typer.echo(message(key, **facts))
