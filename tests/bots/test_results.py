"""Result files that somebody damaged, and runs that lose a worker."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest

from rondel.arena import run as runs
from rondel.arena.match import Table
from rondel.arena.run import Row, play_row, read_results, run, run_here, run_processes, runner_for
from rondel.arena.validate import wrong_with
from rondel.errors import RondelError

TABLE = Table("antike-2006", 2, "aegean-mini", {"round-limit": 2}, ("greedy", "random"), seed=4)


def _none(table: Table, numbers: Iterable[int]) -> Iterator[Row]:
    raise AssertionError("a game was played")


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Give the results of a run of two games, played once for all the tests."""
    found = tmp_path_factory.mktemp("results") / "results.jsonl"
    run(TABLE, 2, found, run_here)
    return found.read_bytes()


@pytest.fixture
def path(results: bytes, tmp_path: Path) -> Path:
    found = tmp_path / "results.jsonl"
    found.write_bytes(results)
    return found


def _changed(line: str, **change: Any) -> str:
    return json.dumps(json.loads(line) | change) + "\n"


@pytest.mark.parametrize(
    "head",
    [b"[]\n", b"1\n", b"null\n", b'{"arena": 2}\n', b"\xff\n", b'{"aren', b"[" * 200_000],
    ids=["list", "number", "null", "later", "binary", "half", "deep"],
)
def test_another_file_is_refused_by_its_head(head: bytes, path: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    for rest in (b"", b"\xff\n", lines[1]):
        path.write_bytes(head + rest)
        with pytest.raises(RondelError, match=r"results\.jsonl, line 1, is not the head"):
            read_results(path)
        with pytest.raises(RondelError, match=r"line 1, .* choose another --out"):
            run(TABLE, 3, path, _none)


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        (lambda line: "5\n", "it is not an object"),
        (lambda line: "[]\n", "it is not an object"),
        (lambda line: "{}\n", "it has no number, seed, bots, winner,"),
        (lambda line: "[" * 200_000 + "\n", "recursion"),
        (lambda line: line[:50] + "\n", ""),
        (lambda line: "\n", ""),
        (lambda line: json.dumps({k: v for k, v in json.loads(line).items() if k != "winner"}) + "\n", "has no winner"),
        (lambda line: _changed(line, winner=9), "wrong value of winner"),
        (lambda line: _changed(line, winner="a"), "wrong value of winner"),
        (lambda line: _changed(line, winner=-2), "wrong value of winner"),
        (lambda line: _changed(line, winner=True), "wrong value of winner"),
        (lambda line: _changed(line, number=-1), "wrong value of number"),
        (lambda line: _changed(line, number="0"), "wrong value of number"),
        (lambda line: _changed(line, bots=[]), "its bots are wrong"),
        (lambda line: _changed(line, bots=["\ud800", "b"]), "its bots are wrong"),
        (lambda line: _changed(line, turns=float("nan"), end=3), "wrong value of end, turns"),
        (lambda line: _changed(line, points=[1]), "wrong value of points"),
        (lambda line: _changed(line, seconds=[10**400, 1]), "wrong value of seconds"),
        (lambda line: _changed(line, longest=[float("inf"), 1]), "wrong value of longest"),
        (lambda line: _changed(line, marks={"king": "two"}), "wrong value of marks"),
        (lambda line: _changed(line, failures=[{"seat": 7}]), "wrong value of failures"),
        (lambda line: _changed(line, failures=[3], actions=None), "wrong value of failures, actions"),
    ],
)
@pytest.mark.parametrize("cut", ["", '{"numb'])
def test_a_line_that_is_no_game_is_named_before_anything_is_played(
    damage: Callable[[str], str], why: str, cut: str, path: Path
) -> None:
    head, first, second = path.read_text("utf-8").splitlines(keepends=True)
    text = head + damage(first) + second + cut
    path.write_text(text, encoding="utf-8")
    words = (
        rf"results\.jsonl, line 2, is not a game: .*{why}.*\. Delete that line, and the same arena plays the game again"
    )
    with pytest.raises(RondelError, match=words):
        read_results(path)
    with pytest.raises(RondelError, match=words):
        run(TABLE, 3, path, _none)
    assert path.read_text("utf-8") == text


def test_a_last_line_that_is_no_game_was_not_cut_off(path: Path) -> None:
    text = path.read_text("utf-8")
    path.write_text(text + "{}", encoding="utf-8")
    with pytest.raises(RondelError, match="line 4, is not a game"):
        read_results(path)


