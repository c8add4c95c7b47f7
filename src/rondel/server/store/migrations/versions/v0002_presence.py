"""When a seat's player was last here, told by whichever process saw them."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the column."""
    op.add_column("seats", sa.Column("seen", sa.BigInteger(), nullable=False, server_default="0"))
