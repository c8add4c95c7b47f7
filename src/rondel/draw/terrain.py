"""Terrains of hexagonal tiles: colours by day and by lamplight, and a glyph for each that works without colour."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rondel.draw.svg import group, tag


@dataclass(frozen=True, slots=True)
class Ground:
    """A terrain's name and its glyph around the origin, drawn in strokes."""

    name: str
    glyph: str


_WAVE = "q7.500-9 15 0t15 0 15 0"
#: in the order in which tiles number them; blank is the last
GROUNDS: Final = (
    Ground("water", f"M-22.500-13{_WAVE}M-22.500 3{_WAVE}M-22.500 19{_WAVE}"),
    Ground("forest", "M-13 24V12M-13-24L-25 12H-1zM13 24V14M13-16L3 14H23z"),
    Ground("hill", "M-30 18Q-14-26 4 10M-8-4Q12-30 30 18M-30 18H30"),
    Ground("mountain", "M-30 22L-9-22 12 22M-1-6L8-19 30 22M-30 22H30M-15-10L-9-5-4-11"),
    Ground("blank", ""),
)


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of spaces, lines and glyphs."""

    fills: tuple[str, str, str, str, str]
    glyphs: tuple[str, str, str, str]
    line: str
    edge: str


_DAY: Final = Palette(
    ("#a8cbe0", "#bcd3a2", "#ecca8b", "#c8bfb8", "#f3e8cd"), ("#1f5480", "#33602b", "#8a5413", "#4a4038"), "#c3ad82",
    "#8d7755",
)  # fmt: skip
_LAMP: Final = Palette(
    ("#25485f", "#33492a", "#6d5020", "#4b4541", "#463823"), ("#a9d4f0", "#b5d69a", "#f2cf8d", "#ddd3ca"), "#2b2013",
    "#a58b5f",
)  # fmt: skip

_SHRINE = "M0-26L30-8H-30zM-25-4H-17V14H-25zM-9-4H-3V14H-9zM3-4H9V14H3zM17-4H25V14H17zM-30 18H30V25H-30z"
_AMPHORA = (
    "M-7-26H7V-21H4Q4-15 9-11Q17-4 11 10Q7 19 4 22V26H-4V22Q-7 19-11 10Q-17-4-9-11Q-4-15-4-21H-7z"
    "M-6-17Q-18-20-16-6L-13-6Q-14-15-6-14zM6-17Q18-20 16-6L13-6Q14-15 6-14z"
)


def palette(dark: bool) -> Palette:
    """Give the colours by lamplight or by day."""
    return _LAMP if dark else _DAY


def terrain_symbols(colours: Palette) -> list[str]:
    """Give the glyphs as definitions: terrains, shrine, amphora."""
    found = [
        group(
            tag("path", d=ground.glyph), id=f"ground-{ground.name}", fill="none", stroke=colour, stroke_width=4.5,
            stroke_linecap="round", stroke_linejoin="round",
        )
        for ground, colour in zip(GROUNDS, colours.glyphs, strict=False)
    ]  # fmt: skip
    return [*found, tag("path", id="shrine", d=_SHRINE), tag("path", id="amphora", d=_AMPHORA, fill_rule="evenodd")]
