"""Bad board files get an error that names the region or the line."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from rondel.boards import ANY, NONE, load_board, read_board, read_board_file
from rondel.errors import BoardError

ROOT = Path(__file__).parents[2]


def small(**changes: Any) -> dict[str, Any]:
    """Give a board of three regions with some entries replaced."""
    board: dict[str, Any] = {
        "id": "small",
        "title": "Small",
        "regions": {
            "Roma": {"resource": "marble"},
            "Ostia": {"resource": "iron"},
            "Veii": {"resource": "gold"},
            "Cumae": {"resource": "any"},
            "Mare": {"resource": "none", "open_sea": True},
        },
        "borders": {
            "land": [["Roma", "Ostia"], ["Roma", "Veii"], ["Veii", "Cumae"]],
            "sea": [["Ostia", "Mare"]],
        },
    }
    return board | changes


def refusal(board: dict[str, Any]) -> str:
    with pytest.raises(BoardError) as caught:
        read_board(board)
    assert caught.value.code == "bad_board"
    return caught.value.message


def test_a_sound_board_is_read() -> None:
    board = read_board(small())
    assert [region.resource for region in board.regions] == [0, 1, 2, ANY, NONE]
    assert board.regions[4].open_sea
    assert board.regions[0].title("fr") == "Roma"


def test_unknown_region_in_a_border() -> None:
    assert "'Atlantis'" in refusal(small(borders={"land": [["Roma", "Atlantis"]]}))


def test_border_listed_with_two_types() -> None:
    borders = {"land": [["Roma", "Ostia"], ["Roma", "Veii"], ["Veii", "Cumae"]], "sea": [["Ostia", "Roma"]]}
    assert "Ostia–Roma is listed twice" in refusal(small(borders=borders))


def test_border_with_itself() -> None:
    assert "Roma cannot border itself" in refusal(small(borders={"land": [["Roma", "Roma"]]}))


def test_lonely_region() -> None:
    assert "Cumae has no border" in refusal(small(borders={"land": [["Roma", "Ostia"], ["Roma", "Veii"]]}))


def test_unknown_resource_and_open_sea_with_a_city() -> None:
    assert "region Roma needs a resource" in refusal(small(regions={"Roma": {"resource": "tin"}, "Ostia": {}}))
    regions = {**small()["regions"], "Mare": {"resource": "gold", "open_sea": True}}
    assert "Mare is open sea" in refusal(small(regions=regions))


def test_open_sea_with_a_land_border() -> None:
    borders = {"land": [["Roma", "Ostia"], ["Roma", "Veii"], ["Veii", "Cumae"], ["Ostia", "Mare"]]}
    assert "its border Ostia–Mare must be sea" in refusal(small(borders=borders))


def test_odd_entries() -> None:
    regions = small()["regions"]
    assert "open_sea is true or false" in refusal(
        small(regions={**regions, "Mare": {"resource": "none", "open_sea": 1}})
    )
    assert "the name in 'fr'" in refusal(small(regions={**regions, "Veii": {"resource": "gold", "fr": 3}}))
    assert "sources.names" in refusal(small(sources={"names": 1}))
    assert "unknown key 'colour'" in refusal(small(colour="red"))


def test_starts_that_cannot_be() -> None:
    two = {"Romans": ["Roma", "Ostia", "Veii"]}
    assert "must name 2 nations" in refusal(small(starts={"2": two}))
    assert "there is no region 'Nowhere'" in refusal(small(starts={"2": {"Romans": ["Nowhere", "Ostia", "Veii"]}}))
    assert "Cumae should be a gold city" in refusal(small(starts={"2": {"Romans": ["Roma", "Ostia", "Cumae"]}}))


def test_temples_that_cannot_be() -> None:
    assert "temples.3: there is no region 'X'" in refusal(small(temples={"3": ["X"]}))
    assert "Mare has no city site" in refusal(small(temples={"3": ["Mare"]}))
    assert "different regions" in refusal(small(temples={"3": ["Roma", "Roma"]}))
    source = dict(load_board("mare-nostrum").source)
    start = source["starts"]["3"]["Romans"][0]
    assert f"{start} is a start city" in refusal(source | {"temples": {"3": [start]}})


def test_a_flaw_in_a_file_is_named_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    rows = [
        'id = "mine"',
        "[regions]",
        'Roma = { resource = "iron" }',
        'Ostia = { resource = "gold" }',
        "[borders]",
    ]
    path.write_text("\n".join([*rows, 'land = [["Roma", "Ostia"],', '  ["Ostia", "Tibur"]]']), encoding="utf-8")
    with pytest.raises(BoardError) as caught:
        read_board_file(path)
    assert "line 7" in caught.value.message
    assert "'Tibur'" in caught.value.message


def test_a_file_that_is_no_board(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("id = ", encoding="utf-8")
    with pytest.raises(BoardError, match="not valid TOML"):
        read_board_file(path)
    with pytest.raises(BoardError, match="cannot be read"):
        read_board_file(tmp_path / "absent.toml")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"regions": []}, "regions must be a table"),
        ({"regions": {"Roma": {"resource": "iron"}}}, "it has 1 regions"),
        ({"regions": {**small()["regions"], "ROMA": {"resource": "iron"}}}, "two regions have the name 'ROMA'"),
        ({"id": ""}, "'id' must be a text"),
        ({"borders": {"air": []}}, "border type 'air'"),
        ({"borders": {"land": "all"}}, "must be a list of pairs"),
        ({"borders": {"land": [["Roma"]]}}, "must be a pair of regions"),
        ({"nations": {"all": [1]}}, "list of names"),
        ({"nations": {"all": ["Romans", "romans"]}}, "two nations have the name"),
        ({"nations": {"all": ["Romans"], "two_players": [1]}}, "two pairs of nations"),
        ({"nations": {"all": ["Romans", "Gauls"], "two_players": [["Romans", "Gauls"]]}}, "four different nations"),
        ({"start_nation": {"4": "Gauls"}}, "there is no nation 'Gauls'"),
        ({"temples": {"9": []}}, "not a number of nations"),
        ({"starts": {"2": {"Romans": ["Roma"]}}}, "needs three cities"),
        ({"starts": {"2": {"A": ["Roma", "Ostia", "Veii"], "B": ["Roma", "Ostia", "Veii"]}}}, "in the same city"),
    ],
)
def test_every_other_flaw_is_named(change: dict[str, Any], message: str) -> None:
    assert message in refusal(small(**change))


def test_a_flaw_without_a_line_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('id = "mine"\n', encoding="utf-8")
    with pytest.raises(BoardError, match=r"mine.toml: Board: regions must be a table"):
        read_board_file(path)
    path.write_text('id = "mine"\n[regions]\n', encoding="utf-8")
    with pytest.raises(BoardError, match=r"line 2: Board: it has 0 regions"):
        read_board_file(path)


#: the example of the documents, and one change of a line of it with what is said of it and where
EXAMPLE = re.findall(
    r"```toml\n(id = \"tiny\".*?)```", (ROOT / "docs/boards.md").read_text(encoding="utf-8"), re.DOTALL
)[0]
CHANGES = [
    ('Ostia = { resource = "iron" }', 'Ostia = { resource = "silver" }', "region Ostia needs a resource"),
    ('Caere = { resource = "iron" }', 'Caere = { resource = "iron", opensea = true }', "unknown key 'opensea'"),
    ('2 = ["Falerii"]', '2 = ["Roma"]', "Roma is a start city"),
    ('"Veii", "Caere", "Tarquinia"]', '"Roma", "Caere", "Tarquinia"]', "start in the same city"),
    ('["Roma", "Tibur"]', '["Roma", "Roma"]', "region Roma cannot border itself"),
    ('["Roma", "Ostia"]', '["Roma", "Tibur"]', "the border Roma–Tibur is listed twice"),
    ('2 = "Romans"', '2 = "Gauls"', "there is no nation 'Gauls'"),
    ("2 = 7", "2 = 70", "a number of points from 1 to 40"),
    ('title = "Tiny"', 'titel = "Tiny"', "unknown key 'titel'"),
]


@pytest.mark.parametrize(("now", "then", "said"), CHANGES, ids=[said for _, _, said in CHANGES])
def test_the_line_of_a_flaw_is_the_one_that_was_changed(tmp_path: Path, now: str, then: str, said: str) -> None:
    path = tmp_path / "tiny.toml"
    assert EXAMPLE.count(now) == 1
    path.write_text(EXAMPLE.replace(now, then), encoding="utf-8")
    line = EXAMPLE[: EXAMPLE.index(now)].count("\n") + 1
    with pytest.raises(BoardError) as caught:
        read_board_file(path)
    assert said in caught.value.message
    assert f", line {line}:" in caught.value.message


def test_a_board_as_json_is_read_like_its_file(tmp_path: Path) -> None:
    path = tmp_path / "west.json"
    path.write_text(json.dumps(load_board("west").source), encoding="utf-8")
    assert read_board_file(path) == load_board("west")
    path.write_text("{", encoding="utf-8")
    with pytest.raises(BoardError, match="not valid JSON"):
        read_board_file(path)


def test_a_board_can_have_points_that_win_of_its_own() -> None:
    source = dict(load_board("aegean-mini").source)
    assert read_board(source | {"targets": {"3": 5}}).targets == {3: 5}
    assert read_board({key: source[key] for key in source if key != "targets"}).targets == {}


@pytest.mark.parametrize(
    ("targets", "said"),
    [
        ({"3": 0}, "targets.3 must be a number of points from 1 to 40, not 0"),
        ({"3": True}, "targets.3 must be a number of points"),
        ({"3": "ten"}, "not 'ten'"),
        ({"4": 7}, "targets.4: there is no starts.4"),
        ({"many": 7}, "not a number of nations"),
    ],
)
def test_points_that_cannot_be(targets: dict[str, Any], said: str) -> None:
    assert said in refusal(dict(load_board("aegean-mini").source) | {"targets": targets})
