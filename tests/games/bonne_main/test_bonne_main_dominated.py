"""What nobody does in La Bonne Main: leave the last coin, or one that is there for the taking."""

from __future__ import annotations

from typing import Any

from ludotheque import load
from ludotheque.bots.level import sensible

game = load("bonne-main")

LAST = """
   a   b   c   d   e   f   g
1  .   .   .   .   .   .   .
2  .   .   .   2b2 .   .   .
3  .   .   .   .   .   .   .
4  .   .   .   .   .   .   .
5  .   .   {} .   .   .   .
6  .   .   .   .   .   .   .
7  .   .   .   .   .   .   .
player=1 phase=moving seat=1 roll=3
"""


def left(s: Any) -> list[str]:
    """What is left to do in a position."""
    return [game.say(s, action) for action in sensible(game, s, game.legal_actions(s))]


def test_whoever_can_win_at_once_does() -> None:
    s = game.read(LAST.format("1c1"))
    assert len(game.said(s)) == 13
    assert left(s) == ["d2-c4", "d2-d5"]
    assert all(game.payoff(game.play(s, said), 1) == 60 for said in left(s))


def test_a_hand_that_keeps_a_coin_ends_nothing() -> None:
    s = game.read(LAST.format("1c2"))
    assert left(s) == game.said(s)


def test_a_coin_that_may_be_taken_is() -> None:
    s: Any = game.start(2, optional_steal="yes")
    seen, rng = 0, [4]
    while not game.over(s):
        if game.text.PHASES[s.phase] == "stealing":
            assert len(left(s)) == 1 < len(game.said(s))
            s = game.play(s, left(s)[0])
            seen += 1
        else:
            game.rules.apply(s, game.playout.choose(s, rng))
    assert seen > 0
