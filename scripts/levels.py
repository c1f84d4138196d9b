"""All levels of all games against one another: the tables of `docs/bots.md`.

    python scripts/levels.py [GAME]

Results are kept under `build/levels` as they come; broken off, it goes on where it was.
"""

from __future__ import annotations

import hashlib
import re
import sys
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from ludotheque import PACKAGES, load
from ludotheque.arena import Standing, match
from ludotheque.bot_names import levels
from ludotheque.examples import examples

ROOT = Path(__file__).parent.parent
KEPT = ROOT / "build" / "levels"
PAGE = ROOT / "docs" / "bots.md"
TOLD = ("text.py", "rare.py", "lesson.py")  # parts of a game that no bot reads


class Question(NamedTuple):
    """One match: is the first bot stronger than those in all the other seats?"""

    game: str
    players: int
    one: str
    rest: str
    games: int
    wanted: str  # what is to be shown

    def key(self) -> str:
        """The name of its results."""
        return f"{self.game}-{self.players}-{self.one}-{self.rest}".replace(":", "")


def questions(name: str) -> list[Question]:
    """What is to be shown of a game."""
    found = []
    rows = levels(name)
    last = len(rows)
    measured = examples(name).measured
    games, easy, slow = measured.games
    for players in measured.players:
        fair = 1 / players
        top = measured.best.get(str(players), fair)
        best = f"bot:{last}"
        found.append(Question(name, players, "bot:1", "random", games, f"≤ {1.5 * fair:.3f}"))
        found.append(Question(name, players, best, "random", easy, f"≥ {top:.3f}"))
        for n in range(2, last + 1):
            pair = (f"bot:{n}", f"bot:{n - 1}")
            found.append(Question(name, players, *pair, games, f"> {fair:.3f}"))
        found.append(other_playouts(name, players, slow * players // 4))
    return found


def other_playouts(name: str, players: int, games: int) -> Question:
    """The best level against as many simulations with the other kind of playouts."""
    best = levels(name)[-1]
    kind = "guided" if best.plain else "search"
    sign = "≥" if best.plain or players in examples(name).measured.alike else ">"
    rest = f"{kind}:{best.simulations}"
    wanted = f"{sign} {1 / players:.3f}"
    return Question(name, players, f"bot:{len(levels(name))}", rest, games, wanted)


def fingerprint(name: str) -> str:
    """What a game's results depend on: a change begins them anew."""
    source = ROOT / "src" / "ludotheque"
    folders = [source / "bots", source / "kernels", load(name).folder]
    digest = hashlib.sha256()
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.suffix in (".py", ".bin") and path.name not in TOLD:
                digest.update(path.read_bytes())
    digest.update(repr(levels(name)).encode())
    return digest.hexdigest()[:12]


def answer(question: Question, folder: Path, progress: Progress) -> Standing:
    """Play a match, or what is left of it."""
    task = progress.add_task(question.key(), total=question.games)
    found = match(
        load(question.game),
        [question.one, question.rest],
        question.games,
        question.players,
        keep=folder / f"{question.key()}.games",
        progress=lambda done, total: progress.update(task, completed=done, total=total),
    )
    progress.remove_task(task)
    return found


def holds(wanted: str, mean: float, low: float, high: float) -> bool:
    """Whether a share is what was to be shown: above means with the whole interval."""
    sign, _, number = wanted.partition(" ")
    bound = float(number)
    if sign == ">":
        return low > bound
    return mean <= bound if sign == "≤" else high >= bound


def line_of(question: Question, found: Standing) -> str:
    """One row of a table."""
    row: dict[str, Any] = found.rows[0].facts()
    mean, low, high = row["share"], row["low"], row["high"]
    cells = (
        str(question.players),
        question.one,
        question.rest,
        str(found.games),
        f"{mean:.3f}",
        f"{low:.3f}–{high:.3f}",
        question.wanted,
        "yes" if holds(question.wanted, mean, low, high) else "**no**",
        f"{row['mean_ms']:.0f}",
        f"{row['max_ms']:.0f}",
    )
    return "| " + " | ".join(cells) + " |"


HEAD = """| players | one seat | all others | games | share | 95 % | wanted | holds | ms | most ms |
|--:|---|---|--:|--:|---|---|---|--:|--:|"""


def marks(name: str) -> tuple[str, str]:
    """Between what a game's table stands in the page."""
    begin, end = f"<!-- levels {name} -->", f"<!-- end {name} -->"
    if not re.search(f"{begin}.*{end}", PAGE.read_text(encoding="utf-8"), re.S):
        raise SystemExit(f"{PAGE.name} has no place for {name}: put {begin} and {end} there first")
    return begin, end


def write(name: str, lines: list[str]) -> None:
    """Put a game's table into the page."""
    text = PAGE.read_text(encoding="utf-8")
    begin, end = marks(name)
    table = "\n".join([begin, HEAD, *lines, end])
    changed = re.sub(f"{re.escape(begin)}.*?{re.escape(end)}", lambda _: table, text, flags=re.S)
    PAGE.write_text(changed, encoding="utf-8")


def main(names: list[str]) -> None:
    """Answer all questions of some games."""
    for name in names:  # before hours are spent
        marks(name)
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, TimeElapsedColumn(), console=console) as progress:
        for name in names:
            lines = []
            folder = KEPT / f"{name}-{fingerprint(name)}"
            folder.mkdir(parents=True, exist_ok=True)
            for question in questions(name):
                lines.append(line_of(question, answer(question, folder, progress)))
                print(name, lines[-1], flush=True)
            write(name, lines)


if __name__ == "__main__":
    main(sys.argv[1:] or list(PACKAGES))
