"""What was once right stays the same: finished games, playthroughs, refusals, readable positions."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from tools.golden import FOLDER, name_of, pictures, playthrough

from rondel import record as records
from rondel.compact import from_line
from rondel.registry import BOOKS, SETUPS

GAMES = sorted((FOLDER / "games").glob("*.game"))


@pytest.mark.untraced
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_finished_game_reaches_its_end_and_is_written_the_same(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    record = records.loads(text)
    last = record.last()
    last.check()
    assert last.end_reason()
    assert records.dumps(record) == text


@pytest.mark.untraced
def test_every_rulebook_has_a_game_for_each_number_of_players_and_each_end() -> None:
    """The headers say so; the test above compares them with what is played."""
    headers = [dict(re.findall(r'^\[(\w+) "(.*)"\]$', path.read_text("utf-8"), re.MULTILINE)) for path in GAMES]
    assert {(header["Game"], header["End"]) for header in headers} == {
        (book, end) for book, entry in BOOKS.items() for end in entry.ends
    }
    sizes = {(header["Game"], header["Players"]) for header in headers}
    assert sizes == {(book, str(players)) for book, entry in BOOKS.items() for players in entry.players}


@pytest.mark.untraced
@pytest.mark.parametrize("setup", SETUPS, ids=name_of)
def test_a_seeded_game_goes_the_same_way(setup: tuple[str, int, dict[str, int]]) -> None:
    # decisions, their number, their order and every position on the way
    wanted = (FOLDER / "playthroughs" / f"{name_of(setup)}.txt").read_text(encoding="utf-8")
    assert playthrough(setup) == wanted


@pytest.mark.parametrize("book", BOOKS)
def test_refusals_say_the_same(book: str) -> None:
    lines = (FOLDER / f"refusals-{book}.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) > 30
    for line in lines:
        entry = json.loads(line)
        state = from_line(entry.pop("line"))
        error = state.game.why_not(state, entry.pop("action"))
        assert error is not None
        assert error.as_json() == entry


@pytest.mark.untraced
@pytest.mark.parametrize("book", BOOKS)
def test_positions_are_shown_the_same(book: str) -> None:
    assert pictures(book) == (FOLDER / f"pictures-{book}.txt").read_text(encoding="utf-8")
