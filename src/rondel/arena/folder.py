"""What the folder of a run has besides its results: a record of every game, and a plot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from rondel import record as records
from rondel.arena.match import Clock, Outcome, Table, record_of
from rondel.arena.plot import plot_run
from rondel.arena.run import write_whole
from rondel.arena.stats import Summary
from rondel.errors import RondelError
from rondel.game import JsonDict


def keep_records(folder: Path, table: Table, rows: Iterable[JsonDict]) -> Iterator[JsonDict]:
    """Pass the games on and write the record of each once the caller has saved its line.

    In this order there is never a record of a game that is not in the results and may go differently next time. A
    record left by another run is deleted before the line is written, so that an interruption leaves no wrong one.
    """
    for row in rows:
        _path(folder, row).unlink(missing_ok=True)
        yield row
        write_record(folder, table, row)


def write_record(folder: Path, table: Table, row: JsonDict) -> None:
    """Write the record of a game unless it is there; an interruption never leaves half of it."""
    path = _path(folder, row)
    if path.exists():
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, _record_text(folder, table, row))


def _record_text(folder: Path, table: Table, row: JsonDict) -> str:
    """Write a record; decisions that cannot be replayed mean that somebody changed the file."""
    try:
        return records.dumps(record_of(table, _outcome(row)))
    except RondelError as error:
        game = f"Game {row['number']} in {folder / 'results.jsonl'} cannot be replayed: {error.message}"
        raise RondelError("bad_record", f"{game} Delete its line, and the same command plays it again.") from error


def _path(folder: Path, row: JsonDict) -> Path:
    return folder / "records" / f"{row['number']:05d}.game"


def _outcome(row: JsonDict) -> Outcome:
    clocks = [Clock() for _ in row["bots"]]
    return Outcome(
        row["number"], row["seed"], row["bots"], row["winner"], row["end"], row["turns"], row["actions"], row["points"],
        clocks,
    )  # fmt: skip


def write_plot(folder: Path, table: Table, summary: Summary) -> None:
    """Draw the run."""
    title = f"{table.game}, {table.players} players, {summary.games} games"
    if len(summary.scores) == 1:
        title += f" of {summary.scores[0].bot}"
    (folder / "plot.svg").write_text(plot_run(summary, title), encoding="utf-8")
