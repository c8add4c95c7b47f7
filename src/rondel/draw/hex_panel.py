"""The side panel of a game on hexagonal tiles: the table's stocks, and what each player has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rondel.draw.hex_sheet import Table
from rondel.draw.svg import Value, at, group, tag, use, words
from rondel.draw.terrain import GROUNDS
from rondel.draw.themes import SANS
from rondel.game import JsonObject
from rondel.names import count

#: width of the panel
HEX_PANEL: Final = 820
_TOP: Final = 214
_ROW: Final = 268
_KEY: Final = 96
_LINE: Final = 62  # letters in a line of stored buildings


def hex_panel_height(view: JsonObject) -> float:
    """Give the height of the panel."""
    return _TOP + _ROW * len(view["cities"]) + _KEY


def draw_hex_panel(table: Table) -> str:
    """Draw heading, stocks, players and the key."""
    rows = "".join(
        at(_city(table, name, entry), 0, _TOP + _ROW * row)
        for row, (name, entry) in enumerate(table.view["cities"].items())
    )
    key = at(_key(table), 0, _TOP + _ROW * len(table.view["cities"]))
    return group(_heading(table) + _stocks(table) + rows + key, font_family=SANS)


def _heading(table: Table) -> str:
    view = table.view
    text = f"{view['turn']} to move"
    if "end" in view:
        text = f"{view['winner']} won ({view['end']})" if "winner" in view else "No winner"
    elif view.get("to_act") == "chance":
        text = f"{view['turn']} draws"
    return words(text, HEX_PANEL / 2, 76, 46, fill=table.theme.name, font_weight="700")


def _total(cards: Mapping[str, int] | int) -> int:
    return cards if isinstance(cards, int) else sum(cards.values())


def _stocks(table: Table) -> str:
    """Draw the draw pile, the discard, the amphorae and the board tiles left."""
    view = table.view
    left = 22 - len(view["tiles"]) - ("tile" in view)
    found = ""
    for place, (label, number) in enumerate(
        (("draw pile", _total(view["draw pile"])), ("discard", _total(view["discard"])),
         ("amphorae", view["amphorae"]), ("tiles left", left))
    ):  # fmt: skip
        x = 118 + 195 * place
        found += words(str(number), x, 142, 42, fill=table.theme.name, font_weight="700")
        found += words(label, x, 172, 25, fill=table.theme.faint)
    return found


def _city(table: Table, name: str, entry: JsonObject) -> str:
    """Draw one player: emblem, name, buildings built, cards, amphorae, piles, what is stored."""
    theme, style = table.theme, table.style(name)
    on_turn = table.view["turn"] == name
    built = len(entry["buildings"])
    card = tag("rect", x=22, y=4, width=HEX_PANEL - 44, height=_ROW - 20, rx=14, fill=theme.panel,
               stroke=style.colour if on_turn else theme.faint, stroke_width=7 if on_turn else 2)  # fmt: skip
    disc = tag("circle", cx=72, cy=54, r=30, fill=style.colour, stroke=theme.marble, stroke_width=4)
    disc += use(f"emblem-{style.emblem}", 72, 54, 1.9, fill=style.ink)
    start: dict[str, Value | None] = {"text_anchor": "start", "fill": theme.name}
    title = words(name, 116, 67, 38, font_weight="700", **start)
    bar = tag("rect", x=316, y=42, width=320, height=26, fill=theme.paper, stroke=theme.faint, stroke_width=2)
    bar += tag("rect", x=316, y=42, width=320 * built / 30, height=26, fill=style.colour)
    score = words(f"{built} of 30", 652, 65, 28, **start)
    return card + disc + title + bar + score + _holdings(table, entry) + _stored(table, entry)


def _holdings(table: Table, entry: JsonObject) -> str:
    """Draw cards by terrain, or their number where they are hidden, amphorae, colonies and piles."""
    theme = table.theme
    start: dict[str, Value | None] = {"text_anchor": "start", "fill": theme.name}
    hand = entry["hand"]
    found, x = "", 50.0
    if isinstance(hand, int):
        found += tag("rect", x=54, y=102, width=30, height=42, rx=4, fill=theme.faint, stroke=theme.name)
        found += words(count(hand, "card"), 100, 134, 30, **start)
    else:
        for ground in GROUNDS[:4]:
            found += use(f"ground-{ground.name}", x + 24, 123, 0.62)
            found += words(str(hand.get(ground.name, 0)), x + 54, 134, 30, **start)
            x += 96
    found += use("amphora", 470, 122, 0.8, fill=theme.gold, stroke=theme.name, stroke_width=1.5)
    found += words(str(entry["amphorae"]), 496, 134, 30, **start)
    piles = " · ".join(str(size) for size in entry["piles"].values())
    found += words(f"piles {piles}", 544, 134, 28, text_anchor="start", fill=theme.name)
    return found


def _stored(table: Table, entry: JsonObject) -> str:
    names = [name if number == 1 else f"{name} ×{number}" for name, number in entry["stored"].items()]
    lines = _lines(names)
    shown = lines[:3] if len(lines) <= 3 else [*lines[:2], lines[2].rstrip(" ,") + " …"]
    found = ""
    for row, line in enumerate(shown):
        found += words(line, 50, 178 + 30 * row, 24, text_anchor="start", fill=table.theme.name)
    return found or words("nothing stored", 50, 178, 24, text_anchor="start", fill=table.theme.faint)


def _lines(names: Sequence[str]) -> list[str]:
    """Break a list of names into lines."""
    lines: list[str] = []
    for place, name in enumerate(names):
        word = name if place == len(names) - 1 else f"{name}, "
        if lines and len(lines[-1]) + len(word) <= _LINE:
            lines[-1] += word
        else:
            lines.append(word)
    return lines


def _key(table: Table) -> str:
    found = ""
    steps = (48, 194, 342, 462)
    for x, ground in zip(steps, GROUNDS[:4], strict=True):
        found += use(f"ground-{ground.name}", x, 40, 0.7)
        found += words(ground.name, x + 28, 50, 27, text_anchor="start", fill=table.theme.name)
    found += use("shrine", 656, 40, 0.66, fill=table.theme.gold)
    return found + words("shrine", 686, 50, 27, text_anchor="start", fill=table.theme.name)
