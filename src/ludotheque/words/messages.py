"""Sentences for people, in French and English, from catalogues: ours and those of each game.

What is common lies in `locales` here, a game's own sentences in `locales` of its folder.  A
catalogue is one flat JSON object.  Its sentences hold a small part of ICU's message format:
`{name}`, `{n, plural, one {…} other {…}}` (`#` is the number) and `{who, select, a {…} other
{…}}`; and of our own `{seat, who}`: a seat, or several, counted from 1, by the name of whoever
sits there, and `{seat, name}`: the same counted from 0.  Where there are several, `{names, list,
and}`, `{seats, who, or}` and `{seats, name, and}` say the last with a word before it.
"""

from __future__ import annotations

import json
import os
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Message", "message", "speaking"]

LANGUAGES = ("fr", "en")
FOLDERS = [Path(__file__).with_name("locales")]  # each game adds its own

Names = Callable[[int], object]  # [seat, from 0] -> a name or a message; None if it has no name

_chosen: ContextVar[str | None] = ContextVar("language", default=None)
_names: ContextVar[Names | None] = ContextVar("names", default=None)


class Message(NamedTuple):
    """A sentence not yet put into a language: a key of the catalogues and what fills it in."""

    key: str
    facts: Mapping[str, object] = {}

    def text(self, lang: str | None = None) -> str:
        """The sentence in a language."""
        return message(self.key, lang, **self.facts)


def language() -> str:
    """The language chosen for this context, else the environment's, else French."""
    chosen = _chosen.get()
    if chosen:
        return chosen
    for name in ("LUDOTHEQUE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        wanted = os.environ.get(name, "")[:2].lower()
        if wanted in LANGUAGES:
            return wanted
    return "fr"


def speak(lang: str) -> None:
    """Choose the language of this context."""
    _chosen.set(lang)


@contextmanager
def speaking(lang: str) -> Iterator[None]:
    """Choose a language for a while."""
    token = _chosen.set(lang)
    try:
        yield
    finally:
        _chosen.reset(token)


@contextmanager
def naming(names: Names) -> Iterator[None]:
    """Call seats by their names for a while."""
    token = _names.set(names)
    try:
        yield
    finally:
        _names.reset(token)


@cache
def catalogue(lang: str) -> dict[str, str]:
    """All sentences of a language."""
    sentences: dict[str, str] = {}
    for folder in FOLDERS:
        sentences.update(json.loads((folder / f"{lang}.json").read_text(encoding="utf-8")))
    return sentences


def add_folder(folder: Path) -> None:
    """Take in the catalogues of a game."""
    if folder not in FOLDERS:
        FOLDERS.append(folder)
        catalogue.cache_clear()


def knows(key: str) -> bool:
    """Whether the catalogues have a sentence under this key."""
    return key in catalogue("fr")


def message(key: str, lang: str | None = None, /, **facts: object) -> str:
    """The sentence under `key`, filled in."""
    lang = lang or language()
    return _fill(catalogue(lang)[key], lang, facts, None)


def _say(value: object, lang: str) -> str:
    if isinstance(value, Message):
        return value.text(lang)
    if isinstance(value, list | tuple):
        return join([_say(item, lang) for item in value])
    return str(value)


def _each(value: object) -> Iterable[object]:
    """The things of a list, or one alone; a message is one, though it is a tuple."""
    return value if isinstance(value, list | tuple) and not isinstance(value, Message) else [value]


def _who(seat: object, lang: str) -> str:
    names = _names.get()
    name = names(int(str(seat)) - 1) if names else None
    return _say(name, lang) if name else message("who.seat", lang, seat=seat)


def join(items: Iterable[str]) -> str:
    """Things one after another."""
    return ", ".join(items)


def _joined(items: list[str], word: str, lang: str) -> str:
    """Things one after another, the last after a word: `and`, `or`."""
    if not word or len(items) < 2:
        return join(items)
    return message(f"list.{word}", lang, first=join(items[:-1]), last=items[-1])


def spoken(text: str) -> list[str]:
    """The words of a text as one hears them: without capitals, accents, signs or plurals."""
    heard = unicodedata.normalize("NFKD", text.lower())
    letters = "".join(sign for sign in heard if not unicodedata.combining(sign))
    return [word.rstrip("s") or word for word in re.findall(r"\w+", letters)]


def plural_form(n: int, lang: str) -> str:
    """`one` or `other`: in French, zero is singular too."""
    return "one" if n == 1 or (lang == "fr" and n == 0) else "other"


class _Slot(NamedTuple):
    """A place in a sentence that is filled in."""

    name: str
    kind: str  # how: `list`, `who`, `name`, `plural`, `select`; empty: as it is
    word: str  # before the last of several
    forms: Mapping[str, str]  # among which the fact chooses


@cache
def _parts(text: str) -> tuple[str | _Slot, ...]:
    """A sentence of a catalogue taken apart: what stands there, and what is filled in."""
    found: list[str | _Slot] = []
    i = 0
    while i < len(text):
        start = text.find("{", i)
        if start != i:
            found.append(text[i : start if start >= 0 else len(text)])
        if start < 0:
            break
        i = _closing(text, start) + 1
        found.append(_slot(text[start + 1 : i - 1]))
    return tuple(found)


def _closing(text: str, start: int) -> int:
    depth = 0
    for i in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[i], 0)
        if depth == 0:
            return i
    raise ValueError(f"unclosed brace in {text!r}")


def _slot(text: str) -> _Slot:
    name, _, rest = (part.strip() for part in text.partition(","))
    kind, _, forms = (part.strip() for part in rest.partition(","))
    return _Slot(name, kind, forms, _choices(forms))


def _choices(forms: str) -> dict[str, str]:
    found: dict[str, str] = {}
    i = 0
    while (start := forms.find("{", i)) >= 0:
        end = _closing(forms, start)
        found[forms[i:start].strip()] = forms[start + 1 : end]
        i = end + 1
    return found


def _fill(text: str, lang: str, facts: Mapping[str, object], number: object) -> str:
    out = []
    for part in _parts(text):
        if isinstance(part, _Slot):
            out.append(_filled(part, lang, facts))
        else:
            out.append(part if number is None else part.replace("#", str(number)))
    return "".join(out)


def _filled(slot: _Slot, lang: str, facts: Mapping[str, object]) -> str:
    value = facts[slot.name]
    if not slot.kind:
        return _say(value, lang)
    if slot.kind == "list":
        return _joined([_say(one, lang) for one in _each(value)], slot.word, lang)
    if slot.kind in ("who", "name"):
        first = 1 if slot.kind == "name" else 0  # how far its count lags behind that of people
        seats = [int(str(seat)) + first for seat in _each(value)]
        return _joined([_who(seat, lang) for seat in seats], slot.word, lang)
    is_plural = slot.kind == "plural"
    wanted = plural_form(int(str(value)), lang) if is_plural else str(value)
    form = next((one for one in (f"={value}", wanted) if one in slot.forms), "other")
    return _fill(slot.forms[form], lang, facts, value if is_plural else None)
