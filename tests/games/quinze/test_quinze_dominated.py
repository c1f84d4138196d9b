"""What nobody does in Quitte ou Quinze: stop for nothing, or go on with the round won."""

from __future__ import annotations

from typing import Any

import pytest

from ludotheque import load
from ludotheque.bots.level import sensible

game = load("quinze")


def left(drawn: str) -> list[str]:
    """What is left to do in a position."""
    s: Any = game.read(drawn)
    return [game.say(s, action) for action in sensible(game, s, game.legal_actions(s))]


@pytest.mark.parametrize("points", [0, 8, 14])
def test_nobody_stops_below_fifteen_among_several(points: int) -> None:
    drawn = f"down: +3 x2 shield bust\npoints: {points}\nplayers=3 player=0 cards=0"
    assert left(drawn) == ["turn"]
    assert left(f"{drawn} cumulative=1") == ["turn", "stop"]


def test_alone_every_point_counts() -> None:
    assert left("down: +3 x2 shield bust\npoints: 8\nplayers=1 player=0") == ["turn", "stop"]


def test_nobody_stops_with_less_than_somebody_has_kept() -> None:
    drawn = "down: +3 x2 shield bust\npoints: {}\nkept: 20 0\nplayers=2 player=1 seat=1"
    assert left(drawn.format(16)) == ["turn"]
    assert "stop" in left(drawn.format(20))


def test_whoever_is_last_and_has_most_stops() -> None:
    drawn = "down: +3 x2 shield bust\npoints: {}\nkept: 16 0\nplayers=2 player=1 seat=1"
    assert left(drawn.format(17)) == ["stop"]
    assert left("down: +3 x2 shield bust\npoints: 17\nplayers=2 player=0") == ["turn", "stop"]
