"""The tables of the database. `events` is authoritative; summaries, seats, snapshots and ratings are derived."""

from __future__ import annotations

from typing import Any

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
    Row,
    Select,
    String,
    Table,
    Text,
    false,
)

metadata = MetaData()
#: a row that was found, and a query for such rows; which columns they have is up to the query
Found = Row[Any]
Query = Select[Any]

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
    Column("admin", Boolean, nullable=False, server_default=false()),
    Column("banned", BigInteger, nullable=False, server_default="0"),  # until when; 0 for not at all
    Column("muted", BigInteger, nullable=False, server_default="0"),
    Column("alias", String(64), nullable=False, server_default=""),  # shown to everybody in place of the name
    Column("confirmed", Boolean, nullable=False, server_default=false()),  # whether the address is known to be theirs
    Column("lang", String(2), nullable=False, server_default="en"),  # of mails and other notices
    Column("openings", Boolean, nullable=False, server_default=false()),  # whether others may study their games
    Index("players_email", "email"),
)  # fmt: skip

sessions = Table(
    "sessions", metadata,
    Column("hash", String(64), primary_key=True),  # of the token; the token itself is kept nowhere
    Column("player", String(32), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
    Index("sessions_player", "player"),
)  # fmt: skip

resets = Table(
    "resets", metadata,
    Column("hash", String(64), primary_key=True),  # of the link's token, which is kept nowhere
    Column("player", String(32), nullable=False),
    Column("expires", BigInteger, nullable=False),
)  # fmt: skip

barred = Table(
    "barred", metadata,
    Column("network", String(64), primary_key=True),  # an IPv4 address, or the /64 of an IPv6 address
    Column("until", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
)  # fmt: skip

silences = Table(
    "silences", metadata,
    Column("player", String(32), nullable=False),
    Column("other", String(32), nullable=False),  # whom the player does not want to read
    Column("at", BigInteger, nullable=False),
    PrimaryKeyConstraint("player", "other"),
)  # fmt: skip

reports = Table(
    "reports", metadata,
    Column("id", String(32), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("reporter", String(32), nullable=False),
    Column("kind", String(8), nullable=False),  # message, name or player
    Column("whom", String(32), nullable=False),
    Column("name", String(64), nullable=False),  # as it was then
    Column("table_id", String(32), nullable=False),
    Column("seq", Integer, nullable=False),  # the event it is about, or the last one there was
    Column("said", Text, nullable=False),
    Column("why", Text, nullable=False),
    Column("settled", BigInteger, nullable=False, server_default="0"),
    Index("reports_open", "settled", "at"),
    Index("reports_whom", "whom"),
)  # fmt: skip

audit = Table(  # rows are added and never changed: triggers of the database see to it
    "audit", metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("who", String(32), nullable=False),  # the administrator's id; empty for the command line
    Column("name", String(64), nullable=False),
    Column("what", String(20), nullable=False),
    Column("whom", String(64), nullable=False),  # a player, a table, a report or a network
    Column("label", String(80), nullable=False),
    Column("detail", Text, nullable=False),
    Column("why", Text, nullable=False),
    Index("audit_whom", "whom"),
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
    Column("club", String(32), nullable=False, server_default=""),  # whose table it is
    Index("tables_lobby", "listed", "status", "updated"),
    Index("tables_due", "due"),
    Index("tables_host", "host"),
    Index("tables_club", "club", "status", "updated"),
    Index("tables_order", "id", "status", "updated"),  # lists are put in order without reading the tables
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
    Column("rank", Integer, nullable=False, server_default="0"),  # 1 for the best; 0 in results of long ago
    Column("seats", Integer, nullable=False, server_default="0"),  # how many played
    Column("side", String(60), nullable=False, server_default=""),  # the nation or city-state
    Column("mean", Float),  # the rating after the game, where it was rated
    Column("sigma", Float),
    PrimaryKeyConstraint("table_id", "seat"),
    Index("results_who", "who", "at"),
)  # fmt: skip

finished = Table(
    "finished", metadata,
    Column("table_id", String(32), primary_key=True),
    Column("game", String(60), nullable=False),
    Column("board", String(60), nullable=False),
    Column("seats", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("public", Boolean, nullable=False),  # whether anybody may look at it
    Column("decisions", Integer, nullable=False),
    Column("club", String(32), nullable=False, server_default=""),
    Index("finished_at", "public", "at"),
    Index("finished_board", "public", "board", "at"),
    Index("finished_club", "club", "at"),
    Index("finished_game", "public", "game", "at"),
)  # fmt: skip

ratings = Table(
    "ratings", metadata,
    Column("pool", String(8), nullable=False),  # people or bots
    Column("who", String(64), nullable=False),
    Column("game", String(60), nullable=False),
    Column("size", Integer, nullable=False),  # 2 for two players, 3 for more
    Column("mean", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("least", Float, nullable=False),  # lists are ordered by it
    Column("games", Integer, nullable=False),
    PrimaryKeyConstraint("pool", "who", "game", "size"),
    Index("ratings_list", "pool", "game", "size", "least"),
    Index("ratings_all", "pool", "least"),
)  # fmt: skip

tournaments = Table(
    "tournaments", metadata,
    Column("id", String(32), primary_key=True),
    Column("host", String(32), nullable=False),
    Column("name", String(64), nullable=False),
    Column("status", String(12), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("round", Integer, nullable=False),  # the round being played; 0 before the start
    Column("setup", LargeBinary, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Index("tournaments_list", "listed", "updated"),
    Index("tournaments_status", "status"),
)  # fmt: skip

entrants = Table(
    "entrants", metadata,
    Column("tournament", String(32), nullable=False),
    Column("number", Integer, nullable=False),  # by joining; from the start on by seeding
    Column("who", String(64), nullable=False),  # a player's id, or the name of a bot
    Column("person", Boolean, nullable=False),
    Column("out", Boolean, nullable=False),
    PrimaryKeyConstraint("tournament", "number"),
    Index("entrants_who", "who"),
)  # fmt: skip

pairings = Table(
    "pairings", metadata,
    Column("tournament", String(32), nullable=False),
    Column("round", Integer, nullable=False),
    Column("board", Integer, nullable=False),
    Column("table_id", String(32), nullable=False),  # chosen before the table is made, so that it is made once
    Column("entrants", LargeBinary, nullable=False),  # by seat
    Column("ranks", LargeBinary),  # by seat, when the table is over
    PrimaryKeyConstraint("tournament", "round", "board"),
    Index("pairings_table", "table_id"),
)  # fmt: skip

wishes = Table(
    "wishes", metadata,
    Column("player", String(32), primary_key=True),
    Column("wants", LargeBinary, nullable=False),  # event -> channels
    Column("hour", Integer, nullable=False, server_default="7"),  # of the daily mail, in UTC
    Column("daily_at", BigInteger, nullable=False, server_default="0"),  # when the next one is due; 0 for never
    Column("hook", String(500), nullable=False, server_default=""),  # the player's own webhook
    Column("style", String(12), nullable=False, server_default=""),
    Column("failures", Integer, nullable=False, server_default="0"),  # of the webhook, one after the other
    Index("wishes_daily", "daily_at"),
)  # fmt: skip

pushes = Table(
    "pushes", metadata,
    Column("id", String(64), primary_key=True),  # hash of the endpoint
    Column("player", String(32), nullable=False),
    Column("endpoint", Text, nullable=False),
    Column("p256dh", String(120), nullable=False),
    Column("auth", String(40), nullable=False),
    Column("label", String(80), nullable=False, server_default=""),
    Column("created", BigInteger, nullable=False),
    Index("pushes_player", "player"),
)  # fmt: skip

outbox = Table(
    "outbox", metadata,
    Column("key", String(160), primary_key=True),  # says what it is about, so that nothing is told twice
    Column("player", String(32), nullable=False),
    Column("channel", String(8), nullable=False),
    Column("event", String(12), nullable=False),
    Column("table_id", String(32), nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("due", BigInteger, nullable=False),
    Column("lease", BigInteger, nullable=False, server_default="0"),  # until when a process is sending it
    Column("tries", Integer, nullable=False, server_default="0"),
    Column("done", BigInteger, nullable=False, server_default="0"),  # when it was sent or given up
    Index("outbox_due", "done", "due"),
    Index("outbox_channel", "channel", "done", "due"),  # what waits for one channel is not in the way of another
    Index("outbox_player", "player", "done"),
)  # fmt: skip

clubs = Table(
    "clubs", metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("about", Text, nullable=False),
    Column("door", String(8), nullable=False),  # open, closed (by invitation) or private (unseen from outside)
    Column("invite", String(40), nullable=False),  # the secret of the link that lets people in; empty for none
    Column("members", Integer, nullable=False),  # how many there are
    Column("created", BigInteger, nullable=False),
    Index("clubs_list", "door", "members"),
)  # fmt: skip

members = Table(
    "members", metadata,
    Column("club", String(32), nullable=False),
    Column("player", String(32), nullable=False),
    Column("role", String(8), nullable=False),  # owner, officer or member
    Column("since", BigInteger, nullable=False),
    PrimaryKeyConstraint("club", "player"),
    Index("members_player", "player"),
)  # fmt: skip

dates = Table(
    "dates", metadata,
    Column("id", String(32), primary_key=True),
    Column("club", String(32), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("title", String(80), nullable=False),
    Column("about", Text, nullable=False),
    Index("dates_club", "club", "at"),
)  # fmt: skip

follows = Table(
    "follows", metadata,
    Column("player", String(32), nullable=False),
    Column("other", String(32), nullable=False),  # whom the player follows
    Column("at", BigInteger, nullable=False),
    PrimaryKeyConstraint("player", "other"),
    Index("follows_other", "other"),
)  # fmt: skip

reviews = Table(
    "reviews", metadata,
    Column("id", String(64), primary_key=True),  # a fingerprint of the decisions and of their judge
    Column("table_id", String(32), nullable=False),
    Column("done", Integer, nullable=False),  # parts of the game that are judged
    Column("total", Integer, nullable=False),
    Column("lease", BigInteger, nullable=False),  # until when a process is known to work on it
    Column("body", LargeBinary),  # the review, compressed; nothing while it is being made
    Index("reviews_table", "table_id"),
)  # fmt: skip

studies = Table(
    "studies", metadata,
    Column("id", String(32), primary_key=True),
    Column("owner", String(32), nullable=False),
    Column("title", String(80), nullable=False),
    Column("game", String(60), nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("body", LargeBinary, nullable=False),  # where it begins and its tree, compressed
    Index("studies_owner", "owner", "changed"),
)  # fmt: skip

attempts = Table(
    "attempts", metadata,
    Column("player", String(32), nullable=False),
    Column("puzzle", String(16), nullable=False),
    Column("game", String(60), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("first", Boolean, nullable=False),  # whether the first try solved it, which alone is rated
    Column("solved", Boolean, nullable=False),
    PrimaryKeyConstraint("player", "puzzle"),
)  # fmt: skip

skills = Table(
    "skills", metadata,
    Column("who", String(32), nullable=False),  # a player or a puzzle
    Column("game", String(60), nullable=False),
    Column("mean", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("tries", Integer, nullable=False),
    PrimaryKeyConstraint("who", "game"),
)  # fmt: skip

streaks = Table(
    "streaks", metadata,
    Column("player", String(32), primary_key=True),
    Column("day", Integer, nullable=False),  # the last one whose puzzle was solved, counted from 1 January 1970
    Column("length", Integer, nullable=False),
    Column("best", Integer, nullable=False),
)  # fmt: skip

explored = Table(
    "explored", metadata,
    Column("id", String(40), primary_key=True),  # of a table, or made of a record that the host has loaded
    Column("state", String(8), nullable=False),  # waiting to be looked at, in, out, or leaving
    Column("node", BigInteger, nullable=False, server_default="0"),  # the root of the games it is compared with
    Column("at", BigInteger, nullable=False),
    Index("explored_state", "state", "at"),
    Index("explored_node", "node", "state"),
)  # fmt: skip

openings = Table(
    "openings", metadata,
    Column("game_id", String(40), nullable=False),
    Column("number", Integer, nullable=False),
    Column("node", BigInteger, nullable=False),
    Column("turn", BigInteger, nullable=False),
    Column("leads", BigInteger, nullable=False),  # to this node
    Column("who", String(24), nullable=False),  # the name of a bot; empty for a person
    Column("seat", Integer, nullable=False),
    Column("wins", Integer, nullable=False),  # a bit for each seat that won
    Column("at", BigInteger, nullable=False),  # when the game ended
    PrimaryKeyConstraint("game_id", "number"),
    Index("openings_node", "node", "at"),
)  # fmt: skip

spots = Table(  # nodes at which openings meet
    "spots", metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("body", LargeBinary, nullable=False),
)  # fmt: skip

tellings = Table(  # turns of openings as they are told
    "tellings", metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("body", LargeBinary, nullable=False),
)  # fmt: skip

figures = Table(
    "figures", metadata,
    Column("table_id", String(32), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("who", String(32), nullable=False),
    Column("game", String(60), nullable=False),
    Column("at", BigInteger, nullable=False),  # when the game ended
    Column("body", LargeBinary, nullable=False),  # what its review says of the seat
    PrimaryKeyConstraint("table_id", "seat"),
    Index("figures_who", "who", "at"),
)  # fmt: skip

__all__ = [
    "Found", "Query", "attempts", "audit", "barred", "beats", "clubs", "dates", "editions", "entrants", "events",
    "explored", "figures", "finished", "follows", "members", "metadata", "notes", "openings", "outages", "outbox",
    "pairings", "players", "pushes", "ratings", "reports", "resets", "results", "reviews", "seats", "secrets",
    "sessions", "silences", "skills", "snapshots", "spots", "streaks", "studies", "tables", "tellings", "tournaments",
    "wishes",
]  # fmt: skip
