"""Kinds of characters in a name, as far as the standard library knows them.

It has no emoji and no scripts, so these are told by where they stand in Unicode and what they
are called: names on one device need only be clean and distinct.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

# What parts words, or turns the line around; what is drawn as nothing; what is a picture.
PARTING = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2800\ufffc\U0001d159]")
UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0e\uffa0\U000e0000-\U000e0fff]"
)
PICTURES = re.compile(
    "[\xa9\xae\u203c\u2049\u2122\u2139\u2194-\u21aa\u231a-\u23ff\u25aa-\u25fe\u2600-\u27bf"
    "\u2934\u2935\u2b05-\u2b55\u3030\u303d\u3297\u3299\U0001f000-\U0001f1e5\U0001f200-\U0001faff]"
)
ONES = {"\ufe0f": "f", "\u200d": "j", "\u20e3": "k", "\u0335": "s", "\u0338": "s"}
ONES |= dict.fromkeys("#*", "o") | {chr(0x1F3FB + n): "t" for n in range(5)}  # tones of skin
ONES |= {chr(0x1F1E6 + n): "r" for n in range(26)}  # two of them are a flag
GAPPING = ("Z", "Cc", "Cs", "Co", "Cn")
WRITTEN = ("LATIN", "GREEK", "CYRILLIC")


@lru_cache(maxsize=1000)
def kind_of(c: str) -> str:
    """What a character is, as a letter that the patterns below are made of."""
    category = unicodedata.category(c)
    if c in ONES:
        return ONES[c]
    if PARTING.match(c) or (category.startswith(GAPPING) and not PICTURES.match(c)):
        return "g"
    if category == "Cf" or UNSEEN.match(c):
        return "h"
    if PICTURES.match(c):
        return "p"
    if category.startswith("M"):
        return "c" if category == "Mc" else "m"
    if category.startswith("L"):
        return "a" if unicodedata.name(c, "").startswith(WRITTEN) else "l"
    return "n" if category.startswith("N") else "d" if category == "Pd" else "e"


class Pattern:
    """A pattern of kinds, used as those of `re` are."""

    def __init__(self, kinds: str) -> None:
        self.kinds = re.compile(kinds)

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        """Where it is found; what is found there is to be taken from the text."""
        return self.kinds.finditer("".join(map(kind_of, text)))

    def search(self, text: str) -> bool:
        """Whether it is found."""
        return any(True for _ in self.finditer(text))

    def findall(self, text: str) -> list[str]:
        """All that is found."""
        return [text[found.start() : found.end()] for found in self.finditer(text)]

    def sub(self, new: str, text: str) -> str:
        """The text with something else in place of all that is found."""
        parts, end = [], 0
        for found in self.finditer(text):
            parts += [text[end : found.start()], new]
            end = found.end()
        return "".join([*parts, text[end:]])


EMOJI = Pattern("rr|[no]fk|p[tf]?(?:jp[tf]?)*|t")
GAPS = Pattern("g")
HIDDEN = Pattern("[hfj]")
ORPHANS = Pattern("(?<![^g])[mcks]+")
VISIBLE = Pattern("[aln]")
MARKED = Pattern("[mcks]+")
DECORATION = Pattern("(?<=a)[mk]+")
DASHES = Pattern("d")
CHARACTERS = Pattern("rr|p[tfmcks]*(?:jp[tfmcks]*)*|.[mckshfj]*")
