"""A first game of Rolit Junior: the opening of a game for two, and the last ball of another."""

from __future__ import annotations

from ludotheque.lesson import Scene, Script, Step

OPENING = Scene(
    steps=(
        Step("lesson.rolit.1"),
        Step("lesson.rolit.2", "e5", then="d5"),
        Step("lesson.rolit.3", "c5", then="e3"),
        Step("lesson.rolit.4", "f2"),
        Step("lesson.rolit.5", then="c2"),
        Step("lesson.rolit.6", "d2", then="e2"),
        Step("lesson.rolit.7", "b2"),
    )
)

LAST_BALL = Scene(
    position="""
      a b c d e f
    1 R G . G R G
    2 R G G G G G
    3 R R G G G G
    4 R R R R R R
    5 R G G R R R
    6 G G G G G G
    first=1 player=0 plies=31
    """,
    steps=(
        Step("lesson.rolit.8", "c1"),
        Step("lesson.rolit.9"),
    ),
)

LESSON = Script(players=2, scenes=(OPENING, LAST_BALL))
