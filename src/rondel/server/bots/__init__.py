"""Bots that run in separate processes."""
