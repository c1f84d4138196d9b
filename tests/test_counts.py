"""The size of every game's tree, the same for both twins and as written in `counts`."""

from __future__ import annotations

from functools import partial

import pytest
from every import OURS, written

from ludotheque import load
from ludotheque.examples import examples
from ludotheque.fast.count import compiled, interpreted


@pytest.mark.parametrize("name", OURS)
def test_every_player_count_is_counted_deep_enough(name: str) -> None:
    low, high = load(name).seats
    counts = written(name)
    assert sorted(counts) == list(range(low, high + 1))
    for row in counts.values():
        assert len(row) >= examples(name).counted
        assert row[-1] >= 100_000


@pytest.mark.parametrize("name", OURS)
def test_both_twins_count_what_is_written(name: str, long: bool) -> None:
    game = load(name)
    for players, row in written(name).items():
        for count, most in ((partial(compiled, checked=True), 500_000), (interpreted, 10_000)):
            expected = row if long else [n for n in row if n <= most]
            assert count(game, game.start(players), len(expected)) == expected
