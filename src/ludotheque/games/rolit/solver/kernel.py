"""The search that solves two-player Rolit: bit sets, a hash table, good moves first.

A position is three sets of cells in the layout of the rules: `mine` (the side to move),
`theirs`, and `full`, all balls; what is in neither is neutral.  A value is the balls of the
side to move minus those of the other at the end.  Compiled as a whole, so in one file:
Numba does not notice a change in another.

In the literature: bitboards; negamax with alpha-beta; principal variation search, that is
NegaScout with null windows (Marsland & Campbell 1982; Reinefeld 1983); a transposition table
(Greenblatt et al. 1967), lockless (Hyatt & Mann 2002), in buckets; enhanced transposition
cutoffs (Plaat et al. 1996); move ordering by mobility and by parity, as in Othello endgames.
"""

from __future__ import annotations

from collections.abc import MutableSequence

from ludotheque.parts import lowest, size

Words = MutableSequence[int]

ENTRIES = {  # what is called from outside, and with what (`engines/shapes.py`)
    "search": "int int int int int int words words",
    "find": "words int int",
    "follow": "words words words words words",
}
BOARD = 0b0111111_0111111_0111111_0111111_0111111_0111111
CORNERS = 1 | 1 << 5 | 1 << 35 | 1 << 40
COLUMN = 1 | 1 << 7 | 1 << 14 | 1 << 21 | 1 << 28 | 1 << 35
DIAGONAL = 1 | 1 << 8 | 1 << 16 | 1 << 24 | 1 << 32 | 1 << 40
# The quarters of the board, three by three cells.
NORTH_WEST = 0b111 | 0b111 << 7 | 0b111 << 14
NORTH_EAST, SOUTH_WEST, SOUTH_EAST = NORTH_WEST << 3, NORTH_WEST << 21, NORTH_WEST << 24

# Readings of the rules, added up.
MAY_PASS, MAY_PLACE, OTHELLO = 1, 2, 4  # RO9, RO12; who cannot capture never places

# The working memory: some numbers, then for every number of free cells two rows of cells:
# the moves in their order, and what each turns.
NODES, LIMIT, STOPPED = 0, 1, 2
ROWS, ROW = 64, 48
WORK = ROWS + 37 * 2 * ROW

# An entry of the table is two words.  The first holds mine and neutral, then the bounds and
# the best cell; the second, mixed with the first so that a torn entry is not believed, theirs
# and neutral.  Four entries share a line of the processor's cache.
KEY = (1 << 42) - 1
ZERO = 64  # what is added to a bound to make it positive
NOWHERE = 63
WORST = 40  # beyond every value

HASHED = 7  # free cells from which positions are looked up and stored
ORDERED = 6  # free cells from which moves are sorted
AHEAD, FAR = 15, 21  # free cells from which moves are judged two and four plies ahead
LOOKED_UP = 10  # free cells from which the positions after every move are looked up


def line_up(start: int, others: int, step: int) -> int:
    """The unbroken lines of others that leave `start` towards higher bits."""
    line = start << step & others
    line |= line << step & others
    line |= line << step & others
    return line | line << step & others


def line_down(start: int, others: int, step: int) -> int:
    """The unbroken lines of others that leave `start` towards lower bits."""
    line = start >> step & others
    line |= line >> step & others
    line |= line >> step & others
    return line | line >> step & others


def capturing(mine: int, others: int) -> int:
    """The cells, free or not, from which a ball would close a line."""
    cells = line_up(mine, others, 1) << 1 | line_down(mine, others, 1) >> 1
    cells |= line_up(mine, others, 6) << 6 | line_down(mine, others, 6) >> 6
    cells |= line_up(mine, others, 7) << 7 | line_down(mine, others, 7) >> 7
    cells |= line_up(mine, others, 8) << 8 | line_down(mine, others, 8) >> 8
    return cells & BOARD


def closed_up(cell: int, mine: int, others: int, step: int) -> int:
    """The line from a new ball towards higher bits, if a ball of mine ends it."""
    line = line_up(cell, others, step)
    return line if line << step & mine != 0 else 0


def closed_down(cell: int, mine: int, others: int, step: int) -> int:
    """The line from a new ball towards lower bits, if a ball of mine ends it."""
    line = line_down(cell, others, step)
    return line if line >> step & mine != 0 else 0


def captured(cell: int, mine: int, others: int) -> int:
    """The balls that a new ball turns."""
    turned = closed_up(cell, mine, others, 1) | closed_down(cell, mine, others, 1)
    turned |= closed_up(cell, mine, others, 6) | closed_down(cell, mine, others, 6)
    turned |= closed_up(cell, mine, others, 7) | closed_down(cell, mine, others, 7)
    return turned | closed_up(cell, mine, others, 8) | closed_down(cell, mine, others, 8)


