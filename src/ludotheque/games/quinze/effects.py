"""What happens in a turn: cards are turned, points are won, lost and kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ludotheque.effects import Decided, Due, Effect, Silent, Sound, members, set_of
from ludotheque.games.quinze import rules
from ludotheque.games.quinze.equipment import BUST, SHIELD
from ludotheque.games.quinze.text import fate, label
from ludotheque.parts import CHANCE, NOBODY, end
from ludotheque.state import Seat

DRAWN = ("seat", "down", "points", "shields", "rounds", "kept", "player", "winners")


@dataclass(frozen=True, slots=True)
class Dared(Effect):
    """A seat goes on."""

    seat: Seat
    n: int  # points at risk


@dataclass(frozen=True, slots=True)
class Stopped(Silent):
    """A seat stops; what it keeps is told."""

    seat: Seat
    n: int  # points of the turn


@dataclass(frozen=True, slots=True)
class Shuffled(Silent):
    """All cards lie face down again before the seat whose turn it is."""


@dataclass(frozen=True, slots=True)
class Turned(Effect):
    """A card is turned: points, or a protection."""

    sound: ClassVar[Sound] = "card"

    seat: Seat
    card: int  # its place in the set
    face: str
    points: int  # of the turn, with it
    shields: int


@dataclass(frozen=True, slots=True)
class Saved(Effect):
    """The losing card is turned, and a protection is spent on it."""

    sound: ClassVar[Sound] = "card"

    seat: Seat
    card: int
    shields: int


@dataclass(frozen=True, slots=True)
class Bust(Effect):
    """The losing card is turned, and the turn's points are lost."""

    is_held: ClassVar[bool] = True
    sound: ClassVar[Sound] = "lose"

    seat: Seat
    card: int
    n: int


@dataclass(frozen=True, slots=True)
class Locked(Effect):
    """The losing card is turned, but the target that was reached is kept."""

    sound: ClassVar[Sound] = "card"

    seat: Seat
    card: int
    n: int


@dataclass(frozen=True, slots=True)
class Kept(Effect):
    """A turn ends, and its points are written down."""

    sound: ClassVar[Sound] = "coin"

    seat: Seat
    n: int  # what is written now
    adds_up: int  # 1: of all turns
    points: int  # of this turn


@dataclass(frozen=True, slots=True)
class Reached(Effect):
    """A turn ends, and with its points the target is reached."""

    is_held: ClassVar[bool] = True
    sound: ClassVar[Sound] = "coin"

    seat: Seat
    n: int
    adds_up: int
    points: int


@dataclass(frozen=True, slots=True)
class Lost(Silent):
    """A turn ends without its points: what is written down is as good as nothing was won."""

    seat: Seat
    n: int
    points: int  # that are lost


@dataclass(frozen=True, slots=True)
class Gathered(Silent):
    """The cards of a turn are taken up."""


@dataclass(frozen=True, slots=True)
class Round(Effect):
    """Everybody has had as many turns."""

    n: int  # rounds finished
    of: int  # 0: as many as it takes


@dataclass(frozen=True, slots=True)
class Turn(Due):
    """A turn begins with all cards face down."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Waits(Due):
    """The seat must choose, or the next card be turned."""

    player: Seat


def effects(before: rules.State, action: int, after: rules.State) -> list[Effect]:
    """What an action did."""
    found = turning(before, action) if before.player == CHANCE else deed(before, action)
    has_ended = after.seat != before.seat or after.rounds != before.rounds or after.winners != 0
    if has_ended:
        found += [ending(before, found[0], after.kept[before.seat]), Gathered()]
    if after.rounds != before.rounds:
        found.append(Round(after.rounds, after.solo_rounds if after.players == 1 else 0))
    if after.player == NOBODY:
        found.append(Decided(members(after.winners)))
    elif has_ended:
        found.append(Turn(after.seat))
    else:
        found.append(Waits(after.player))
    return found


def deed(before: rules.State, action: int) -> list[Effect]:
    """What a seat does: it stops, or goes on, with all cards again if none is left."""
    if action == rules.STOP:
        return [Stopped(before.seat, before.points)]
    dared = Dared(before.seat, before.points)
    return [dared, Shuffled()] if before.down == 0 else [dared]


def turning(before: rules.State, card: int) -> list[Effect]:
    """What a card does that is turned."""
    kind, seat = rules.KIND[before.cards][card], before.seat
    if kind == BUST:
        return [losing(before, card)]
    points = rules.points_with(before, card)
    shields = before.shields + (kind == SHIELD)
    return [Turned(seat, card, label(before, card).replace("x", "×"), points, shields)]


def losing(before: rules.State, card: int) -> Effect:
    """What Lose everything does."""
    match fate(before):
        case "saved":
            return Saved(before.seat, card, before.shields - 1)
        case "locked":
            return Locked(before.seat, card, rules.TARGET)
        case "bust":
            return Bust(before.seat, card, before.points)


def ending(before: rules.State, last: Effect, kept: int) -> Effect:
    """How a turn ends, and with what points."""
    points = before.points
    if isinstance(last, Bust):
        return Lost(before.seat, kept, points)
    if isinstance(last, Turned):
        points = last.points
    elif isinstance(last, Locked):
        points = last.n
    kind = Reached if before.players > 1 and kept >= rules.TARGET else Kept
    return kind(before.seat, kept, int(rules.adds_up(before)), points)


def carry_out(view: rules.State, effect: Effect) -> None:
    """Do to a view what happened."""
    match effect:
        case Shuffled():
            rules.shuffle(view)
        case Turned(card=card, points=points, shields=shields):
            view.down &= ~(1 << card)
            view.points, view.shields = points, shields
        case Saved(card=card, shields=shields):
            view.down &= ~(1 << card)
            view.shields = shields
        case Bust(card=card) | Locked(card=card):
            view.down &= ~(1 << card)
        case Kept(seat=seat, n=n) | Reached(seat=seat, n=n) | Lost(seat=seat, n=n):
            view.kept[seat] = n
        case Gathered():
            view.points = view.shields = 0
        case Round(n=n):
            view.rounds = n
        case Turn(seat=seat):
            rules.begin_turn(view, seat)
        case Waits(player=player):
            view.player = player
        case Decided(winners=winners):
            end(view, set_of(winners))
