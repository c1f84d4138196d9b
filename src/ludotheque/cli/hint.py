"""What each action is worth: `hint`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from ludotheque.bots import may_do
from ludotheque.bots.hints import SIMULATIONS, Hint, hints, tell_hints
from ludotheque.cli.shared import LARGEST, Data, Json, Lang, Seed, app, number, speak_as_asked
from ludotheque.log import Play, read
from ludotheque.terminal.screen import Screen
from ludotheque.words.messages import message


@app.command(help=message("cli.hint"))
def hint(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=message("cli.file"))],
    simulations: Annotated[
        str, typer.Option("--simulations", metavar="N", help=message("cli.hint.simulations"))
    ] = str(SIMULATIONS),
    seed: Seed = None,
    data: Data = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    """Say what each action of the seat to move is worth where a saved game stands."""
    speak_as_asked(lang)
    budget = number(simulations, "--simulations", 1, 10_000_000) or SIMULATIONS
    chosen = number(seed, "--seed", 0, LARGEST) or 0
    play = read(file, data)
    s = play.end()
    seat = s.player
    may_do(play.game, s, seat)
    screen = Screen()
    with screen.working("hint.working"):
        found = hints(play.game, play.game.observe(s, seat), seat, budget, chosen)
    if as_json:
        typer.echo(json.dumps(facts(play, found)))
        return
    key = "hint.title.alone" if s.players == 1 else "hint.title"
    screen.say(key, "bold", title=play.game.title(), seat=seat + 1)
    for line in tell_hints(play.game, s, found):
        screen.line(line)


def facts(play: Play, found: list[Hint]) -> dict[str, object]:
    """Hints for a program."""
    s = play.end()
    rows = [
        {
            "action": play.game.say(s, hint.action),
            "shares": hint.shares,
            "exact": hint.error is None,
            "error": hint.error,
        }
        for hint in found
    ]
    return {"game": play.game.name, "players": s.players, "seat": s.player + 1, "hints": rows}
