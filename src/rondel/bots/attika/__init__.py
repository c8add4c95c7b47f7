"""The bots' knowledge of Attika."""
