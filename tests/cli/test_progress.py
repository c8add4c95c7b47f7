"""Progress of long commands: a bar for people, a line a minute for logs."""

from __future__ import annotations

import io
import os
import sys
import termios
from itertools import count
from types import SimpleNamespace

import pytest

from rondel.cli import common


def test_progress_is_shown_to_people_only(monkeypatch: pytest.MonkeyPatch) -> None:
    class Screen(io.StringIO):
        def isatty(self) -> bool:
            return True

    assert list(common.progress(range(3), 3, "games")) == [0, 1, 2]
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    assert list(common.progress(range(3), 5, "games", done=2)) == [0, 1, 2]
    assert "games: 2 of 5 |" in screen.getvalue()
    assert "time left ?" in screen.getvalue()
    plain = Screen()
    monkeypatch.setattr(sys, "stderr", plain)
    monkeypatch.setitem(sys.modules, "tqdm", None)
    assert list(common.progress(range(3), 5, "games", done=2)) == [0, 1, 2]
    assert plain.getvalue() == "games: 2 of 5\n"


@pytest.mark.parametrize(("columns", "width"), [(0, 80), (50, 50)])
def test_a_terminal_that_does_not_know_its_width_has_a_bar(
    columns: int, width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    master, slave = os.openpty()
    with os.fdopen(slave, "w") as terminal, os.fdopen(master, "rb"):
        termios.tcsetwinsize(slave, (24, columns))
        monkeypatch.setattr(sys, "stderr", terminal)
        bar = common.progress(range(3), 3, "games")
        assert next(bar) == 0
        monkeypatch.undo()
        shown = os.read(master, 1000).decode()
    assert shown.startswith("\rgames: 0 of 3 |")
    assert len(shown.strip()) == width


def test_a_log_gets_a_line_a_minute(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = count(0, 30)
    monkeypatch.setattr(common, "time", SimpleNamespace(monotonic=lambda: next(ticks)))
    assert list(common.progress(range(4), 14, "games", done=6)) == [0, 1, 2, 3]
    assert capsys.readouterr().err.splitlines() == [
        "games: 8 of 14, 2.0 a minute, 3 min left",
        "games: 10 of 14, 2.0 a minute, 2 min left",
    ]
    assert list(common.progress([], 14, "games", done=14)) == []
