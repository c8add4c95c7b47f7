"""What only some rulebooks have: a module or a small package for each part."""
