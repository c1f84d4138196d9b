"""A first game of Raise: a round fought for and a round given up, with three players."""

from __future__ import annotations

from ludotheque.lesson import Scene, Script, Step

HANDS = (
    "diamond5, gear5*, cloud4, hourglass3, bell1, bell2,"
    "diamond4, gear3, cloud4, hourglass2, bell1, bell2,"
    "diamond5, gear4, cloud3, hourglass2, bell3, bell2"
)
REFILL = "cloud2, hourglass1, bell1, cloud3, hourglass1, hourglass2, bell1"

ROUNDS = Scene(
    before=f"{HANDS}, point 14, bell, cloud, blank, hourglass, hourglass, hourglass, cloud",
    steps=(
        Step("lesson.raise.1"),
        Step("lesson.raise.2", "hourglass3", then="cloud4, bell3, hourglass2, bell1"),
        Step("lesson.raise.3", "bell1"),
        Step("lesson.raise.4", "bell2", then="pass, gear3, bell2, cloud3"),
        Step("lesson.raise.5", "cloud4", then=f"pass, {REFILL}"),
        Step("lesson.raise.6", then="point 6, bell, bell, gear, cloud, blank, bell, gear"),
        Step("lesson.raise.7", "hourglass1", then="gear3, bell2"),
        Step("lesson.raise.8", "pass", then="bell3, pass, cloud4, gear4"),
        Step("lesson.raise.9"),
    ),
)

LESSON = Script(players=3, scenes=(ROUNDS,))
