"""What a game may tell the search, and what is assumed of one that tells nothing.

A game's own `advice.py` gives `HORIZON`, `ENDS_THERE`, `advise`, `settled` or `estimate`, its
`facts.py` gives `FACTS` and `describe`, its `guess.py` gives `guess`; they take the place of these
when the search is loaded for it.

In the literature: heuristic playouts with early termination; `guess` is determinization
(Cowling, Powley & Whitehouse 2012).
"""

from __future__ import annotations

from collections.abc import MutableSequence

from ludotheque.kernels.playout import pick
from ludotheque.parts import EVERYONE
from ludotheque.state import Base

SECRETS = False
HORIZON = 1 << 40  # plies from the root at which a playout stops and is estimated: none
ENDS_THERE = True  # where a playout may stop, the tree ends too
FACTS = 0  # how many facts about a seat are looked at: nothing has been learned


def advise(s: Base, rng: MutableSequence[int]) -> int:
    """A likely action of the seat to move, for a playout."""
    return pick(s, rng)


def settled(s: Base) -> bool:
    """Whether a playout may stop here and be estimated."""
    return False


def estimate(s: Base, values: MutableSequence[float]) -> None:
    """Every seat's share of the win as it looks where a playout stops, from 0 to 1."""
    for seat in range(s.players):
        values[seat] = 1.0 / s.players


def describe(s: Base, seat: int, facts: MutableSequence[float]) -> None:
    """The facts about a seat that a learned value looks at: none."""


def guess(s: Base, seat: int, rng: MutableSequence[int]) -> None:
    """Deal again what the seat cannot see: nothing, where all is open."""


def other_side(s: Base) -> bool:
    """Whether somebody alone plays against the score: never."""
    return False


def witness(s: Base) -> int:
    """The only seat that sees the next action: all do."""
    return EVERYONE
