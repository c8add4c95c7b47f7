"""The command line: every command, its JSON, and errors as one sentence with exit code 2."""

from __future__ import annotations

import argparse
import io
import json
import re
import runpy
import subprocess
import sys
from importlib import import_module, metadata
from pathlib import Path
from random import Random
from typing import Any

import pytest

import rondel
from rondel import ledger
from rondel import record as records
from rondel.antike.engine import AntikeGame
from rondel.antike.state import State
from rondel.cli import common, lab
from rondel.cli.main import main, parser
from rondel.cli.rules import differences, readable, rule_table
from rondel.compact import from_line, to_line
from rondel.game import State as AnyState
from rondel.position import from_position, to_position
from rondel.registry import BOOKS
from rondel.simulate import Violation
from tests.notation import test_moves as moments
from tests.notation.test_positions import MOMENTS
from tests.notation.test_records import TEXT, game
from tests.support import antike, nation, now

Capture = pytest.CaptureFixture[str]


def run(capsys: Capture, *args: object, code: int = 0) -> str:
    """Run a command that must end with the code; give what it printed."""
    capsys.readouterr()
    assert main([str(arg) for arg in args]) == code
    out, err = capsys.readouterr()
    if code == 0:
        assert err == ""
    return out


def run_json(capsys: Capture, *args: object, code: int = 0) -> Any:
    """Run a command with --json and read what it printed."""
    return json.loads(run(capsys, *args, "--json", code=code))


