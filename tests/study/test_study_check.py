"""The check of marks: who plays whom, what is planted, and how the figures are made."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from tools import study_check


@pytest.mark.parametrize("players", [2, 3, 4])
def test_levels_meet_evenly_and_sit_everywhere(players: int) -> None:
    games = [study_check.seated(number, players) for number in range(20)]
    seats = Counter((seat, name[:7]) for game in games for seat, name in enumerate(game))
    assert set(seats.values()) == {4}
    assert players > 2 or len(set(games)) == 20


def test_a_game_is_played_reviewed_and_spoiled(tmp_path: Path) -> None:
    row = study_check.examined("attika", 2, 0, "search:nodes=5", 2)
    assert row["levels"] == [1, 2]
    assert len(row["again"]) == len(row["turns"])
    won = [entry for entry in row["planted"] if entry["kind"] == "win"]
    assert [entry["mark"] for entry in won] == ["missed-win"]
    for entry in row["planted"]:
        assert entry["value"] >= study_check.WON
    found = {("attika", 2): [row]}
    assert "| `attika`, 2 | 1 |" in study_check.table(found)
    assert study_check.plot(found).startswith("<svg")
    (tmp_path / "attika-2.jsonl").write_text("")
    assert study_check.rows_of(tmp_path / "nothing") == []


def test_means_have_intervals_and_blunders_are_counted_by_seats() -> None:
    turns = [[0, 0.1, 0.0, "blunder", True], [1, 0.0, 0.0, "", True], [0, 0.3, 0.0, "missed-win", True]]
    rows = [{"levels": [5, 1], "turns": turns, "again": ["blunder", "", ""]}]
    assert study_check.losses(rows, 5) == [[0.1, 0.3]]
    spread = study_check.spread([[0.1, 0.3], [0.0, 0.0]])
    assert (spread.low, spread.mean, spread.high) == pytest.approx((0.0, 0.1, 0.2))
    assert study_check.blunders(rows, 5) == (2, 1)
    assert study_check.agreement(rows) == (3, 2, 2, 1)
