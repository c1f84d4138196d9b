"""What the checker compiles with the rules: play from the book, and a plain search of its own.

Nothing here comes from the solver: what may be played and what it turns is asked of the
rules, the search is short, and the board is turned cell by cell.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from ludotheque.games.rolit import rules  # the compiled ones take this place
from ludotheque.games.rolit.rules import State
from ludotheque.kernels.verbs import ACTIONS, apply, legal
from ludotheque.parts import lowest, size

Words = MutableSequence[int]
Places = Sequence[Sequence[int]]  # [way][cell] -> cell
Table = MutableSequence[State]

# The working memory: how many nodes, a mask for the memory's slots, then a row for each ply.
NODES, MASK, ROWS, ROW = 0, 1, 64, 64
WORK = ROWS + 37 * ROW

REMEMBERED = 6  # free cells from which results are kept and moves are sorted


# ---- the positions that the book leads to


def pair(s: State) -> tuple[int, int]:
    """The side to move with the neutral balls, and the other side with them."""
    full = rules.filled(s)
    mine = s.ball[rules.colour_of(s, s.side)]
    return full & ~s.ball[rules.colour_of(s, 1 - s.side)], full & ~mine


def least_image(a: int, b: int, places: Places) -> tuple[int, int]:
    """The least image of two sets of cells; `places[way][cell]` says where a cell goes."""
    least, other = a, b
    for way in range(len(places)):
        to_a, to_b = 0, 0
        for cell in range(36):
            place = rules.bit(places[way][cell])
            if a & rules.bit(cell) != 0:
                to_a |= place
            if b & rules.bit(cell) != 0:
                to_b |= place
        if to_a < least or (to_a == least and to_b < other):
            least, other = to_a, to_b
    return least, other


def lay_out(s: State, a: int, b: int) -> None:
    """Put the balls of a pair on the board; neutral ones are all alike."""
    mine, theirs = rules.colour_of(s, s.side), rules.colour_of(s, 1 - s.side)
    spare = 0
    while spare in (mine, theirs):
        spare += 1
    for colour in range(4):
        s.ball[colour] = 0
    s.ball[mine], s.ball[theirs], s.ball[spare] = a & ~b, b & ~a, a & b
    rules.refresh(s)


def play_nth(s: State, number: int) -> bool:
    """Play the legal action of that number, counted from 0; False if there are not so many."""
    for action in range(ACTIONS):
        if legal(s, action):
            if number == 0:
                apply(s, action)
                return True
            number -= 1
    return False


def follow(
    table: MutableSequence[State],
    a: Words,
    b: Words,
    numbers: Words,
    next_a: Words,
    next_b: Words,
    places: Places,
) -> int:
    """Answer each position from the book, then play every move; how many positions that makes.

    They are written if there is room.  `table[2]` is a state with the winning side to move.
    An answer that is not legal is reported as minus one minus its position.
    """
    n = 0
    for i in range(len(a)):
        table[0] = table[2]
        lay_out(table[0], a[i], b[i])
        if not play_nth(table[0], numbers[i]):
            return -1 - i
        for action in range(ACTIONS):
            if legal(table[0], action):
                if n < len(next_a):
                    table[1] = table[0]
                    apply(table[1], action)
                    x, y = pair(table[1])
                    next_a[n], next_b[n] = least_image(x, y, places)
                n += 1
    return n


# ---- the search


def reaches(mine: int, theirs: int, full: int, least: int, memory: Words, work: Words) -> bool:
    """Whether the side to move can end with at least that many balls more than the other."""
    work[NODES] += 1
    if full == rules.BOARD:
        return size(mine) - size(theirs) >= least
    empties = 36 - size(full)
    slot = 0
    key = full & ~theirs | (least + 64) << 42
    other = full & ~mine
    if empties >= REMEMBERED:
        mixed = key * 0x3A8F05C5D1B2E97B + other * 0x1B873593CC9E2D51
        slot = 2 * ((mixed ^ mixed >> 31) & work[MASK])
        if memory[slot] == key and memory[slot + 1] >> 1 == other:
            return memory[slot + 1] & 1 == 1
    left = rules.capturing(mine, full & ~mine) & ~full
    if left == 0:
        left = rules.around(full) & ~full
    row = ROWS + ROW * empties
    n = list_moves(mine, theirs, full, left, row, work)
    result = False
    for i in range(row, row + n):
        cell = 1 << (work[i] & 63)
        turned = rules.captured(cell, mine, full & ~mine)
        if not reaches(
            theirs & ~turned, mine | cell | turned, full | cell, 1 - least, memory, work
        ):
            result = True
            break
    if empties >= REMEMBERED:
        memory[slot] = key
        memory[slot + 1] = other << 1 | (1 if result else 0)
    return result


def list_moves(mine: int, theirs: int, full: int, left: int, row: int, work: Words) -> int:
    """Write the moves, those that leave the other side the fewest captures first; how many."""
    n = 0
    while left != 0:
        cell = left & -left
        left ^= cell
        score = 0
        if size(full) <= 36 - REMEMBERED:
            turned = rules.captured(cell, mine, full & ~mine)
            now, after = theirs & ~turned, full | cell
            score = size(rules.capturing(now, after & ~now) & ~after)
        i = row + n
        while i > row and work[i - 1] > score * 64 + lowest(cell):
            work[i] = work[i - 1]
            i -= 1
        work[i] = score * 64 + lowest(cell)
        n += 1
    return n


def settle(
    table: MutableSequence[State],
    a: Words,
    b: Words,
    numbers: Words,
    least: int,
    memory: Words,
    work: Words,
) -> int:
    """How many positions come before one after whose answer the other side reaches `least`.

    (`least` is handed through: compiled functions that call themselves must not be given a
    literal, or they crash when they are loaded from the cache.)
    """
    for i in range(len(a)):
        table[0] = table[2]
        lay_out(table[0], a[i], b[i])
        if not play_nth(table[0], numbers[i]):
            return i
        x, y = pair(table[0])
        if reaches(x & ~y, y & ~x, x | y, least, memory, work):
            return i
    return len(a)
