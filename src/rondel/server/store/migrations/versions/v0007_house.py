"""House rights: administrators, bans, mutes, hidden names, reports, and an audit log that only grows."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

KEEPS = "the audit log only grows"


def upgrade() -> None:
    """Add the columns and tables."""
    op.add_column("players", sa.Column("admin", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("players", sa.Column("banned", sa.BigInteger(), nullable=False, server_default="0"))
    op.add_column("players", sa.Column("muted", sa.BigInteger(), nullable=False, server_default="0"))
    op.add_column("players", sa.Column("alias", sa.String(64), nullable=False, server_default=""))
    op.create_table(
        "resets",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "barred",
        sa.Column("network", sa.String(64), primary_key=True),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "silences",
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("other", sa.String(32), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("player", "other"),
    )
    _reports()
    _audit()


def _reports() -> None:
    op.create_table(
        "reports",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("reporter", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("whom", sa.String(32), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("said", sa.Text(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("settled", sa.BigInteger(), nullable=False, server_default="0"),
    )
    op.create_index("reports_open", "reports", ["settled", "at"])
    op.create_index("reports_whom", "reports", ["whom"])


def _audit() -> None:
    op.create_table(
        "audit",
        sa.Column("id", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("who", sa.String(32), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("what", sa.String(20), nullable=False),
        sa.Column("whom", sa.String(64), nullable=False),
        sa.Column("label", sa.String(80), nullable=False),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
    )
    op.create_index("audit_whom", "audit", ["whom"])
    if op.get_bind().dialect.name == "postgresql":
        op.execute(
            "CREATE FUNCTION audit_keeps() RETURNS trigger LANGUAGE plpgsql AS "
            f"$$ BEGIN RAISE EXCEPTION '{KEEPS}'; END $$"
        )
        op.execute(
            "CREATE TRIGGER audit_keeps BEFORE UPDATE OR DELETE OR TRUNCATE ON audit "
            "FOR EACH STATEMENT EXECUTE FUNCTION audit_keeps()"
        )
        return
    for done in ("UPDATE", "DELETE"):
        op.execute(
            f"CREATE TRIGGER audit_keeps_{done.lower()} BEFORE {done} ON audit "
            f"BEGIN SELECT RAISE(ABORT, '{KEEPS}'); END"
        )
