"""The rulings of a game and their options, from `rulings.toml` beside its rules.

The file says of each ruling whether it is only a note, whether it is contested or rests
on assumed data, and which option offers another reading.  What a person reads about it
is in the catalogues.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from types import ModuleType
from typing import NamedTuple, TypedDict

from ludotheque.errors import BadOption
from ludotheque.words.messages import LANGUAGES, Message, knows, message
from ludotheque.words.numerals import whole_number


class Option(NamedTuple):
    """A ruling that a table may choose."""

    name: str
    ruling: str
    default: int
    names: tuple[str, ...]  # the values by name; empty for a number
    low: int
    high: int

    def say(self, value: int) -> str:
        """The value as it is written in a log and on the command line."""
        return self.names[value] if self.names else str(value)

    def allowed(self) -> str:
        """What may be written."""
        return ", ".join(self.names) if self.names else f"{self.low}…{self.high}"

    def parse(self, value: object) -> int:
        """The value by its name or number."""
        text = str(value).strip()
        if isinstance(value, bool):
            text = "yes" if value else "no"
        for i, name in enumerate(self.names):
            if text.lower() in (name, *_translations(name)):
                return i
        number = whole_number(text)
        if number is not None and self.low <= number <= self.high:
            return number
        raise BadOption("error.option.value", option=self.name, value=text, allowed=self.allowed())

    def label(self, game: str, value: int) -> Message | str:
        """The value in words."""
        if not self.names:
            return str(value)
        name = self.names[value]
        for key in (f"option.{game}.{self.name}.{name}", f"option.{name}"):
            if knows(key):
                return Message(key)
        return name


def _translations(name: str) -> list[str]:
    """A value in every language, where the catalogues have it: `oui` for `yes`."""
    key = f"option.{name}"
    return [message(key, lang) for lang in LANGUAGES] if knows(key) else []


class Row(TypedDict, total=False):
    """A ruling as `rulings.toml` says it."""

    note: bool
    contested: bool
    assumed: bool
    option: str
    values: list[str]
    from_data: bool  # the option's values are named by the equipment
    range: tuple[int, int]
    setting: str
    shared: str  # a module above the rules and the mark of its lines: `series.won`


class Ruling(NamedTuple):
    """A question that the sheet leaves open."""

    id: str
    note: bool
    contested: bool
    assumed: bool
    option: Option | None
    setting: str | None  # a setting of a series, not of the rules
    shared: str | None  # where lines above the rules carry it out


def read_rulings(rules: ModuleType, folder: Path) -> tuple[Ruling, ...]:
    """The rulings of a game, in order."""
    table = tomllib.loads((folder / "rulings.toml").read_text(encoding="utf-8"))
    defaults = {f.name: f.default for f in rules.State.__dataclass_fields__.values()}
    return tuple(_ruling(name, row, defaults, rules) for name, row in table.items())


def _ruling(name: str, row: Row, defaults: dict[str, int], rules: ModuleType) -> Ruling:
    option = None
    if "option" in row:
        names = tuple(row.get("values", ()))
        if row.get("from_data"):
            names = rules.EQUIPMENT.names
        low, high = row.get("range", (0, len(names) - 1))
        option = Option(row["option"], name, defaults[row["option"]], names, low, high)
    flags = (row.get("note", False), row.get("contested", False), row.get("assumed", False))
    return Ruling(name, *flags, option, row.get("setting"), row.get("shared"))
