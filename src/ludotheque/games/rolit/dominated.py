"""What nobody in their right mind does in Rolit Junior, proven ball by ball.

When few cells are free, all that may still happen is looked at: an action is dominated if
another never ends worse than it ends at best, by the share of the win and then by balls.
So a last ball does not turn fewer for nothing in return.  It holds under every option.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ludotheque.games.rolit import rules
from ludotheque.packing import pack, unpack
from ludotheque.parts import NOBODY, size
from ludotheque.state import Action, clone

FREE = 4  # cells at most: 24 ways to fill them


class Ends(NamedTuple):
    """The worst and the best that may come of an action: the share of the win, then balls."""

    worst: tuple[int, int]
    best: tuple[int, int]


def is_dominated(s: rules.State, action: Action) -> bool:
    """Whether another action never ends worse than this one ends at best."""
    if size(rules.BOARD & ~rules.filled(s)) > FREE:
        return False
    ends = ends_of(pack(s))
    mine = ends[action]
    return any(end.worst >= mine.best and end.best > mine.worst for end in ends.values())


@lru_cache(64)
def ends_of(packed: bytes) -> dict[Action, Ends]:
    """What may come of each action."""
    s = unpack(rules.State, packed)
    found = {}
    for action in range(rules.ACTIONS):
        if rules.legal(s, action):
            ways = [worth(end, s.player, rules.other_side(s)) for end in endings(s, action)]
            found[action] = Ends(min(ways), max(ways))
    return found


def endings(s: rules.State, action: Action) -> list[rules.State]:
    """Every way in which the game may end after an action."""
    after = clone(s)
    rules.apply(after, action)
    if after.player == NOBODY:
        return [after]
    legal = (one for one in range(rules.ACTIONS) if rules.legal(after, one))
    return [end for one in legal for end in endings(after, one)]


def worth(s: rules.State, seat: int, against: bool) -> tuple[int, int]:
    """What an end is worth to a seat, or alone to who plays against its score."""
    sign = -1 if against else 1
    return sign * rules.payoff(s, seat), sign * rules.score(s, seat)
