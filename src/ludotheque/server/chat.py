"""Short messages between the people at a table: in memory alone, and never in its log.

Only where the table was laid so, which a listed one never is; spectators neither read nor write.
Each worker keeps the last of them for as long as it has the table; the bus carries new ones to
the others, and who comes to a worker later sees what that worker has heard.
"""

from __future__ import annotations

import json
import re
from collections import deque
from typing import TYPE_CHECKING

from ludotheque.errors import Refused
from ludotheque.server import frames, telemetry
from ludotheque.server.bus import Bus
from ludotheque.server.limits import TokenBucket
from ludotheque.state import Seat
from ludotheque.tables import names, signs
from ludotheque.tables.events import Json
from ludotheque.tables.standing import Standing

if TYPE_CHECKING:
    from ludotheque.server.hub import Live, Watcher

CHANNEL = "ludotheque_chat"
LONGEST = 300  # characters, as people count them
MOST_POINTS = 1200  # code points: what still fits into one word on the bus
KEPT = 50  # messages of a table
RATE, BURST = 0.4, 5  # messages a second from one seat, and at once
# Addresses by their scheme, by `www`, by what stands behind a slash, or by a usual ending.
LINK = re.compile(
    r"://|\bwww\.|\b[\w-]+\.[a-z]{2,24}[/:?#]\S"
    r"|\b[\w-]{2,}\.(?:com|fr|org|net|io|eu|be|ch|ca|de|uk|info|biz|gg|ly|me|app|dev|xyz)\b",
    re.IGNORECASE,
)


class Kept:
    """The last messages of one table, and how fast each seat writes."""

    def __init__(self) -> None:
        self.messages: deque[Json] = deque(maxlen=KEPT)
        self.buckets: dict[Seat, TokenBucket] = {}

    def count(self, seat: Seat) -> None:
        """Refuse who writes too much at once."""
        if not self.buckets.setdefault(seat, TokenBucket(RATE, BURST)).take():
            raise Refused("often", "refused.chat.often")


def clean(text: str) -> str:
    """A message as it is shown, in one line; refused if it cannot be one."""
    plain = names.in_one_line(text)
    if not plain:
        raise Refused("chat", "refused.chat.empty")
    if len(signs.CHARACTERS.findall(plain)) > LONGEST or len(plain) > MOST_POINTS:
        raise Refused("chat", "refused.chat.long", most=LONGEST)
    if any(map(names.is_stacked, signs.MARKED.findall(plain))):
        raise Refused("chat", "refused.name.marks", high=names.MOST_ACCENTS)
    if LINK.search(plain):
        raise Refused("chat", "refused.chat.link")
    return plain


def need_chat(table: Standing) -> None:
    """Only where the host wanted it, and never where anybody may sit down."""
    if not table.opening.chat or table.opening.listed:
        raise Refused("chat")


class Chat:
    """Carries messages to those who sit at a table, here and at the other workers."""

    def __init__(self, lives: dict[str, Live], bus: Bus) -> None:
        self.lives, self.bus = lives, bus
        bus.hear(CHANNEL, self.heard)

    def write(self, live: Live, seat: Seat, text: str, now: int) -> None:
        """Somebody writes to the others."""
        need_chat(live.table)
        live.chat.count(seat)
        message = {"seat": seat, "text": clean(text), "at": now}
        self.show(live, message)
        if self.bus.name:
            told = {"worker": self.bus.name, "table": live.table.name, **message}
            self.bus.say(CHANNEL, json.dumps(told, ensure_ascii=False, separators=(",", ":")))

    def show(self, live: Live, message: Json) -> None:
        """Keep a message, and send it to those who sit here."""
        live.chat.messages.append(message)
        for watcher in list(live.watchers):
            self.send(live, watcher, [message])

    def greet(self, live: Live, watcher: Watcher) -> None:
        """Send what was written before to one who comes."""
        if live.chat.messages:
            self.send(live, watcher, [*live.chat.messages])

    def send(self, live: Live, watcher: Watcher, messages: list[Json]) -> None:
        """Send messages to one who has a seat."""
        if watcher.is_told and watcher.owner and live.seats_of(watcher.owner):
            watcher.send(frames.written({"type": "chat", "messages": messages}))

    def heard(self, text: str) -> None:
        """Another worker has a message."""
        try:
            told = json.loads(text)
            live = self.lives.get(told["table"])
            if live is not None and told["worker"] != self.bus.name:
                self.show(live, {name: told[name] for name in ("seat", "text", "at")})
        except (ValueError, LookupError, TypeError) as problem:
            telemetry.log.warning("chat.heard", exc_info=problem)
