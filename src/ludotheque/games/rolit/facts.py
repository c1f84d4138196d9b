"""What a learned value looks at in Rolit Junior: who has which kinds of cells, and who is next.

Cells that turn into one another when the board is turned or mirrored are of one kind:

      a  b  c  d  e  f
    1 0  1  2  2  1  0
    2 1  3  4  4  3  1
    3 2  4  5  5  4  2
"""

from __future__ import annotations

from collections.abc import MutableSequence

from ludotheque.games.rolit import rules
from ludotheque.parts import size

KINDS = 6
PICTURE = ("012210", "134431", "245542", "245542", "134431", "012210")
CELLS = tuple(  # [kind] -> set of cells
    sum(
        1 << 7 * row + column
        for row, line in enumerate(PICTURE)
        for column, sign in enumerate(line)
        if sign == str(kind)
    )
    for kind in range(KINDS)
)
SHARE = (1.0 / 4, 1.0 / 8, 1.0 / 8, 1.0 / 4, 1.0 / 8, 1.0 / 4)  # [kind] -> one cell of it
WHOSE = ("own", "next", "second", "third", "free")
NAMES = (
    *(f"{whose} {kind}" for whose in WHOSE for kind in range(KINDS)),
    "balls",  # how many more than the strongest rival
    "wait",  # turns until it plays, a share of the sides
    "late",  # cells that are filled
    "last",  # whether it puts the last ball
    "open",  # balls beside a free cell
    "in",
)
FACTS = len(NAMES)
FREE, BALLS = 4 * KINDS, 5 * KINDS


def describe(s: rules.State, seat: int, facts: MutableSequence[float]) -> None:
    """The facts about a seat; a colour nobody plays comes third."""
    full = rules.filled(s)
    free = rules.BOARD & ~full
    for i in range(FACTS):
        facts[i] = 0.0
    rest, rival = full, 0
    for nth in range(s.players):
        side = (seat + nth) % s.players
        balls = s.ball[rules.colour_of(s, side)]
        rest &= ~balls
        count_kinds(balls, nth * KINDS, facts)
        if nth > 0:
            rival = max(rival, size(balls))
    if s.players < 4:
        count_kinds(rest, 3 * KINDS, facts)
    count_kinds(free, FREE, facts)
    mine = s.ball[rules.colour_of(s, seat)]
    left = size(free)
    facts[BALLS] = (size(mine) - rival) / 12.0
    facts[BALLS + 1] = (seat - s.side + s.players) % s.players / s.players
    facts[BALLS + 2] = (36 - left) / 36.0
    facts[BALLS + 3] = 1.0 if (s.side + left - 1) % s.players == seat else 0.0
    facts[BALLS + 4] = size(mine & rules.around(free)) / 8.0
    facts[BALLS + 5] = 1.0


def count_kinds(cells: int, at: int, facts: MutableSequence[float]) -> None:
    """How many cells of each kind there are in a set, each a share of all of its kind."""
    for kind in range(KINDS):
        facts[at + kind] = size(cells & CELLS[kind]) * SHARE[kind]
