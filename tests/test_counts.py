"""The size of every game's tree, the same for both twins and as written in `counts`."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from every import OURS

from ludotheque import load
from ludotheque.fast.count import compiled, interpreted

FOLDER = Path(__file__).parent / "counts"


def written(name: str) -> dict[int, list[int]]:
    """The counts of a file, by number of players."""
    found: dict[int, list[int]] = {}
    players = 0
    for line in (FOLDER / f"{name}.counts").read_text(encoding="utf-8").splitlines():
        word, *numbers = line.split() or [""]
        if word == "players":
            players = int(numbers[0])
            found[players] = []
        elif word == "count":
            assert int(numbers[0]) == len(found[players]) + 1
            found[players].append(int(numbers[1]))
    return found


@pytest.mark.parametrize("name", OURS)
def test_every_player_count_is_counted_deep_enough(name: str) -> None:
    low, high = load(name).seats
    counts = written(name)
    assert sorted(counts) == list(range(low, high + 1))
    for row in counts.values():
        assert len(row) >= (6 if name == "rolit" else 4)
        assert row[-1] >= 100_000


@pytest.mark.parametrize("name", OURS)
def test_both_twins_count_what_is_written(name: str, long: bool) -> None:
    game = load(name)
    for players, row in written(name).items():
        for count, most in ((partial(compiled, checked=True), 500_000), (interpreted, 10_000)):
            expected = row if long else [n for n in row if n <= most]
            assert count(game, game.start(players), len(expected)) == expected


def test_a_small_tree_counted_by_hand() -> None:
    # Quitte ou Quinze: five first cards; the losing one passes the turn on (5 cards again),
    # each other one leaves two choices, `turn` (4 cards left) or `stop` (5 cards for the next).
    game = load("quinze")
    two, three = 4 * 2 + 5, 4 * (4 + 5) + 4 * 2 + 5
    assert interpreted(game, game.start(2), 3) == [5, two, three]
