"""A hook of the documentation site: clauses and pictures of the illustrated rules, summaries above the clauses."""

from __future__ import annotations

import re
from typing import Any

from properdocs.utils import get_relative_url

from rondel import guide, ledger

_PICTURE = re.compile(r"^!\[([^\]]+)\]\((\S+)\.svg\)$", re.MULTILINE)
_WORDS = {"en": ("In short", "The rules in pictures"), "fr": ("En bref", "Les règles en images")}


def on_page_markdown(markdown: str, *, page: Any, **_: Any) -> str:
    """Link the clauses of an illustrated page; put the summary above the clauses of a rulebook."""
    source = page.file.src_uri
    if source.startswith("guide/"):
        language, book = _place(source)
        text = guide.CLAUSES.sub(lambda found: " " + _links(found[1].split(), book, language, page.url), markdown)
        return _PICTURE.sub(_both, text)
    if source.startswith("rules/"):
        language, book = _place(source)
        if guide.page_of(book, language).is_file():
            title, rest = markdown.split("\n\n", 1)
            return f"{title}\n\n{_summary(book, language, page.url)}\n\n{rest}"
    return markdown


def _place(source: str) -> tuple[str, str]:
    """Give the language and the rulebook of a page."""
    *folders, name = source.removesuffix(".md").split("/")
    return (folders[1] if len(folders) > 1 else "en"), name


def _links(ids: list[str], book: str, language: str, url: str) -> str:
    told = ledger.language_for(book, language)
    rules = f"rules/{book}/" if told == "en" else f"rules/{told}/{book}/"
    links = " ".join(f'<a href="{get_relative_url(rules, url)}#{name}">{name}</a>' for name in ids)
    return f'<small class="clauses">{links}</small>'


def _both(found: re.Match[str]) -> str:
    """A picture by day and by lamplight; the theme shows one of them."""
    alt, path = found[1], found[2]
    return (
        f'<img class="day" src="{_up(path)}.svg" alt="{alt}" width="640" loading="lazy">'
        f'<img class="lamp" src="{_up(path)}-dark.svg" alt="{alt}" width="640" loading="lazy">'
    )


def _up(path: str) -> str:
    """From the page of a file, which is a folder of the site, to its neighbours."""
    return f"../{path}"


def _summary(book: str, language: str, url: str) -> str:
    told, pictures = _WORDS[language]
    place = f"guide/{book}/" if language == "en" else f"guide/{language}/{book}/"
    return (
        f"**{told}.** {guide.guide(book, language).summary.text}\n\n"
        f'<a href="{get_relative_url(place, url)}">{pictures}</a>'
    )