def fails(capsys: Capture, *args: object) -> str:
    """Run a command that must fail; give the one sentence on standard error."""
    capsys.readouterr()
    assert main([str(arg) for arg in args]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("rondel: ")
    assert err.count("\n") == 1
    assert "Traceback" not in err
    data = json.loads(run(capsys, *args, "--json", code=2))
    assert set(data) == {"error"}
    assert set(data["error"]) == {"code", "message", "rule"}
    assert data["error"]["message"] in err
    return err.removeprefix("rondel: ").strip()


def usage(capsys: Capture, *args: str) -> str:
    """Run a command whose arguments are refused by the parser."""
    with pytest.raises(SystemExit) as caught:
        main(list(args))
    assert caught.value.code == 2
    return capsys.readouterr().err


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "my.game"
    path.write_text(TEXT, encoding="utf-8")
    return path


def put(tmp_path: Path, state: AnyState) -> Path:
    path = tmp_path / "position.json"
    path.write_text(json.dumps(to_position(state)), encoding="utf-8")
    return path


# ---- games -----------------------------------------------------------------------------------------------------------


def _commands(program: argparse.ArgumentParser) -> list[argparse.ArgumentParser]:
    """Give a program and all its commands, those of commands too."""
    found = [program]
    for action in program._actions:
        if isinstance(action, argparse._SubParsersAction):
            found += [one for command in action.choices.values() for one in _commands(command)]
    return found


@pytest.mark.parametrize("command", _commands(parser()), ids=lambda command: command.prog)
def test_each_command_says_what_it_does_and_what_each_option_is(command: argparse.ArgumentParser) -> None:
    assert command.description
    for action in command._actions:
        if not isinstance(action, argparse._SubParsersAction):
            assert action.help, action


def test_games(capsys: Capture) -> None:
    out = run(capsys, "games")
    assert "antike-2005: Antike, first edition (2005), 2 to 6 players" in out.splitlines()
    assert any(line.startswith("  boards: east") for line in out.splitlines())
    assert "  -o bank-units=18..1000      Units of each resource in the bank [A06-R10]" in out.splitlines()
    assert "  -o expert                   No extra personage for all eight know-hows [A06-239]" in out.splitlines()
    one = run(capsys, "games", "antike-2006")
    assert one in out
    assert "antike-2005" not in one
    assert [entry["id"] for entry in run_json(capsys, "games")] == list(BOOKS)
    assert [entry["id"] for entry in run_json(capsys, "games", "antike-2005")] == ["antike-2005"]
    assert fails(capsys, "games", "chess").startswith("There is no game 'chess'.")


# ---- new -------------------------------------------------------------------------------------------------------------


def test_new_prints_a_record_that_replays(capsys: Capture) -> None:
    out = run(capsys, "new", "antike-2006", "--seed", 5)
    loaded = records.loads(out)
    assert loaded.header["seed"] == 5
    assert loaded.last().key() == rondel.make("antike-2006").new(5).key()
    data = run_json(capsys, "new", "antike-2006", "--seed", 5)
    assert records.from_object(data).last().key() == loaded.last().key()
    assert data["moves"] == []


def test_new_in_other_forms(capsys: Capture) -> None:
    first = rondel.make("antike-2005", 3).new(2)
    arguments = ("new", "antike-2005", "--nations", 3, "--seed", 2, "--form")
    assert from_line(run(capsys, *arguments, "line")).key() == first.key()
    assert from_position(json.loads(run(capsys, *arguments, "position"))).key() == first.key()
    assert from_position(run_json(capsys, *arguments, "position")).key() == first.key()
    assert run_json(capsys, *arguments, "line") == {"line": to_line(first)}


def test_new_with_options_seats_and_start(capsys: Capture) -> None:
    out = run(capsys, "new", "antike-2006", "-o", "expert", "--option", "bank-units=30", "--players", 3)
    assert records.loads(out).game.read({}).game.chosen_options == {"expert": 1, "bank-units": 30}
    seated = records.loads(run(capsys, "new", "antike-2006", "--seats", "gre,Arabs,pers,pho"))
    assert seated.header["nations"] == ["Greeks", "Arabs", "Persians", "Phoenicians"]
    assert seated.header["start"] == "Greeks"
    started = records.loads(run(capsys, "new", "antike-2006", "--seats", "gre,Arabs,pers,pho", "--start", "arabs"))
    assert started.header["start"] == "Arabs"


def test_new_on_an_own_board(capsys: Capture, tmp_path: Path) -> None:
    source = Path(rondel.__file__).parent / "boards" / "data" / "east.toml"
    path = tmp_path / "own.toml"
    path.write_text(source.read_text(encoding="utf-8").replace('id = "east"', 'id = "own"'), encoding="utf-8")
    data = run_json(capsys, "new", "antike-2006", "--board", path)
    assert data["board"]["id"] == "own"
    assert fails(capsys, "new", "antike-2006", "--board", path, "--form", "line").startswith("The compact line needs")
    path.write_text("id = ", encoding="utf-8")
    assert "is not valid TOML" in fails(capsys, "new", "antike-2006", "--board", path)
    assert "cannot be read" in fails(capsys, "new", "antike-2006", "--board", tmp_path / "none.toml")


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (
            ["chess"],
            "There is no game 'chess'. The games are: antike-2005, antike-2006, antike-2, antike-duellum, attika.",
        ),
        (["antike-2006", "--nations", "7"], "Antike, revised edition is for 2 to 6 players, not 7."),
        (["antike-2006", "--nations", "-1"], "Antike, revised edition is for 2 to 6 players, not -1."),
        (["antike-2006", "--board", "moon"], "There is no board 'moon'."),
        (["antike-2006", "-o", "turbo"], "antike-2006 has no option 'turbo'; it has choose, first-chooser,"),
        (["antike-2006", "-o", "bank-units=x"], "The option bank-units takes a number of at most nine digits"),
        (["antike-2006", "-o", "bank-units="], "The option bank-units takes a number of at most nine"),
        (["antike-2006", "-o", "bank-units=17"], "The option bank-units takes a number from 18 to 1000. [A06-R10]"),
        (["antike-2006", "-o", "bank-units=" + "1" * 5000], "The option bank-units takes a number"),
        (["antike-2006", "-o", "choose", "--seats", "Greeks"], "With the option choose the nations are chosen"),
        (["antike-2006", "-o", "bank-units"], "The option bank-units takes a number from 18 to 1000. [A06-R10]"),
        (["antike-2006", "-o", "expert=2"], "The option expert takes no number. [A06-239]"),
        (["antike-2006", "-o", "target-12"], "The option target-12 is for 3 players, not for 4. [A06-R45]"),
        (["antike-2006", "-o", "first-chooser=1"], "The option first-chooser needs the option choose."),
        (["antike-2006", "-o", "choose", "-o", "first-chooser=4"], "first-chooser must be a seat from 0 to 3."),
        (["antike-2006", "--nations", "2", "-o", "double-goods"], "The option double-goods needs the option two-colou"),
        (["antike-2006", "--nations", "2", "-o", "two-colours", "-o", "choose"],
         "The options two-colours and choose exclude each other. [A06-060]"),
        (["antike-2006", "--seats", "Greeks"], "4 different nations are needed, not Greeks."),
        (["antike-2006", "--seats", "gre,gre,gre,gre"], "4 different nations are needed, not Greeks, Greeks,"),
        (["antike-2006", "--seats", ""], "A nation is missing."),
        (["antike-2006", "--seats", "gre,pers,arabs,egyp"], "'Egyptians' does not take part; the nations are Greeks,"),
        (["antike-2006", "--seats", "gre,pers,arabs,pho", "--start", "egyp"], "The starting nation 'Egyptians' is not"),
        (["antike-2006", "--seats", "p,g,a,e"], "'p' could be Persians, Phoenicians."),
        (["antike-2006", "--start", "Greeks"], "--start needs --seats"),
        (["antike-2006", "--nations", "2", "--seats", "gre,arabs,pers,pho"], "With two players the nations alternate"),
    ],
)  # fmt: skip
def test_a_game_that_cannot_be_new(capsys: Capture, args: list[str], message: str) -> None:
    assert fails(capsys, "new", *args).startswith(message)


# ---- show, legal -----------------------------------------------------------------------------------------------------


def test_show(capsys: Capture, record: Path) -> None:
    out = run(capsys, "show", record)
    lines = out.splitlines()
    assert lines[0] == "Antike, revised edition (antike-2006) · board East · round 2 · 9 points win"
    assert lines[1] == "Turn of Phoenicians. Phoenicians: move on the rondel."
    assert lines[3] == (
        "Rondel: iron → temple → gold (Greeks) → maneuver1 (Arabs) → arming (Phoenicians) → marble (Persians) → "
        "know-how → maneuver2"
    )
    assert lines[4] == "Bank: 22 coins, 20 temples, 9 kings, 8 scholars, 7 generals, 6 citizens, 5 navigators"
    assert "▸ Phoenicians       2     0     3      2       3        0        1        0       0  –" in lines
    assert "  legions  Tyros 1" in lines
    assert "  cities   Athen (gold), Dyrrhachion (iron), Pella (marble)" in lines
    assert run(capsys, "show", record, "--line").strip() == to_line(game().last())
    assert run_json(capsys, "show", record) == to_position(game().last())
    assert run_json(capsys, "show", record, "--line") in ({"line": to_line(game().last())}, to_position(game().last()))


