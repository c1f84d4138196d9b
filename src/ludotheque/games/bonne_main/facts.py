"""What a learned value looks at in La Bonne Main: coins, hands, and who is near whom.

A hand is in danger from another if some roll may bring that one beside it.  Between two hands
`apart` squares from one another, going straight, that is the case for so many of the six rolls:

    apart  1  2  3  4  5  6  7  8 and more
    rolls  3  3  3  2  2  1  1  0
"""

from __future__ import annotations

from collections.abc import MutableSequence

from ludotheque.games.bonne_main import rules
from ludotheque.parts import UNKNOWN

NAMES = (
    "coins",  # a share of all coins
    "hands",
    "poor",  # hands with a single coin
    "largest",  # the coins of the richest hand, a share of all
    "wait",  # turns until it rolls, a share of the players
    "rivals",  # who are still in
    "late",  # how few coins are left
    "reaches",  # rolls that bring its hands beside rivals'
    "reaches poor",  # the same for rivals' last coins
    "reached",  # rolls that bring rivals' hands beside its own
    "poor reached",  # the same for its own last coins
    "reached next",  # by whoever rolls next, if that is another
    "poor reached next",
    "lead",  # coins above the best rival, a share of all
    "in",
)
FACTS = len(NAMES)
ROLLS = (0, 3, 3, 3, 2, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0)  # [squares apart]
MANY = 0.05  # per roll: what sums of rolls are measured by


def describe(s: rules.State, seat: int, facts: MutableSequence[float]) -> None:
    """The facts about a seat."""
    for i in range(FACTS):
        facts[i] = 0.0
    coins, rival = 0, 0
    for other in range(s.players):
        mine = rules.score(s, other)
        coins += mine
        if other != seat:
            rival = max(rival, mine)
            facts[5] += 0.3 if mine > 0 else 0.0
    own = rules.score(s, seat)
    facts[0] = own / coins
    facts[3] = richest(s, seat) / coins
    facts[4] = (seat - s.seat + s.players) % s.players / s.players
    facts[6] = 4.0 / (coins + 4.0)
    facts[13] = (own - rival) / coins
    facts[14] = 1.0 if own > 0 else 0.0
    for n in range(rules.HANDS):
        hand = rules.HANDS * seat + n
        if s.at[hand] != UNKNOWN:
            facts[1] += 0.3
            if s.coins[hand] == 1:
                facts[2] += 0.3
            near(s, seat, hand, facts)


def richest(s: rules.State, seat: int) -> int:
    """The coins of the seat's richest hand."""
    most = 0
    for n in range(rules.HANDS):
        most = max(most, s.coins[rules.HANDS * seat + n])
    return most


def near(s: rules.State, seat: int, hand: int, facts: MutableSequence[float]) -> None:
    """Add who may come beside a hand, and whom it may come beside."""
    for other in range(rules.HANDS * s.players):
        if other // rules.HANDS != seat and s.at[other] != UNKNOWN:
            rolls = MANY * ROLLS[rules.apart(s.at[hand], s.at[other])]
            facts[7] += rolls
            facts[9] += rolls
            if s.coins[other] == 1:
                facts[8] += rolls
            if s.coins[hand] == 1:
                facts[10] += rolls
            if other // rules.HANDS == s.seat:
                facts[11] += rolls
                if s.coins[hand] == 1:
                    facts[12] += rolls
