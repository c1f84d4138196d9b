"""Simulations of the search on one core, beside random play from the same position.

A plain simulation is a playout to the end, and the tree besides: its speed is compared with
random actions a second by the length of a playout.  Where OpenSpiel is installed, its search
on Othello, in C++, is timed in the same run.  Each speed is the best of three, per second of
the processor's time: what else runs on the machine counts less.

    python bench/search.py [--json]
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from ludotheque import CHANCE, Game, load
from ludotheque.bots.search import Search, Settings
from ludotheque.fast.batch import random_games

SECONDS = 0.7  # each of the three measurements
TABLES = (
    ("rolit", 2),
    ("rolit", 4),
    ("rafletout", 4),
    ("raise", 4),
    ("quinze", 4),
    ("bonne-main", 2),
    ("bonne-main", 4),
)
BAR_RATIO = 0.5  # of the speed of random play
BAR_ROLIT = 200_000  # simulations a second
BAR_SPIEL = 50  # times OpenSpiel's


def fastest(run: Callable[[int], int], size: int = 100) -> float:
    """What `run` counts, per second: the best of three, once it takes long enough."""
    run(1)  # compile, or load what is compiled
    while (took := timed(run, size)[1]) < SECONDS / 4:
        size *= 2
    size = max(1, int(size * SECONDS / took))
    return max(count / took for count, took in (timed(run, size) for _ in range(3)))


def timed(run: Callable[[int], int], size: int) -> tuple[int, float]:
    """What `run` counts, and the seconds of processor time it takes."""
    begin = time.process_time()
    return run(size), time.process_time() - begin


def first_decision(game: Game, players: int) -> Any:
    """The first position in which a seat has a choice."""
    s, rng = game.start(players), [7]
    while s.player == CHANCE or len(game.legal_actions(s)) == 1:
        game.rules.apply(s, game.playout.choose(s, rng))
    return s


def searching(game: Game, s: Any, guided: bool) -> Callable[[int], int]:
    """So many simulations from a position, beginning with an empty tree."""

    def run(simulations: int) -> int:
        settings = Settings(simulations, guided=guided)
        search = Search(game)
        search.look(game.observe(s, s.player), s.player, 3, settings)
        search.run(settings, lambda _: None)
        return search.done

    return run


def measure(name: str, players: int) -> dict[str, Any]:
    """The speeds of one table."""
    game = load(name)
    s = first_decision(game, players)
    played = random_games(game, s, 2000, seed=3).plies
    length = float(played.mean()) - s.plies

    def at_random(games: int) -> int:
        return int(random_games(game, s, games, seed=3).plies.sum() - games * s.plies)

    actions = fastest(at_random)
    plain = fastest(searching(game, s, guided=False))
    return {
        "game": name,
        "players": players,
        "plain": plain,
        "guided": fastest(searching(game, s, guided=True)),
        "actions": actions,
        "length": length,
        "ratio": plain / (actions / length),
    }


def openspiel() -> float | None:
    """Simulations a second of OpenSpiel's search from the start of Othello, if it is there."""
    if find_spec("pyspiel") is None:
        return None
    pyspiel = import_module("pyspiel")
    game = pyspiel.load_game("othello")

    def run(simulations: int) -> int:
        evaluator = pyspiel.RandomRolloutEvaluator(1, 3)
        bot = pyspiel.MCTSBot(game, evaluator, 1.4, simulations, 2000, False, 3, False)
        return int(bot.mcts_search(game.new_initial_state()).explore_count)

    return fastest(run)


def show(row: dict[str, Any]) -> None:
    """A line of the table."""
    met = row["ratio"] >= BAR_RATIO and (row["game"] != "rolit" or row["plain"] >= BAR_ROLIT)
    print(f"{row['game']:<12} {row['players']:>7} {row['plain']:>12,.0f}", end="")
    print(f" {row['actions'] / row['length']:>12,.0f} {row['ratio']:>6.2f}", end="")
    print(f" {row['guided']:>12,.0f} {row['length']:>8.1f}  {'met' if met else 'MISSED'}")


def show_spiel(speed: float | None, rows: list[dict[str, Any]]) -> None:
    """How many times faster than OpenSpiel it is."""
    if speed is None:
        print('\nOpenSpiel is not installed: pip install "ludotheque[openspiel]" to compare.')
        return
    rolit = min(row["plain"] for row in rows if row["game"] == "rolit")
    times = rolit / speed
    print(f"\nOpenSpiel, C++, Othello from the start: {speed:,.0f} simulations/s")
    print(f"Rolit: {times:.0f} times as many (bar {BAR_SPIEL})", end="")
    print(f"  {'met' if times >= BAR_SPIEL else 'MISSED'}")


def main(as_json: bool) -> None:
    """Measure and print everything."""
    if not as_json:
        print(f"simulations a second; bars: {BAR_RATIO} of random play, Rolit {BAR_ROLIT:,}\n")
        print(f"{'game':<12} {'players':>7} {'plain':>12} {'random play':>12} {'ratio':>6}", end="")
        print(f" {'guided':>12} {'playout':>8}  bars")
    rows = []
    for name, players in TABLES:
        rows.append(measure(name, players))
        if not as_json:
            show(rows[-1])
    speed = openspiel()
    if as_json:
        print(json.dumps({"tables": rows, "openspiel": speed}))
    else:
        show_spiel(speed, rows)


if __name__ == "__main__":
    main("--json" in sys.argv)
