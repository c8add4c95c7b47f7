"""The ladder of a training: how each generation did, as text and as a picture."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from rondel.arena.stats import wilson
from rondel.draw.svg import tag, words
from tools.learn.match import Score

Row = Mapping[str, Any]
WIDTH: Final = 760
HEIGHT: Final = 360
LEFT: Final = 60
BOTTOM: Final = 50
INK: Final = "#33302a"
PAPER: Final = "#fbf8f0"
COLOURS: Final = ("#8c6d3f", "#3f6d8c", "#6d3f8c", "#3f8c5a", "#8c3f4e")


def read_ladder(path: Path) -> list[dict[str, Any]]:
    """Read the rounds of a training; none if there was none."""
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def ladder_text(rows: Sequence[Row]) -> str:
    """Write a table of the rounds."""
    found = [
        "| generation | games | samples | loss, by hand | against the best before | on the ladder |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for row in rows:
        losses = row.get("losses") or [0.0]
        test = "; ".join(Score(wins, games).text() for wins, games, _ in row["test"]) or "-"
        steps = "; ".join(f"{players} players {Score(wins, games).text()}" for players, wins, games in row["ladder"])
        found.append(
            f"| {row['generation']} | {row['games']} | {row.get('samples', 0)} | {min(losses):.4f}, "
            f"{row.get('by hand', 0.0):.4f} | {test} | {steps or '-'} |"
        )
    return "\n".join(found)


def ladder_svg(rows: Sequence[Row], title: str) -> str:
    """Draw the share of wins against the bot of the ladder, generation by generation, with its intervals."""
    numbers = sorted({players for row in rows for players, _, _ in row["ladder"]})
    last = max((int(row["generation"]) for row in rows), default=2)
    against = next((row["against"] for row in rows if row.get("against")), "")
    parts = [words(f"{title}: wins against {against}", WIDTH / 2, 24, 16, fill=INK)]
    for step in range(5):
        y = _y(step / 4)
        parts.append(tag("line", x1=LEFT, y1=y, x2=WIDTH - 20, y2=y, stroke="#e4dcc8"))
        parts.append(words(f"{25 * step} %", LEFT - 8, y + 4, 11, text_anchor="end", fill=INK))
    for place, players in enumerate(numbers):
        parts += _curve(rows, players, last, COLOURS[place % len(COLOURS)])
        parts.append(
            words(f"{players} players", LEFT + 60 + 110 * place, HEIGHT - 8, 12, fill=COLOURS[place % len(COLOURS)])
        )
    for row in rows:
        x = _x(int(row["generation"]), last)
        parts.append(words(str(row["generation"]), x, HEIGHT - BOTTOM + 18, 11, fill=INK))
    sheet = tag("rect", x=0, y=0, width=WIDTH, height=HEIGHT, fill=PAPER)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif">'
    return head + sheet + "".join(parts) + "</svg>\n"


def _curve(rows: Sequence[Row], players: int, last: int, colour: str) -> list[str]:
    """Draw the points of one number of players, and the even share."""
    even = _y(1 / players)
    parts = [tag("line", x1=LEFT, y1=even, x2=WIDTH - 20, y2=even, stroke=colour, stroke_dasharray="4 4")]
    before: tuple[float, float] | None = None
    for row in rows:
        for number, wins, games in row["ladder"]:
            if number != players or not games:
                continue
            x, y = _x(int(row["generation"]), last), _y(wins / games)
            low, high = wilson(wins, games)
            if before:
                parts.append(tag("line", x1=before[0], y1=before[1], x2=x, y2=y, stroke=colour, stroke_width=2))
            parts.append(tag("line", x1=x, y1=_y(low), x2=x, y2=_y(high), stroke=colour, stroke_width=1))
            parts.append(tag("circle", cx=x, cy=y, r=4, fill=colour))
            before = x, y
    return parts


def _x(generation: int, last: int) -> float:
    return LEFT + 30 + (WIDTH - LEFT - 80) * (generation - 2) / max(1, last - 2)


def _y(share: float) -> float:
    return HEIGHT - BOTTOM - share * (HEIGHT - BOTTOM - 50)
