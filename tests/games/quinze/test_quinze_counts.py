"""The size of a small tree."""

from __future__ import annotations

from ludotheque import load
from ludotheque.fast.count import interpreted


def test_a_small_tree_counted_by_hand() -> None:
    # Quitte ou Quinze: five first cards; the losing one passes the turn on (5 cards again),
    # each other one leaves two choices, `turn` (4 cards left) or `stop` (5 cards for the next).
    game = load("quinze")
    two, three = 4 * 2 + 5, 4 * (4 + 5) + 4 * 2 + 5
    assert interpreted(game, game.start(2), 3) == [5, two, three]
