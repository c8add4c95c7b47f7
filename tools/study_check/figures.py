"""Figures over reviewed games: mean losses of levels, blunders, second reviews, planted blunders, limits that fit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from statistics import mean

from rondel.draw.svg import tag, words
from rondel.game import JsonDict
from rondel.study.marks import KINDS, SURE, THRESHOLDS
from tools.study_check.games import LEVELS

#: resamples of the intervals
RESAMPLES = 2_000
#: blunders of the strongest level that a game may have on average
ALLOWED = 0.1
#: blunder limits that are tried, from the lowest
TRIED = [step / 200 for step in range(6, 101)]

Limits = tuple[float, float, float]
#: games by rulebook and number of players
Found = Mapping[tuple[str, int], list[JsonDict]]


@dataclass(frozen=True, slots=True)
class Spread:
    """A mean with the interval in which 95 of 100 resamples of the games lie."""

    mean: float
    low: float
    high: float
    games: int

    def __str__(self) -> str:
        return f"{100 * self.mean:.2f} ({100 * self.low:.2f} to {100 * self.high:.2f})"


def limits_for(players: int) -> Limits:
    """Give the limits that reviews have now."""
    return THRESHOLDS[min(6, max(2, players))]


def mark_of(turn: Sequence[object], limits: Limits) -> str:
    """Mark a turn by some limits: those by which a game was reviewed may have been others."""
    _, loss, error, mark, _ = turn
    assert isinstance(loss, float | int)
    assert isinstance(error, float | int)
    if mark not in (*KINDS, ""):
        return str(mark)
    reached = [kind for kind, limit in zip(KINDS, limits, strict=True) if loss >= limit]
    return reached[-1] if reached and loss >= SURE * error else ""


def losses(rows: Iterable[JsonDict], level: int) -> list[list[float]]:
    """Give the losses of a level over choices that count, a list for each seat of each game."""
    found = []
    for row in rows:
        for seat, own in enumerate(row["levels"]):
            if own == level:
                lost = [float(loss) for mover, loss, _, _, real in row["turns"] if mover == seat and real]
                if lost:
                    found.append(lost)
    return found


def spread(games: Sequence[Sequence[float]]) -> Spread:
    """Give the mean loss with its interval; games are resampled whole, because the turns of one go together."""
    rng = Random(1)
    sums = [(sum(game), len(game)) for game in games]
    means = []
    for _ in range(RESAMPLES):
        drawn = rng.choices(sums, k=len(sums))
        means.append(sum(total for total, _ in drawn) / sum(count for _, count in drawn))
    means.sort()
    whole = sum(total for total, _ in sums) / sum(count for _, count in sums)
    return Spread(whole, means[RESAMPLES // 40], means[-RESAMPLES // 40], len(sums))


def blunders(rows: Iterable[JsonDict], level: int, limits: Limits) -> tuple[int, int, int]:
    """Count the blunders of a level, the wins it missed, and the seats of games in which it played."""
    count = missed = seats = 0
    for row in rows:
        for seat, own in enumerate(row["levels"]):
            if own == level:
                seats += 1
                marks = [mark_of(turn, limits) for turn in row["turns"] if turn[0] == seat]
                count += marks.count("blunder")
                missed += marks.count("missed-win")
    return count, missed, seats


def agreement(rows: Iterable[JsonDict]) -> tuple[int, int, int, int]:
    """Compare second reviews with the first: turns, the same mark, marked in the first, marked in both."""
    turns = same = first = both = 0
    for row in rows:
        limits = limits_for(row["players"])
        for turn, second in zip(row["turns"], row.get("again", ()), strict=False):
            mark, again = mark_of(turn, limits), mark_of(second, limits)
            turns += 1
            same += mark == again
            first += bool(mark)
            both += bool(mark) and bool(again)
    return turns, same, first, both


def caught(rows: Iterable[JsonDict], kind: str, limits: Limits) -> tuple[int, int]:
    """Count the planted blunders of a kind that are marked, and all that look like one by these limits."""
    planted = [
        entry for row in rows for entry in row["planted"] if entry["kind"] == kind and entry["looks"] >= limits[2]
    ]
    marked = [entry for entry in planted if mark_of((0, entry["loss"], entry["error"], entry["mark"], True), limits)]
    return len(marked), len(planted)


# ---- limits that fit -------------------------------------------------------------------------------------------------


def fitted(rows: Sequence[JsonDict]) -> Limits:
    """Give the lowest limits by which the strongest level blunders no more often than it may.

    A mistake is two thirds of a blunder, an inaccuracy one third.
    """
    top = LEVELS[-1]
    for limit in TRIED:
        limits = (limit / 3, 2 * limit / 3, limit)
        count, _, seats = blunders(rows, top, limits)
        if count <= ALLOWED * seats:
            return limits
    return limits


def grades(found: Found) -> list[float]:
    """Give limits of grades, half-way (as a factor) between the mean losses of neighbouring levels, strongest first.

    Every rulebook and number of players counts the same.
    """
    means = []
    for level in LEVELS:
        own = [losses(rows, level) for rows in found.values()]
        means.append(mean(spread(games).mean for games in own if games))
    return [(stronger * weaker) ** 0.5 for weaker, stronger in pairwise(means)][::-1]


def told_fit(found: Found) -> Iterator[str]:
    """Tell the limits that fit, for each number of players and for grades."""
    for players in sorted({players for _, players in found}):
        rows = [row for (_, count), own in found.items() if count == players for row in own]
        count, missed, seats = blunders(rows, LEVELS[-1], limits := fitted(rows))
        yield (
            f"{players} players: {', '.join(f'{100 * limit:.1f}' for limit in limits)} points "
            f"({count} blunders and {missed} missed wins of level {LEVELS[-1]} in {seats} seats of {len(rows)} games)"
        )
    yield "grades: " + ", ".join(f"{100 * limit:.1f}" for limit in grades(found))


# ---- tables and plot -------------------------------------------------------------------------------------------------


def table(found: Found) -> str:
    """Write the figures."""
    lines = ["| rulebook, seats | games | " + " | ".join(f"level {level}" for level in LEVELS) + " |"]
    lines.append("| --- | --- |" + " --- |" * len(LEVELS))
    for (book, players), rows in found.items():
        cells = [str(spread(games)) if (games := losses(rows, level)) else "–" for level in LEVELS]
        lines.append(f"| `{book}`, {players} | {len(rows)} | {' | '.join(cells)} |")
    lines += [
        "", "Mean loss per choice that counts, in points of win chance, with the interval of 95 resamples of 100.", "",
        "| rulebook, seats | blunders of level 5 in ten games | wins it missed | planted wins, won positions marked "
        "| seconds, rounds |",
        "| --- | --- | --- | --- | --- |",
    ]  # fmt: skip
    lines += [_marks(book, players, rows) for (book, players), rows in found.items()]
    turns, same, first, both = agreement([row for rows in found.values() for row in rows])
    again = (
        f"{same} of {turns} turns get the same mark; of {first} turns marked the first time {both} are marked again."
    )
    lines += ["", f"Reviewed a second time with other deals, {again} With the same deals all are the same."]
    return "\n".join(lines)


def _marks(book: str, players: int, rows: Sequence[JsonDict]) -> str:
    limits = limits_for(players)
    count, missed, seats = blunders(rows, LEVELS[-1], limits)
    rate = f"{10 * count / seats:.1f} ({count} in {seats})" if seats else "–"
    planted = ", ".join("{} of {}".format(*caught(rows, kind, limits)) for kind in ("win", "won"))
    pace = f"{mean(row['seconds'] for row in rows):.0f}, {mean(row['rounds'] for row in rows):.0f}"
    return f"| `{book}`, {players} | {rate} | {missed} | {planted} | {pace} |"


def plot(found: Found) -> str:
    """Draw the mean loss of every level, with its interval."""
    wide, left, row, ink = 760, 170, 15, "#33302a"
    shown = {
        key: {level: spread(games) for level in LEVELS if (games := losses(rows, level))} for key, rows in found.items()
    }
    most = max(value.high for levels in shown.values() for value in levels.values())
    parts, top = [words("Mean loss per choice, points of win chance", wide / 2, 26, 16, fill=ink)], 48.0
    colours = ("#d55e00", "#cc79a7", "#7a5c00", "#0072b2", "#009e73")
    for (book, players), levels in shown.items():
        parts.append(words(f"{book}, {players}", 12, top + 2.5 * row, 13, text_anchor="start", fill=ink))
        for level, value in levels.items():
            low, at, high = (left + share / most * (wide - left - 70) for share in (value.low, value.mean, value.high))
            colour = colours[level - 1]
            parts.append(tag("line", x1=low, y1=top, x2=high, y2=top, stroke=colour, stroke_width=3))
            parts.append(tag("circle", cx=at, cy=top, r=4.5, fill=colour))
            parts.append(
                words(f"level {level}: {100 * value.mean:.1f}", high + 8, top + 4, 11, text_anchor="start", fill=ink)
            )
            top += row
        top += row
    paper = tag("rect", width=wide + 40, height=top, fill="#fbf8f0")
    return tag(
        "svg", paper + "".join(parts), xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {wide + 40} {top:.0f}",
        width=wide + 40, height=round(top), font_family="Georgia, serif",
    )  # fmt: skip
