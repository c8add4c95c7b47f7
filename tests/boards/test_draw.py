"""The pictures: well formed, complete, told apart without colour, and the same layout in every font."""

from __future__ import annotations

import math
import xml.etree.ElementTree as ElementTree
from collections.abc import Sequence
from itertools import combinations
from typing import Any

import pytest

from rondel.boards import board_ids, load_board
from rondel.boards.geometry import MEDALLION, PIECE, Box, read_geometry
from rondel.boards.lettering import label_box, split_name, text_width
from rondel.draw.board import draw_board
from rondel.draw.names import MOST, desk_labels
from rondel.draw.panel import PHONE_PANEL, stone_places, stone_size
from rondel.draw.png import to_png
from rondel.draw.sheet import region_id, smooth_path
from rondel.draw.texts import TEXTS
from rondel.draw.themes import DARK, LIGHT, NATIONS, Theme, tinted
from rondel.errors import BoardError

SVG = "{http://www.w3.org/2000/svg}"

POSITION: dict[str, Any] = {
    "round": 3,
    "turn": "Greeks",
    "to_act": "Greeks",
    "used": {"galleys": {"Athen": [2]}},
    "nations": {
        "Greeks": {
            "cities": ["Athen", "Pella"],
            "temples": ["Athen"],
            "legions": {"Pella": 3},
            "galleys": {"Athen": 2},
            "marble": 2, "iron": 1, "gold": 3, "coins": 4,
            "knowhow": ["Sail"],
            "rondel": "marble",
            "personages": {"king": 1},
        },
        "Persians": {"cities": ["Susa"], "legions": {"Pella": 1, "Susa": 1}, "rondel": None},
        "Arabs": {"cities": ["Saba"], "galleys": {"Athen": 1}, "rondel": None, "points": 2},
        "Phoenicians": {"galleys": {"Athen": 1}, "legions": {"Athen": 2}},
        "Egyptians": {"galleys": {"Athen": 1}},
        "Babylonians": {"galleys": {"Athen": 1}},
    },
}  # fmt: skip


@pytest.mark.untraced
@pytest.mark.parametrize("name", board_ids())
@pytest.mark.parametrize(("width", "dark"), [(400, False), (1200, True), (4000, False)])
def test_every_board_draws_well_formed_and_complete(name: str, width: int, dark: bool) -> None:
    board = load_board(name)
    root = ElementTree.fromstring(draw_board(board, width=width, dark=dark))
    assert root.get("width") == str(width)
    ids = {element.get("id") for element in root.iter()}
    assert {region_id(region.name) for region in board.regions} <= ids
    words = " ".join(element.text or "" for element in root.iter(f"{SVG}text"))
    assert all(part in words for region in board.regions for part in region.name.split())


def test_references_are_defined() -> None:
    root = ElementTree.fromstring(draw_board(load_board("east"), position=POSITION))
    ids = {element.get("id") for element in root.iter() if element.get("id")}
    used = {element.get("href", "#").removeprefix("#") for element in root.iter(f"{SVG}use")}
    for element in root.iter():
        for value in element.attrib.values():
            if value.startswith("url(#"):
                used.add(value[5:-1])
    assert used <= ids


def test_a_position_is_drawn_with_its_pieces_and_panel() -> None:
    text = draw_board(load_board("east"), position=POSITION)
    root = ElementTree.fromstring(text)
    pieces = [element.get("href") for element in root.iter(f"{SVG}use")]
    # each symbol stands once in the head of the table
    assert pieces.count("#temple") == 1 + 1
    assert "Greeks to move" in text
    assert 'transform="rotate(90)"' in text
    # six stacks in Athen, five of them galleys, and two legions in Pella and one in Susa
    assert text.count('href="#galley"') - 1 == 2 * 5
    assert text.count('href="#legion"') - 1 == 2 * 4
    for word in ("marble", "iron", "gold", "coins", "cities", "temples", "legions", "galleys"):
        assert f">{word}</text>" in text
    assert "ramparts" not in text


