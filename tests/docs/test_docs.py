"""Every example in README and docs runs, and what the docs list is what the code has."""

from __future__ import annotations

import doctest
import json
import re
import shlex
from dataclasses import fields
from pathlib import Path

import pytest
from tools.differences import page

from rondel import registry
from rondel.antike.engine import HANDLERS
from rondel.antike.rules import ABOUT, Rules
from rondel.antike.state import PHASES
from rondel.attika.state import PHASES as ATTIKA_PHASES
from rondel.boards.files import read_board_file
from rondel.cli.main import main, parser
from rondel.compact import from_line, to_line
from rondel.errors import CODES
from rondel.position import from_position
from rondel.protocol import Session
from rondel.record import loads
from rondel.registry import find_book
from tests.support import make

ROOT = Path(__file__).parents[2]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])


def _blocks(path: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", path.read_text(encoding="utf-8"), re.S | re.M)


def _with(language: str) -> list[Path]:
    return [path for path in PAGES if _blocks(path, language)]


def _id(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.untraced
@pytest.mark.parametrize("path", [page for page in _with("python") if ">>> " in page.read_text("utf-8")], ids=_id)
def test_python_sessions_print_what_they_say(path: Path) -> None:
    # one conversation a page: names carry over from block to block
    text = "\n".join(_blocks(path, "python"))
    test = doctest.DocTestParser().get_doctest(text, {}, path.name, str(path), 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(test)
    assert runner.summarize(verbose=False).failed == 0
    assert test.examples


def test_the_example_of_a_rule_test_passes() -> None:
    names: dict[str, object] = {}
    exec(compile(_blocks(ROOT / "docs/howto/add-a-rule.md", "python")[0], "example", "exec"), names)
    for book in ("antike-2006", "antike-2005"):
        names["test_one_temple_a_city"](book)  # type: ignore[operator]


@pytest.mark.untraced
@pytest.mark.parametrize("path", _with("sh"), ids=_id)
def test_commands_run(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for line in "\n".join(_blocks(path, "sh")).splitlines():
        words = shlex.split(line, comments=True)
        if not words or words[0] == "make":
            continue
        assert words[0].endswith("rondel"), line
        target = words[words.index(">") + 1] if ">" in words else ""
        arguments = words[1 : words.index(">")] if target else words[1:]
        code = main(arguments)
        assert code == (1 if "--why" in arguments else 0), line
        printed = capsys.readouterr().out
        assert printed or "--svg" in arguments, line
        if target:
            (tmp_path / target).write_text(printed, encoding="utf-8")


def test_the_transcript_of_the_protocol_is_true() -> None:
    session = Session()
    (block,) = _blocks(ROOT / "docs/protocol.md", "transcript")
    lines = block.splitlines()
    for asked, answered in zip(lines[::2], lines[1::2], strict=True):
        assert asked.startswith("> ")
        assert json.loads(session.answer(asked[2:])) == json.loads(answered.removeprefix("< ")), asked
    assert session.over


def test_the_positions_of_the_notation_page_can_be_read() -> None:
    page = ROOT / "docs/notation.md"
    for block in _blocks(page, "json"):
        from_position(json.loads(block)).check()
    line, record = _blocks(page, "text")
    assert to_line(from_line(line)) == line.strip()
    assert len(loads(record).actions) == 5


def test_the_moves_of_the_notation_page_are_read() -> None:
    table = (ROOT / "docs/notation.md").read_text("utf-8").split("## Positions")[0]
    rows = [line.split("|")[2] for line in table.splitlines() if line.startswith("| ") and "`" in line]
    moves = [move for row in rows for move in re.findall(r"`([^`]+)`", row)]
    states = [
        make("antike-2006", 4).new(1),
        make("antike-2", 4, "orient").new(1),
        make("antike-duellum", 2, "", {"special-units": 1, "draw-offers": 1}).new(1),
        make("antike-duellum", 2, "greece-persia").new(1),
    ]
    assert len(moves) > 40
    for move in moves:
        errors = [state.game.why_not(state, move) for state in states]
        codes = {error.code if error else "" for error in errors}
        assert codes - {"bad_text", "unknown_name", "ambiguous"}, (move, errors)


def test_the_moves_and_positions_of_the_attika_page_are_read() -> None:
    page = ROOT / "docs/attika.md"
    state = registry.make("attika", 2).new(1)
    table = page.read_text("utf-8").split("## Notation")[1].split("```ebnf")[0]
    rows = [line.split("|")[2] for line in table.splitlines() if line.startswith("| ") and "`" in line]
    moves = [move for row in rows for move in re.findall(r"`([^`]+)`", row)]
    assert len(moves) > 12
    for move in moves:
        error = state.game.why_not(state, move)
        assert error is None or error.code not in ("bad_text", "unknown_name", "ambiguous"), (move, error)
    for block in _blocks(page, "json"):
        from_position(json.loads(block)).check()
    text = page.read_text("utf-8")
    for phase in ATTIKA_PHASES:
        assert f"`{phase}`" in text, phase


def test_the_board_of_the_how_to_page_can_be_played(tmp_path: Path) -> None:
    block, costs = _blocks(ROOT / "docs/howto/add-a-board.md", "toml")
    path = tmp_path / "islands.toml"
    path.write_text(block, encoding="utf-8")
    own = tmp_path / "costs.toml"
    own.write_text(costs, encoding="utf-8")
    attika = find_book("attika")
    assert attika.build(3, attika.read_board(own), {}).new(1).legal()
    game = make("antike-2006", 3, read_board_file(path))
    assert game.new(1).legal()
    assert game.stock_board is False


def test_the_error_page_lists_the_codes() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.*) \|$", (ROOT / "docs/errors.md").read_text("utf-8"), re.M)
    assert dict(rows) == CODES


def test_every_code_is_used() -> None:
    source = "\n".join(path.read_text("utf-8") for path in (ROOT / "src").rglob("*.py") if path.name != "errors.py")
    assert [code for code in CODES if f'"{code}"' not in source] == []


def test_the_table_of_differences_is_up_to_date() -> None:
    assert (ROOT / "docs/rules/differences.md").read_text("utf-8") == page()


def test_the_command_page_lists_the_commands() -> None:
    text = (ROOT / "docs/cli.md").read_text("utf-8")
    (commands,) = [action for action in parser()._actions if action.dest == "command"]
    assert commands.choices is not None
    for name in commands.choices:
        assert f"| `{name}" in text, name


def test_the_architecture_page_names_every_module() -> None:
    text = (ROOT / "docs/architecture.md").read_text("utf-8")
    for path in (ROOT / "src" / "rondel").rglob("*.py"):
        name = path.stem if path.parent.name in ("antike", "attika", "rondel") else path.parent.name
        if not name.startswith("__"):
            assert f"`{name}" in text, path.name


def test_the_notation_page_names_every_phase() -> None:
    text = (ROOT / "docs/notation.md").read_text("utf-8")
    assert len(HANDLERS) == len(PHASES) - 1
    for phase in PHASES:
        assert f"`{phase}`" in text, phase


def test_every_axis_of_the_rules_is_told() -> None:
    assert list(ABOUT) == [
        field.name for field in fields(Rules) if field.name not in ("id", "title", "year", "version")
    ]


def test_no_page_names_a_machine() -> None:
    for path in PAGES:
        assert not re.search(r"/(?:home|root|work|tmp)/", path.read_text("utf-8")), path.name
