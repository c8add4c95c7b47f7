"""Run the migrations on the connection that the caller holds."""

from alembic import context

from rondel.server.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
