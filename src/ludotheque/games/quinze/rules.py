"""Quitte ou Quinze: five face-down cards, 2 to 6 players or one alone.

In your turn, turn a card over; then, after each card, stop and keep your points or turn
another.  The losing card takes the turn's points unless a protection came first; who
has turned all five may shuffle them and go on.  The round in which somebody keeps 15 or
more in one turn is finished, and the most points win.
"""

from __future__ import annotations

from dataclasses import dataclass

from ludotheque.data import data_of
from ludotheque.games.quinze.equipment import BUST, PLUS, SHIELD, TIMES, equipment
from ludotheque.parts import (
    CHANCE,
    GAME_OVER,
    LEGAL,
    NO_SUCH_ACTION,
    NOBODY,
    NOT_NOW,
    end,
    everyone,
    left_of,
    share,
    tick,
)
from ludotheque.state import Base, each, num, option

SEATS = (1, 6)
ACTIONS = 2
TURN, STOP = 0, 1
DRAWS = 10  # a card of the set, by its place in it
SECRETS = False

# Players who toss a coin after each card keep 15 or more once in 47 turns (once in 482 with
# the +1/+3 set), and a turn has 3.1 plies on average: 2 million plies without a winner are
# far less likely than 1e-12.  Players who always stop at once do reach the bound.
PLIES = 2_000_000

EQUIPMENT = equipment(data_of(__name__, __file__))
TARGET = EQUIPMENT.target
COUNT = EQUIPMENT.sizes  # [set] -> number of cards
KIND = EQUIPMENT.kinds  # [set][card] -> PLUS, TIMES, SHIELD or BUST
AMOUNT = EQUIPMENT.amounts  # [set][card] -> by how much  # QQ1
BEST = EQUIPMENT.best  # [set][passes] -> what a turn is worth at most

# Why not?
CANNOT_REACH = 171


@dataclass(slots=True)
class State(Base):
    """The cards still face down, the turn's points, and what each seat has kept."""

    seat: int = num()  # whose turn it is
    down: int = num(bits=16)  # the set of cards still face down
    points: int = num()  # of this turn
    shields: int = num(bits=8)  # protections in hand
    passes: int = num(bits=8)  # full passes of this turn
    rounds: int = num()  # rounds finished
    kept: list[int] = each(6, bits=64)  # [seat] -> points of its last turn, or of all
    cards: int = option()  # QQ1
    cumulative: int = option()  # QQ2
    sudden_death: int = option()  # QQ5
    lock_at_target: int = option()  # QQ7
    max_passes: int = option(40)  # QQ17
    solo_rounds: int = option(5)  # QQ20
    round_limit: int = option()  # QQ22


# ---- start


def setup(s: State) -> None:
    """The first seat begins; its first card must be turned."""
    begin_turn(s, s.first)  # QQ9


def clash(s: State) -> int:
    """0 if the options go together, else why they do not."""
    if s.players == 1 or s.cumulative == 1 or s.round_limit > 0:
        return LEGAL
    if BEST[s.cards][s.max_passes] < TARGET:  # QQ17
        return CANNOT_REACH
    return LEGAL


def begin_turn(s: State, seat: int) -> None:
    """Five cards face down before the seat, and the first is turned."""
    s.seat = seat
    s.points = 0
    s.passes = 0
    shuffle(s)
    s.player = CHANCE  # QQ3


def shuffle(s: State) -> None:
    """All cards face down again; a protection lapses."""
    s.down = (1 << COUNT[s.cards]) - 1
    s.shields = 0  # QQ14


# ---- what one may do


def refusal(s: State, action: int) -> int:
    """0 if the action is legal now, else why it is not."""
    if s.player == NOBODY:
        return GAME_OVER
    if s.player == CHANCE:
        return LEGAL if odds(s, action) > 0 else NOT_NOW
    if action != TURN and action != STOP:
        return NO_SUCH_ACTION
    return LEGAL  # QQ11, QQ12, QQ13: after every card that did not end the turn


def legal(s: State, action: int) -> bool:
    """Whether the action is legal now."""
    return refusal(s, action) == LEGAL


