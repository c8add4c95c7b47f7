"""Many games: one process, several, or a Ray cluster; results are appended to a file and an interrupted run goes on.

Each game depends on its number alone, so that the results are the same however many workers play them.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any

from rondel.arena.match import Table, play_game, try_bots
from rondel.arena.validate import wrong_with
from rondel.errors import RondelError
from rondel.game import JsonDict

Row = JsonDict
#: gives the rows of the games with these numbers, in any order
Runner = Callable[[Table, Iterable[int]], Iterator[Row]]


def play_row(table: Table, number: int) -> Row:
    """Play one game and give its line.

    The bots' caches are large and free of cycles: repeated garbage collection would take up to a fifth of the time, so
    it runs once, between games.
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
    """Play in this many processes, never more than a few games ahead."""
    running: set[Future[Row]] = set()
    ignored = signal.getsignal(signal.SIGINT) == signal.SIG_IGN
    pool = ProcessPoolExecutor(workers, initializer=_begin, initargs=(os.getpid(), ignored))
    try:
        for number in numbers:
            running.add(_submit(pool, table, number))
            if len(running) >= 2 * workers:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                yield from _results(done)
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            yield from _results(done)
    finally:
        pool.shutdown(cancel_futures=True)


def _begin(parent: int, ignored: bool) -> None:
    """Set up a worker that ends with its parent.

    An interruption ends it at once and silently; the parent reports it. A parent that is killed cannot tell its
    workers, so each worker checks whether it is still there.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN if ignored else signal.SIG_DFL)
    Thread(target=_watch, args=(parent,), daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(1.0)
    os._exit(1)


def _submit(pool: ProcessPoolExecutor, table: Table, number: int) -> Future[Row]:
    """Give a game to the workers; if one has died, that comes out of the future, after the games that are finished."""
    try:
        return pool.submit(play_row, table, number)
    except BrokenProcessPool as error:
        broken: Future[Row] = Future()
        broken.set_exception(error)
        return broken


def _results(done: Iterable[Future[Row]]) -> Iterator[Row]:
    """Give the finished games, and only then report what went wrong with others."""
    for future in sorted(done, key=lambda future: future.exception() is not None):
        yield future.result()


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
    """Read a result file: its head line and its games, each once. A last line that was cut off is left out."""
    head, games = _read(path)
    return head, list(games.values())


def _read(path: Path) -> tuple[Row, dict[int, Row]]:
    """Read the head line and the games by line. Of lines with the same game the first one counts."""
    values = _values(path)
    head = values.pop(1, None)
    if not isinstance(head, dict) or head.get("arena") != 1:
        raise _no_head(path)
    games: dict[int, Row] = {}
    numbers = set()
    for line, row in values.items():
        problem = wrong_with(row)
        if problem:
            raise _damaged(path, line, problem)
        if row["number"] not in numbers:
            numbers.add(row["number"])
            games[line] = row
    return head, games


def _values(path: Path) -> dict[int, Any]:
    """Read the value in each line."""
    lines = path.read_bytes().rstrip().splitlines()
    found = {}
    for line, text in enumerate(lines, 1):
        try:
            found[line] = json.loads(text.decode("utf-8"))
        except (ValueError, RecursionError) as error:
            if line == 1:
                raise _no_head(path) from error
            if line < len(lines):
                raise _damaged(path, line, str(error)) from error
    return found


def _no_head(path: Path) -> RondelError:
    advice = "Name another file, and to play, choose another --out."
    return RondelError("bad_request", f"{path}, line 1, is not the head of results of the arena. {advice}")


def _damaged(path: Path, line: int, problem: str) -> RondelError:
    advice = "Delete that line, and the same arena plays the game again."
    return RondelError("bad_request", f"{path}, line {line}, is not a game: {problem}. {advice}")


def resume(table: Table, path: Path) -> list[Row]:
    """Give the games that a result file has already, and make sure it is of the same table; begin it if need be."""
    head = json.loads(json.dumps(table.as_json()))
    if not path.exists() or not path.read_bytes().strip():
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, json.dumps(head) + "\n")
        return []
    found, games = _read(path)
    if found != head:
        names = [key for key in head | found if head.get(key) != found.get(key)]
        differ = f"{', '.join(names)} {'differs' if len(names) == 1 else 'differ'}"
        raise RondelError("bad_request", f"{path} holds another run ({differ}); choose another --out.")
    _check_seats(table, path, games)
    rows = list(games.values())
    # what was cut off is played again
    write_whole(path, "".join(json.dumps(row) + "\n" for row in [found, *rows]))
    return rows


def write_whole(path: Path, text: str) -> None:
    """Write a file so that an interruption leaves the old one or the new one, never a part."""
    part = path.with_suffix(".part")
    part.write_text(text, encoding="utf-8")
    part.replace(path)


def _check_seats(table: Table, path: Path, games: Mapping[int, Row]) -> None:
    """Refuse a game that is not one of the table: the bots and the seed follow from its number."""
    for line, row in games.items():
        number = row["number"]
        if (row["bots"], row["seed"]) != (table.seating(number), table.seed_of(number)):
            raise _damaged(path, line, f"its bots or its seed are not those of game {number}")


def kept_text(path: Path | None, games: int) -> str:
    """Say what is saved of an unfinished run."""
    if not path:
        return "nothing is saved. With --out DIR games are saved and the same command continues the run."
    kept = read_results(path)[1] if path.exists() else []
    done = sum(row["number"] < games for row in kept)
    return f"{path.parent} keeps {done} of {games} games, and the same command continues from there."


def run(
    table: Table,
    games: int,
    path: Path | None,
    runner: Runner,
    watch: Callable[[Iterator[Row], int], Iterator[Row]] | None = None,
) -> list[Row]:
    """Play the games that are not in the file yet, append them, and give all in order."""
    try_bots(table)
    rows = resume(table, path) if path else []
    have = {row["number"] for row in rows}
    left = [number for number in range(games) if number not in have]
    played = runner(table, left)
    try:
        for row in watch(played, len(left)) if watch else played:
            rows.append(row)
            if path:
                with path.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(row) + "\n")
    except BrokenProcessPool as error:
        # an interruption at a terminal ends the workers and this process at once: wait for it, it says more
        time.sleep(0.5)
        raise RondelError("bad_request", f"A worker died (killed, or no memory); {kept_text(path, games)}") from error
    return sorted((row for row in rows if row["number"] < games), key=lambda row: int(row["number"]))
