"""Codes expire, the lobby knows who is there, and tokens are sealed with a secret of ours."""

from __future__ import annotations

import time

from alembic import op
from sqlalchemy import BigInteger, Column, LargeBinary, PrimaryKeyConstraint, Text

revision = "0004"
down_revision = "0003"

WEEK = 7 * 24 * 3600 * 1000  # how long codes from before go on opening their table


def upgrade() -> None:
    """Add all three; codes of tables that have ended are gone."""
    op.add_column("tables", Column("seen", BigInteger, nullable=False, server_default="0"))
    op.create_index("tables_by_status_listed_seen", "tables", ["status", "listed", "seen"])
    op.drop_index("tables_by_status_listed_made", "tables")
    op.add_column("claims", Column("until", BigInteger, nullable=False, server_default="0"))
    ended = "SELECT id FROM tables WHERE status IN ('over', 'abandoned')"
    op.execute(f"DELETE FROM claims WHERE table_id IN ({ended})")
    op.execute(f"UPDATE claims SET until = {int(time.time() * 1000) + WEEK}")
    op.create_index("claims_by_table_id", "claims", ["table_id"])
    op.create_table(
        "secrets",
        Column("name", Text, nullable=False),
        Column("value", LargeBinary, nullable=False),
        PrimaryKeyConstraint("name", name="secrets_pk"),
    )
