"""What happens at the table: cards are drawn, laid and turned, dice roll, pawns advance.

A card that the onlooker may not see is `UNKNOWN`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ludotheque.effects import Decided, Due, Effect, Silent, Sound, Turn, members, set_of
from ludotheque.games.raise_ import rules
from ludotheque.games.raise_.text import card as card_words
from ludotheque.games.raise_.text import symbol as symbol_words
from ludotheque.games.raise_.text import the_card
from ludotheque.parts import NOBODY, UNKNOWN, end, left_of, lowest
from ludotheque.state import Seat
from ludotheque.words.messages import Message

DRAWN = (
    *("player", "roller", "rounds", "turned", "stake", "dice", "rolled", "hand", "cards", "pile"),
    *("laid", "has_laid", "played", "open", "square", "arrived", "pot", "won", "winners"),
)


@dataclass(frozen=True, slots=True)
class Drew(Effect):
    """A card comes from a seat's own pile into its hand."""

    sound: ClassVar[Sound] = "card"

    seat: Seat
    card: int
    what: Message | str = ""


@dataclass(frozen=True, slots=True)
class Turned(Effect):
    """A point card is turned: what the round is about."""

    sound: ClassVar[Sound] = "card"

    card: int
    n: int
    rounds: int  # still to begin


@dataclass(frozen=True, slots=True)
class SetAside(Effect):
    """Nobody has a card to play for it."""


@dataclass(frozen=True, slots=True)
class Rolled(Effect):
    """A die falls."""

    is_thrown: ClassVar[bool] = True
    sound: ClassVar[Sound] = "die"

    seat: Seat
    die: int
    symbol: int
    what: Message | str


@dataclass(frozen=True, slots=True)
class Laid(Effect):
    """A first card is laid face down."""

    sound: ClassVar[Sound] = "card"

    seat: Seat
    card: int
    what: Message | str = ""


@dataclass(frozen=True, slots=True)
class Revealed(Effect):
    """A first card is turned over and carries its owner's pawn onto the board."""

    sound: ClassVar[Sound] = "card"

    seat: Seat
    card: int
    what: Message
    value: int
    square: int
    arrived: int  # as which pawn of the round it came there


@dataclass(frozen=True, slots=True)
class Raised(Effect):
    """A card out of the hand carries its owner's pawn on."""

    sound: ClassVar[Sound] = "card"

    seat: Seat
    card: int
    what: Message
    value: int
    square: int
    arrived: int


@dataclass(frozen=True, slots=True)
class Passed(Effect):
    """A pawn leaves the board."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Done(Effect):
    """A raise is over that might have gone on."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Won(Effect):
    """The point card and all cards played go to one seat."""

    is_held: ClassVar[bool] = True
    sound: ClassVar[Sound] = "coin"

    seat: Seat
    n: int
    won: int  # with what was won before; UNKNOWN where that may not be seen


@dataclass(frozen=True, slots=True)
class Cleared(Silent):
    """Dice, pawns and stake are taken up; whoever has won will roll."""

    roller: Seat


@dataclass(frozen=True, slots=True)
class Counted(Effect):
    """The cards left in a hand are shown and count at the end."""

    sound: ClassVar[Sound] = "coin"

    seat: Seat
    n: int
    won: int  # with them
    rounds: int  # points of the rounds, without them
    hand: tuple[int, ...]  # [card] -> how many
    what: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class Recorded(Due):
    """What was not kept in sight is opened at the end."""

    turned: int
    played: tuple[int, ...]  # copies of each card, seat after seat


def effects(before: rules.State, action: int, after: rules.State) -> list[Effect]:
    """What an action did."""
    found = deed(before, action, after)
    won = before.won[:]
    if before.stake != UNKNOWN and after.stake == UNKNOWN:
        seat = after.roller
        n = rules.POINTS[before.stake] + before.pot + sum(worth_of(effect) for effect in found)
        kept = before.open_record == 1 or after.player == NOBODY  # RA35
        won[seat] = won[seat] + n if kept else UNKNOWN
        found += [Won(seat, n, won[seat]), Cleared(seat)]
    if before.phase == rules.TURNING and after.stake == UNKNOWN:
        found.append(SetAside())
    if after.player == NOBODY:
        for seat in range(before.players):
            found.append(counting(found, before.hand[seat], seat, won[seat], after.won[seat]))
        if after.open_record == 0:  # RA35
            cards = (n for counts in after.played for n in counts)
            found.append(Recorded(after.turned, tuple(cards)))
        found.append(Decided(members(after.winners)))
    else:
        found.append(Turn(after.player))
    return found


def counting(found: list[Effect], had: list[int], seat: Seat, won: int, total: int) -> Counted:
    """The count of a hand: what it had before the last action, and what that did to it."""
    hand = had[:]
    for effect in found:
        if isinstance(effect, Drew | Raised | Laid) and effect.seat == seat:
            hand[effect.card] += 1 if isinstance(effect, Drew) else -1
    words = (card_words(card) for card, n in enumerate(hand) for _ in range(n))
    return Counted(seat, total - won, total, won, tuple(hand), tuple(words))


