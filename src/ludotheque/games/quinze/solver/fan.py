"""What may come next in each of many states: a kernel that compiles with a game's rules."""

from __future__ import annotations

from ludotheque.kernels.verbs import apply, legal, odds
from ludotheque.parts import CHANCE


def fan(states, ways):  # type: ignore[no-untyped-def]
    """For each state and action, in how many ways it may come: chance's odds, a seat's 0 or 1."""
    for i in range(len(states)):
        chance = states[i].player == CHANCE
        for action in range(len(ways[i])):
            if chance:
                ways[i][action] = odds(states[i], action)
            else:
                ways[i][action] = 1 if legal(states[i], action) else 0


def step(states, actions):  # type: ignore[no-untyped-def]
    """Play an action in each state, as if it were the first of its game."""
    for i in range(len(states)):
        states[i].plies = 0
        apply(states[i], actions[i])
        states[i].plies = 0
