"""What happens on the board: hands walk, coins pass from palm to palm, empty hands leave."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ludotheque.effects import Decided, Due, Effect, Sound, members, set_of
from ludotheque.games.bonne_main import rules
from ludotheque.games.bonne_main.text import square_name, square_of, way
from ludotheque.parts import NOBODY, UNKNOWN, end
from ludotheque.state import Seat

DRAWN = (
    *("phase", "seat", "roll", "on", "at", "coins", "moved", "asked", "later"),
    *("player", "winners"),
)


@dataclass(frozen=True, slots=True)
class Rolled(Effect):
    """The die falls."""

    is_thrown: ClassVar[bool] = True
    sound: ClassVar[Sound] = "die"

    seat: Seat
    n: int


@dataclass(frozen=True, slots=True)
class Walked(Effect):
    """A hand walks from square to square."""

    seat: Seat
    hand: int
    at: str
    by: tuple[str, ...]
    to: str
    squares: int  # between first and last


@dataclass(frozen=True, slots=True)
class Dropped(Effect):
    """A coin leaves the game."""

    sound: ClassVar[Sound] = "coin"

    seat: Seat
    hand: int
    at: str


@dataclass(frozen=True, slots=True)
class Stolen(Effect):
    """A coin passes from an opponent's hand."""

    sound: ClassVar[Sound] = "coin"

    seat: Seat  # who loses it
    hand: int
    at: str
    by: Seat
    taker: int  # the hand that it comes into
    to: str


@dataclass(frozen=True, slots=True)
class Shifted(Effect):
    """A coin passes from one hand of a seat to another."""

    sound: ClassVar[Sound] = "coin"

    seat: Seat
    hand: int
    at: str
    taker: int
    to: str


@dataclass(frozen=True, slots=True)
class Left(Effect):
    """A neighbour keeps its coin."""

    seat: Seat  # who leaves it
    at: str


@dataclass(frozen=True, slots=True)
class Gone(Effect):
    """An empty hand leaves the board."""

    sound: ClassVar[Sound] = "capture"

    seat: Seat
    hand: int
    at: str


@dataclass(frozen=True, slots=True)
class Out(Effect):
    """A seat has no hand left."""

    is_held: ClassVar[bool] = True
    sound: ClassVar[Sound] = "lose"

    seat: Seat


@dataclass(frozen=True, slots=True)
class Stuck(Effect):
    """No hand of a seat can go anywhere with this roll."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Asks(Due):
    """What the roll asks for now, and of whom."""

    player: Seat
    seat: Seat
    phase: int
    roll: int
    moved: int
    asked: int
    later: int


def effects(before: rules.State, action: int, after: rules.State) -> list[Effect]:
    """What an action did."""
    found = [*deed(before, action, after)]
    for seat in range(before.players):
        if rules.is_in(before, seat) and not rules.is_in(after, seat):
            found.append(Out(seat))
    ended = before.phase in (rules.ROLLING, rules.DROPPING) and after.phase == rules.ROLLING
    if ended and rules.is_in(after, before.seat) and after.player != NOBODY:
        found.append(Stuck(before.seat))
    now = (after.player, after.seat, after.phase, after.roll, after.moved, after.asked)
    found.append(Asks(*now, after.later))
    if after.player == NOBODY:
        found.append(Decided(members(after.winners)))
    return found


def deed(before: rules.State, action: int, after: rules.State) -> list[Effect]:
    """What was done, and to which hands."""
    seat = before.seat
    if before.phase == rules.ROLLING:
        return [Rolled(seat, action + 1)]
    if before.phase == rules.DROPPING:
        hand = rules.HANDS * seat + action
        dropped = Dropped(seat, hand, square_name(before.at[hand]))
        return [dropped, *leaving(before, hand, after)]
    if before.phase == rules.MOVING:
        return walk(before, action, after)
    return answer(before, action, after)


def walk(before: rules.State, action: int, after: rules.State) -> list[Effect]:
    """A hand goes, and takes a coin from each opponent's hand that it comes to stand beside."""
    path = way(before, action)
    hand = before.on[path[0]]
    at, *by, to = map(square_name, path)
    found: list[Effect] = [Walked(before.seat, hand, at, tuple(by), to, len(by))]
    for step in rules.STEPS:
        other = before.on[path[-1] + step]
        if rules.is_rival(before, other) and after.coins[other] < before.coins[other]:
            found += [stealing(before, other, hand, path[-1]), *leaving(before, other, after)]
    return found


def answer(before: rules.State, action: int, after: rules.State) -> list[Effect]:
    """What a seat does about the neighbour in question."""
    moved, other = before.moved, rules.neighbour(before)
    here, there = before.at[moved], before.at[other]
    if action == rules.LATER:
        return []
    if action == rules.LEAVE:
        return [Left(before.seat, square_name(there))]
    if before.phase == rules.STEALING:
        return [stealing(before, other, moved, here), *leaving(before, other, after)]
    if action == rules.GIVE:
        here, there, moved, other = there, here, other, moved
    coin = Shifted(before.seat, other, square_name(there), moved, square_name(here))
    return [coin, *leaving(before, other, after)]


def stealing(before: rules.State, other: int, hand: int, to: int) -> Stolen:
    """A coin that passes from an opponent's hand."""
    at = square_name(before.at[other])
    return Stolen(other // rules.HANDS, other, at, before.seat, hand, square_name(to))


def leaving(before: rules.State, hand: int, after: rules.State) -> list[Effect]:
    """A hand that has lost its last coin."""
    if after.coins[hand] > 0:
        return []
    return [Gone(hand // rules.HANDS, hand, square_name(before.at[hand]))]


def carry_out(view: rules.State, effect: Effect) -> None:
    """Do to a view what happened."""
    match effect:
        case Walked(hand=hand, to=to):
            view.on[view.at[hand]] = rules.FREE
            rules.place(view, hand, square_of(to))
        case Dropped(hand=hand):
            view.coins[hand] -= 1
        case Stolen(hand=hand, taker=taker) | Shifted(hand=hand, taker=taker):
            view.coins[hand] -= 1
            view.coins[taker] += 1
        case Gone(hand=hand):
            view.on[view.at[hand]] = rules.FREE
            view.at[hand] = UNKNOWN
        case Asks(player, seat, phase, roll, moved, asked, later):
            view.player, view.seat, view.phase = player, seat, phase
            view.roll, view.moved, view.asked, view.later = roll, moved, asked, later
        case Decided(winners=winners):
            end(view, set_of(winners))
