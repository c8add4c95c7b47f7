"""Several trainings at once, and what their nets are worth."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tools.learn import __main__ as learn
from tools.learn.together import run_together


def test_trainings_run_side_by_side_and_their_best_nets_are_measured(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    folders = {"attika": tmp_path / "attika", "antike-duellum": tmp_path / "duellum"}
    for game, folder in folders.items():
        told = [str(folder), "--game", game, "--rounds=0", "--nodes=1", "--games=1", "--accept=always", "--most=0"]
        assert learn.main(["run", *told]) == 0
    each = [f"{folder}=1" for folder in folders.values()]
    assert learn.main(["together", *each, "--seconds=20", "--", "--minutes=0.4", "--epochs=1"]) == 0
    for folder in folders.values():
        assert json.loads((folder / "state.json").read_text())["best"] > 1
        assert "round over: generation 2" in (folder / "log.txt").read_text()
    capfd.readouterr()
    measured = ["measure", str(folders["attika"]), "--games=2", "--each=nodes=1", f"--out={tmp_path / 'out'}"]
    assert learn.main(measured) == 0
    printed = capfd.readouterr().out
    assert "| attika |  | 2 | nodes=1 | 2 |" in printed
    assert learn.main(measured) == 0
    assert capfd.readouterr().out.splitlines()[2] == printed.splitlines()[2], "no game is played twice"


def test_a_training_that_fails_is_named(tmp_path: Path) -> None:
    missing = tmp_path / "nothing"
    missing.mkdir()
    assert run_together([(missing, 1)], 30, []) == [missing]
    assert "say which --game" in (missing / "log.txt").read_text()


def test_a_net_is_shipped_for_the_tables_that_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learn, "SHIPPED", tmp_path / "data")
    folder = tmp_path / "run"
    told = ["--game=antike-2", "--players=3,4,4", "--board=mare-nostrum,orient", "--rounds=0"]
    assert learn.main(["run", str(folder), *told]) == 0
    assert learn.main(["ship", str(folder), "--measured=x", "--name=orient", "--tables=orient:3"]) == 0
    head = json.loads((tmp_path / "data" / "antike-2.orient.json").read_text())
    assert head["tables"] == [{"players": 3, "board": "orient", "options": {}}]
    assert learn.main(["ship", str(folder), "--measured=x"]) == 0
    assert len(json.loads((tmp_path / "data" / "antike-2.json").read_text())["tables"]) == 4
    with pytest.raises(SystemExit, match="orient:6 is no table of this training"):
        learn.main(["ship", str(folder), "--measured=x", "--tables=orient:6"])
