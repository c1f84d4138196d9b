"""Where Alembic begins: on the connection, and in the transaction, that it is handed."""

from __future__ import annotations

from alembic import context

from ludotheque.server.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite changes a table by making it anew
)
context.run_migrations()
