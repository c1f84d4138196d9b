"""The dice of a deal of this game: what others do does not change what one draws."""

from __future__ import annotations

import pytest
from streams import drawn, shy

from ludotheque import load
from ludotheque.luck import seed_of


@pytest.mark.parametrize("deal", range(5))
def test_the_dice_and_the_stakes_of_raise_are_the_same_whatever_is_bid(deal: int) -> None:
    game = load("raise")
    one = drawn(game, 3, {}, seed_of(4, deal))
    other = drawn(game, 3, {0: shy, 1: shy}, seed_of(4, deal))
    cards = {kind for kind in one if kind[1] >= 0}
    assert len(cards) == 3, "each seat draws from a pile of its own"
    open_kinds = set(one) - cards
    assert len(open_kinds) == 2, "point cards and dice are drawn for nobody"
    for kind in open_kinds:
        both = min(len(one[kind]), len(other[kind]))
        assert one[kind][:both] == other[kind][:both]
    for kind in cards:
        assert one[kind][:6] == other[kind][:6], "the first hand"
    assert one != other
