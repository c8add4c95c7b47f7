"""The command openings: plans and positions, over records and over runs of the arena."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rondel.cli.main import main


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Let bots play some games into a folder."""
    folder = tmp_path_factory.mktemp("runs") / "quick"
    seats = ("--seats", "greedy,random", "--games", "4", "--openings", "1")
    assert main(["arena", "antike-duellum", *seats, "--out", str(folder)]) == 0
    return folder


def _begun(file: Path, decisions: int) -> str:
    """Give the beginning of a record, as that of a game under way."""
    lines = file.read_text().splitlines(keepends=True)
    kept = [line for line in lines if not line.startswith(("[Result", "[End"))]
    return "".join(kept[: kept.index("\n") + 1 + decisions])


def _run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    capsys.readouterr()
    code = main(["openings", *arguments])
    caught = capsys.readouterr()
    return code, caught.out, caught.err


@pytest.mark.untraced
def test_plans_of_a_run_are_told_with_results_and_bots(capsys: pytest.CaptureFixture[str], run: Path) -> None:
    code, out, _ = _run(capsys, str(run))
    assert code == 0
    assert "antike-duellum, rome-carthage, 2 players: 4 games" in out
    assert "(greedy " in out
    found = json.loads(_run(capsys, str(run), "--json", "--depth", "1")[1])
    (pool,) = found["pools"]
    assert [plan["side"] for plan in pool["plans"]] == ["Carthaginians", "Romans"]
    for plan in pool["plans"]:
        assert sum(row["games"] for row in plan["turns"]) == 4
        assert sum(row["by"].get("greedy", 0) for row in plan["turns"]) == 2, "each bot had each side twice"
    assert sum(row["games"] for row in pool["starts"]) == 4
    wins = sum(row["won"] * row["games"] for plan in pool["plans"] for row in plan["turns"])
    assert wins == pytest.approx(4, abs=1e-2)


def test_records_alone_count_too_and_games_under_way_do_not(
    capsys: pytest.CaptureFixture[str], run: Path, tmp_path: Path
) -> None:
    files = sorted((run / "records").glob("*.game"))
    running = tmp_path / "running.game"
    running.write_text(_begun(files[0], 6))
    found = json.loads(_run(capsys, str(files[0]), str(running), "--json", "--side", "romans")[1])
    (pool,) = found["pools"]
    assert pool["games"] == 1
    assert [plan["side"] for plan in pool["plans"]] == ["Romans"]
    assert pool["plans"][0]["turns"][0]["by"] == {"bot": 1}
    assert json.loads(_run(capsys, str(run / "records"), "--json")[1])["pools"][0]["games"] == 4
    code, _, error = _run(capsys, str(running))
    assert (code, "no finished game" in error) == (2, True)
    code, _, error = _run(capsys, str(files[0]), "--side", "Greeks")
    assert (code, "there are Carthaginians, Romans" in error) == (2, True)


def test_turns_from_one_position(capsys: pytest.CaptureFixture[str], run: Path, tmp_path: Path) -> None:
    first = sorted((run / "records").glob("*.game"))[0]
    begun = tmp_path / "begun.game"
    begun.write_text(_begun(first, 3))  # the three cards that are turned up
    after = first.read_text().partition("4. ")[2].partition(" ;")[0]
    code, out, _ = _run(capsys, str(run), "--from", str(begun), "--depth", "1")
    assert code == 0
    assert after in out
    far = tmp_path / "far.game"
    main(["new", "antike-2006"])
    far.write_text(capsys.readouterr().out)
    assert "Nothing was played from here." in _run(capsys, str(run), "--from", str(far))[1]


def test_a_broken_run_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "results.jsonl").write_text('{"number": 0}\n')
    code, _, error = _run(capsys, str(tmp_path))
    assert (code, "is not that of a run" in error) == (2, True)
