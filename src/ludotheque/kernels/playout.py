"""Random play: dice by their odds, choices uniform among the legal ones.

In the literature: Monte-Carlo playouts; rejection sampling of a legal action (von Neumann
1951); inverse transform sampling by the odds; perft (the counts).
"""

from __future__ import annotations

from collections.abc import MutableSequence

from ludotheque.kernels.verbs import ACTIONS, DRAWS, apply, legal, odds, payoff, score, setup
from ludotheque.luck import below, seed_of
from ludotheque.parts import CHANCE, NOBODY
from ludotheque.state import Base

ENTRIES = {  # what is called from outside, and with what (`engines/shapes.py`)
    "play_many": "states states words int int words grid grid",
}
DEAD_END = -1


def draw(s: Base, rng: MutableSequence[int]) -> int:
    """An action of chance, by its odds."""
    total = 0
    for action in range(DRAWS):
        total += odds(s, action)
    ticket = below(rng, total)
    for action in range(DRAWS):
        ticket -= odds(s, action)
        if ticket < 0:
            return action
    return DEAD_END


def pick(s: Base, rng: MutableSequence[int]) -> int:
    """A legal action of the seat to move, each as likely as another."""
    for _ in range(ACTIONS):  # blind picks: cheaper than counting the legal actions
        action = below(rng, ACTIONS)
        if legal(s, action):
            return action
    n = 0
    for action in range(ACTIONS):
        if legal(s, action):
            n += 1
    if n > 0:
        nth = below(rng, n)
        for action in range(ACTIONS):
            if legal(s, action):
                nth -= 1
                if nth < 0:
                    return action
    return DEAD_END


def choose(s: Base, rng: MutableSequence[int]) -> int:
    """The next action of a random game, or `DEAD_END`."""
    if s.player == CHANCE:
        return draw(s, rng)
    return pick(s, rng)


def play_out(s: Base, rng: MutableSequence[int]) -> bool:
    """Play at random to the end; False if a position has no legal action."""
    while s.player != NOBODY:
        action = choose(s, rng)
        if action == DEAD_END:
            return False
        apply(s, action)
    return True


def begin(states: MutableSequence[Base], i: int) -> None:
    """Lay out one game of many; players, first seat and options are set already."""
    setup(states[i])


def step(states: MutableSequence[Base], i: int, action: int) -> None:
    """Play an action in one game of many."""
    apply(states[i], action)


def allowed(s: Base, action: int) -> bool:
    """Whether whoever acts, chance too, may play an action; any number may be asked about."""
    if action < 0 or s.player == NOBODY:
        return False
    if s.player == CHANCE:
        return action < DRAWS and odds(s, action) > 0
    return action < ACTIONS and legal(s, action)


def mask(states: MutableSequence[Base], i: int, legals: MutableSequence[int]) -> None:
    """Write 1 for each legal action of one game of many and 0 for the others."""
    s = states[i]
    for action in range(len(legals)):
        legals[action] = 1 if allowed(s, action) else 0


def step_all(states, actions):  # type: ignore[no-untyped-def]
    """Play an action in each game that is not over."""
    for i in range(len(states)):
        if states[i].player != NOBODY:
            apply(states[i], actions[i])


def first_illegal(states, actions):  # type: ignore[no-untyped-def]
    """The first game, of those not over, in which its action is not legal; -1 if there is none."""
    for i in range(len(states)):
        if states[i].player != NOBODY and not allowed(states[i], actions[i]):
            return i
    return -1


def masks(states, legals):  # type: ignore[no-untyped-def]
    """The legal actions of each game, as rows of 0 and 1."""
    for i in range(len(states)):
        mask(states, i, legals[i])


def play_many(start, table, rng, run, first, plies, payoffs, scores):  # type: ignore[no-untyped-def]
    """Play `len(plies)` random games from `start[0]`; games are numbered from `first`.

    A dead end is reported as minus one minus the ply at which it was met.
    """
    s = table[0]
    for i in range(len(plies)):
        table[0] = start[0]
        rng[0] = seed_of(run, first + i)
        plies[i] = s.plies if play_out(s, rng) else -1 - s.plies
        for seat in range(s.players):
            payoffs[i][seat] = payoff(s, seat)
            scores[i][seat] = score(s, seat)


def count(stack, level, depth, counts):  # type: ignore[no-untyped-def]
    """Add the number of action sequences of each length below `stack[level]` to `counts`."""
    s = stack[level]
    if s.player == NOBODY:
        return
    chance = s.player == CHANCE
    for action in range(DRAWS if chance else ACTIONS):
        if (odds(s, action) > 0) if chance else legal(s, action):
            counts[level] += 1
            if level + 1 < depth:
                stack[level + 1] = s
                apply(stack[level + 1], action)
                count(stack, level + 1, depth, counts)  # type: ignore[no-untyped-call]
