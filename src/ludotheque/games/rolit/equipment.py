"""Rolit Junior's start position and colours, from `data.toml`."""

from __future__ import annotations

from typing import NamedTuple

from ludotheque.data import demand, words

COLOURS = ("red", "yellow", "green", "grey")


class Equipment(NamedTuple):
    """What the rules take from the data."""

    start: tuple[int, ...]  # [colour] -> cell, 0 to 35
    colours: tuple[tuple[int, ...], ...]  # [players][side] -> colour, padded with 0


def cell_of(name: object, what: str) -> int:
    """The number of a cell by its name, `a1` to `f6`."""
    fits = isinstance(name, str) and len(name) == 2 and name[0] in "abcdef" and name[1] in "123456"
    demand(fits, what, "a1…f6", name)
    assert isinstance(name, str)
    return 6 * (int(name[1]) - 1) + "abcdef".index(name[0])


def equipment(data: dict[str, object]) -> Equipment:
    """Check the data and turn it into tables."""
    start, colours = data.get("start"), data.get("colours")
    demand(isinstance(start, dict) and set(start) == set(COLOURS), "start", COLOURS, start)
    demand(isinstance(colours, dict) and set(colours) == set("1234"), "colours", "1…4", colours)
    assert isinstance(start, dict) and isinstance(colours, dict)
    cells = tuple(cell_of(start[colour], f"start.{colour}") for colour in COLOURS)
    demand(len(set(cells)) == len(cells), "start", "four different cells", start)
    rows: list[tuple[int, ...]] = [(0, 0, 0, 0)]
    for players in range(1, 5):
        names = words(colours[str(players)], f"colours.{players}")
        demand(
            len(names) == max(players, 2) == len(set(names)) and set(names) <= set(COLOURS),
            f"colours.{players}",
            f"{max(players, 2)} x {COLOURS}",
            names,
        )
        rows.append(tuple(COLOURS.index(name) for name in names) + (0,) * (4 - len(names)))
    return Equipment(cells, tuple(rows))
