"""Special units: a leader for each of two nations, like a galley or like a legion."""
