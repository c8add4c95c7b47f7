"""What `rondel arena` and `rondel rating` tell people: progress, interruption, seats, games left out."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from rondel.arena import folder as folders
from rondel.arena import run as runs
from rondel.arena.match import Clock, Outcome, Table
from rondel.cli import bots
from rondel.cli.main import main
from rondel.record import loads

pytestmark = pytest.mark.untraced
Capture = pytest.CaptureFixture[str]
SHORT = ("arena", "antike-2006", "--players", "2", "-o", "round-limit=3")


def _run(capsys: Capture, *arguments: object) -> tuple[int, str, str]:
    code = main([str(argument) for argument in arguments])
    caught = capsys.readouterr()
    return code, caught.out, caught.err


def _stop_after(games: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Press Ctrl-C when so many games of a run are played."""

    def run_here(table: Table, numbers: Any) -> Any:
        for place, number in enumerate(numbers):
            if place == games:
                raise KeyboardInterrupt
            yield runs.play_row(table, number)

    monkeypatch.setattr(bots, "runner_for", lambda workers, ray: run_here)


def test_an_interrupted_run_says_what_it_keeps(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "run"
    command = (*SHORT, "--seats", "greedy,random", "--games", 4, "--out", out)
    with monkeypatch.context() as patch:
        _stop_after(2, patch)
        code, text, err = _run(capsys, *command)
    assert (code, text) == (130, "")
    assert err == f"Interrupted; {out} keeps 2 of 4 games, and the same command continues from there.\n"
    assert sorted(path.name for path in (out / "records").iterdir()) == ["00000.game", "00001.game"]
    assert not (out / "plot.svg").exists()
    code, text, err = _run(capsys, *command)
    assert code == 0
    assert err == f"{out} holds 2 of 4 games already.\n"
    assert len(list((out / "records").iterdir())) == 4
    assert (out / "plot.svg").exists()
    assert _run(capsys, *command) == (0, text, f"{out} holds 4 of 4 games already.\n")


def test_a_record_that_was_cut_off_is_written_later(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cut_off(*_: object) -> str:
        raise KeyboardInterrupt

    out = tmp_path / "run"
    command = (*SHORT, "--seats", "greedy,random", "--games", 2, "--out", out)
    with monkeypatch.context() as patch:
        patch.setattr(folders, "record_of", cut_off)
        code, _, err = _run(capsys, *command)
    assert code == 130
    assert "keeps 1 of 2 games" in err
    assert list((out / "records").iterdir()) == []
    assert _run(capsys, *command)[0] == 0
    for number in range(2):
        assert loads((out / "records" / f"0000{number}.game").read_text("utf-8")).last().end_reason() == "round-limit"


def test_records_of_another_run_are_replaced(tmp_path: Path, capsys: Capture) -> None:
    out = tmp_path / "run"
    command = (*SHORT, "--seats", "greedy,random", "--games", 2, "--out", out, "--seed")
    for seed in (1, 2):
        (out / "results.jsonl").unlink(missing_ok=True)
        assert _run(capsys, *command, seed)[0] == 0
        rows = runs.read_results(out / "results.jsonl")[1]
        for row in rows:
            record = loads((out / "records" / f"{row['number']:05d}.game").read_text("utf-8"))
            assert (record.header["seed"], record.actions) == (seed, row["actions"])


def test_an_interruption_leaves_no_record_of_another_run(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cut_off(*_: object) -> str:
        raise KeyboardInterrupt

    out = tmp_path / "run"
    command = (*SHORT, "--seats", "greedy,random", "--games", 1, "--out", out, "--seed")
    assert _run(capsys, *command, 1)[0] == 0
    (out / "results.jsonl").unlink()
    with monkeypatch.context() as patch:
        patch.setattr(folders, "record_of", cut_off)
        assert _run(capsys, *command, 2)[0] == 130
    assert _run(capsys, *command, 2)[0] == 0
    assert loads((out / "records" / "00000.game").read_text("utf-8")).header["seed"] == 2


def test_decisions_that_cannot_be_replayed_are_told(tmp_path: Path, capsys: Capture) -> None:
    out = tmp_path / "run"
    command = (*SHORT, "--seats", "greedy,random", "--games", 1, "--out", out)
    assert _run(capsys, *command)[0] == 0
    results = out / "results.jsonl"
    head, game = map(json.loads, results.read_text("utf-8").splitlines())
    results.write_text(json.dumps(head) + "\n" + json.dumps(game | {"actions": [99999]}) + "\n", encoding="utf-8")
    (out / "records" / "00000.game").unlink()
    code, _, err = _run(capsys, *command)
    assert code == 2
    assert f"Game 0 in {results} cannot be replayed: There is no action 99999. Delete its line" in err


def test_damaged_results_are_one_sentence(tmp_path: Path, capsys: Capture) -> None:
    out = tmp_path / "run"
    command = (*SHORT, "--seats", "greedy,random", "--games", 1, "--out", out)
    assert _run(capsys, *command)[0] == 0
    with (out / "results.jsonl").open("ab") as file:
        file.write(b"5\n")
    for again in (command, ("rating", out)):
        code, text, err = _run(capsys, *again)
        assert (code, text) == (2, "")
        assert err.startswith(
            f"rondel: {out / 'results.jsonl'}, line 3, is not a game: it is not an object. Delete that"
        )


def test_without_a_folder_nothing_is_kept(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    _stop_after(1, monkeypatch)
    code, text, err = _run(capsys, *SHORT, "--seats", "greedy,random")
    assert (code, text) == (130, "")
    assert (
        err == "Interrupted; nothing is saved. With --out DIR games are saved and the same command continues the run.\n"
    )


def test_workers_end_with_an_interruption(tmp_path: Path) -> None:
    command = (sys.executable, "-m", "rondel", "arena", "antike-2006", "--players", "2", "--seats", "greedy,random",
               "--games", "500", "--workers", "2", "--out", str(tmp_path))  # fmt: skip

    def heed() -> None:  # tests in the background are told to ignore interruptions, and would hand that on
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    # even if all is traced: an interruption within the tracer would leave its lock taken for good
    env = {name: value for name, value in os.environ.items() if not name.startswith("COV")}
    with subprocess.Popen(
        command, env=env, stderr=subprocess.PIPE, text=True, start_new_session=True, preexec_fn=heed
    ) as process:
        results = tmp_path / "results.jsonl"
        until = time.monotonic() + 60
        while time.monotonic() < until and not (results.exists() and results.read_text("utf-8").count("\n") > 1):
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does
        try:
            _, err = process.communicate(timeout=30)
        finally:
            process.kill()  # one that hangs fails the test and does not hold up the others
    assert process.returncode == 130
    kept = len(runs.read_results(results)[1])
    assert err == f"Interrupted; {tmp_path} keeps {kept} of 500 games, and the same command continues from there.\n"


def test_games_in_waiting_are_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[dict[str, Any]] = []

    class Pool(ProcessPoolExecutor):
        def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
            ended.append({"wait": wait, "cancel_futures": cancel_futures})
            super().shutdown(wait, cancel_futures=cancel_futures)

    monkeypatch.setattr(runs, "ProcessPoolExecutor", Pool)
    played = runs.run_processes(Table("antike-2006", 2, "", {"round-limit": 1}, ("random", "random")), range(50), 1)
    next(played)
    played.close()  # type: ignore[attr-defined]
    assert ended == [{"wait": True, "cancel_futures": True}]


def test_one_bot_on_all_seats_compares_the_seats(tmp_path: Path, capsys: Capture) -> None:
    command = ("arena", "attika", "--players", 2, "--seats", "random", "--games", 4, "--out", tmp_path)
    code, text, _ = _run(capsys, *command)
    lines = text.splitlines()
    assert code == 0
    assert lines[0] == "random on all seats; wins by seat:"
    assert [line[:6] for line in lines[2:4]] == ["seat 1", "seat 2"]
    assert "100.0 %  " not in text
    assert "\nwins by seat" not in text
    data = json.loads(_run(capsys, *command, "--json")[1])
    assert [score["bot"] for score in data["bots"]] == ["random"]
    assert [score["wins"] for score in data["seats"]] == data["wins_by_seat"]
    assert [(score["seat"], score["games"], score["even"]) for score in data["seats"]] == [(0, 4, 0.5), (1, 4, 0.5)]
    assert all(score["low"] < score["share"] < score["high"] for score in data["seats"])
    plot = (tmp_path / "plot.svg").read_text("utf-8")
    assert "4 games of random" in plot
    assert "seat 1  " in plot


def test_games_that_repeat_others_are_told(capsys: Capture) -> None:
    code, text, _ = _run(capsys, *SHORT, "--seats", "greedy", "--games", 2)
    assert code == 0
    assert "\ndifferent games: 1 of 2; the others repeat them" in text
    assert "different games" not in _run(capsys, *SHORT, "--seats", "greedy,random", "--games", 2)[1]


def test_points_are_shown_where_there_are_some(capsys: Capture) -> None:
    without = _run(capsys, "arena", "attika", "--players", 2, "--seats", "random", "--games", 1)[1]
    assert "points" not in without
    assert without.splitlines()[1].endswith(" mean ms   max ms")
    lines = _run(capsys, "arena", "antike-2006", "--players", 2, "--seats", "greedy,random", "--games", 1)[
        1
    ].splitlines()
    assert lines[0].split()[-5:] == ["points", "mean", "ms", "max", "ms"]
    assert len(lines[0]) == len(lines[1])


@pytest.mark.parametrize(
    ("seats", "name"),
    [
        ("level:1,levl:2", "levl"),
        ("level:1,levl", "levl"),
        ("search:nodes=50,serach:time=1s", "serach"),
        ("search:nodes=50,gredy", "gredy"),
        ("gredy,random", "gredy"),
    ],
)
def test_a_mistyped_bot_is_named(seats: str, name: str, capsys: Capture) -> None:
    code, _, err = _run(capsys, *SHORT, "--seats", seats)
    assert code == 2
    assert err == f"rondel: There is no bot {name!r}. The bots are: random, greedy, search, learned, level.\n"


@pytest.mark.parametrize(
    ("seats", "words"),
    [
        ("level:1,7", "whole number from 1 to 5, not '7'"),
        ("level:1,deep=2", "has no option 'deep'"),
        ("search:time=1s,500ms", "has no option '500ms'"),
        ("level:=3,random", "The bot level has no option ''; it has n, nodes, seed."),
        ("search:=5,random", "The bot search has no option ''; it has time, nodes, width, seed."),
        ("level:2,3", "The option n of level is given twice."),
        ("search:time=1s,time=2s", "The option time of search is given twice."),
    ],
)
def test_a_wrong_option_is_still_one(seats: str, words: str, capsys: Capture) -> None:
    code, _, err = _run(capsys, *SHORT, "--seats", seats)
    assert code == 2
    assert words in err


def test_bare_values_and_options_stay_with_their_bot() -> None:
    assert bots.split_bots("level:seed=3,4,Level:2, seed=5") == ["level:seed=3,4", "Level:2,seed=5"]
    assert bots.split_bots("search:time=500ms, width=12,level:2,random:seed=1") == [
        "search:time=500ms,width=12", "level:2", "random:seed=1",
    ]  # fmt: skip
    assert bots.split_bots("search:nodes=10,\tseed=3,\u00a0random ") == ["search:nodes=10,seed=3", "random"]
    assert bots.split_bots("search:nodes=5,,greedy") == ["search:nodes=5,", "greedy"]


def _results(path: Path, *games: tuple[list[str], int]) -> Path:
    rows = [
        Outcome(number, 0, names, winner, "", 1, [], [0] * len(names), [Clock() for _ in names]).as_json()
        for number, (names, winner) in enumerate(games)
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in [{"arena": 1}, *rows]), encoding="utf-8")
    return path


def test_a_rating_says_what_it_leaves_out(tmp_path: Path, capsys: Capture) -> None:
    pytest.importorskip("openskill")
    path = _results(tmp_path / "results.jsonl", (["a", "b"], 0), (["a", "a"], 1), (["a", "a"], -1), (["b", "a"], -1))
    ladder = tmp_path / "ladder.svg"
    code, out, err = _run(capsys, "rating", path, "--svg", ladder)
    assert code == 0
    assert err == "Games left out (4 in all): 2 of one bot against itself, 1 without a winner.\n"
    assert "Ratings over 1 games" in ladder.read_text("utf-8")
    code, out, again = _run(capsys, "rating", path, "--json")
    first = json.loads(out)[0]
    assert again == err
    assert (first["bot"], first["games"], first["wins"], first["low"], first["high"]) == ("a", 1, 1, 0.2065, 1.0)
    _results(path, (["a", "a"], 0))
    code, _, err = _run(capsys, "rating", path)
    assert code == 2
    assert (
        "play some, for instance with --seats greedy,random. Games left out (1 in all): 1 of one bot against itself."
        in err
    )
    _results(path, (["a", "b"], 0))
    assert _run(capsys, "rating", path)[2] == ""


def test_a_rating_says_what_cannot_be_compared(tmp_path: Path, capsys: Capture) -> None:
    pytest.importorskip("openskill")
    first = _results(tmp_path / "first.jsonl", (["a", "b"], 0), (["b", "c"], 1))
    other = _results(tmp_path / "other.jsonl", (["d", "e"], 0), (["f", "f"], 0))
    other.write_text(other.read_text("utf-8").replace('"arena": 1', '"arena": 1, "game": "attika"'), encoding="utf-8")
    assert _run(capsys, "rating", first)[2] == ""
    err = _run(capsys, "rating", first, other)[2]
    assert "These are results of several rulebooks (, attika); a bot has one rating over all of them." in err
    assert "These never met, directly or through others; compare ratings within a group only: a, b, c; d, e." in err
    bridge = _results(tmp_path / "bridge.jsonl", (["c", "e"], 0))
    assert "never met" not in _run(capsys, "rating", first, other, bridge)[2]


def test_results_named_twice_count_once(tmp_path: Path, capsys: Capture) -> None:
    pytest.importorskip("openskill")
    path = _results(tmp_path / "results.jsonl", (["a", "b"], 0))
    once = _run(capsys, "rating", path)[1]
    assert _run(capsys, "rating", tmp_path, path, "--json")[1] == _run(capsys, "rating", path, "--json")[1]
    assert "1 of 1" in once


def test_a_hint_without_a_reason_has_a_dash(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "my.game"
    path.write_text(_run(capsys, "new", "antike-2006", "--seed", "1")[1], encoding="utf-8")
    lines = _run(capsys, "hint", path)[1].splitlines()[2:]
    assert all(line == line.rstrip() for line in lines)
    assert lines[-1].endswith("   -")


def test_levels_do_not_claim_to_be_measured(capsys: Capture) -> None:
    out = _run(capsys, "bots", "level")[1]
    assert out.startswith("level: five opponents, from one for a first game to the strongest: 1 for a first game")


@pytest.mark.parametrize(
    ("command", "words"), [("arena", ["mean ms", "drawn at the end", "Ctrl-C"]), ("rating", ["sigma", "after ±"])]
)
def test_help_explains_the_columns(command: str, words: list[str], capsys: Capture) -> None:
    with pytest.raises(SystemExit):
        main([command, "--help"])
    out = capsys.readouterr().out
    assert all(word in out for word in words)
