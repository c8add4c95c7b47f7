"""The database: its tables, their history, the one writer, backups."""