def test_a_position_brings_what_it_has() -> None:
    assert "Round 3" in draw_board(load_board("east"), position={"round": 3})
    with pytest.raises(BoardError, match="The board east has no region 'Rome'"):
        draw_board(load_board("east"), position={"nations": {"Greeks": {"legions": {"Rome": 1}}}})


def test_a_finished_game_names_its_winner() -> None:
    assert "Greeks won" in draw_board(load_board("east"), position={**POSITION, "winner": "Greeks"})


def test_neutral_temples_and_unknown_nations_are_drawn() -> None:
    position = {
        "nations": {"Etruscans": {"cities": ["Roma"]}},
        "neutral_temples": ["Knossos"],
        "wedges": ["FERRUM", "AURUM"],
    }
    text = draw_board(load_board("mare-nostrum"), position=position)
    assert "Etruscans" in text
    assert "FERRUM" in text


DUEL: dict[str, Any] = {
    "nations": {
        "Romans": {"cities": {"Roma": None, "Ancona": "iron"}, "ramparts": ["Ancona"], "special": {"Roma": "general"}},
        "Carthaginians": {
            "cities": ["Carthago"], "galleys": {"Carales": 2}, "barracks": {"legions": 2, "galleys": 1},
            "special": {"Carales": "admiral"},
        },
    },
}  # fmt: skip


def uses(text: str, symbol: str) -> int:
    return sum(element.get("href") == f"#{symbol}" for element in ElementTree.fromstring(text).iter(f"{SVG}use"))


def test_a_founders_choice_is_drawn_as_chosen() -> None:
    board = load_board("rome-carthage")
    chosen = draw_board(board, position=DUEL)
    entry = {**DUEL["nations"]["Romans"], "cities": ["Roma", "Ancona"]}
    unsaid = draw_board(board, position={"nations": {**DUEL["nations"], "Romans": entry}})
    assert uses(chosen, "city-iron") == uses(unsaid, "city-iron") + 1
    assert uses(chosen, "city-any") == uses(unsaid, "city-any")
    assert uses(chosen, "city-gold") == uses(unsaid, "city-gold")


def test_ramparts_barracks_and_special_units_are_drawn() -> None:
    board = load_board("rome-carthage")
    text = draw_board(board, position=DUEL)
    assert ">town walls</text>" in text
    assert ">recruits</text>" in text
    assert ">3</text>" in text
    assert uses(text, "crown") == 2
    entry = {key: value for key, value in DUEL["nations"]["Romans"].items() if key != "ramparts"}
    without = draw_board(board, position={"nations": {**DUEL["nations"], "Romans": entry}})
    towers = {name: drawn.count('r="6"') for name, drawn in (("with", text), ("without", without))}
    assert towers["with"] == towers["without"] + 8


def test_a_neutral_temple_has_no_owner() -> None:
    board, nations = load_board("mare-nostrum"), {"Greeks": {"cities": ["Athenae"]}}
    bare = draw_board(board, position={"nations": nations})
    neutral = draw_board(board, position={"nations": nations, "neutral_temples": ["Syracus", "Knossos"]})
    assert uses(neutral, "temple") == uses(bare, "temple") + 2
    assert uses(neutral, "emblem-star") == uses(bare, "emblem-star")


@pytest.mark.parametrize("width", [400, 1200])
def test_the_panel_stands_beside_the_map_or_on_a_phone_below_it(width: int) -> None:
    board = load_board("east")
    box = [float(n) for n in ElementTree.fromstring(draw_board(board, width=width)).get("viewBox", "").split()]
    root = ElementTree.fromstring(draw_board(board, width=width, position=POSITION))
    full = [float(n) for n in root.get("viewBox", "").split()]
    assert (full[2] == box[2], full[3] > box[3]) == ((True, True) if width == 400 else (False, False))


def test_on_a_phone_the_words_of_key_and_panel_can_be_read() -> None:
    root = ElementTree.fromstring(draw_board(load_board("east"), width=400, position=POSITION))
    pixels = 400 / float(root.get("viewBox", "0 0 1 1").split()[2])
    sizes = {element.text: float(element.get("font-size", "0")) * pixels for element in root.iter(f"{SVG}text")}
    assert sizes["by land"] >= 8
    # the panel is drawn larger than it is written
    assert sizes["coins"] * PHONE_PANEL >= 9


