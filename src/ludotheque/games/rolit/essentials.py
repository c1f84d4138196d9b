"""What one needs to know of Rolit Junior, point by point, each with a position."""

from __future__ import annotations

from ludotheque.games.rolit.lesson import LAST_BALL
from ludotheque.lesson import Scene, Script, Step

ESSENTIALS = Script(
    players=2,
    scenes=(
        Scene(steps=(Step("essential.rolit.1"),)),
        Scene(steps=(Step("essential.rolit.2"),), before="e5, d5"),
        Scene(steps=(Step("essential.rolit.3"),), before="e5, d5, c5"),
        Scene(steps=(Step("essential.rolit.4"),), before="e5, d5, c5, e3, f2, c2"),
        Scene(steps=(Step("essential.rolit.5"),), position=LAST_BALL.position, before="c1"),
    ),
)
