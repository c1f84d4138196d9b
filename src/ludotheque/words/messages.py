"""Sentences for people, in French and English, from catalogues: ours and those of each game.

What is common lies in `locales` here, a game's own sentences in `locales` of its folder.  A
catalogue is one flat JSON object.  Its sentences hold a small part of ICU's message format:
`{name}`, `{n, plural, one {…} other {…}}` (`#` is the number) and `{who, select, a {…} other
{…}}`; and of our own `{seat, who}`: a seat, or several, counted from 1, by the name of whoever
sits there, and `{seat, name}`: the same counted from 0.
"""

from __future__ import annotations

import json
import os
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


def _who(seat: object, lang: str) -> str:
    if isinstance(seat, list | tuple):
        return join([_who(one, lang) for one in seat])
    names = _names.get()
    name = names(int(str(seat)) - 1) if names else None
    return _say(name, lang) if name else message("who.seat", lang, seat=seat)


def _from_one(seat: object) -> object:
    """Seats counted from 0, as they are counted for people."""
    return (
        [_from_one(one) for one in seat] if isinstance(seat, list | tuple) else int(str(seat)) + 1
    )


def join(items: Iterable[str]) -> str:
    """Things one after another."""
    return ", ".join(items)


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
    if kind == "who":
        return _who(value, lang)
    if kind == "name":
        return _who(_from_one(value), lang)
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
