"""The table server: it stores every move and shows each seat only what it may see."""
