"""What an action did, as small typed facts in which things move between places.

A game's `effects.py` has one class for each kind of fact, and

    DRAWN                           the fields of a view that a board draws
    effects(before, action, after)  the facts, in order, for whoever looks at these two views
    carry_out(view, effect)         what a fact does to the fields of `DRAWN`

Both views are one onlooker's, with `UNKNOWN` where it may not look, and so is `action`: what
is worked out from them cannot tell more than the onlooker sees.  The law that holds for every
game and onlooker: the effects, carried out on the view before, give the view after.

On the wire a fact is its kind and its fields, `{"do": "put", "at": "e5", …}`; its sentence is
the catalogue's `<game>.does.<kind>`, filled in with the same fields.  Facts of one kind and seat
that follow one another are told in one line where there is a `<game>.does.<kind>.many`, which
also gets `n`, how many they are, and all that they say in `what`.  Seats are counted from 0.

A game also says how its facts are staged: which of them sound like what, which are thrown by the
seat's own hand, and after which the board is held for a moment, under the catalogue's
`<game>.banner.<kind>`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from types import ModuleType
from typing import ClassVar, Literal

from ludotheque.parts import NOBODY
from ludotheque.state import Seat
from ludotheque.words.messages import Message, knows

__all__ = ["Decided", "Due", "Effect", "Silent", "Sound", "Turn", "members", "set_of", "tell"]

Sound = Literal["", "ball", "card", "capture", "coin", "die", "lose", "win"]
Value = int | str | bool | tuple[int, ...] | tuple[str, ...] | Message | tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class Effect:
    """One fact; its kind is the name of its class in small letters, `hand_walks`."""

    kind: ClassVar[str] = ""
    is_told: ClassVar[bool] = True  # whether it has a sentence
    is_sent: ClassVar[bool] = True  # whether it travels
    is_thrown: ClassVar[bool] = False  # whether its seat throws it: a die
    is_held: ClassVar[bool] = False  # whether the board is held then, so that everybody sees it
    sound: ClassVar[Sound] = ""  # what it sounds like

    def __init_subclass__(cls) -> None:
        cls.kind = re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()

    def facts(self) -> dict[str, Value]:
        """The fields by name."""
        names: tuple[str, ...] = type(self).__match_args__
        return {name: getattr(self, name) for name in names}


def kinds_of(module: ModuleType) -> list[type[Effect]]:
    """The kinds of effect that a game's module knows, its own and common ones."""
    return [
        thing
        for thing in vars(module).values()
        if isinstance(thing, type) and issubclass(thing, Effect) and thing not in BASES
    ]


@dataclass(frozen=True, slots=True)
class Silent(Effect):
    """A fact that is seen and not told."""

    is_told: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class Due(Silent):
    """What is to be done now: the view that travels with it says the same."""

    is_sent: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class Turn(Due):
    """The turn goes to a seat, or to chance."""

    player: Seat


@dataclass(frozen=True, slots=True)
class Decided(Silent):
    """The game is over, and these have won."""

    sound: ClassVar[Sound] = "win"

    winners: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Did(Effect):
    """What a seat, or chance, did in a game that has no effects of its own."""

    seat: Seat
    what: Message


BASES = (Effect, Silent, Due)


def members(things: int) -> tuple[int, ...]:
    """The members of a set, in order."""
    return tuple(thing for thing in range(things.bit_length()) if things >> thing & 1)


def set_of(things: Iterable[int]) -> int:
    """The set with these members."""
    return sum(1 << thing for thing in things)


def key_of(game: str, effect: Effect) -> str:
    """The catalogue's key for an effect of a game."""
    own = "" if isinstance(effect, Did) else f"{game}."
    return f"{own}does.{effect.kind}"


def tell(game: str, effects: Iterable[Effect]) -> Iterator[Message]:
    """The sentences of some effects of a game, a run of small ones in one."""
    told = (effect for effect in effects if effect.is_told)
    for (key, _), run in groupby(told, lambda effect: (key_of(game, effect), seat_of(effect))):
        if len(same := list(run)) > 1 and knows(many := f"{key}.many"):
            what = tuple(one.facts()["what"] for one in same)
            yield Message(many, {**same[-1].facts(), "what": what, "n": len(same)})
        else:
            yield from (Message(key, effect.facts()) for effect in same)


def seat_of(effect: Effect) -> Value:
    """The seat that an effect is about, if it is about one."""
    return effect.facts().get("seat", NOBODY)
