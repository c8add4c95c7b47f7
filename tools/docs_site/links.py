"""Follows every link of the built site, pictures and places within pages too; broken ones are listed.

python -m tools.docs_site.links site     after `make docs`, which calls it
"""

from __future__ import annotations

import sys
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

#: attributes that hold an address
ADDRESSES = ("href", "src", "data-moving")


class _Page(HTMLParser):
    """What a page links to, and the places in it that can be linked to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.places: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if value and name in ADDRESSES:
                self.links.append(value)
            elif value and name in ("id", "name"):
                self.places.add(value)


@cache
def _read(path: Path) -> _Page:
    return _Page(path.read_text(encoding="utf-8"))


def broken(site: Path) -> list[str]:
    """List the links within a site that lead nowhere: the page and the link."""
    return [
        f"{page.relative_to(site)}: {link}"
        for page in sorted(site.rglob("*.html"))
        for link in dict.fromkeys(_read(page).links)
        if not _leads_somewhere(site, page, link)
    ]


def _leads_somewhere(site: Path, page: Path, link: str) -> bool:
    """Say whether a link leads to a file of the site, and to a place in it. Links to elsewhere are not followed."""
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return True
    path = unquote(parts.path)
    target = (site / path.lstrip("/") if path.startswith("/") else page.parent / path) if path else page
    if target.is_dir():
        target /= "index.html"
    if not target.is_file():
        return False
    return not parts.fragment or target.suffix != ".html" or unquote(parts.fragment) in _read(target).places


def main() -> None:
    """Check, and fail if a link leads nowhere."""
    site = Path(sys.argv[1])
    pages = sum(1 for _ in site.rglob("*.html"))
    if found := broken(site):
        raise SystemExit("\n".join(["These links lead nowhere:", *found]))
    print(f"{pages} pages, no broken link.")


if __name__ == "__main__":
    main()
