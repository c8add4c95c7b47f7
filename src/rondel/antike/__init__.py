"""The Antike family: one engine; editions differ by data and by small handlers chosen once."""
