"""Heartbeats and outages, so that every process forgives the same time; which results are rated."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the tables and the column."""
    op.create_table(
        "beats",
        sa.Column("name", sa.String(20), primary_key=True),
        sa.Column("holder", sa.String(32), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "outages",
        sa.Column("began", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("ended", sa.BigInteger(), nullable=False),
    )
    op.add_column("results", sa.Column("rated", sa.Boolean(), nullable=False, server_default=sa.false()))
