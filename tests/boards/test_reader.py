"""Bad board files get an error that names the region or the line."""

from __future__ import annotations

import datetime
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


def test_what_a_place_is_called_today_is_only_hinted_at() -> None:
    london = {region.name: region for region in load_board("west").regions}["Londinium"]
    assert [london.title(language) for language in ("", "en", "fr")] == ["Londinium"] * 3
    assert [london.hint(language) for language in ("", "fr")] == ["Londinium (London)", "Londinium (Londres)"]
    messana = {region.name: region for region in load_board("east").regions}["Messana"]
    assert (messana.hint("fr"), messana.hint("en")) == ("Messine", "Messana (Messina)")


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
    odd: dict[str, Any] = {"resource": "gold", "modern": "Isola Farnese"}
    assert "modern must be a table of names" in refusal(small(regions={**regions, "Veii": odd}))
    odd = {"resource": "gold", "modern": {"it": "Veio"}}
    assert "region Veii, modern: unknown key 'it'" in refusal(small(regions={**regions, "Veii": odd}))
    odd = {"resource": "gold", "modern": {"en": 3}}
    assert "the name in 'en' must be a text" in refusal(small(regions={**regions, "Veii": odd}))
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
    assert "temples.3: there is no starts.3" in refusal(small(temples={"3": ["Roma"]}))
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
    path.write_bytes(b"id = '\xff'")
    with pytest.raises(BoardError, match="not a text in UTF-8"):
        read_board_file(path)


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


def test_who_begins_is_a_nation_of_that_line() -> None:
    mini = dict(load_board("aegean-mini").source)
    said = "start_nation.2: Macedonians is not a nation of starts.2"
    assert said in refusal(mini | {"start_nation": {"2": "Macedonians"}})
    assert said in refusal(mini | {"start_nation": {"2": {"nation": "Macedonians"}}})
    assert "start_nation.4: there is no starts.4" in refusal(mini | {"start_nation": {"4": "Greeks"}})
    odd = {"nation": "Greeks", "provenence": "ours"}
    assert "start_nation.2: unknown key 'provenence'" in refusal(mini | {"start_nation": {"2": odd}})


def test_nations_have_no_other_keys() -> None:
    said = "nations: unknown key 'twoplayers'; the keys are all, two_players"
    assert said in refusal(small(nations={"all": ["Romans"], "twoplayers": []}))


FOREIGN: list[tuple[object, str]] = [
    (datetime.date(1979, 5, 27), "regions.Veii.lat: a date cannot be part of a board"),
    (datetime.datetime(1979, 5, 27, tzinfo=datetime.UTC), "a date cannot be part"),
    (datetime.time(7), "regions.Veii.lat: a time cannot be part of a board"),
    (float("nan"), "regions.Veii.lat: nan cannot be part of a board"),
    (float("-inf"), "regions.Veii.lat: -inf cannot be part of a board"),
    (10**5000, "regions.Veii.lat: a number is at most 1000000000"),
    (1e300, "a number is at most"),
    (None, "regions.Veii.lat: null cannot be part of a board"),
    ((1, 2), "a tuple cannot be part"),
    (b"1", "a row of bytes cannot be part"),
    (object(), "a Python object cannot be part"),
    ({"x": {1: 2}}, "regions.Veii.lat.x: a key is a text, not a Python int"),
    ({"\x00": 2}, "regions.Veii.lat: a key must not contain control characters"),
    ([1, "\ud800"], "regions.Veii.lat.2: a text must not contain control characters or lone surrogates"),
    ("x", "region Veii: lat must be a number, not 'x'"),
    (True, "region Veii: lat must be a number, not True"),
]


@pytest.mark.parametrize(("value", "said"), FOREIGN, ids=[said for _, said in FOREIGN])
def test_what_is_not_plain_is_refused_with_its_path(value: object, said: str) -> None:
    regions = small()["regions"]
    assert said in refusal(small(regions={**regions, "Veii": {"resource": "gold", "lat": value}}))
    assert read_board(small(regions={**regions, "Veii": {"resource": "gold", "lat": -4, "lon": 1.5}}))


