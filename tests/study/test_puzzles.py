"""Puzzles: those that come with the package are right, and the maker makes the same ones again."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rondel.cli.main import main
from rondel.errors import RondelError
from rondel.game import CHANCE
from rondel.position import from_position
from rondel.record import loads
from rondel.registry import BOOKS
from rondel.study.puzzles import make as making
from rondel.study.puzzles import pack as packing
from rondel.study.puzzles import shelf
from rondel.study.puzzles.find import BEFORE, LEAD, SURE, Finder, kin
from rondel.study.puzzles.games import of_record, positions
from rondel.study.puzzles.goals import achieved, judge
from rondel.study.puzzles.make import ENGINE, Maker, make_file
from rondel.study.puzzles.pack import Sifted, fault, sift
from rondel.study.puzzles.puzzle import Puzzle, actions_of, from_line
from rondel.study.puzzles.shelf import all_puzzles, daily, packed, puzzles_of, unpacked
from rondel.study.puzzles.themes import QUIET, THEMES
from rondel.study.puzzles.turns import Turns, first_legal, moves, played, won
from tests.bots.puzzles import files

FILLED = [book for book in BOOKS if puzzles_of(book)]
ALL = sorted(all_puzzles().values(), key=lambda puzzle: puzzle.id)
#: those that are checked again by search each time the tests run
SAMPLE = [Random(1).choice(list(puzzles_of(book).values())) for book in FILLED]


# ---- what comes with the package -------------------------------------------------------------------------------------


def test_every_rulebook_has_puzzles_and_none_twice() -> None:
    assert all(puzzles_of(book) for book in BOOKS)
    assert len(ALL) == sum(len(puzzles_of(book)) for book in FILLED)
    kinds = Counter(kin(puzzle.state(), puzzle.goal, puzzle.solution) + puzzle.game for puzzle in ALL)
    assert max(kinds.values()) == 1


@pytest.mark.parametrize("book", list(BOOKS))
def test_the_bot_of_one_turn_solves_no_more_than_half(book: str) -> None:
    shelf_of = list(puzzles_of(book).values())
    assert 2 * sum(puzzle.greedy for puzzle in shelf_of) <= len(shelf_of)


@pytest.mark.parametrize("puzzle", ALL, ids=lambda puzzle: f"{puzzle.game}-{puzzle.id}")
def test_a_puzzle_is_what_it_says(puzzle: Puzzle) -> None:
    state = puzzle.state()
    state.check()
    seat, turns = state.turn_of, Turns(state.game)
    assert puzzle.before <= BEFORE
    assert puzzle.lead >= LEAD
    assert puzzle.lead >= SURE * puzzle.error
    assert puzzle.theme in {*(theme.id for theme in THEMES), QUIET}
    for solution in (puzzle.solution, *puzzle.also):
        actions = actions_of(state, solution)
        assert moves(state, actions) == solution
        assert judge(turns, state, puzzle.goal, actions).solved
    assert not achieved(turns, first_legal(state), seat, puzzle.goal).solved
    wrong = played(state, actions_of(state, puzzle.wrong))
    assert not achieved(turns, wrong, seat, puzzle.goal).solved
    likeliest = turns.lines(state)[0]
    assert achieved(turns, likeliest.state, seat, puzzle.goal).solved == puzzle.greedy


@pytest.mark.parametrize("puzzle", SAMPLE, ids=lambda puzzle: f"{puzzle.game}-{puzzle.id}")
def test_a_puzzle_is_found_again(puzzle: Puzzle) -> None:
    state = puzzle.state()
    found = Finder(state.game, ENGINE).look(state)
    assert found is not None
    assert (found.goal, found.theme, found.solution) == (puzzle.goal, puzzle.theme, puzzle.solution)


def test_days_have_different_puzzles_and_every_rulebook_its_turn() -> None:
    week = [daily(day) for day in range(20_000, 20_007)]
    assert [puzzle and puzzle.game for puzzle in week] == [FILLED[day % len(FILLED)] for day in range(20_000, 20_007)]
    fewest = min(len(puzzles_of(book)) for book in BOOKS)
    many = [daily(day) for day in range(20_000, 20_000 + fewest * len(FILLED))]
    assert len({puzzle.id for puzzle in many if puzzle}) == len(many)
    assert daily(20_000) == week[0]


# ---- goals -----------------------------------------------------------------------------------------------------------


def test_wins_set_up_by_hand_are_wins() -> None:
    """Those that begin with an answer, or draw a card on the way, are left out: no puzzle of ours does."""
    tried = 0
    for path in files():
        puzzle = json.loads(path.read_text(encoding="utf-8"))
        if "winner" not in puzzle.get("reach", {}):
            continue
        state = from_position(puzzle["position"])
        turns = Turns(state.game)
        after = turns.lines(state)[0].state
        if turns.is_start(state) and after.to_act != CHANCE:
            assert won(after) == state.turn_of, path
            tried += 1
    assert tried >= 50


def test_a_turn_that_is_not_over_is_not_judged() -> None:
    puzzle = next(puzzle for puzzle in ALL if len(puzzle.solution) > 2)
    state = puzzle.state()
    first = actions_of(state, puzzle.solution[:1])
    with pytest.raises(RondelError, match="not over"):
        judge(Turns(state.game), state, puzzle.goal, first)


def test_goals_that_were_set_are_tested_with_both_answers() -> None:
    assert {puzzle.goal for puzzle in ALL} == {"win", "force", "hold"}
    held = next(puzzle for puzzle in ALL if puzzle.goal == "hold")
    state = held.state()
    verdict = judge(Turns(state.game), state, "hold", actions_of(state, held.solution))
    assert verdict.solved
    after = played(state, actions_of(state, held.wrong))
    failed = achieved(Turns(state.game), after, state.turn_of, "hold")
    assert failed.reply is not None
    assert failed.reply.wins
    assert moves(after, failed.reply.actions) == held.reply


# ---- the maker -------------------------------------------------------------------------------------------------------


KNOWN = list(puzzles_of("attika").values())


@pytest.fixture(autouse=True)
def known_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let games of bots come to positions that are puzzles, so that nothing has to be played."""
    monkeypatch.setattr(
        making, "positions", lambda book, seed: [puzzle.state() for puzzle in KNOWN[int(seed.split()[1]) :][:1]]
    )


