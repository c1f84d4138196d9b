"""Pig: a die, two players, first to 100.

In your turn roll as often as you like: the rolls add up until you hold and keep them, or
roll a 1 and lose them.
"""

from __future__ import annotations

from dataclasses import dataclass

from ludotheque.parts import (
    CHANCE,
    GAME_OVER,
    LEGAL,
    NO_SUCH_ACTION,
    NOBODY,
    NOT_NOW,
    end,
    left_of,
    share,
    tick,
)
from ludotheque.state import Base, each, num, option

SEATS = (2, 2)
ACTIONS = 2
ROLL, HOLD = 0, 1
DRAWS = 6  # a number of the die, less one
SECRETS = False

# With coin tosses a turn keeps 2 points or more with a chance above 1/3, so that 100 such
# turns win; 20,000 plies, some 5,000 turns, without them are less likely than 1e-12.
PLIES = 20_000

NOTHING_TO_HOLD = 20


@dataclass(slots=True)
class State(Base):
    """The points of the turn and of each seat."""

    seat: int = num()
    points: int = num(bits=16)  # of this turn
    total: list[int] = each(2, bits=16)
    target: int = option(100)  # PG1


def setup(s: State) -> None:
    """The first seat begins."""
    s.seat = s.first
    s.player = s.first


def refusal(s: State, action: int) -> int:
    """0 if the action is legal now, else why it is not."""
    if s.player == NOBODY:
        return GAME_OVER
    if s.player == CHANCE:
        return LEGAL if odds(s, action) > 0 else NOT_NOW
    if action != ROLL and action != HOLD:
        return NO_SUCH_ACTION
    if action == HOLD and s.points == 0:  # PG2
        return NOTHING_TO_HOLD
    return LEGAL


def legal(s: State, action: int) -> bool:
    """Whether the action is legal now."""
    return refusal(s, action) == LEGAL


def odds(s: State, action: int) -> int:
    """A fair die."""
    return 1 if s.player == CHANCE and 0 <= action < DRAWS else 0


def apply(s: State, action: int) -> None:
    """Play a legal action."""
    if s.player == CHANCE:
        do_die(s, action + 1)
    elif action == ROLL:
        s.player = CHANCE
    else:
        do_hold(s)
    tick(s, PLIES)


def do_die(s: State, number: int) -> None:
    """A 1 loses the turn."""
    s.player = s.seat
    if number == 1:
        next_turn(s)
    else:
        s.points += number


def do_hold(s: State) -> None:
    """Keep the turn's points; enough of them win."""
    s.total[s.seat] += s.points
    if s.total[s.seat] >= s.target:  # PG1
        s.points = 0
        end(s, 1 << s.seat)
    else:
        next_turn(s)


def next_turn(s: State) -> None:
    """The other seat plays."""
    s.points = 0
    s.seat = left_of(s, s.seat)
    s.player = s.seat


def payoff(s: State, seat: int) -> int:
    """The share of the win."""
    return share(s, seat)


def score(s: State, seat: int) -> int:
    """The points kept."""
    return s.total[seat]
