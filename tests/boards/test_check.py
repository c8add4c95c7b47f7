"""A drawing that disagrees with its graph is found out, and the region is named."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from rondel.boards import Board, load_board, read_board
from rondel.boards.check import problems
from rondel.boards.geometry import area, inside, join, read_geometry, read_path, write_path
from rondel.errors import BoardError


def source() -> dict[str, Any]:
    return copy.deepcopy(dict(load_board("aegean-mini").source))


def flaws(data: dict[str, Any]) -> str:
    board: Board = read_board(data)
    return "\n".join(problems(board, read_geometry(board)))


def line_of(data: dict[str, Any], start: str) -> int:
    return next(i for i, line in enumerate(data["geometry"]["borders"]) if line.startswith(start))


def first_inner(data: dict[str, Any], kind: str) -> list[str]:
    found: list[str] = sorted(data["borders"][kind])[0]
    return found


def test_a_border_of_the_wrong_type_is_found() -> None:
    data = source()
    pair = first_inner(data, "land")
    data["borders"]["land"].remove(pair)
    data["borders"]["sea"].append(pair)
    text = flaws(data)
    assert "is sea but drawn as land" in text
    assert pair[0] in text


def test_a_missing_and_an_extra_line_are_found() -> None:
    data = source()
    pair = first_inner(data, "sea")
    data["borders"]["sea"].remove(pair)
    assert "is drawn as a border but is none" in flaws(data)
    data = source()
    index = next(i for i, line in enumerate(data["geometry"]["borders"]) if "|-|" not in line)
    removed = data["geometry"]["borders"].pop(index).split("|")
    text = flaws(data)
    assert "is not drawn" in text
    assert removed[0] in text


def test_a_line_drawn_twice_and_a_short_one_are_found() -> None:
    data = source()
    lines = data["geometry"]["borders"]
    index = next(i for i, line in enumerate(lines) if "|-|" not in line)
    lines.append(lines[index])
    assert "is drawn twice" in flaws(data)
    data = source()
    lines = data["geometry"]["borders"]
    head = lines[index].split("|")
    lines[index] = "|".join([*head[:2], head[2].split(" ")[0] + " M100 100l3 0"])
    assert "is too short to be seen" in flaws(data)


def test_a_region_without_slots_and_a_name_off_the_map_are_found() -> None:
    data = source()
    places = data["geometry"]["places"]
    places["Larisa"] = places["Larisa"].split("; legions")[0]
    places["Sparta"] = places["Sparta"].replace("label ", "label -")
    text = flaws(data)
    assert "Larisa has no place for a legion" in text
    assert "Sparta: its name stands outside the region" in text
    assert "the name of Sparta leaves the frame" in text


def test_overlapping_outlines_are_found() -> None:
    data = source()
    index = next(i for i, line in enumerate(data["geometry"]["borders"]) if "|sea M" in line and line.count("M") == 1)
    head, _, path = data["geometry"]["borders"][index].rpartition(" M")
    points = read_path("M" + path)
    bent = write_path([points[0], (2970, 1970), points[-1]])
    data["geometry"]["borders"][index] = f"{head} {bent}"
    text = flaws(data)
    assert "overlap" in text
    assert head.split("|")[0] in text


def test_a_place_outside_its_region_and_a_collision_are_found() -> None:
    data = source()
    places = data["geometry"]["places"]
    names = list(places)
    places[names[0]] = places[names[1]]
    text = flaws(data)
    assert f"{names[0]}: its city place" in text
    assert "lies on" in text


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"frame": [0, 5]}, "'frame'"),
        ({"scale": "big"}, "'scale'"),
        ({"land": "M0 0"}, "'land'"),
        ({"land": ["10 10"]}, "not path data"),
        ({"places": []}, "'places'"),
        ({"borders": ["Pella"]}, "at least one part"),
        ({"borders": ["Pella|Nowhere|sea M0 0l1 1"]}, "'Nowhere'"),
        ({"borders": ["Pella|Larisa|air M0 0l1 1"]}, "land or sea"),
    ],
)
def test_broken_geometry_is_refused(change: dict[str, Any], message: str) -> None:
    data = source()
    data["geometry"].update(change)
    with pytest.raises(BoardError, match=message):
        read_geometry(read_board(data))


@pytest.mark.parametrize("text", ["city 1 2", "city 1; label 1 2 3 4; phone 1 2 3 4"])
def test_broken_places_name_their_region(text: str) -> None:
    data = source()
    data["geometry"]["places"]["Larisa"] = text
    with pytest.raises(BoardError, match="Larisa"):
        read_geometry(read_board(data))
    del data["geometry"]["places"]["Larisa"]
    with pytest.raises(BoardError, match="Larisa has no place"):
        read_geometry(read_board(data))


def test_odd_slots_name_their_region() -> None:
    data = source()
    data["geometry"]["places"]["Larisa"] += "; legions 1 2 3"
    with pytest.raises(BoardError, match="Larisa"):
        read_geometry(read_board(data))


def test_a_board_without_geometry_says_so() -> None:
    data = source()
    del data["geometry"]
    with pytest.raises(BoardError, match=r"no \[geometry\], so it can be played but not drawn"):
        read_geometry(read_board(data))


def test_paths_and_rings() -> None:
    points = ((10, 20), (13, 18), (13, 25))
    assert read_path(write_path(points)) == points
    assert join([((0, 0), (4, 0)), ((4, 4), (4, 0)), ((4, 4), (0, 4)), ((0, 4), (0, 0))]) != ()
    assert join([((0, 0), (4, 0)), ((5, 5), (6, 6))]) == ()
    assert join([]) == ()
    square = ((0, 0), (4, 0), (4, 4), (0, 4))
    assert area(square) == 16
    assert inside((1, 1), square)
    assert not inside((5, 1), square)