@pytest.fixture
def made(tmp_path: Path) -> Path:
    """Make two puzzles of Attika."""
    path = tmp_path / "attika.jsonl"
    assert len(list(make_file(path, Maker("attika", 2, seed=7)))) == 2
    return path


def test_an_interrupted_maker_goes_on_to_the_same_puzzles(made: Path, tmp_path: Path) -> None:
    lines = made.read_text(encoding="utf-8").splitlines()
    cut = next(place for place, line in enumerate(lines) if '"done"' in line) + 1
    path = tmp_path / "again.jsonl"
    path.write_text("".join(f"{line}\n" for line in lines[:cut]))
    assert len(list(make_file(path, Maker("attika", 2, seed=7)))) == 2 - sum(
        '"position"' in line for line in lines[:cut]
    )
    assert path.read_text(encoding="utf-8") == made.read_text(encoding="utf-8")
    assert list(make_file(path, Maker("attika", 2, seed=7))) == []


def test_the_same_seed_plays_the_same_game() -> None:
    first, again = (list(islice(positions("attika", "some seed"), 3)) for _ in range(2))
    assert [state.key() for state in first] == [state.key() for state in again]


def test_every_line_names_the_seed_and_the_game(made: Path) -> None:
    lines = [json.loads(line) for line in made.read_text(encoding="utf-8").splitlines()]
    marks = [line for line in lines if "done" in line]
    assert [(mark["done"], mark["seed"]) for mark in marks] == [(place, 7) for place in range(1, len(marks) + 1)]
    games = 0
    for line in lines:
        if "done" in line:
            games = line["done"]
        else:
            assert line["origin"] == f"seed 7 game {games}"


