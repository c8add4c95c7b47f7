"""Attika in words: moves written and read, reasons, positions, and what pages show."""
