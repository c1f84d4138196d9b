"""WebAssembly beside Numba on one core: random play and search, under wasmtime and in a browser.

Each speed is the best of three; all engines take turns in one run, so that what else happens on
the machine happens to all of them.  Bars: half of Numba's rate in every game, and six tenths in
the mean, under wasmtime and in Chromium.

    python bench/engines.py [--json]
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import mean

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from browser.conftest import FLAGS
from browser.finding import browser_path
from browser.page_machine import PageMachine
from playwright.sync_api import Page, sync_playwright
from positions import first_decision

from ludotheque import load
from ludotheque.bots.search import Search, Settings
from ludotheque.engines import Block, Engine, engine, twin_file
from ludotheque.engines.wasm import WasmEngine
from ludotheque.game import Game
from ludotheque.games import PACKAGES
from ludotheque.packing import pack

SECONDS = 0.25  # each of the three measurements
ROUNDS = 3
LEAST, MEAN = 0.5, 0.6  # bars, of Numba's rate
KINDS = ("native", "wasmtime", "Chromium")

Run = Callable[[int], None]


def engines_of(game: Game, page: Page) -> dict[str, Engine]:
    """The engines that are compared."""
    inside = WasmEngine(game, PageMachine(page, twin_file.path_of(game)))
    return dict(zip(KINDS, (engine(game, "native"), engine(game, "wasm"), inside), strict=True))


def playing(run: Engine, players: int) -> Run:
    """So many random games."""
    begin, table, rng = run.block("states", 1), run.block("states", 1), run.block("words", 1)
    begin[0] = pack(run.game.start(players))
    rooms: dict[int, list[Block]] = {}  # by the number of games

    def play(games: int) -> None:
        if games not in rooms:
            wide = (run.block("grid", games, players) for _ in range(2))
            rooms[games] = [run.block("words", games), *wide]
        run.call("playout.play_many", begin, table, rng, 7, 0, *rooms[games])

    return play


def thinking(run: Engine, players: int, guided: bool) -> Run:
    """So many simulations from the first choice of a game, in a tree with room for all."""
    position = first_decision(run.game.name, players)
    search = Search(run.game, run)

    def think(simulations: int) -> None:
        search.view = None
        search.look(position.view, position.seat, 3, Settings(simulations, guided=guided))
        search.think(simulations)

    return think


def seconds(run: Run, size: int) -> float:
    """How long it takes."""
    begin = time.perf_counter()
    run(size)
    return time.perf_counter() - begin


def compare(runs: dict[str, Run], most: int) -> dict[str, float]:
    """How often a second each does the same thing: in turns, the best of some rounds."""
    size = 8
    for run in runs.values():
        run(size)  # compile
    while (took := seconds(runs["native"], size)) < SECONDS / 2 and size < most:
        size = min(most, size * 2 if took < SECONDS / 8 else int(size * SECONDS / took) + 1)
    found = dict.fromkeys(runs, 0.0)
    for _ in range(ROUNDS):
        for kind, run in runs.items():
            found[kind] = max(found[kind], size / seconds(run, size))
    return found


def measure(name: str, page: Page) -> dict[str, dict[str, float]]:
    """The ratios of one game to Numba's rate, by what is done and by engine."""
    game = load(name)
    players = min(4, game.seats[1])
    engines = engines_of(game, page)
    jobs: dict[str, Callable[[Engine], Run]] = {
        "play": lambda run: playing(run, players),
        "search, guided": lambda run: thinking(run, players, True),
        "search, plain": lambda run: thinking(run, players, False),
    }
    found = {}
    for job, make in jobs.items():
        rates = compare({kind: make(run) for kind, run in engines.items()}, 200_000)
        found[job] = {kind: rate / rates["native"] for kind, rate in rates.items()}
        found[job]["rate"] = rates["native"]
    return found


def main(as_json: bool) -> None:
    """Measure and print everything."""
    rows: dict[str, dict[str, dict[str, float]]] = {}
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=browser_path(), args=FLAGS)
        for name in filter(lambda name: twin_file.path_of(load(name)).exists(), PACKAGES):
            rows[name] = measure(name, browser.new_page())
            for job, row in () if as_json else rows[name].items():
                line = "  ".join(f"{kind} {row[kind]:5.2f}" for kind in KINDS[1:])
                print(f"{name:<12} {job:<15} Numba {row['rate']:>12,.0f}/s  {line}", flush=True)
        browser.close()
    if as_json:
        print(json.dumps(rows))
        return
    for kind in KINDS[1:]:
        all_of = [row[kind] for game in rows.values() for row in game.values()]
        met = min(all_of) >= LEAST and mean(all_of) >= MEAN
        print(f"{kind}: least {min(all_of):.2f} (bar {LEAST}), mean {mean(all_of):.2f}", end="")
        print(f" (bar {MEAN})  {'met' if met else 'MISSED'}")


if __name__ == "__main__":
    main("--json" in sys.argv)
