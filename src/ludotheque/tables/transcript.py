"""What a seat was shown, event by event, and its comparison with the log of the end.

A log proves that it fits together; only who was there can tell whether it is the game that was
played.  So the file that a page saves, and that of a running game, ends with what was seen:

    # seen
    # {"seat":0,"since":-1,"stirred":{"0":"5fe1…"},"table":"k3Yz0aB9_x-QwErT"}
    # {"at":1763200000000,"commitment":"…","kind":"open","number":0,…}
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ludotheque.errors import BadPlay
from ludotheque.parts import SPECTATOR
from ludotheque.state import Seat
from ludotheque.tables import dice, salted, views
from ludotheque.tables.events import Json, compact
from ludotheque.tables.table import Table, Told

SEEN = "# seen"
WORDS = ("tell", "effects", "news")  # how it was told: another version may do so otherwise
ERASABLE = ("name", "salt", "names")


class Seen(NamedTuple):
    """What somebody saw of a table."""

    table: str
    since: int  # the last event of which one was only told, having come late; else -1
    stirred: dict[Seat, str]  # the bytes with which one's own seats stirred the dice
    events: list[Json]


class Compared(NamedTuple):
    """What came of a comparison in which nothing differed."""

    events: int
    since: int
    dropped: tuple[Seat, ...]  # seats that stirred the dice, and whose bytes were left out


# ---- the text


def seen_lines(table: Table, told: Iterable[Told], seat: Seat) -> list[str]:
    """What a seat has been shown so far, as lines of a file."""
    facts = {"seat": None if seat == SPECTATOR else seat, "since": -1, "table": table.name}
    shown = (views.event_for(table, one, seat) for one in told)
    kept = [{name: v for name, v in event.items() if name not in WORDS} for event in shown]
    return [SEEN, *(f"# {compact(line)}" for line in [facts, *kept])]


def read_seen(text: str) -> Seen | None:
    """What a file says was seen; None if it does not."""
    lines = text.split("\n")
    if SEEN not in lines:
        return None
    begin = lines.index(SEEN) + 1
    try:
        found = [json.loads(line.removeprefix("# ")) for line in lines[begin:] if line]
        facts, events = found[0], found[1:]
        stirred = {int(seat): str(shown) for seat, shown in facts.get("stirred", {}).items()}
        for event in events:
            if type(event["number"]) is not int or event["number"] < 0:
                raise ValueError(event)
        return Seen(str(facts["table"]), int(facts["since"]), stirred, events)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError, OverflowError):
        raise BadPlay("error.seen.unreadable") from None


def without_seen(text: str) -> str:
    """A file up to what was seen."""
    return text[: text.index(f"\n{SEEN}\n") + 1] if f"\n{SEEN}\n" in text else text


# ---- the comparison


def compare(seen: Seen, table: Table, told: Sequence[Told]) -> Compared:
    """Hold what was seen against a whole log; a BadPlay names the first thing that differs."""
    if seen.table != table.name:
        raise BadPlay("error.seen.table", found=seen.table, right=table.name)
    for event in seen.events:
        number = event["number"]
        if number >= len(told):
            raise BadPlay("error.seen.missing", number=number)
        if not agrees(event, all_of(table, told[number])):
            raise BadPlay("error.seen.differs", number=number, kind=told[number].event.kind)
    dropped = []
    for seat, shown in sorted(seen.stirred.items()):
        if not 0 <= seat < table.players or table.places[seat].promise != promise_of(shown):
            raise BadPlay("error.seen.bytes", seat=seat + 1)
        if seat not in table.entropy:
            dropped.append(seat)
    return Compared(len(seen.events), seen.since, tuple(dropped))


def promise_of(shown: str) -> str:
    """The promise of bytes; nothing if they are none."""
    try:
        return dice.promise(bytes.fromhex(shown))
    except ValueError:
        return ""


def all_of(table: Table, told: Told) -> Json:
    """All that anybody may ever have been shown of an event."""
    whole = views.event_for(table, told, SPECTATOR)
    return whole | ({"seal": told.seal} if told.seal else {})


def agrees(event: Json, whole: Json) -> bool:
    """Whether an event was shown as it happened; a name that was erased since by its hash."""
    for name, value in event.items():
        if name in WORDS:
            continue
        if name in ERASABLE and whole.get(name) != value:
            if not was_called(event, whole):
                return False
        elif name not in whole or compact(whole[name]) != compact(value):
            return False
    return True


def was_called(event: Json, whole: Json) -> bool:
    """Whether the names that were seen are those that were chained."""
    try:
        if "names" not in event:
            return (
                "name" not in whole and salted.hashed(event["salt"], event["name"]) == whole["who"]
            )
        pairs = zip(event["names"], whole["names"], whole["kept"], strict=True)
        return all(
            now == then or (now is None and salted.hashed(then[1], then[0]) == who)
            for then, now, who in pairs
        )
    except (LookupError, TypeError, ValueError, AttributeError):
        return False
