"""Everything that is read or written: moves, positions, refusals."""
