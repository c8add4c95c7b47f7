"""The steps of a turn: what each phase offers and does."""
