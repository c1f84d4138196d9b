"""What an action did, as small typed facts in which things move between places.

A game's `effects.py` has one class for each kind of fact, and

    DRAWN                           the fields of a view that a board draws
    effects(before, action, after)  the facts, in order, for whoever looks at these two views
    carry_out(view, effect)         what a fact does to the fields of `DRAWN`

Both views are one onlooker's, with `UNKNOWN` where it may not look, and so is `action`: what
is worked out from them cannot tell more than the onlooker sees.  The law that holds for every
game and onlooker: the effects, carried out on the view before, give the view after.

On the wire a fact is its kind and its fields, `{"do": "put", "at": "e5", …}`; its sentence is
the catalogue's `<game>.does.<kind>`, filled in with the same fields.  Seats are counted from 0.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, fields
from types import ModuleType
from typing import ClassVar

from ludotheque.state import Seat
from ludotheque.words.messages import Message

Value = int | str | bool | tuple[int, ...] | tuple[str, ...] | Message | tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class Effect:
    """One fact; its kind is the name of its class in small letters, `hand_walks`."""

    kind: ClassVar[str] = ""
    is_told: ClassVar[bool] = True  # whether it has a sentence
    is_minor: ClassVar[bool] = False  # whether it is one of many that need no line each

    def __init_subclass__(cls) -> None:
        cls.kind = re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()

    def facts(self) -> dict[str, Value]:
        """The fields by name."""
        return {field.name: getattr(self, field.name) for field in fields(self)}


def kinds_of(module: ModuleType) -> list[type[Effect]]:
    """The kinds of effect that a game's module knows, its own and common ones."""
    return [
        thing
        for thing in vars(module).values()
        if isinstance(thing, type) and issubclass(thing, Effect) and thing not in (Effect, Silent)
    ]


@dataclass(frozen=True, slots=True)
class Silent(Effect):
    """A fact that is seen and not told."""

    is_told: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class Turn(Silent):
    """The turn goes to a seat, or to chance."""

    player: Seat


@dataclass(frozen=True, slots=True)
class Decided(Silent):
    """The game is over, and these have won."""

    winners: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Did(Effect):
    """What a seat, or chance, did in a game that has no effects of its own."""

    seat: Seat
    what: Message


def members(things: int) -> tuple[int, ...]:
    """The members of a set, in order."""
    return tuple(thing for thing in range(things.bit_length()) if things >> thing & 1)


def set_of(things: Iterable[int]) -> int:
    """The set with these members."""
    return sum(1 << thing for thing in things)


def told(game: str, effect: Effect) -> Message | None:
    """The sentence of an effect of a game; None if it has none."""
    if not effect.is_told:
        return None
    own = "" if isinstance(effect, Did) else f"{game}."
    return Message(f"{own}does.{effect.kind}", effect.facts())
