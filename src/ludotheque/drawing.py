"""Positions as text: the game's own picture, then every other fact by name.

    1 . . . . . .
    2 . . R Y . .          <- the picture, drawn and scanned by the game's `text.py`
    …
    players=2 player=1     <- the other fields, where they differ from a fresh state

Rows of a table are separated by `/`, its numbers by commas; a game may have words for its
phases (`phase=taking`), which are read as well as the numbers.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import TypeVar

from ludotheque.contract import Text
from ludotheque.errors import BadPosition, LudothequeError
from ludotheque.state import Base, Shape, Value, shapes

FACT = re.compile(r"([a-z_]+)=(\S+)")
WIDTH = 78

S = TypeVar("S", bound=Base)


def _flat(value: Value) -> str:
    if isinstance(value, int):
        return str(value)
    return ("/" if isinstance(value[0], list) else ",").join(_flat(part) for part in value)


def _facts(s: Base, pictured: Collection[str], phases: tuple[str, ...]) -> list[str]:
    fresh, facts = type(s)(), []
    for shape in shapes(type(s)):
        value = getattr(s, shape.name)
        if shape.name in pictured or shape.derived or value == getattr(fresh, shape.name):
            continue
        named = phases and shape.name == "phase"
        facts.append(f"{shape.name}={phases[value] if named else _flat(value)}")
    return facts


def draw(s: S, text: Text[S], phases: tuple[str, ...] = ()) -> str:
    """A position as text."""
    lines = list(text.picture(s))
    line = ""
    for fact in _facts(s, text.PICTURED, phases):
        if line and len(line) + len(fact) >= WIDTH:
            lines.append(line)
            line = ""
        line += (" " if line else "") + fact
    return "\n".join(lines + [line] * bool(line))


def _unflat(written: str, shape: Shape, names: tuple[str, ...]) -> Value:
    if written in names:
        return names.index(written)
    rows = [[int(n) for n in row.split(",")] for row in written.split("/")]
    if not shape.shape:
        return rows[0][0]
    fits = len(rows[0]) == shape.shape[-1]
    if len(shape.shape) == 2:
        fits = len(rows) == shape.shape[0] and all(len(row) == shape.shape[1] for row in rows)
    if not fits:
        raise ValueError
    return rows if len(shape.shape) == 2 else rows[0]


def read(drawn: str, state: type[S], text: Text[S], phases: tuple[str, ...] = ()) -> S:
    """The position that a text shows; derived fields are left to the rules."""
    s = state()
    known = {shape.name: shape for shape in shapes(state)}
    picture = []
    for line in drawn.strip("\n").splitlines():
        facts = FACT.findall(line)
        if facts and not FACT.sub("", line).strip():
            for name, written in facts:
                if name not in known:
                    raise BadPosition("error.position.field", field=name, allowed=", ".join(known))
                try:
                    words = phases if name == "phase" else ()
                    setattr(s, name, _unflat(written, known[name], words))
                except (ValueError, IndexError):
                    raise BadPosition("error.position.value", field=name, value=written) from None
        elif line.strip():
            picture.append(line.strip())
    try:
        text.scan(s, picture)
    except LudothequeError:
        raise
    except (ValueError, IndexError, KeyError) as problem:
        raise BadPosition("error.position.picture", why=str(problem)) from None
    return s
