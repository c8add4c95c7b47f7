"""Plots of the arena as SVG: win rates with their intervals, lengths of the games, the ladder of ratings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rondel.arena.rating import Rated
from rondel.arena.stats import Summary, wilson
from rondel.draw.svg import number, tag, words

WIDTH: Final = 760
ROW: Final = 34
LEFT: Final = 250
INK: Final = "#33302a"
BAR: Final = "#8c6d3f"
FAINT: Final = "#c9bfa8"
PAPER: Final = "#fbf8f0"


def plot_run(summary: Summary, title: str) -> str:
    """Draw the win rates of a run, by seat where one bot has them all, and how long its games were."""
    parts = [words(title, WIDTH / 2, 30, 18, fill=INK)]
    top = 60.0
    for score in summary.compared:
        parts.append(_rate(score.bot, score.wins, score.games, top))
        top += ROW
    parts.append(_scale(top))
    top += 50
    parts.append(words("turns a game", WIDTH / 2, top, 14, fill=INK))
    parts.append(_histogram(summary.turns, top + 10))
    return _sheet("".join(parts), top + 170)


def _x(share: float) -> float:
    return LEFT + share * (WIDTH - LEFT - 40)


def _rate(name: str, wins: int, games: int, top: float) -> str:
    low, high = wilson(wins, games)
    share = wins / games if games else 0.0
    middle = top + ROW / 2
    label = f"{name}  {100 * share:.1f} %"
    return (
        words(label, LEFT - 12, middle + 5, 13, text_anchor="end", fill=INK)
        + tag("rect", x=LEFT, y=top + 7, width=_x(share) - LEFT, height=ROW - 14, fill=FAINT)
        + tag("line", x1=_x(low), y1=middle, x2=_x(high), y2=middle, stroke=BAR, stroke_width=3)
        + tag("circle", cx=_x(share), cy=middle, r=5, fill=BAR)
    )


def _scale(top: float) -> str:
    parts = [tag("line", x1=_x(0), y1=top, x2=_x(1), y2=top, stroke=INK)]
    for step in range(5):
        share = step / 4
        parts.append(words(f"{100 * share:.0f} %", _x(share), top + 16, 11, fill=INK))
    return "".join(parts)


def _histogram(turns: Sequence[int], top: float) -> str:
    """Draw a histogram of the number of turns, in twenty bins."""
    low, high = min(turns, default=0), max(turns, default=1)
    step = max(1, -(-(high - low + 1) // 20))
    counts = [0] * ((high - low) // step + 1)
    for length in turns:
        counts[(length - low) // step] += 1
    most, wide = max(counts, default=1) or 1, (WIDTH - 120) / len(counts)
    parts = []
    for place, count in enumerate(counts):
        tall = 100 * count / most
        x = 60 + place * wide
        parts.append(tag("rect", x=x, y=top + 110 - tall, width=max(1.0, wide - 2), height=tall, fill=BAR))
    parts.append(words(str(low), 60, top + 128, 11, fill=INK))
    parts.append(words(str(high), WIDTH - 60, top + 128, 11, fill=INK))
    return "".join(parts)


def plot_ladder(rated: Sequence[Rated], title: str) -> str:
    """Draw ratings with twice their uncertainty, best on top."""
    low = min((entry.mu - 2 * entry.sigma for entry in rated), default=0.0)
    high = max((entry.mu + 2 * entry.sigma for entry in rated), default=1.0)
    scale = (WIDTH - LEFT - 40) / max(1e-9, high - low)
    parts = [words(title, WIDTH / 2, 30, 18, fill=INK)]
    top = 60.0
    for entry in rated:
        middle, x = top + ROW / 2, LEFT + (entry.mu - low) * scale
        label = f"{entry.bot}  {entry.mu:.1f}"
        parts.append(words(label, LEFT - 12, middle + 5, 13, text_anchor="end", fill=INK))
        parts.append(
            tag("line", x1=x - 2 * entry.sigma * scale, y1=middle, x2=x + 2 * entry.sigma * scale, y2=middle,
                stroke=BAR, stroke_width=3)
        )  # fmt: skip
        parts.append(tag("circle", cx=x, cy=middle, r=5, fill=BAR))
        top += ROW
    return _sheet("".join(parts), top + 20)


def _sheet(content: str, height: float) -> str:
    box = f"0 0 {WIDTH} {number(height)}"
    paper = tag("rect", x=0, y=0, width=WIDTH, height=height, fill=PAPER)
    return tag(
        "svg", paper + content, xmlns="http://www.w3.org/2000/svg", viewBox=box, width=WIDTH, height=height,
        font_family="Georgia, serif",
    )  # fmt: skip
