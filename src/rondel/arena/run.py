"""Many games: one process, several, or a Ray cluster; results are appended to a file and an interrupted run goes on.

Each game depends on its number alone, so that the results are the same however many workers play them.
"""

from __future__ import annotations

import gc
import json
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from functools import partial
from pathlib import Path
from typing import Any

from rondel.arena.match import Table, play_game
from rondel.errors import RondelError

Row = dict[str, Any]
#: gives the rows of the games with these numbers, in any order
Runner = Callable[[Table, Iterable[int]], Iterator[Row]]


def play_row(table: Table, number: int) -> Row:
    """Play one game and give its line.

    The bots' memories are large and without cycles: looking through them for garbage again and again would take up to a
    fifth of the time, so it is done once, between games.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        return play_game(table, number).as_json()
    finally:
        if was_on:
            gc.enable()
            gc.collect()


def run_here(table: Table, numbers: Iterable[int]) -> Iterator[Row]:
    """Play in this process."""
    for number in numbers:
        yield play_row(table, number)


def run_processes(table: Table, numbers: Iterable[int], workers: int) -> Iterator[Row]:
    """Play in so many processes, never more than a few games ahead."""
    running: set[Future[Row]] = set()
    # an interruption ends the workers at once and without a word; this process tells of it
    pool = ProcessPoolExecutor(workers, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_DFL))
    try:
        for number in numbers:
            running.add(pool.submit(play_row, table, number))
            if len(running) >= 2 * workers:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in done)
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in done)
    finally:
        pool.shutdown(cancel_futures=True)


def run_ray(table: Table, numbers: Iterable[int], address: str) -> Iterator[Row]:
    """Play on a Ray cluster; `local` starts one on this machine."""
    try:
        import ray
    except ImportError as error:
        raise RondelError("bad_request", "Ray is not installed: pip install 'rondel[ray]'.") from error
    ray.init(**({"num_cpus": 2} if address == "local" else {"address": address}), log_to_driver=False)
    try:
        task = ray.remote(play_row)
        waiting = [task.remote(table, number) for number in numbers]
        while waiting:
            done, waiting = ray.wait(waiting)
            yield from ray.get(done)
    finally:
        ray.shutdown()


def runner_for(workers: int, ray: str) -> Runner:
    """Choose how to play."""
    if ray:
        return partial(run_ray, address=ray)
    return partial(run_processes, workers=workers) if workers > 1 else run_here


def read_results(path: Path) -> tuple[Row, list[Row]]:
    """Read a result file: its head line and its games. A last line that was cut off is left out."""
    lines = path.read_text(encoding="utf-8").splitlines()
    rows: list[Row] = []
    for place, line in enumerate(lines):
        try:
            rows.append(json.loads(line))
        except ValueError as error:
            if place < len(lines) - 1 or place == 0:
                raise RondelError("bad_request", f"{path}, line {place + 1}, is no result: {error}.") from error
    if not rows or rows[0].get("arena") != 1:
        raise RondelError("bad_request", f"{path} is not a result file of the arena.")
    return rows[0], rows[1:]


def resume(table: Table, path: Path) -> list[Row]:
    """Give the games that a result file has already, and make sure it is of the same table; begin it if need be."""
    head = json.loads(json.dumps(table.as_json()))
    if not path.exists() or not path.read_text(encoding="utf-8").strip():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(head) + "\n", encoding="utf-8")
        return []
    found, rows = read_results(path)
    if found != head:
        names = [key for key in head if head[key] != found.get(key)]
        differ = f"{', '.join(names)} {'differs' if len(names) == 1 else 'differ'}"
        raise RondelError("bad_request", f"{path} holds another run ({differ}); choose another --out.")
    # what was cut off is played again; an interruption right now loses nothing
    text = "".join(json.dumps(row) + "\n" for row in [found, *rows])
    part = path.with_suffix(".part")
    part.write_text(text, encoding="utf-8")
    part.replace(path)
    return rows


def run(
    table: Table,
    games: int,
    path: Path | None,
    runner: Runner,
    watch: Callable[[Iterator[Row], int], Iterator[Row]] | None = None,
) -> list[Row]:
    """Play the games that are not in the file yet, append them, and give all in order."""
    rows = resume(table, path) if path else []
    have = {row["number"] for row in rows}
    left = [number for number in range(games) if number not in have]
    played = runner(table, left)
    for row in watch(played, len(left)) if watch else played:
        rows.append(row)
        if path:
            with path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")
    return sorted((row for row in rows if row["number"] < games), key=lambda row: int(row["number"]))
