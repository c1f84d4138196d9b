"""Counting trees: how many sequences of actions a game has, length by length.

In the literature: perft, as chess programs call it.
"""

from __future__ import annotations

from ludotheque.game import Game
from ludotheque.state import Base, clone

__all__ = ["compiled", "interpreted"]


def interpreted(game: Game, start: Base, depth: int) -> list[int]:
    """The number of action sequences of each length 1 to `depth` from a state."""
    counts = [0] * depth
    _descend(game, start, 0, counts)
    return counts


def _descend(game: Game, s: Base, level: int, counts: list[int]) -> None:
    actions = game.legal_actions(s)
    counts[level] += len(actions)
    if level + 1 < len(counts):
        for action in actions:
            after = clone(s)
            game.rules.apply(after, action)
            _descend(game, after, level + 1, counts)


def compiled(game: Game, start: Base, depth: int, checked: bool = False) -> list[int]:
    """The same by the compiled twin."""
    import numpy as np

    from ludotheque.fast.compiled import twin
    from ludotheque.fast.records import array_of

    stack = np.repeat(array_of([start]), depth)
    counts = np.zeros(depth, np.int64)
    twin(game.rules, checked).count(stack, 0, depth, counts)
    return [int(n) for n in counts]
