"""How the documentation site is made: its theme, and the reference that is written from docstrings."""
