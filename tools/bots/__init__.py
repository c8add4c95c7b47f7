"""Tools that make the bots' knowledge: weights and opening books."""
