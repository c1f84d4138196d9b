"""What one needs to know of Raise, point by point, each with a position."""

from __future__ import annotations

from ludotheque.games.raise_.lesson import HANDS, ROUNDS
from ludotheque.lesson import Scene, Script, Step

LAID = f"{ROUNDS.before}, hourglass3, cloud4, bell3"

ESSENTIALS = Script(
    players=3,
    scenes=(
        Scene(steps=(Step("essential.raise.1"),), before=f"{HANDS}, point 14"),
        Scene(steps=(Step("essential.raise.2"),), before=ROUNDS.before),
        Scene(steps=(Step("essential.raise.3"),), before=LAID),
        Scene(steps=(Step("essential.raise.4"),), before=f"{LAID}, hourglass2, bell1"),
        Scene(
            steps=(Step("essential.raise.5"),),
            before=f"{LAID}, hourglass2, bell1, bell1, bell2, pass, gear3, bell2, cloud3, cloud4",
        ),
    ),
)
