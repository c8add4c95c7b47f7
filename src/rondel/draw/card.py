"""The picture that a shared link shows: a position under a heading, in the size that chats and networks expect."""

from __future__ import annotations

import re
from typing import Final

from rondel.draw.svg import group, tag, words
from rondel.draw.themes import DARK, LIGHT, SANS, SERIF

WIDTH: Final = 1200
HEIGHT: Final = 630
#: height of the heading
_HEAD: Final = 88
#: letters of a heading and of the names below it that fit on one line
_TITLE, _NAMES = 46, 84
_OPENING: Final = re.compile(r"<svg\b[^>]*>")
_SIZES: Final = re.compile(r'\s(?:x|y|width|height)="[^"]*"')


def draw_card(picture: str, title: str, names: str, dark: bool = False) -> str:
    """Put a drawn position below a title and the names of who plays."""
    theme = DARK if dark else LIGHT
    body = tag("rect", width=WIDTH, height=HEIGHT, fill=theme.paper)
    body += words(_cut(title, _TITLE), 28, 42, 36, text_anchor="start", font_weight="600", fill=theme.name)
    body += group(
        words(_cut(names, _NAMES), 28, 74, 22, text_anchor="start", fill=theme.name), font_family=SANS, opacity=0.85
    )
    body += _placed(picture, 0, _HEAD, WIDTH, HEIGHT - _HEAD - 8)
    return tag(
        "svg", body, xmlns="http://www.w3.org/2000/svg", width=WIDTH, height=HEIGHT, viewBox=f"0 0 {WIDTH} {HEIGHT}",
        font_family=SERIF,
    )  # fmt: skip


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def _placed(picture: str, x: int, y: int, width: int, height: int) -> str:
    """Place a whole drawing inside another; it keeps its proportions."""
    found = _OPENING.search(picture)
    if not found or "viewBox" not in found.group():
        return ""
    opening = _SIZES.sub("", found.group())
    place = f'<svg x="{x}" y="{y}" width="{width}" height="{height}"'
    return opening.replace("<svg", place, 1) + picture[found.end() :]
