"""The eight ways to turn and mirror the board, under which the rules do not change."""

from __future__ import annotations

from collections.abc import Iterator

from ludotheque.games.rolit import rules
from ludotheque.state import clone


def turned(cell: int, way: int) -> int:
    """Where a cell comes to lie: `way % 4` quarter turns, mirrored from 4 on."""
    row, column = divmod(cell, rules.SIDE)
    if way >= 4:
        column = rules.SIDE - 1 - column
    for _ in range(way % 4):
        row, column = column, rules.SIDE - 1 - row
    return rules.SIDE * row + column


def symmetries(s: rules.State) -> Iterator[tuple[rules.State, list[int]]]:
    """Each image of a position, and where each action goes."""
    cells = range(rules.SIDE**2)
    for way in range(1, 8):
        image = clone(s)
        for colour in range(4):
            old = s.ball[colour]
            image.ball[colour] = sum(
                rules.bit(turned(cell, way)) for cell in cells if old & rules.bit(cell)
            )
        rules.refresh(image)
        yield image, [turned(cell, way) for cell in cells] + [rules.PASS]
