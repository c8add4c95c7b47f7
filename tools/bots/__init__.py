"""Makers of what the bots know: weights and opening books."""
