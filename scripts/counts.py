"""Count the tree of every game and player count into `tests/counts`, by the compiled twin.

python scripts/counts.py [GAME …]
"""

from __future__ import annotations

import sys
from pathlib import Path

from ludotheque import PACKAGES, Game, load
from ludotheque.examples import examples
from ludotheque.fast.count import compiled

FOLDER = Path(__file__).parent.parent / "tests" / "counts"
SEQUENCES = 100_000  # at least so many of the greatest length


def counts(game: Game, players: int) -> list[int]:
    """The counts to the depth that is deep enough."""
    depth = examples(game.name).counted
    found = compiled(game, game.start(players), depth)
    while found[-1] < SEQUENCES:
        depth += 1
        found = compiled(game, game.start(players), depth)
    return found


def main(names: list[str]) -> None:
    """Write the counts of some games, or all."""
    for name in names or PACKAGES:
        game = load(name)
        lines = ["# Action sequences from the start, first seat 0, default options: depth count."]
        for players in range(game.seats[0], game.seats[1] + 1):
            lines.append(f"\nid {name}-{players}\nplayers {players}")
            lines += [f"count {i} {n}" for i, n in enumerate(counts(game, players), start=1)]
        (FOLDER / f"{name}.counts").write_text("\n".join(lines) + "\n", encoding="utf-8")
        print(f"{name}: {len(lines) - 1} lines")


if __name__ == "__main__":
    main(sys.argv[1:])
