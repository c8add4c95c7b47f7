"""A hook of the documentation site: each clause of the rules pages links to the code that carries it and to its tests.

The links lead to copies of the files within the site, so that they fit the rules they are built with.
"""

from __future__ import annotations

import html
import re
from pathlib import Path
from typing import Any

from properdocs.utils import get_relative_url

from rondel.where import Place, read_index

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "rondel"
#: the row of a clause
_ROW = re.compile(r"^\| ([A-Z][A-Z0-9]+-[RD]?\d+) \| (.*) \|$", re.MULTILINE)
_STYLE = """
body { font: 14px/1.5 system-ui, sans-serif; margin: 2rem; color-scheme: light dark; }
pre { line-height: 1.4; } pre a { color: gray; text-decoration: none; user-select: none; }
pre span:target { background: #ffd54a55; display: inline-block; width: 100%; }
"""


def on_page_markdown(markdown: str, *, page: Any, **_: Any) -> str:
    """Give each clause of a rules page an anchor and its links."""
    if not page.file.src_uri.startswith("rules/"):
        return markdown
    return _ROW.sub(lambda row: f'| <a id="{row[1]}"></a>{row[1]} | {row[2]}{_where(row[1], page.url)} |', markdown)


def on_post_build(*, config: Any, **_: Any) -> None:
    """Copy every file that is linked to into the site."""
    index = read_index(PACKAGE)
    lists = [*index.code.values(), *(index.tests or {}).values()]
    for file in sorted({place.file for places in lists for place in places}):
        target = Path(config["site_dir"]) / _address(file)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(_listing(file), encoding="utf-8")


def _where(clause: str, url: str) -> str:
    """Write the links of a clause: `code 1 2 · tests 1`, each with its name as a tooltip."""
    found = read_index(PACKAGE).of(clause)
    links = [_links(title, places, url) for title, places in (("code", found.code), ("tests", found.tests)) if places]
    return f"<br><small>{' · '.join(links)}</small>" if links else ""


def _links(title: str, places: tuple[Place, ...], url: str) -> str:
    linked = [
        f'<a href="{get_relative_url(_address(place.file), url)}#L{place.line}" title="{_title(place)}">{number}</a>'
        for number, place in enumerate(places, 1)
    ]
    return f"{title} {' '.join(linked)}"


def _title(place: Place) -> str:
    return f"{place.name}, {place}".replace("_", "&#95;")  # which Markdown would take for emphasis


def _address(file: str) -> str:
    return f"source/{file}.html"


def _listing(file: str) -> str:
    """Write a file as a page of numbered lines."""
    lines = (ROOT / file).read_text(encoding="utf-8").splitlines()
    rows = "\n".join(
        f'<span id="L{number}"><a href="#L{number}">{number:>4}</a> {html.escape(line)}</span>'
        for number, line in enumerate(lines, 1)
    )
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{file}</title>'
    return f'<!doctype html><html lang="en"><head>{head}<style>{_STYLE}</style></head><body><h1>{file}</h1>' + (
        f"<pre>{rows}</pre></body></html>\n"
    )
