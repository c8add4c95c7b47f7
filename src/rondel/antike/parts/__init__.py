"""What only some rulebooks have, one module for each part."""
