"""The bots' knowledge of the Antike family."""
