"""Steps by which a database comes to the present form of its tables."""
