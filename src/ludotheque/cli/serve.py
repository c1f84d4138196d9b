"""Tables online, and their evidence: `serve`, `think`, `verify`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludotheque.cli.shared import Json, Lang, app, needing_server, number, speak_as_asked
from ludotheque.words.messages import message

if TYPE_CHECKING:
    from ludotheque.tables.transcript import Compared


@app.command(help=message("cli.serve"))
def serve(
    host: Annotated[
        str | None, typer.Option("--host", metavar="HOST", help=message("cli.serve.host"))
    ] = None,
    port: Annotated[
        str | None, typer.Option("--port", metavar="N", help=message("cli.serve.port"))
    ] = None,
    database: Annotated[
        str | None, typer.Option("--database", metavar="URL", help=message("cli.serve.database"))
    ] = None,
    workers: Annotated[
        str | None, typer.Option("--workers", metavar="N", help=message("cli.serve.workers"))
    ] = None,
    browser: Annotated[bool, typer.Option("--open", help=message("cli.serve.open"))] = False,
    lang: Lang = None,
) -> None:
    """Open the tables."""
    speak_as_asked(lang)
    with needing_server():
        from ludotheque.server.run import on_free_port, serve_tables
        from ludotheque.server.settings import from_environment
    count = number(workers, "--workers", 1, 64) or 1
    given = {"LUDOTHEQUE_HOST": host, "LUDOTHEQUE_PORT": port, "DATABASE_URL": database}
    os.environ.update({name: value for name, value in given.items() if value is not None})
    named = {"LUDOTHEQUE_HOST": "--host", "LUDOTHEQUE_PORT": "--port", "DATABASE_URL": "--database"}
    settings = from_environment(options={name: named[name] for name in given if given[name]})
    if browser:
        settings = on_free_port(settings)
        os.environ["LUDOTHEQUE_PORT"] = str(settings.port)
    serve_tables(settings, count, browser)


@app.command(help=message("cli.think"))
def think(
    database: Annotated[
        str | None, typer.Option("--database", metavar="URL", help=message("cli.think.database"))
    ] = None,
    processes: Annotated[
        str | None, typer.Option("--processes", metavar="N", help=message("cli.think.processes"))
    ] = None,
    lang: Lang = None,
) -> None:
    """Let bots think for servers elsewhere."""
    speak_as_asked(lang)
    with needing_server():
        from ludotheque.server import think_worker as thinking
        from ludotheque.server.settings import from_environment
    count = number(processes, "--processes", 1, 256)
    given = {"DATABASE_URL": database, "LUDOTHEQUE_BOT_PROCESSES": count and str(count)}
    os.environ.update({name: value for name, value in given.items() if value})
    thinking.think(from_environment(options={"DATABASE_URL": "--database"} if database else None))


@app.command(help=message("cli.verify"))
def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=message("cli.file"))],
    seen: Annotated[
        Path | None, typer.Option("--seen", metavar="FILE", help=message("cli.verify.seen"))
    ] = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Verify a table's evidence."""
    from ludotheque.log import parse, read_text
    from ludotheque.tables.evidence import LOG
    from ludotheque.tables.evidence import verify as check

    speak_as_asked(lang)
    text = read_text(file)
    if LOG not in text:
        parse(text, str(file))  # what is no game at all is refused as such
    found = check(text, witness=read_text(seen) if seen is not None else "")
    if json:
        from ludotheque.tables.events import compact

        typer.echo(compact(found._asdict() | {"seen": found.seen and found.seen._asdict()}))
        return
    facts = {"events": found.events, "draws": found.draws, "table": found.table}
    typer.echo(message("verify.holds", **facts))
    typer.echo(message("verify.stirred", n=found.stirred))
    for seat in found.silent:
        typer.echo(message("verify.silent", seat=seat + 1))
    tell_seen(found.seen)
    typer.echo(message("verify.chain", chain=found.chain))
    if found.before:
        typer.echo(message("verify.before", chain=found.before))
    if found.brought:
        typer.echo(message("verify.brought", n=found.brought))
    if found.erased:
        typer.echo(message("verify.erased", n=found.erased))
    if not found.finished:
        typer.echo(message("verify.abandoned"))


def tell_seen(seen: Compared | None) -> None:
    """Say what was compared with what somebody saw, and what that does not prove."""
    if seen is None:
        typer.echo(message("verify.unseen"))
        return
    typer.echo(message("verify.seen", n=seen.events))
    if seen.since >= 0:
        typer.echo(message("verify.since", n=seen.since))
    for seat in seen.dropped:
        typer.echo(message("verify.dropped", seat=seat + 1))
