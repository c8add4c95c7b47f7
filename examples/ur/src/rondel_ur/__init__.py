"""The Royal Game of Ur for Rondel."""