def test_a_line_that_a_kill_has_torn_is_written_again(made: Path, tmp_path: Path) -> None:
    whole = made.read_text(encoding="utf-8")
    path = tmp_path / "torn.jsonl"
    path.write_text(whole + whole.splitlines()[0][:40], encoding="utf-8")
    assert list(make_file(path, Maker("attika", 2, seed=7))) == []
    assert path.read_text(encoding="utf-8") == whole


def test_a_file_of_another_seed_or_rulebook_is_not_gone_on_with(made: Path) -> None:
    before = made.read_bytes()
    for other in (Maker("attika", 5, seed=8), Maker("antike-2006", 5, seed=7)):
        with pytest.raises(RondelError, match="another rulebook or seed"):
            list(make_file(made, other))
    assert made.read_bytes() == before


def test_no_more_games_are_played_than_wished(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "positions", lambda book, seed: [])
    path = tmp_path / "attika.jsonl"
    assert list(make_file(path, Maker("attika", 5), most=3)) == []
    assert list(make_file(path, Maker("attika", 5), most=4)) == []
    assert [json.loads(line)["done"] for line in path.read_text(encoding="utf-8").splitlines()] == [1, 2, 3, 4]


# ---- the sieve -------------------------------------------------------------------------------------------------------


def _win() -> Puzzle:
    return next(puzzle for puzzle in KNOWN if puzzle.goal == "win" and not puzzle.greedy)


@pytest.mark.parametrize("book", list(BOOKS))
def test_what_the_package_has_passes_the_sieve_whole(book: str) -> None:
    shipped = list(puzzles_of(book).values())
    assert sift(shipped) == Sifted(shipped, Counter())


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"solution": ("pass",) * 13}, "long"),
        ({"lead": 0.3}, "unsure"),
        ({"error": 0.5}, "unsure"),
        ({"before": 0.7}, "unsure"),
        ({"solution": "wrong"}, "wrong"),
    ],
)
def test_what_is_no_puzzle_after_all_is_left_out(change: dict[str, Any], reason: str) -> None:
    puzzle = _win()
    if change.get("solution") == "wrong":
        change = {"solution": puzzle.wrong}
    assert sift([replace(puzzle, **change)]).dropped == {reason: 1}


def test_what_the_first_moves_or_random_turns_solve_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = _win()
    solved = played(puzzle.state(), actions_of(puzzle.state(), puzzle.solution))
    monkeypatch.setattr(Turns, "wild", lambda turns, state, tries: ([], 0.5))
    assert fault(puzzle, puzzle.state()) == "blind"
    monkeypatch.setattr(packing, "first_legal", lambda state: solved)
    assert fault(puzzle, puzzle.state()) == "first"


def test_of_two_alike_the_first_is_kept_and_other_solutions_are_tried_again() -> None:
    puzzle = replace(_win(), also=(_win().solution, _win().wrong))
    sifted = sift([puzzle, replace(puzzle, id="other"), replace(puzzle, id="bad")], unwanted=["bad"])
    assert [kept.id for kept in sifted.kept] == [puzzle.id]
    assert sifted.kept[0].also == ()
    assert sifted.dropped == {"alike": 1, "unwanted": 1}


def test_half_are_hard_at_least_and_the_clearest_of_the_others_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packing, "fault", lambda puzzle, state: "")
    numbers = iter(range(9))
    monkeypatch.setattr(packing, "kin", lambda state, goal, solution: str(next(numbers)))
    leads = [(True, 0.4), (False, 0.5), (True, 0.9), (True, 0.6)]
    puzzles = [replace(_win(), id=str(lead), greedy=easy, lead=lead) for easy, lead in leads]
    sifted = sift(puzzles)
    assert [puzzle.id for puzzle in sifted.kept] == ["0.5", "0.9"]
    assert sifted.dropped == {"easy": 2}


