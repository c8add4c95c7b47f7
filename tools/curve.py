"""Learning curves as SVG: one line for each seed, from the tables that `examples/ppo.py --out` writes.

python -m tools.curve docs/img/masked-ppo.svg runs/1.csv runs/2.csv runs/3.csv --goal 0.8
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Mapping, Sequence
from pathlib import Path

#: decisions and the share won, by seed
Curves = Mapping[str, Sequence[tuple[int, float]]]

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 760, 360, 60, 40, 20, 50
STYLE = """\
text { font: 13px system-ui, sans-serif; fill: #333 }
.scale { stroke: #999; stroke-opacity: .4 }
.goal { stroke: #7a8b99; stroke-dasharray: 6 4 }
polyline { fill: none; stroke: #b5532a; stroke-width: 2; stroke-opacity: .75 }
@media (prefers-color-scheme: dark) { text { fill: #ddd } }"""


def read(paths: Sequence[Path]) -> Curves:
    """Read the tables."""
    found: dict[str, list[tuple[int, float]]] = {}
    for path in paths:
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                found.setdefault(row["seed"], []).append((int(row["decisions"]), float(row["share won"])))
    return found


def draw(curves: Curves, goal: float) -> str:
    """Draw the share of games won over the decisions learned from."""
    most = max(decisions for curve in curves.values() for decisions, _ in curve) or 1

    def across(decisions: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * decisions / most

    def down(share: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (1 - share)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"'
        ' aria-label="Share of games won over the decisions learned from">',
        f"<style>{STYLE}</style>",
    ]
    for share in (0, 0.2, 0.4, 0.6, 0.8, 1):
        parts.append(_line("scale", LEFT, down(share), WIDTH - RIGHT, down(share)))
        parts.append(f'<text x="{LEFT - 8}" y="{down(share) + 4:.1f}" text-anchor="end">{100 * share:.0f} %</text>')
    for step in range(5):
        decisions = most * step // 4
        parts.append(
            f'<text x="{across(decisions):.1f}" y="{HEIGHT - BOTTOM + 20}" text-anchor="middle">{decisions:,}</text>'
        )
    parts.append(f'<text x="{across(most / 2):.1f}" y="{HEIGHT - 8}" text-anchor="middle">decisions</text>')
    parts.append(_line("goal", LEFT, down(goal), WIDTH - RIGHT, down(goal)))
    for curve in curves.values():
        points = " ".join(f"{across(decisions):.1f},{down(share):.1f}" for decisions, share in curve)
        parts.append(f'<polyline points="{points}"/>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def _line(kind: str, left: float, top: float, right: float, bottom: float) -> str:
    return f'<line class="{kind}" x1="{left:.1f}" y1="{top:.1f}" x2="{right:.1f}" y2="{bottom:.1f}"/>'


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("picture", type=Path)
    parser.add_argument("tables", type=Path, nargs="+")
    parser.add_argument("--goal", type=float, default=0.8, help="a share that is marked")
    args = parser.parse_args()
    curves = read(args.tables)
    args.picture.write_text(draw(curves, args.goal), encoding="utf-8")
    for seed, curve in curves.items():
        reached = next((str(decisions) for decisions, share in curve if share >= args.goal), "never")
        print(f"seed {seed}: {args.goal:.0%} reached after {reached} decisions, {curve[-1][1]:.1%} at the end")


if __name__ == "__main__":
    main()
