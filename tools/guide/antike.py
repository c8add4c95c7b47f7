"""Pictures of the Antike family: rondel, temples, founding, moving, battle, conquest, personages."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from rondel.boards.reader import load_board
from rondel.draw.svg import at, tag, use
from rondel.draw.themes import nation_style
from rondel.game import JsonObject
from tools.guide.crop import Part, cut
from tools.guide.parts import (
    ONE,
    OTHER,
    WIDE,
    Ink,
    arrow,
    badge,
    card,
    chip,
    city,
    cross,
    figure,
    label,
    price,
    sheet,
    sign,
    temple_piece,
    unit,
)

#: clockwise from iron: the sign of each wedge, and its ground
WEDGES: Final = (
    ("anvil", "#8fb0c9"), ("temple", "#d3c6a8"), ("gold", "#e8b84b"), ("galley", "#cf7a48"), ("legion", "#cf7a48"),
    ("column", "#fbf9f2"), ("scroll", "#d3c6a8"), ("galley", "#cf7a48"),
)  # fmt: skip
LATIN: Final = ("FERRUM", "TEMPLUM", "AURUM", "{}", "MILITIA", "MARMOR", "SCIENTIA", "{}")
STORES: Final = {
    "en": ("reserve", "recruits", "board"),
    "fr": ("réserve", "caserne", "plateau"),
    "de": ("Vorrat", "Rekruten", "Spielplan"),
}
NAMES: Final = {
    "en": ("iron", "temple", "gold", "maneuver", "arming", "marble", "know-how", "maneuver"),
    "fr": ("fer", "temple", "or", "manœuvre", "armement", "marbre", "savoir-faire", "manœuvre"),
    "de": ("Eisen", "Tempel", "Gold", "Manöver", "Rüsten", "Marmor", "Fortschritt", "Manöver"),
}


def rondel(ink: Ink, names: tuple[str, ...]) -> str:
    """The wheel with a stone on iron: three wedges free, then one more resource for each."""
    rim, hub, x, y = 212.0, 66.0, WIDE / 2, 236.0
    found = tag("circle", cx=x, cy=y, r=rim + 9, fill="#1c1410")
    for place, ((picture, ground), name) in enumerate(zip(WEDGES, names, strict=True)):
        a, b = (math.tau * (place - 0.5 + step) / 8 for step in (0, 1))
        corner = [(x + r * math.sin(t), y - r * math.cos(t)) for r, t in ((rim, a), (rim, b), (hub, b), (hub, a))]
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = corner
        rims = f"A{rim:g} {rim:g} 0 0 1 {bx:.1f} {by:.1f}", f"A{hub:g} {hub:g} 0 0 0 {dx:.1f} {dy:.1f}"
        outline = f"M{ax:.1f} {ay:.1f}{rims[0]}L{cx:.1f} {cy:.1f}{rims[1]}z"
        found += tag("path", d=outline, fill=ground, stroke="#1c1410", stroke_width=3)
        angle = math.tau * place / 8
        sx, sy = x + 150 * math.sin(angle), y - 150 * math.cos(angle)
        high = math.cos(angle) > 0.5  # the name stands on the outer side of the sign
        found += sign(picture, sx, sy + (16 if high else -13), 0.82, "#241811")
        found += figure(ink, name, sx, sy + (-25 if high else 28), 17.5 if len(name) < 10 else 15.5, "#241811")
        if place:
            found += _step(ink, place, x + 91 * math.sin(angle), y - 91 * math.cos(angle))
    stone = tag("circle", r=22, fill="#1c1410") + tag("circle", r=19, fill=ONE.colour)
    found += at(stone + use(f"emblem-{ONE.emblem}", 0, 0, 1.4, fill=ONE.ink), x, y - 91)
    start, end = math.tau * 0.62 / 8, math.tau * 3.3 / 8
    path = (
        f"M{x + 232 * math.sin(start):.1f} {y - 232 * math.cos(start):.1f}"
        f"A232 232 0 0 1 {x + 232 * math.sin(end):.1f} {y - 232 * math.cos(end):.1f}"
    )
    found += tag("path", d=path, fill="none", stroke=ink.good, stroke_width=7, stroke_linecap="round")
    found += tag("circle", cx=x, cy=y, r=hub - 2, fill=ink.plate)
    return sheet(ink, 472, found, ", ".join(names))


def _step(ink: Ink, place: int, x: float, y: float) -> str:
    """What a move of so many wedges costs."""
    cost = max(0, place - 3)
    return badge(ink, str(cost), x, y, ink.good if not cost else ink.accent, 17)


def temples(ink: Ink, cost: list[tuple[str, int]], iron: int = 1) -> str:
    """A city without and with a temple: what it produces, how many units it takes, how it defends itself."""
    found = sign("column", 300, 46, 0.9, ink.soft) + sign("legion", 425, 46, 0.9, ink.soft)
    found += sign("rampart", 550, 46, 0.9, ink.soft)
    for row, (temple, times) in enumerate(((False, 1), (True, 3))):
        y = 142 + 136 * row
        found += tag("path", d=f"M20 {y - 66}H{WIDE - 20}", stroke=ink.line, stroke_width=1.5)
        found += city(ink, 72, y + 6, "marble", temple=temple, scale=1.15)
        found += figure(ink, str(times), 300, y, 46, ink.accent) + figure(ink, str(times), 550, y, 46, ink.accent)
        for place in range(times):
            found += unit(
                ink, "galley" if place == 2 else "legion", 425 + 44 * (place - (times - 1) / 2), y, scale=0.85
            )
    found += price(ink, cost, 180, 278, 0.85)
    return sheet(ink, 346, found, "1, 3")


def founding(ink: Ink, part: Part, position: JsonObject, site: str, made: str, coins: int = 0) -> str:
    """A part of the map where a city can be founded, and what it costs."""
    x, y = part.spot(site)
    owner = nation_style(load_board(part.board).nations.index(next(iter(position["nations"]))))
    ring = tag("circle", cx=x, cy=y, r=38, fill="none", stroke=ink.accent, stroke_width=5, stroke_dasharray="11 8")
    line, cost = part.tall + 32, [("marble", 1), ("iron", 1), ("gold", 1), *[("coin", 1)] * coins]
    bill = (
        price(ink, cost, 236, line, 0.95)
        + arrow(ink, 410, line, 472, line)
        + city(ink, 538, line, made, owner, scale=0.85)
    )
    return sheet(ink, part.tall + 76, cut(part, position, ink) + ring + bill, site)


def moving(ink: Ink, part: Part, position: JsonObject, ways: list[tuple[str, str, str]]) -> str:
    """A part of the map with marches: kind, from, to."""
    found = cut(part, position, ink)
    for kind, start, end in ways:
        (x, y), (u, v) = part.spot(start, kind), part.spot(end, kind)
        length = math.hypot(u - x, v - y)
        found += arrow(ink, x + 26 * (u - x) / length, y + 26 * (v - y) / length, u, v, bend=0.12)
    return sheet(ink, part.tall, found, ", ".join(f"{start} – {end}" for _, start, end in ways))


def battle(ink: Ink) -> str:
    """Like fights like, one for one."""
    found = unit(ink, "legion", 70, 92, ONE, 1.5) + unit(ink, "legion", 142, 92, ONE, 1.5)
    found += sign("swords", 226, 92, 1.0, ink.soft) + unit(ink, "legion", 310, 92, OTHER, 1.5)
    found += cross(ink, 142, 92, 34) + cross(ink, 310, 92, 34)
    found += tag("path", d="M372 26V158", stroke=ink.line, stroke_width=1.5)
    found += unit(ink, "legion", 436, 92, ONE, 1.5) + figure(ink, "≠", 510, 92, 52, ink.accent)
    found += unit(ink, "galley", 584, 92, OTHER, 1.4)
    return sheet(ink, 184, found, "1 : 1")


def conquest(ink: Ink, extra: list[tuple[str, int]]) -> str:
    """A sum: the city, the defender's units, what else adds to it; below it the attackers."""
    terms = [("city", 3), ("galley", 1), ("legion", 1), *extra]
    total = sum(count for _, count in terms)
    step = min(112, 500 / len(terms))
    found, x = "", 66.0
    for place, (thing, count) in enumerate(terms):
        found += _term(ink, thing, x, 84)
        found += figure(ink, str(count), x, 160, 34)
        if place:
            found += figure(ink, "+", x - step / 2, 160, 30, ink.soft)
        x += step
    found += figure(ink, "=", x - step / 2 + 4, 160, 30, ink.soft) + badge(ink, str(total), x + 8, 160, size=27)
    found += tag("path", d=f"M20 202H{WIDE - 20}", stroke=ink.line, stroke_width=1.5)
    for place in range(total):
        kind = "galley" if place < 2 else "legion"
        found += unit(ink, kind, 66 + 72 * place, 258, OTHER, 1.15)
    return sheet(ink, 314, found, f"{' + '.join(str(count) for _, count in terms)} = {total}")


