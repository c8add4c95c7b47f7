"""Clubs with members and dates, tables that belong to one, and whom people follow."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Add the tables and columns."""
    op.create_table(
        "clubs",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("about", sa.Text(), nullable=False),
        sa.Column("door", sa.String(8), nullable=False),
        sa.Column("invite", sa.String(40), nullable=False),
        sa.Column("members", sa.Integer(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
    )
    op.create_index("clubs_list", "clubs", ["door", "members"])
    op.create_table(
        "members",
        sa.Column("club", sa.String(32), nullable=False),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("role", sa.String(8), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("club", "player"),
    )
    op.create_index("members_player", "members", ["player"])
    op.create_table(
        "dates",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("club", sa.String(32), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("title", sa.String(80), nullable=False),
        sa.Column("about", sa.Text(), nullable=False),
    )
    op.create_index("dates_club", "dates", ["club", "at"])
    op.create_table(
        "follows",
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("other", sa.String(32), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("player", "other"),
    )
    op.create_index("follows_other", "follows", ["other"])
    op.add_column("tables", sa.Column("club", sa.String(32), nullable=False, server_default=""))
    op.create_index("tables_club", "tables", ["club", "status", "updated"])
    op.create_index("tables_order", "tables", ["id", "status", "updated"])
    op.add_column("finished", sa.Column("club", sa.String(32), nullable=False, server_default=""))
    op.create_index("finished_club", "finished", ["club", "at"])
    op.create_index("finished_board", "finished", ["public", "board", "at"])
