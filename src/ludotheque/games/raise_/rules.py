"""Raise: dice, secret bids and hidden hands, 2 to 5 players.  A game by Peter Prinz.

Each round a point card is turned and seven dice are rolled.  All lay a card in secret
and set their pawn on its number times its symbol's multiplier.  Then the hindmost raises,
with as many cards as it takes to pass the pawn before it, or passes.  The last pawn, or
the foremost when no hand has a card left, wins the point card and every card played.
"""

from __future__ import annotations

from dataclasses import dataclass

from ludotheque.data import data_of
from ludotheque.games.raise_.equipment import BLANK, DECK, DICE, POINT_CARDS, equipment
from ludotheque.parts import (
    CHANCE,
    EVERYONE,
    GAME_OVER,
    LEGAL,
    NO_SUCH_ACTION,
    NOBODY,
    NOT_NOW,
    UNKNOWN,
    end,
    everyone,
    has,
    left_of,
    lowest,
    share,
    size,
    tick,
)
from ludotheque.state import Base, each, ints, num, option

SEATS = (2, 5)
# A kind of card, PASS, or DONE (after a raise, with `free_raise`).
ACTIONS = 32
PASS, DONE = 30, 31
DRAWS = 30  # a kind of card, a point card, or a symbol on a die
SECRETS = True
VERSION = 2  # since a raise that has begun is not taken back (RA34)
READS = (1,)  # in which it could be
PLIES = 1000  # at most 11 point cards, 77 dice, 150 draws, 150 cards and their DONE, 55 passes

HAND = 6  # cards in hand after a refill

EQUIPMENT = equipment(data_of(__name__, __file__))
CARDS = len(EQUIPMENT.labels)
SYMBOL = EQUIPMENT.symbol  # [card] -> symbol
NUMBER = EQUIPMENT.number  # [card] -> 1 to 6
WORTH = EQUIPMENT.worth  # [card] -> victory points  # RA30
COPIES = EQUIPMENT.copies  # [card] -> in each deck  # RA35
FACES = EQUIPMENT.faces  # [die][symbol or BLANK] -> faces of six  # RA35
POINTS = EQUIPMENT.points  # [point card] -> victory points
ROUNDS = EQUIPMENT.rounds  # [players]  # RA33

DRAWING, TURNING, ROLLING, LAYING, BIDDING, RAISING, GOING_ON = range(7)

ALL, PASSERS, NONE = 0, 1, 2  # who refills in the last round (RA21)
BOTTOM, TOP = 0, 1  # who wins a tie at the front (RA18)

# Why not?
NOT_IN_HAND, MUST_LAY, CANNOT_RAISE, NOTHING_TO_END = 1, 40, 140, 120
MUST_GO_ON, SAY_DONE = 340, 341


@dataclass(slots=True)
class State(Base):
    """Hands, pawns and stakes.  A deck is what is neither in hand nor played."""

    phase: int = num(DRAWING, bits=8, seen="all")
    roller: int = num(bits=8, seen="all")  # who rolls, and places first
    drawing: int = num(bits=8, seen="all")  # the seats that are refilling their hands
    rounds: int = num(bits=8, seen="all")  # rounds still to begin
    turned: int = num(bits=16, seen="all", record="open_record")  # the set of point cards turned
    stake: int = num(UNKNOWN, bits=8, seen="all")  # the point card of this round
    dice: list[int] = ints(7, fill=UNKNOWN, seen="all")  # [die] -> symbol, or BLANK
    rolled: int = num(bits=8, seen="all")  # dice rolled this round
    times: list[int] = ints(6, fill=1, seen="all", derived=True)  # [symbol] -> multiplier
    hand: list[list[int]] = each(5, 30, seen="owner")  # [seat][card] -> copies in hand
    cards: list[int] = each(5, seen="all")  # [seat] -> cards in hand
    pile: list[int] = each(5, seen="all")  # [seat] -> cards in the draw pile  # RA27
    laid: list[int] = each(5, fill=UNKNOWN, seen="owner")  # [seat] -> first card, face down
    has_laid: int = num(bits=8, seen="all")  # the seats whose first card lies face down
    played: list[list[int]] = each(5, 30, seen="all", record="open_record")  # RA35
    # [seat][card] -> copies played so far; of these, the cards of this round, as they were played:
    open: list[list[int]] = each(5, HAND, fill=UNKNOWN, seen="all")  # RA27
    square: list[int] = each(5, bits=16, seen="all")  # [seat] -> where its pawn is; 0: off
    arrived: list[int] = each(5, bits=16, seen="all")  # [seat] -> when it came there
    arrivals: int = num(bits=16, seen="all")  # pawns placed this round
    pot: int = num(bits=16, seen="all")  # victory points of the cards played this round
    won: list[int] = each(5, bits=16, seen="all", record="open_record")  # [seat] -> points
    began: int = num(bits=16, seen="all")  # plies before this round, where no record is kept
    free_raise: int = option()  # RA12
    front_tie: int = option()  # RA18
    final_refill: int = option()  # RA21
    open_record: int = option(1)  # RA35