@pytest.mark.parametrize("count", range(1, 7))
def test_stones_on_a_wedge_never_hide_each_other(count: int) -> None:
    places = [(r * math.sin(turn), r * math.cos(turn)) for turn, r in stone_places(count)]
    size = 2 * 27.5 * stone_size(count)
    assert len(places) == count
    for (x, y), (u, v) in combinations(places, 2):
        assert math.hypot(x - u, y - v) >= size - 3
    # the names begin at the other end of the wedge
    assert max(radius for _, radius in stone_places(count)) + size / 2 < 266 - 146 / 2


def test_realms_are_lighter_by_lamplight() -> None:
    board = load_board("east")
    dark, light = (draw_board(board, dark=dark, position=POSITION) for dark in (True, False))
    greek = NATIONS[0].colour
    assert f'fill="{greek}" fill-opacity' in light
    assert f'fill="{greek}" fill-opacity' not in dark
    assert grey(tinted(greek, DARK)) > grey(greek) + 40
    assert tinted(greek, LIGHT) == greek


@pytest.mark.parametrize(("language", "said"), [("", "by land and sea"), ("fr", "par terre et par mer")])
def test_the_key_explains_combined_borders(language: str, said: str) -> None:
    assert f">{said}</text>" in draw_board(load_board("aegean-mini"), language=language)


def test_every_language_says_everything() -> None:
    assert TEXTS["en"].keys() == TEXTS["fr"].keys()
    assert "aux Grecs de jouer" in draw_board(load_board("east"), language="fr", position=POSITION)


def touch(one: Box, two: Box) -> bool:
    return one[0] < two[2] and two[0] < one[2] and one[1] < two[3] and two[1] < one[3]


@pytest.mark.untraced
@pytest.mark.parametrize("pieces", [False, True])
@pytest.mark.parametrize("name", board_ids())
def test_names_at_a_desk_grow_into_free_room(name: str, pieces: bool) -> None:
    board = load_board(name)
    shape = read_geometry(board)
    labels = desk_labels(board, shape, pieces)
    names = [label_box(region.name, label) for region, label in zip(board.regions, labels, strict=True)]

    def square(at: tuple[int, int], half: float) -> Box:
        return at[0] - half, at[1] - half, at[0] + half, at[1] + half

    taken = [square(place.city, MEDALLION * shape.scale) for place in shape.places]
    if pieces:
        places = [at for place in shape.places for at in (*place.legions, *place.galleys)]
        taken += [square(at, PIECE * shape.scale) for at in places]
    assert not any(touch(one, two) for one, two in combinations(names, 2))
    assert not any(touch(one, two) for one in names for two in taken)
    assert min(min(box) for box in names) >= 0
    assert all(box[2] <= shape.frame[0] and box[3] <= shape.frame[1] for box in names)
    growth = [label.size / place.label.size for label, place in zip(labels, shape.places, strict=True)]
    # where pieces may lie under them, nearly all become as large as they can
    assert min(growth) >= (1.05 if pieces else MOST - 0.05)


@pytest.mark.untraced
@pytest.mark.parametrize("name", board_ids())
def test_translations_keep_to_the_room_of_the_name(name: str) -> None:
    board = load_board(name)
    root = ElementTree.fromstring(draw_board(board, language="fr"))
    for region, label in zip(board.regions, desk_labels(board, read_geometry(board)), strict=True):
        left, _, right, _ = label_box(region.name, label)
        for row in split_name(region.title("fr"), label.lines):
            drawn = [e for e in root.iter(f"{SVG}text") if e.text == row and e.get("textLength")]
            assert drawn
            assert any(float(e.get("textLength", "0")) <= right - left + 0.1 for e in drawn)


