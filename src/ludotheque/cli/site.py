"""The page without a server: `site`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludotheque.cli.shared import Json, Lang, app, speak_as_asked
from ludotheque.words.messages import message
from ludotheque.words.numerals import decimal


@app.command(help=message("cli.site"))
def site(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help=message("cli.site.folder"))],
    base: Annotated[
        str, typer.Option("--base", metavar="/PATH/", help=message("cli.site.base"))
    ] = "/",
    engine: Annotated[
        Path | None, typer.Option("--engine", metavar="FOLDER", help=message("cli.site.engine"))
    ] = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Write the page as a folder of files."""
    from ludotheque.site.folder import write_site
    from ludotheque.tables.events import compact

    speak_as_asked(lang)
    done = write_site(folder, base, engine)
    if json:
        typer.echo(compact({**done._asdict(), "folder": str(done.folder)}))
        return
    size = {"page": decimal(done.page / 1e6, 1), "engine": decimal(done.engine / 1e6, 1)}
    typer.echo(message("site.done", folder=done.folder, files=done.files, **size))
