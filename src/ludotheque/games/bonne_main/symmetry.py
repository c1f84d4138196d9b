"""The board mirrored from left to right, where it is its own mirror image."""

from __future__ import annotations

from collections.abc import Iterator

from ludotheque.games.bonne_main import rules
from ludotheque.games.bonne_main.equipment import BREADTH, SQUARES, WIDEST
from ludotheque.parts import CHANCE
from ludotheque.state import clone


def mirrored(square: int, board: int) -> int:
    """The square on the other side of the board."""
    if square < 0:
        return square
    row, column = divmod(square, BREADTH)
    return BREADTH * row + rules.EQUIPMENT.columns[board] - 1 - column


def symmetries(s: rules.State) -> Iterator[tuple[rules.State, list[int]]]:
    """The image of a position, and where each action goes.

    Neighbours are asked about round the hand, one's own in another order if one wants, so
    positions in which they are being asked about are left out: what may come of them is the
    same, not what is asked first.
    """
    floor = rules.FLOOR[s.board]
    squares = [n for n in range(SQUARES) if floor[n]]
    if s.phase in (rules.STEALING, rules.SHARING):
        return
    if any(not floor[mirrored(n, s.board)] for n in squares):
        return
    image = clone(s)
    for square in squares:
        image.on[mirrored(square, s.board)] = s.on[square]
    for hand in range(len(s.at)):
        image.at[hand] = mirrored(s.at[hand], s.board)
    yield image, [_action(s, action) for action in range(rules.ACTIONS)]


def _action(s: rules.State, action: int) -> int:
    if s.player == CHANCE or not rules.MOVE <= action < rules.TAKE:
        return action
    hand, cell = divmod(action - rules.MOVE, 81)
    row, column = divmod(cell, WIDEST)
    column = rules.EQUIPMENT.columns[s.board] - 1 - column
    if column < 0:
        return action
    return rules.MOVE + 81 * hand + WIDEST * row + column
