"""A first game as it is written down: scenes of some steps, one sentence each.

A game has one as `LESSON` in its `lesson.py`.  Everything played is in the game's notation,
separated by commas, chance and the other seats among it.  Only seat 0, who learns, touches
the board.
"""

from __future__ import annotations

from typing import NamedTuple


class Step(NamedTuple):
    """A sentence about the position, what the learner does, and what the others do next."""

    key: str  # of the sentence
    do: str | None = None  # None: only look
    then: str = ""


class Scene(NamedTuple):
    """Some steps without a break."""

    steps: tuple[Step, ...]
    position: str = ""  # as the game draws it; a new game if empty
    before: str = ""  # what was played before the learner comes


class Script(NamedTuple):
    """A first game from beginning to end."""

    players: int
    scenes: tuple[Scene, ...]
