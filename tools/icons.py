"""Draw the icons of the page as an app, from the same wheel as client/public/icon.svg.

python -m tools.icons            draw them into client/public/icons
python -m tools.icons --check    see that those there are the ones that are drawn
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import resvg_py

PUBLIC = Path(__file__).parents[1] / "client" / "public"
ICONS = PUBLIC / "icons"
PAPER = "#f3e9d0"
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-50 -50 100 100">'
#: file -> size, and how much of the picture the wheel takes; systems cut maskable ones to a shape of their own
SIZES = {
    "app-192.png": (192, 1.0),
    "app-512.png": (512, 1.0),
    "maskable-512.png": (512, 0.72),
    "touch-180.png": (180, 0.86),
}
#: the small sign in a phone's status line: only its shape is shown, in one color
BADGE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-50 -50 100 100"><path fill="#fff" fill-rule="evenodd" '
    'd="M0-46A46 46 0 1 1 0 46A46 46 0 1 1 0-46zM0-36A36 36 0 1 0 0 36A36 36 0 1 0 0-36z"/>'
    '<g fill="#fff"><path d="M0 0V-36A36 36 0 0 1 25.5-25.5z"/><path d="M0 0H36A36 36 0 0 1 25.5 25.5z"/>'
    '<path d="M0 0V36A36 36 0 0 1-25.5 25.5z"/><path d="M0 0H-36A36 36 0 0 1-25.5-25.5z"/></g></svg>'
)


def drawn() -> dict[str, bytes]:
    """Draw all icons."""
    wheel = (PUBLIC / "icon.svg").read_text(encoding="utf-8")
    inner = wheel.partition(">")[2].rpartition("</svg>")[0]
    pictures = {"badge-96.png": _png(BADGE, 96)}
    for name, (size, part) in SIZES.items():
        ground = f'<rect x="-50" y="-50" width="100" height="100" fill="{PAPER}"/>' if part < 1 else ""
        pictures[name] = _png(f'{HEAD}{ground}<g transform="scale({part})">{inner}</g></svg>', size)
    return pictures


def _png(svg: str, size: int) -> bytes:
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=size, height=size))


def main() -> int:
    """Draw the icons, or check them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    pictures = drawn()
    if check:
        wrong = [name for name, body in pictures.items() if not _same(ICONS / name, body)]
        print(f"{', '.join(wrong)}: draw them again" if wrong else f"{len(pictures)} icons are as drawn")
        return 1 if wrong else 0
    ICONS.mkdir(exist_ok=True)
    for name, body in pictures.items():
        (ICONS / name).write_bytes(body)
    print(f"{len(pictures)} icons in {ICONS.relative_to(PUBLIC.parents[1])}")
    return 0


def _same(path: Path, body: bytes) -> bool:
    return path.is_file() and path.read_bytes() == body


if __name__ == "__main__":
    sys.exit(main())