def _term(ink: Ink, thing: str, x: float, y: float) -> str:
    if thing == "city":
        return city(ink, x, y, "marble", temple=True, scale=1.1)
    if thing in ("legion", "galley"):
        return unit(ink, thing, x, y, ONE, 1.4)
    if thing == "wall":
        return city(ink, x, y, "iron", wall=True, scale=0.95)
    return card(ink, x, y, 74, 84) + sign(thing, x, y, 0.85, ink.soft)


def personages(ink: Ink, seas: str = "7") -> str:
    """The five kinds, and what each is for."""
    found = ""
    for place, kind in enumerate(("king", "scholar", "general", "citizen", "navigator")):
        x = 68 + 126 * place
        found += card(ink, x, 84, 100, 124) + sign(kind, x, 84, 1.25, "#962a1a" if not ink.dark else ink.accent)
    found += figure(ink, "5", 44, 200, 40) + city(ink, 92, 200, "gold", scale=0.72)
    found += figure(ink, "1.", 168, 200, 40) + sign("scroll", 216, 200, 0.9, ink.soft)
    found += temple_piece(ink, 320, 202, 1.3) + cross(ink, 320, 202, 27)
    found += figure(ink, "3", 416, 200, 40) + temple_piece(ink, 466, 202, 1.15)
    found += figure(ink, seas, 546, 200, 40) + unit(ink, "galley", 594, 200, scale=1.05)
    return sheet(ink, 256, found, "5, 1, 1, 3, 7")