# ---- start


def setup(s: State) -> None:
    """Everybody draws a hand; the first seat will roll."""
    s.roller = s.first  # RA1
    s.rounds = ROUNDS[s.players]
    for seat in range(s.players):
        s.pile[seat] = DECK
    s.drawing = everyone(s)
    go_on(s)


# ---- what one may do


def refusal(s: State, action: int) -> int:
    """0 if the action is legal now, else why it is not."""
    if s.player == NOBODY:
        return GAME_OVER
    if s.player == CHANCE:
        return LEGAL if odds_in_view(s, action) > 0 else NOT_NOW
    if action < 0 or action >= ACTIONS or CARDS <= action < PASS:
        return NO_SUCH_ACTION
    if action == PASS:
        return cannot_pass(s)
    if action == DONE:
        return LEGAL if s.phase == GOING_ON else NOTHING_TO_END  # RA12
    if s.hand[s.player][action] <= 0:
        return NOT_IN_HAND
    if s.phase == BIDDING and not can_raise(s, s.player):  # RA12, RA14
        return CANNOT_RAISE
    return LEGAL


def cannot_pass(s: State) -> int:
    """Why passing is not allowed, or 0."""
    if s.phase == BIDDING:  # RA15, RA19
        return LEGAL
    if s.phase == LAYING:  # RA4
        return MUST_LAY
    return MUST_GO_ON if s.phase == RAISING else SAY_DONE  # RA34


def legal(s: State, action: int) -> bool:
    """Whether the action is legal now."""
    return refusal(s, action) == LEGAL


def odds(s: State, action: int) -> int:
    """The ways to draw a card, to turn a point card, or to roll a symbol."""
    if s.player != CHANCE or action < 0 or action >= DRAWS:
        return 0
    if s.phase == DRAWING:
        seat = lowest(s.drawing)
        return COPIES[action] - s.hand[seat][action] - s.played[seat][action]
    if s.phase == TURNING:  # RA2: those put back unseen are never turned
        return 1 if action < POINT_CARDS and not has(s.turned, action) else 0
    return FACES[s.rolled][action] if action <= BLANK else 0


def odds_in_view(s: State, action: int) -> int:
    """The same for whoever sees neither the hand that is drawn to nor, perhaps, the record."""
    ways = odds(s, action)
    if s.player == CHANCE and 0 <= action < DRAWS:
        if s.phase == DRAWING:
            seat = lowest(s.drawing)
            ways = COPIES[action] - max(0, s.hand[seat][action]) - gone(s, seat, action)
        elif s.phase == TURNING and s.turned == UNKNOWN:  # RA35
            ways = 1 if action < POINT_CARDS else 0
    return ways


def witness(s: State) -> int:
    """The only seat that sees the next action, or EVERYONE."""
    if s.phase == DRAWING:  # RA27
        return lowest(s.drawing)
    if s.phase == LAYING:  # RA4
        return s.player
    return EVERYONE


def together(s: State) -> int:
    """The seats that lay their first card at the same time; none at any other moment."""
    seats = 0
    if s.phase == LAYING:  # RA4
        for seat in range(s.players):
            if s.cards[seat] > 0 and not has(s.has_laid, seat):  # RA6
                seats |= 1 << seat
    return seats


def told_since(s: State) -> int:
    """The plies before this round, of which the table no longer tells if it keeps no record."""
    return s.began if s.player != NOBODY else 0  # RA35


def can_undo(s: State, action: int) -> bool:
    """Not the card that turns all the first cards over, nor the one that begins a raise."""
    if s.phase == LAYING:
        return next_layer(s, s.has_laid | 1 << s.player) != NOBODY
    return s.phase != BIDDING or action == PASS  # RA34


def can_raise(s: State, seat: int) -> bool:
    """Whether the whole hand would carry the seat's pawn past the one before it."""
    reach = s.square[seat]
    for card in range(CARDS):
        reach += s.hand[seat][card] * value(s, card)  # RA13
    return reach > target(s, seat)  # RA10, RA11


# ---- what it does


