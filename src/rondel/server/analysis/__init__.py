"""Studying games on the server: reviews of finished games, the analysis board, puzzles."""
