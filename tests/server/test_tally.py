"""The tally: every refusal in the figure, one line a minute in the log."""

from __future__ import annotations

from typing import Any

import pytest

from ludotheque.server import watch
from ludotheque.server.tally import Tally


class Clock:
    """A clock that stands still until it is moved."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_flood_of_refusals_is_one_line_a_minute_with_its_count(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lines: list[Any] = []
    monkeypatch.setattr(watch.log, "warning", lambda event, **facts: lines.append((event, facts)))
    clock = Clock()
    tally = Tally(clock)
    before = watch.refusals.labels("pings")._value.get()
    for _ in range(1000):
        tally.refused("pings")
    tally.refused("silent")
    assert lines == [
        ("refused", {"code": "pings", "count": 1}),
        ("refused", {"code": "silent", "count": 1}),
    ]
    clock.now += 30
    tally.tell_rest()
    assert len(lines) == 2, "not yet"
    clock.now += 31
    tally.tell_rest()
    tally.tell_rest()
    assert lines[2:] == [("refused", {"code": "pings", "count": 999})]
    assert watch.refusals.labels("pings")._value.get() - before == 1000
