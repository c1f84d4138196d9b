"""The dice of a deal of this game: what others do does not change what one draws."""

from __future__ import annotations

import pytest
from streams import bold, drawn, shy

from ludotheque import load
from ludotheque.luck import seed_of


@pytest.mark.parametrize("deal", range(5))
def test_a_seat_that_turns_more_cards_leaves_the_others_theirs(deal: int) -> None:
    game = load("quinze")
    greedy = drawn(game, 3, {0: bold, 1: shy, 2: shy}, seed_of(4, deal))
    modest = drawn(game, 3, {0: shy, 1: shy, 2: shy}, seed_of(4, deal))
    assert set(greedy) == {(0, seat) for seat in range(3)}
    for seat in (1, 2):
        both = min(len(found[0, seat]) for found in (greedy, modest))
        assert greedy[0, seat][:both] == modest[0, seat][:both]
