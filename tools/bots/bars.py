"""Plots of games as rows of bars: shares of a whole, and the span of numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from rondel.arena.plot import BAR, FAINT, INK, LEFT, PAPER, ROW, WIDTH
from rondel.draw.svg import number, tag, words

SHADES = (BAR, "#5d7a8c", "#7a4b4b", "#b9a26a", "#6b8f5e")
WIDE = WIDTH - LEFT - 40
HEAD = 50.0
#: a part narrower than this is not labelled
NARROW = 34


class Sheet:
    """A plot that grows downwards."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.top = 0.0

    def heading(self, title: str) -> None:
        """Begin a block."""
        self.parts.append(words(title, WIDTH / 2, self.top + 30, 18, fill=INK))
        self.top += HEAD

    def shares(self, label: str, counts: Counter[str], names: Sequence[str]) -> None:
        """Draw the parts of a whole as one bar."""
        total, x = counts.total() or 1, float(LEFT)
        self._row(label)
        for place, name in enumerate(names):
            part = WIDE * counts[name] / total
            shade = SHADES[place % len(SHADES)]
            self.parts.append(tag("rect", x=x, y=self.top + 6, width=part, height=ROW - 12, fill=shade))
            if part > NARROW:
                share = f"{100 * counts[name] / total:.0f} %"
                self.parts.append(words(share, x + part / 2, self.top + ROW / 2 + 5, 12, fill=PAPER))
            x += part
        self.top += ROW

    def key(self, names: Iterable[str]) -> None:
        """Say which shade is what."""
        for place, name in enumerate(names):
            x = LEFT + 100 * place
            shade = SHADES[place % len(SHADES)]
            self.parts.append(tag("rect", x=x, y=self.top + 8, width=12, height=12, fill=shade))
            self.parts.append(words(name, x + 18, self.top + 19, 12, text_anchor="start", fill=INK))
        self.top += 34

    def span(self, label: str, numbers: list[float], most: float) -> None:
        """Draw from the least to the most, thick where the middle half lies, with a mark and a number at the median."""
        found = sorted(numbers)
        low, first, middle, third, high = (found[int(part * (len(found) - 1))] for part in (0.0, 0.25, 0.5, 0.75, 1.0))
        self._row(label)
        here = LEFT + WIDE * middle / most
        for start, end, thick in ((low, high, 2.0), (first, third, 12.0)):
            x, width = LEFT + WIDE * start / most, WIDE * (end - start) / most
            y = self.top + (ROW - thick) / 2
            self.parts.append(tag("rect", x=x, y=y, width=width, height=thick, fill=SHADES[1]))
        self.parts.append(tag("rect", x=here - 1.5, y=self.top + 6, width=3, height=ROW - 12, fill=INK))
        self.parts.append(words(f"{middle:.0f}", here, self.top + 4, 11, fill=INK))
        self.top += ROW

    def _row(self, label: str) -> None:
        self.parts.append(words(label, LEFT - 12, self.top + ROW / 2 + 5, 13, text_anchor="end", fill=INK))
        self.parts.append(tag("rect", x=LEFT, y=self.top + 6, width=WIDE, height=ROW - 12, fill=FAINT))

    def svg(self) -> str:
        """Give the whole drawing."""
        height = self.top + 10
        paper = tag("rect", x=0, y=0, width=WIDTH, height=height, fill=PAPER)
        return tag(
            "svg", paper + "".join(self.parts), xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {WIDTH} {number(height)}", width=WIDTH, height=height, font_family="Georgia, serif",
        )  # fmt: skip
