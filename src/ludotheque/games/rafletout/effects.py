"""What happens on the table: the die falls, and tokens pass from holder to holder."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ludotheque.effects import Decided, Due, Effect, Silent, Sound, members, set_of
from ludotheque.games.rafletout import rules
from ludotheque.games.rafletout.text import bearing, deed_of, face, pair, token
from ludotheque.parts import NOBODY, UNKNOWN, end, lowest
from ludotheque.state import Seat
from ludotheque.words.messages import Message

DRAWN = ("phase", "seat", "held", "wins", "face", "named", "player", "winners")


@dataclass(frozen=True, slots=True)
class Rolled(Effect):
    """The die falls on a face."""

    is_thrown: ClassVar[bool] = True
    sound: ClassVar[Sound] = "die"

    seat: Seat
    face: int
    what: Message


@dataclass(frozen=True, slots=True)
class Took(Effect):
    """The roller takes a token, from the pool or from a player."""

    seat: Seat
    what: Message
    holder: int


@dataclass(frozen=True, slots=True)
class TookAll(Effect):
    """The roller takes all tokens of a value."""

    seat: Seat
    what: Message


@dataclass(frozen=True, slots=True)
class TookPair(Effect):
    """The roller takes all tokens of two values."""

    seat: Seat
    first: Message
    second: Message


@dataclass(frozen=True, slots=True)
class Named(Effect):
    """The roller names a player, to exchange with, to rob or to lose to."""

    seat: Seat
    whom: Seat
    deed: str
    named: tuple[Seat, ...]  # with those before


@dataclass(frozen=True, slots=True)
class Gave(Effect):
    """The roller gives a token away."""

    seat: Seat
    what: Message
    whom: Seat
    named: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Dealt(Effect):
    """A token goes from the middle to a player."""

    sound: ClassVar[Sound] = "capture"

    token: int
    to: Seat
    what: Message


@dataclass(frozen=True, slots=True)
class Moved(Silent):
    """Tokens pass from one holder to another."""

    sound: ClassVar[Sound] = "capture"

    tokens: tuple[int, ...]
    holder: int
    to: int


@dataclass(frozen=True, slots=True)
class Won(Effect):
    """A player holds every token and wins the round."""

    is_held: ClassVar[bool] = True
    sound: ClassVar[Sound] = "win"

    seat: Seat
    n: int  # rounds won
    of: int  # that win the game


@dataclass(frozen=True, slots=True)
class Again(Effect):
    """The roller rolls once more."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Asks(Due):
    """What is to be done now, and by whom."""

    player: Seat
    seat: Seat
    phase: int


def effects(before: rules.State, action: int, after: rules.State) -> list[Effect]:
    """What an action did."""
    if before.phase == rules.DEALING:
        found: list[Effect] = [Dealt(action, rules.holder_of(after, action), token(action))]
    else:
        found = deed(before, action) + outcome(before, after)
    found.append(Asks(after.player, after.seat, after.phase))
    if after.player == NOBODY:
        found.append(Decided(members(after.winners)))
    return found


def outcome(before: rules.State, after: rules.State) -> list[Effect]:
    """Where that has left the tokens: a round may be won, and they go back to the middle."""
    winner = winner_of(before, after)
    if winner == UNKNOWN:
        again = after.phase == rules.ROLLING and after.seat == before.seat
        return moves(before.held, after.held) + ([Again(after.seat)] if again else [])
    swept = all_held_by(winner)
    return [
        *moves(before.held, swept),
        Won(winner, after.wins[winner], after.rounds_to_win),
        *moves(swept, after.held),
    ]


def winner_of(before: rules.State, after: rules.State) -> Seat:
    """Who has just won a round, or nobody."""
    for seat in range(before.players):
        if after.wins[seat] > before.wins[seat]:
            return seat
    return UNKNOWN


def all_held_by(winner: Seat) -> list[int]:
    """What everybody holds when a round is won."""
    return [rules.ALL if holder == winner else 0 for holder in range(rules.POOL + 1)]


def deed(before: rules.State, action: int) -> list[Effect]:
    """What the die or the roller did."""
    seat = before.seat
    if before.phase == rules.ROLLING:
        return [Rolled(seat, action, face(action))]
    if before.phase == rules.TAKING:
        return [Took(seat, token(action), rules.holder_of(before, action))]
    if before.phase == rules.VALUING:
        return [TookAll(seat, bearing(action - rules.VALUE, 9))]
    if before.phase == rules.PAIRING:
        first, second = (bearing(value, 9) for value in pair(action - rules.PAIR))
        return [TookPair(seat, first, second)]
    whom = action - rules.PLAYER
    named = members(before.named | 1 << whom)
    if before.phase == rules.NAMING:
        return [Named(seat, whom, naming(before, whom), named)]
    return [Gave(seat, token(lowest(before.held[seat])), whom, named)]


def naming(before: rules.State, whom: Seat) -> str:
    """What naming a player does; of two who exchange, the second says who both are."""
    deed = deed_of(before)
    if deed != "exchange" or before.owed > 1:
        return deed
    is_own = before.exchange_with_self or before.named == 1 << before.seat
    return "swap" if is_own and whom != before.seat else "exchanged"


def moves(before: list[int], after: list[int]) -> list[Effect]:
    """The tokens that have passed, from each holder to each other."""
    found: list[Effect] = []
    for holder, had in enumerate(before):
        for to, has in enumerate(after):
            if holder != to and had & has:
                found.append(Moved(members(had & has), holder, to))
    return found


def carry_out(view: rules.State, effect: Effect) -> None:
    """Do to a view what happened."""
    match effect:
        case Rolled(face=number):
            view.face = number
        case Named(named=named) | Gave(named=named):
            view.named = set_of(named)
        case Dealt(token=dealt, to=to):
            view.held[rules.POOL] &= ~(1 << dealt)
            view.held[to] |= 1 << dealt
        case Moved(tokens=tokens, holder=holder, to=to):
            moved = set_of(tokens)
            view.held[holder] &= ~moved
            view.held[to] |= moved
        case Won(seat=seat, n=n):
            view.wins[seat] = n
        case Asks(player, seat, phase):
            view.player, view.seat, view.phase = player, seat, phase
            if phase == rules.ROLLING or phase == rules.DEALING:
                view.face, view.named = UNKNOWN, 0
        case Decided(winners=winners):
            end(view, set_of(winners))
