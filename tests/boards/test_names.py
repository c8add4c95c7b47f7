"""Names on a board can be typed and read back, or the board is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rondel.boards import read_board, read_board_file
from rondel.errors import BoardError
from rondel.names import fault_of_name

GOOD = ["Athen", "Leptis Magna", "Ab-Dera", "L'Aquila", "St. Gallen", "Ägypten", "Tyros2", "a b c"]
BAD = [
    "", " ", "-", "A;B", "a,b", "x\ny", "x\u2028y", "to", "The Hague", "used", "for", "Athen 1", "one two three four",
    "a  b", " a", "a_b", "a|b", "A - B", 5, None, [],
]  # fmt: skip


@pytest.mark.parametrize("name", GOOD)
def test_a_good_name_has_no_fault(name: str) -> None:
    assert fault_of_name(name) == ""


@pytest.mark.parametrize("name", BAD)
def test_a_bad_name_has_one(name: object) -> None:
    assert fault_of_name(name)


def _board(**changes: Any) -> dict[str, Any]:
    regions = {f"R{number}": {"resource": ("marble", "iron", "gold")[number % 3]} for number in range(12)}
    nations = ["Reds", "Blues", "Greens", "Greys"]
    names = list(regions)
    board: dict[str, Any] = {
        "id": "test",
        "regions": regions,
        "nations": {"all": nations},
        "starts": {"4": {nation: names[3 * place : 3 * place + 3] for place, nation in enumerate(nations)}},
        "borders": {"land": [[names[place], names[place + 1]] for place in range(11)]},
    }
    return {**json.loads(json.dumps(board)), **changes}


def test_the_board_of_these_tests_is_sound() -> None:
    assert len(read_board(_board()).regions) == 12


@pytest.mark.parametrize("name", [name for name in BAD if isinstance(name, str)])
def test_a_board_with_a_bad_name_is_refused(name: str) -> None:
    board = _board()
    board["regions"][name] = {"resource": "gold"}
    board["borders"]["land"].append(["R0", name])
    with pytest.raises(BoardError, match="name"):
        read_board(board)


@pytest.mark.parametrize(("one", "other"), [("Pérsians", "Persians"), ("LEPTISMAGNA", "Leptis Magna"), ("A-b", "ab")])
def test_names_that_read_alike_are_refused(one: str, other: str) -> None:
    with pytest.raises(BoardError, match="two nations have the name"):
        read_board(_board(nations={"all": ["Reds", "Blues", "Greens", "Greys", one, other]}))


def test_pairs_must_be_of_the_nations_that_start() -> None:
    nations = {
        "all": ["Reds", "Blues", "Greens", "Greys", "Pinks"],
        "two_players": [["Reds", "Pinks"], ["Blues", "Greys"]],
    }
    with pytest.raises(BoardError, match=r"must name nations of starts\.4"):
        read_board(_board(nations=nations))


@pytest.mark.parametrize(
    "changes",
    [
        {"borders": {"land": [[[], "R0"]]}},
        {"borders": {"land": [["R0", {}]]}},
        {"nations": {"two_players": [[[], {}], ["Reds", "Blues"]]}},
        {"start_nation": {"4": []}},
        {"start_nation": {"4": {"nation": {}}}},
        {"start_nation": {"1" * 5000: "Reds"}},
        {"starts": {"4": {"Reds": [[], [], []]}}},
        {"starts": {"1" * 5000: {}}},
        {"temples": {"4": [[]]}},
        {"regions": {"R0": {"resource": []}, "R1": {"resource": "gold"}}},
    ],
)
def test_nonsense_in_place_of_names_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(BoardError):
        read_board(_board(**changes))


def test_a_flaw_over_several_lines_is_named_by_the_line_where_it_begins(tmp_path: Path) -> None:
    path = tmp_path / "lines.toml"
    lines = ["[regions]", 'Roma = { resource = "gold" }', 'Ostia = { resource = "iron" }', "[borders]"]
    path.write_text("\n".join([*lines, 'land = [["Roma",', '"Ostia"],', '["Ostia",', '"Roma"]]']), encoding="utf-8")
    with pytest.raises(BoardError, match=r"line 7: Board: the border Ostia–Roma is listed twice"):
        read_board_file(path)


def test_a_region_that_reads_like_two_others_is_refused() -> None:
    board = _board()
    for name in ("Nova", "Roma", "Nova Roma"):
        board["regions"][name] = {"resource": "gold"}
        board["borders"]["land"].append(["R0", name])
    with pytest.raises(BoardError, match="'Nova Roma' reads like two names"):
        read_board(board)