@pytest.mark.parametrize("data", [b"\xff\xfe", b"\x1f\x8b123", b"\x1f\x8b", b"{"])
def test_files_that_hold_no_puzzles_are_refused(data: bytes) -> None:
    with pytest.raises(RondelError):
        unpacked(data)


def test_what_is_packed_is_what_the_package_has(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = made.read_text(encoding="utf-8").splitlines()
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "attika.jsonl.gz").write_bytes(packed(unpacked(made.read_bytes())))
    monkeypatch.setattr(shelf, "files", lambda package: tmp_path)
    puzzles_of.cache_clear()
    try:
        assert [puzzle.to_line() for puzzle in puzzles_of("attika").values()] == [
            line for line in lines if "position" in line
        ]
        assert puzzles_of("antike-2006") == {}
        assert puzzles_of("chess") == {}
    finally:
        puzzles_of.cache_clear()


def test_records_are_looked_through(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    games = Path(__file__).parents[2] / "client" / "tests" / "games"
    record = loads((games / "late-attika.game").read_text(encoding="utf-8"))
    starts = list(of_record(record))
    assert len(starts) > 5
    turns = Turns(record.game)
    assert all(turns.is_start(state) for state in starts)
    monkeypatch.setattr(making, "of_record", lambda record: starts[:4])
    list(make_file(tmp_path / "out.jsonl", Maker("attika", 5), records=[record]))
    assert '{"done": 1, "seed": 0}' in (tmp_path / "out.jsonl").read_text(encoding="utf-8")


@pytest.mark.parametrize("text", ["{", "[]", "{}", '{"goal": "win"}', '{"goal": "win", "colour": 1}'])
def test_what_is_no_puzzle_is_refused(text: str) -> None:
    with pytest.raises(RondelError):
        from_line(text)


# ---- the command line ------------------------------------------------------------------------------------------------


def test_a_puzzle_is_shown_solved_and_failed_on_the_terminal(made: Path, capsys: pytest.CaptureFixture[str]) -> None:
    puzzle = from_line(next(line for line in made.read_text(encoding="utf-8").splitlines() if "position" in line))
    common = ["puzzle", "solve", "--file", str(made), "--number", "1"]
    assert main(common) == 0
    assert puzzle.solution[0] not in capsys.readouterr().out
    assert main([*common, "--reveal"]) == 0
    assert puzzle.solution[0] in capsys.readouterr().out
    assert main([*common, *puzzle.solution]) == 0
    assert "Solved" in capsys.readouterr().out
    assert main([*common, *puzzle.wrong, "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert not told["solved"]
    assert main(["puzzle", "solve", "--json"]) == 0
    assert "solution" not in json.loads(capsys.readouterr().out)
    assert main(["puzzle", "solve", "attika", "--number", "99999"]) == 2
    assert main(["puzzle", "solve", "nothing"]) == 2


def test_puzzles_are_made_on_the_command_line(made: Path, capsys: pytest.CaptureFixture[str]) -> None:
    order = ["puzzle", "make", "attika", "--out", str(made), "--count", "2", "--seed", "7"]
    assert main(order) == 0
    assert "2 puzzles" in capsys.readouterr().out
    assert main([*order, "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["puzzles"]) == 2


def test_files_are_packed_on_the_command_line(made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ids = [puzzle.id for puzzle in unpacked(made.read_bytes())]
    order = ["puzzle", "pack", str(made), str(made), "--out", str(tmp_path / "packed")]
    assert main([*order, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["attika"]
    assert told["alike"] == 2
    assert main([*order, "--without", *ids]) == 0
    assert capsys.readouterr().out == "attika: 0 kept, 4 unwanted\n"
    assert unpacked((tmp_path / "packed" / "attika.jsonl.gz").read_bytes()) == []
    made.write_text('{"done": 1, "seed": 7}\n')
    assert main(order[:3] + order[4:]) == 0
    assert "no puzzles" in capsys.readouterr().out
