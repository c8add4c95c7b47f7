"""Announced conquests: the defender may answer with fortresses before the losses are chosen."""
