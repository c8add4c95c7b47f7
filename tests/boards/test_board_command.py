"""The `board` command: what it prints and what it writes."""

from __future__ import annotations

import argparse
import json
import sys
from importlib import resources
from pathlib import Path

import pytest

from rondel.boards import board_ids, load_board
from rondel.cli.board import register
from rondel.errors import BoardError, SetupError


def run(*words: str) -> int:
    parser = argparse.ArgumentParser()
    register(parser.add_subparsers())
    args = parser.parse_args(["board", *words])
    code: int = args.run(args)
    return code


def test_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("list") == 0
    text = capsys.readouterr().out
    assert all(board in text for board in board_ids())
    assert run("list", "--json") == 0
    rows = json.loads(capsys.readouterr().out)
    east = next(row for row in rows if row["id"] == "east")
    assert (east["regions"], east["borders"]) == (50, {"land": 68, "sea": 32, "both": 27})
    assert east["games"] == ["antike-2005", "antike-2006"]


def test_check_of_a_stock_board(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("check", "aegean-mini") == 0
    assert "sound" in capsys.readouterr().out


def test_check_of_a_file_without_geometry(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "two.toml"
    regions = 'Roma = { resource = "iron" }\nOstia = { resource = "gold" }'
    path.write_text(f'id = "two"\n[regions]\n{regions}\n[borders]\nland = [["Roma", "Ostia"]]\n', encoding="utf-8")
    assert run("check", str(path)) == 0
    assert "no geometry" in capsys.readouterr().out


TWO_HALVES = """
id = "two"
[regions]
Roma = { resource = "iron" }
Ostia = { resource = "gold" }
Veii = { resource = "iron" }
Caere = { resource = "gold" }
[borders]
land = [["Roma", "Ostia"], ["Veii", "Caere"]]
"""


def test_check_of_a_map_in_two_halves(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "two.toml"
    path.write_text(TWO_HALVES, encoding="utf-8")
    assert run("check", str(path)) == 1
    assert "no way leads from Roma to Veii, Caere" in capsys.readouterr().err


def test_check_of_a_file_that_takes_the_name_of_a_stock_board(tmp_path: Path) -> None:
    path = tmp_path / "two.toml"
    path.write_text(TWO_HALVES.replace('"two"', '"east"'), encoding="utf-8")
    with pytest.raises(BoardError, match="east is the id of a board of the package"):
        run("check", str(path))


@pytest.mark.parametrize("words", [["fairness"], ["show"], ["show", "--json"]])
def test_no_command_takes_a_file_by_the_name_of_a_stock_board(tmp_path: Path, words: list[str]) -> None:
    text = (Path(str(resources.files("rondel.boards"))) / "data" / "aegean-mini.toml").read_text(encoding="utf-8")
    path = tmp_path / "mine.toml"
    path.write_text(text.replace("Persians", "Parthians"), encoding="utf-8")
    with pytest.raises(BoardError, match="aegean-mini is the id of a board of the package"):
        run(words[0], str(path), *words[1:])
    path.write_text(text.replace("Persians", "Parthians").replace('"aegean-mini"', '"mine"'), encoding="utf-8")
    assert run(words[0], str(path), *words[1:]) == 0


def test_drawing_a_bad_geometry_names_the_file(tmp_path: Path) -> None:
    text = (Path(str(resources.files("rondel.boards"))) / "data" / "aegean-mini.toml").read_text(encoding="utf-8")
    path = tmp_path / "mine.toml"
    path.write_text(text.replace("1260 1 54", "1260 1 0"), encoding="utf-8")
    with pytest.raises(BoardError, match=r"mine.toml: Geometry: place of Naxos"):
        run("show", str(path), "--svg", str(tmp_path / "a.svg"))


def test_check_of_an_unreadable_geometry_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "two.toml"
    path.write_text(TWO_HALVES.replace('["Veii', '["Roma", "Veii"], ["Veii') + "[geometry]\n", encoding="utf-8")
    with pytest.raises(BoardError, match=r"two.toml: Geometry: "):
        run("check", str(path))


def test_check_of_a_bad_file(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text('id = "bad"\n[regions]\nRoma = { resource = "tin" }\nOstia = {}\n[borders]\n', encoding="utf-8")
    with pytest.raises(BoardError, match="line 3"):
        run("check", str(path))
    with pytest.raises(SetupError, match="There is no board"):
        run("show", "atlantis")


def test_check_of_a_badly_drawn_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = Path(str(resources.files("rondel.boards"))) / "data" / "aegean-mini.toml"
    lines = source.read_text(encoding="utf-8").splitlines()
    dropped = next(line for line in lines if line.startswith("  '") and "|sea M" in line)
    path = tmp_path / "mini.toml"
    path.write_text("\n".join(line for line in lines if line != dropped), encoding="utf-8")
    assert run("check", str(path)) == 1
    error = capsys.readouterr().err
    assert "is not drawn" in error
    assert dropped.strip(" '").split("|")[0] in error


def test_show_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("show", "mare-nostrum") == 0
    text = capsys.readouterr().out
    assert "60 regions, 50 of them with a city site" in text
    assert "open sea" in text


def test_show_tells_starts_and_neutral_temples(capsys: pytest.CaptureFixture[str]) -> None:
    run("show", "orient")
    text = capsys.readouterr().out
    board = load_board("orient")
    line = next(line for line in text.splitlines() if line.startswith("Start cities, 4 nations"))
    for place in (*board.temples[4], *(city for triple in board.starts[4].values() for city in triple)):
        assert board.regions[place].name in line
    # who begins is drawn there
    assert "begin" not in line
    run("show", "east")
    assert "Phoenicians begin" in capsys.readouterr().out


def test_show_in_another_language(capsys: pytest.CaptureFixture[str]) -> None:
    run("show", "mare-nostrum", "--language", "fr")
    text = capsys.readouterr().out
    assert "60 régions, dont 50 avec un site de cité" in text
    rows = {line.split("  ")[1]: line for line in text.splitlines() if line.startswith("  ")}
    assert "terre et mer:" in text
    assert "haute mer" in rows["Océan"]
    assert rows.keys() == {region.fr for region in load_board("mare-nostrum").regions}
    assert "Londinium" in rows["Gesocribate"]
    run("show", "mare-nostrum", "--language", "en")
    assert "Tyre" in capsys.readouterr().out


def test_show_as_pictures(tmp_path: Path) -> None:
    svg, png = tmp_path / "a.svg", tmp_path / "a.png"
    assert run("show", "aegean-mini", "--svg", str(svg), "--dark") == 0
    assert svg.read_text(encoding="utf-8").startswith("<svg")
    assert run("show", "aegean-mini", "--png", str(png), "--width", "300") == 0
    assert png.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("width", ["0", "-5", "199", "10001", "x", "9" * 30])
def test_a_width_out_of_bounds_is_refused(width: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        run("show", "aegean-mini", "--svg", str(tmp_path / "a.svg"), "--width", width)
    assert "from 200 to 10000" in capsys.readouterr().err or width == "-5"


def test_board_data_as_json(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run("show", "east", "--json") == 0
    assert len(json.loads(capsys.readouterr().out)["regions"]) == 50
    assert run("check", "east", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["geometry"], found["problems"], found["cities"]) == (True, [], 50)
    with pytest.raises(BoardError, match="cannot be read"):
        run("check", str(tmp_path / "nothing"))


def test_png_without_its_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(SetupError, match="draw"):
        run("show", "aegean-mini", "--png", str(tmp_path / "a.png"))


def test_fairness(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("fairness", "east") == 0
    assert "Phoenicians" in capsys.readouterr().out
    assert run("fairness", "east", "--markdown") == 0
    assert "| nation" in capsys.readouterr().out
    assert run("fairness", "east", "--json") == 0
    assert len(json.loads(capsys.readouterr().out)["6"]) == 6