def test_smooth_paths_keep_their_ends() -> None:
    assert smooth_path(((0, 0), (9, 9))) == "M0 0L9 9"
    curve = smooth_path(((0, 0), (10, 0), (10, 10)))
    assert curve.startswith("M0 0Q")
    assert curve.endswith("L10 10")


def test_lettering() -> None:
    assert split_name("Colonia Agrippina", 2) == ["Colonia", "Agrippina"]
    assert split_name("Roma", 2) == ["Roma"]
    assert text_width("MM", 10) > text_width("ii", 10)


def grey(colour: str) -> float:
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue


#: linear models of the three common kinds of colour blindness (Viénot, Brettel and Mollon; tritan after Machado)
BLIND = {
    "protan": ((0.11, 0.89, 0.0), (0.11, 0.89, 0.0), (0.0, 0.0, 1.0)),
    "deutan": ((0.29, 0.71, 0.0), (0.29, 0.71, 0.0), (-0.02, 0.02, 1.0)),
    "tritan": ((1.26, -0.08, -0.18), (-0.08, 0.93, 0.15), (0.0, 0.69, 0.30)),
}


def test_nations_differ_in_grey_hatch_and_emblem() -> None:
    for one, two in combinations(NATIONS, 2):
        assert abs(grey(one.colour) - grey(two.colour)) >= 18
        assert one.hatch != two.hatch
        assert one.emblem != two.emblem


@pytest.mark.parametrize("kind", sorted(BLIND))
def test_nations_differ_for_colour_blind_eyes(kind: str) -> None:
    def seen(colour: str) -> list[float]:
        rgb = [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
        return [sum(weight * part for weight, part in zip(row, rgb, strict=True)) for row in BLIND[kind]]

    for one, two in combinations(NATIONS, 2):
        apart = sum((a - b) ** 2 for a, b in zip(seen(one.colour), seen(two.colour), strict=True)) ** 0.5
        assert apart > 40, (one.colour, two.colour)


def lab(rgb: Sequence[float]) -> tuple[float, float, float]:
    """Give a colour in CIELAB, where distances are about those that eyes see."""

    def linear(part: float) -> float:
        share = min(255.0, max(0.0, part)) / 255
        return share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4)

    def root(part: float) -> float:
        return float(part ** (1 / 3)) if part > 0.008856 else 7.787 * part + 16 / 116

    red, green, blue = (linear(part) for part in rgb)
    x = root((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505)
    y = root(0.2126 * red + 0.7152 * green + 0.0722 * blue)
    z = root((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize(("kind", "least"), [("", 25.0), ("protan", 14.0), ("deutan", 14.0), ("tritan", 14.0)])
@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["day", "lamplight"])
def test_the_outlines_of_realms_differ_over_the_sea(theme: Theme, kind: str, least: float) -> None:
    plain = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))

    def seen(colour: str, sea: str) -> tuple[float, float, float]:
        pairs = [(int(colour[i : i + 2], 16), int(sea[i : i + 2], 16)) for i in (1, 3, 5)]
        drawn = [0.6 * above + 0.4 * below for above, below in pairs]  # as a page draws the edge of a realm
        rows = BLIND.get(kind, plain)
        return lab([sum(weight * part for weight, part in zip(row, drawn, strict=True)) for row in rows])

    for sea in (theme.sea, theme.sea_deep):
        for one, two in combinations(NATIONS, 2):
            assert math.dist(seen(one.colour, sea), seen(two.colour, sea)) > least, (one.colour, two.colour)


def test_png() -> None:
    pytest.importorskip("resvg_py")
    assert to_png(draw_board(load_board("aegean-mini"), width=300)).startswith(b"\x89PNG")


def test_modern_names_are_written_where_they_are_known() -> None:
    board = load_board("east")
    drawn = {modern: draw_board(board, language="en", modern=modern) for modern in (False, True)}
    assert (">Adane<" in drawn[False], ">Aden<" in drawn[False]) == (True, False)
    assert (">Adane<" in drawn[True], ">Aden<" in drawn[True]) == (False, True)
    assert ">Tyre<" in drawn[True]  # where nothing else is known, the name stays
