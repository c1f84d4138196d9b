"""What is new or idle is found by an index: when a table was last played at, when it was made."""

from __future__ import annotations

from alembic import op
from sqlalchemy import BigInteger, Column

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add both, as the tables and their logs tell them."""
    # With a default no table need be made anew, which others refer to.
    op.add_column("tables", Column("last", BigInteger, nullable=False, server_default="0"))
    op.add_column("holders", Column("made", BigInteger, nullable=False, server_default="0"))
    last = "SELECT at FROM events WHERE table_id = tables.id ORDER BY number DESC LIMIT 1"
    op.execute(f"UPDATE tables SET last = coalesce(({last}), made)")
    made = "SELECT made FROM tables WHERE id = holders.table_id"
    op.execute(f"UPDATE holders SET made = ({made})")
    op.create_index("tables_by_status_last", "tables", ["status", "last"])
    op.create_index("holders_by_owner_made_table_id", "holders", ["owner", "made", "table_id"])
    op.drop_index("holders_by_owner", "holders")
