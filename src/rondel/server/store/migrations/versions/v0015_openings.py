"""The openings of stored games, consent to it, and how well people played in reviewed games."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Add the tables, and the column of consent."""
    op.add_column("players", sa.Column("openings", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_table(
        "explored",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("node", sa.BigInteger(), nullable=False, server_default="0"),
        sa.Column("at", sa.BigInteger(), nullable=False),
    )
    op.create_index("explored_state", "explored", ["state", "at"])
    op.create_index("explored_node", "explored", ["node", "state"])
    op.create_table(
        "openings",
        sa.Column("game_id", sa.String(40), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("node", sa.BigInteger(), nullable=False),
        sa.Column("turn", sa.BigInteger(), nullable=False),
        sa.Column("leads", sa.BigInteger(), nullable=False),
        sa.Column("who", sa.String(24), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "number"),
    )
    op.create_index("openings_node", "openings", ["node", "at"])
    for name in ("spots", "tellings"):
        op.create_table(
            name,
            sa.Column("id", sa.BigInteger(), primary_key=True, autoincrement=False),
            sa.Column("body", sa.LargeBinary(), nullable=False),
        )
    op.create_table(
        "figures",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("who", sa.String(32), nullable=False),
        sa.Column("game", sa.String(60), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat"),
    )
    op.create_index("figures_who", "figures", ["who", "at"])
