"""Do marks mean anything? Games between levels are played and reviewed, blunders planted, and the figures told.

`run` goes on where it stopped and ends after so many seconds, between two games; `report` tells what was found so far
as tables, with a plot. Every game is one line of a file, so a run can be cut off at any time:

    python -m tools.study_check run out/study --game attika --players 2 --games 40 --seconds 500
    python -m tools.study_check report out/study --plot levels.svg
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import mean

from rondel.arena.match import Table, play_game, record_of
from rondel.draw.svg import tag, words
from rondel.game import CHANCE, JsonDict, State, draw
from rondel.record import Record
from rondel.study.course import Choice, course
from rondel.study.marks import KINDS, THRESHOLDS
from rondel.study.review import Review, Reviewed, review, weighed
from rondel.study.weigh import ENGINE, MOST, Scales

LEVELS = (1, 2, 3, 4, 5)
#: levels that think for a time are given so many positions instead: the same games on any machine, however busy
POSITIONS = {4: 1000, 5: 4000}
#: every so many games are reviewed a second time, with other deals
AGAIN = 4
#: a position is won from this chance on, times the seats over two
WON = 0.7
#: random ways to play a turn of which the worst is planted
TRIED = 16
#: resamples of the intervals
RESAMPLES = 2_000


# ---- games -----------------------------------------------------------------------------------------------------------


def seated(number: int, players: int) -> tuple[str, ...]:
    """Give the levels of a game, so that each meets each and sits everywhere."""
    if players == 2:
        pairs = [(one, other) for one in LEVELS for other in LEVELS if one != other]
        chosen: Sequence[int] = pairs[(7 * number) % len(pairs)]
    else:
        chosen = [LEVELS[(number * 2 + seat * (1 + number % 2)) % len(LEVELS)] for seat in range(players)]
    return tuple(f"level:{level}" + (f",nodes={POSITIONS[level]}" if level in POSITIONS else "") for level in chosen)


def played(book: str, players: int, number: int) -> tuple[Record, list[int]]:
    """Play a game between levels."""
    table = Table(book, players, "", {}, seated(number, players), seed=1000 + number)
    outcome = play_game(table, 0)
    return record_of(table, outcome), [int(name[len("level:")]) for name in outcome.bots]


def examined(book: str, players: int, number: int, engine: str = ENGINE, most: int = MOST) -> JsonDict:
    """Play and review a game; plant blunders into it; now and then review it again with other luck."""
    record, levels = played(book, players, number)
    scales = Scales(record.game, engine, most=most)
    began = time.process_time()
    found = review(record, scales)
    spent = time.process_time() - began
    row: JsonDict = {
        "book": book, "players": players, "number": number, "levels": levels, "seconds": round(spent, 1),
        "turns": [[turn.seat, turn.loss, turn.error, turn.mark, turn.real] for turn in found.turns],
        "rounds": round((1 + found.turns[-1].turn) / players, 1), "planted": list(_planted(record, found, scales)),
    }  # fmt: skip
    if number % AGAIN == 0:
        second = review(record, Scales(record.game, engine, most=most, luck="again "))
        row["again"] = [turn.mark for turn in second.turns]
        row["lost again"] = [turn.loss for turn in second.turns]
    return row


def _planted(record: Record, found: Review, scales: Scales) -> Iterator[JsonDict]:
    """Replace the winning turn, and one good turn of a won position, by bad ones; tell how they are marked."""
    rng = Random(f"plant {found.game} {len(record.actions)}")
    choices = {part.step: part for part in course(record, scales.evaluator) if isinstance(part, Choice)}
    won = [turn for turn in found.turns if turn.real and not turn.best.wins and turn.best.value >= _won(found.players)]
    wins = [turn for turn in found.turns if turn.best.wins]
    rng.shuffle(won)
    for kind, turns in (("win", wins[-1:]), ("won", won)):
        for turn in turns:
            spoiled = _spoiled(choices[turn.step], turn, scales, rng)
            if spoiled is None:
                continue
            judged = weighed(spoiled, scales)
            assert isinstance(judged, Reviewed)
            yield {
                "kind": kind, "value": turn.best.value, "loss": judged.loss, "error": judged.error, "mark": judged.mark
            }  # fmt: skip
            break


def _won(players: int) -> float:
    return WON * 2 / players if players > 2 else WON


def _spoiled(choice: Choice, turn: Reviewed, scales: Scales, rng: Random) -> Choice | None:
    """Play the turn at random many times and take the way that looks worst, if it looks worse by a blunder."""
    worst, least = None, turn.best.value - THRESHOLDS[min(6, scales.game.seats)][2]
    for _ in range(TRIED):
        actions, after = _at_random(choice.before, rng)
        chance = scales.chances(after, choice.seat)[choice.seat]
        if after.legal() and chance <= least:
            worst, least = Choice(choice.step, choice.turn, choice.seat, choice.before, actions, after), chance
    return worst


def _at_random(before: State, rng: Random) -> tuple[tuple[int, ...], State]:
    state, actions = before, list[int]()
    while state.legal() and state.turn_of == before.turn_of and (state.to_act != CHANCE or not actions):
        action = draw(state, rng) if state.to_act == CHANCE else rng.choice(state.legal())
        actions.append(action)
        state = state.apply(action)
    return tuple(actions), state


def run(folder: Path, book: str, players: int, games: int, seconds: float) -> None:
    """Go on with a run until it is done or the time is up."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{book}-{players}.jsonl"
    done = {row["number"] for row in rows_of(path)}
    until = time.monotonic() + seconds
    for number in range(games):
        if number in done:
            continue
        if time.monotonic() > until:
            break
        row = examined(book, players, number)
        with path.open("a", encoding="utf-8") as lines:
            lines.write(json.dumps(row) + "\n")


