"""Learn from nothing what a game's positions are worth: `learned.toml` in its folder.

    make learn GAME=name [PLAYERS=4] [SEED=1]

Games and numbers are kept under `build/learn` as they come; broken off, it goes on where it was.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from ludotheque import PACKAGES, load
from ludotheque.learned import path_of
from ludotheque.learning.run import Learner, Plan

KEPT = Path(__file__).parent.parent / "build" / "learn"
HEAD = "# What positions are worth, learned by `make learn`; `kernels/value.py` reckons with it.\n"


def learn(plan: Plan, progress: Progress) -> Path:
    """The file with what was learned for a number of players."""
    folder = KEPT / f"{plan.game.name}-{plan.players}-{plan.seed}"
    task = progress.add_task("")

    def tell(what: str, done: int, total: int) -> None:
        named = f"{plan.game.name} {plan.players}, {what}"
        progress.update(task, description=named, completed=done, total=total)

    return Learner(plan, folder).run(tell)


def main() -> None:
    """Learn a game for each number of players, or one of them, and write what was learned."""
    known = [name for name in PACKAGES if load(name).part("facts") is not None]
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=known)
    parser.add_argument("--players", type=int)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    game = load(asked.game)
    parts = []
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, TimeElapsedColumn(), console=Console(stderr=True)) as progress:
        for players in [asked.players] if asked.players else range(2, game.seats[1] + 1):
            file = learn(Plan(game, players, asked.seed), progress)
            parts.append(file.read_text(encoding="utf-8"))
    if asked.players is None:
        path_of(game).write_text("\n".join([HEAD, *parts]), encoding="utf-8")


if __name__ == "__main__":
    main()
