"""The tables of the database. `events` is authoritative; summaries, seats, snapshots and ratings are derived."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    false,
)

metadata = MetaData()

secrets = Table(
    "secrets", metadata,
    Column("name", String(40), primary_key=True),
    Column("value", LargeBinary, nullable=False),
)  # fmt: skip

players = Table(
    "players", metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("name_key", String(128), unique=True),  # the account's name as it is compared; null for a guest
    Column("password", String(256)),
    Column("email", String(256), nullable=False, default=""),
    Column("notify", Boolean, nullable=False, default=False),
    Column("created", BigInteger, nullable=False),
)  # fmt: skip

sessions = Table(
    "sessions", metadata,
    Column("hash", String(64), primary_key=True),  # of the token; the token itself is kept nowhere
    Column("player", String(32), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
    Index("sessions_player", "player"),
)  # fmt: skip

tables = Table(
    "tables", metadata,
    Column("id", String(32), primary_key=True),
    Column("host", String(32), nullable=False),
    Column("status", String(12), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("setup", LargeBinary, nullable=False),
    Column("summary", LargeBinary, nullable=False),
    Column("links", LargeBinary, nullable=False, default=b"{}"),  # seat -> nonce of its link
    Column("due", BigInteger),  # when a running clock runs out
    Index("tables_lobby", "listed", "status", "updated"),
    Index("tables_due", "due"),
)  # fmt: skip

seats = Table(
    "seats", metadata,
    Column("table_id", String(32), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("player", String(32), nullable=False),
    Column("seen", BigInteger, nullable=False, server_default="0"),
    PrimaryKeyConstraint("table_id", "seat"),
    Index("seats_player", "player"),
)  # fmt: skip

events = Table(
    "events", metadata,
    Column("table_id", String(32), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),
    PrimaryKeyConstraint("table_id", "seq"),
    sqlite_with_rowid=False,
)  # fmt: skip

snapshots = Table(
    "snapshots", metadata,
    Column("table_id", String(32), primary_key=True),
    Column("seq", Integer, nullable=False),  # how many events it holds
    Column("body", LargeBinary, nullable=False),
)  # fmt: skip

editions = Table(
    "editions", metadata,
    Column("id", String(16), primary_key=True),
    Column("body", LargeBinary, nullable=False),
)  # fmt: skip

beats = Table(
    "beats", metadata,
    Column("name", String(20), primary_key=True),
    Column("holder", String(32), nullable=False),
    Column("at", BigInteger, nullable=False),
)  # fmt: skip

outages = Table(
    "outages", metadata,
    Column("began", BigInteger, primary_key=True, autoincrement=False),
    Column("ended", BigInteger, nullable=False),
)  # fmt: skip

notes = Table(
    "notes", metadata,
    Column("table_id", String(32), nullable=False),
    Column("player", String(32), nullable=False),
    Column("text", Text, nullable=False, default=""),
    Column("seen", Integer, nullable=False, default=0),
    PrimaryKeyConstraint("table_id", "player"),
)  # fmt: skip

results = Table(
    "results", metadata,
    Column("table_id", String(32), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("who", String(64), nullable=False),  # a player's id, or the name of a bot
    Column("person", Boolean, nullable=False),
    Column("game", String(60), nullable=False),
    Column("score", Float, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("rated", Boolean, nullable=False, server_default=false()),
    Column("at", BigInteger, nullable=False),
    PrimaryKeyConstraint("table_id", "seat"),
    Index("results_who", "who"),
)  # fmt: skip

ratings = Table(
    "ratings", metadata,
    Column("pool", String(8), nullable=False),  # people or bots
    Column("who", String(64), nullable=False),
    Column("game", String(60), nullable=False),
    Column("rating", Float, nullable=False),
    Column("games", Integer, nullable=False),
    PrimaryKeyConstraint("pool", "who", "game"),
)  # fmt: skip

__all__ = [
    "beats", "editions", "events", "metadata", "notes", "outages", "players", "ratings", "results", "seats", "secrets",
    "sessions", "snapshots", "tables",
]  # fmt: skip
