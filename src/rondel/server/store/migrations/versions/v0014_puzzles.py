"""Puzzles: what was tried, ratings of players and puzzles, and days in a row."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "attempts",
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("puzzle", sa.String(16), nullable=False),
        sa.Column("game", sa.String(60), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("first", sa.Boolean(), nullable=False),
        sa.Column("solved", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("player", "puzzle"),
    )
    op.create_table(
        "skills",
        sa.Column("who", sa.String(32), nullable=False),
        sa.Column("game", sa.String(60), nullable=False),
        sa.Column("mean", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("who", "game"),
    )
    op.create_table(
        "streaks",
        sa.Column("player", sa.String(32), primary_key=True),
        sa.Column("day", sa.Integer(), nullable=False),
        sa.Column("length", sa.Integer(), nullable=False),
        sa.Column("best", sa.Integer(), nullable=False),
    )