def worth_of(effect: Effect) -> int:
    """What a card adds to the pot that is played by an effect."""
    return rules.WORTH[effect.card] if isinstance(effect, Revealed | Raised) else 0


def deed(before: rules.State, action: int, after: rules.State) -> list[Effect]:
    """What chance or a seat did, and what followed at once."""
    me = before.player
    if before.phase == rules.DRAWING:
        return [Drew(lowest(before.drawing), action, name_of(action))]
    if before.phase == rules.TURNING:
        return [Turned(action, rules.POINTS[action], after.rounds)]
    if before.phase == rules.ROLLING:
        return [Rolled(before.roller, before.rolled, action, symbol_words(action))]
    if before.phase == rules.LAYING:
        return [Laid(me, action, name_of(action)), *reveals(before, after)]
    if action == rules.PASS:
        return [Passed(me)]
    if action == rules.DONE:
        return [Done(me)]
    value = rules.value(before, action)
    square = before.square[me] + value
    return [Raised(me, action, the_card(action), value, square, before.arrivals + 1)]


def name_of(card: int) -> Message | str:
    """A card in words, if it may be seen; else its sentence says so."""
    return "" if card == UNKNOWN else the_card(card)


def reveals(before: rules.State, after: rules.State) -> list[Effect]:
    """The first cards, from the roller's on, if all lie."""
    found: list[Effect] = []
    seat = before.roller
    for _ in range(before.players):
        card = after.open[seat][0]
        if before.open[seat][0] == UNKNOWN != card:
            value, arrived = rules.value(before, card), before.arrivals + len(found) + 1
            found.append(Revealed(seat, card, the_card(card), value, value, arrived))
        seat = left_of(before, seat)
    return found


def carry_out(view: rules.State, effect: Effect) -> None:
    """Do to a view what happened."""
    match effect:
        case Drew(seat=seat, card=card):
            change_hand(view, seat, card, 1)
            view.pile[seat] -= 1
        case Turned(card=card, rounds=rounds):
            if view.turned != UNKNOWN:
                view.turned |= 1 << card
            view.stake, view.rounds = card, rounds
            for seat in range(view.players):
                view.open[seat] = [UNKNOWN] * rules.HAND
        case SetAside():
            view.stake = UNKNOWN
        case Rolled(die=die, symbol=symbol):
            view.dice[die] = symbol
            view.times[symbol] += 1
            view.rolled = die + 1
        case Laid(seat=seat, card=card):
            change_hand(view, seat, card, -1)
            view.laid[seat] = card
            view.has_laid |= 1 << seat
        case Revealed(seat=seat, card=card):
            view.laid[seat] = UNKNOWN
            view.has_laid &= ~(1 << seat)
            advance(view, effect)
        case Raised(seat=seat, card=card):
            change_hand(view, seat, card, -1)
            advance(view, effect)
        case Passed(seat=seat):
            rules.remove(view, seat)
        case Won(seat=seat, n=n):
            if view.won[seat] != UNKNOWN:
                view.won[seat] += n
        case Cleared(roller=roller):
            clear_board(view, roller)
        case Counted(seat=seat, won=won):
            view.won[seat] = won
            view.cards[seat] = 0
            if UNKNOWN not in view.hand[seat]:
                view.hand[seat] = [0] * len(view.hand[seat])
        case Recorded(turned=turned, played=played):
            kinds = len(view.played[0])
            view.turned = turned
            view.played = [[*played[i : i + kinds]] for i in range(0, len(played), kinds)]
        case Turn(player=player):
            view.player = player
        case Decided(winners=winners):
            end(view, set_of(winners))


def change_hand(view: rules.State, seat: Seat, card: int, by: int) -> None:
    """A card comes into a hand or leaves it."""
    view.cards[seat] += by
    if card != UNKNOWN and UNKNOWN not in view.hand[seat]:
        view.hand[seat][card] += by


def advance(view: rules.State, effect: Revealed | Raised) -> None:
    """A card is played openly, and a pawn goes forward."""
    if UNKNOWN not in view.played[effect.seat]:
        view.played[effect.seat][effect.card] += 1
    rules.lay_open(view, effect.seat, effect.card)
    view.pot += rules.WORTH[effect.card]
    view.square[effect.seat] = effect.square
    view.arrived[effect.seat] = effect.arrived


def clear_board(view: rules.State, winner: Seat) -> None:
    """Dice, pawns and stake are taken up; the winner will roll."""
    view.roller, view.stake, view.pot, view.rolled = winner, UNKNOWN, 0, 0
    view.dice[:] = [UNKNOWN] * len(view.dice)
    rules.refresh(view)
    for seat in range(view.players):
        rules.remove(view, seat)
