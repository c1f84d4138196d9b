"""Random play on one core, compiled and interpreted, every game and player count.

Speeds depend on the machine; the yardsticks, a fixed compiled and a fixed interpreted loop
timed in the same run, are what to compare them with.

    python bench/random_play.py [--json]
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

from ludotheque import PACKAGES, Game, load
from ludotheque.luck import below, seed_of

SECONDS = 1.0  # each measurement takes about so long
BARS = {"rolit": (8_000_000, 20_000), "bonne-main": (800_000, 8_000)}
OTHERS = (2_000_000, 20_000)

IMPORT = "import time; t = time.perf_counter(); import ludotheque; print(time.perf_counter() - t)"
WARM = """
import sys, time
from ludotheque import load
game = load(sys.argv[1])
start = game.start()
t = time.perf_counter()
from ludotheque.fast.batch import random_games
random_games(game, start, 1)
print(time.perf_counter() - t)
"""


def fastest(run: Callable[[int], tuple[int, int]], size: int) -> tuple[float, float]:
    """The best rates of three runs: what `run` counts, per second."""
    best = (0.0, 0.0)
    for _ in range(3):
        begin = time.perf_counter()
        actions, games = run(size)
        took = time.perf_counter() - begin
        best = max(best, (actions / took, games / took))
    return best


def sized(run: Callable[[int], tuple[int, int]]) -> int:
    """How many games fill a measurement."""
    run(1)  # compile, or load what is compiled
    size = 1
    while True:
        begin = time.perf_counter()
        run(size)
        took = time.perf_counter() - begin
        if took > SECONDS / 8:
            return max(1, int(size * SECONDS / took / 3))
        size *= 2


def yardstick(steps: int) -> tuple[int, int]:
    """A fixed interpreted loop: numbers from the pseudo-random stream."""
    rng = [seed_of(1, 1)]
    for _ in range(steps):
        below(rng, 6)
    return steps, 1


def compiled_yardstick() -> Callable[[int], tuple[int, int]]:
    """The same loop, compiled."""
    import numpy as np
    from numba import njit

    from ludotheque import luck
    from ludotheque.fast.compiled import shared_twin

    fast = shared_twin(luck, "bench", False)

    @njit
    def loop(rng: Any, steps: int) -> int:
        total = 0
        for _ in range(steps):
            total += fast.below(rng, 6)
        return total

    rng = np.array([seed_of(1, 1)])
    loop(rng, 1)
    return lambda steps: (loop(rng, steps) and steps, 1)


def interpreted(game: Game, players: int) -> Callable[[int], tuple[int, int]]:
    """Random games by the interpreted rules."""

    def run(games: int) -> tuple[int, int]:
        actions = 0
        for i in range(games):
            s = game.start(players)
            game.playout.play_out(s, [seed_of(3, i)])
            actions += s.plies
        return actions, games

    return run


def compiled(game: Game, players: int) -> Callable[[int], tuple[int, int]]:
    """Random games by the compiled twin, on this core."""
    from ludotheque.fast.batch import random_games

    start = game.start(players)
    return lambda games: (int(random_games(game, start, games, seed=3).plies.sum()), games)


def in_a_new_process(code: str, *words: str, cache: str | None = None) -> float:
    """The seconds that a new process prints."""
    env = os.environ | ({"LUDOTHEQUE_CACHE": cache} if cache else {})
    done = subprocess.run(
        [sys.executable, "-c", code, *words], env=env, capture_output=True, text=True, check=True
    )
    return float(done.stdout)


def start_up() -> dict[str, Any]:
    """How long importing and compiling take, in processes of their own."""
    found: dict[str, Any] = {"import": min(in_a_new_process(IMPORT) for _ in range(5))}
    for name in PACKAGES:
        with tempfile.TemporaryDirectory() as cache:
            cold = in_a_new_process(WARM, name, cache=cache)
            warm = min(in_a_new_process(WARM, name, cache=cache) for _ in range(3))
        found[name] = {"cold": cold, "cached": warm}
    return found


def main(as_json: bool) -> None:
    """Measure and print everything."""
    fast = compiled_yardstick()
    measures: dict[str, Any] = {
        "yardstick": {
            "compiled": fastest(fast, sized(fast))[0],
            "interpreted": fastest(yardstick, sized(yardstick))[0],
        },
        "start": start_up(),
        "games": {},
    }
    stick = measures["yardstick"]
    if not as_json:
        print(f"yardstick: compiled {stick['compiled']:,.0f} numbers/s", end=", ")
        print(f"interpreted {stick['interpreted']:,.0f} numbers/s")
        print(f"import ludotheque: {measures['start']['import']:.3f} s (bar 0.1)")
        for name in PACKAGES:
            cold, warm = measures["start"][name]["cold"], measures["start"][name]["cached"]
            print(f"compile {name}: {cold:.1f} s (bar 10), from the cache {warm:.2f} s (bar 0.5)")
        print(f"\n{'game':<12} {'players':>7} {'compiled actions/s':>20} {'games/s':>10}", end="")
        print(f" {'yardstick':>9} {'interpreted':>12} {'games/s':>8} {'yardstick':>9}  bars")
    for name in PACKAGES:
        game = load(name)
        bars = BARS.get(name, OTHERS)
        for players in range(game.seats[0], game.seats[1] + 1):
            rates = []
            for run in (compiled(game, players), interpreted(game, players)):
                rates.append(fastest(run, sized(run)))
            measures["games"][f"{name}-{players}"] = rates
            if not as_json:
                met = all(rate[0] >= bar for rate, bar in zip(rates, bars, strict=True))
                (c, cg), (i, ig) = rates
                print(f"{name:<12} {players:>7} {c:>20,.0f} {cg:>10,.0f}", end="")
                print(f" {c / stick['compiled']:>9.4f} {i:>12,.0f} {ig:>8,.0f}", end="")
                print(f" {i / stick['interpreted']:>9.4f}  {'met' if met else 'MISSED'}")
    if as_json:
        print(json.dumps(measures))


if __name__ == "__main__":
    main("--json" in sys.argv)
