"""How fast Rolit is solved: 50 random positions with 12 to 20 free cells, on one core.

Every position is solved with an empty table.  The bars are the medians that we promise.

    python bench/rolit_exact.py [--json]
"""

from __future__ import annotations

import json
import random
import statistics
import sys
import time
from typing import Any

from ludotheque import load
from ludotheque.games.rolit.solver import solution as exact
from ludotheque.games.rolit.solver.solver import BEYOND, Position, Solver, sides_of

POSITIONS = 50
BARS = {16: 0.050, 20: 0.500}  # seconds, by free cells


def positions(empties: int) -> list[Position]:
    """Positions of random games."""
    game, dice, found = load("rolit"), random.Random(empties), []
    for _ in range(POSITIONS):
        s = game.start(2)
        while exact.empties(s) > empties:
            s = game.after(s, dice.choice(game.legal_actions(s)))
        found.append(sides_of(s))
    return found


def measure(empties: int, alpha: int, beta: int) -> dict[str, Any]:
    """Solve the positions with a number of free cells, within bounds."""
    solver, seconds = Solver(), []
    for p in positions(empties):
        solver.table.fill(bytes(8 * len(solver.table)))
        begun = time.process_time()
        solver.search(p, alpha, beta)
        seconds.append(time.process_time() - begun)
    return {
        "empties": empties,
        "median": statistics.median(seconds),
        "worst": max(seconds),
        "nodes": solver.nodes // POSITIONS,
        "speed": solver.nodes / sum(seconds),
    }


def main() -> None:
    """Print a table, or JSON."""
    Solver().search(positions(12)[0], -BEYOND, BEYOND)  # compile, or load what is compiled
    rows = []
    for question, (alpha, beta) in {"value": (-BEYOND, BEYOND), "win": (-1, 1)}.items():
        for empties in (12, 14, 16, 18, 20):
            rows.append({"question": question, **measure(empties, alpha, beta)})
    if "--json" in sys.argv:
        print(json.dumps(rows))
        return
    print("question  free  median ms  worst ms       nodes  million nodes/s")
    for row in rows:
        bar = BARS.get(row["empties"]) if row["question"] == "value" else None
        print(
            f"{row['question']:8}  {row['empties']:4}  {row['median'] * 1e3:9.2f}"
            f"  {row['worst'] * 1e3:8.1f}  {row['nodes']:10}  {row['speed'] / 1e6:15.1f}"
            + (
                f"  {'ok' if row['median'] < bar else 'TOO SLOW'}: bar {bar * 1e3:.0f} ms"
                if bar
                else ""
            )
        )


if __name__ == "__main__":
    main()
