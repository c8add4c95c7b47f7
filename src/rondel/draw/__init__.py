"""Boards and positions as SVG, using only the standard library."""
