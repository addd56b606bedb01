"""Runs migrations on the connection, and in the transaction, that the store opened."""

from alembic import context

from rashomon.stores.tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=False,
)
context.run_migrations()