def around(cells: int) -> int:
    """The cells and their neighbours on the eight sides."""
    wide = cells | cells << 1 | cells >> 1
    return (wide | wide << 7 | wide >> 7) & BOARD


def moves(mine: int, full: int, rule: int) -> int:
    """The free cells that the side to move may fill; none if it must pass."""
    captures = capturing(mine, full ^ mine) & ~full
    if captures != 0:
        if rule & MAY_PLACE != 0:
            return around(full) & ~full
        return captures
    if rule & OTHELLO != 0 or (rule & MAY_PASS != 0 and mine != 0):
        return 0
    return around(full) & ~full


# ---- the eight ways to turn the board


def flipped(cells: int) -> int:
    """The rows in reverse."""
    turned = (cells & 127) << 35 | (cells & 127 << 7) << 21 | (cells & 127 << 14) << 7
    return turned | cells >> 7 & 127 << 14 | cells >> 21 & 127 << 7 | cells >> 35 & 127


def mirrored(cells: int) -> int:
    """The columns in reverse."""
    turned = (cells & COLUMN) << 5 | (cells & COLUMN << 1) << 3 | (cells & COLUMN << 2) << 1
    return turned | cells >> 1 & COLUMN << 2 | cells >> 3 & COLUMN << 1 | cells >> 5 & COLUMN


def transposed(cells: int) -> int:
    """Rows and columns exchanged."""
    turned = cells & DIAGONAL
    for i in range(1, 6):
        short = DIAGONAL & (1 << 8 * (6 - i)) - 1  # the others have left the board
        turned |= (cells & short << i) << 6 * i | (cells & short << 7 * i) >> 6 * i
    return turned


def image(cells: int, way: int) -> int:
    """A set of cells, turned in one of eight ways."""
    if way & 1:
        cells = transposed(cells)
    if way & 2:
        cells = mirrored(cells)
    if way & 4:
        cells = flipped(cells)
    return cells


def canonical(a: int, b: int) -> tuple[int, int, int]:
    """The least of the eight images of two sets, and the way to it."""
    least, other, best = a, b, 0
    for way in range(1, 8):
        turned = image(a, way)
        if turned <= least:
            beside = image(b, way)
            if turned < least or beside < other:
                least, other, best = turned, beside, way
    return least, other, best


def count(mine: int, theirs: int, full: int, rule: int, depth: int) -> int:
    """The number of action sequences of a given length; a pass is an action."""
    if depth == 0:
        return 1
    total = 0
    left = moves(mine, full, rule)
    if left == 0 and moves(theirs, full, rule) != 0:
        return count(theirs, mine, full, rule, depth - 1)
    while left != 0:
        cell = left & -left
        left ^= cell
        turned = captured(cell, mine, full ^ mine)
        total += count(theirs & ~turned, mine | cell | turned, full | cell, rule, depth - 1)
    return total


def nth(cells: int, n: int) -> int:
    """The cell of a set that comes after `n` others."""
    for _ in range(n):
        cells &= cells - 1
    return cells & -cells


def follow(a: Words, b: Words, chosen: Words, next_a: Words, next_b: Words) -> int:
    """Play a move in each of some positions, then every reply; how many positions come of it.

    They are written, each as its canonical image, if there is room.  `chosen` numbers the
    moves of a position from 0 in the order of their cells.
    """
    n = 0
    for i in range(len(a)):
        full = a[i] | b[i]
        mine, theirs = full ^ b[i], full ^ a[i]
        cell = nth(moves(mine, full, 0), chosen[i])
        turned = captured(cell, mine, full ^ mine)
        mine, theirs, full = theirs & ~turned, mine | cell | turned, full | cell
        left = moves(mine, full, 0)
        while left != 0:
            cell = left & -left
            left ^= cell
            if n < len(next_a):
                turned = captured(cell, mine, full ^ mine)
                after = full | cell
                next_a[n], next_b[n], _ = canonical(
                    after ^ (mine | cell | turned), after ^ (theirs & ~turned)
                )
            n += 1
    return n


# ---- the last cells


def last(mine: int, theirs: int, full: int, cell: int) -> int:
    """The value with one free cell."""
    turned = captured(cell, mine, full ^ mine)
    return size(mine) + 1 + size(turned) - size(theirs & ~turned)