def choice(ink: Ink) -> str:
    """A site where the founder chooses, and the three tiles it can get."""
    found = use("city-any", 110, 104, 1.7) + arrow(ink, 176, 104, 250, 104)
    for place, resource in enumerate(("marble", "iron", "gold")):
        found += city(ink, 320 + 116 * place, 104, resource, scale=1.15)
    return sheet(ink, 208, found, "marble, iron, gold")


def neutral(ink: Ink) -> str:
    """A temple that belongs to nobody: three units for a general."""
    disc = tag("circle", r=36, fill=ink.theme.rampart, stroke=ink.theme.ink, stroke_width=3.5)
    found = at(disc + temple_piece(ink, 0, 1, 1.12), 96, 92, 1.25) + figure(ink, "=", 176, 92, 36, ink.soft)
    for place in range(3):
        found += unit(ink, "legion" if place else "galley", 240 + 70 * place, 92, ONE, 1.25)
    found += arrow(ink, 432, 92, 494, 92) + card(ink, 566, 92, 90, 116)
    found += sign("general", 566, 92, 1.15, ink.accent)
    return sheet(ink, 184, found, "3")


def barracks(ink: Ink, names: tuple[str, str, str]) -> str:
    """From the reserve into the barracks for gold, from there onto the board for iron."""
    found = ""
    for place, name in enumerate(names):
        x = 92 + 228 * place
        found += card(ink, x, 118, 140, 150, ink.plate) + label(ink, name, x, 214, 24)
    for y in (90, 148):
        found += unit(ink, "legion", 62, y, ONE, 1.1) + unit(ink, "galley", 122, y, ONE, 1.0)
    found += unit(ink, "legion", 290, 118, ONE, 1.1) + unit(ink, "galley", 350, 118, ONE, 1.0)
    found += city(ink, 532, 132, "iron") + unit(ink, "legion", 586, 88, ONE, 1.1)
    for x, cost in ((206, "1 / 2"), (434, "2")):
        found += arrow(ink, x - 34, 122, x + 34, 122)
        found += figure(ink, cost, x - 14, 84, 24) + chip(ink, "gold" if "/" in cost else "iron", x + 26, 84, 0.5)
    return sheet(ink, 250, found, ", ".join(names))


