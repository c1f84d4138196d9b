"""What one needs to know of La Bonne Main, point by point, each with a position."""

from __future__ import annotations

from ludotheque.games.bonne_main.lesson import LAST_TURNS
from ludotheque.lesson import Scene, Script, Step

ESSENTIALS = Script(
    players=2,
    scenes=(
        Scene(steps=(Step("essential.bonne-main.1"),)),
        Scene(steps=(Step("essential.bonne-main.2"),), before="3"),
        Scene(steps=(Step("essential.bonne-main.3"),), before="4"),
        Scene(
            steps=(Step("essential.bonne-main.4"),), position=LAST_TURNS.position, before="4, d6-d2"
        ),
        Scene(
            steps=(Step("essential.bonne-main.5"),),
            position=LAST_TURNS.position,
            before="4, d6-d2, 4, c2-d1, 3, drop b6, c5-c6",
        ),
    ),
)
