"""Plain full search over the verbs of a game: nothing is cut off, nothing remembered."""

from __future__ import annotations

from ludotheque.kernels.verbs import ACTIONS, apply, legal
from ludotheque.parts import NOBODY, size


def plain(stack, level, side, one, other):  # type: ignore[no-untyped-def]
    """The difference under perfect play; `side` plays `one` and makes it large."""
    s = stack[level]
    if s.player == NOBODY:
        return size(s.ball[one]) - size(s.ball[other])
    best = -99 if s.side == side else 99
    for action in range(ACTIONS):
        if legal(s, action):
            stack[level + 1] = s
            apply(stack[level + 1], action)
            value = plain(stack, level + 1, side, one, other)  # type: ignore[no-untyped-call]
            best = max(best, value) if s.side == side else min(best, value)
    return best
