"""Attacks on a real server under a load of ordinary players: what one visitor can cost the others."""
