"""The database: tables, events, results, who holds which seat, codes that open one, our secrets."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    false,
)

metadata = MetaData(
    naming_convention={
        "pk": "%(table_name)s_pk",
        "fk": "%(table_name)s_%(column_0_name)s_fk",
        "ix": "%(table_name)s_by_%(column_0_N_name)s",
    }
)

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("made", BigInteger, nullable=False),  # milliseconds since 1970
    Column("game", Text, nullable=False),
    Column("rules", Integer, nullable=False),
    Column("data", Text, nullable=False),
    Column("players", Integer, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("status", Text, nullable=False),  # waiting, playing, over or abandoned
    Column("seed", LargeBinary, nullable=False),
    # When something last happened, to the hour: never later, at most an hour earlier.
    Column("last", BigInteger, nullable=False, server_default="0"),
    # When somebody of its own was last seen at a listed table that waits, to the minute.
    Column("seen", BigInteger, nullable=False, server_default="0"),
)
Index(None, tables.c.status, tables.c.listed, tables.c.seen)  # the lobby
Index(None, tables.c.status, tables.c.last)  # what stands idle

# The primary key is what keeps two workers from writing the same event twice.
events = Table(
    "events",
    metadata,
    Column("table_id", Text, ForeignKey(tables.c.id), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),
    Column("seat", Integer),
    Column("body", Text, nullable=False),  # compact JSON
    Column("hash", LargeBinary, nullable=False),
    Column("aside", Text),  # compact JSON that is not hashed: names, sealed choices
    sqlite_with_rowid=False,  # kept in the order in which a table is read, without a second index
)

holders = Table(
    "holders",
    metadata,
    Column("table_id", Text, ForeignKey(tables.c.id), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("owner", LargeBinary, nullable=False),  # the hash of a token
    Column("made", BigInteger, nullable=False, server_default="0"),  # as the table's
    # Whether they have put the table away: it no longer lies on their shelf.
    Column("away", Boolean, nullable=False, server_default=false()),
)
# Somebody's newest tables, without a look at the others.
Index(None, holders.c.owner, holders.c.made, holders.c.table_id)

# How a game ended, so that thousands are counted without their logs; no names, which lie there.
results = Table(
    "results",
    metadata,
    Column("table_id", Text, ForeignKey(tables.c.id), primary_key=True),
    Column("winners", Integer, nullable=False),  # a set of seats, a bit for each
    Column("people", Integer, nullable=False),  # the seats in which a person sat, likewise
    Column("scores", Text, nullable=False),  # compact JSON, seat by seat
    Column("options", Text, nullable=False),  # compact JSON: only like is compared with like
)

claims = Table(
    "claims",
    metadata,
    Column("code", LargeBinary, primary_key=True),  # the hash of a code
    Column("table_id", Text, ForeignKey(tables.c.id), nullable=False, index=True),
    Column("seat", Integer),  # None: any free seat, again and again; else that seat, once
    Column("until", BigInteger, nullable=False, server_default="0"),  # when it expires
)

secrets = Table(
    "secrets",
    metadata,
    Column("name", Text, primary_key=True),  # what it is for
    Column("value", LargeBinary, nullable=False),
)
