"""The tables that somebody has opened are found without reading all tables."""

from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Add the index."""
    op.create_index("tables_host", "tables", ["host"])