def apply(s: State, action: int) -> None:
    """Play a legal action."""
    if s.phase == DRAWING:
        do_draw(s, action)
    elif s.phase == TURNING:
        do_turn(s, action)
    elif s.phase == ROLLING:
        do_roll(s, action)
    elif s.phase == LAYING:
        do_lay(s, action)
    elif action == PASS:
        do_pass(s)
    elif action == DONE:
        go_on(s)
    else:
        do_raise(s, action)
    tick(s, PLIES)


def go_on(s: State) -> None:
    """Whoever refills draws; then the round ends, the hindmost bids, or a round begins."""
    refill(s, s.drawing)
    if s.drawing == 0 and size(pawns(s)) == 1:
        win_round(s, lowest(pawns(s)))  # RA7, RA25
    elif s.drawing == 0 and pawns(s) != 0 and empty_handed(s):  # RA16, RA19
        win_round(s, foremost(s))
    if s.drawing != 0:
        s.phase = DRAWING
        s.player = CHANCE
    elif pawns(s) != 0:
        s.phase = BIDDING
        s.player = hindmost(s)  # RA9
    else:
        begin_round(s)


def refill(s: State, seats: int) -> None:
    """Of these seats, those with room in the hand and cards in the pile are to draw."""
    s.drawing = 0
    for seat in range(s.players):
        if has(seats, seat) and s.cards[seat] < HAND and s.pile[seat] > 0:
            s.drawing |= 1 << seat


def do_draw(s: State, card: int) -> None:
    """A card from the seat's own pile, by chance, into its hand."""
    seat = lowest(s.drawing)
    s.hand[seat][card] += 1
    s.cards[seat] += 1
    s.pile[seat] -= 1
    go_on(s)


def begin_round(s: State) -> None:
    """Turn a point card, if one is left."""
    if s.rounds == 0:
        finish(s)
    else:
        s.phase = TURNING
        s.player = CHANCE


def do_turn(s: State, card: int) -> None:
    """The round's point card; if nobody has a card to play, it is set aside."""
    for seat in range(s.players):
        for n in range(HAND):
            s.open[seat][n] = UNKNOWN
    if s.open_record == 0:  # RA35
        s.began = s.plies
    s.turned |= 1 << card
    s.rounds -= 1
    if next_layer(s, 0) == NOBODY:  # RA17, RA3
        begin_round(s)
    else:
        s.stake = card
        s.phase = ROLLING


def do_roll(s: State, symbol: int) -> None:
    """One die after another; then the first cards are laid."""
    s.dice[s.rolled] = symbol
    s.times[symbol] += 1  # RA28
    s.rolled += 1
    if s.rolled == DICE:  # RA32
        s.phase = LAYING
        s.player = next_layer(s, 0)


def do_lay(s: State, card: int) -> None:
    """Lay the first card face down; when all lie, they are revealed."""
    me = s.player
    s.laid[me] = card
    s.hand[me][card] -= 1
    s.cards[me] -= 1
    s.has_laid |= 1 << me
    s.player = next_layer(s, s.has_laid)
    if s.player == NOBODY:
        reveal(s)


def next_layer(s: State, done: int) -> int:
    """The next seat clockwise from the roller that owes a card; NOBODY if none does."""
    seat = s.roller
    for _ in range(s.players):
        if s.cards[seat] > 0 and not has(done, seat):  # RA6
            return seat
        seat = left_of(s, seat)
    return NOBODY


def reveal(s: State) -> None:
    """Turn the first cards over and place the pawns, the roller's first."""
    seat = s.roller  # RA5
    for _ in range(s.players):
        if has(s.has_laid, seat):
            advance(s, seat, s.laid[seat])
            s.laid[seat] = UNKNOWN
        seat = left_of(s, seat)
    s.has_laid = 0
    go_on(s)


def advance(s: State, seat: int, card: int) -> None:
    """A card is played openly and carries its owner's pawn forward."""
    s.played[seat][card] += 1  # RA35
    lay_open(s, seat, card)
    s.pot += WORTH[card]
    s.square[seat] += value(s, card)  # RA23, RA24
    s.arrivals += 1
    s.arrived[seat] = s.arrivals


def lay_open(s: State, seat: int, card: int) -> None:
    """A card joins those that the seat has played in this round."""
    for n in range(HAND):  # no hand is refilled while its pawn is on the board
        if s.open[seat][n] == UNKNOWN:
            s.open[seat][n] = card
            return