def events(ink: Ink) -> str:
    """Three cards face up, and the pile they come from."""
    found = ""
    for step in range(3):
        found += card(ink, 84 - 5 * step, 104 - 5 * step, 100, 132, "#8d4322")
    found += sign("wreath", 74, 94, 1.1, "#e9d3b2")
    for place, name in enumerate(("rampart", "march", "compasses")):
        x = 268 + 126 * place
        found += card(ink, x, 100, 104, 136) + sign(name, x, 100, 1.25, ink.accent)
    return sheet(ink, 200, found, "3")


#: the parts of the boards that are shown, with a position on each
_ITALY: Final = Part("west", 1250, 1090, 860, 690)
_GREECE: Final = Part("east", 500, 800, 860, 640)
_LEVANT: Final = Part("orient", 1290, 700, 860, 760)
_TYRRHENIA: Final = Part("rome-carthage", 1840, 430, 860, 780)


def _realm(nation: str, cities: list[str], legions: list[str], galleys: list[str]) -> JsonObject:
    here = {"cities": cities, "legions": dict.fromkeys(legions, 1), "galleys": dict.fromkeys(galleys, 1)}
    return {"nations": {nation: here}}


_ROMANS: Final = _realm("Romans", ["Roma", "Neapolis"], ["Roma"], ["Neapolis"])
_GREEKS: Final = _realm("Greeks", ["Athen", "Sparta"], ["Athen"], ["Athen"])
_PHOENICIANS: Final = _realm("Phoenicians", ["Antiochia", "Tyros"], ["Antiochia"], ["Tyros"])
_ROME: Final = _realm("Romans", ["Genua", "Roma"], ["Genua"], ["Roma"])


def _latin(name: str) -> tuple[str, ...]:
    return tuple(word.format(name) for word in LATIN)


#: pictures with words on them, which have a file for each language
WORDED: Final[dict[str, Callable[[Ink], str]]] = {
    "antike-rondel": lambda ink: rondel(ink, NAMES[ink.language]),
    "duellum-recruits": lambda ink: barracks(ink, STORES[ink.language]),
}
PICTURES: Final[dict[str, Callable[[Ink], str]]] = {
    "antike-2-rondel": lambda ink: rondel(ink, _latin("MOVERE")),
    "duellum-rondel": lambda ink: rondel(ink, _latin("DUELLUM")),
    "antike-temples": lambda ink: temples(ink, [("marble", 5)]),
    "duellum-temples": lambda ink: temples(ink, [("marble", 6)]),
    "antike-battle": battle,
    "antike-conquest": lambda ink: conquest(ink, [("sceptre", 1)]),
    "duellum-conquest": lambda ink: conquest(ink, [("temple", 1), ("wall", 1)]),
    "antike-personages": personages,
    "antike-2-choice": choice,
    "antike-2-neutral": neutral,
    "duellum-events": events,
    "founding-west": lambda ink: founding(
        ink, _ITALY, _realm("Romans", ["Roma", "Neapolis"], ["Roma"], ["Syracus"]), "Syracus", "gold"
    ),
    "moving-west": lambda ink: moving(
        ink, _ITALY, _ROMANS, [("legion", "Roma", "Ancona"), ("galley", "Neapolis", "Syracus")]
    ),
    "founding-east": lambda ink: founding(
        ink, _GREECE, _realm("Greeks", ["Athen", "Sparta"], ["Athen"], ["Knossos"]), "Knossos", "iron"
    ),
    "moving-east": lambda ink: moving(
        ink, _GREECE, _GREEKS, [("legion", "Athen", "Dyrrhachion"), ("galley", "Athen", "Knossos")]
    ),
    "founding-orient": lambda ink: founding(
        ink, _LEVANT, _realm("Phoenicians", ["Antiochia", "Tyros"], ["Antiochia"], ["Paphos"]), "Paphos", "marble"
    ),
    "moving-orient": lambda ink: moving(
        ink, _LEVANT, _PHOENICIANS, [("legion", "Antiochia", "Melitene"), ("galley", "Tyros", "Paphos")]
    ),
    "founding-duellum": lambda ink: founding(
        ink, _TYRRHENIA, _realm("Romans", ["Genua", "Roma"], ["Ancona"], ["Roma"]), "Ancona", "gold", 1
    ),
    "moving-duellum": lambda ink: moving(
        ink, _TYRRHENIA, _ROME, [("legion", "Genua", "Cremona"), ("galley", "Roma", "Corsica")]
    ),
}
