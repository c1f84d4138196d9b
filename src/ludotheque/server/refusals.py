"""Refusals, counted one by one and told once a minute: a flood must not fill the log."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from hmac import digest
from secrets import token_bytes

from ludotheque.server import telemetry

PAUSE = 60.0  # seconds between two lines for the same reason
DAY = 86_400
MOST, WORST = 1000, 3  # clients counted for a reason, and told


class Tally:
    """How often was refused what, since it was last told."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.untold: Counter[str] = Counter()
        self.quiet: dict[str, float] = {}  # [reason] -> until when nothing is said
        self.names_clients = False  # whether the operator wants to know who it was
        self.clients: dict[str, Counter[str]] = {}  # [reason][client] -> how often
        self.key, self.day = b"", 0

    def refused(self, code: str, address: str = "") -> None:
        """Count a refusal; the first in a minute is told at once, the others with the next."""
        telemetry.refusals.labels(code).inc()
        self.untold[code] += 1
        if self.names_clients and address:
            known = self.clients.setdefault(code, Counter())
            if len(known) < MOST:
                known[self.alias(address)] += 1
        self.tell(code)

    def alias(self, address: str) -> str:
        """What an address is called today: nobody can tell it from that, nor tomorrow."""
        if (day := int(time.time() // DAY)) != self.day:
            self.key, self.day = token_bytes(32), day
        return digest(self.key, address.encode(), "sha256").hex()[:12]

    def tell(self, code: str) -> None:
        """Write a line with the count, unless there was one a short while ago."""
        now = self.clock()
        if self.untold[code] and now >= self.quiet.get(code, now):
            telemetry.log.warning("refused", code=code, count=self.untold.pop(code))
            self.quiet[code] = now + PAUSE
            for client, count in self.clients.pop(code, Counter()).most_common(WORST):
                telemetry.log.warning("offender", code=code, client=client, count=count)

    def tell_rest(self) -> None:
        """Tell what came since the last line, where its minute is over."""
        for code in list(self.untold):
            self.tell(code)


tally = Tally()
