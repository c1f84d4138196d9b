"""The names of people at a table: what may be one, and which of them look the same.

A name is shown to strangers beside other names.  It is one short line that reads the same for
everybody; no two at a table may be taken for each other; and none can carry the mark of a bot.

Two names are the same if what people see of them is: after Unicode's compatibility forms,
whatever the case, with the letters of other scripts that look like Latin ones
(`lookalikes.txt`), without anything invisible.  An accent that has a letter of its own tells
names apart, as `é` and `e` are two letters in French; a mark set on a letter that is never
written with it does not.  `i`, `l`, `1` and `I` are one stroke in many typefaces and count as
one letter, so do `o` and `0`, `rn` and `m`, `vv` and `w`.

In the literature: homograph attacks (Gabrilovich & Gontmakher 2002); skeletons of confusables
(Unicode UTS 39).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from pathlib import Path

from ludotheque.bot_names import SIGNS, first_names, is_bot
from ludotheque.errors import Refused
from ludotheque.state import Seat
from ludotheque.words.messages import LANGUAGES, message

try:
    from ludotheque.tables import signs
except ImportError:  # in a browser there is only the standard library
    from ludotheque.tables import plain_signs as signs  # type: ignore[no-redef]

LONGEST = 24  # characters, as people count them
MOST_POINTS = 100  # code points: a family with all its skin tones is one character of ten
MOST_ACCENTS = 2  # on one letter: Vietnamese has two
MOST_MARKS = 4  # on one letter, vowel signs included

ALIKE = str.maketrans(
    {"i": "l", "1": "l", "|": "l", "0": "o", "\u0336": "\u0335", "\u0337": "\u0338"}
)


# ---- what may be a name


def clean(name: str) -> str:
    """A name to be shown as text, or why it cannot be one."""
    plain = in_one_line(name)
    if not signs.VISIBLE.search(plain) and not signs.EMOJI.search(plain):
        raise Refused("name", "refused.name.empty")
    if len(signs.CHARACTERS.findall(plain)) > LONGEST or len(plain) > MOST_POINTS:
        raise Refused("name", high=LONGEST)
    if any(map(is_stacked, signs.MARKED.findall(unicodedata.normalize("NFD", plain)))):
        raise Refused("name", "refused.name.marks", high=MOST_ACCENTS)
    if any(sign in plain for sign in SIGNS):
        raise Refused("name", "refused.name.sign", name=plain)
    if is_bot(spelled(plain)):
        raise Refused("name", "refused.name.bot", name=plain)
    return plain


def in_one_line(name: str) -> str:
    """A name without what is not seen of it; emoji stay whole."""
    plain, end = [], 0
    name = unicodedata.normalize("NFC", name)
    for emoji in signs.EMOJI.finditer(name):
        plain += [shown(name[end : emoji.start()]), name[emoji.start() : emoji.end()]]
        end = emoji.end()
    plain.append(shown(name[end:]))
    line = " ".join("".join(plain).split())
    return unicodedata.normalize("NFC", " ".join(signs.ORPHANS.sub("", line).split()))


def shown(text: str) -> str:
    """What is seen of a text without emoji."""
    return signs.HIDDEN.sub("", signs.GAPS.sub(" ", text))


def is_stacked(marks: str) -> bool:
    """Whether more marks stand on a letter than any language writes."""
    accents = [m for m in marks if unicodedata.combining(m) or unicodedata.category(m) == "Me"]
    return len(accents) > MOST_ACCENTS or len(marks) > MOST_MARKS


def spelled(name: str) -> str:
    """A name as a bot's is written, to find one that poses as it: every colon is a colon."""
    return "".join(
        ":" if lookalikes().get(ord(c)) == ":" else c
        for c in unicodedata.normalize("NFKC", name).casefold()
    )


# ---- which look the same


@cache
def lookalikes() -> Mapping[int, str]:
    """[letter] -> the Latin letters it looks like."""
    lines = Path(__file__).with_name("lookalikes.txt").read_text(encoding="utf-8").splitlines()
    rows = [line.split(" ") for line in lines if not line.startswith("#")]
    return {ord(letter): seen for seen, letters in rows for letter in letters}


@lru_cache(maxsize=1000)
def looks(name: str) -> frozenset[str]:
    """What a name may be read as: as it is written, and in either case.

    Greek `ν` looks like `v` and its capital like `N`: only together do they tell all.
    """
    return frozenset(skeleton(form) for form in (name, name.upper(), name.lower()))


def skeleton(name: str) -> str:
    """What is seen of a name, in letters that nobody takes for one another."""
    seen = signs.HIDDEN.sub("", unicodedata.normalize("NFKD", name)).translate(lookalikes())
    seen = unicodedata.normalize("NFKD", seen.casefold()).translate(lookalikes())
    seen = signs.DECORATION.sub("", unicodedata.normalize("NFC", seen.translate(ALIKE)))
    return signs.DASHES.sub("-", seen).replace("rn", "m").replace("vv", "w")


def need_free_name(name: str, others: Iterable[str]) -> None:
    """Refuse a name that looks like one that somebody has."""
    mine = looks(name)
    for other in others:
        if not mine.isdisjoint(looks(other)):
            raise Refused("name", "refused.name.taken", name=name, other=other)


def unnamed(seat: Seat) -> list[str]:
    """What a person without a name is called, in every language."""
    return [message("web.player", lang, n=seat + 1) for lang in LANGUAGES]


# ---- bots


def names_of_bots(bots: Iterable[int], people: Iterable[str]) -> dict[int, str]:
    """What each bot is called: as `first_names` says, and like nobody who sits there."""
    seen = frozenset[str]().union(*map(looks, people))
    return first_names(bots, lambda name: seen.isdisjoint(looks(name)))
