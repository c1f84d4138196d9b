"""Checks of what a log says; an event that fails one could not have happened."""

from __future__ import annotations


def need(holds: bool) -> None:
    """Refuse an event that could not have happened."""
    if not holds:
        raise ValueError


def whole(value: object) -> int:
    """A whole number; neither `true` nor `1.0` is one, though Python finds them equal."""
    if type(value) is not int:
        raise TypeError
    return value


def number(value: object) -> int | float:
    """A number, whole or not."""
    if not isinstance(value, int | float) or type(value) is bool:
        raise TypeError
    return value


def text(value: object) -> str:
    """A text."""
    if type(value) is not str:
        raise TypeError
    return value


def truth(value: object) -> bool:
    """Yes or no; neither 1 nor 0."""
    if type(value) is not bool:
        raise TypeError
    return value


def mapping(value: object) -> dict[str, object]:
    """Values by name."""
    if type(value) is not dict:
        raise TypeError
    return value


def hexadecimal(value: object) -> str:
    """A hash as it is written."""
    found = text(value)
    need(len(found) == 64 and bytes.fromhex(found).hex() == found)
    return found


def one_line(name: str) -> str:
    """A name that can be shown."""
    need(name.splitlines() == [name] and name.encode() != b"")
    return name
