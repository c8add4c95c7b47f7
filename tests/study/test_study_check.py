"""The check of marks: who plays whom, what is planted, how figures are made; a run goes on where it stopped."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from tools.study_check import __main__ as command
from tools.study_check import figures, games

from rondel.game import JsonDict


@pytest.mark.parametrize("players", [2, 3, 4])
def test_levels_meet_evenly_and_sit_everywhere(players: int) -> None:
    for part in (0, 1):
        seatings = [games.seated(number, players) for number in range(part, 40, 2)]
        seats = Counter((seat, name[:7]) for game in seatings for seat, name in enumerate(game))
        assert set(seats.values()) == {4}
        assert players > 2 or len(set(seatings)) == 20


def test_a_game_is_played_reviewed_and_spoiled() -> None:
    row = games.examined("attika", 2, 0, "search:nodes=5", 2)
    assert row["levels"] == [1, 2]
    assert len(row["again"]) == len(row["turns"])
    won = [entry for entry in row["planted"] if entry["kind"] == "win"]
    assert [entry["mark"] for entry in won] == ["missed-win"]
    for entry in row["planted"]:
        assert entry["value"] >= games.WON
    found = {("attika", 2): [row]}
    assert "| `attika`, 2 | 1 |" in figures.table(found)
    assert figures.plot(found).startswith("<svg")


def made(number: int, levels: list[int], turns: list[list[object]], **more: object) -> JsonDict:
    """Make up a reviewed game of two."""
    rest = {"seconds": 1.0, "rounds": 9.0, "planted": [], **more}
    return {"book": "attika", "players": 2, "number": number, "levels": levels, "turns": turns, **rest}


def test_means_have_intervals_and_blunders_are_counted_by_seats() -> None:
    turns = [[0, 0.2, 0.0, "blunder", True], [1, 0.0, 0.0, "", True], [0, 0.3, 0.0, "missed-win", True]]
    rows = [made(0, [5, 1], turns, again=[turns[0], turns[1], [0, 0.0, 0.0, "", True]])]
    assert figures.losses(rows, 5) == [[0.2, 0.3]]
    spread = figures.spread([[0.1, 0.3], [0.0, 0.0]])
    assert (spread.low, spread.mean, spread.high) == pytest.approx((0.0, 0.1, 0.2))
    assert figures.blunders(rows, 5, (0.05, 0.1, 0.15)) == (1, 1, 1)
    assert figures.blunders(rows, 5, (0.1, 0.2, 0.3)) == (0, 1, 1)
    assert figures.agreement(rows) == (3, 2, 2, 1)


def test_a_loss_within_two_standard_errors_has_no_mark() -> None:
    limits = (0.05, 0.1, 0.15)
    assert figures.mark_of((0, 0.2, 0.09, "", True), limits) == "blunder"
    assert figures.mark_of((0, 0.2, 0.11, "", True), limits) == ""
    assert figures.mark_of((0, 0.0, 0.0, "good-find", True), limits) == "good-find"


def test_limits_are_the_lowest_that_let_the_strongest_blunder_seldom_enough() -> None:
    rows = [made(number, [5, 1], [[0, 0.2 if number else 0.3, 0.0, "blunder", True]]) for number in range(10)]
    assert figures.fitted(rows) == pytest.approx((0.205 / 3, 0.41 / 3, 0.205))


def test_a_planted_blunder_counts_if_it_looks_like_one() -> None:
    planted = [
        {"kind": "won", "looks": 0.4, "loss": 0.3, "error": 0.01, "mark": "blunder"},
        {"kind": "won", "looks": 0.4, "loss": 0.01, "error": 0.01, "mark": ""},
        {"kind": "won", "looks": 0.1, "loss": 0.0, "error": 0.0, "mark": ""},
    ]
    assert figures.caught([made(0, [5, 1], [], planted=planted)], "won", (0.05, 0.1, 0.15)) == (1, 2)


def test_limits_of_grades_lie_between_neighbouring_levels() -> None:
    means = (0.16, 0.09, 0.04, 0.01, 0.0025)
    rows = [made(level, [level, 0], [[0, mean, 0.0, "", True]]) for level, mean in enumerate(means, 1)]
    assert figures.grades({("attika", 2): rows}) == pytest.approx([0.005, 0.02, 0.06, 0.12])


def test_a_run_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = json.dumps(made(0, [1, 2], [[0, 0.1, 0.0, "", True]]))
    path = tmp_path / "attika-2.jsonl"
    path.write_text(f'{kept}\n{{"book": "attika", "pl', encoding="utf-8")  # the second line was cut off
    monkeypatch.setattr(command, "examined", examined)
    assert command.main(["run", str(tmp_path), "--sets", "attika:2", "--games", "3", "--workers", "2"]) == 0
    assert [row["number"] for row in command.found_in(tmp_path)[("attika", 2)]] == [0, 1, 2]
    assert [row["number"] for row in command.found_in(tmp_path, "odd")[("attika", 2)]] == [1]
    assert command.rows_of(path)[0] == json.loads(kept)
    assert command.main(["run", str(tmp_path), "--games", "9", "--seconds", "0"]) == 0
    assert len(command.rows_of(path)) == 3
    assert command.main(["report", str(tmp_path / "nowhere")]) == 1


def examined(book: str, players: int, number: int) -> JsonDict:
    """Stand in for a game, in the processes of a run."""
    return made(number, [1, 2], [[0, 0.1, 0.0, "", True]])
