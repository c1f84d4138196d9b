"""What nobody in their right mind does in Quitte ou Quinze, proven.

Where points do not add up, a turn counts if it keeps the target, and for its player only if it
keeps more than everybody before in the round has.  Who stops with less has nothing of it, and
whatever comes of going on is no less: a lost turn keeps nothing, which is as good.  That holds
under every option but `cumulative`, and alone there is no target.

Who plays last in a round, and has enough to win it, wins by stopping: nothing is better.
"""

from __future__ import annotations

from ludotheque.games.quinze import rules
from ludotheque.parts import left_of
from ludotheque.state import Action


def is_dominated(s: rules.State, action: Action) -> bool:
    """Whether the other action is at least as good, whatever comes."""
    if s.players == 1:
        return False
    kept = rules.total(s, s.points)
    wins = kept >= rules.TARGET and kept > best_before(s)
    if action == rules.STOP:
        return not rules.adds_up(s) and (kept < rules.TARGET or kept < best_before(s))
    return wins and left_of(s, s.seat) == s.first


def best_before(s: rules.State) -> int:
    """The most points that count for somebody who has played in this round."""
    best, seat = 0, s.first
    while seat != s.seat:
        best = max(best, s.kept[seat])
        seat = left_of(s, seat)
    return best
