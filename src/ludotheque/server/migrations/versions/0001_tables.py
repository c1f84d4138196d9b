"""Tables, events, holders and claims."""

from __future__ import annotations

from alembic import op
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKeyConstraint,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    Text,
)

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Lay the first schema."""
    op.create_table(
        "tables",
        Column("id", Text, nullable=False),
        Column("made", BigInteger, nullable=False),
        Column("game", Text, nullable=False),
        Column("rules", Integer, nullable=False),
        Column("data", Text, nullable=False),
        Column("players", Integer, nullable=False),
        Column("listed", Boolean, nullable=False),
        Column("status", Text, nullable=False),
        Column("seed", LargeBinary, nullable=False),
        PrimaryKeyConstraint("id", name="tables_pk"),
    )
    op.create_index("tables_by_status_listed_made", "tables", ["status", "listed", "made"])
    op.create_table(
        "events",
        Column("table_id", Text, nullable=False),
        Column("number", Integer, nullable=False),
        Column("at", BigInteger, nullable=False),
        Column("kind", Text, nullable=False),
        Column("seat", Integer),
        Column("body", Text, nullable=False),
        Column("hash", LargeBinary, nullable=False),
        PrimaryKeyConstraint("table_id", "number", name="events_pk"),
        ForeignKeyConstraint(["table_id"], ["tables.id"], name="events_table_id_fk"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "holders",
        Column("table_id", Text, nullable=False),
        Column("seat", Integer, nullable=False),
        Column("owner", LargeBinary, nullable=False),
        PrimaryKeyConstraint("table_id", "seat", name="holders_pk"),
        ForeignKeyConstraint(["table_id"], ["tables.id"], name="holders_table_id_fk"),
    )
    op.create_index("holders_by_owner", "holders", ["owner"])
    op.create_table(
        "claims",
        Column("code", LargeBinary, nullable=False),
        Column("table_id", Text, nullable=False),
        Column("seat", Integer),
        PrimaryKeyConstraint("code", name="claims_pk"),
        ForeignKeyConstraint(["table_id"], ["tables.id"], name="claims_table_id_fk"),
    )
