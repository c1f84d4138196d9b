"""What happens on the tray: a ball is put, others turn to its colour."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ludotheque.effects import Decided, Due, Effect, Sound, members, set_of
from ludotheque.games.rolit import rules
from ludotheque.games.rolit.equipment import COLOURS
from ludotheque.games.rolit.text import cell_name, cell_of
from ludotheque.parts import NOBODY, end
from ludotheque.state import Seat

DRAWN = ("ball", "side", "player", "winners")


@dataclass(frozen=True, slots=True)
class Put(Effect):
    """A ball comes into a free hollow."""

    sound: ClassVar[Sound] = "ball"

    seat: Seat
    colour: str
    at: str


@dataclass(frozen=True, slots=True)
class Turned(Effect):
    """Balls turn to another colour."""

    sound: ClassVar[Sound] = "capture"

    colour: str
    by: str  # where the ball lies that was put
    at: tuple[str, ...]
    n: int


@dataclass(frozen=True, slots=True)
class Passed(Effect):
    """A seat finds no hollow for its colour."""

    seat: Seat
    colour: str


@dataclass(frozen=True, slots=True)
class Side(Due):
    """The next side is to move; alone, one seat plays two."""

    side: int


def effects(before: rules.State, action: int, after: rules.State) -> list[Effect]:
    """What an action did."""
    colour = rules.colour_of(before, before.side)
    word = COLOURS[colour]
    found: list[Effect] = []
    if action == rules.PASS:
        found.append(Passed(before.player, word))
    else:
        found.append(Put(before.player, word, cell_name(action)))
        turned = after.ball[colour] & ~before.ball[colour] & ~rules.bit(action)
        if turned:
            at = tuple(cell_name(cell) for cell in range(36) if turned & rules.bit(cell))
            found.append(Turned(word, cell_name(action), at, len(at)))
    found.append(Side(after.side))
    if after.player == NOBODY:
        found.append(Decided(members(after.winners)))
    return found


def carry_out(view: rules.State, effect: Effect) -> None:
    """Do to a view what happened."""
    match effect:
        case Put(colour=colour, at=at):
            view.ball[COLOURS.index(colour)] |= rules.bit(cell_of(at))
        case Turned(colour=colour, at=at):
            for cell in map(cell_of, at):
                view.ball[:] = [balls & ~rules.bit(cell) for balls in view.ball]
                view.ball[COLOURS.index(colour)] |= rules.bit(cell)
        case Side(side):
            view.side, view.player = side, side % view.players
        case Decided(winners):
            end(view, set_of(winners))
