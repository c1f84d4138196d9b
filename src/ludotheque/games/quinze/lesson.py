"""A first game of Quitte ou Quinze: a turn lost, a turn protected, and a win."""

from __future__ import annotations

from ludotheque.lesson import Scene, Script, Step

GAME = Scene(
    before="+3",
    steps=(
        Step("lesson.quinze.1"),
        Step("lesson.quinze.2", "turn", then="+5"),
        Step("lesson.quinze.3", "turn", then="bust"),
        Step("lesson.quinze.4", then="+3, turn, x2, stop, shield"),
        Step("lesson.quinze.5", "turn", then="+5"),
        Step("lesson.quinze.6", "turn", then="bust"),
        Step("lesson.quinze.7", "turn", then="+3"),
        Step("lesson.quinze.8", "turn", then="x2"),
        Step("lesson.quinze.9", "stop", then="+5, turn, x2, turn, bust"),
        Step("lesson.quinze.10"),
    ),
)

LESSON = Script(players=2, scenes=(GAME,))
