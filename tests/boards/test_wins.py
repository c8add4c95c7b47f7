"""Win rates by start: what was measured is shown with its interval, and fits the boards."""

from __future__ import annotations

import json

import pytest

from rondel.boards import board_ids, load_board
from rondel.boards import wins as module
from rondel.boards.wins import wins
from rondel.cli.main import main

MEASURED = {
    "aegean-mini": {"2": {"book": "antike-2006", "bot": "greedy", "games": 100, "won": {"Greeks": 60, "Persians": 40}}}
}


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_measured", lambda: MEASURED)


@pytest.mark.usefixtures("measured")
def test_a_table_shows_the_share_and_its_interval(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["board", "fairness", "aegean-mini"]) == 0
    two, three = capsys.readouterr().out.split("3 nations")
    assert "100 games of antike-2006, greedy for all" in two
    assert "60% (50% to 69%)" in two
    assert "won" not in three


@pytest.mark.usefixtures("measured")
def test_json_has_the_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["board", "fairness", "aegean-mini", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    greeks = found["2"][0]
    assert (greeks["won"], greeks["games"], greeks["bot"]) == (60, 100, "greedy")
    assert greeks["interval"] == pytest.approx([0.502, 0.691], abs=1e-3)
    assert "won" not in found["3"][0]


@pytest.mark.parametrize("name", board_ids())
def test_what_was_measured_is_about_the_nations_of_the_board(name: str) -> None:
    board = load_board(name)
    for nations, starts in board.starts.items():
        found = wins(name, nations)
        if found:
            assert set(found.won) == {board.nations[nation] for nation in starts}
            assert sum(found.won.values()) <= found.games
