"""Names and sealed choices are chained as salted hashes, and lie beside the chain.

Every log from before is chained anew, once; its opening keeps the last hash that it had.  A
log that does not fit its own hashes is left as it is: the server will find it out.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator
from hashlib import sha256
from hmac import digest
from typing import Any

from alembic import op
from sqlalchemy import Column, Connection, Text, text

from ludotheque.server.telemetry import log

revision = "0003"
down_revision = "0002"

AT_ONCE = 200  # tables
Json = dict[str, Any]
Row = tuple[int, int, str, int | None, Json, Json]  # number, at, kind, seat, body, aside


def upgrade() -> None:
    """Add the column, then go through all tables, some at a time."""
    op.add_column("events", Column("aside", Text))
    connection = op.get_bind()
    names = list(connection.execute(text("SELECT id, seed FROM tables ORDER BY id")))
    for i in range(0, len(names), AT_ONCE):
        for name, seed in names[i : i + AT_ONCE]:
            chain_anew(connection, name, bytes(seed))
        if len(names) > AT_ONCE:
            log.info("store.chained", count=min(i + AT_ONCE, len(names)), number=len(names))


def chain_anew(connection: Connection, table: str, seed: bytes) -> None:
    """Chain one log anew, unless it does not hold."""
    wanted = text(
        "SELECT number, at, kind, seat, body, hash FROM events"
        " WHERE table_id = :table ORDER BY number"
    )
    stored = connection.execute(wanted, {"table": table}).all()
    try:
        rows: list[Row] = [(r.number, r.at, r.kind, r.seat, json.loads(r.body), {}) for r in stored]
        holds = list(heads(rows)) == [bytes(r.hash) for r in stored]
        before = {"number": rows[-1][0], "chain": bytes(stored[-1].hash).hex()}
        new = list(salted(rows, table, seed, before)) if holds else []
    except (ValueError, RecursionError, LookupError, TypeError, AttributeError):
        new = []
    if not new:
        log.warning("table.frozen", table=table)
        return
    change = text(
        "UPDATE events SET body = :body, aside = :aside, hash = :hash"
        " WHERE table_id = :table AND number = :number"
    )
    cells = [
        {
            "table": table,
            "number": row[0],
            "body": compact(row[4]),
            "aside": compact(row[5]) if row[5] else None,
            "hash": head,
        }
        for row, head in zip(new, heads(new), strict=True)
    ]
    connection.execute(change, cells)


def compact(value: object) -> str:
    """JSON in the one form that is stored and hashed."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)


def heads(rows: list[Row]) -> Iterator[bytes]:
    """The hash of each event and of all before it."""
    head = bytes(32)
    for row in rows:
        head = sha256(head + compact(row[:5]).encode()).digest()
        yield head


def salted(rows: list[Row], table: str, seed: bytes, before: Json) -> Iterator[Row]:
    """The events of the first format in the second."""
    sealed: dict[int | None, str] = {}  # [seat] -> the salt of what it has sealed
    for number, at, kind, seat, body, _ in rows:
        new: tuple[Json, Json] = body, {}
        if kind == "open":
            new = opening(body | {"format": 2, "before": before})
        elif kind == "sit":
            new = sitting(body)
        elif kind == "seal":
            sealed[seat] = digest(seed, f"{table}/salt/{number}".encode(), "sha256")[:16].hex()
            seal = hashed(sealed[seat], str(body["a"]))
            new = {"seal": seal}, body | {"salt": sealed[seat]}
        elif kind == "unseal":
            sealed.pop(seat, None)
        elif kind == "play" and seat in sealed:
            new = body | {"salt": sealed.pop(seat)}, {}
        yield number, at, kind, seat, *new


def sitting(body: Json) -> tuple[Json, Json]:
    """A person who sits down, and beside it the name."""
    named = {"name": body["name"], "salt": secrets.token_hex(16)}
    rest = {key: value for key, value in body.items() if key != "name"}
    return rest | {"who": hashed(named["salt"], named["name"])}, named


def opening(body: Json) -> tuple[Json, Json]:
    """An opening, and beside it the names of those who sat there in the game before."""
    if "kept" not in body:
        return body, {}
    names = [[name, secrets.token_hex(16)] if name else None for name in body["kept"]]
    kept = [hashed(named[1], named[0]) if named else "" for named in names]
    return body | {"kept": kept}, {"names": names}


def hashed(salt: str, words: str) -> str:
    """What is chained of words."""
    return sha256(bytes.fromhex(salt) + words.encode()).hexdigest()