def test_show_draws_the_position(
    capsys: Capture, record: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    svg, png = tmp_path / "board.svg", tmp_path / "board.png"
    assert run(capsys, "show", record, "--svg", svg) == f"Drawn: {svg}\n"
    light = svg.read_text(encoding="utf-8")
    assert light.startswith("<svg")
    assert "Tyros" in light
    run(capsys, "show", record, "--svg", svg, "--dark", "--width", 400)
    assert svg.read_text(encoding="utf-8") != light
    monkeypatch.setattr("rondel.cli.table.to_png", lambda picture: picture.encode())
    svg.unlink()
    assert run(capsys, "show", record, "--png", png) == f"Drawn: {png}\n"
    assert png.read_text(encoding="utf-8") == light
    assert not svg.exists()
    assert run(capsys, "show", record, "--svg", svg, "--png", png) == f"Drawn: {svg}\nDrawn: {png}\n"
    svg.unlink()
    assert "--width" in usage(capsys, "show", str(record), "--svg", str(svg), "--width", "0")
    assert "Is a directory" in fails(capsys, "show", record, "--svg", tmp_path)


@pytest.mark.parametrize("phase", MOMENTS)
def test_any_moment_is_shown(capsys: Capture, tmp_path: Path, phase: str) -> None:
    state = MOMENTS[phase][0]()
    out = run(capsys, "show", put(tmp_path, state))
    headline = out.splitlines()[1]
    if phase == "over":
        assert headline == "The game is over: Greeks have won (personages)."
        assert "9 king" in out
    elif phase in ("nation", "city"):
        assert headline.startswith("Set-up. ")
    else:
        assert state.game.prompt(state) in headline
    assert ("Pella 3 (1 after 1)" in out) == (phase in ("maneuver", "answer"))


def test_show_tells_more_where_there_is_more(capsys: Capture, tmp_path: Path) -> None:
    state = moments.greeks(
        "arming", {"iron": 4, "temples": ["Pella"], "knowhow": moments.ALL_EIGHT, "personages": {"king": 1},
                   "extra": "king", "legions": {"Pella": 1}},
        placed={"Pella": 1}, options={"bank-units": 50},
    )  # fmt: skip
    out = run(capsys, "show", put(tmp_path, state))
    assert "Pella (marble with temple)" in out
    assert f"  know-how {', '.join(moments.ALL_EIGHT)}" in out.splitlines()
    assert "  legions  Pella 1\n" in out
    assert "2 king" in out
    assert "Bank: 44 marble, 43 iron, 41 gold, 30 coins, 19 temples, 7 kings, 8 scholars" in out
    nobody = rondel.from_position(
        {"game": "antike-2006", "options": {"round-limit": 1}, "round": 2, "phase": "over", "end": "round-limit"}
    )
    assert "The game is over: nobody has won (round-limit)." in run(capsys, "show", put(tmp_path, nobody))


def test_legal(capsys: Capture, record: Path, tmp_path: Path) -> None:
    out = run(capsys, "legal", record)
    assert out.splitlines()[0] == "Phoenicians: move on the rondel"
    assert "  rondel marble" in out.splitlines()
    data = run_json(capsys, "legal", record)
    assert set(data) == {"to_act", "turn_of", "prompt", "legal"}
    assert (data["to_act"], data["turn_of"]) == (0, 0)
    state = game().last()
    assert [entry["action"] for entry in data["legal"]] == list(state.legal())
    assert data["legal"][0]["move"] == state.game.action_text(state, state.legal()[0])
    assert all(set(entry) <= {"action", "move", "price"} for entry in data["legal"])
    over = put(tmp_path, MOMENTS["over"][0]())
    assert run(capsys, "legal", over) == "The game is over (personages).\n"
    assert run_json(capsys, "legal", over)["legal"] == []


def test_legal_tells_prices(capsys: Capture, tmp_path: Path) -> None:
    path = put(tmp_path, moments.greeks("rondel", {"rondel": "iron", "gold": 2}))
    assert run(capsys, "legal", path).splitlines() == [
        "Greeks: move on the rondel", "  rondel temple", "  rondel gold", "  rondel maneuver1",
        "  rondel arming  (1 unit)", "  rondel marble  (2 units)",
    ]  # fmt: skip
    listed = run_json(capsys, "legal", path)["legal"]
    assert {entry["move"]: entry["price"] for entry in listed if "price" in entry} == {
        "rondel arming": "1 unit", "rondel marble": "2 units",
    }  # fmt: skip
    learning = put(tmp_path, moments.greeks("know-how", {"gold": 7}))
    assert "  learn wheel  (7 gold)" in run(capsys, "legal", learning).splitlines()
    assert "  done" in run(capsys, "legal", learning).splitlines()


def test_legal_explains_a_move(capsys: Capture, record: Path) -> None:
    assert run(capsys, "legal", record, "--why", "rondel marble") == "rondel marble: legal\n"
    out = run(capsys, "legal", record, "--why", "temple Tyros", code=1)
    assert out.startswith("temple Tyros: Not now: ")
    assert out.endswith("(not_now, A06-123)\n")
    assert run(capsys, "legal", record, "--why", "", code=1).endswith("(bad_text)\n")
    data = run_json(capsys, "legal", record, "--why", "temple Tyros", code=1)
    assert (data["move"], data["legal"], data["reason"]["code"]) == ("temple Tyros", False, "not_now")
    assert run_json(capsys, "legal", record, "--why", "rondel marble") == {
        "move": "rondel marble", "legal": True, "reason": None,
    }  # fmt: skip


# ---- play, replay ----------------------------------------------------------------------------------------------------


def test_play_prints_or_saves_the_record(capsys: Capture, record: Path) -> None:
    out = run(capsys, "play", record, "rondel marble", "rondel know-how 1 gold")
    assert out.splitlines()[-1] == "8. rondel know-how 1 gold ; Greeks"
    assert record.read_text(encoding="utf-8") == TEXT
    data = run_json(capsys, "play", record, "rondel marble")
    assert data["moves"][-1] == "rondel marble"
    shown = run(capsys, "play", record, "rondel marble", "--save")
    assert shown.splitlines()[1] == "Turn of Greeks. Greeks: move on the rondel."
    assert record.read_text(encoding="utf-8").splitlines()[-1] == "7. rondel marble ; Phoenicians"
    data = run_json(capsys, "play", record, "rondel know-how 1 gold", "--save")
    assert len(data["moves"]) == 8
    assert records.loads(record.read_text(encoding="utf-8")).last().key() == records.from_object(data).last().key()


def test_play_is_all_or_none(capsys: Capture, record: Path) -> None:
    message = fails(capsys, "play", record, "rondel marble", "temple Pella", "--save")
    assert message == "Move 2, 'temple Pella': Not now: the Greeks must move on the rondel first. [A06-123]"
    assert record.read_text(encoding="utf-8") == TEXT
    assert fails(capsys, "play", "-", "done", "--save") == "--save needs a file to write to."


def test_play_begins_a_record_at_a_position(capsys: Capture, tmp_path: Path) -> None:
    path = put(tmp_path, moments.fleet())
    out = run(capsys, "play", path, "done")
    loaded = records.loads(out)
    assert loaded.first().key() == moments.fleet().key()
    assert len(loaded.actions) == 1


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(to_position(moments.fleet())), to_line(moments.fleet()), "\n " + to_line(moments.fleet()),
        json.dumps({**records.to_object(game()), "moves": []}),
    ],
    ids=["position", "line", "indented line", "record as JSON"],
)  # fmt: skip
@pytest.mark.parametrize("command", [["play", "done", "--save"], ["undo"]], ids=["play", "undo"])
def test_only_a_record_in_text_form_is_written_over(
    capsys: Capture, tmp_path: Path, text: str, command: list[str]
) -> None:
    path = tmp_path / "by-hand"
    path.write_text(text, encoding="utf-8")
    assert fails(capsys, command[0], path, *command[1:]) == (
        f"{path} is not a record in text form; write the record elsewhere: rondel play {path} MOVE > my.game"
    )
    assert path.read_text(encoding="utf-8") == text


