"""What turns lead to, as the library ships it: the solution without the work, or NumPy.

Of a last round it matters only how many seats lead, with how many points, and how many are
still to play: the table says what each of these gets then.  It is the same for any number
of players.  Then there is every place's share in a round that nobody has won yet; and alone,
what a turn is worth when another pass begins, at the *knots* between which it is a line.

The file is a line of facts (JSON), then doubles, low bytes first, compressed.
"""

from __future__ import annotations

import hashlib
import json
import sys
import zlib
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from typing import NamedTuple, TypedDict

from ludotheque.errors import BadData

FORMAT = "ludotheque quinze tables 1"
FILE = "tables.bin"
DOUBLE = 8  # bytes
MOST = 1 << 62  # points: more than any turn has


Numbers = Sequence[float]
Key = tuple[str | int, ...]
# A part of the file is called
#   last, seats still to play, leaders, number of a seat still to play   [best - target] -> share
#   fresh, players, place to play                                        [place] -> share
#   points, passes                                                       the knots
#   worth, passes                                                        what they are worth


class Facts(TypedDict):
    """What the first line of the file says."""

    format: str
    sha256: str  # of what follows
    rules: int  # their version
    data: str  # the fingerprint of the equipment
    target: int
    parts: list[list[str | int]]  # what each is called, then how many numbers it has


class Last(NamedTuple):
    """What a last round comes to: for each of those who lead, and for those still to play."""

    lead: float
    later: list[float]


class Knots(NamedTuple):
    """A curve that is a line from knot to knot."""

    points: Numbers
    values: Numbers

    def at(self, points: int) -> float | None:
        """The value at some points; None beyond the knots."""
        if not self.points[0] <= points <= self.points[-1]:
            return None
        right = min(bisect_right(self.points, points), len(self.points) - 1)
        left = max(right - 1, 0)
        low, high = self.values[left], self.values[right]
        part = (points - self.points[left]) / ((self.points[right] - self.points[left]) or 1)
        return low + (high - low) * part


class Tables:
    """The tables of a file."""

    def __init__(self, raw: bytes) -> None:
        head, _, packed = raw.partition(b"\n")
        try:
            self.facts: Facts = json.loads(head)
            right = self.facts["format"] == FORMAT
            right = right and self.facts["sha256"] == hashlib.sha256(packed).hexdigest()
        except (ValueError, KeyError, TypeError):
            right = False
        if not right:
            raise BadData("exact.quinze.tables", file=FILE)
        self.target = self.facts["target"]
        numbers, begun = unpacked(packed), 0
        self.parts: dict[Key, Numbers] = {}
        for *name, size in self.facts["parts"]:
            end = begun + int(size)
            self.parts[tuple(name)] = numbers[begun:end]
            begun = end

    def known(self, later: int) -> int:
        """The largest best score that is answered while so many seats are still to play."""
        if later == 0:
            return MOST
        return self.target + len(self.parts["last", later, 1, 0]) - 1

    def last(self, later: int, leaders: int, best: int) -> Last | None:
        """What a last round comes to; None if the best score is beyond the table."""
        if best > self.known(later):
            return None
        row = best - self.target
        shares = [self.parts["last", later, leaders, i][row] for i in range(later)]
        return Last((1 - sum(shares)) / leaders, shares)

    def fresh(self, players: int, place: int) -> list[float]:
        """Each place's share before one of them plays, if nobody has reached the target yet."""
        return list(self.parts["fresh", players, place % players])

    def alone(self, passes: int) -> Knots:
        """What a turn is worth when so many passes are complete and another begins."""
        return Knots(self.parts["points", passes], self.parts["worth", passes])


def unpacked(packed: bytes) -> array[float]:
    """The numbers of a file."""
    raw = zlib.decompress(packed)
    size = len(raw) // DOUBLE
    mixed = bytearray(len(raw))
    for i in range(DOUBLE):
        mixed[i::DOUBLE] = raw[i * size : (i + 1) * size]
    numbers = array("d", bytes(mixed))
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def packed(numbers: Iterable[float]) -> bytes:
    """Numbers as a file holds them: all first bytes, all second ones…, which are more alike."""
    doubles = array("d", numbers)
    if sys.byteorder == "big":
        doubles.byteswap()
    raw = doubles.tobytes()
    return zlib.compress(b"".join(raw[i::DOUBLE] for i in range(DOUBLE)), 9)


def write(parts: dict[Key, Numbers], **facts: object) -> bytes:
    """Tables as they are stored."""
    body = packed(number for part in parts.values() for number in part)
    head = {
        "format": FORMAT,
        **facts,
        "parts": [[*name, len(part)] for name, part in parts.items()],
        "sha256": hashlib.sha256(body).hexdigest(),
    }
    return json.dumps(head).encode() + b"\n" + body


@cache
def shipped() -> Tables:
    """The tables that come with the library."""
    return Tables((files(__package__) / FILE).read_bytes())
