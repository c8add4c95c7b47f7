"""Newcomers hardly move those who have played enough: ratings are computed again at the next start."""

from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Forget the ratings; they follow from the results."""
    op.execute("DELETE FROM ratings")
