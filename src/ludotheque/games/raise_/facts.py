"""What a learned value looks at in Raise, between two rounds: points, hands and piles.

A card's power is how far it carries a pawn when the dice fall as they mostly do.
"""

from __future__ import annotations

from collections.abc import MutableSequence

from ludotheque.games.raise_ import rules
from ludotheque.games.raise_.equipment import BLANK, TYPES

NAMES = (
    "lead",  # points before the best rival, those of the hand counted
    "lead late",  # the same, the more the fewer rounds are to come
    "points",
    "rounds",  # still to begin
    "hand",  # cards
    "pile",
    "worth",  # points of the hand
    "power",  # of the hand
    "strongest",  # power of its strongest card
    "power lead",  # of the hand, before the mean of the rivals'
    "power best",  # of the hand, before the best rival's
    "cards lead",  # in the hand, before the mean of the rivals'
    "power to come",  # of the pile
    "worth to come",  # of the pile
    "rolls",  # whether it rolls next
    "in",
)
FACTS = len(NAMES)
# [symbol] -> how often it is multiplied, in the mean
TIMES = tuple(1.0 + sum(die[symbol] for die in rules.FACES) / 6.0 for symbol in range(BLANK))
POWER = tuple(  # [card]
    rules.NUMBER[card] * TIMES[rules.SYMBOL[card]] if card < rules.CARDS else 0.0
    for card in range(TYPES)
)


def describe(s: rules.State, seat: int, facts: MutableSequence[float]) -> None:
    """The facts about a seat."""
    for i in range(FACTS):
        facts[i] = 0.0
    rivals = s.players - 1
    worth, power = 0.0, 0.0
    for card in range(rules.CARDS):
        copies = s.hand[seat][card]
        rest = rules.COPIES[card] - s.played[seat][card] - copies
        worth += copies * rules.WORTH[card]
        power += copies * POWER[card]
        facts[12] += rest * POWER[card] / 200.0
        facts[13] += rest * rules.WORTH[card] / 30.0
        if copies > 0:
            facts[8] = max(facts[8], POWER[card] / 16.0)
    best, strongest = 0.0, 0.0
    for other in range(s.players):
        if other != seat:
            points, theirs = s.won[other] + 0.0, 0.0
            for card in range(rules.CARDS):
                points += s.hand[other][card] * rules.WORTH[card]
                theirs += s.hand[other][card] * POWER[card]
            best, strongest = max(best, points), max(strongest, theirs)
            facts[9] -= theirs / rivals / 20.0
            facts[11] -= s.cards[other] / rivals / 6.0
    lead = s.won[seat] + worth - best
    facts[0] = lead / 40.0
    facts[1] = lead / (10.0 * s.rounds + 5.0)
    facts[2] = s.won[seat] / 60.0
    facts[3] = s.rounds / 8.0
    facts[4] = s.cards[seat] / 6.0
    facts[5] = s.pile[seat] / 24.0
    facts[6] = worth / 10.0
    facts[7] = power / 40.0
    facts[9] += power / 20.0
    facts[10] = (power - strongest) / 20.0
    facts[11] += s.cards[seat] / 6.0
    facts[14] = 1.0 if seat == s.roller else 0.0
    facts[15] = 1.0
