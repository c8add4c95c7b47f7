"""Doors for people who study games: PettingZoo, OpenSpiel and Gymnasium. Each module needs the extra of its name."""