@pytest.mark.parametrize("before", ["; a comment\n", "\ufeff", "\n \n"])
def test_a_record_that_begins_otherwise_is_written_too(capsys: Capture, record: Path, before: str) -> None:
    record.write_text(before + TEXT, encoding="utf-8")
    run(capsys, "play", record, "rondel marble", "--save")
    assert record.read_text(encoding="utf-8") == TEXT + "7. rondel marble ; Phoenicians\n"
    record.write_text(before + TEXT, encoding="utf-8")
    run(capsys, "undo", record)
    assert record.read_text(encoding="utf-8") == "".join(TEXT.splitlines(keepends=True)[:-1])


def test_undo_takes_moves_back(capsys: Capture, record: Path) -> None:
    lines = TEXT.splitlines(keepends=True)
    out = run(capsys, "undo", record)
    assert out.splitlines()[0] == "Taken back: rondel maneuver1."
    assert out.splitlines()[2] == "Turn of Arabs. Arabs: move on the rondel."
    assert record.read_text(encoding="utf-8") == "".join(lines[:-1])
    out = run(capsys, "undo", record, "--moves", 3)
    assert out.splitlines()[0] == "Taken back: done, rondel gold, rondel marble."
    assert record.read_text(encoding="utf-8") == "".join(lines[:-4])
    run(capsys, "play", record, "done", "rondel gold", "rondel marble", "rondel maneuver1", "--save")
    assert record.read_text(encoding="utf-8") == TEXT


def test_undo_takes_a_payment_back_with_its_purchase(capsys: Capture, record: Path) -> None:
    run(capsys, "undo", record, "--moves", 4)
    assert len(records.loads(record.read_text(encoding="utf-8")).actions) == 3
    assert run(capsys, "undo", record).splitlines()[0] == "Taken back: arm legion Tyros 1 iron."
    loaded = records.loads(record.read_text(encoding="utf-8"))
    assert [text for text, _ in records.moves_of(loaded)] == ["rondel arming"]
    assert len(loaded.actions) == 1
    assert now(loaded.last()) == ("Phoenicians", "arming")
    assert nation(loaded.last(), "Phoenicians")["legions"] == {}
    run(capsys, "play", record, "arm legion Tyros ...", "--save")
    assert run(capsys, "undo", record).splitlines()[0] == "Taken back: arm legion Tyros ...."
    assert records.loads(record.read_text(encoding="utf-8")).actions == loaded.actions


