"""Attika, clause by clause."""
