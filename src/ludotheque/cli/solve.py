"""Solve a game from its start, and check the solution: `solve`, `check`."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from ludotheque.cli.shared import (
    GameName,
    Json,
    Lang,
    Players,
    app,
    number,
    speak_as_asked,
)
from ludotheque.errors import BadRequest
from ludotheque.exact import need_solve_start
from ludotheque.game import load
from ludotheque.words.messages import message

File = Annotated[
    Path | None, typer.Option("--resume", metavar="FILE", help=message("cli.solve.resume"))
]


@contextmanager
def progress() -> Iterator[Callable[..., None]]:
    """A line on the terminal that says how far a long computation has come."""
    screen, begun = Console(stderr=True), time.perf_counter()
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=screen, disable=not screen.is_terminal, transient=True) as bar:
        task = bar.add_task(message("solve.begins"), total=None)

        def show(key: str, nodes: int, **facts: object) -> None:
            speed = f"{nodes / (time.perf_counter() - begun) / 1e6:.1f}"
            bar.update(
                task, description=message(key, millions=nodes // 10**6, speed=speed, **facts)
            )

        yield show


@app.command(help=message("cli.solve"))
def solve(
    name: GameName,
    players: Players = None,
    resume: File = None,
    memory: Annotated[
        str, typer.Option("--memory", metavar="MB", help=message("cli.solve.memory"))
    ] = "1024",
    book: Annotated[
        Path | None, typer.Option("--book", metavar="FILE", help=message("cli.solve.book"))
    ] = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    """Prove the value of the start, then make the book."""
    speak_as_asked(lang)
    game = load(name)
    starts = need_solve_start(game)
    low, high = starts.PLAYERS
    n = number(players or str(high), "--players", low, high) or high
    bits = ((number(memory, "--memory", 1, 1 << 16) or 1) * (1 << 20) // 16).bit_length() - 1
    work = starts.Work(game, n, resume or Path(f"{game.name}-{n}.proof"), bits)
    begun = time.perf_counter()
    with progress() as show:
        value = work.value(lambda news: show("solve.progress", **news._asdict()))
        line = work.line()
        if book is not None:
            work.bind(book, lambda pages: show("solve.pages", **pages._asdict()))
    facts = {"players": n, "value": value, "line": line, "nodes": work.nodes}
    facts["seconds"] = round(time.perf_counter() - begun, 1)
    if as_json:
        typer.echo(json.dumps(facts))
    else:
        typer.echo("\n".join(starts.tell(game, facts)))


@app.command(help=message("cli.check"))
def check(
    name: GameName,
    book: Annotated[
        Path | None, typer.Option("--book", metavar="FILE", help=message("cli.check.book"))
    ] = None,
    resume: File = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    """Confirm the book by other code."""
    speak_as_asked(lang)
    game = load(name)
    starts = need_solve_start(game)
    try:
        raw = None if book is None else book.read_bytes()
    except OSError as problem:
        raise BadRequest("solve.check.unread", file=str(book), why=problem.strerror) from None
    with progress() as show:
        checked = starts.check(
            game,
            raw,
            resume,
            lambda seen: show(
                "solve.checking", seen.nodes, done=seen.settled, total=seen.positions[-1]
            ),
        )
    if as_json:
        typer.echo(json.dumps(checked._asdict()))
        return
    facts = {"positions": sum(checked.positions), "ends": checked.settled, "nodes": checked.nodes}
    typer.echo(message("solve.checked", **facts, seconds=f"{checked.seconds:.0f}"))
