"""Tournaments, who plays in them, and their tables."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("host", sa.String(32), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("status", sa.String(12), nullable=False),
        sa.Column("listed", sa.Boolean(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("setup", sa.LargeBinary(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("updated", sa.BigInteger(), nullable=False),
    )
    op.create_index("tournaments_list", "tournaments", ["listed", "updated"])
    op.create_index("tournaments_status", "tournaments", ["status"])
    op.create_table(
        "entrants",
        sa.Column("tournament", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("who", sa.String(64), nullable=False),
        sa.Column("person", sa.Boolean(), nullable=False),
        sa.Column("out", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("tournament", "number"),
    )
    op.create_index("entrants_who", "entrants", ["who"])
    op.create_table(
        "pairings",
        sa.Column("tournament", sa.String(32), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("board", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("entrants", sa.LargeBinary(), nullable=False),
        sa.Column("ranks", sa.LargeBinary()),
        sa.PrimaryKeyConstraint("tournament", "round", "board"),
    )
    op.create_index("pairings_table", "pairings", ["table_id"])
