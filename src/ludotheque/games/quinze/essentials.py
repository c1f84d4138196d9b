"""What one needs to know of Quitte ou Quinze, point by point, each with a position."""

from __future__ import annotations

from ludotheque.lesson import Scene, Script, Step

ESSENTIALS = Script(
    players=2,
    scenes=(
        Scene(steps=(Step("essential.quinze.1"),), before="+3, turn, +5, turn, x2"),
        Scene(steps=(Step("essential.quinze.2"),), before="+3"),
        Scene(steps=(Step("essential.quinze.3"),), before="+3, turn, +5"),
        Scene(steps=(Step("essential.quinze.4"),), before="shield, turn, +5, turn, bust"),
        Scene(
            steps=(Step("essential.quinze.5"),),
            before="shield, turn, +5, turn, +3, turn, x2, stop, +3",
        ),
    ),
)
