"""Positions of every game as its board is given them: what the page's tests draw.

    python scripts/frames.py [--check] [GAME …]

Random games with every number of players and each option: the first choice, the first of every
phase, and the end, from the seat that is to act and once as a spectator sees it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "scripts")]

from every import OURS, Case, cases, walk  # noqa: E402
from freshness import asked_for, keep_fresh  # noqa: E402

from ludotheque.effects import Effect  # noqa: E402
from ludotheque.parts import CHANCE, SPECTATOR  # noqa: E402
from ludotheque.state import clone  # noqa: E402
from ludotheque.tables.told import effects, plain  # noqa: E402
from ludotheque.tables.views import fields_of, options_of  # noqa: E402

FOLDER = ROOT / "web" / "tests" / "games" / "frames"
FEW = 3  # players with whom options are tried
LATER = 9  # plies after which a position is one of the middle of a game

Json = dict[str, Any]


def frame(case: Case, s: Any, seat: int, happened: list[Effect]) -> Json:
    """A position and what led to it, as a board is given them."""
    game, view = case.game, case.game.observe(s, seat)
    actions = game.legal_actions(view) if s.player == seat else []
    return {
        "players": s.players,
        "seat": None if seat == SPECTATOR else seat,
        "box": plain(game.box(s)),
        "view": fields_of(view) | options_of(s),
        "figures": plain(game.figures(view)),
        "effects": effects(happened),
        "actions": [game.at(view, action) for action in actions],
    }


def moments(case: Case, number: int) -> Iterator[tuple[Any, int, list[Effect]]]:
    """Every position of a game in which a seat may act, and the end; and what led there."""
    steps: list[tuple[Any, int, Any]] = []  # since the last choice
    before, last = None, CHANCE
    for s, action in walk(case, number):
        now = clone(s)
        if before is not None:
            steps.append((before, last, now))
        if now.player != CHANCE:
            seat = max(now.player, 0)
            told = [case.game.effects(*step, seat) for step in steps]
            yield now, seat, [effect for some in told for effect in some]
            steps = []
        before, last = now, action


def chosen(case: Case, number: int) -> Iterator[Json]:
    """The positions of a game that are worth drawing."""
    every = list(moments(case, number))
    if case.options:
        middle = [one for one in every if one[0].plies > LATER and one[1] == one[0].player]
        yield frame(case, *(middle or every)[0])
        return
    phases: set[int] = set()
    for s, seat, happened in every:
        phase = getattr(s, "phase", s.plies > LATER)
        if phase not in phases or s.player < 0:
            phases.add(phase)
            yield frame(case, s, seat, happened)
    s, _, _ = every[len(every) // 2]
    yield frame(case, s, SPECTATOR, [])


def made(name: str) -> str:
    """The file of a game: a position a line; a box that is the one before is left out."""
    every = [case for case in cases((name,)) if not case.options or case.players == FEW]
    found = [one for n, case in enumerate(every) for one in chosen(case, n)]
    boxes = [one["box"] for one in found]
    for n in range(1, len(found)):
        if boxes[n] == boxes[n - 1]:
            del found[n]["box"]
    lines = [json.dumps(one, separators=(",", ":")) for one in found]
    return "[\n" + ",\n".join(lines) + "\n]\n"


if __name__ == "__main__":
    names = asked_for() or OURS
    sys.exit(keep_fresh((FOLDER / f"{name}.json", made(name)) for name in names))
