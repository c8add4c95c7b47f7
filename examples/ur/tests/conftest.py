"""Puts the package beside rondel as if it were installed: its source and its entry points, in a folder of their own."""

from __future__ import annotations

import os
import sys
import tempfile
import tomllib
from pathlib import Path

FOLDER = tempfile.TemporaryDirectory(prefix="rondel-ur-")
HERE = Path(__file__).parents[1]
ROOT = HERE.parents[1]


def _installed() -> str:
    """Write what pip would write about the package, from its pyproject.toml."""
    project = tomllib.loads((HERE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    folder = Path(FOLDER.name)
    about = folder / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    about.mkdir()
    head = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    (about / "METADATA").write_text(head, encoding="utf-8")
    groups = project["entry-points"].items()
    lines = [
        f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in found.items()) for group, found in groups
    ]
    (about / "entry_points.txt").write_text("\n".join(lines), encoding="utf-8")
    return str(folder)


PATHS = [str(HERE / "src"), _installed(), str(ROOT / "src")]
sys.path[:0] = PATHS
os.environ["PYTHONPATH"] = os.pathsep.join(PATHS)  # for the processes that tests start