def test_undo_prints_json(capsys: Capture, record: Path) -> None:
    data = run_json(capsys, "undo", record, "--moves", 5)
    assert data["moves"] == ["rondel arming"]
    saved = records.loads(record.read_text(encoding="utf-8"))
    assert data == records.to_object(saved)
    assert saved.actions == game().actions[:1]


def test_undo_of_more_moves_than_there_are(capsys: Capture, record: Path) -> None:
    assert fails(capsys, "undo", record, "--moves", 7) == "The record has 6 moves; 7 cannot be taken back."
    assert record.read_text(encoding="utf-8") == TEXT
    run(capsys, "undo", record, "--moves", 6)
    loaded = records.loads(record.read_text(encoding="utf-8"))
    assert loaded.actions == []
    assert loaded.last().key() == game().first().key()
    assert fails(capsys, "undo", record) == "The record has 0 moves; 1 cannot be taken back."
    for number in ("0", "-1", "x"):
        assert "--moves" in usage(capsys, "undo", str(record), "--moves", number)


def test_undo_needs_a_file_that_can_be_read(capsys: Capture, tmp_path: Path) -> None:
    assert "No such file" in fails(capsys, "undo", tmp_path / "none")
    assert "Is a directory" in fails(capsys, "undo", tmp_path)
    assert "cannot be used" in fails(capsys, "undo", "-")


def test_replay(capsys: Capture, record: Path) -> None:
    out = run(capsys, "replay", record)
    assert out.splitlines()[0] == "6 moves, 7 decisions."
    assert "round 2" in out.splitlines()[1]
    part = run(capsys, "replay", record, "--to", 2, "--moves")
    assert part.splitlines()[:4] == ["1. rondel arming", "2. arm legion Tyros 1 iron", "", "2 moves, 3 decisions."]
    assert "Phoenicians: set up units" in part
    assert run(capsys, "replay", record, "--to", 0).splitlines()[0] == "0 moves, 0 decisions."
    data = run_json(capsys, "replay", record, "--to", 1)
    assert data["moves"] == ["rondel arming"]
    assert data["position"]["phase"] == "arming"
    assert run_json(capsys, "replay", record)["result"] == "*"
    for number in (-1, 7, 10**12):
        assert fails(capsys, "replay", record, "--to", number) == "The record has moves 1 to 6."


# ---- files -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["show", "legal", "replay", "play"])
def test_files_that_cannot_be_read(capsys: Capture, tmp_path: Path, command: str) -> None:
    more = ["done"] if command == "play" else []
    binary = tmp_path / "binary"
    binary.write_bytes(b"\xff\xfe\x00")
    empty = tmp_path / "empty"
    empty.write_text("", encoding="utf-8")
    for name in (tmp_path, binary, empty, tmp_path / "none", binary / "below", "x" * 300):
        message = fails(capsys, command, name, *more)
        assert message.endswith(".")
    assert fails(capsys, command, empty, *more) == "The text is empty; a position or a record is needed."