@pytest.mark.parametrize("rest", [b"\xff\xfe", b'{"number": 1, "bots": ["\xc3', b"\0\0\0", b"["])
def test_a_last_line_that_was_cut_off_is_played_again(rest: bytes, path: Path) -> None:
    whole = path.read_bytes()
    head, first, _ = whole.splitlines(keepends=True)
    path.write_bytes(head + first + rest)
    assert [row["number"] for row in read_results(path)[1]] == [0]
    assert [row["number"] for row in run(TABLE, 2, path, run_here)] == [0, 1]
    assert len(path.read_text("utf-8").splitlines()) == 3


def test_a_game_that_stands_there_twice_counts_once(path: Path) -> None:
    text = path.read_text("utf-8")
    again = text.splitlines(keepends=True)[1]
    path.write_text(text + 3 * again, encoding="utf-8")
    assert [row["number"] for row in read_results(path)[1]] == [0, 1]
    assert len(run(TABLE, 2, path, _no_more)) == 2
    assert path.read_text("utf-8") == text


def _no_more(table: Table, numbers: Iterable[int]) -> Iterator[Row]:
    assert not list(numbers)
    return iter(())


@pytest.mark.parametrize("change", [{"bots": ["greedy", "greedy"]}, {"seed": 5}, {"number": 7}])
def test_a_game_of_another_run_is_refused(change: dict[str, Any], path: Path) -> None:
    head, first, second = path.read_text("utf-8").splitlines(keepends=True)
    path.write_text(head + second + _changed(first, **change), encoding="utf-8")
    with pytest.raises(RondelError, match=r"line 3, is not a game: its bots or its seed are not those of game"):
        run(TABLE, 2, path, _none)


def test_a_head_with_more_in_it_is_of_another_run(path: Path) -> None:
    head, *games = path.read_text("utf-8").splitlines(keepends=True)
    path.write_text(_changed(head, league=2) + "".join(games), encoding="utf-8")
    with pytest.raises(RondelError, match=r"\(league differs\)"):
        run(TABLE, 2, path, _none)


@pytest.mark.parametrize("game", ["antike-2005", "antike-2006", "antike-2", "antike-duellum", "attika"])
def test_every_rulebook_writes_games_that_can_be_read(game: str) -> None:
    options = {"two-players": 1} if game == "antike-2" else {}
    row = play_row(Table(game, 2, "", options, ("greedy", "random")), 0)
    assert wrong_with(json.loads(json.dumps(row))) == ""
    assert row["winner"] >= 0


def _dies(table: Table, number: int) -> Row:
    """Play, but let the worker die in the third game, long after the others are done."""
    if number == 2:
        time.sleep(3)
        os.kill(os.getpid(), signal.SIGKILL)
    return play_row(table, number)


def test_a_worker_that_dies_costs_no_finished_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "results.jsonl"
    with monkeypatch.context() as patch:
        patch.setattr(runs, "play_row", _dies)
        with pytest.raises(RondelError) as caught:
            run(TABLE, 4, path, runner_for(2, ""))
        with pytest.raises(RondelError, match=r"^A worker died \(.*\); nothing is saved\. With --out DIR"):
            run(TABLE, 4, None, runner_for(2, ""))
    assert caught.value.message == (
        f"A worker died (killed, or no memory); {tmp_path} keeps 3 of 4 games, "
        "and the same command continues from there."
    )
    assert sorted(row["number"] for row in read_results(path)[1]) == [0, 1, 3]
    again = run(TABLE, 4, path, run_here)
    assert [row["actions"] for row in again] == [row["actions"] for row in run(TABLE, 4, None, run_here)]


class _Pool:
    """A pool that plays two games and then has lost a worker, one game too late to tell by its result."""

    def __init__(self, *_: object, **__: object) -> None:
        self.given = 0

    def submit(self, play: Callable[[Table, int], Row], table: Table, number: int) -> Future[Row]:
        self.given += 1
        if self.given > 3:
            raise BrokenProcessPool
        future: Future[Row] = Future()
        if self.given == 1:
            future.set_exception(BrokenProcessPool())
        else:
            future.set_result({"number": number})
        return future

    def shutdown(self, *, cancel_futures: bool) -> None:
        assert cancel_futures


def test_finished_games_come_before_the_bad_news(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "ProcessPoolExecutor", _Pool)
    played = run_processes(TABLE, range(9), 2)
    assert {next(played)["number"], next(played)["number"]} == {1, 2}
    with pytest.raises(BrokenProcessPool):
        next(played)


def test_an_interruption_that_ended_the_workers_is_what_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may reach this process a moment after the news of the workers."""

    def broken(table: Table, numbers: Iterable[int]) -> Iterator[Row]:
        raise BrokenProcessPool
        yield {}

    def interrupted(seconds: float) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("rondel.arena.run.time.sleep", interrupted)
        with pytest.raises(KeyboardInterrupt):
            run(TABLE, 4, None, broken)
