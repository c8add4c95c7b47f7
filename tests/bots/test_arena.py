"""The arena: rotation, seeds, workers, interruption, failing bots, statistics, plots, ratings."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from rondel import record as records
from rondel.arena import match
from rondel.arena.match import Outcome, Table, play_game, record_of
from rondel.arena.plot import plot_ladder, plot_run
from rondel.arena.rating import rate
from rondel.arena.run import play_row, read_results, run, run_here, run_processes, runner_for
from rondel.arena.stats import summarize, wilson
from rondel.bots.base import Choice
from rondel.bots.random_bot import RandomBot
from rondel.errors import RondelError
from rondel.game import Action, Game, Seat, State

TABLE = Table("antike-2006", 3, "aegean-mini", {"round-limit": 2}, ("greedy", "random", "random"), seed=4)


def _plain(row: dict[str, Any]) -> dict[str, Any]:
    """Leave out what a clock measured."""
    return {key: value for key, value in row.items() if key not in ("seconds", "longest")}


def test_every_set_up_is_played_in_every_rotation() -> None:
    seatings = [TABLE.seating(number) for number in range(6)]
    assert [seating.index("greedy") for seating in seatings] == [0, 1, 2, 0, 1, 2]
    assert [TABLE.seed_of(number) for number in range(6)] == [4, 4, 4, 5, 5, 5]


def test_results_do_not_depend_on_the_workers(tmp_path: Path) -> None:
    alone = run(TABLE, 4, None, run_here)
    many = run(TABLE, 4, tmp_path / "results.jsonl", runner_for(2, ""))
    assert [_plain(row) for row in alone] == [_plain(row) for row in many]
    assert [row["number"] for row in many] == [0, 1, 2, 3]
    assert list(run_processes(TABLE, [], 2)) == []


@pytest.mark.skipif(os.name != "posix", reason="a killed process leaves its children alone only there")
def test_workers_end_with_their_parent(tmp_path: Path) -> None:
    out = tmp_path / "run"
    command = [sys.executable, "-m", "rondel", "arena", "attika", "--players", "2", "--seats", "level:1,random"]
    parent = subprocess.Popen(
        [*command, "--games", "5000", "--workers", "2", "--out", str(out)], stderr=subprocess.DEVNULL
    )
    try:
        _wait(lambda: (out / "results.jsonl").exists() and len(_children(parent.pid)) == 2)
        workers = _children(parent.pid)
    finally:
        parent.kill()
        parent.wait()
    assert len(workers) == 2
    _wait(lambda: not _processes().keys() & set(workers))


def _wait(until: Callable[[], bool]) -> None:
    end = time.monotonic() + 30
    while not until():
        assert time.monotonic() < end
        time.sleep(0.1)


def _processes() -> dict[int, int]:
    """Give the parents of all processes that have not ended."""
    found = subprocess.run(["ps", "-axo", "pid=,ppid=,stat="], capture_output=True, text=True, check=True)
    rows = [line.split() for line in found.stdout.splitlines()]
    return {int(pid): int(parent) for pid, parent, stat in rows if not stat.startswith("Z")}


def _children(pid: int) -> list[int]:
    return [child for child, parent in _processes().items() if parent == pid]


def test_an_interrupted_run_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    whole = run(TABLE, 3, path, run_here)
    lines = path.read_text("utf-8").splitlines(keepends=True)
    path.write_text("".join(lines[:3]) + lines[3][:40], encoding="utf-8")  # cut off in the middle of a game
    played: list[int] = []

    def runner(table: Table, numbers: Any) -> Any:
        for number in numbers:
            played.append(number)
            yield play_row(table, number)

    again = run(TABLE, 3, path, runner)
    assert played == [2]
    assert [_plain(row) for row in again] == [_plain(row) for row in whole]
    assert len(read_results(path)[1]) == 3


def test_going_on_never_risks_what_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def half(path: Path, text: str, **_: str) -> int:
        path.write_bytes(text[: len(text) // 2].encode())
        raise KeyboardInterrupt

    path = tmp_path / "results.jsonl"
    run(TABLE, 1, path, run_here)
    whole = path.read_text("utf-8")
    monkeypatch.setattr(Path, "write_text", half)
    with pytest.raises(KeyboardInterrupt):
        run(TABLE, 2, path, run_here)
    assert path.read_text("utf-8") == whole


def test_another_run_does_not_go_into_the_same_file(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    run(TABLE, 1, path, run_here)
    other = replace(TABLE, seed=9)
    with pytest.raises(RondelError, match=r"\(seed differs\)"):
        run(other, 1, path, run_here)
    with pytest.raises(RondelError, match=r"\(seed, cap differ\)"):
        run(replace(other, cap=9), 1, path, run_here)
    assert len(read_results(path)[1]) == 1
    for text in ("", "{}\n", "nonsense\n{}\n"):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(RondelError):
            read_results(path)


def test_a_record_of_a_game_replays(tmp_path: Path) -> None:
    outcome = play_game(TABLE, 0)
    record = records.loads(records.dumps(record_of(TABLE, outcome)))
    assert record.actions == outcome.actions
    assert record.last().end_reason() == outcome.end == "round-limit"
    assert outcome.winner == -1
    assert outcome.turns == 6


def test_openings_make_games_differ_but_not_the_rotations() -> None:
    table = Table("antike-2006", 2, "east", {"round-limit": 2}, ("greedy", "greedy"), openings=4)
    games = [play_game(table, number).actions for number in range(4)]
    assert games[0] == games[1]
    assert games[2] == games[3]
    assert games[0] != games[2]


class _Bad:
    """Fails in one way or another on every decision."""

    name = "bad"

    def __init__(self, how: str) -> None:
        self.how = how

    def choose(self, state: State, seat: Seat, legal: Sequence[Action]) -> Action:
        if self.how == "raise":
            raise KeyError("lost")
        if self.how == "sleep":
            time.sleep(5)
        return -5

    def rank(self, state: State, seat: Seat, legal: Sequence[Action]) -> list[Choice]:
        return []


@pytest.mark.parametrize(("how", "why"), [("raise", "KeyError"), ("sleep", "longer than"), ("illegal", "illegal")])
def test_a_failing_bot_never_breaks_a_game(how: str, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def make_bot(name: str, game: Game, seed: int | None = None) -> Any:
        return _Bad(how) if name == "greedy" else RandomBot(seed or 0)

    monkeypatch.setattr(match, "make_bot", make_bot)
    table = Table("antike-2006", 3, "aegean-mini", {"round-limit": 1}, TABLE.bots, limit=0.25, cap=30)
    outcome = play_game(table, 0)
    assert outcome.failures
    assert all(failure["seat"] == 0 and why in failure["why"] for failure in outcome.failures)
    assert len(outcome.failures) == outcome.clocks[0].decisions
    assert record_of(table, outcome).last() is not None
    summary = summarize([outcome.as_json()]).as_json()
    assert [score["failures"] for score in summary["bots"]] == [len(outcome.failures), 0]


def _row(winner: int, bots: list[str], turns: int = 40) -> dict[str, Any]:
    outcome = Outcome(0, 0, bots, winner, "personages", turns, [], [3.0] * len(bots), [match.Clock(2, 1.0, 0.75)] * 2)
    return outcome.as_json() | {"marks": {"king": 2}}


def test_the_summary_adds_up() -> None:
    rows = [_row(0, ["a", "b"], 30), _row(1, ["b", "a"], 50), _row(1, ["a", "b"], 40), _row(-1, ["b", "a"], 60)]
    data = summarize(rows).as_json()
    a, b = data["bots"]
    assert (a["bot"], a["wins"], a["games"], a["share"], a["even"]) == ("a", 2, 4, 0.5, 0.5)
    assert (b["wins"], b["share"]) == (1, 0.25)
    assert (a["ms"], a["longest_ms"], a["points"]) == (500.0, 750.0, 3.0)
    assert data["turns"] == {"shortest": 30, "median": 50, "longest": 60}
    assert data["wins_by_seat"] == [1, 2]
    assert data["winners_had"] == {"king": 6}


def test_wilson_intervals() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    low, high = wilson(396, 400)
    assert (round(low, 4), round(high, 4)) == (0.9746, 0.9961)
    assert wilson(0, 50)[0] == 0.0
    assert wilson(50, 50)[1] == pytest.approx(1.0)


def test_plots_are_svg() -> None:
    rows = [_row(0, ["a", "b"], 30), _row(1, ["b", "a"], 55)]
    for text in (plot_run(summarize(rows), "a run"), plot_ladder(rate(rows), "a ladder")):
        assert ElementTree.fromstring(text).tag == "{http://www.w3.org/2000/svg}svg"
        assert "a  " in text


def test_ratings_put_the_winner_on_top() -> None:
    rows = [_row(n % 2, ["a", "b"] if n % 2 == 0 else ["b", "a"]) for n in range(20)]  # a always wins
    rows += [_row(n % 2, ["b", "c"] if n % 2 == 0 else ["c", "b"]) for n in range(20)]  # b beats c
    rows += [_row(0, ["a", "a"])] * 5
    rated = rate(rows)
    assert [entry.bot for entry in rated] == ["a", "b", "c"]
    assert [entry.games for entry in rated] == [20, 40, 20]
    assert [entry.wins for entry in rated] == [20, 20, 0]
    assert rate(rows) == rated
    assert rate([_row(-1, ["a", "b"])]) == []


def test_many_seats_of_one_bot_count_each() -> None:
    rows = [_row(n % 4, ["a", "b", "b", "b"][-(n % 4) :] + ["a", "b", "b", "b"][: 4 - n % 4]) for n in range(12)]
    for row in rows:
        row["winner"] = row["bots"].index("a")
    rated = rate(rows)
    assert rated[0].bot == "a"


def test_the_head_line_tells_the_table(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "results.jsonl"
    run(TABLE, 1, path, run_here)
    head = json.loads(path.read_text("utf-8").splitlines()[0])
    assert head["arena"] == 1
    assert head["bots"] == ["greedy", "random", "random"]
    assert head["options"] == {"round-limit": 2}
