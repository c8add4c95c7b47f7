"""Colours of the map by day and by lamplight, and how the nations are told apart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

SERIF: Final = "Marcellus, Palatino Linotype, Palatino, Book Antiqua, URW Palladio L, Georgia, DejaVu Serif, serif"
SANS: Final = (
    "Source Sans 3 Variable, Source Sans 3, Inter, Segoe UI, Roboto, Helvetica Neue, Arial, DejaVu Sans, sans-serif"
)


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of one drawing."""

    paper: str
    sea: str
    sea_deep: str
    wave: str
    land: str
    land_shade: str
    ink: str
    faint: str
    relief: str
    land_border: str
    sea_border: str
    name: str
    sea_name: str
    halo: str
    sea_halo: str
    marble: str
    iron: str
    gold: str
    glyph: str
    vignette: str
    panel: str
    rampart: str
    lift: float  # how far nations' colours on the ground are drawn towards white


LIGHT: Final = Theme(
    paper="#f3e4c8", sea="#cfdcd6", sea_deep="#b3c9ca", wave="#7d9fa6", land="#f0e3c3", land_shade="#c9a566",
    ink="#4b3a26", faint="#8d7755", relief="#9a8158", land_border="#a92f25", sea_border="#23608f", name="#2f2214",
    sea_name="#2c5672", halo="#f7eed8", sea_halo="#d9e3dd", marble="#fbf9f2", iron="#55799a", gold="#d89b2b",
    glyph="#ffffff", vignette="#6b4a1c", panel="#f9f1e2", rampart="#d3c6a8", lift=0.0,
)  # fmt: skip

#: the same map by lamplight
DARK: Final = Theme(
    paper="#231a11", sea="#22343c", sea_deep="#16242b", wave="#4d6f7b", land="#6f5a3a", land_shade="#3b2c18",
    ink="#1a120a", faint="#a58b5f", relief="#453620", land_border="#f0806a", sea_border="#7db9e6", name="#fbeecd",
    sea_name="#b5d6e6", halo="#44351f", sea_halo="#1c2c34", marble="#eee6d3", iron="#6d93b5", gold="#d9a13c",
    glyph="#fffaf0", vignette="#000000", panel="#33281b", rampart="#b8aa8c", lift=0.32,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class NationStyle:
    """A nation's colour, the ink that reads on it, its hatch and its emblem."""

    colour: str
    ink: str
    hatch: str
    emblem: str


#: in greyscale the six colours are at least 20 of 255 apart; hatch and emblem work without colour
NATIONS: Final = (
    NationStyle("#26257c", "#ffffff", "diagonal", "star"),
    NationStyle("#a52e14", "#ffffff", "upright", "laurel"),
    NationStyle("#2fb368", "#ffffff", "level", "tree"),
    NationStyle("#b04786", "#ffffff", "cross", "murex"),
    NationStyle("#f2d544", "#33270c", "dots", "crescent"),
    NationStyle("#7db0f7", "#122c3d", "back", "sun"),
)


def nation_style(number: int) -> NationStyle:
    """Give the style of the board's nation of that number."""
    return NATIONS[number % len(NATIONS)]


def tinted(colour: str, theme: Theme) -> str:
    """Give a nation's colour for a theme: dark colours are lightened on a dark map."""
    parts = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return "#" + "".join(f"{round(part + (255 - part) * theme.lift):02x}" for part in parts)