def test_keys_that_are_no_texts_are_refused() -> None:
    said = "Board: a key is a text, not a Python int."
    assert refusal({**small(), 1: 2, "x": 3}) == said  # type: ignore[dict-item]
    assert "regions: a key is a text" in refusal(small(regions={**small()["regions"], 1: {"resource": "gold"}}))


def test_deep_data_are_refused() -> None:
    deep: Any = []
    for _ in range(200_000):
        deep = [deep]
    assert "tables deep" in refusal(small(sources={"names": deep}))
    ring: dict[str, Any] = {}
    ring["again"] = ring
    assert "sources.again.again" in refusal(small(sources=ring))


def file_refusal(path: Path, text: str) -> str:
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BoardError) as caught:
        read_board_file(path)
    assert caught.value.code == "bad_board"
    assert str(path) in caught.value.message
    return caught.value.message


PLAIN = [
    ('fr = "Rome" }', 'fr = "Rome", lat = 1979-05-27 }', "regions.Roma.lat: a date cannot be part of a board"),
    ('fr = "Rome" }', 'fr = "Rome", lat = nan }', "regions.Roma.lat: nan cannot be part"),
    ("two_players = []", "two_players = [07:00:00]", "nations.two_players.1: a time cannot be part"),
    ('2 = "Romans"', '2 = { nation = "Romans", provenance = 1979-05-27 }', "start_nation.2.provenance: a date"),
    ('borders = "ours"', "borders = inf", "sources.borders: inf cannot be part"),
    ('title = "Tiny"', "title = nan", "title: nan cannot be part"),
]


@pytest.mark.parametrize(("now", "then", "said"), PLAIN, ids=[said for _, _, said in PLAIN])
def test_what_is_not_plain_is_named_with_its_line(tmp_path: Path, now: str, then: str, said: str) -> None:
    message = file_refusal(tmp_path / "tiny.toml", EXAMPLE.replace(now, then))
    assert said in message
    assert f", line {EXAMPLE[: EXAMPLE.index(now)].count(chr(10)) + 1}:" in message


def test_deep_files_are_refused(tmp_path: Path) -> None:
    assert "not valid JSON" in file_refusal(tmp_path / "a.json", "[" * 100_000)
    assert "not valid TOML" in file_refusal(tmp_path / "a.toml", "x = " + "[" * 100_000)
    assert "tables deep" in file_refusal(tmp_path / "a.toml", "[geometry]\nx = " + "[" * 50 + "]" * 50)


def test_a_key_that_stands_twice_in_json_is_refused(tmp_path: Path) -> None:
    text = json.dumps(small(), indent=1)
    twice = text.replace(' "Veii": {', ' "Roma": {"resource": "gold"},\n  "Veii": {', 1)
    message = file_refusal(tmp_path / "a.json", twice)
    assert "the key 'Roma' occurs twice" in message
    assert ", line " in message


@pytest.mark.parametrize("name", ["a.json", "a.JSON", "a.toml"])
def test_a_mark_of_the_encoding_is_read_past(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text("\ufeff" + (EXAMPLE if "toml" in name else json.dumps(small())), encoding="utf-8")
    assert read_board_file(path).id in ("tiny", "small")


def test_a_file_that_is_too_long_is_refused(tmp_path: Path) -> None:
    assert "more than 2000000 characters" in file_refusal(tmp_path / "a.toml", EXAMPLE + "#" * 2_000_000)


LONG_KEYS = {"plain": "a" + ".a" * 20_000, "inner": "x = { 'b' . \"c\"" + ".a" * 20_000, "head": "[a" + ".a-1" * 30}


@pytest.mark.parametrize("key", LONG_KEYS.values(), ids=LONG_KEYS)
def test_a_key_of_endless_parts_is_refused(tmp_path: Path, key: str) -> None:
    assert "line 2 has a key of more than 20 parts" in file_refusal(tmp_path / "a.toml", f"# x\n{key} = 1\n")


@pytest.mark.parametrize("sign", ["a", "a.", '"', "a ", ".", "'a'."])
def test_long_keys_are_looked_for_in_little_time(tmp_path: Path, sign: str) -> None:
    assert "not valid TOML" in file_refusal(tmp_path / "a.toml", sign * 500_000)
