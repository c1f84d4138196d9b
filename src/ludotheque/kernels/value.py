"""What a position is worth to every seat, by numbers that were learned.

A game's `facts.py` says what is looked at: `describe` writes so many facts about one seat.  The
seat's strength is reckoned from them, and its share of the win from everybody's strengths:

    strength = skip . facts + the sum over units of  out x max(0, shift + weights . facts)
    share    = e^strength / the sum over all seats of e^strength

The numbers lie in a row: `skip`, then for each unit `out`, `shift` and its `weights`.  Where
there are none, the game's `estimate` is asked.

In the literature: a perceptron with one hidden layer of rectified linear units (Glorot, Bordes &
Bengio 2011) and a softmax over the seats (Bridle 1990).
"""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.kernels.advice import FACTS, describe, estimate
from ludotheque.kernels.tree import Floats, States
from ludotheque.reals import exponential
from ludotheque.state import Base

ENTRIES = {  # what is called from outside, and with what (`engines/shapes.py`)
    "look_at": "states shares",
    "judge_one": "states reals reals reals",
}


def judge(s: Base, learned: Sequence[float], facts: Floats, values: Floats) -> None:
    """Every seat's share of the win as it looks in a position."""
    if len(learned) == 0:
        estimate(s, values)
        return
    total = 0.0
    for seat in range(s.players):
        describe(s, seat, facts)
        values[seat] = exponential(strength(learned, facts))
        total += values[seat]
    for seat in range(s.players):
        values[seat] /= total


def strength(learned: Sequence[float], facts: Floats) -> float:
    """What the facts about a seat come to."""
    found = 0.0
    for i in range(FACTS):
        found += learned[i] * facts[i]
    at = FACTS
    while at < len(learned):
        unit = learned[at + 1]
        for i in range(FACTS):
            unit += learned[at + 2 + i] * facts[i]
        if unit > 0.0:
            found += learned[at] * unit
        at += FACTS + 2
    return found


def look_at(states: States, facts: Sequence[Floats]) -> None:
    """The facts about every seat of one position, a row each."""
    for seat in range(states[0].players):
        describe(states[0], seat, facts[seat])


def judge_one(states: States, learned: Sequence[float], facts: Floats, values: Floats) -> None:
    """Every seat's share of the win in one position."""
    judge(states[0], learned, facts, values)
