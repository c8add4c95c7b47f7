"""What the bots know of Attika."""
