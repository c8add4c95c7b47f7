"""Bots against bots: many games, seat-rotated and seeded, their statistics, and ratings over many runs."""
