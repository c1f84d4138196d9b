"""Refusals, counted one by one and told once a minute: a flood must not fill the log."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable

from ludotheque.server import watch

PAUSE = 60.0  # seconds between two lines for the same reason


class Tally:
    """How often was refused what, since it was last told."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.untold: Counter[str] = Counter()
        self.quiet: dict[str, float] = {}  # [reason] -> until when nothing is said

    def refused(self, code: str) -> None:
        """Count a refusal; the first in a minute is told at once, the others with the next."""
        watch.refusals.labels(code).inc()
        self.untold[code] += 1
        self.tell(code)

    def tell(self, code: str) -> None:
        """Write a line with the count, unless there was one a short while ago."""
        now = self.clock()
        if self.untold[code] and now >= self.quiet.get(code, now):
            watch.log.warning("refused", code=code, count=self.untold.pop(code))
            self.quiet[code] = now + PAUSE

    def tell_rest(self) -> None:
        """Tell what came since the last line, where its minute is over."""
        for code in list(self.untold):
            self.tell(code)


tally = Tally()
