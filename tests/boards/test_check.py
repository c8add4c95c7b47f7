"""A drawing that disagrees with its graph is found out, and the region is named."""

from __future__ import annotations

import copy
import re
from typing import Any

import pytest

from rondel.boards import Board, load_board, read_board
from rondel.boards.check import Coast, problems
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
    assert "is drawn as a border but is not one" in flaws(data)
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


def redrawn(data: dict[str, Any], *changes: tuple[str, str]) -> dict[str, Any]:
    """Give each border line of a beginning another path."""
    lines = data["geometry"]["borders"]
    for start, path in changes:
        index = line_of(data, start)
        lines[index] = f"{start} {path}"
    return data


def test_a_border_that_runs_along_another_and_takes_of_the_neighbour_is_found() -> None:
    data = redrawn(
        source(),
        ("Athenae|Naxos|sea", "M1571 1280l68-218 69-219"),
        ("Lemnos|Naxos|sea", "M1834 721l-195 341-79-22 0 80 79-58 69-219"),
    )
    text = flaws(data)
    assert "the outlines of Athenae and Lemnos overlap at 1560, 10" in text
    assert "Knossos" not in text


def test_outlines_that_leave_the_frame_are_found_though_the_areas_agree() -> None:
    out, back = "M0 0l-20 257 20 257", "M0 514l30 170-30 169"
    text = flaws(redrawn(source(), ("Pella|-|edge", out), ("Larisa|-|edge", back)))
    assert "the outline of Pella leaves the frame at -20, 257" in text
    assert "the outlines of the frame and Larisa leave a gap at 0, 5" in text
    assert "%" not in text
    right = flaws(redrawn(source(), ("Ephesos|-|edge", "M3000 570l-30 500 30 560")))
    assert "the outlines of Ephesos and the frame leave a gap at 29" in right


def test_an_overlap_is_found_on_the_largest_frame() -> None:
    data = source()
    geometry = data["geometry"]
    geometry["frame"] = [18000, 12000]
    geometry["borders"] = [
        "|".join([*line.split("|")[:2], *(times(part, 6) for part in line.split("|")[2:])])
        for line in geometry["borders"]
    ]
    geometry["land"] = [times(path, 6) for path in geometry["land"]]
    assert "outlines" not in flaws(data)
    redrawn(data, ("Lemnos|Naxos|sea", "M11004 4326l-2004 774 1248-42"))
    assert "the outlines of Athenae and Lemnos overlap" in flaws(data)


def times(text: str, factor: int) -> str:
    return re.sub(r"-?\d+", lambda number: f" {int(number[0]) * factor}", text)


def test_borders_that_go_to_and_fro_without_end_are_refused() -> None:
    data = redrawn(source(), ("Pella|-|edge", "M0 0l0 514" + " 0-514 0 514" * 400))
    assert "the borders are longer than 50 times" in flaws(data)


@pytest.mark.untraced
def test_a_coast_far_beyond_the_frame_takes_no_time() -> None:
    data = source()
    data["geometry"]["land"] += ["M4000-5900l0 13000 5 0 0-13000z"] * 500
    shape = read_geometry(read_board(data))
    assert max(Coast(shape).edges) <= 250
    assert flaws(data) == ""


def test_a_place_outside_its_region_and_a_collision_are_found() -> None:
    data = source()
    places = data["geometry"]["places"]
    names = list(places)
    places[names[0]] = places[names[1]]
    text = flaws(data)
    assert f"{names[0]}: its city place" in text
    assert "lies on" in text


