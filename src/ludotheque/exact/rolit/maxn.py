"""Three and four players to the end: each seat takes what is best for itself."""

from __future__ import annotations

from ludotheque.kernels.verbs import ACTIONS, apply, legal, payoff
from ludotheque.parts import NOBODY, WHOLE

LEVELS = 64  # fewer cells are left, even with three passes between two balls at the end


def share_out(stack, level, shares):  # type: ignore[no-untyped-def]
    """Write to `shares[level]` what each seat gets from `stack[level]` on.

    Among actions that are equally good for the one who plays, the lowest is played.
    """
    s = stack[level]
    if s.player == NOBODY:
        for seat in range(s.players):
            shares[level][seat] = payoff(s, seat)
        return
    best = -1
    for action in range(ACTIONS):
        if best < WHOLE and legal(s, action):
            stack[level + 1] = s
            apply(stack[level + 1], action)
            share_out(stack, level + 1, shares)  # type: ignore[no-untyped-call]
            if shares[level + 1][s.player] > best:
                best = shares[level + 1][s.player]
                for seat in range(s.players):
                    shares[level][seat] = shares[level + 1][seat]
