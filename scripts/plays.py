"""Make the golden plays: every player count, option and rare case, by random play.

    python scripts/plays.py [GAME …]

The same plays come out every time.  Read the difference before you commit it.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from ludotheque import PACKAGES, Game, load
from ludotheque.log import Play
from ludotheque.luck import seed_of
from ludotheque.rare import Rare
from ludotheque.state import clone

FOLDER = Path(__file__).parent.parent / "tests" / "plays"
LEAST = 40  # plays a game
PATIENCE = 20_000  # games tried for a rare case


class Wanted(NamedTuple):
    """A play to be made."""

    name: str
    players: int
    options: dict[str, str]
    rare: Rare | None


def slug(text: str) -> str:
    """A file name."""
    return "".join(c if c.isalnum() else "-" for c in text.lower().replace("'", ""))


def rare_cases(game: Game) -> list[Rare]:
    """The rare cases that the game's golden plays must show."""
    part = game.part("rare")
    return [] if part is None else list(part.RARE)


def wanted(game: Game) -> Iterator[Wanted]:
    """Every player count, every value of every option, every rare case, and some more."""
    low, high = game.seats
    counts = range(low, high + 1)
    made = 0
    for players in counts:
        yield Wanted(f"{players}-players", players, {}, None)
        made += 1
    for option in game.options.values():
        values = range(len(option.names)) if option.names else (option.low, option.high)
        for value in values:
            if value != option.default:
                said = option.say(value)
                players = counts[made % len(counts)]
                if players == 1:
                    players = 2 if option.name != "solo_rounds" else 1
                if option.name == "solo_rounds":
                    players = 1
                name = f"option-{option.name}-{said}"
                yield Wanted(slug(name), players, {option.name: said}, None)
                made += 1
    for i, rare in enumerate(rare_cases(game)):
        players = (rare.players or tuple(counts))[i % len(rare.players or counts)]
        yield Wanted(f"{rare.ruling.lower()}-{slug(rare.name)}", players, rare.options, rare)
        made += 1
    while made < LEAST:
        players = counts[made % len(counts)]
        yield Wanted(f"more-{made}-{players}-players", players, {}, None)
        made += 1


def attempt(game: Game, want: Wanted, number: int) -> tuple[Any, list[int], int | None]:
    """A random game: its start, its actions, and the ply at which the rare case came."""
    start = game.start(want.players, number % want.players, **want.options)
    s, rng = clone(start), [seed_of(40, number)]
    actions: list[int] = []
    ply = None
    while not game.over(s):
        action = game.playout.choose(s, rng)
        before = clone(s) if want.rare and ply is None else s
        game.rules.apply(s, action)
        if want.rare and ply is None and want.rare.seen(before, action, s):
            ply = len(actions)
        actions.append(action)
    return start, actions, ply


def make(game: Game, want: Wanted) -> Play:
    """The first random game that is what is wanted."""
    first = random.Random(want.name).randrange(1000) * PATIENCE
    for number in range(first, first + PATIENCE):
        start, actions, ply = attempt(game, want, number)
        if want.rare is None or ply is not None:
            play = Play(game, start, actions=actions)
            if want.rare is not None:
                play.extra["case"] = f"{want.rare.ruling}, {want.rare.name}"
                play.extra["look"] = f"{ply} {ply + 1}" if ply is not None else ""
            return play
    raise SystemExit(f"{game.name}: no play of {PATIENCE} shows {want.name}")


def main(names: list[str]) -> None:
    """Make the plays of some games, or all."""
    for name in names or PACKAGES:
        game = load(name)
        folder = FOLDER / name
        folder.mkdir(parents=True, exist_ok=True)
        old = set(folder.glob("*.play"))
        plans = list(wanted(game))
        for want in plans:
            path = folder / f"{want.name}.play"
            make(game, want).save(path, replace=True, notes=True)
            old.discard(path)
            print(f"{name}: {want.name}", flush=True)
        for path in old:
            path.unlink()


if __name__ == "__main__":
    main(sys.argv[1:])
