"""Three and four players to the end: each seat takes what is best for itself.

In the literature: max^n (Luckhardt & Irani 1986), with equal actions averaged.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from ludotheque.games.rolit.rules import State
from ludotheque.kernels.verbs import ACTIONS, apply, legal, payoff
from ludotheque.parts import NOBODY, WHOLE

ENTRIES = {"share_out": "states int shares"}  # called from outside (`engines/shapes.py`)
LEVELS = 64  # fewer cells are left, even with three passes between two balls at the end
Stack = MutableSequence[State]  # [level]
Shares = Sequence[MutableSequence[float]]  # [level][seat]

SAME = 1e-9  # shares this close are equal


def share_out(stack: Stack, level: int, shares: Shares) -> None:
    """Write to `shares[level]` each seat's share of the win from `stack[level]` on.

    Of actions that are equally good for the one who plays, each is as likely as another.
    """
    s = stack[level]
    if s.player == NOBODY:
        for seat in range(s.players):
            shares[level][seat] = payoff(s, seat) / WHOLE
        return
    best, equals = -1.0, 0
    for action in range(ACTIONS):
        if legal(s, action):
            stack[level + 1] = s
            apply(stack[level + 1], action)
            share_out(stack, level + 1, shares)
            mine = shares[level + 1][s.player]
            if mine > best + SAME:
                best, equals = mine, 0
                for seat in range(s.players):
                    shares[level][seat] = 0.0
            if mine > best - SAME:
                equals += 1
                for seat in range(s.players):
                    shares[level][seat] += shares[level + 1][seat]
    for seat in range(s.players):
        shares[level][seat] /= equals
