"""Rafletout's die and deal, from `data.toml`."""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

from ludotheque.data import demand, whole, words

TOKENS = 27
MOST_FACES = 36

# What a face does.
TAKE, ALL_OF, ALL_OF_TWO, EXCHANGE, SKIP, LOSE_TO_ONE, LOSE_TO_SEVERAL, ROB, SWEEP = range(9)

TRAITS = ("colour", "figure", "currency")
Colour = Literal["green", "red", "blue"]
Figure = Literal["triangle", "circle", "square"]
Currency = Literal["dollar", "pound", "euro"]
Value = Literal[Colour, Figure, Currency]
VALUES: tuple[Value, ...] = get_args(Value)  # three of each trait, in its order

PLAIN = {
    "exchange": (EXCHANGE, 0, 0, 0),
    "pass": (SKIP, 0, 0, 0),
    "lose-to one": (LOSE_TO_ONE, 0, 0, 0),
    "lose-to several": (LOSE_TO_SEVERAL, 0, 0, 0),
    "rob one": (ROB, 1, 0, 0),
    "rob two": (ROB, 2, 0, 0),
    "sweep": (SWEEP, 0, 0, 0),
}


class Equipment(NamedTuple):
    """What the rules take from the data."""

    kind: tuple[int, ...]  # [face] -> what it does
    number: tuple[int, ...]  # [face] -> of how many tokens or players
    value: tuple[int, ...]  # [face] -> the value (TAKE) or trait (ALL_OF, ALL_OF_TWO)
    again: tuple[int, ...]  # [face] -> 1 if the roller rolls again
    deal: tuple[int, ...]  # [players] -> tokens each
    labels: tuple[str, ...]  # [face] -> its name


def face_of(label: str, what: str) -> tuple[int, int, int, int]:
    """What a face does: kind, number, value or trait, again."""
    if label in PLAIN:
        return PLAIN[label]
    verb, *rest = label.split() or [""]
    again = int(rest[-1:] == ["again"])
    rest = rest[: len(rest) - again]
    if verb == "take" and len(rest) == 2 and rest[0].isdecimal() and rest[1] in VALUES:
        return TAKE, whole(int(rest[0]), what, 1, 9), VALUES.index(rest[1]), again
    fits = verb in ("all-of", "all-of-two") and len(rest) == 1 and rest[0] in TRAITS and not again
    right = ", ".join(["take N VALUE [again]", "all-of TRAIT", "all-of-two TRAIT", *PLAIN])
    demand(fits, what, right, label)
    return (ALL_OF if verb == "all-of" else ALL_OF_TWO), 0, TRAITS.index(rest[0]), 0


def equipment(data: dict[str, object]) -> Equipment:
    """Check the data and turn it into tables."""
    labels = words(data.get("faces"), "faces")
    demand(1 <= len(labels) <= MOST_FACES, "faces", f"1…{MOST_FACES}", len(labels))
    demand("sweep" in labels, "faces", "sweep", labels)  # else a round might never end
    faces = [face_of(label, f"faces[{i}]") for i, label in enumerate(labels)]
    deal = data.get("deal")
    demand(isinstance(deal, dict) and set(deal) == set("3456"), "deal", "3…6", deal)
    assert isinstance(deal, dict)
    each = [whole(deal[str(n)], f"deal.{n}", 1, TOKENS // n) for n in range(3, 7)]
    kind, number, value, again = (tuple(face[i] for face in faces) for i in range(4))
    return Equipment(kind, number, value, again, (0, 0, 0, *each), tuple(labels))
