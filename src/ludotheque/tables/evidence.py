"""The evidence of a table: its `.play` file with the whole log, and its verification.

The file is the game as any tool reads it, and below, in comments, every event with the
first half of its hash:

    # log
    # 3f0c…e1 [0,1763200000000,"open",null,{…}]
    # 27aa…90 [1,1763200000000,"sit",0,{"who":"…"}] {"name":"Alice","salt":"…"}

The header's `chain` is the whole hash of the event that ended the game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from ludotheque.errors import BadEvent, BadPlay, Refused
from ludotheque.log import OTHER_SIDE, Play
from ludotheque.state import Seat
from ludotheque.tables.events import ORIGIN, Event, link, read_event, written
from ludotheque.tables.table import Table, Told
from ludotheque.tables.transcript import Compared, compare, read_seen, seen_lines, without_seen
from ludotheque.words.messages import Message

__all__ = ["Verified", "verify"]

LOG = "# log"
LINE = re.compile(r"# ([0-9a-f]{32}) (\[.*[]}])")


class Verified(NamedTuple):
    """What was found to hold."""

    table: str
    game: str
    events: int
    draws: int
    stirred: int  # seats that stirred the dice
    finished: bool
    chain: str  # the hash of the end: what everybody at the table was shown
    before: str  # the last hash before the log was chained anew, if it was
    silent: tuple[Seat, ...]  # seats that promised to stir the dice and did not
    erased: int  # names that were taken away
    brought: int  # actions that were played elsewhere, and whose dice nobody knows
    seen: Compared | None  # what was compared with what somebody saw


def as_play(table: Table) -> Play:
    """The game of a table, as it stands."""
    opening = table.opening
    play = Play(table.game, table.start, actions=list(table.actions), data=opening.data)
    play.version, play.named = opening.rules, opening.options
    for seat, place in enumerate(table.places):
        if name := place.name or place.bot:
            play.names[seat] = name
    play.extra["table"] = table.name
    if opening.other_side:
        play.extra[OTHER_SIDE] = opening.other_side
    series = table.series()
    if series is not None:
        play.extra |= series.header()
    return play


def seen_text(table: Table, seat: Seat, told: Iterable[Told] = ()) -> str:
    """The game so far as a seat may tell it, and what it was shown; it proves nothing yet."""
    lines = [as_play(table).text(witness=seat).removesuffix("\n"), *seen_lines(table, told, seat)]
    return "\n".join(lines) + "\n"


def full_text(table: Table, events: Iterable[Event]) -> str:
    """The file of a table that has ended, with its evidence."""
    play = as_play(table)
    play.extra["chain"] = chain_of(table)
    lines = [play.text(), LOG]
    head = ORIGIN
    for event in events:
        head = link(head, event)
        lines.append(f"# {head.hex()[:32]} {written(event)}")
    return "\n".join(lines) + "\n"


def need_file(table: Table) -> None:
    """Refuse the file of a table at which nothing can be told."""
    if table.frozen:
        raise Refused("frozen")
    if table.s is None and not table.is_over:
        raise Refused("waiting")


def file_of(table: Table, told: Sequence[Told], seat: Seat) -> str:
    """The file of a table as a seat may have it; when it has ended, all of it."""
    if table.is_over:
        return full_text(table, [one.event for one in told])
    return seen_text(table, seat, told)


def chain_of(table: Table) -> str:
    """What people compare; in logs of the first format, the hash of the last event."""
    return (table.head if table.format == 1 else table.chain).hex()


def verify(
    text: str, progress: Callable[[float], object] = lambda _: None, witness: str = ""
) -> Verified:
    """Draw every number again, play every action by the rules, and compare the whole file.

    The first event that does not hold is named by a BadEvent; anything else that differs, by
    its line, in a BadPlay.  What was seen is compared too: what the file itself ends with, and
    that of a `witness`, another file of the same table.
    """
    kept = [read_seen(text), read_seen(witness)]
    if witness and kept[1] is None:
        raise BadPlay("error.seen.none")
    lines = without_seen(text).split("\n")
    events = events_of(text)
    table = Table(events[0].body.get("table", ""), seed_of(events))
    told = []
    for event in events:
        told.append(table.take(event))
        need_version(table)
        progress(event.number / len(events))
    if not table.is_over:
        raise BadPlay("error.verify.unfinished")
    need_lines(lines, full_text(table, events).split("\n"))
    compared = [compare(one, table, told) for one in kept if one is not None]
    return Verified(
        table=table.name,
        game=table.game.name,
        events=len(events),
        draws=table.draws,
        stirred=len(table.entropy),
        finished=table.status == "over",
        chain=chain_of(table),
        before=table.opening.before.chain if table.opening.before else "",
        silent=tuple(table.silent()),
        erased=sum(place.erased for place in table.places),
        brought=len(table.opening.brought),
        seen=compared[-1] if compared else None,
    )


def need_version(table: Table) -> None:
    """Rules of another version, or other equipment, may tell another story."""
    game, rules, data = table.game, table.opening.rules, table.opening.data
    if rules not in game.reads:
        raise BadPlay("error.verify.version", found=rules, right=game.version)
    if data not in game.data_names:
        raise BadPlay("error.verify.data", found=data, right=game.data)


def events_of(text: str) -> list[Event]:
    """The events of a file with its log, each of which fits its hash."""
    lines = without_seen(text).split("\n")
    if "\r\n" in text:
        raise BadPlay("error.verify.ends")
    if LOG not in lines:
        raise BadPlay("error.verify.log")
    return read_log(lines, lines.index(LOG) + 1)


def read_log(lines: list[str], begin: int) -> list[Event]:
    """The events, each of which must fit its hash."""
    events: list[Event] = []
    head = ORIGIN
    for n in range(begin, len(lines) - 1):
        found = LINE.fullmatch(lines[n])
        number = len(events)
        try:
            event = read_event(found[2] if found else "")
        except (ValueError, TypeError, RecursionError):
            raise BadEvent("error.event.unreadable", number=number, line=n + 1) from None
        head = link(head, event)
        if found is None or found[1] != head.hex()[:32]:
            raise BadEvent("error.event.hash", number=number, line=n + 1)
        events.append(event)
    if not events or not isinstance(events[0].body, dict):
        raise BadPlay("error.verify.log")
    return events


def seed_of(events: list[Event]) -> bytes:
    """The seed that the last part of the log shows."""
    for event in reversed(events):
        if event.kind in ("end", "abandon"):
            try:
                return bytes.fromhex(event.body["seed"])
            except (KeyError, TypeError, ValueError):
                raise BadEvent("error.event", number=event.number, kind=event.kind) from None
    raise BadPlay("error.verify.unfinished")


def need_lines(given: list[str], right: list[str]) -> None:
    """What stands above the log must be what the log tells."""
    for n, (mine, theirs) in enumerate(zip(right, given, strict=False), start=1):
        if mine != theirs:
            raise BadPlay("error.verify.line", line=n, text=theirs[:60], right=mine[:60])
    if len(given) != len(right):
        facts = {"text": "", "right": Message("error.verify.lines", {"n": len(right)})}
        raise BadPlay("error.verify.line", line=min(len(given), len(right)) + 1, **facts)
