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
from typing import Any

from ludotheque.errors import BadPosition, LudothequeError
from ludotheque.state import Base, Shape, shapes

FACT = re.compile(r"([a-z_]+)=(\S+)")
WIDTH = 78


def _flat(value: Any) -> str:
    if isinstance(value, int):
        return str(value)
    if isinstance(value[0], int):
        return ",".join(str(n) for n in value)
    return "/".join(_flat(row) for row in value)


def _names(text: Any, field: str) -> tuple[str, ...]:
    """What a game calls the values of a field: it may have words for its phases."""
    phases: tuple[str, ...] = getattr(text, "PHASES", ())
    return phases if field == "phase" else ()


def _facts(s: Base, text: Any) -> list[str]:
    fresh, facts = type(s)(), []
    for shape in shapes(type(s)):
        value, names = getattr(s, shape.name), _names(text, shape.name)
        if shape.name in text.PICTURED or shape.derived or value == getattr(fresh, shape.name):
            continue
        facts.append(f"{shape.name}={names[value] if names else _flat(value)}")
    return facts


def draw(s: Base, text: Any) -> str:
    """A position as text."""
    lines = list(text.picture(s))
    line = ""
    for fact in _facts(s, text):
        if line and len(line) + len(fact) >= WIDTH:
            lines.append(line)
            line = ""
        line += (" " if line else "") + fact
    return "\n".join(lines + [line] * bool(line))


def _unflat(written: str, shape: Shape, names: tuple[str, ...]) -> Any:
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


def read(drawn: str, state: type[Base], text: Any) -> Any:
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
                    setattr(s, name, _unflat(written, known[name], _names(text, name)))
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
