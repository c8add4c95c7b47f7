"""Attika: hex tiles, hidden piles, hand cards; the same contract as every other game."""
