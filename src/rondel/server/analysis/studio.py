"""Everything about studying games as one value: who thinks, reviews, positions at hand, and how much each may ask."""

from __future__ import annotations

from rondel.server.analysis.analyst import Analyst
from rondel.server.analysis.desk import Desk
from rondel.server.analysis.explorer import Explorer
from rondel.server.analysis.reviews import Reviews
from rondel.server.analysis.thinkers import Thinkers
from rondel.server.limits import Limiter
from rondel.server.settings import Settings
from rondel.server.tables.hub import Hub


class Studio:
    """What a server has for those who study."""

    def __init__(self, hub: Hub, settings: Settings) -> None:
        self.analyst = Analyst()
        self.reviews = Reviews(hub, self.analyst, settings.study_engine, settings.study_trials)
        self.thinkers = Thinkers(self.analyst, settings.study_engine)
        self.desk = Desk()
        self.explorer = Explorer(hub)
        self.by_puzzle = Limiter(1 / 2, 10)  # turns of an address that are judged
        self.by_saving = Limiter(1 / 10, 20)  # studies that a player or an address may save

    def close(self) -> None:
        """End the process that thinks."""
        self.analyst.close()
