"""Makes the tables that the library ships: `python -m ludotheque.games.quinze.solver.build_tables`.

It takes some seconds, and NumPy and Numba; the same rules give the same numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ludotheque.game import Game, load
from ludotheque.games.quinze.rules import State
from ludotheque.games.quinze.solver.solo import Curve
from ludotheque.games.quinze.solver.solution import Alone, ByRounds, solve
from ludotheque.games.quinze.solver.steps import Spot, Steps
from ludotheque.games.quinze.solver.tables import FILE, Key, Numbers, write

LARGEST = 1023  # best score; beyond it, one thinks
LINE = 1e-14  # what is nearer to a line than this part of it is on the line


def last_rounds(game: Game[State]) -> Iterator[tuple[Key, Numbers]]:
    """What each seat still to play gets in a last round; the most players say it for fewer."""
    solution = ByRounds(game, game.start(game.seats[1]))  # as far as it must go, no further
    players, places = solution.players, solution.solved.places
    for later in range(1, players):
        found = places[players - later]
        end = min(found.known, LARGEST) + 1
        for leaders in range(1, players - later + 1):
            for i in range(later):
                shares = found.share[i, leaders - 1, solution.target : end]
                yield ("last", later, leaders, i), shares.tolist()


def fresh_rounds(game: Game[State]) -> Iterator[tuple[Key, Numbers]]:
    """Each place's share in a round that nobody has won yet."""
    for players in range(2, game.seats[1] + 1):
        solution = solve(game, players)
        assert isinstance(solution, ByRounds)
        for place, worth in enumerate(solution.fresh().worth[:-1]):
            yield ("fresh", players, place), worth.tolist()


def turns_alone(game: Game[State]) -> Iterator[tuple[Key, Numbers]]:
    """What a turn alone is worth before each pass, for the points one can have by then."""
    solution, steps = solve(game, 1), Steps(game)
    assert isinstance(solution, Alone)
    low = high = 0
    for passes in range(solution.start.max_passes):
        curve = solution.solo.curves[passes]
        points = list(knots(curve, low, high))
        yield ("points", passes), [float(p) for p in points]
        yield ("worth", passes), [float(curve.at(p)) for p in points]
        complete = Spot(down=0, shields=0, passes=passes)
        low = min(steps.completed(complete, low), default=low)
        high = max(steps.completed(complete, high), default=high)


def knots(curve: Curve, low: int, high: int) -> Iterator[int]:
    """Points between which the curve is a line, the first and the last among them."""
    yield low
    while low < high:
        step, to = 1, low + 1
        while step:  # a convex curve that leaves a line does not come back to it
            if to + step <= high and is_line(curve, low, to + step):
                to, step = to + step, step * 2
            else:
                step //= 2
        low = to
        yield low


def is_line(curve: Curve, low: int, high: int) -> bool:
    """Whether the middle is on the line; a convex curve is nowhere twice as far from it."""
    middle = (low + high) // 2
    first, found, end = (float(curve.at(p)) for p in (low, middle, high))
    line = first + (end - first) * ((middle - low) / (high - low))
    return abs(line - found) <= LINE * abs(found)


def build(game: Game[State]) -> bytes:
    """The whole file."""
    parts = dict(last_rounds(game)) | dict(fresh_rounds(game)) | dict(turns_alone(game))
    return write(parts, rules=game.version, data=game.data, target=game.rules.TARGET)


if __name__ == "__main__":
    path = Path(__file__).with_name(FILE)
    path.write_bytes(build(load("quinze")))
    print(f"{path.name}: {path.stat().st_size} bytes")
