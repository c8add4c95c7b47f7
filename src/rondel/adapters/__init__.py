"""Adapters for PettingZoo, OpenSpiel and Gymnasium. Each module needs the extra of its name."""