def do_raise(s: State, card: int) -> None:
    """One card of a raise, which ends with the card that passes."""
    me = s.player
    s.hand[me][card] -= 1
    s.cards[me] -= 1
    advance(s, me, card)
    if s.square[me] <= target(s, me):  # RA10, RA12
        s.phase = RAISING  # RA12, RA34
    elif s.free_raise == 1 and s.cards[me] > 0:  # RA12
        s.phase = GOING_ON
    else:
        go_on(s)


def do_pass(s: State) -> None:
    """Off the board, and the hand is refilled at once."""
    me = s.player
    remove(s, me)
    if s.rounds > 0 or s.final_refill != NONE:  # RA21
        s.drawing = 1 << me  # RA20
    go_on(s)


def win_round(s: State, seat: int) -> None:
    """The point card and all cards played go to one seat, which rolls next."""
    s.won[seat] += POINTS[s.stake] + s.pot
    s.pot = 0
    s.stake = UNKNOWN
    s.roller = seat  # RA3
    s.rolled = 0
    s.arrivals = 0
    for die in range(DICE):
        s.dice[die] = UNKNOWN
    refresh(s)
    for other in range(s.players):
        remove(s, other)
    if s.rounds > 0 or s.final_refill == ALL:  # RA21
        refill(s, everyone(s))  # RA26: what is left in hand is kept


# ---- end


def finish(s: State) -> None:
    """Hands count with what was won; piles do not.  The most points win."""
    best = 0
    for seat in range(s.players):
        for card in range(CARDS):
            s.won[seat] += WORTH[card] * s.hand[seat][card]  # RA22, RA30
            s.hand[seat][card] = 0
        s.cards[seat] = 0
        best = max(best, s.won[seat])
    winners = 0
    for seat in range(s.players):
        if s.won[seat] == best:  # RA29
            winners |= 1 << seat
    end(s, winners)


def payoff(s: State, seat: int) -> int:
    """The share of the win."""
    return share(s, seat)


def score(s: State, seat: int) -> int:
    """The victory points won so far; at the end, with those of the hand."""
    return s.won[seat]


# ---- helpers


def gone(s: State, seat: int, card: int) -> int:
    """Copies of a card that a seat has played, as far as one can see."""
    if s.played[seat][card] != UNKNOWN:  # RA35
        return s.played[seat][card]
    copies = 0
    for n in range(HAND):
        if s.open[seat][n] == card:
            copies += 1
    return copies


def refresh(s: State) -> None:
    """The board's one, and one for each die that shows the symbol."""
    for symbol in range(len(s.times)):
        s.times[symbol] = 1
    for die in range(DICE):
        if s.dice[die] != UNKNOWN:
            s.times[s.dice[die]] += 1  # RA28


def value(s: State, card: int) -> int:
    """How far a card carries a pawn."""
    return NUMBER[card] * s.times[SYMBOL[card]]


def pawns(s: State) -> int:
    """The seats whose pawn is on the board."""
    seats = 0
    for seat in range(s.players):
        if s.square[seat] > 0:
            seats |= 1 << seat
    return seats


def is_behind(s: State, this: int, that: int) -> bool:
    """Whether one pawn is behind another: on a lower square, or above it on the same."""
    if s.square[this] != s.square[that]:
        return s.square[this] < s.square[that]  # RA8
    return s.arrived[this] > s.arrived[that]  # RA8


def hindmost(s: State) -> int:
    """The pawn behind all others."""
    last = NOBODY
    for seat in range(s.players):
        if s.square[seat] > 0 and (last == NOBODY or is_behind(s, seat, last)):
            last = seat
    return last


def foremost(s: State) -> int:
    """The pawn before all others; of those on the same square, the lowest in the stack."""
    first = NOBODY
    for seat in range(s.players):
        if s.square[seat] > 0:
            if first == NOBODY or s.square[seat] > s.square[first]:
                first = seat
            elif s.square[seat] == s.square[first]:
                if is_behind(s, first, seat) == (s.front_tie == BOTTOM):  # RA18
                    first = seat
    return first


def target(s: State, seat: int) -> int:
    """The square to pass: that of the hindmost of the other pawns."""
    lowest_square = 0
    for other in range(s.players):
        if other != seat and s.square[other] > 0:  # RA31
            if lowest_square == 0 or s.square[other] < lowest_square:
                lowest_square = s.square[other]
    return lowest_square


def empty_handed(s: State) -> bool:
    """Whether nobody still on the board has a card."""
    for seat in range(s.players):
        if s.square[seat] > 0 and s.cards[seat] > 0:  # RA16
            return False
    return True


def remove(s: State, seat: int) -> None:
    """Take a pawn off the board."""
    s.square[seat] = 0
    s.arrived[seat] = 0
