"""The tally: every refusal in the figure, one line a minute in the log."""

from __future__ import annotations

from typing import Any

import pytest

from ludotheque.server import telemetry
from ludotheque.server.refusals import Tally
from server.logs import captured


class Clock:
    """A clock that stands still until it is moved."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_flood_of_refusals_is_one_line_a_minute_with_its_count(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lines: list[Any] = []
    monkeypatch.setattr(
        telemetry.log, "warning", lambda event, **facts: lines.append((event, facts))
    )
    clock = Clock()
    tally = Tally(clock)
    before = telemetry.refusals.labels("pings")._value.get()
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
    assert telemetry.refusals.labels("pings")._value.get() - before == 1000


def test_who_is_refused_can_be_told_apart_but_not_be_known(monkeypatch: pytest.MonkeyPatch) -> None:
    now, day = [0.0], [20_000.0]
    monkeypatch.setattr("time.time", lambda: day[0] * 86_400)
    tally = Tally(lambda: now[0])
    with captured() as lines:
        tally.refused("pings", "192.0.2.7")
        assert "client" not in str(lines), "not unless the operator wants it"
        tally.names_clients = True
        for address in (
            ["192.0.2.7"] * 9 + ["192.0.2.8"] * 3 + [f"198.51.100.{n}" for n in range(5)]
        ):
            tally.refused("pings", address)
        now[0] = 61.0
        tally.tell_rest()
        told = [line for line in lines if line["event"] == "offender"]
        assert [line["count"] for line in told] == [9, 3, 1], "the worst"
        assert "192.0.2" not in str(lines)
        assert told[0]["client"] == tally.alias("192.0.2.7")
        day[0] += 1
        assert told[0]["client"] != tally.alias("192.0.2.7"), "and only today"
