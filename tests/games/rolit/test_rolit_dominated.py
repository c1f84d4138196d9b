"""What nobody does in Rolit Junior: throw balls away when all that may come can be seen."""

from __future__ import annotations

from typing import Any

from ludotheque import load
from ludotheque.bots.level import sensible

game = load("rolit")


def left(s: Any) -> list[str]:
    """What is left to do in a position."""
    return [game.say(s, action) for action in sensible(game, s, game.legal_actions(s))]


def test_a_last_ball_turns_no_fewer_than_it_could() -> None:
    s = game.read("""
          a b c d e f
        1 G R R R R E
        2 E E R G G G
        3 E E R G G G
        4 E E R G . G
        5 E E R E G .
        6 E G R G Y Y
        players=4 first=1 player=3 side=3
    """)
    assert game.said(s) == ["e4", "f5"]
    ends = [max(game.score(end, 3) for end in ends_after(s, said)) for said in game.said(s)]
    least = [min(game.score(end, 3) for end in ends_after(s, said)) for said in game.said(s)]
    assert left(s) == ["f5"] and least[1] > ends[0]


def ends_after(s: Any, said: str) -> list[Any]:
    """Every way in which the game may end after an action."""
    after = game.play(s, said)
    if game.over(after):
        return [after]
    return [end for reply in game.said(after) for end in ends_after(after, reply)]


def test_what_may_yet_pay_is_left() -> None:
    s = game.read("""
          a b c d e f
        1 Y . E E E Y
        2 Y Y . E R Y
        3 R G Y R E Y
        4 . R R E E Y
        5 G R R E E E
        6 R G G G G G
        players=4 player=1 side=1
    """)
    assert game.said(s) == ["b1", "c2", "a4"]
    assert left(s) == ["b1", "a4"]


def test_with_many_cells_free_nothing_is_proven() -> None:
    s = game.start(4)
    assert left(s) == game.said(s)
