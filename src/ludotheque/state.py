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
from typing import Any, Literal, NamedTuple, Protocol, TypeVar

Seat = int
Action = int
Seen = Literal["all", "owner", "nobody"]

HIDDEN = -1  # what a seat finds where it may not look; `parts.UNKNOWN` in rules


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


def _grid(shape: tuple[int, ...], fill: int) -> list[Any]:
    if len(shape) == 1:
        return [fill] * shape[0]
    rows, columns = shape
    return [[fill] * columns for _ in range(rows)]


def ints(
    *shape: int, fill: int = 0, bits: int = 8, seen: Seen | None = None, derived: bool = False
) -> Any:
    """A list of ints, or a list of rows of them.

    `bits` is what the compiled twin stores each in; `derived` fields are recomputed by
    the rules' `refresh` and are left out of drawings.
    """
    facts = {"shape": shape, "fill": fill, "bits": bits, "seen": seen, "derived": derived}
    return field(default_factory=lambda: _grid(shape, fill), metadata=facts)


def each(*shape: int, fill: int = 0, bits: int = 8, seen: Seen | None = None) -> Any:
    """The same with as many entries or rows for each seat; those of empty seats keep the fill."""
    facts = {"shape": shape, "fill": fill, "bits": bits, "seen": seen, "per_seat": True}
    return field(default_factory=lambda: _grid(shape, fill), metadata=facts)


def num(fill: int = 0, *, bits: int = 64, seen: Seen | None = None, derived: bool = False) -> Any:
    """A single int."""
    facts = {"shape": (), "fill": fill, "bits": bits, "seen": seen, "derived": derived}
    return field(default=fill, metadata=facts)


def option(default: int = 0) -> Any:
    """A ruling that the table may choose: a public int, set at the start and never changed."""
    facts = {"shape": (), "fill": default, "bits": 64, "seen": "all", "option": True}
    return field(default=default, metadata=facts)


@dataclass(slots=True)
class Base:
    """What every game's state holds."""

    players: int = num(2, seen="all")
    first: int = num(0, seen="all")  # the seat that begins
    player: int = num(-1, seen="all")  # the seat to act, CHANCE, or NOBODY when it is over
    plies: int = num(0, seen="all")  # actions so far
    winners: int = num(0, seen="all")  # the set of seats that share the win


S = TypeVar("S", bound=Base)


class Rules(Protocol):
    """A rules module: a state and its verbs."""

    SEATS: tuple[int, int]
    ACTIONS: int
    DRAWS: int
    PLIES: int
    SECRETS: bool
    State: Any

    def setup(self, s: Any) -> None: ...
    def refusal(self, s: Any, action: Action) -> int: ...
    def legal(self, s: Any, action: Action) -> bool: ...
    def apply(self, s: Any, action: Action) -> None: ...
    def odds(self, s: Any, action: Action) -> int: ...
    def payoff(self, s: Any, seat: Seat) -> int: ...
    def score(self, s: Any, seat: Seat) -> int: ...


def shapes(state: Any) -> tuple[Shape, ...]:
    """The fields of a state class, in order."""
    return _shapes(state)


@cache
def _shapes(state: Any) -> tuple[Shape, ...]:
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
        )
        for f in fields(state)
    )


def _copy(value: Any) -> Any:
    if isinstance(value, int):
        return value
    return [row[:] for row in value] if isinstance(value[0], list) else value[:]


@cache
def _values(state: Any) -> Callable[[Any], tuple[Any, ...]]:
    """What reads all fields of a state at once, in order."""
    return attrgetter(*(shape.name for shape in shapes(state)))


def clone(s: S) -> S:
    """A copy that shares nothing with the original."""
    kind: Any = type(s)
    new: S = kind(*[v if type(v) is int else _copy(v) for v in _values(kind)(s)])
    return new


def _blank(shape: tuple[int, ...]) -> Any:
    return _grid(shape, HIDDEN) if shape else HIDDEN


@cache
def _seen(state: Any, secrets: bool) -> tuple[Seen, ...]:
    """Who sees each field of a state, in order."""
    return tuple(shape.seen or ("nobody" if secrets else "all") for shape in shapes(state))


@cache
def is_open(state: Any, secrets: bool) -> bool:
    """Whether everybody sees every field."""
    return set(_seen(state, secrets)) == {"all"}


def observe(s: S, seat: Seat, *, secrets: bool) -> S:
    """What a seat may see, built up from nothing; what it may not see is `HIDDEN`.

    Laws: observing twice is observing once, and a spectator sees no more than any seat.
    """
    kind: Any = type(s)
    if is_open(kind, secrets):
        return clone(s)
    found: list[Any] = []
    facts = zip(shapes(kind), _seen(kind, secrets), _values(kind)(s), strict=True)
    for shape, seen, value in facts:
        if seen == "all":
            found.append(value if type(value) is int else _copy(value))
            continue
        blank = _blank(shape.shape)
        if shape.per_seat:  # empty seats have nothing to hide
            blank[s.players :] = [_copy(row) for row in value[s.players :]]
        if seen == "owner" and 0 <= seat < s.players:
            blank[seat] = _copy(value[seat])
        found.append(blank)
    view: S = kind(*found)
    return view
