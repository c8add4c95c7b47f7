"""Drawing: boards and positions as SVG, with the standard library alone."""