def last_two(mine: int, theirs: int, full: int, beta: int, one: int, two: int, work: Words) -> int:
    """The value with two free cells."""
    others = full ^ mine
    first = captured(one, mine, others)
    second = captured(two, mine, others)
    best = -WORST
    if first != 0 or second == 0:
        work[NODES] += 1
        best = -last(theirs & ~first, mine | one | first, full | one, two)
        if best >= beta:
            return best
    if second != 0 or first == 0:
        work[NODES] += 1
        best = max(best, -last(theirs & ~second, mine | two | second, full | two, one))
    return best


def last_three(
    mine: int,
    theirs: int,
    full: int,
    alpha: int,
    beta: int,
    one: int,
    two: int,
    three: int,
    work: Words,
) -> int:
    """The value with three free cells, each beside a ball, in the order given."""
    others = full ^ mine
    a = captured(one, mine, others)
    b = captured(two, mine, others)
    c = captured(three, mine, others)
    none = a | b | c == 0
    best = -WORST
    if a != 0 or none:
        work[NODES] += 1
        best = -last_two(theirs & ~a, mine | one | a, full | one, -alpha, two, three, work)
        if best >= beta:
            return best
        alpha = max(alpha, best)
    if b != 0 or none:
        work[NODES] += 1
        value = -last_two(theirs & ~b, mine | two | b, full | two, -alpha, one, three, work)
        best = max(best, value)
        if best >= beta:
            return best
        alpha = max(alpha, best)
    if c != 0 or none:
        work[NODES] += 1
        value = -last_two(theirs & ~c, mine | three | c, full | three, -alpha, one, two, work)
        best = max(best, value)
    return best


def odd_quarters(free: int) -> int:
    """The quarters with an odd number of free cells: who fills those moves last there."""
    odd = 0
    if size(free & NORTH_WEST) & 1:
        odd |= NORTH_WEST
    if size(free & NORTH_EAST) & 1:
        odd |= NORTH_EAST
    if size(free & SOUTH_WEST) & 1:
        odd |= SOUTH_WEST
    if size(free & SOUTH_EAST) & 1:
        odd |= SOUTH_EAST
    return odd


def first_of(cells: int, better: int) -> int:
    """The first of some cells, one of the better ones if there is any."""
    if cells & better != 0:
        cells &= better
    return cells & -cells


def shallow(mine: int, theirs: int, full: int, alpha: int, beta: int, work: Words) -> int:
    """The value with a few free cells, under the plain rules, without table or sorting."""
    free = BOARD ^ full
    if size(free) < 3:
        one = free & -free
        if free == one:
            return last(mine, theirs, full, one)
        return last_two(mine, theirs, full, beta, one, free ^ one, work)
    odd = odd_quarters(free)
    if size(free) == 3:
        one = first_of(free, odd)
        two = first_of(free ^ one, odd)
        return last_three(mine, theirs, full, alpha, beta, one, two, free ^ one ^ two, work)
    left = capturing(mine, full ^ mine) & free
    if left == 0:
        left = around(full) & free
    best = -WORST
    while left != 0:
        cell = first_of(left, odd)
        left ^= cell
        turned = captured(cell, mine, full ^ mine)
        work[NODES] += 1
        value = -shallow(theirs & ~turned, mine | cell | turned, full | cell, -beta, -alpha, work)
        if value > best:
            best = value
            if best >= beta:
                return best
            alpha = max(alpha, best)
    return best


# ---- the table


def place(table: Words, a: int, b: int) -> int:
    """Where the four entries that may hold a position begin."""
    mixed = a * 0x1F3D5B79A2C4E681 + b * 0x2545F4914F6CDD1D
    mixed ^= mixed >> 29
    return (mixed >> 7 & (len(table) >> 3) - 1) << 3


def find(table: Words, a: int, b: int) -> int:
    """What the table holds on a position: bounds and best cell; -1 if nothing."""
    at = place(table, a, b)
    for i in range(at, at + 8, 2):
        word = table[i]
        if word & KEY == a and table[i + 1] ^ word == b:
            return word >> 42
    return -1


def store(table: Words, a: int, b: int, low: int, high: int, cell: int) -> None:
    """Write what is known of a position over the entry that is worth the least."""
    at = place(table, a, b)
    worst, least = at + 6, 99
    for i in range(at, at + 8, 2):
        word = table[i]
        if word & KEY == a and table[i + 1] ^ word == b:
            worst = i
            break
        worth = 36 - size((word | (word ^ table[i + 1])) & KEY) if word != 0 else -1
        if worth < least:
            worst, least = i, worth
    word = a | (low + ZERO | high + ZERO << 7 | cell << 14) << 42
    table[worst] = word
    table[worst + 1] = b ^ word


# ---- the search


