"""The table: a game server that keeps every move and shows each seat only what it may see."""
