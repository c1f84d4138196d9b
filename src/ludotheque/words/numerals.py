"""Numbers that people write, and numbers written for them."""

from __future__ import annotations

from ludotheque.words.messages import language

LONGEST = 18  # digits: what fits a machine word


def whole_number(text: str) -> int | None:
    """The number that a text says in plain digits, or None."""
    text = text.strip()
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal()) or len(digits) > LONGEST:
        return None
    return int(text)


def decimal(value: float, places: int) -> str:
    """A number with so many decimals, with a comma in French."""
    text = f"{value:.{places}f}"
    return text.replace(".", ",") if language() == "fr" else text
