"""Runs the Dockerfile without a container engine: the same steps, in a folder that stands for the image's root.

What needs an engine is left out: the base image (a Python of this machine stands in) and the user it makes (one without
rights that is here). Everything else runs unchanged, with the image's paths mapped into the folder.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

from tools.client import ROOT
from tools.dist import choose_python

DOCKERFILE = ROOT / "deploy" / "Dockerfile"
#: folders of the image that the file names
PLACES = re.compile(r"(?<!\w)/(app|wheel|data)(?!\w)")


def instructions(text: str) -> list[tuple[str, str]]:
    """Split a Dockerfile into instructions and their arguments."""
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(line.partition(" ")[0], line.partition(" ")[2].strip()) for line in lines]


class Image:
    """A folder in which a Dockerfile was run."""

    def __init__(self, root: Path, context: Path, dockerfile: Path = DOCKERFILE) -> None:
        self.root, self.context = root, context
        self.steps = instructions(dockerfile.read_text(encoding="utf-8"))
        self.python, self.user = choose_python()
        self.settings: dict[str, str] = {}
        self.command: list[str] = []

    def inside(self, text: str) -> str:
        """Map the paths of the image to the folder."""
        return PLACES.sub(lambda found: f"{self.root}{found[0]}", text)

    def build(self) -> None:
        """Run every step."""
        for name in ("app", "wheel", "data", "python"):
            (self.root / name).mkdir(parents=True)
        (self.root / "python" / "python").symlink_to(self.python)
        if self.user:
            shutil.chown(self.root / "data", self.user["user"])
        doers = {"COPY": self._copy, "RUN": self._run, "ENV": self._set, "CMD": self._start}
        for kind, rest in self.steps:
            doers.get(kind, lambda _: None)(rest)

    def _copy(self, rest: str) -> None:
        *sources, target = rest.split()
        for pattern in sources:
            found = sorted(self.context.glob(pattern))
            assert found, f"{pattern} is not in the context"
            for path in found:
                shutil.copy(path, self.inside(target))

    def _run(self, rest: str) -> None:
        if rest.startswith("useradd"):
            return
        # what pip is told about its index stays, as a container's would; the rest of the environment goes
        kept = {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
        path = f"{self.root / 'python'}:/usr/bin:/bin"
        subprocess.run(
            ["sh", "-c", self.inside(rest)], cwd=self.root, env={**kept, "PATH": path}, check=True,
            stdout=subprocess.DEVNULL,
        )  # fmt: skip

    def _set(self, rest: str) -> None:
        name, _, value = rest.partition("=")
        self.settings[name] = self.inside(value)

    def _start(self, rest: str) -> None:
        self.command = json.loads(rest)

    def program(self) -> list[str]:
        """Give the command of the image as it is run here."""
        return [str(self.root / "app" / "bin" / self.command[0]), *self.command[1:]]
