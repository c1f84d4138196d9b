"""Who plays a match: the bots that everybody knows, or a player of one's own in a file.

    ludotheque arena GAME bot:2 my_players.py:careful

names the function `careful` of that file, which is given the game, what the seat sees, the seat,
its legal actions and a source of luck, and answers with one of them:

    def careful(game, view, seat, actions, dice): ...
"""

from __future__ import annotations

import random
import runpy
import traceback
from collections.abc import Callable
from functools import cache
from pathlib import Path

from ludotheque.bots import Bot, bot
from ludotheque.errors import BadRequest
from ludotheque.game import Game
from ludotheque.luck import seed_of
from ludotheque.state import Action, Base, Seat

Rule = Callable[[Game, Base, Seat, list[Action], random.Random], Action]
FILE = ".py:"


class OwnPlayer(Bot):
    """Plays as a function in a file says."""

    def __init__(self, game: Game, name: str, rule: Rule) -> None:
        super().__init__(game, name)
        self.rule = rule

    def choose(self, view: Base, seat: Seat, actions: list[Action], seed: int) -> Action:
        """What the function answers; where it fails, the error says in which line of the file."""
        dice = random.Random(seed_of(seed, view.plies))
        try:
            return self.rule(self.game, view, seat, actions, dice)
        except Exception as problem:
            raise BadRequest("error.arena.own", **self.blame(problem)) from problem

    def blame(self, problem: Exception) -> dict[str, object]:
        """What went wrong in the file, and in which line of it."""
        file = self.name.rpartition(FILE)[0] + FILE[:-1]
        places = traceback.extract_tb(problem.__traceback__)
        line = next(at.lineno for at in reversed(places) if at.filename == file)
        return {"file": file, "line": line, "what": f"{type(problem).__name__} ({problem})"}


def player(game: Game, name: str) -> Bot:
    """The bot of a name, or the player that a file and a function name."""
    if FILE not in name:
        return bot(game, name)
    file, _, own = name.rpartition(":")
    rule = rules_of(file).get(own)
    if not callable(rule):
        raise BadRequest("error.arena.player", file=file, name=own)
    return OwnPlayer(game, name, rule)


@cache
def rules_of(file: str) -> dict[str, object]:
    """What a file defines."""
    try:
        return runpy.run_path(str(Path(file)))
    except Exception as problem:
        raise BadRequest("error.arena.file", file=file, why=str(problem)) from problem
