"""A million complete random games of each game, over all its player counts.

    python scripts/soak.py [GAMES]

No crash, no position without a legal action, no game anywhere near its bound.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from ludotheque import PACKAGES, load
from ludotheque.fast.simulate import Summary, simulate

MILLION = 1_000_000


def soak(name: str, games: int) -> Iterator[Summary]:
    """Play the games, shared out over the player counts."""
    game = load(name)
    counts = range(game.seats[0], game.seats[1] + 1)
    for players in counts:
        share = games // len(counts) + (games % len(counts) if players == counts[0] else 0)
        yield simulate(game, game.start(players), share, seed=players, progress=lambda _: None)


def main(games: int) -> int:
    """Soak every game; the exit status says whether all went well."""
    failed = 0
    for name in PACKAGES:
        for found in soak(name, games):
            sound = found.dead_end is None and found.most < found.bound // 2
            failed += not sound
            print(
                f"{name} {found.players} players: {found.games} games in {found.seconds:.1f} s, "
                f"{found.mean:.1f} actions on average, at most {found.most} of {found.bound}: "
                f"{'sound' if sound else f'NOT SOUND, dead end {found.dead_end}'}",
                flush=True,
            )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else MILLION))
