"""Notices are found by their channel: those that wait for one are not in the way of another."""

from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Add the index."""
    op.create_index("outbox_channel", "outbox", ["channel", "done", "due"])
