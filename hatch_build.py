"""The build hook: sdist and wheel hold the built page, and `RONDEL_COMPILE=1` makes a wheel with compiled modules."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class RondelHook(BuildHookInterface[Any]):
    """Sees to the page, and compiles a copy of the source if asked to. An editable install needs neither."""

    def dependencies(self) -> list[str]:
        """Ask for the compiler of a compiled wheel; a plain one needs nothing."""
        return ["mypy>=2.4", "librt>=0.16", "setuptools>=65"] if self._compiles() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Prepare what the source tree does not hold."""
        if version == "editable":
            return
        sys.path.insert(0, self.root)
        self._see_to_the_page()
        if self._compiles():
            self._compile(build_data)

    def _see_to_the_page(self) -> None:
        """Take the page of an sdist as it is, build that of a checkout, and fail if files of it are missing."""
        from tools import client

        if not (Path(self.root) / "PKG-INFO").exists() and client.is_stale():
            if client.find_node() is None:
                self.app.abort(
                    "The page must be built first, and there is no Node.js of version 20.19 or newer with npm here. "
                    "Install Node.js, or run `make client`, which fetches one into .venv; then build again."
                )
            client.build()
        missing = client.missing_files()
        if missing:
            self.app.abort(f"The page is not complete: {', '.join(missing)} not found. `make client` builds it.")

    def _compile(self, build_data: dict[str, Any]) -> None:
        """Compile, and name every file for the wheel."""
        from tools.fast import SOURCE, build

        folder = Path(self.root) / "build" / "wheel"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(SOURCE, folder, ignore=shutil.ignore_patterns("__pycache__", "static", "*.so"))
        build(folder)
        for path in (*folder.rglob("*.so"), *folder.rglob("*.pyd")):
            build_data["force_include"][str(path)] = path.relative_to(folder).as_posix()
        build_data["dependencies"] += ["librt>=0.16", "mypy_extensions>=1.0"]  # the vectors and the integers
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def _compiles(self) -> bool:
        return self.target_name == "wheel" and os.environ.get("RONDEL_COMPILE") == "1"
