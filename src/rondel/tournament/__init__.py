"""Tournaments without input or output: schedules, pairings, seats and standings.

Entrants are numbers from 0 in the order of their seeding. A table lists its entrants in the order of their seats.
"""

from rondel.tournament.designs import Schedule, round_robin
from rondel.tournament.formats import FORMATS, Next, Plan, Position, next_round, table_of
from rondel.tournament.standings import Game, Line, standings
from rondel.tournament.tables import Round, Table, TournamentError

__all__ = [
    "FORMATS", "Game", "Line", "Next", "Plan", "Position", "Round", "Schedule", "Table", "TournamentError",
    "next_round", "round_robin", "standings", "table_of",
]  # fmt: skip
