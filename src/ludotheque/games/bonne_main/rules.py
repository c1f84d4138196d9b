"""La Bonne Main: three hands each, coins and a die, 2 to 4 players.

Roll, and move one of your hands exactly so many squares, never diagonally, never over
another hand; an odd roll first costs you a coin.  The hand takes a coin from every
opponent's hand it then stands beside, and may take one from each of your own.  A hand
without coins leaves the board; the last player with a hand wins.
"""

from __future__ import annotations

from dataclasses import dataclass

from ludotheque.data import data_of
from ludotheque.games.bonne_main.equipment import BREADTH, SQUARES, WIDEST, equipment
from ludotheque.parts import (
    CHANCE,
    GAME_OVER,
    LEGAL,
    NO_SUCH_ACTION,
    NOBODY,
    NOT_NOW,
    UNKNOWN,
    end,
    left_of,
    share,
    size,
    tick,
)
from ludotheque.state import Base, each, ints, num, option

SEATS = (2, 4)
HANDS = 3  # of each player
# Lose a coin from a hand, move a hand to a square, or answer for a neighbour:
# take a coin from it, leave it, give it one, or deal with the other one first.
DROP, MOVE, TAKE, LEAVE, GIVE, LATER = 0, 3, 246, 247, 248, 249
ACTIONS = 250
DRAWS = 6  # BM4: a number of the die, less one
SECRETS = False  # BM33
VERSION = 2  # since one's own neighbours are dealt with in any order (BM22)
READS = (1,)  # which asked about them in a fixed order: more is allowed now, nothing less

# BM31: half of all rolls take a coin out of the game, and at most 107 (12 hands of 9) end it;
# with the shipped coins 23 do.  A turn has at most a roll, a coin, a move, 3 answers and one
# put off: 428 turns, hence 3,000 plies, are less likely than 1e-12.
PLIES = 3_000

# A square is numbered BREADTH x row + column on a board with walls around it; the wall at
# the end of a row serves the beginning of the next:
#
#        a  b  c  …  i
#        0  1  2  …  8  9     row 0, the last column and row 10 are walls
#    1  10 11 12  … 18 19
#    2  20 21 22  … 28 29
NORTH = -BREADTH  # BM15
EAST = 1  # BM15
SOUTH = BREADTH  # BM15
WEST = -1  # BM15
STEPS = (NORTH, EAST, SOUTH, WEST)
FREE, WALL = -1, -2  # what stands on a square, if not a hand
ANYWHERE = -1  # where a way may lead, if it does not matter

EQUIPMENT = equipment(data_of(__name__, __file__))
FLOOR = EQUIPMENT.floor  # [board][square]  # BM1
START = EQUIPMENT.start  # [board][3 x side + n] -> square
COINS = EQUIPMENT.coins  # [players]  # BM2
# [players][seat] -> side; clockwise: south, west, north, east
SIDE = ((0, 0, 0, 0), (0, 0, 0, 0), (0, 2, 0, 0), (0, 1, 2, 0), (0, 1, 2, 3))  # BM35

ROLLING, DROPPING, MOVING, STEALING, SHARING = range(5)

# Why not?
NO_HAND = 70
OCCUPIED, NOT_EXACT, TOO_FAR, NO_WAY = 140, 90, 91, 120
NO_GIFT, ONE_WAY, KEEP_ONE, NO_OTHER = 340, 220, 221, 222


@dataclass(slots=True)
class State(Base):
    """Where the hands are, their coins, and what the roll still asks for."""

    phase: int = num(ROLLING, bits=8)
    seat: int = num(bits=8)  # whose turn it is
    roll: int = num(bits=8)  # what the die shows; 0 before
    on: list[int] = ints(110, fill=WALL)  # [square] -> hand, FREE or WALL
    at: list[int] = each(12, fill=UNKNOWN)  # [hand] -> square; hands 3 x seat and two more
    coins: list[int] = each(12)  # [hand]
    moved: int = num(UNKNOWN, bits=8)  # the hand that has moved
    asked: int = num(bits=8)  # the step to the neighbour that is asked about
    later: int = num(UNKNOWN, bits=8)  # the step to the one that was put off
    board: int = option()  # BM1
    up_to_n: int = option()  # BM9
    free_walk: int = option()  # BM12
    optional_steal: int = option()  # BM16
    transfer_both_ways: int = option()  # BM22


# ---- start


def setup(s: State) -> None:
    """Three hands on each side's squares, with their coins."""
    for square in range(SQUARES):
        s.on[square] = FREE if FLOOR[s.board][square] == 1 else WALL  # BM32
    for seat in range(s.players):
        for n in range(HANDS):
            hand = HANDS * seat + n
            s.coins[hand] = COINS[s.players]
            place(s, hand, START[s.board][HANDS * SIDE[s.players][seat] + n])
    s.seat = s.first  # BM3
    s.player = CHANCE


# ---- what one may do


