"""The history of the schema, one step a file; `upgrade` brings a database up to date."""

from __future__ import annotations

from threading import Lock

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, func, select, text

from ludotheque.errors import BadRequest

ALONE = Lock()  # Alembic keeps what it is doing in globals
TURN = 0x4C75646F  # the number of the lock under which Postgres lets one process after another in


def configured() -> Config:
    """Where the steps are."""
    config = Config()
    config.set_main_option("script_location", "ludotheque.server:migrations")
    return config


def newest() -> str:
    """The last step: what a database of this version is at."""
    return str(ScriptDirectory.from_config(configured()).get_current_head())


def upgrade(connection: Connection, to: str = "head") -> None:
    """Bring a database up to date, within the transaction of whoever asks."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SET LOCAL lock_timeout = 0"))
        connection.execute(select(func.pg_advisory_xact_lock(TURN)))
    config = configured()
    config.attributes["connection"] = connection
    known = {step.revision for step in ScriptDirectory.from_config(config).walk_revisions()}
    if not known.issuperset(MigrationContext.configure(connection).get_current_heads()):
        raise BadRequest("error.store.newer")
    with ALONE:
        command.upgrade(config, to)
