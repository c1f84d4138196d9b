"""The verbs that a kernel calls; each game's own take their place when it is loaded."""

from __future__ import annotations

from ludotheque.state import Base

ACTIONS = 0
DRAWS = 0


def setup(s: Base) -> None:
    """Lay the game out; players, first seat and options are set already."""
    raise NotImplementedError


def legal(s: Base, action: int) -> bool:
    """Whether the action is legal now."""
    raise NotImplementedError


def apply(s: Base, action: int) -> None:
    """Play a legal action."""
    raise NotImplementedError


def odds(s: Base, action: int) -> int:
    """The number of ways in which chance gives the action."""
    raise NotImplementedError


def payoff(s: Base, seat: int) -> int:
    """The seat's share of the win, out of 60."""
    raise NotImplementedError


def score(s: Base, seat: int) -> int:
    """The seat's points."""
    raise NotImplementedError
