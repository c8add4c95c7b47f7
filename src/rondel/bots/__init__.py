"""Computer players: their knowledge of each game, planning and search, and their names."""
