"""Learn from nothing: play, fit, play better, fit again; broken off, go on where it was.

The first games are played at random, those of each later generation by a search that judges by
what was learned before.  Each lot of games is kept in a folder as it comes, and so is each fit.
"""

from __future__ import annotations

import json
import platform
import subprocess
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

import numpy as np

from ludotheque.arena.matches import cores
from ludotheque.game import Game
from ludotheque.learning.fit import Fitted, Net, fit
from ludotheque.learning.play import Samples, Task, play, tasks

LOT = 20  # games that are played and kept at a time
DIGITS = 4  # of each number, in the file


@dataclass(frozen=True)
class Plan:
    """How a game is learned with so many players."""

    game: Game
    players: int
    seed: int = 1
    generations: tuple[tuple[int, int], ...] = ((0, 4000), (100, 2000), (200, 4000))
    units: int = 16
    window: int = 2  # generations that a fit looks back at


class Learner:
    """Plays and fits, generation after generation, in a folder."""

    def __init__(self, plan: Plan, folder: Path) -> None:
        self.plan, self.folder = plan, folder
        folder.mkdir(parents=True, exist_ok=True)

    def run(self, tell: Callable[[str, int, int], object]) -> Path:
        """All generations; `tell` hears what is done, how much of it, and of how much."""
        numbers = ""
        for number in range(len(self.plan.generations)):
            file = self.folder / f"{number}.toml"
            if not file.exists():
                self.play(number, numbers, tell)
                self.write(file, number, self.fit(number, tell))
            numbers = str(file)
        return Path(numbers)

    # ---- games

    def play(self, number: int, numbers: str, tell: Callable[[str, int, int], object]) -> None:
        """Play what is missing of a generation."""
        plan = self.plan
        simulations, games = plan.generations[number]
        seed = plan.seed * 1000 + number
        whole = Task(plan.game.name, plan.players, seed, 0, games, simulations, numbers)
        todo = [lot for lot in tasks(whole, LOT) if not self.kept(number, lot).exists()]
        said, done = f"{number}: {simulations or 'random'}", games - LOT * len(todo)
        tell(said, done, games)
        begin = time.monotonic()
        with ProcessPoolExecutor(cores(), get_context("spawn")) as pool:
            waiting = {pool.submit(play, lot): lot for lot in todo}
            for ready in as_completed(waiting):
                lot = waiting[ready]
                half = self.kept(number, lot).with_suffix(".half.npz")
                np.savez_compressed(half, **ready.result()._asdict())
                half.rename(self.kept(number, lot))
                done += lot.games
                tell(said, done, games)
        self.note(number, time.monotonic() - begin)

    def kept(self, number: int, lot: Task) -> Path:
        """The file of some games."""
        return self.folder / f"{number}-{lot.first:06}.npz"

    def lots(self, number: int) -> Iterator[Samples]:
        """All games of a generation."""
        for file in sorted(self.folder.glob(f"{number}-*.npz")):
            with np.load(file) as found:
                yield Samples(*(found[name] for name in Samples._fields))

    def note(self, number: int, seconds: float) -> None:
        """Remember how long the games of a generation took, and on how many cores."""
        file = self.folder / "times.json"
        known = json.loads(file.read_text()) if file.exists() else {}
        before, _ = known.get(str(number), (0.0, 0))
        known[str(number)] = before + seconds, cores()
        file.write_text(json.dumps(known))

    # ---- numbers

    def fit(self, number: int, tell: Callable[[str, int, int], object]) -> Fitted:
        """Fit the newest generations; a game has another number in each."""
        parts = []
        for one in range(max(0, number + 1 - self.plan.window), number + 1):
            parts += [lot._replace(game=lot.game + 1e6 * one) for lot in self.lots(one)]
        rounds = 40
        return fit(
            Samples.of(parts),
            self.plan.units,
            self.plan.seed,
            most=rounds,
            progress=lambda done, loss: tell(f"{number}: fit {loss:.4f}", done, rounds),
        )

    def write(self, file: Path, number: int, found: Fitted) -> None:
        """Write what was learned, and where it comes from."""
        file.write_text(
            as_toml(self.plan, self.provenance(number, found), found.net), encoding="utf-8"
        )

    def provenance(self, number: int, found: Fitted) -> dict[str, object]:
        """Where the numbers come from."""
        known = json.loads((self.folder / "times.json").read_text())
        times = [known[str(one)] for one in range(number + 1)]
        generations = self.plan.generations[: number + 1]
        return {
            "games": [games for _, games in generations],
            "simulations": [simulations for simulations, _ in generations],
            "seconds": [round(seconds) for seconds, _ in times],
            "cores": [cores for _, cores in times],
            "machine": platform.machine(),
            "seed": self.plan.seed,
            "loss": round(found.loss, DIGITS),
            "fair": round(found.fair, DIGITS),
            "commit": commit(),
        }


def commit() -> str:
    """The sources that were run."""
    words = ["git", "rev-parse", "--short", "HEAD"]
    found = subprocess.run(words, capture_output=True, text=True, check=False)
    return found.stdout.strip() or "unknown"


def as_toml(plan: Plan, provenance: dict[str, object], net: Net) -> str:
    """The part of `learned.toml` for a number of players."""
    facts = ", ".join(json.dumps(name) for name in plan.game.part("facts").NAMES)
    lines = [f"# out, shift, {facts}", f"[players.{plan.players}]"]
    lines += [f"{name} = {json.dumps(value)}" for name, value in provenance.items()]
    lines.append(f"skip = {row(net.skip)}")
    lines.append("units = [")
    for out, shift, weights in zip(net.out, net.shift, net.weights, strict=True):
        lines.append(f"  {row([out, shift, *weights])},")
    return "\n".join([*lines, "]", ""])


def row(numbers: object) -> str:
    """Numbers as they are written: to so many digits."""
    return "[" + ", ".join(repr(float(f"{one:.{DIGITS}g}")) for one in numbers) + "]"  # type: ignore[attr-defined]
