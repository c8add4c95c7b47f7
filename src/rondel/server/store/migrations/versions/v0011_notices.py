"""How people are called: confirmed addresses, wishes, browsers that take pushes, and an outbox."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0009"


def upgrade() -> None:
    """Add the columns and tables. Players who were mailed until now still are."""
    op.add_column("players", sa.Column("confirmed", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("players", sa.Column("lang", sa.String(2), nullable=False, server_default="en"))
    op.execute("UPDATE players SET confirmed = notify WHERE email <> ''")
    op.create_index("players_email", "players", ["email"])
    op.create_table(
        "wishes",
        sa.Column("player", sa.String(32), primary_key=True),
        sa.Column("wants", sa.LargeBinary(), nullable=False),
        sa.Column("hour", sa.Integer(), nullable=False, server_default="7"),
        sa.Column("daily_at", sa.BigInteger(), nullable=False, server_default="0"),
        sa.Column("hook", sa.String(500), nullable=False, server_default=""),
        sa.Column("style", sa.String(12), nullable=False, server_default=""),
        sa.Column("failures", sa.Integer(), nullable=False, server_default="0"),
    )
    op.create_index("wishes_daily", "wishes", ["daily_at"])
    op.create_table(
        "pushes",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("endpoint", sa.Text(), nullable=False),
        sa.Column("p256dh", sa.String(120), nullable=False),
        sa.Column("auth", sa.String(40), nullable=False),
        sa.Column("label", sa.String(80), nullable=False, server_default=""),
        sa.Column("created", sa.BigInteger(), nullable=False),
    )
    op.create_index("pushes_player", "pushes", ["player"])
    op.create_table(
        "outbox",
        sa.Column("key", sa.String(160), primary_key=True),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("channel", sa.String(8), nullable=False),
        sa.Column("event", sa.String(12), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=False),
        sa.Column("lease", sa.BigInteger(), nullable=False, server_default="0"),
        sa.Column("tries", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("done", sa.BigInteger(), nullable=False, server_default="0"),
    )
    op.create_index("outbox_due", "outbox", ["done", "due"])
    op.create_index("outbox_player", "outbox", ["player", "done"])
