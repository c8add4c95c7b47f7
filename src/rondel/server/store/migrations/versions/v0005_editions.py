"""The rules and boards that games began with, so that they go on under them when the program has changed."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "editions",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("body", sa.LargeBinary(), nullable=False),
    )
