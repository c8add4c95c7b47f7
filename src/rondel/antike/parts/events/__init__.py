"""Event cards: the open display, taking cards, and playing them in one's own turn."""