def refusal(s: State, action: int) -> int:
    """0 if the action is legal now, else why it is not."""
    if s.player == NOBODY:
        return GAME_OVER
    if s.player == CHANCE:
        return LEGAL if odds(s, action) > 0 else NOT_NOW
    if action < 0 or action >= ACTIONS:
        return NO_SUCH_ACTION
    if action < MOVE:
        return cannot_drop(s, action) if s.phase == DROPPING else NOT_NOW
    if action < TAKE:
        return cannot_move(s, action - MOVE) if s.phase == MOVING else NOT_NOW
    if s.phase == STEALING:
        return NO_GIFT if action >= GIVE else LEGAL  # BM34
    return cannot_share(s, action) if s.phase == SHARING else NOT_NOW


def legal(s: State, action: int) -> bool:
    """Whether the action is legal now."""
    return refusal(s, action) == LEGAL


def odds(s: State, action: int) -> int:
    """A fair die."""
    return 1 if s.player == CHANCE and 0 <= action < DRAWS else 0  # BM4


def cannot_drop(s: State, n: int) -> int:
    """Why the n-th hand cannot lose a coin, or 0."""
    return LEGAL if s.coins[HANDS * s.seat + n] > 0 else NO_HAND  # BM6


def cannot_move(s: State, target: int) -> int:
    """Why a hand may not go to a square (hand x 81 + row x 9 + column), or 0."""
    start = s.at[HANDS * s.seat + target // 81]
    if start == UNKNOWN:
        return NO_HAND
    square = BREADTH * (target // WIDEST % WIDEST + 1) + target % WIDEST
    if s.on[square] != FREE and square != start:
        return OCCUPIED  # BM14
    steps = apart(start, square)
    if s.up_to_n == 1 and steps > s.roll:
        return TOO_FAR
    if s.up_to_n == 0 and (steps > s.roll or (s.roll - steps) % 2 == 1):
        return NOT_EXACT
    return LEGAL if has_way(s, start, square) else NO_WAY  # BM11


def cannot_share(s: State, action: int) -> int:
    """Why an answer for one of one's own hands is not allowed, or 0."""
    if action < GIVE:
        return LEGAL
    if s.transfer_both_ways == 0:  # BM22
        return ONE_WAY
    if action == LATER:
        return LEGAL if s.later == UNKNOWN and next_own(s) != UNKNOWN else NO_OTHER  # BM22
    return LEGAL if s.coins[s.moved] > 1 else KEEP_ONE  # BM22


# ---- what it does


def apply(s: State, action: int) -> None:
    """Play a legal action."""
    if s.phase == ROLLING:
        do_roll(s, action + 1)
    elif s.phase == DROPPING:
        do_drop(s, HANDS * s.seat + action)
    elif s.phase == MOVING:
        do_move(s, action - MOVE)
    else:
        do_answer(s, action)
    tick(s, PLIES)


def do_roll(s: State, roll: int) -> None:
    """An odd roll costs a coin before the move."""
    s.roll = roll
    s.player = s.seat
    if roll % 2 == 1:  # BM5, BM6
        s.phase = DROPPING
    else:
        begin_move(s)


def do_drop(s: State, hand: int) -> None:
    """A coin leaves the game, and perhaps a hand, and perhaps its player."""
    take_from(s, hand)  # BM6, BM7, BM31
    if size(survivors(s)) == 1:  # BM8, BM30
        finish(s)
    elif not is_in(s, s.seat):  # BM8
        end_turn(s)
    else:
        begin_move(s)


def begin_move(s: State) -> None:
    """Choose a hand and where it goes, if any can go anywhere."""
    s.phase = MOVING
    for n in range(HANDS):
        start = s.at[HANDS * s.seat + n]
        if start != UNKNOWN and has_way(s, start, ANYWHERE):
            return
    end_turn(s)  # BM10, BM20


def do_move(s: State, target: int) -> None:
    """Move a hand; then it takes from its neighbours."""
    hand = HANDS * s.seat + target // 81
    s.on[s.at[hand]] = FREE  # BM32
    place(s, hand, BREADTH * (target // WIDEST % WIDEST + 1) + target % WIDEST)
    s.moved = hand
    s.phase = STEALING  # BM24
    s.asked = -1
    next_question(s)


def do_answer(s: State, action: int) -> None:
    """Take from the neighbour in question, leave it, give to it, or put it off."""
    if action == LATER:  # BM22
        put_off = s.asked
        s.asked = next_own(s)
        s.later = put_off
        return
    if action == TAKE:
        steal(s, neighbour(s))
    elif action == GIVE:
        s.coins[s.moved] -= 1
        s.coins[neighbour(s)] += 1
    next_question(s)


def next_question(s: State) -> None:
    """Go round the neighbours: first the opponents', then one's own."""
    while s.phase == STEALING:
        s.asked += 1
        if s.asked == 4:
            s.asked = -1
            s.phase = SHARING
        elif is_rival(s, neighbour(s)):
            if s.optional_steal == 1:  # BM16
                return
            steal(s, neighbour(s))  # BM17, BM18, BM19
    if size(survivors(s)) == 1:  # BM28, BM30
        finish(s)
        return
    s.asked = next_own(s)  # BM22, BM25
    if s.asked == UNKNOWN:
        end_turn(s)


def next_own(s: State) -> int:
    """The step to the own hand to be asked about next; at most two stand beside the moved one."""
    if s.later != UNKNOWN:  # BM22
        return s.later if s.asked != s.later else UNKNOWN
    for step in range(s.asked + 1, 4):
        hand = s.on[s.at[s.moved] + STEPS[step]]
        if hand >= 0 and not is_rival(s, hand):
            return step
    return UNKNOWN


def steal(s: State, other: int) -> None:
    """A coin passes from a neighbour into the hand that moved."""
    take_from(s, other)  # BM21, BM23
    s.coins[s.moved] += 1  # BM26


def end_turn(s: State) -> None:
    """The next player clockwise who still has a hand rolls."""
    clear(s)
    s.seat = left_of(s, s.seat)  # BM3
    while not is_in(s, s.seat):  # BM27
        s.seat = left_of(s, s.seat)
    s.player = CHANCE


# ---- end


def finish(s: State) -> None:
    """The last player with a hand has won."""
    clear(s)
    end(s, survivors(s))


def payoff(s: State, seat: int) -> int:
    """The share of the win."""
    return share(s, seat)  # BM36


def score(s: State, seat: int) -> int:
    """The coins in the seat's hands, which decide nothing."""
    coins = 0
    for n in range(HANDS):
        coins += s.coins[HANDS * seat + n]
    return coins


# ---- where a hand can go


def has_way(s: State, start: int, goal: int) -> bool:
    """Whether a hand can go from its square to another with the roll, or anywhere at all.

    Ways are tried by going ahead and stepping back, as long as the goal can still be reached
    with what is left of the roll.  `trail` holds two bits for each step taken.
    """
    trail, length, square, turn = 0, 0, start, 0
    while True:
        if turn == 4:  # every direction has been tried from here: step back
            if length == 0:
                return False
            turn = trail & 3
            trail >>= 2
            length -= 1
            square -= STEPS[turn]
        elif can_step(s, start, square, turn, trail, length):
            ahead = square + STEPS[turn]
            left = s.roll - length - 1
            if (ahead == goal or goal == ANYWHERE) and (left == 0 or s.up_to_n == 1):  # BM9
                return True
            if left > 0 and (goal == ANYWHERE or apart(ahead, goal) <= left):
                if ahead != start or s.free_walk == 1:  # BM13
                    trail = trail << 2 | turn
                    length += 1
                    square = ahead
                    turn = 0
                    continue
        turn += 1


def can_step(s: State, start: int, square: int, turn: int, trail: int, length: int) -> bool:
    """Whether the next square is free, and the step neither goes back nor crosses the trail."""
    ahead = square + STEPS[turn]
    if s.on[ahead] != FREE and ahead != start:  # BM14
        return False
    if length > 0 and turn == (trail & 3) ^ 2:  # BM12
        return False
    return s.free_walk == 1 or ahead == start or not crosses(ahead, square, trail, length)


def crosses(ahead: int, square: int, trail: int, length: int) -> bool:
    """Whether the way has been on a square before (BM12)."""
    for _ in range(length):
        square -= STEPS[trail & 3]
        trail >>= 2
        if square == ahead:
            return True
    return False


def apart(this: int, that: int) -> int:
    """How many steps lie between two squares, if nothing stands in the way."""
    rows = abs(this // BREADTH - that // BREADTH)
    return rows + abs(this % BREADTH - that % BREADTH)


# ---- helpers


def place(s: State, hand: int, square: int) -> None:
    """Put a hand on a square."""
    s.at[hand] = square
    s.on[square] = hand


def take_from(s: State, hand: int) -> None:
    """A hand loses a coin; without coins it leaves the board."""
    s.coins[hand] -= 1
    if s.coins[hand] == 0:  # BM7, BM21, BM23
        s.on[s.at[hand]] = FREE
        s.at[hand] = UNKNOWN


def neighbour(s: State) -> int:
    """What stands beside the hand that moved, in the direction asked about."""
    return s.on[s.at[s.moved] + STEPS[s.asked]]


def is_rival(s: State, hand: int) -> bool:
    """Whether this is a hand, and an opponent's."""
    return hand >= 0 and hand // HANDS != s.seat


def is_in(s: State, seat: int) -> bool:
    """Whether a seat has a hand left."""
    return score(s, seat) > 0


def survivors(s: State) -> int:
    """The seats that have a hand left."""
    seats = 0
    for seat in range(s.players):
        if is_in(s, seat):
            seats |= 1 << seat
    return seats


def clear(s: State) -> None:
    """Nothing is owed to the roll any more."""
    s.phase = ROLLING
    s.roll = 0
    s.moved = UNKNOWN
    s.asked = 0
    s.later = UNKNOWN
