"""Thoughts on their way: what a server asks of thinkers on other machines, through Postgres.

A thought is a job in a queue of the library procrastinate.  It holds what a seat sees, never the
state; the answer comes back as a notice.  Nothing of it need last: what is lost is asked again.

The queue has a Postgres schema of its own, named after the version of the library, and a name made
from all that both sides must have in common: who differs in the rules never meets.

In the literature: a work queue with competing consumers (Hohpe & Woolf 2003).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from sqlalchemy import URL

from ludotheque.bots.hints import Hint
from ludotheque.errors import NotInstalled
from ludotheque.game import load
from ludotheque.games import PACKAGES
from ludotheque.server.bot_pool import choose, weigh
from ludotheque.server.db import PATIENCE
from ludotheque.server.migrations import TURN
from ludotheque.state import Base, shapes
from ludotheque.tables.events import compact

if TYPE_CHECKING:
    from procrastinate import App
    from psycopg import AsyncConnection
    from psycopg_pool import AsyncConnectionPool

    Queueing = AsyncConnection[Any]  # rows as the driver gives them
    Pool = AsyncConnectionPool[Queueing]

FORMAT = 1  # of what is sent
THINKERS = "ludotheque_thinkers"  # the channel on which thinkers say that they are there
TASK = "think"
WAYS: dict[str, Callable[..., Any]] = {"choose": choose, "weigh": weigh}  # what can be thought
LONGEST = 7900  # bytes of a notice; Postgres takes fewer than 8000
EXACT = 6  # digits of a chance


def is_installed() -> bool:
    """Whether thoughts can be sent at all."""
    return find_spec("procrastinate") is not None


def need_queue() -> None:
    """Refuse in a sentence where the library is not installed."""
    if not is_installed():
        raise NotInstalled("error.install", extra="postgres")


@cache
def kind() -> str:
    """What both sides must have in common: the rules and data of all games, and this format."""
    games = [(name, load(name).version, load(name).data) for name in sorted(PACKAGES)]
    ours = [FORMAT, version("ludotheque"), schema(), games]
    return sha256(compact(ours).encode()).hexdigest()[:16]


def schema() -> str:
    """The Postgres schema in which the library keeps its queue."""
    return "thoughts_" + "".join(c if c.isalnum() else "_" for c in version("procrastinate"))


# ---- what is sent


def packed(fact: object) -> Any:
    """A fact as JSON; of a view, its fields in their order."""
    if not isinstance(fact, Base):
        return fact
    return {"view": [getattr(fact, shape.name) for shape in shapes(type(fact))]}


def unpacked(game: str, fact: Any) -> Any:
    """The fact that was packed."""
    if not isinstance(fact, dict):
        return fact
    state = load(game).rules.State
    view = object.__new__(state)
    for shape, value in zip(shapes(state), fact["view"], strict=True):
        setattr(view, shape.name, value)
    return view


def told(found: Any) -> Any:
    """An answer as JSON: an action, or hints."""
    if isinstance(found, int):
        return found
    return [
        [hint.action, [round(share, EXACT) for share in hint.shares], hint.error] for hint in found
    ]


def heard(found: Any) -> Any:
    """The answer that was told."""
    return found if isinstance(found, int) else [Hint(*hint) for hint in found]


# ---- the queue


def address(url: URL) -> str:
    """Where the database is, in words of libpq."""
    return url.set(drivername="postgresql").render_as_string(hide_password=False)


def lay(url: URL) -> None:
    """Make the library's tables where they are missing, one process after another."""
    from procrastinate.schema import SchemaManager
    from psycopg import connect

    with connect(address(url), application_name="ludotheque thoughts", **PATIENCE) as connection:
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (TURN,))
        found = connection.execute("SELECT to_regnamespace(%s)", (schema(),)).fetchone()
        if found is None or found[0] is None:
            connection.execute(f"CREATE SCHEMA {schema()}".encode())
            connection.execute(f"SET LOCAL search_path = {schema()}".encode())
            connection.execute(SchemaManager.get_schema())


def pool(url: URL, most: int) -> Pool:
    """Connections to the queue, which need not outlive a crash."""
    from psycopg_pool import AsyncConnectionPool

    async def configure(connection: Queueing) -> None:
        await connection.set_autocommit(True)
        await connection.execute(f"SET search_path = {schema()}".encode())
        await connection.execute("SET synchronous_commit = off")

    told = PATIENCE | {"application_name": "ludotheque thoughts"}
    return AsyncConnectionPool(
        address(url), kwargs=told, min_size=1, max_size=most, open=False, configure=configure
    )


def queue() -> App:
    """The library's handle on the queue."""
    from procrastinate import App, PsycopgConnector

    return App(connector=PsycopgConnector())


# Whoever is older than this is dead: a job whose server or thinker was killed.
SWEEP = b"""
    DELETE FROM procrastinate_jobs j WHERE NOT EXISTS (
        SELECT FROM procrastinate_events e
        WHERE e.job_id = j.id AND e.at > now() - interval '1 minute')
"""
