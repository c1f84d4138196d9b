"""The office: what an operator does to tables and people, beside the log and without breaking it.

Orders come from a command of the operator's, through the window (`window.py`) of a running
server or straight to the database.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from ludotheque.errors import Refused
from ludotheque.server.hub import ANEW, Hub, Live
from ludotheque.server.store import Changes

Order = dict[str, Any]


class Quiet(Hub):
    """Tables in a command's process: nobody looks, no bot thinks, no clock rings."""

    def look_ahead(self, live: Live, address: str, delay: float = 0.0) -> None:
        """Leave that to the servers."""


async def obey(hub: Hub, order: Order) -> None:
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


def tell(hub: Hub, table: str) -> None:
    """Let other workers read a table anew."""
    hub.store.on_commit([(ANEW + table, -1)])


ORDERS: dict[str, Callable[..., Awaitable[None]]] = {"delete": delete}
