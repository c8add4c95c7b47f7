"""Studying games: what each turn was worth, what would have been better, and why."""
