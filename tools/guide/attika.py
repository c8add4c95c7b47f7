"""Pictures of Attika: the turn, prices, groups, colonies, amphorae, the growing board, and the two ways to win."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rondel.attika.tiles import OFFSETS, load_tiles, turned
from rondel.draw.svg import at, group, tag
from tools.guide.parts import (
    HEX,
    ONE,
    Ink,
    amphora,
    arrow,
    badge,
    building,
    cross,
    figure,
    hexagon,
    landscape,
    middle,
    sheet,
    shrine,
    space,
)

WATER, FOREST, HILL, MOUNTAIN, NONE = range(5)
#: a card of any kind
ANY: Final = NONE


def turn(ink: Ink) -> str:
    """Draw two or build three; a card for every action that is left."""
    found = ""
    for row, count in enumerate((2, 3)):
        y = 66 + 118 * row
        for place in range(count):
            x = 66 + 100 * place
            found += at(_pile(ink) if row == 0 else building(ink, 0, 0, ("Market", "Ship", "Tower")[place]), x, y)
        found += arrow(ink, 378, y, 436, y, ink.soft)
        for place in range(count):
            found += landscape(ink, (FOREST, WATER, HILL)[place], 488 + 48 * place, y, 0.92)
    return sheet(ink, 248, found, "2, 3")


def _pile(ink: Ink) -> str:
    """A building tile face down on its pile."""
    found = ""
    for step in range(3):
        tile = tag("path", d=hexagon(HEX * 0.9), fill="#8d4322", stroke=ink.theme.marble, stroke_width=3)
        found += at(tile, -3 * step, -4 * step)
    return found + figure(ink, "?", -6, -8, 42, "#f9f1e2")


def cost(ink: Ink) -> str:
    """A temple: one symbol under it, one next to it, the third from the hand."""
    spaces = {(0, 0): WATER, (1, 0): NONE, (0, 1): MOUNTAIN, (-1, 1): NONE, (-1, 0): NONE, (0, -1): HILL, (1, -1): NONE}
    board = "".join(space(ink, q, r, terrain) for (q, r), terrain in spaces.items())
    board += building(ink, 1, -1, "Market", ONE)
    board += tag("path", d=hexagon(HEX - 3), fill="none", stroke=ink.accent, stroke_width=6)
    found = at(board, 196, 146)
    found += at(building(ink, 0, 0, "Temple", stored=True), 430, 62) + arrow(ink, 384, 74, 240, 132, bend=-0.1)
    for place, terrain in enumerate((WATER, MOUNTAIN, FOREST)):
        x = 408 + 84 * place
        found += landscape(ink, terrain, x, 190, 0.95)
        found += _tick(ink, x, 256) if terrain != FOREST else figure(ink, "1", x, 256, 36, ink.accent)
    return sheet(ink, 292, found, "3 − 1 − 1 = 1")


def _tick(ink: Ink, x: float, y: float) -> str:
    return tag(
        "path", d=f"M{x - 15:g} {y:g}l10 12 20-24", fill="none", stroke=ink.good, stroke_width=6, stroke_linecap="round"
    )


def groups(ink: Ink) -> str:
    """Arrows of the player board, and the same group on the board."""
    chain = (("Quarry", 60, 92), ("Fortress", 188, 92), ("Tower", 316, 46), ("Tower", 316, 138))
    found = "".join(at(building(ink, 0, 0, kind, stored=True), x, y) for kind, x, y in chain)
    found += arrow(ink, 104, 92, 144, 92) + arrow(ink, 230, 80, 274, 58) + arrow(ink, 230, 104, 274, 126)
    board = "".join(space(ink, q, r, NONE) for q, r in ((0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (-1, 1)))
    board += building(ink, 0, 0, "Quarry") + building(ink, 1, 0, "Fortress")
    board += building(ink, 1, 1, "Tower") + building(ink, 2, 0, "Tower")
    for q, r in ((1, 0), (1, 1), (2, 0)):
        x, y = middle(q, r)
        board += badge(ink, "0", x + 26, y - 26, ink.good, 16)
    return sheet(ink, 186, found + at(board, 424, 62, 0.92), "0")


def streets(ink: Ink) -> str:
    """A street costs five cards of any kind, less the symbols it sees; next to an own street it is free."""
    board = "".join(
        space(ink, q, r, terrain) for (q, r), terrain in
        {(0, 0): FOREST, (1, 0): NONE, (0, 1): HILL, (-1, 1): NONE, (1, -1): NONE, (0, -1): NONE, (-1, 0): NONE}.items()
    )  # fmt: skip
    board += building(ink, 0, 0, "Street") + building(ink, 1, 0, "Street")
    x, y = middle(1, 0)
    board += badge(ink, "0", x + 26, y - 26, ink.good, 17)
    found = at(board, 150, 128)
    for place in range(5):
        found += landscape(ink, (ANY, ANY, ANY, FOREST, HILL)[place], 318 + 66 * place, 92, 0.82)
        if place > 2:
            found += cross(ink, 318 + 66 * place, 92, 24)
    found += figure(ink, "5 − 2 = 3", 450, 186, 40)
    return sheet(ink, 256, found, "5 − 2 = 3")


def colonies(ink: Ink) -> str:
    """Two colonies; a third costs two cards more."""
    land_here = {(q, r): NONE for q in range(6) for r in (0, 1) if q + r < 6}
    land_here[(2, 0)], land_here[(3, 1)] = FOREST, HILL
    board = "".join(space(ink, q, r, terrain) for (q, r), terrain in land_here.items())
    for q, r, kind in ((0, 0, "Well"), (1, 0, "Cornfield"), (2, 1, "Harbour")):
        board += building(ink, q, r, kind)
    x, y = middle(4, 0)
    board += at(tag("path", d=hexagon(HEX - 3), fill="none", stroke=ink.accent, stroke_width=6), x, y)
    board += badge(ink, "3.", x, y, size=22)
    x, y = middle(0.5, 0)
    board += badge(ink, "1.", x, y - 40, ink.soft, 18)
    x, y = middle(2, 1)
    board += badge(ink, "2.", x + 24, y - 30, ink.soft, 18)
    found = at(board, 66, 74) + figure(ink, "+", 506, 186, 40, ink.soft)
    for place in range(2):
        found += landscape(ink, ANY, 552 + 50 * place, 186, 0.75)
    return sheet(ink, 236, found, "+2")


def amphorae(ink: Ink) -> str:
    """A whole group, connected, earns an amphora; it is an action more, or a card."""
    board = "".join(space(ink, q, r, NONE) for q, r in ((0, 0), (1, 0), (0, 1), (-1, 1)))
    board += building(ink, 0, 0, "Vineyard") + building(ink, 1, 0, "Vintner")
    found = at(board, 116, 62) + arrow(ink, 262, 92, 318, 92) + amphora(ink, 364, 92, 1.6)
    found += figure(ink, "=", 426, 92, 38, ink.soft) + figure(ink, "+1", 484, 92, 44, ink.accent)
    return sheet(ink, 186, found + figure(ink, "/", 534, 92, 40, ink.soft) + landscape(ink, HILL, 584, 92), "+1")


def growth(ink: Ink) -> str:
    """The last building of a pile brings a new board tile."""
    tiles = load_tiles("flowers")
    board = ""
    for number, (q, r, turns) in enumerate(((0, 0, 0), (3, -1, 2))):
        found = turned(tiles.symbols[2 + 3 * number], turns)
        spaces = "".join(space(ink, q + dq, r + dr, found[place]) for place, (dq, dr) in enumerate(OFFSETS))
        if number:
            edge = "".join(at(tag("path", d=hexagon(HEX)), *middle(q + dq, r + dr)) for dq, dr in OFFSETS)
            spaces = at(group(edge, fill="none", stroke=ink.accent, stroke_width=11) + spaces, 26, 0)
        board += spaces
    board += building(ink, 0, 0, "Plaza") + building(ink, 1, 0, "Capital")
    return sheet(ink, 344, at(_pile(ink), 60, 214) + arrow(ink, 108, 212, 148, 212) + at(board, 276, 214, 0.97), "7")


def link(ink: Ink) -> str:
    """The first way to win: a chain of own buildings between two shrines."""
    spaces = {(q, r): NONE for q in range(6) for r in (0, 1)}
    spaces |= {(2, 0): FOREST, (5, 0): WATER, (0, 1): HILL, (4, 1): MOUNTAIN}
    board = "".join(space(ink, q, r, terrain) for (q, r), terrain in spaces.items())
    board += shrine(ink, -1, 1) + shrine(ink, 6, 0)
    for q, r, kind in (
        (0, 0, "Harbour"),
        (1, 0, "Ship"),
        (1, 1, "Statue"),
        (2, 1, "Street"),
        (3, 1, "Street"),
        (4, 0, "Mill"),
        (5, 0, "Theatre"),
    ):
        board += building(ink, q, r, kind)
    return sheet(ink, 200, at(board, 102, 66), "2")


def thirty(ink: Ink) -> str:
    """The second way to win: all thirty buildings on the board."""
    kinds = (
        "Capital", "Oracle", "Theatre", "Tavern", "Plaza", "Gymnasium", "Statue", "Market", "Stadium", "Temple", "Well",
        "Cornfield", "Mill", "Village", "Quarry", "Fortress", "Tower", "Tower", "Harbour", "Ship", "Ship", "Ship",
        "Silver mine", "Mint", "Vineyard", "Vintner", "Street", "Street", "Street", "Street",
    )  # fmt: skip
    found = ""
    for number, kind in enumerate(kinds):
        q, r = number % 10, number // 10
        x, y = middle(q - r // 2, r)
        found += at(building(ink, 0, 0, kind), x, y)
    return sheet(ink, 192, at(found, 42, 50, 0.66) + figure(ink, "30", 604, 98, 40, ink.accent), "30")


PICTURES: Final[dict[str, Callable[[Ink], str]]] = {
    "attika-turn": turn, "attika-cost": cost, "attika-groups": groups, "attika-streets": streets,
    "attika-colonies": colonies, "attika-amphorae": amphorae, "attika-growth": growth, "attika-link": link,
    "attika-thirty": thirty,
}  # fmt: skip
