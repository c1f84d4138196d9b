"""What a position is made of: ints and fixed-size lists of ints, each with its visibility.

A game's `State` is a dataclass that extends `Base`.  A field is seen by all, by its
owner (the first index is the seat) or by nobody; in a game with secrets a field that
does not say is hidden.

In the literature: what `observe` leaves is an information set (Kuhn 1953), chance is Nature.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from functools import cache
from operator import attrgetter
from typing import Literal, NamedTuple, ParamSpec, TypeVar, overload

Seat = int
Action = int
Seen = Literal["all", "owner", "nobody"]
Rows = list[int] | list[list[int]]
Value = int | Rows  # of one field

HIDDEN = -1  # what a seat finds where it may not look; `parts.UNKNOWN` in rules
OVER = -2  # who is to act when all is over; `parts.NOBODY` in rules


class Shape(NamedTuple):
    """One field of a state, as the tools see it."""

    name: str
    shape: tuple[int, ...]
    fill: int
    bits: int
    seen: Seen | None
    option: bool
    derived: bool
    per_seat: bool
    record: str  # the option without which only its owner sees it; empty: there is none


def _grid(shape: tuple[int, ...], fill: int) -> Rows:
    if len(shape) == 1:
        return [fill] * shape[0]
    rows, columns = shape
    return [[fill] * columns for _ in range(rows)]


@overload
def ints(
    length: int, /, *, fill: int = 0, bits: int = 8, seen: Seen | None = None, derived: bool = False
) -> list[int]: ...
@overload
def ints(
    rows: int,
    columns: int,
    /,
    *,
    fill: int = 0,
    bits: int = 8,
    seen: Seen | None = None,
    derived: bool = False,
) -> list[list[int]]: ...
def ints(
    *shape: int, fill: int = 0, bits: int = 8, seen: Seen | None = None, derived: bool = False
) -> Rows:
    """A list of ints, or a list of rows of them.

    `bits` is what the compiled twin stores each in; `derived` fields are recomputed by
    the rules' `refresh` and are left out of drawings.
    """
    facts = {"shape": shape, "fill": fill, "bits": bits, "seen": seen, "derived": derived}
    rows: Rows = field(default_factory=lambda: _grid(shape, fill), metadata=facts)
    return rows


@overload
def each(
    length: int, /, *, fill: int = 0, bits: int = 8, seen: Seen | None = None, record: str = ""
) -> list[int]: ...
@overload
def each(
    rows: int,
    columns: int,
    /,
    *,
    fill: int = 0,
    bits: int = 8,
    seen: Seen | None = None,
    record: str = "",
) -> list[list[int]]: ...
def each(
    *shape: int, fill: int = 0, bits: int = 8, seen: Seen | None = None, record: str = ""
) -> Rows:
    """The same with as many entries or rows for each seat; those of empty seats keep the fill.

    A `record` of what has been is seen by its owner alone while the option of that name is `no`.
    """
    facts = {"shape": shape, "fill": fill, "bits": bits, "seen": seen, "per_seat": True}
    facts["record"] = record
    rows: Rows = field(default_factory=lambda: _grid(shape, fill), metadata=facts)
    return rows


def num(
    fill: int = 0,
    *,
    bits: int = 64,
    seen: Seen | None = None,
    derived: bool = False,
    record: str = "",
) -> int:
    """A single int; a `record` is seen by nobody while the option of that name is `no`."""
    facts = {"shape": (), "fill": fill, "bits": bits, "seen": seen, "derived": derived}
    facts["record"] = record
    value: int = field(default=fill, metadata=facts)
    return value


def option(default: int = 0) -> int:
    """A ruling that the table may choose: a public int, set at the start and never changed."""
    facts = {"shape": (), "fill": default, "bits": 64, "seen": "all", "option": True}
    value: int = field(default=default, metadata=facts)
    return value


@dataclass(slots=True)
class Base:
    """What every game's state holds."""

    players: int = num(2, seen="all")
    first: int = num(0, seen="all")  # the seat that begins
    player: int = num(-1, seen="all")  # the seat to act, CHANCE, or NOBODY when it is over
    plies: int = num(0, seen="all")  # actions so far
    winners: int = num(0, seen="all")  # the set of seats that share the win


S = TypeVar("S", bound=Base)
P = ParamSpec("P")
R = TypeVar("R")


def once(find: Callable[P, R]) -> Callable[P, R]:
    """Find something out about a state class once: `cache`, for the checker's sake by this name.

    mypy takes a class for unhashable if its instances are.
    """
    return cache(find)  # type: ignore[return-value]


@once
def shapes(state: type[Base]) -> tuple[Shape, ...]:
    """The fields of a state class, in order."""
    return tuple(
        Shape(
            f.name,
            f.metadata["shape"],
            f.metadata["fill"],
            f.metadata["bits"],
            f.metadata["seen"],
            f.metadata.get("option", False),
            f.metadata.get("derived", False),
            f.metadata.get("per_seat", False),
            f.metadata.get("record", ""),
        )
        for f in fields(state)
    )


def _copy(rows: Rows) -> Rows:
    return [row[:] for row in rows] if isinstance(rows[0], list) else rows[:]


@once
def _values(state: type[Base]) -> Callable[[Base], tuple[Value, ...]]:
    """What reads all fields of a state at once, in order."""
    return attrgetter(*(shape.name for shape in shapes(state)))


def clone(s: S) -> S:
    """A copy that shares nothing with the original."""
    kind: Callable[..., S] = type(s)
    return kind(*[v if isinstance(v, int) else _copy(v) for v in _values(type(s))(s)])


@once
def _seen(state: type[Base], secrets: bool) -> tuple[Seen, ...]:
    """Who sees each field of a state, in order."""
    return tuple(shape.seen or ("nobody" if secrets else "all") for shape in shapes(state))


@once
def is_open(state: type[Base], secrets: bool) -> bool:
    """Whether everybody sees every field."""
    return set(_seen(state, secrets)) == {"all"}


def observe(s: S, seat: Seat, *, secrets: bool) -> S:
    """What a seat may see, built up from nothing; what it may not see is `HIDDEN`.

    A record that the table has chosen not to keep in sight is opened when the game is over.

    Laws: observing twice is observing once, and a spectator sees no more than any seat.
    """
    if is_open(type(s), secrets):
        return clone(s)
    kind: Callable[..., S] = type(s)
    mine = seat if 0 <= seat < s.players else None
    facts = zip(shapes(type(s)), _seen(type(s), secrets), _values(type(s))(s), strict=True)
    found: list[object] = []
    for shape, seen, value in facts:
        is_closed = shape.record and s.player != OVER and getattr(s, shape.record) == 0
        to_all = seen == "all" and not is_closed
        if isinstance(value, int):
            found.append(value if to_all else HIDDEN)
        elif to_all:
            found.append(_copy(value))
        else:
            empty = s.players if shape.per_seat else len(value)  # these have nothing to hide
            found.append(_rows(shape, value, None if seen == "nobody" else mine, empty))
    return kind(*found)


def _rows(shape: Shape, value: Rows, mine: Seat | None, empty: int) -> list[object]:
    """A field of which one seat's row is seen, and those from `empty` on."""
    real, blank = _copy(value), _grid(shape.shape, HIDDEN)
    return [real[i] if i == mine or i >= empty else blank[i] for i in range(len(value))]
