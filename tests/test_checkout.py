"""What is under version control works in any clone."""

from __future__ import annotations

import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_no_link_is_under_version_control() -> None:
    """A link to a folder of one machine, such as `.venv`, breaks every other clone."""
    listed = subprocess.run(["git", "ls-files", "--stage"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert listed
    links = [line.split("\t")[1] for line in listed.splitlines() if line.startswith("120000")]
    assert links == []
