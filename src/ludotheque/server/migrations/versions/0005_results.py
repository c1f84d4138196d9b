"""How games ended is kept beside their logs, and a table can be put away by whoever sat there."""

from __future__ import annotations

import json
from collections.abc import Sequence

from alembic import op
from sqlalchemy import (
    Boolean,
    Column,
    ForeignKeyConstraint,
    Integer,
    PrimaryKeyConstraint,
    Text,
    false,
    text,
)

revision = "0005"
down_revision = "0004"

AT_ONCE = 500  # results
Told = tuple[str, int | None, str]  # an event: kind, seat and body


def upgrade() -> None:
    """Add both, and tell the results of all games that are over from their logs."""
    op.add_column("holders", Column("away", Boolean, nullable=False, server_default=false()))
    op.create_table(
        "results",
        Column("table_id", Text, nullable=False),
        Column("winners", Integer, nullable=False),
        Column("people", Integer, nullable=False),
        Column("scores", Text, nullable=False),
        Column("options", Text, nullable=False),
        ForeignKeyConstraint(["table_id"], ["tables.id"], name="results_table_id_fk"),
        PrimaryKeyConstraint("table_id", name="results_pk"),
    )
    connection = op.get_bind()
    names = connection.execute(text("SELECT id FROM tables WHERE status = 'over' ORDER BY id"))
    ended = list(names.scalars())
    told = text(
        "SELECT kind, seat, body FROM events WHERE table_id = :table"
        " AND kind IN ('open', 'fill', 'end') ORDER BY number"
    )
    put = text(
        "INSERT INTO results (table_id, winners, people, scores, options)"
        " VALUES (:table, :winners, :people, :scores, :options)"
    )
    for i in range(0, len(ended), AT_ONCE):
        some = ended[i : i + AT_ONCE]
        rows = []
        for table in some:
            events = [(*row,) for row in connection.execute(told, {"table": table})]
            if result := result_of(events):
                rows.append({"table": table, **result})
        if rows:
            connection.execute(put, rows)


def result_of(events: Sequence[Told]) -> dict[str, object] | None:
    """The result that a log tells; nothing of one that cannot be read."""
    try:
        bodies = {kind: json.loads(body) for kind, _, body in events}
        opening, end = bodies["open"], bodies["end"]
        filled = [seat for kind, seat, _ in events if kind == "fill"]
        seats = enumerate(opening["seats"])
        return {
            "winners": sum(1 << int(seat) for seat in end["winners"]),
            "people": sum(1 << n for n, bot in seats if not bot and n not in filled),
            "scores": compact([int(score) for score in end["scores"]]),
            "options": compact({**opening["options"]}),
        }
    except (ValueError, RecursionError, LookupError, TypeError, AttributeError):
        return None


def compact(value: object) -> str:
    """JSON in the one form that is stored."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)
