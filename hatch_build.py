"""The build hook: with `RONDEL_COMPILE=1` in the environment a wheel holds the compiled modules beside the source."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledHook(BuildHookInterface[Any]):
    """Compiles a copy of the source and adds what came out to the wheel."""

    def dependencies(self) -> list[str]:
        """Ask for the compiler of a compiled wheel; a plain one needs nothing."""
        return ["mypy>=2.4", "librt>=0.16", "setuptools>=65"] if self._wanted() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and name every file for the wheel."""
        if not self._wanted() or version == "editable":
            return
        root = Path(self.root)
        sys.path.insert(0, str(root))
        from tools.fast import SOURCE, build

        folder = root / "build" / "wheel"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(SOURCE, folder, ignore=shutil.ignore_patterns("__pycache__", "static", "*.so"))
        build(folder)
        for path in (*folder.rglob("*.so"), *folder.rglob("*.pyd")):
            build_data["force_include"][str(path)] = path.relative_to(folder).as_posix()
        build_data["dependencies"] += ["librt>=0.16", "mypy_extensions>=1.0"]  # the vectors and the integers
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def _wanted(self) -> bool:
        return self.target_name == "wheel" and os.environ.get("RONDEL_COMPILE") == "1"
