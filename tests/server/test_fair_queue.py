"""The line of those who wait: who is next, and who is sent away."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from ludotheque.errors import Refused
from ludotheque.server.fair_queue import Line

pytestmark = pytest.mark.anyio

WATCHED, LOOKED_AT, DESERTED = 0, 1, 2


class Desk:
    """People before a line, who all go in once the one inside has left."""

    def __init__(self, places: int = 1, room: int = 100) -> None:
        self.line = Line(places, room)
        self.served: list[str] = []
        self.leave = asyncio.Event()
        self.tasks: list[asyncio.Task[None]] = []

    async def come(self, name: str, urgency: int | Callable[[], int] = WATCHED) -> None:
        """Somebody joins the line; names with the same first letter have the same address."""
        asked = urgency if callable(urgency) else lambda: urgency

        async def wait() -> None:
            async with self.line.place(name[0], asked):
                self.served.append(name)
                await self.leave.wait()

        self.tasks.append(asyncio.create_task(wait()))
        await asyncio.sleep(0)

    async def close(self) -> list[BaseException | None]:
        """Everybody is served in turn; what became of each."""
        self.leave.set()
        return await asyncio.gather(*self.tasks, return_exceptions=True)


async def test_those_who_are_watched_go_before_those_who_came_earlier() -> None:
    desk = Desk()
    for name, urgency in (("a", 0), ("b", DESERTED), ("c", LOOKED_AT), ("d", WATCHED)):
        await desk.come(name, urgency)
    await desk.close()
    assert desk.served == ["a", "d", "c", "b"]


async def test_who_waits_for_much_does_not_keep_others_waiting() -> None:
    desk = Desk()
    for name in ("a1", "a2", "a3", "a4", "b1", "b2", "c1"):
        await desk.come(name)
    await desk.close()
    assert desk.served == ["a1", "b1", "c1", "a2", "b2", "a3", "a4"]


async def test_an_address_that_was_served_often_is_not_held_back_for_ever() -> None:
    desk = Desk()
    for n in range(5):
        await desk.come(f"a{n}")
    await desk.close()
    desk.leave.clear()
    await desk.come("x")
    await desk.come("b")
    await desk.come("a")
    await desk.close()
    assert desk.served[-3:] == ["x", "b", "a"]
    assert len(desk.line.rounds) <= 3


async def test_urgency_is_that_of_the_moment_not_of_the_arrival() -> None:
    desk, now = Desk(), {"b": DESERTED}
    await desk.come("a")
    await desk.come("b", lambda: now["b"])
    await desk.come("c", LOOKED_AT)
    now["b"] = WATCHED
    await desk.close()
    assert desk.served == ["a", "b", "c"]


async def test_when_it_is_full_the_least_urgent_gives_way() -> None:
    desk = Desk(room=3)
    for name, urgency in (("a", WATCHED), ("b", DESERTED), ("c", LOOKED_AT), ("d", WATCHED)):
        await desk.come(name, urgency)
    await desk.come("e", LOOKED_AT)
    outcomes = await desk.close()
    assert desk.served == ["a", "d", "c"]
    busy = [outcome.code for outcome in outcomes if isinstance(outcome, Refused)]
    assert (busy, outcomes[0], outcomes[2], outcomes[3]) == (["busy", "busy"], None, None, None)


@pytest.mark.parametrize("admitted", [False, True])
async def test_who_goes_away_leaves_the_place_to_the_next(admitted: bool) -> None:
    desk = Desk()
    await desk.come("a")
    await desk.come("b")
    await desk.come("c")
    if admitted:  # it has been given a place, and does not know it yet
        desk.tasks[0].cancel()
        await asyncio.sleep(0)
    desk.tasks[1].cancel()
    await desk.close()
    assert desk.served[-1] == "c"
    assert (desk.line.free, desk.line.inside, desk.line.waiting) == (1, 0, [])


async def test_several_places_are_all_used() -> None:
    desk = Desk(places=3)
    for name in "abcd":
        await desk.come(name)
    await asyncio.sleep(0)
    assert desk.served == ["a", "b", "c"]
    await desk.close()
    assert desk.served == ["a", "b", "c", "d"]


async def test_places_come_and_go() -> None:
    desk = Desk(places=1)
    for name in "abcd":
        await desk.come(name)
    desk.line.resize(3)
    await asyncio.sleep(0)
    assert desk.served == ["a", "b", "c"]
    desk.line.resize(1)
    assert desk.line.free == -2
    await desk.close()
    assert (desk.served, desk.line.free) == (["a", "b", "c", "d"], 1)
