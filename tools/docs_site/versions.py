"""Builds the documentation of every release and of the present source side by side, each with links to the others.

make site        # into out/site: a folder a version, and a first page that leads to the newest release
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
#: the folder of what is not released yet
PRESENT: Final = "next"
#: what the pages read the versions from, newest first
VARIABLE: Final = "RONDEL_SITE_VERSIONS"
_LEAD = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Rondel</title>
<meta http-equiv="refresh" content="0; url={name}/"><link rel="canonical" href="{name}/">
<a href="{name}/">Rondel</a></html>
"""


def releases(root: Path = ROOT) -> list[str]:
    """List the releases that have a site to build, newest first."""
    told = subprocess.run(
        ["git", "tag", "--list", "v*", "--sort=-version:refname"], cwd=root, capture_output=True, text=True, check=True
    )
    return [tag for tag in told.stdout.split() if _has_site(root, tag)]


def _has_site(root: Path, tag: str) -> bool:
    found = subprocess.run(
        ["git", "cat-file", "-e", f"{tag}:properdocs.yml"], cwd=root, check=False, capture_output=True
    )
    return found.returncode == 0


def build(source: Path, target: Path, versions: list[str]) -> None:
    """Build one version."""
    command = [
        str(Path(sys.executable).parent / "properdocs"),
        "build",
        "--strict",
        "--quiet",
        "--site-dir",
        str(target),
    ]
    environment = {**os.environ, VARIABLE: ",".join(versions), "PYTHONPATH": f"{source / 'src'}{os.pathsep}{source}"}
    subprocess.run(command, cwd=source, env=environment, check=True)


def build_all(into: Path, root: Path = ROOT) -> list[str]:
    """Build all versions; give their names, newest first."""
    tags = releases(root)
    names = [PRESENT, *(tag.removeprefix("v") for tag in tags)]
    build(root, into / PRESENT, names)
    for tag in tags:
        with tempfile.TemporaryDirectory() as folder:
            tree = Path(folder) / tag
            subprocess.run(["git", "worktree", "add", "--quiet", "--detach", str(tree), tag], cwd=root, check=True)
            try:
                modules = root / "client" / "node_modules"
                if modules.exists():
                    (tree / "client" / "node_modules").symlink_to(modules)
                build(tree, into / tag.removeprefix("v"), names)
            finally:
                subprocess.run(["git", "worktree", "remove", "--force", str(tree)], cwd=root, check=True)
    (into / "index.html").write_text(_LEAD.format(name=names[1] if tags else PRESENT), encoding="utf-8")
    return names


def main() -> None:
    """Build all versions."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--into", type=Path, default=ROOT / "out" / "site")
    args = parser.parse_args()
    print(", ".join(build_all(args.into.resolve())))


if __name__ == "__main__":
    main()
