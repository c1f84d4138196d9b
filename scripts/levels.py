"""All levels of all games against one another: the tables of `docs/bots.md`.

    python scripts/levels.py [GAME] [--part N]

With `--part 4`, a quarter of the games; played in full later, it goes on from there.  Results are
kept under `build/levels` as they come; broken off, it goes on where it was.
"""

from __future__ import annotations

import argparse
import hashlib
import re
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from ludotheque import PACKAGES, load
from ludotheque.arena import Standing, match
from ludotheque.arena.players import FILE, rules_of
from ludotheque.bot_names import levels
from ludotheque.examples import examples

ROOT = Path(__file__).parent.parent
KEPT = ROOT / "build" / "levels"
PAGE = ROOT / "docs" / "bots.md"
READ = (".py", ".bin", ".toml")  # what a bot plays by
TOLD = ("examples.toml", "text.py", "rare.py", "lesson.py")  # parts of a game that no bot reads


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
        rest = self.rest.rpartition("/")[2]  # of a file, its name
        return f"{self.game}-{self.players}-{self.one}-{rest}".replace(":", "")


def questions(name: str, part: int = 1) -> list[Question]:
    """What is to be shown of a game, by so many games or a part of them."""
    found = []
    rows = levels(name)
    last = len(rows)
    measured = examples(name).measured
    games, hard = (count // part for count in measured.games)
    for players in measured.players:
        fair = 1 / players
        best = f"bot:{last}"
        taught, *others = players_of(name)
        found.append(Question(name, players, "bot:1", taught, games, f"< {fair:.3f}"))
        for n in range(2, last + 1):
            pair = (f"bot:{n}", f"bot:{n - 1}")
            found.append(Question(name, players, *pair, games, f"> {fair:.3f}"))
        for own in (taught, *others):
            found.append(Question(name, players, best, own, hard, f"≥ {fair:.3f}"))
        found.append(other_playouts(name, players, hard))
    return found


def players_of(name: str) -> list[str]:
    """A game's players by rule of thumb; first the one who does what the first game teaches."""
    (file,) = (ROOT / "tests" / "games" / load(name).folder.name).glob("*_players.py")
    own = file.relative_to(ROOT).as_posix()
    known = rules_of(own)
    names = [one for one, what in known.items() if takes_dice(what)]
    names.sort(key=lambda one: one != known["LESSON"])
    return [f"{own[:-3]}{FILE}{one}" for one in names]


def takes_dice(what: object) -> bool:
    """Whether something is a player, and not what players share."""
    return "dice" in getattr(what, "__annotations__", {})


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
            if path.suffix in READ and path.name not in TOLD:
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


def holds(wanted: str, low: float, high: float) -> bool:
    """Whether a share is what was to be shown: above means with the whole interval."""
    sign, _, number = wanted.partition(" ")
    bound = float(number)
    if sign == ">":
        return low > bound
    if sign == "<":
        return high < bound
    return high >= bound


def line_of(question: Question, found: Standing) -> str:
    """One row of a table."""
    row: dict[str, Any] = found.rows[0].facts()
    mean, low, high = row["share"], row["low"], row["high"]
    cells = (
        str(question.players),
        question.one,
        question.rest.rpartition(FILE)[2],
        str(found.games),
        f"{mean:.3f}",
        f"{low:.3f}–{high:.3f}",
        question.wanted,
        "yes" if holds(question.wanted, low, high) else "**no**",
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


def main() -> None:
    """Answer all questions of some games."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", metavar="GAME", nargs="*", choices=list(PACKAGES), default=[])
    parser.add_argument("--part", type=int, default=1)
    asked = parser.parse_args()
    names = asked.names or list(PACKAGES)
    for name in names:  # before hours are spent
        marks(name)
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, TimeElapsedColumn(), console=console) as progress:
        for name in names:
            lines = []
            folder = KEPT / f"{name}-{fingerprint(name)}"
            folder.mkdir(parents=True, exist_ok=True)
            for question in questions(name, asked.part):
                lines.append(line_of(question, answer(question, folder, progress)))
                print(name, lines[-1], flush=True)
            write(name, lines)


if __name__ == "__main__":
    main()