def odds(s: State, action: int) -> int:
    """Each card still face down is as likely as another."""
    if s.player != CHANCE or action < 0 or action >= DRAWS:
        return 0
    return s.down >> action & 1  # QQ19


# ---- what it does


def apply(s: State, action: int) -> None:
    """Play a legal action."""
    if s.player == CHANCE:
        do_card(s, action)
    elif action == STOP:
        keep(s, s.points)
    else:
        do_turn(s)
    tick(s, PLIES)  # QQ22


def do_turn(s: State) -> None:
    """Go on: shuffle first if all cards are turned."""
    if s.down == 0:
        shuffle(s)  # QQ13
    s.player = CHANCE  # QQ13


def do_card(s: State, card: int) -> None:
    """Turn a card over and do what it says."""
    s.down &= ~(1 << card)
    kind = KIND[s.cards][card]
    if kind == BUST and s.shields == 0:  # QQ10
        bust(s)
        return
    if kind == BUST:
        s.shields -= 1  # QQ10, QQ16
    elif kind == SHIELD:
        s.shields += 1  # QQ16
    s.points = points_with(s, card)
    after_card(s)


def after_card(s: State) -> None:
    """The turn goes on, unless the target or the last pass ends it."""
    s.player = s.seat  # QQ4
    if s.down == 0:
        s.passes += 1  # QQ6
    if s.sudden_death == 1 and reached(s):  # QQ4, QQ5, QQ23
        s.kept[s.seat] = total(s, s.points)
        s.points = 0
        s.shields = 0
        end(s, 1 << s.seat)
    elif s.down == 0 and s.passes == s.max_passes:  # QQ17
        keep(s, s.points)


def bust(s: State) -> None:
    """The losing card: the turn is worth nothing."""
    if s.lock_at_target == 1 and reached(s):  # QQ7
        keep(s, TARGET - total(s, 0))
    else:
        keep(s, 0)  # QQ18


def keep(s: State, points: int) -> None:
    """Write the turn's points down; the next seat plays, or the round ends."""
    s.kept[s.seat] = total(s, points)
    s.points = 0
    s.shields = 0
    if left_of(s, s.seat) == s.first:  # QQ6, QQ9, QQ21
        end_round(s)
    if s.player != NOBODY:
        begin_turn(s, left_of(s, s.seat))


def end_round(s: State) -> None:
    """Everybody has had as many turns: has somebody won?"""
    s.rounds += 1
    if s.players == 1:
        if s.rounds == s.solo_rounds:  # QQ20
            end(s, 1)
        return
    winners = leaders(s)
    if winners != 0:
        end(s, winners)  # QQ5
    elif s.rounds == s.round_limit:  # QQ22
        end(s, everyone(s))


# ---- end


def payoff(s: State, seat: int) -> int:
    """The share of the win; alone, the score."""
    if s.players == 1:
        return score(s, seat)
    return share(s, seat)


def score(s: State, seat: int) -> int:
    """What the seat has kept."""
    return s.kept[seat]


# ---- helpers


def adds_up(s: State) -> bool:
    """Whether kept points add up from turn to turn."""
    return s.cumulative == 1 or s.players == 1  # QQ2, QQ20


def points_with(s: State, card: int) -> int:
    """The turn's points with one more card."""
    kind, amount = KIND[s.cards][card], AMOUNT[s.cards][card]
    if kind == PLUS:
        return s.points + amount
    if kind == TIMES:
        return s.points * amount  # QQ15
    return s.points


def total(s: State, points: int) -> int:
    """What the seat would have kept with these points."""
    if adds_up(s):
        return s.kept[s.seat] + points  # QQ2, QQ18
    return points


def reached(s: State) -> bool:
    """Whether the turn's points reach the target; alone there is none."""
    return s.players > 1 and total(s, s.points) >= TARGET  # QQ20


def leaders(s: State) -> int:
    """The seats with the most points, if these reach the target."""
    best = TARGET
    for seat in range(s.players):
        best = max(best, s.kept[seat])  # QQ5
    winners = 0
    for seat in range(s.players):
        if s.kept[seat] == best:
            winners |= 1 << seat  # QQ8
    return winners