def guess(mine: int, theirs: int, full: int, depth: int) -> int:
    """How well the side to move stands, judged by its freedom after some more plies."""
    free = BOARD ^ full
    left = capturing(mine, full ^ mine) & free
    if left == 0:
        left = around(full) & free
    if depth == 0:
        return (
            8 * size(left)
            + 6 * size(left & CORNERS)
            + 2 * size(around(theirs) & free)
            - 4 * size(capturing(theirs, full ^ theirs) & free)
            + 12 * (size(mine & CORNERS) - size(theirs & CORNERS))
        )
    best = -100000
    while left != 0:
        cell = left & -left
        left ^= cell
        turned = captured(cell, mine, full ^ mine)
        best = max(best, -guess(theirs & ~turned, mine | cell | turned, full | cell, depth - 1))
    return best


def sort_moves(mine: int, theirs: int, full: int, left: int, wanted: int, work: Words) -> int:
    """Write the moves, the most promising first, with what each turns; how many they are."""
    free = BOARD ^ full
    keys = ROWS + size(free) * 2 * ROW
    turns = keys + ROW
    odd = odd_quarters(free)
    ahead = 4 if size(free) >= FAR else 2 if size(free) >= AHEAD else 0
    n = 0
    while left != 0:
        cell = left & -left
        left ^= cell
        at = lowest(cell)
        turned = captured(cell, mine, full ^ mine)
        work[turns + at] = turned
        now, then, after = theirs & ~turned, mine | cell | turned, full | cell
        score = guess(now, then, after, ahead)
        if cell & odd:
            score -= 3
        if at == wanted:
            score = -100000
        key = score * 64 + at
        i = keys + n
        while i > keys and work[i - 1] > key:
            work[i] = work[i - 1]
            i -= 1
        work[i] = key
        n += 1
    return n


def cut_off(mine: int, theirs: int, full: int, n: int, beta: int, table: Words, work: Words) -> int:
    """A bound of at least `beta` that the table has for the position after a move, or -WORST."""
    keys = ROWS + (36 - size(full)) * 2 * ROW
    for i in range(keys, keys + n):
        at = work[i] & 63
        cell, turned = 1 << at, work[keys + ROW + at]
        after = full | cell
        known = find(table, after ^ (mine | cell | turned), after ^ (theirs & ~turned))
        if known >= 0 and ZERO - (known >> 7 & 127) >= beta:
            return ZERO - (known >> 7 & 127)
    return -WORST


def search(
    mine: int, theirs: int, full: int, alpha: int, beta: int, rule: int, table: Words, work: Words
) -> int:
    """The value, exact between `alpha` and `beta`, else a bound on its side of them."""
    if full == BOARD:
        return size(mine) - size(theirs)
    empties = 36 - size(full)
    if rule == 0 and empties < ORDERED:
        return shallow(mine, theirs, full, alpha, beta, work)
    low, high, wanted = -WORST, WORST, NOWHERE
    a, b = full ^ theirs, full ^ mine
    known = find(table, a, b) if empties >= HASHED else -1
    if known >= 0:
        low, high, wanted = (known & 127) - ZERO, (known >> 7 & 127) - ZERO, known >> 14
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        alpha, beta = max(alpha, low), min(beta, high)
    left = moves(mine, full, rule)
    if left == 0:
        if moves(theirs, full, rule) == 0:
            return size(mine) - size(theirs)
        return -search(theirs, mine, full, -beta, -alpha, rule, table, work)
    n = sort_moves(mine, theirs, full, left, wanted, work)
    if empties >= LOOKED_UP:
        bound = cut_off(mine, theirs, full, n, beta, table, work)
        if bound >= beta:
            return bound
        if work[NODES] > work[LIMIT]:
            work[STOPPED] = 1
    keys = ROWS + empties * 2 * ROW
    best, best_at, floor = -WORST, NOWHERE, alpha
    for i in range(n):
        at = work[keys + i] & 63
        cell, turned = 1 << at, work[keys + ROW + at]
        now, then, after = theirs & ~turned, mine | cell | turned, full | cell
        work[NODES] += 1
        if i == 0:
            value = -search(now, then, after, -beta, -floor, rule, table, work)
        else:
            value = -search(now, then, after, -floor - 1, -floor, rule, table, work)
            if floor < value < beta:
                value = -search(now, then, after, -beta, -value, rule, table, work)
        if work[STOPPED] != 0:
            return 0
        if value > best:
            best, best_at = value, at
            floor = max(floor, best)
            if best >= beta:
                break
    if empties >= HASHED:
        low, high = best if best > alpha else low, best if best < beta else high
        store(table, a, b, low, high, best_at)
    return best
