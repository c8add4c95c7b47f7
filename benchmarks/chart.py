"""The chart of random play: one bar a row on a logarithmic scale, as SVG that reads on light and on dark paper."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, log10

WIDTH = 760
LEFT = 210
RIGHT = 90
ROW = 24
TOP = 34

STYLE = """\
text { font: 13px system-ui, sans-serif; fill: #333 }
.scale { font-size: 11px; fill: #777 }
line { stroke: #999; stroke-opacity: .4 }
.compiled { fill: #b5532a }
.pure { fill: #d9a066 }
.peer { fill: #7a8b99 }
@media (prefers-color-scheme: dark) { text { fill: #ddd } .scale { fill: #aaa } }"""


def chart(rows: Sequence[tuple[str, float, float]]) -> str:
    """Draw decisions a second by name."""
    rates = [rate for _, rate, _ in rows]
    low, high = floor(log10(min(rates))), ceil(log10(max(rates)))
    span = WIDTH - LEFT - RIGHT

    def across(rate: float) -> float:
        return LEFT + span * (log10(rate) - low) / (high - low)

    height = TOP + ROW * len(rows) + 10
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img"'
        ' aria-label="Decisions a second of random play">',
        f"<style>{STYLE}</style>",
    ]
    for power in range(low, high + 1):
        place = across(10**power)
        parts.append(f'<line x1="{place:.1f}" y1="{TOP - 8}" x2="{place:.1f}" y2="{height - 8}"/>')
        parts.append(f'<text class="scale" x="{place:.1f}" y="{TOP - 14}" text-anchor="middle">{10**power:,}</text>')
    for number, (name, rate, _) in enumerate(rows):
        parts += _bar(name, rate, across(rate), TOP + ROW * number)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _bar(name: str, rate: float, end: float, top: float) -> list[str]:
    kind = "compiled" if name.endswith(", compiled") else "pure" if name.endswith(", pure") else "peer"
    return [
        f'<text x="{LEFT - 8}" y="{top + 15}" text-anchor="end">{name}</text>',
        f'<rect class="{kind}" x="{LEFT}" y="{top + 3}" width="{end - LEFT:.1f}" height="{ROW - 7}" rx="2"/>',
        f'<text x="{end + 6:.1f}" y="{top + 15}">{rate:,.0f}</text>',
    ]
