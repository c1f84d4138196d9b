"""Rolit Junior: four colours on a 6x6 board, 2 to 4 players or one person alone.

Put a ball of your colour beside another ball.  Every unbroken line of other colours
between it and the next ball of your colour turns to your colour.  Who can capture must.
When the board is full, the most balls of one's own colour win.
"""

from __future__ import annotations

from dataclasses import dataclass

from ludotheque.data import data_of
from ludotheque.games.rolit.equipment import equipment
from ludotheque.parts import (
    GAME_OVER,
    LEGAL,
    NO_SUCH_ACTION,
    NOBODY,
    end,
    share,
    size,
    tick,
)
from ludotheque.state import Base, ints, num, option

SEATS = (1, 4)
ACTIONS = 37  # a cell, or PASS
DRAWS = 0
PASS = 36
SECRETS = False
PLIES = 200  # 32 balls; where one may pass, at most 3 times between two, 4 at the end: 132

# Cells are numbered by rows from the top left, a1 = 0 to f6 = 35 (RO1).  A set of cells is
# an int, one bit a cell.  Rows are seven bits long and the seventh is always empty, so that
# no shift runs from one row into the next:
#
#      a  b  c  d  e  f
#   1  0  1  2  3  4  5  (6)
#   2  7  8  9 10 11 12 (13)
#   …
#   6 35 36 37 38 39 40 (41)
SIDE = 6  # RO1
BOARD = 0b0111111_0111111_0111111_0111111_0111111_0111111  # RO1
STEPS = (1, 6, 7, 8)  # east, south-west, south, south-east; and their opposites

EQUIPMENT = equipment(data_of(__name__, __file__))
START = EQUIPMENT.start  # RO2
COLOURS = EQUIPMENT.colours  # RO3, RO5, RO23

# Why not?
OCCUPIED = 1
NOT_BESIDE = 110
MUST_CAPTURE, CANNOT_PASS, MUST_PASS = 120, 90, 91


@dataclass(slots=True)
class State(Base):
    """The balls on the board, and whose colour is next."""

    ball: list[int] = ints(4, bits=64)  # [colour] -> set of cells
    side: int = num()  # whose turn it is among the sides; alone, one seat plays two
    passed: int = num()  # passes in a row
    moves: int = num(derived=True)  # the set of cells that the side to move may fill
    no_capture_pass: int = option()  # RO9
    capture_optional: int = option()  # RO12


# ---- start


def setup(s: State) -> None:
    """Put the four balls in the middle; the first seat begins."""
    for colour in range(4):
        s.ball[colour] = bit(START[colour])
    s.side = s.first  # RO4
    s.player = s.first  # RO4
    refresh(s)


# ---- what one may do


def refusal(s: State, action: int) -> int:
    """0 if the action is legal now, else why it is not."""
    if s.player == NOBODY:
        return GAME_OVER
    if action < 0 or action >= ACTIONS:
        return NO_SUCH_ACTION
    if action == PASS:
        return LEGAL if s.moves == 0 else CANNOT_PASS  # RO9
    if s.moves & bit(action) != 0:
        return LEGAL
    return why_not_there(s, bit(action))


def why_not_there(s: State, cell: int) -> int:
    """Why a cell that is not among the moves may not be filled."""
    full = filled(s)
    if full & cell != 0:
        return OCCUPIED
    if s.moves == 0:
        return MUST_PASS
    if around(full) & cell == 0:
        return NOT_BESIDE
    return MUST_CAPTURE


def legal(s: State, action: int) -> bool:
    """Whether the action is legal now."""
    return refusal(s, action) == LEGAL


def refresh(s: State) -> None:
    """Find the moves of the side to play."""
    full = filled(s)
    mine = s.ball[colour_of(s, s.side)]
    captures = capturing(mine, full & ~mine) & ~full  # RO6, RO8: any other colour
    beside = around(full) & ~full
    s.moves = beside  # RO9, RO10
    if captures != 0:  # RO7: of neutral balls too
        if s.capture_optional == 0:  # RO12
            s.moves = captures  # RO15
    elif mine != 0 and s.no_capture_pass == 1:  # RO9, RO10
        s.moves = 0  # RO9


