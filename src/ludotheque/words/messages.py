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


def _closing(text: str, start: int) -> int:
    depth = 0
    for i in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[i], 0)
        if depth == 0:
            return i
    raise ValueError(f"unclosed brace in {text!r}")


def _fill(text: str, lang: str, facts: Mapping[str, object], number: object) -> str:
    out, i = [], 0
    while i < len(text):
        if text[i] == "{":
            end = _closing(text, i)
            out.append(_argument(text[i + 1 : end], lang, facts))
            i = end
        elif text[i] == "#" and number is not None:
            out.append(str(number))
        else:
            out.append(text[i])
        i += 1
    return "".join(out)


def _argument(text: str, lang: str, facts: Mapping[str, object]) -> str:
    name, _, rest = (part.strip() for part in text.partition(","))
    if not rest:
        return _say(facts[name], lang)
    kind, _, forms = (part.strip() for part in rest.partition(","))
    value = facts[name]
    if kind == "list":
        return _joined([_say(one, lang) for one in _each(value)], forms, lang)
    if kind in ("who", "name"):
        first = 1 if kind == "name" else 0  # how far its count lags behind that of people
        seats = [int(str(seat)) + first for seat in _each(value)]
        return _joined([_who(seat, lang) for seat in seats], forms, lang)
    wanted = plural_form(int(str(value)), lang) if kind == "plural" else str(value)
    choices = _choices(forms)
    number = value if kind == "plural" else None
    form = choices.get(f"={value}", choices.get(wanted, choices["other"]))
    return _fill(form, lang, facts, number)


def _choices(forms: str) -> dict[str, str]:
    found: dict[str, str] = {}
    i = 0
    while i < len(forms):
        start = forms.find("{", i)
        if start < 0:
            break
        end = _closing(forms, start)
        found[forms[i:start].strip()] = forms[start + 1 : end]
        i = end + 1
    return found
