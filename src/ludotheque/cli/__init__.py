"""The command line: `ludotheque play`, and everything else."""

from __future__ import annotations

import sys
from io import TextIOWrapper

import typer
from typer import Abort, Exit, TyperException
from typer.models import CommandInfo

from ludotheque.cli import (
    arena,
    exact,
    hint,
    library,
    measure,
    operate,
    person,
    play,
    serve,
    site,
    solve,
    tables,
)
from ludotheque.cli.mistakes import sentence_of
from ludotheque.cli.shared import app
from ludotheque.errors import LudothequeError
from ludotheque.games import MISSING
from ludotheque.terminal.screen import EndOfInput
from ludotheque.words.messages import message

FAMILIES = (
    play,
    serve,
    site,
    operate,
    tables,
    person,
    hint,
    library,
    measure,
    arena,
    exact,
    solve,
)  # in the order of the help


def family_of(command: CommandInfo) -> int:
    """Where a command stands in the help: with those of its file."""
    files = [family.__name__ for family in FAMILIES]
    return files.index(str(getattr(command.callback, "__module__", "")))


app.registered_commands.sort(key=family_of)


def main() -> None:
    """Run the command line; whatever goes wrong is one sentence and a non-zero exit."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # an old terminal shows ? rather than nothing
    try:
        if MISSING:
            raise MISSING[0]
        status = app(sys.argv[1:] or ["--help"], standalone_mode=False)
    except LudothequeError as problem:
        typer.echo(str(problem), err=True)
        sys.exit(2)
    except EndOfInput:
        typer.echo(message("play.eof"))
        sys.exit(0)
    except TyperException as problem:
        typer.echo(sentence_of(problem.format_message(), sys.argv[1:]), err=True)
        sys.exit(2)
    except Exit as leaving:
        sys.exit(leaving.exit_code)
    except (Abort, KeyboardInterrupt):
        sys.exit(130)
    except BrokenPipeError:
        sys.exit(0)
    sys.exit(status if isinstance(status, int) else 0)
