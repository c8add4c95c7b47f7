"""Puzzles: positions in which one turn is far better than every other."""
