"""What a seat cannot see at Raise, dealt again by the odds.

A hidden hand is a uniform draw from the cards of its deck that have not been played; so is
the card that lies face down before it.
"""

from __future__ import annotations

import random

from ludotheque.games.raise_ import rules
from ludotheque.parts import UNKNOWN, has
from ludotheque.state import clone


def guess(view: rules.State, seat: int, dice: random.Random) -> rules.State:
    """A state that looks the same to the seat (or a spectator) as the one behind its view."""
    s = clone(view)
    for other in range(s.players):
        if other == seat:
            continue
        played = s.played[other]
        unseen = [i for i in range(rules.CARDS) for _ in range(rules.COPIES[i] - played[i])]
        dice.shuffle(unseen)
        s.laid[other] = unseen.pop() if has(s.has_laid, other) else UNKNOWN
        s.hand[other] = [0] * len(s.hand[other])
        for card in unseen[: s.cards[other]]:
            s.hand[other][card] += 1
    return s
