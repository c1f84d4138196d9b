"""A first game of La Bonne Main: the last turns of a game for two."""

from __future__ import annotations

from ludotheque.lesson import Scene, Script, Step

LAST_TURNS = Scene(
    position="""
       a   b   c   d   e   f   g
    1  .   .   .   .   .   .   2c1
    2  .   .   2a2 .   2b2 .   .
    3  .   .   .   .   .   .   .
    4  .   .   .   .   .   .   .
    5  .   .   1c1 .   .   .   .
    6  .   1b3 .   1a2 .   .   .
    7  .   .   .   .   .   .   .
    plies=40
    """,
    steps=(
        Step("lesson.bonne-main.1", then="4"),
        Step("lesson.bonne-main.2", "d6-d2", then="4, c2-d1, 3"),
        Step("lesson.bonne-main.3", "drop b6"),
        Step("lesson.bonne-main.4", "c5-c6"),
        Step("lesson.bonne-main.5", "take b6", then="3, drop d1, g1-g2"),
        Step("lesson.bonne-main.6", then="4"),
        Step("lesson.bonne-main.7", "d2-d2", then="4, g2-f3, 2"),
        Step("lesson.bonne-main.8", "d2-e3"),
        Step("lesson.bonne-main.9"),
    ),
)

LESSON = Script(players=2, scenes=(LAST_TURNS,))
