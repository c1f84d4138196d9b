"""The time at the tables, whatever is done to the machine's clock."""

from __future__ import annotations

import pytest
from every import NO_LUCK

from ludotheque.server import hub
from server.guests import OPEN, me
from server.houses import house, invite

SECOND = 1_000_000_000
HOUR = 3600


class Machine:
    """A machine whose clock can be set."""

    def __init__(self) -> None:
        self.up, self.clock = 50 * SECOND, 1_800_000_000 * SECOND

    def monotonic_ns(self) -> int:
        return self.up

    def time_ns(self) -> int:
        return self.clock

    def run(self, seconds: float) -> None:
        """Let time go by."""
        self.up += int(seconds * SECOND)
        self.clock += int(seconds * SECOND)


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    found = Machine()
    monkeypatch.setattr(hub, "time", found)
    return found


@pytest.mark.parametrize("hours", [-2, 2, 24 * 365])
def test_a_clock_that_is_set_hardly_changes_the_time_at_the_tables(
    machine: Machine, hours: float
) -> None:
    now = hub.Time()
    begin = now()
    assert begin == machine.clock // 1_000_000
    machine.clock += int(hours * HOUR * SECOND)
    assert now() == begin
    for n in range(1, 61):
        machine.run(1)
        passed = now() - begin
        assert abs(passed - 1000 * n) <= 10 * n, "one part in a hundred"


def test_a_clock_that_was_set_is_followed_in_the_end(machine: Machine) -> None:
    now = hub.Time()
    now()
    machine.clock -= 30 * SECOND
    before = now()
    for _ in range(60):
        machine.run(60)
        assert now() > before
        before = now()
    assert now() == machine.clock // 1_000_000


def test_a_table_goes_on_when_the_clock_was_set_back_before_the_server_is_started_again(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with house(sqlite, monkeypatch, entropy_seconds=600) as still:
        wish = {"clock": {"seconds": 60, "add": 0}, "stand_in": "random"}
        party = invite(still.guest(), [still.guest()], NO_LUCK, [me(), OPEN], **wish)
        seat, before = party.actor(), party.seen()["events"][-1]["at"]

        async def start_again() -> None:
            still.hub.forget(still.hub.lives[party.table])
            still.clock.ms -= 600_000
            monkeypatch.setattr(hub.now_ms, "ahead", None)

        still.call(start_again())
        assert party.seen()["clocks"][seat] == 60_000
        still.clock.move(20)
        assert party.seen()["clocks"][seat] == 40_000
        party.play(seat)
        seen = party.seen()
        assert seen["events"][-1]["at"] == before + 20_000
        assert seen["clocks"][seat] == 40_000
