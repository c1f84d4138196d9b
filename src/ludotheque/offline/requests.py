"""What a page may send: every field listed, nothing else accepted.

The server says the same of what it is sent (`server/requests.py`), and a test holds them together.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import NamedTuple
from urllib.parse import parse_qsl

from ludotheque.errors import Refused
from ludotheque.tables.answers import invalid_at
from ludotheque.tables.checks import mapping, need, number, text, truth, whole
from ludotheque.tables.events import Json
from ludotheque.words.messages import LANGUAGES

LARGEST = 2**31 - 1
MONTH = 30 * 24 * 3600  # seconds

Reader = Callable[[object], object]  # a value that is as it should be, else an error


class Wrong(ValueError):
    """A place in a message that is not as expected."""

    def __init__(self, *where: object) -> None:
        super().__init__(*where)
        self.where = where


class Usual(NamedTuple):
    """A field that may be left out."""

    read: Reader
    value: object = None


def count(low: int = 0, high: int = LARGEST) -> Reader:
    """A whole number between two others."""
    return lambda value: checked(value, low <= whole(value) <= high)


def amount(low: float, high: float) -> Reader:
    """A number between two others."""
    return lambda value: checked(value, low <= number(value) <= high)


def words(pattern: str) -> Reader:
    """A text of a form."""
    form = re.compile(pattern, re.DOTALL)
    return lambda value: checked(value, form.fullmatch(text(value)) is not None)


def several(one: Reader, low: int, high: int) -> Reader:
    """A list of so many."""

    def read(value: object) -> object:
        if not isinstance(value, list) or not low <= len(value) <= high:
            raise TypeError
        return [at(n, one, item) for n, item in enumerate(value)]

    return read


def either(*readers: Reader) -> Reader:
    """Something that may be of several kinds."""

    def read(value: object) -> object:
        for reader in readers:
            try:
                return reader(value)
            except (ValueError, TypeError):
                continue
        raise TypeError

    return read


def options(value: object) -> object:
    """What was chosen, by name."""
    need(all(type(one) in (str, int) for one in mapping(value).values()))
    return value


def fields(**known: Reader | Usual) -> Callable[[object], Json]:
    """An object with these fields and no others."""

    def read(value: object) -> Json:
        given, found = mapping(value), {}
        for name in given.keys() - known.keys():
            raise Wrong(name)
        for name, field in known.items():
            if isinstance(field, Usual) and given.get(name) is None:
                found[name] = field.value
            else:
                reader = field.read if isinstance(field, Usual) else field
                found[name] = at(name, reader, given.get(name))
        return found

    return read


def at(where: object, reader: Reader, value: object) -> object:
    """A value at a place, which is named if it is not as expected."""
    try:
        return reader(value)
    except Wrong as wrong:
        raise Wrong(where, *wrong.where) from None
    except (ValueError, TypeError):
        raise Wrong(where) from None


def checked(value: object, holds: bool) -> object:
    """A value of which something must hold."""
    need(holds)
    return value


SEAT = count(0, 5)
HEX32, BOT = words("[0-9a-f]{64}"), words("random|bot:[1-9]")
NAME, SAID, TYPED = words(".{1,200}"), words(".{1,60}"), words(".{1,200}")

SEAT_WISH = fields(who=words("me|bot|open"), name=Usual(NAME), bot=Usual(BOT), promise=Usual(HEX32))
TABLE_WISH = fields(
    game=words(".{0,20}"),
    seats=several(SEAT_WISH, 1, 6),
    options=Usual(options, {}),
    listed=Usual(truth, False),
    patience=Usual(count(10, MONTH), 120),
    hints=Usual(truth, False),
    chat=Usual(truth, False),
    stand_in=Usual(BOT),
    other_side=Usual(BOT),
    clock=Usual(fields(seconds=amount(5, MONTH), add=Usual(amount(0, 3600), 0))),
    series=Usual(fields(games=count(2, 99), keep_colours=Usual(truth, False))),
)
CLAIM = fields(
    code=Usual(words(".{0,64}")), seat=Usual(SEAT), name=Usual(NAME), promise=Usual(HEX32)
)
SHELVING = fields(away=truth)
FILE = fields(text=text, name=Usual(words(".{1,200}"), "file.play"))

DOING: dict[str, dict[str, Reader | Usual]] = {
    "play": {"action": either(count(), TYPED), "ply": count()},
    "why": {"action": either(count(), SAID, several(SAID, 1, 4))},
    "hint": {},
    "react": {"what": words(".{0,20}")},
    "chat": {"text": words(".{1,2000}")},
    "undo": {},
    "consent": {"yes": truth},
    "resign": {},
    "stir": {"bytes": HEX32},
    "leave": {},
    "call": {"name": Usual(NAME)},
    "fewer": {"free": Usual(SEAT)},
    "fill": {"free": SEAT, "bot": BOT},
    "stand_in": {"away": SEAT},
    "back": {},
    "again": {},
    "abandon": {},
}
LOOKING: dict[str, dict[str, Reader | Usual]] = {
    "look": {"seat": Usual(SEAT), "since": Usual(count(-1))},
    "here": {"hidden": Usual(truth, False)},
}
FRAMES = {
    do: fields(do=text, id=Usual(count()), **more)
    for do, more in {
        **{do: {"seat": SEAT, **more} for do, more in DOING.items()},
        **LOOKING,
    }.items()
}


def read_body(reader: Callable[[object], Json], body: str | None) -> Json:
    """What a body says, as a reader expects it."""
    try:
        return reader(json.loads(body or ""))
    except Wrong as wrong:
        raise invalid_at(*wrong.where) from None
    except (ValueError, TypeError, RecursionError):
        raise Refused("invalid") from None


def read_frame(body: str | None) -> Json:
    """What a frame asks for."""

    def read(value: object) -> Json:
        do = mapping(value).get("do")
        if not isinstance(do, str) or do not in FRAMES:
            raise Wrong("do")
        return FRAMES[do](value)

    return read_body(read, body)


class Query(NamedTuple):
    """What stands behind the question mark of an address, as far as it matters here."""

    seat: int | None = None
    since: int = -1
    hidden: bool = False
    away: bool = False
    before: str | None = None
    lang: str = LANGUAGES[0]


NUMBERS = {"seat": (0, 5), "since": (-1, LARGEST)}


def read_query(query: str) -> Query:
    """What a query says; what nobody here asks for is passed over."""
    found: Json = {}
    for name, value in parse_qsl(query):
        if name in NUMBERS:
            low, high = NUMBERS[name]
            if not re.fullmatch(r"-?\d{1,10}", value) or not low <= int(value) <= high:
                raise invalid_at("query", name)
            found[name] = int(value)
        elif name in ("hidden", "away"):
            found[name] = value == "true"
        elif name in Query._fields:
            found[name] = value
    if found.get("lang", LANGUAGES[0]) not in LANGUAGES:
        raise invalid_at("query", "lang")
    return Query(**found)
