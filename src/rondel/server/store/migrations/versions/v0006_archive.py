"""Ranks, sides and rating steps of results; an archive of finished games; ratings with an uncertainty."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add what is new; ratings follow from the results and are computed again at the next start."""
    for column in (
        sa.Column("rank", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("seats", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("side", sa.String(60), nullable=False, server_default=""),
        sa.Column("mean", sa.Float()),
        sa.Column("sigma", sa.Float()),
    ):
        op.add_column("results", column)
    op.execute("UPDATE results SET seats = (SELECT count(*) FROM results AS r WHERE r.table_id = results.table_id)")
    op.drop_index("results_who", "results")
    op.create_index("results_who", "results", ["who", "at"])
    op.create_table(
        "finished",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(60), nullable=False),
        sa.Column("board", sa.String(60), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("decisions", sa.Integer(), nullable=False),
    )
    op.create_index("finished_at", "finished", ["public", "at"])
    op.create_index("finished_game", "finished", ["public", "game", "at"])
    # whether strangers may look at games of before is not in a column of their tables: they stay among their players
    op.execute(
        "INSERT INTO finished (table_id, game, board, seats, at, rated, public, decisions) "
        "SELECT table_id, min(game), '', count(*), min(at), rated, false, 0 FROM results GROUP BY table_id, rated"
    )
    op.drop_table("ratings")
    op.create_table(
        "ratings",
        sa.Column("pool", sa.String(8), nullable=False),
        sa.Column("who", sa.String(64), nullable=False),
        sa.Column("game", sa.String(60), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("mean", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("least", sa.Float(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("pool", "who", "game", "size"),
    )
    op.create_index("ratings_list", "ratings", ["pool", "game", "size", "least"])
    op.create_index("ratings_all", "ratings", ["pool", "least"])
