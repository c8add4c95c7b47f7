"""SIGKILL under load: a few times here, many times by `make kill`."""

from __future__ import annotations

from pathlib import Path

from tools.kill import run


def test_nothing_acknowledged_is_lost_when_the_server_is_killed(url: str, tmp_path: Path) -> None:
    players, problems = run(url, kills=3, tables=6, seed=5, folder=str(tmp_path))
    assert problems == []
    assert sum(len(player.acked) for player in players) > 20
    assert all(player.connections >= 3 for player in players), "everybody came back"