def rows_of(path: Path) -> list[JsonDict]:
    """Read what a run has found so far."""
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


# ---- figures ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Spread:
    """A mean with the interval in which 95 of 100 resamples of the games lie."""

    mean: float
    low: float
    high: float
    games: int

    def __str__(self) -> str:
        return f"{100 * self.mean:.2f} ({100 * self.low:.2f} to {100 * self.high:.2f})"


def losses(rows: Sequence[JsonDict], level: int) -> list[list[float]]:
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


def blunders(rows: Sequence[JsonDict], level: int) -> tuple[int, int]:
    """Count the blunders of a level, and the seats of games in which it played; wins missed count too."""
    count = seats = 0
    for row in rows:
        for seat, own in enumerate(row["levels"]):
            if own == level:
                seats += 1
                count += sum(
                    mover == seat and mark in ("blunder", "missed-win") for mover, _, _, mark, _ in row["turns"]
                )
    return count, seats


def agreement(rows: Sequence[JsonDict]) -> tuple[int, int, int, int]:
    """Compare second reviews with the first: turns, the same mark, marked in the first, marked in both."""
    turns = same = first = both = 0
    for row in rows:
        for (_, _, _, mark, _), again in zip(row["turns"], row.get("again", ()), strict=False):
            turns += 1
            same += mark == again
            first += bool(mark)
            both += bool(mark) and bool(again)
    return turns, same, first, both


def table(found: dict[tuple[str, int], list[JsonDict]]) -> str:
    """Write the figures."""
    lines = ["| rulebook, seats | games | " + " | ".join(f"level {level}" for level in LEVELS) + " |"]
    lines.append("| --- | --- |" + " --- |" * len(LEVELS))
    for (book, players), rows in found.items():
        cells = [str(spread(games)) if (games := losses(rows, level)) else "–" for level in LEVELS]
        lines.append(f"| `{book}`, {players} | {len(rows)} | {' | '.join(cells)} |")
    lines += [
        "", "Mean loss per choice that counts, in points of win chance, with the interval of 95 resamples of 100.", "",
        "| rulebook, seats | blunders of level 5 in ten games | planted: wins, won positions | seconds, rounds |",
        "| --- | --- | --- | --- |",
    ]  # fmt: skip
    for (book, players), rows in found.items():
        count, seats = blunders(rows, 5)
        rate = f"{10 * count / seats:.1f} ({count} in {seats})" if seats else "–"
        planted = ", ".join(_caught(rows, kind) for kind in ("win", "won"))
        pace = f"{mean(row['seconds'] for row in rows):.0f}, {mean(row['rounds'] for row in rows):.0f}"
        lines.append(f"| `{book}`, {players} | {rate} | {planted} | {pace} |")
    turns, same, first, both = agreement([row for rows in found.values() for row in rows])
    again = (
        f"{same} of {turns} turns get the same mark; of {first} turns marked the first time {both} are marked again."
    )
    lines += ["", f"Reviewed a second time with other deals, {again} With the same deals all are the same."]
    return "\n".join(lines)


def _caught(rows: Sequence[JsonDict], kind: str) -> str:
    planted = [entry for row in rows for entry in row["planted"] if entry["kind"] == kind]
    marked = sum(entry["mark"] in (*KINDS, "missed-win") for entry in planted)
    return f"{marked} of {len(planted)}"


def plot(found: dict[tuple[str, int], list[JsonDict]]) -> str:
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


def found_in(folder: Path) -> dict[tuple[str, int], list[JsonDict]]:
    """Read what all runs in a folder have found, by rulebook and number of players."""
    found = {}
    for path in sorted(folder.glob("*.jsonl")):
        rows = rows_of(path)
        found[(str(rows[0]["book"]), int(rows[0]["players"]))] = rows
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="what", required=True)
    running = commands.add_parser("run")
    running.add_argument("folder", type=Path)
    running.add_argument("--game", default="attika")
    running.add_argument("--players", type=int, default=2)
    running.add_argument("--games", type=int, default=100)
    running.add_argument("--seconds", type=float, default=500)
    telling = commands.add_parser("report")
    telling.add_argument("folder", type=Path)
    telling.add_argument("--plot", type=Path, help="write the mean losses as SVG")
    args = parser.parse_args()
    if args.what == "run":
        run(args.folder, args.game, args.players, args.games, args.seconds)
    else:
        found = found_in(args.folder)
        print(table(found))
        if args.plot:
            args.plot.write_text(plot(found) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
