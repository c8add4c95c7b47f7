"""Parts that only some rulebooks have, a module or a small package each."""
