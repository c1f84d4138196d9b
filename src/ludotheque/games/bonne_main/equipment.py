"""La Bonne Main's boards and coins, from `data.toml`."""

from __future__ import annotations

from typing import NamedTuple

from ludotheque.data import demand, name_of, whole, words

SIDES = "SWNE"  # clockwise
WIDEST = 9
BREADTH = 10  # squares in a row of the walled board: nine and a wall
SQUARES = 110  # a wall, nine rows, a wall


class Equipment(NamedTuple):
    """What the rules take from the data."""

    names: tuple[str, ...]  # [board] -> its name, as the option calls it
    rows: tuple[int, ...]  # [board] -> rows
    columns: tuple[int, ...]  # [board] -> columns
    floor: tuple[tuple[int, ...], ...]  # [board][square] -> 1 if a hand can stand there
    start: tuple[tuple[int, ...], ...]  # [board][3 x side + n] -> square of its n-th hand
    coins: tuple[int, ...]  # [players] -> coins in each hand


def square(row: int, column: int) -> int:
    """The number of a square of the walled board, rows and columns from 0."""
    return BREADTH * (row + 1) + column


def board_of(row: dict[str, object], what: str) -> tuple[str, list[str]]:
    """The name and picture of a board, checked."""
    name = name_of(row, what)
    picture = words(row.get("picture"), f"{what}.picture")
    widths = {len(line) for line in picture}
    fits = 2 <= len(picture) <= WIDEST and len(widths) == 1 and 2 <= max(widths) <= WIDEST
    demand(fits, f"{what}.picture", f"2…{WIDEST} equal lines of 2…{WIDEST}", picture)
    drawn = "".join(picture)
    demand(set(drawn) <= set(SIDES + ".#"), f"{what}.picture", f"{SIDES}.#", drawn)
    for side in SIDES:
        demand(drawn.count(side) == 3, f"{what}.picture", f"3 x {side}", drawn.count(side))
    return name, picture


def equipment(data: dict[str, object]) -> Equipment:
    """Check the data and turn it into tables."""
    boards, coins = data.get("board"), data.get("coins")
    demand(isinstance(boards, list) and 1 <= len(boards) <= 9, "board", "1…9 [[board]]", boards)
    demand(isinstance(coins, dict) and set(coins) == set("234"), "coins", "2…4", coins)
    assert isinstance(boards, list) and isinstance(coins, dict)
    each = [whole(coins[str(n)], f"coins.{n}", 1, 9) for n in range(2, 5)]
    names, rows, columns, floor, start = [], [], [], [], []
    for i, row in enumerate(boards):
        name, picture = board_of(row, f"board[{i}]")
        names.append(name)
        rows.append(len(picture))
        columns.append(len(picture[0]))
        at = {square(r, c): sign for r, line in enumerate(picture) for c, sign in enumerate(line)}
        floor.append(tuple(int(at.get(n, "#") != "#") for n in range(SQUARES)))
        start.append(tuple(n for side in SIDES for n, sign in at.items() if sign == side))
    demand(len(set(names)) == len(names), "board.name", "no name twice", names)
    return Equipment(
        tuple(names), tuple(rows), tuple(columns), tuple(floor), tuple(start), (0, 0, *each)
    )
