"""A hook of the documentation site: the version, the page's own fonts and sign, and pages made from docstrings."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import Any

from properdocs.structure.files import File

ROOT = Path(__file__).parents[2]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))  # hooks are loaded by their path

from rondel import __version__  # noqa: E402
from tools.docs_site.reference import PAGES, write_page  # noqa: E402

#: the page's two fonts from their npm packages; without them the system's fonts are used
_FONTS = (
    "@fontsource/marcellus/files/marcellus-latin-400-normal.woff2",
    "@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2",
)


def on_config(config: Any, **_: Any) -> Any:
    """Say which version the pages are about, and which others there are."""
    config["extra"]["version"] = __version__
    config["extra"]["versions"] = os.environ.get("RONDEL_SITE_VERSIONS", "")
    return config


def on_files(files: Any, *, config: Any, **_: Any) -> Any:
    """Add the reference, which is written from the source each time."""
    for name in PAGES:
        files.append(File.generated(config, f"reference/{name}.md", content=write_page(name)))
    return files


def on_post_build(*, config: Any, **_: Any) -> None:
    """Copy what the theme takes from the page."""
    site = Path(config["site_dir"])
    (site / "css" / "fonts").mkdir(parents=True, exist_ok=True)
    for name in _FONTS:
        source = ROOT / "client" / "node_modules" / name
        if source.exists():
            shutil.copy2(source, site / "css" / "fonts" / source.name)
    (site / "img").mkdir(exist_ok=True)
    shutil.copy2(ROOT / "client" / "public" / "icon.svg", site / "img" / "logo.svg")
