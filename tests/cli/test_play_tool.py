"""`make play`: its port and database reach the server."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from tools.play import database_url, parser

ROOT = Path(__file__).parent.parent.parent


def test_a_file_name_is_a_sqlite_file() -> None:
    assert parser().parse_args([]).database == "sqlite:///rondel.db"
    assert parser().parse_args(["--database", "/srv/club.db"]).database == "sqlite:////srv/club.db"
    assert database_url("postgresql://club@host/rondel") == "postgresql://club@host/rondel"


def test_make_hands_port_and_database_on() -> None:
    make = shutil.which("make")
    assert make is not None
    said = subprocess.run(
        [make, "-n", "play", "PORT=9123", "DATABASE=club.db"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    assert "tools.play --port 9123 --database 'club.db'" in said


def test_help_shows_how_it_is_called(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parser().parse_args(["--help"])
    assert "make play PORT=9000 DATABASE=club.db" in capsys.readouterr().out
