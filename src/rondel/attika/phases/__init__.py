"""What each phase of a turn offers and does, and the deal before the first turn."""
