"""Computer players: what they know of each game, how they plan and search, and how they are named."""
