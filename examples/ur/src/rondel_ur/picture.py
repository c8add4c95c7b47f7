"""The board as SVG: three rows of squares, rosettes and pieces."""

from __future__ import annotations

from typing import Final

from rondel.game import JsonObject
from rondel_ur.notation import SIDES

SIZE: Final = 80
ROSETTES: Final = frozenset((4, 8, 14))


def spot(side: int, place: int) -> tuple[int, int]:
    """Give the column and row of a square on a side's way."""
    if 5 <= place <= 12:
        return place - 5, 1
    return (4 - place if place <= 4 else 20 - place), 2 * side


def draw(game: object, view: JsonObject, width: int, dark: bool) -> str:
    """Draw a position."""
    ink, ground, tile = ("#eee", "#23201c", "#4a4238") if dark else ("#222", "#f4ecd8", "#dcc9a0")
    squares = {spot(side, place): place for side in (0, 1) for place in range(1, 15)}
    parts = [_square(at, place, tile, ink) for at, place in sorted(squares.items())]
    for side, name in enumerate(SIDES):
        entry = view["sides"][name]
        parts += [_piece(spot(side, place), side) for place in entry["on"]]
        words = f"{name}: {entry['hand']} in hand, {entry['points']} home"
        y = 24 if side == 0 else 3 * SIZE + 76
        parts.append(f'<text x="20" y="{y}" fill="{ink}" font-family="sans-serif" font-size="22">{words}</text>')
    if "throw" in view:
        words = f"{view['turn']} threw {view['throw']}"
        parts.append(f'<text x="400" y="24" fill="{ink}" font-family="sans-serif" font-size="22">{words}</text>')
    high, wide = 3 * SIZE + 92, 8 * SIZE + 40
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{width}" role="img">'
        f"<title>{view['turn']} to play</title>"
        f'<rect width="{wide}" height="{high}" fill="{ground}"/>{"".join(parts)}</svg>'
    )


def _square(at: tuple[int, int], place: int, tile: str, ink: str) -> str:
    x, y = 20 + SIZE * at[0], 40 + SIZE * at[1]
    box = f'<rect x="{x}" y="{y}" width="{SIZE - 4}" height="{SIZE - 4}" rx="6" fill="{tile}"/>'
    label = f'<text x="{x + 7}" y="{y + 18}" fill="{ink}" font-family="sans-serif" font-size="13">{place}</text>'
    middle_x, middle_y = x + SIZE // 2 - 2, y + SIZE // 2 - 2
    petals = "".join(
        f'<ellipse cx="{middle_x}" cy="{middle_y - 14}" rx="6" ry="13" fill="#b5452c" '
        f'transform="rotate({45 * turn} {middle_x} {middle_y})"/>'
        for turn in range(8)
    )
    return box + (petals if place in ROSETTES else "") + label


def _piece(at: tuple[int, int], side: int) -> str:
    x, y = 20 + SIZE * at[0] + SIZE // 2 - 2, 40 + SIZE * at[1] + SIZE // 2 - 2
    fill = ("#fdfaf2", "#1d2b3a")[side]
    return f'<circle cx="{x}" cy="{y}" r="24" fill="{fill}" stroke="#333" stroke-width="2"/>'
