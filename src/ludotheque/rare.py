"""A rare case: a question about one ply, by the state before, the action and the state after.

A game lists those that its golden plays must show as `RARE` in its `rare.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ludotheque.parts import NOBODY
from ludotheque.state import Base

Question = Callable[[Any, int, Any], object]


class Rare(NamedTuple):
    """A rare case: its ruling, its name, and how to know it."""

    ruling: str
    name: str
    seen: Question
    options: dict[str, str] = {}  # noqa: RUF012 - never changed
    players: tuple[int, ...] = ()  # any, if empty


def over(s: Base) -> bool:
    """Whether the game has ended."""
    return s.player == NOBODY
