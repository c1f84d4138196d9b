"""The office: what an operator does to tables and people, beside the log and without breaking it.

Orders come from a command of the operator's, through the control socket (`control.py`) of a running
server or straight to the database.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

from ludotheque.errors import Refused
from ludotheque.server.hub import ANEW, Hub, Live, Step
from ludotheque.server.store import Changes
from ludotheque.state import Seat
from ludotheque.tables import commands, salted
from ludotheque.tables.events import Json, compact
from ludotheque.tables.table import PLAYING, WAITING


class Quiet(Hub):
    """Tables in a command's process: nobody looks, no bot thinks, no clock rings."""

    def look_ahead(self, live: Live, delay: float = 0.0) -> None:
        """Leave that to the servers."""


async def obey(hub: Hub, order: Json) -> None:
    """Do what is ordered; refused if it cannot be done."""
    work = ORDERS.get(order.get("do", ""))
    if work is None:
        raise Refused("invalid")
    facts = {key: value for key, value in order.items() if key != "do"}
    await work(hub, **facts)


async def delete(hub: Hub, table: str) -> None:
    """Take a table away, with its log, its holders and its codes."""
    if await hub.store.table(table) is None:
        raise Refused("unknown")
    live = hub.lives.get(table)
    if live is None:
        await hub.store.commit(Changes(table, deleted=True))
    else:
        async with live.lock:  # so that nothing is under way
            await hub.store.commit(Changes(table, deleted=True))
    await hub.let_go(table, "unknown")
    tell(hub, table)


async def erase(hub: Hub, table: str, seats: list[Seat], names: list[str]) -> None:
    """Take people's names, seats and codes away from a table; its log still verifies."""
    live = await hub.live(table)
    for seat in seats:
        if not live.table.frozen:
            await hub.do(live, partial(depart, seat=seat))
    gone = set(names)
    async with live.lock:
        asides = [
            (event.number, compact(left.aside) if left.aside else None)
            for event, _ in await hub.store.events(table)
            if (left := salted.erased(event, lambda _, name: name in gone)) != event
        ]
        await hub.store.commit(Changes(table, asides=asides, freed=seats, revoked=seats))
    await hub.let_go(table, "changed")
    tell(hub, table)


def depart(step: Step, seat: Seat) -> None:
    """Empty a seat, or leave it to a bot, before its person is gone for good."""
    table, place = step.table, step.table.places[seat]
    if not place.is_person or place.driver:
        return
    if table.status == WAITING and not table.entropy:
        commands.leave(step, seat)
    elif table.status == PLAYING:
        commands.replace_person(step, seat)
    step.freed.append(seat)


def tell(hub: Hub, table: str) -> None:
    """Let other workers read a table anew."""
    hub.store.on_commit([(ANEW + table, -1)])


ORDERS: dict[str, Callable[..., Awaitable[None]]] = {"delete": delete, "erase": erase}
