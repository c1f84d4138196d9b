"""What nobody in their right mind does in La Bonne Main.

Not to win at once where that is possible, which is proven.  To leave a rival's coin where it may be
taken (`optional_steal`), which is argued: a coin more in a hand is never a burden, and a coin
less in another's never a help to them.
"""

from __future__ import annotations

from functools import lru_cache

from ludotheque.games.bonne_main import rules
from ludotheque.packing import pack, unpack
from ludotheque.state import Action, clone


def is_dominated(s: rules.State, action: Action) -> bool:
    """Whether another action takes the last coin there is to take, or simply one more."""
    if s.phase == rules.STEALING:
        return action != rules.TAKE
    if s.phase != rules.MOVING or not is_near_the_end(s):
        return False
    wins = winning(pack(s))
    return bool(wins) and action not in wins


def is_near_the_end(s: rules.State) -> bool:
    """Whether one move could take all that the rivals have: at most three hands of one coin."""
    coins = sum(rules.score(s, seat) for seat in range(s.players) if seat != s.player)
    return coins <= 3


@lru_cache(64)
def winning(packed: bytes) -> frozenset[Action]:
    """The moves after which nobody else has a hand."""
    s = unpack(rules.State, packed)
    return frozenset(
        action
        for action in range(rules.MOVE, rules.TAKE)
        if rules.legal(s, action) and won(s, action)
    )


def won(s: rules.State, action: Action) -> bool:
    """Whether a move, and what must be taken after it, wins."""
    after = clone(s)
    rules.apply(after, action)
    while after.player == s.player and after.phase == rules.STEALING:
        rules.apply(after, rules.TAKE)
    return after.winners == 1 << s.player
