"""What one needs to know of Rafletout, point by point, each with a position."""

from __future__ import annotations

from ludotheque.games.rafletout.lesson import ROUND
from ludotheque.lesson import Scene, Script, Step

ROLLED = "take 2 circle again"

ESSENTIALS = Script(
    players=4,
    scenes=(
        Scene(steps=(Step("essential.rafletout.1"),), position=ROUND.position),
        Scene(steps=(Step("essential.rafletout.2"),), position=ROUND.position, before=ROLLED),
        Scene(
            steps=(Step("essential.rafletout.3"),), position=ROUND.position, before=f"{ROLLED}, gcp"
        ),
        Scene(
            steps=(Step("essential.rafletout.4"),), position=ROUND.position, before="rob one, p2"
        ),
        Scene(
            steps=(Step("essential.rafletout.5"),),
            position=ROUND.position,
            before="all-of-two colour",
        ),
    ),
)