# ---- what it does


def apply(s: State, action: int) -> None:
    """Play a legal action."""
    if action == PASS:
        s.passed += 1  # RO9
    else:
        s.passed = 0  # RO9: in a row
        put(s, bit(action))
    pass_turn(s)
    if filled(s) == BOARD or s.passed == sides(s):  # RO9, RO16, RO18
        finish(s)
    else:
        refresh(s)
    tick(s, PLIES)


def put(s: State, cell: int) -> None:
    """Put a ball down and turn every line it closes, once."""
    mine = colour_of(s, s.side)
    turned = captured(cell, s.ball[mine], filled(s) & ~s.ball[mine])  # RO14
    for colour in range(4):  # RO6, RO8
        s.ball[colour] &= ~turned
    s.ball[mine] |= cell | turned


def pass_turn(s: State) -> None:
    """The turn goes on clockwise, by colours."""
    s.side = (s.side + 1) % sides(s)  # RO3
    s.player = s.side % s.players  # RO3; alone, the same person


# ---- end


def finish(s: State) -> None:
    """The most balls win; neutral colours count for nobody."""
    s.moves = 0
    best = 0
    for seat in range(s.players):  # RO24
        best = max(best, balls(s, seat))
    winners = 0
    for seat in range(s.players):
        if balls(s, seat) == best:  # RO17
            winners |= 1 << seat
    end(s, winners)


def payoff(s: State, seat: int) -> int:
    """The share of the win; alone, the score."""
    if s.players == 1:  # RO23
        return score(s, seat)
    return share(s, seat)


def score(s: State, seat: int) -> int:
    """The balls of one's colour; alone, by how many red leads grey."""
    if s.players == 1:  # RO23
        return balls(s, 0) - balls(s, 1)  # RO23
    return balls(s, seat)  # RO25


def other_side(s: State) -> bool:
    """Alone, whether grey is to move, which plays against red's lead."""
    return s.players == 1 and s.side == 1  # RO23


def odds(s: State, action: int) -> int:
    """Chance has no part in this game."""
    return 0


# ---- helpers


def bit(cell: int) -> int:
    """The set that holds one cell."""
    return 1 << (cell + cell // SIDE)


def sides(s: State) -> int:
    """The number of colours played."""
    return max(s.players, 2)  # RO23


def colour_of(s: State, side: int) -> int:
    """The colour that a side plays."""
    return COLOURS[s.players][side]


def balls(s: State, side: int) -> int:
    """How many balls a side has."""
    return size(s.ball[colour_of(s, side)])


def filled(s: State) -> int:
    """All cells with a ball."""
    return s.ball[0] | s.ball[1] | s.ball[2] | s.ball[3]


def around(cells: int) -> int:
    """The cells and their neighbours on the eight sides."""
    grown = cells
    for step in STEPS:  # RO11
        grown |= cells << step | cells >> step
    return grown & BOARD


def line_up(start: int, theirs: int, step: int) -> int:
    """The unbroken lines of `theirs` that leave `start` towards higher bits."""
    line = 0
    for _ in range(4):  # a line has at most four balls between its ends
        start = start << step & theirs
        line |= start
    return line


def line_down(start: int, theirs: int, step: int) -> int:
    """The unbroken lines of `theirs` that leave `start` towards lower bits."""
    line = 0
    for _ in range(4):
        start = start >> step & theirs
        line |= start
    return line


def capturing(mine: int, theirs: int) -> int:
    """The cells, free or not, from which a ball would close a line."""
    cells = 0
    for step in STEPS:
        cells |= line_up(mine, theirs, step) << step | line_down(mine, theirs, step) >> step
    return cells & BOARD


def captured(cell: int, mine: int, theirs: int) -> int:
    """The balls that a new ball turns."""
    turned = 0
    for step in STEPS:
        line = line_up(cell, theirs, step)
        if line << step & mine != 0:
            turned |= line  # RO13
        line = line_down(cell, theirs, step)
        if line >> step & mine != 0:
            turned |= line  # RO13
    return turned
