"""Whole numbers that people write: on the command line, in files, at a prompt."""

from __future__ import annotations

LONGEST = 18  # digits: what fits a machine word


def whole_number(text: str) -> int | None:
    """The number that a text says in plain digits, or None."""
    text = text.strip()
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal()) or len(digits) > LONGEST:
        return None
    return int(text)
