"""Bots with fixed ratings, against which people are measured.

The levels met each other in the arena, two at a table (docs/bots.md, Figures). A share of games won gives the distance
of two levels on the scale of the ratings; level 3 stands at what a newcomer begins with. With more players the same
distances are taken: they are what the model expects there.
"""

from __future__ import annotations

import math
from functools import cache
from importlib import resources
from typing import Final

import msgspec

#: what the model takes for one step of its own scale, in points: the wins of two equally well known players follow
#: a logistic curve of this width
WIDTH: Final = 40.0 * math.sqrt(2) * 25.0 / 6.0
#: the rating of the middle level, and how sure the distances are
MIDDLE, SURE = 1500.0, 60.0


def distance(won: int, played: int) -> float:
    """Give the distance in points that a share of games won stands for; one game is added to each side."""
    return WIDTH * math.log((won + 1) / (played - won + 1))


@cache
def steps() -> dict[str, list[tuple[int, int]]]:
    """Give by rulebook the games won and played by each level against the one below, from level 2 on."""
    text = (resources.files("rondel.bots") / "data" / "steps.json").read_bytes()
    return msgspec.json.decode(text, type=dict[str, list[tuple[int, int]]])


@cache
def stars(game: str) -> dict[str, float]:
    """Give the ratings of the bots that are fixed in a rulebook."""
    if game not in steps():
        return {}
    heights = [0.0]
    for won, played in steps()[game]:
        heights.append(heights[-1] + distance(won, played))
    middle = heights[len(heights) // 2]
    return {f"level:{place}": MIDDLE + height - middle for place, height in enumerate(heights, 1)}


def is_star(game: str, bot: str) -> bool:
    """Say whether a bot can sit at a rated table."""
    return bot in stars(game)