BROKEN: list[tuple[dict[str, Any], str]] = [
    ({"frame": [0, 5]}, "'frame'"),
    ({"frame": [99, 2000]}, "'frame'"),
    ({"frame": [3000, 20_001]}, "from 100 to 20000"),
    ({"frame": [True, 2000]}, "'frame'"),
    ({"scale": "big"}, "'scale'"),
    ({"scale": True}, "'scale'"),
    ({"colour": "red"}, "unknown key 'colour'"),
    ({"land": "M0 0"}, "'land'"),
    ({"land": [3]}, "'land'"),
    ({"land": ["10 10z"]}, "land, path 1: .* not path data"),
    ({"land": ["M0 0l9 0 0 9"]}, "ends with z"),
    ({"land": [""]}, "ends with z"),
    ({"land": ["M0 0l9 0z"]}, "three points"),
    ({"land": ["M0 0l9 0 0 9z", "M0 0L9 0 0 9z"]}, "land, path 2: '0 0L9"),
    ({"land": ["M0 0l9 0,0 9z"]}, "'9 0,0 9'"),
    ({"land": ["M0 0l9 0Q<a>0 9z"]}, "Q<a>"),
    ({"land": ["M0 0l9 0 0 - 9z"]}, "whole numbers"),
    ({"land": ["M0 0l9 0 9z"]}, "not path data"),
    ({"land": ["M0 0l9 0M5 5l0 9z"]}, "land, path 1"),
    ({"land": ["M0 0lz"]}, "not path data"),
    ({"land": ["M0 0l٣ 0 0 9z"]}, "whole numbers"),
    ({"land": ["M5000 0l0 2000000000 5 5z"]}, "at most six digits"),
    ({"land": ["M5000 0l0 8001 5 5z"]}, "land, path 1: the point 5000, 8001 lies more than 3 frames away"),
    ({"land": ["M0 0l" + "1 0 " * 10_000 + "0 9z"]}, "more than 10000 points"),
    ({"places": []}, "'places'"),
    ({"borders": ["Pella"]}, "at least one part"),
    ({"borders": ["Pella|Nowhere|sea M0 0l1 1"]}, "'Nowhere'"),
    ({"borders": ["Pella|Larisa|air M0 0l1 1"]}, "land or sea"),
    ({"borders": [3]}, "'borders'"),
    ({"borders": ["-|Pella|edge M0 0l0 514"]}, "border line -–Pella: .* stands first"),
    ({"borders": ["Pella|Pella|sea M0 0l0 514"]}, "border line Pella–Pella"),
    ({"borders": ["Pella|-|land M0 0l0 514"]}, "edge along the frame"),
    ({"borders": ["Pella|Larisa|edge M0 0l0 514"]}, "land or sea, not 'edge'"),
    ({"borders": ["Pella|Larisa|sea M0 0"]}, "two points"),
    ({"borders": ["Pella|Larisa|sea M0 0l5 5|land M6 5l5 5"]}, "ends at 5, 5 but the next begins at 6, 5"),
    ({"borders": ["Pella|Larisa|sea M0 0l" + "9" * 400 + " 1"]}, "Pella–Larisa: .* six digits"),
    ({"borders": ["Pella|Larisa|sea M0 0l" + "9" * 5000 + " 1"]}, "Pella–Larisa: .* six digits"),
    ({"borders": ["Pella|Larisa|sea M0 0l12001 1"]}, "Pella–Larisa: the point 12001, 1 lies"),
    ({"borders": ["Pella|Larisa|sea M0 0l1 1"] * 1001}, "1000 is the most"),
    ({"relief": "m x 324 24"}, "relief: 'x 324 24'"),
    ({"relief": "zz 1 2 3"}, "m, f or d"),
    ({"relief": "m 1 2"}, "'relief'"),
    ({"relief": "m 1-2 3 4"}, "m, f or d"),
    ({"relief": [1, 2]}, "'relief'"),
    ({"relief": "m 1 2 0"}, "size from 1"),
    ({"relief": "m 99999 2 3"}, "99999, 2 lies"),
    ({"relief": "m " + "9" * 5000 + " 2 3"}, "six digits"),
]


@pytest.mark.parametrize(("change", "message"), BROKEN, ids=[message for _, message in BROKEN])
def test_broken_geometry_is_refused(change: dict[str, Any], message: str) -> None:
    data = source()
    data["geometry"].update(change)
    with pytest.raises(BoardError, match=message):
        read_geometry(read_board(data))


PLACES = [
    ("label 2046 1260 1 54", "label 2046 1260 1 0", "'label' has a size from 1 to 2000, not 0"),
    ("label 2046 1260 1 54", "label 2046 1260 1 -54", "not -54"),
    ("label 2046 1260 1 54", "label 2046 1260 0 54", "'label' has 1 to 3 lines, not 0"),
    ("label 2046 1260 1 54", "label 2046 1260 -5 54", "not -5"),
    ("label 2046 1260 1 54", "label 2046 1260 4 54", "not 4"),
    ("label 2046 1260 1 54", "label 2046 1260 1 2001", "not 2001"),
    ("label 2046 1260 1 54", "label 2046 1260 1 " + "9" * 400, "at most six digits"),
    ("label 2046 1260 1 54", "label 2046 1260 " + "9" * 5000 + " 54", "at most six digits"),
    ("city 2046", "city " + "9" * 400, "at most six digits"),
    ("city 2046", "city 20000", "the point 20000, 1176 lies"),
    ("city 2046 1176", "city 2046.5 1176", "'city': '2046.5 1176'"),
    ("galleys", "galley", "unknown key 'galley'"),
    ("galleys", "galleys 1 2; galleys", "'galleys' occurs twice"),
    ("galleys", "galleys" + " 1 2" * 12, "more than 12 slots"),
    ("galleys", "galleys 1", "'galleys' needs pairs of whole numbers"),
]


@pytest.mark.parametrize(("now", "then", "said"), PLACES, ids=[said for _, _, said in PLACES])
def test_a_place_that_cannot_be_is_refused(now: str, then: str, said: str) -> None:
    data = source()
    places = data["geometry"]["places"]
    assert now in places["Naxos"]
    places["Naxos"] = places["Naxos"].replace(now, then)
    with pytest.raises(BoardError, match="place of Naxos") as caught:
        read_geometry(read_board(data))
    assert said in caught.value.message


def test_a_place_of_no_region_and_a_place_that_is_no_text_are_refused() -> None:
    data = source()
    data["geometry"]["places"]["Atlantis"] = data["geometry"]["places"]["Naxos"]
    with pytest.raises(BoardError, match="places: there is no region 'Atlantis'"):
        read_geometry(read_board(data))
    data = source()
    data["geometry"]["places"]["Naxos"] = 3
    with pytest.raises(BoardError, match="place of Naxos"):
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