def test_standard_input_is_a_file_too(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    for text in (TEXT, to_line(game().last()), json.dumps(records.to_object(game())), "\n " + TEXT):
        monkeypatch.setattr(sys, "stdin", io.StringIO(text))
        assert run_json(capsys, "show", "-") == to_position(game().last())


@pytest.mark.parametrize("before", ["; a comment\n", "; one\n\n; two\n", "\ufeff"])
def test_a_record_may_begin_with_comments(capsys: Capture, record: Path, before: str) -> None:
    record.write_text(before + TEXT, encoding="utf-8")
    assert run(capsys, "replay", record).splitlines()[0] == "6 moves, 7 decisions."


def test_where_nothing_can_be_written(capsys: Capture, record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def write(path: Path, text: str, encoding: str) -> int:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "write_text", write)
    assert "Permission denied" in fails(capsys, "play", record, "rondel marble", "--save")


# ---- rules -----------------------------------------------------------------------------------------------------------


def test_rules_are_printed_and_found(capsys: Capture) -> None:
    out = run(capsys, "rules", "antike-2006")
    assert out.count("\n  A06-") == 298
    assert "\n1. Components and board\n  A06-001 [component] box: For 2 to 6 players" in out
    found = run(capsys, "rules", "antike-2006", "--find", "a06-r41")
    assert "A06-R41 [ruling] open information: Are stocks hidden? — Everything is open." in found
    data = run_json(capsys, "rules", "antike-2006", "--find", "NAVIGATORS")
    assert {"id", "kind", "section", "topic", "text"} == set(data[0])
    assert all("navigators" in f"{row['topic']} {row['text']}".casefold() for row in data)
    assert len(run_json(capsys, "rules", "antike-2005")) == 289
    missing = run(capsys, "rules", "antike-2006", "--find", "zeppelin", code=1)
    assert missing == "No clause of antike-2006 has 'zeppelin'.\n"
    assert json.loads(run(capsys, "rules", "antike-2006", "--find", "zeppelin", "--json", code=1)) == []
    assert fails(capsys, "rules").startswith("Name a rulebook: antike-2005, antike-2006")
    assert fails(capsys, "rules", "chess").startswith("There is no game 'chess'.")


def test_rulebooks_are_compared(capsys: Capture) -> None:
    rows = differences("antike-2005", "antike-2006")
    assert {name for name, _, _ in rows} == {
        "extra_personage", "trades", "coin_timing", "maneuver_phases", "battle_size",
    }  # fmt: skip
    out = run(capsys, "rules", "antike-2005", "--diff", "antike-2006")
    assert out.splitlines()[0].split() == ["what", "antike-2005", "antike-2006", "axis"]
    assert re.search(
        r"^trade with the bank +1 for 1 with all know-hows +2 for 1 with all know-hows +trades$", out, re.M
    )
    assert re.search(r"^one more personage for all eight know-hows +no +yes +extra_personage$", out, re.M)
    assert readable(None) == readable(0) == readable(()) == "–"
    assert readable(((3, 10), (4, 9))) == "3:10 / 4:9"
    assert f"5 of {len(rule_table('antike-2005'))} rule axes differ" in out
    assert not any(line.endswith(" ") for line in out.splitlines())
    data = run_json(capsys, "rules", "antike-2005", "--diff", "antike-2006")
    assert data["coin_timing"] == {"antike-2005": "turn", "antike-2006": "round"}
    assert differences("antike-2006", "antike-2006") == []
    assert fails(capsys, "rules", "antike-2005", "--diff", "chess").startswith("There is no game 'chess'.")


def test_clauses_proved_by_tests_are_counted(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "below" / "test_some.py"
    path.parent.mkdir()
    path.write_text(
        'import x\n@rule("A06-001", "A05-001")\n@other\n@rule.x("A06-003")\n@mark("A06-005")\ndef test_a():\n    pass\n'
        '@rule("A06-002", 5, name)\ndef helper():\n    pass\n@rule("A06-001", 7)\ndef test_b():\n    pass\n',
        encoding="utf-8",
    )
    assert ledger.cited(tmp_path) == {
        "A06-001": ["below/test_some.py::test_a", "below/test_some.py::test_b"],
        "A05-001": ["below/test_some.py::test_a"],
    }
    out = run(capsys, "rules", "antike-2006", "--coverage", "--tests", tmp_path, code=1)
    found = ledger.coverage("antike-2006", {"A06-001": ["x"]})
    assert found.covered == 1
    assert out.splitlines()[0] == f"antike-2006: 1 of {found.total} clauses proved by tests"
    assert any(line.split()[:3] == ["component", "1", "/"] for line in out.splitlines())
    assert "missing: A06-002, A06-003, A06-005," in out
    data = run_json(capsys, "rules", "--coverage", "--tests", tmp_path, code=1)
    assert set(data) == set(BOOKS)
    assert data["antike-2005"]["covered"] == 1
    everything = {clause.id: ["x"] for clause in ledger.clauses("antike-2005")}
    assert ledger.coverage("antike-2005", everything).missing == ()
    tips = [clause.id for clause in ledger.clauses("antike-2005") if clause.kind == "tip"]
    assert ledger.coverage("antike-2005", {}).total == 289 - len(tips)


def test_full_coverage_is_a_success(capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    marks = {clause.id: ["x"] for clause in ledger.clauses("antike-2006")}
    monkeypatch.setattr(ledger, "cited", lambda tests: marks)
    assert "missing: none" in run(capsys, "rules", "antike-2006", "--coverage", "--tests", tmp_path)


@pytest.mark.parametrize("content", [b"def (", b"\xff\xfe", b"a\x00b"])
def test_tests_that_are_no_python(capsys: Capture, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "test_x.py").write_bytes(content)
    assert "test_x.py" in fails(capsys, "rules", "--coverage", "--tests", tmp_path)


def test_coverage_needs_a_folder(capsys: Capture, tmp_path: Path) -> None:
    message = fails(capsys, "rules", "--coverage", "--tests", tmp_path / "none")
    assert message.endswith("run it in a checkout or name it with --tests.")


def test_the_reference_is_found_in_the_package_or_the_checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert (ledger.folder() / "antike-2006.md").is_file()
    monkeypatch.setattr("rondel.ledger.resources.files", lambda name: tmp_path)
    assert ledger.folder().parts[-2:] == ("docs", "rules")
    (tmp_path / "ledgers").mkdir()
    assert ledger.folder() == tmp_path / "ledgers"


def test_rules_in_french_are_found_by_what_a_keyboard_types(capsys: Capture) -> None:
    assert "l’ordre" in run(capsys, "rules", "attika", "--lang", "fr", "--find", "l'ordre")


def test_rules_are_printed_in_french(capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for book in ("attika", "antike-2"):
        (tmp_path / f"{book}.md").write_text("## 1. Box\n", encoding="utf-8")
    (tmp_path / "fr").mkdir()
    (tmp_path / "fr" / "attika.md").write_text("## 1. Boîte\n| AT-001 | rule | fin | Il gagne. |\n", encoding="utf-8")
    monkeypatch.setattr(ledger, "folder", lambda: tmp_path)
    assert run(capsys, "rules", "attika", "--lang", "fr").splitlines()[1:] == [
        "1. Boîte",
        "  AT-001 [rule] fin: Il gagne.",
    ]
    assert fails(capsys, "rules", "antike-2", "--lang", "fr").startswith(
        "The rules of antike-2 are not available in 'fr'"
    )


# ---- board -----------------------------------------------------------------------------------------------------------


def test_a_board_is_shown_with_neighbours_by_border(capsys: Capture) -> None:
    lines = run(capsys, "board", "show", "east").splitlines()
    assert "Borders: 68 land, 32 sea, 27 both." in lines
    assert "  Adane              iron      land: Saba; sea: Adulis, Dioscoridis, Punt; both: Mecca, Moscha" in lines
    assert "  Dioscoridis        marble    sea: Adane, Moscha, Opone, Punt" in lines
    assert "  Gordion            gold      land: Attalia, Bycantium, Ephesos, Sinope" in lines
    counts = dict.fromkeys(("land", "sea", "both"), 0)
    for line in lines:
        for part in line[31:].split("; ") if line.startswith("  ") else ():
            word, _, names = part.partition(": ")
            counts[word] += len(names.split(", "))
    assert counts == {"land": 2 * 68, "sea": 2 * 32, "both": 2 * 27}


# ---- perft, sim, soak, fuzz ------------------------------------------------------------------------------------------


def test_perft(capsys: Capture, record: Path) -> None:
    out = run(capsys, "perft", "antike-2006", "--depth", 2)
    first, second = (int(line.split()[-1]) for line in out.splitlines())
    assert out.splitlines()[0] == "perft 1 8"
    data = run_json(capsys, "perft", "antike-2006", "--depth", 2)
    assert (data["depth"], data["nodes"], data["by_depth"]) == (2, second, [first, second])
    assert data["seconds"] >= 0
    divided = run_json(capsys, "perft", "antike-2006", "--depth", 2, "--divide")
    assert divided["nodes"] == sum(divided["divide"].values()) == second
    assert len(divided["divide"]) == first
    text = run(capsys, "perft", "antike-2006", "--depth", 2, "--divide")
    assert text.splitlines()[-1] == f"nodes {second}"
    assert f"rondel gold: {divided['divide']['rondel gold']}" in text.splitlines()
    here = run_json(capsys, "perft", "antike-2006", "--depth", 1, "--position", record)
    assert here["nodes"] == len(game().last().legal())
    assert "is a game of antike-2006" in fails(capsys, "perft", "antike-2005", "--position", record)


@pytest.mark.parametrize("depth", ["0", "-1", "x", "1.5", "9" * 40])
def test_a_depth_is_a_number_from_one_on(capsys: Capture, depth: str) -> None:
    assert "--depth" in usage(capsys, "perft", "antike-2006", "--depth", depth)


def test_sim(capsys: Capture) -> None:
    arguments = ("sim", "antike-2006", "--nations", 3, "-o", "round-limit=2", "--games", 3, "--seed", 4)
    data = run_json(capsys, *arguments)
    assert set(data) == {"games", "decisions", "seconds", "decisions_per_second", "length", "end_reasons"}
    assert (data["games"], data["end_reasons"]) == (3, {"round-limit": 3})
    out = run(capsys, *arguments, "--check")
    assert out.startswith(f"3 games, {data['decisions']} decisions, ")
    length = data["length"]
    assert f"length: {length['shortest']} to {length['longest']} decisions, median {length['median']}" in out
    assert "  round-limit    3" in out.splitlines()
    capped = run_json(capsys, "sim", "antike-2006", "--games", 1, "--cap", 5)
    assert (capped["decisions"], capped["end_reasons"]) == (5, {"decision-cap": 1})


def _breach(state: State) -> None:
    if state.round >= 2:
        raise AssertionError("planted")


@pytest.mark.parametrize("command", [["sim", "antike-2006", "--check"], ["soak"]])
def test_a_breach_is_written_down(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    monkeypatch.setattr(State, "check", _breach)
    crash = tmp_path / "crash.game"
    assert main([*command, "--games", "1", "--crash", str(crash)]) == 1
    err = capsys.readouterr().err
    assert err == f"rondel: AssertionError: planted. The game that leads there is in {crash}.\n"
    assert antike(records.loads(crash.read_text(encoding="utf-8")).last()).round == 2


def test_soak(capsys: Capture) -> None:
    data = run_json(capsys, "soak", "--games", 3, "--cap", 30)
    assert data["games"] == 3
    assert sum(data["end_reasons"].values()) == 3
    assert data["decisions"] <= 90
    assert run(capsys, "soak", "--games", 1, "--cap", 5).startswith("1 games, 5 decisions")


def test_soak_checks_what_it_is_told_to(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    counts = []
    plain = State.check
    for more in ([], ["--every"]):
        checks: list[int] = []

        def check(state: State, checks: list[int] = checks) -> None:
            checks.append(1)
            plain(state)

        monkeypatch.setattr(State, "check", check)
        run(capsys, "soak", "--games", 1, "--cap", 60, *more)
        counts.append(len(checks))
    assert counts[0] < counts[1]
    assert counts[1] >= 60


def test_fuzz(capsys: Capture) -> None:
    data = run_json(capsys, "fuzz", "--games", 1, "--seed", 2)
    assert set(data) == {"tried", "crash", "input"}
    assert (data["crash"], data["input"]) == ("", "")
    out = run(capsys, "fuzz", "--games", 1, "--seed", 2)
    assert out.splitlines()[-1] == "no crash, no change by a refused input"
    assert len(out.splitlines()) == len(data["tried"]) + 1
    for kind, tried in data["tried"].items():
        assert f"{kind:<18} {tried}" in out.splitlines()


def test_a_crash_of_the_fuzzer_is_written_down(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def parse(self: AntikeGame, state: State, text: str) -> list[int]:
        raise KeyError(text)

    crash = tmp_path / "crash.game"
    with monkeypatch.context() as patch:
        patch.setattr(AntikeGame, "parse", parse)
        assert main(["fuzz", "antike-2006", "--games", "1", "--crash", str(crash)]) == 1
    err = capsys.readouterr().err
    assert err.startswith("rondel: KeyError: ")
    assert err.endswith(f"The game and the input are in {crash}.\n")
    text = crash.read_text(encoding="utf-8")
    assert text.startswith("; KeyError: ")
    assert "\n; input: " in text
    assert "decisions." in run(capsys, "replay", crash)


def test_a_set_up_is_chosen_at_random() -> None:
    games = {lab.any_game(Random(seed)) for seed in range(60)}
    assert {game.id for game in games} == set(BOOKS)
    assert len(games) > 15


@pytest.mark.parametrize("command", [["sim", "antike-2006"], ["soak"], ["fuzz"]])
def test_numbers_of_games_are_numbers(capsys: Capture, command: list[str]) -> None:
    for number in ("0", "-3", "many"):
        assert "--games" in usage(capsys, *command, "--games", number)


# ---- engine ----------------------------------------------------------------------------------------------------------


def test_engine(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = '{"cmd": "new", "game": "antike-2006", "id": 1}\nx\n{"cmd": "quit"}\n{"cmd": "games"}\n'
    monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
    answers = [json.loads(line) for line in run(capsys, "engine").splitlines()]
    assert [answer["ok"] for answer in answers] == [True, False, True]
    assert answers[0]["id"] == 1


# ---- the command as a whole ------------------------------------------------------------------------------------------


def test_help_and_version(capsys: Capture) -> None:
    for args in (["--help"], *([command, "--help"] for command in ("games", "new", "show", "play", "soak", "engine"))):
        with pytest.raises(SystemExit) as caught:
            main(args)
        assert caught.value.code == 0
        assert "usage: rondel" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main(["--version"])
    assert capsys.readouterr().out == f"rondel {rondel.__version__}, pure build\n"
    assert parser().prog == "rondel"


def test_the_bare_command_prints_the_help(capsys: Capture) -> None:
    assert main([]) == 2
    out, err = capsys.readouterr()
    assert out == parser().format_help()
    assert "rondel new antike-2006" in out
    assert err == ""


@pytest.mark.parametrize("args", [["fly"], ["show"], ["play"], ["new"], ["new", "g", "--form", "xml"]])
def test_wrong_arguments(capsys: Capture, args: list[str]) -> None:
    assert "usage: rondel" in usage(capsys, *args)


def test_an_interrupt_and_a_closed_pipe_are_quiet(capfd: pytest.CaptureFixture[str], monkeypatch: Any) -> None:
    for error, code in ((KeyboardInterrupt(), 130), (BrokenPipeError(), 0)):

        def games(args: object, error: BaseException = error) -> int:
            raise error

        monkeypatch.setattr("rondel.cli.table.run_games", games)
        with monkeypatch.context() as patch:
            patch.setattr("rondel.cli.main.os.dup2", lambda one, other: None)
            assert main(["games"]) == code
        assert capfd.readouterr() == ("", "")


def test_a_full_disk_is_told(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    def games(args: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("rondel.cli.table.run_games", games)
    assert "No space left on device" in fails(capsys, "games")


def test_closed_streams_are_no_trouble(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    monkeypatch.setattr(sys, "stdout", None)
    assert main(["games"]) == 0
    assert main(["engine"]) == 0
    for stream in (sys.stdin, sys.stdout):
        assert stream is not None
        stream.close()


def test_the_modules_run_as_programs(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["rondel", "games", "chess"])
    program = str(Path(common.__file__).with_name("main.py"))
    for start in (lambda: import_module("rondel.__main__"), lambda: runpy.run_path(program, run_name="__main__")):
        with pytest.raises(SystemExit) as caught:
            start()
        assert caught.value.code == 2
        assert "There is no game 'chess'." in capsys.readouterr().err


def test_a_checkout_that_is_not_installed_has_its_version_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def version(name: str) -> str:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "version", version)
    assert runpy.run_path(rondel.__file__)["__version__"] == rondel.__version__


def test_the_package_runs_as_a_module() -> None:
    for module in ("rondel", "rondel.cli.main"):
        done = subprocess.run(
            [sys.executable, "-m", module, "games", "chess"], capture_output=True, text=True, check=False
        )
        assert done.returncode == 2
        assert "There is no game 'chess'." in done.stderr
        assert "Traceback" not in done.stderr
        assert done.stdout == ""


def test_a_violation_is_an_exception_with_a_record() -> None:
    violation = Violation("broken", game())
    assert str(violation) == "broken"
    assert records.dumps(violation.record) == TEXT
