"""The commands review and analyse."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rondel.cli.main import main

QUICK = ("--bot", "search:nodes=40", "--trials", "4")


def _run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(arguments)
    caught = capsys.readouterr()
    return code, caught.out, caught.err


@pytest.fixture
def game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    path = tmp_path / "my.game"
    path.write_text(_run(capsys, "new", "antike-2006", "--nations", "2", "--seed", "1")[1], encoding="utf-8")
    return path


@pytest.mark.untraced
def test_a_game_is_reviewed_as_text_page_and_json(capsys: pytest.CaptureFixture[str], game: Path) -> None:
    main(["play", str(game), "rondel marble", "rondel iron", "rondel gold", "--save"])
    capsys.readouterr()
    code, out, _ = _run(capsys, "review", str(game), "--html", str(game.with_suffix(".html")), *QUICK)
    assert code == 0
    assert "Reviewed by search:nodes=40" in out
    assert "seat 1: " in out
    assert "<svg" in game.with_suffix(".html").read_text(encoding="utf-8")
    found = json.loads(_run(capsys, "review", str(game), "--json", *QUICK)[1])
    assert [turn["played"]["moves"] for turn in found["turns"]] == [["rondel marble"], ["rondel iron"], ["rondel gold"]]


def test_a_game_without_moves_is_refused(capsys: pytest.CaptureFixture[str], game: Path) -> None:
    code, _, error = _run(capsys, "review", str(game))
    assert code == 2
    assert "nothing to review" in error


def test_the_good_turns_of_a_position_are_compared(capsys: pytest.CaptureFixture[str], game: Path) -> None:
    page = game.with_suffix(".html")
    code, out, _ = _run(capsys, "analyse", str(game), "--lines", "3", "--html", str(page), *QUICK)
    assert code == 0
    assert page.read_text(encoding="utf-8").count("<svg") == 3
    assert out.count("±") == 3
    found = json.loads(_run(capsys, "analyse", str(game), "--json", "--lines", "2", *QUICK)[1])
    values = [line["value"] for line in found["lines"]]
    assert values == sorted(values, reverse=True)
    assert all(sum(line["chances"]) == pytest.approx(1.0, abs=1e-3) for line in found["lines"])


def test_lines_begin_with_a_turn(capsys: pytest.CaptureFixture[str], game: Path) -> None:
    main(["play", str(game), "rondel arming", "arm legion Tyros ...", "--save"])
    capsys.readouterr()
    code, _, error = _run(capsys, "analyse", str(game), *QUICK)
    assert code == 2
    assert "Lines begin with a turn" in error
