"""Records: a game as headers and numbered moves, in text and as JSON."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rondel import record as records
from rondel.errors import IllegalMove, NotationError, RondelError
from rondel.position import to_position
from rondel.record import Record
from tests.notation import test_moves as moments
from tests.notation.test_positions import MOMENTS, inline
from tests.support import antike, at, make, nation, now

SEATS = ["Phoenicians", "Greeks", "Persians", "Arabs"]
MOVES = ["rondel arming", "arm legion Tyros", "done", "rondel gold", "rondel marble", "rondel maneuver1"]
TEXT = """\
[Game "antike-2006"]
[Board "east"]
[Players "4"]
[Nations "Phoenicians, Greeks, Persians, Arabs"]
[Start "Phoenicians"]
[Rules "1"]
[Result "*"]
[End ""]

1. rondel arming ; Phoenicians
2. arm legion Tyros 1 iron ; Phoenicians
3. done ; Phoenicians
4. rondel gold ; Greeks
5. rondel marble ; Persians
6. rondel maneuver1 ; Arabs
"""


def game() -> Record:
    """Give a short record of an opening."""
    record = records.start_record(make("antike-2006").seated(SEATS, "Phoenicians"))
    records.play(record, MOVES)
    return record


def bad(text: str) -> str:
    """Give the message with which a record is refused."""
    with pytest.raises(NotationError) as caught:
        records.loads(text)
    assert caught.value.code == "bad_record"
    assert "\n" not in caught.value.message
    return caught.value.message


# ---- writing ---------------------------------------------------------------------------------------------------------


def test_a_record_is_headers_and_numbered_moves() -> None:
    assert records.dumps(game()) == TEXT


def test_a_record_replays_its_game() -> None:
    again = records.loads(TEXT)
    assert again.actions == game().actions
    assert again.last().key() == game().last().key()
    assert [state.key() for state in again.states()][-1] == again.last().key()
    assert len(list(again.states())) == len(again.actions) + 1
    assert now(again.last()) == ("Phoenicians", "rondel")
    assert nation(again.last(), "Phoenicians")["legions"] == {"Tyros": 1}


def test_a_payment_left_open_is_written_so() -> None:
    record = records.start_record(make("antike-2006").seated(SEATS, "Phoenicians"))
    records.play(record, ["rondel arming", "arm legion Tyros ..."])
    assert records.moves_of(record)[-1][0] == "arm legion Tyros ..."
    again = records.loads(records.dumps(record))
    assert again.actions == record.actions
    assert now(again.last()) == ("Phoenicians", "pay")
    records.play(again, ["pay 1 coin"])
    assert [text for text, _ in records.moves_of(again)] == ["rondel arming", "arm legion Tyros 1 coin"]


def test_a_record_may_begin_with_a_payment() -> None:
    state = moments.greeks("pay", {"iron": 1, "coins": 1}, pending="arm legion Pella")
    record = records.start_record(state)
    assert records.moves_of(record) == []
    records.play(record, ["pay 1 coin"])
    assert [text for text, _ in records.moves_of(record)] == ["pay 1 coin"]
    assert records.loads(records.dumps(record)).last().key() == record.last().key()


def test_the_seed_is_noted() -> None:
    record = records.start_record(make("antike-2006").new(7), 7)
    assert '[Seed "7"]' in records.dumps(record).splitlines()
    assert records.loads(records.dumps(record)).header["seed"] == 7
    assert "seed" not in records.start_record(make("antike-2006").new(7)).header


def test_the_json_form_has_the_same_keys() -> None:
    entry = records.to_object(game())
    assert entry == {
        "game": "antike-2006", "board": "east", "players": 4, "nations": SEATS, "start": "Phoenicians", "rules": 1,
        "result": "*", "end": "",
        "moves": ["rondel arming", "arm legion Tyros 1 iron", "done", "rondel gold", "rondel marble",
                  "rondel maneuver1"],
    }  # fmt: skip
    assert records.from_object(entry).actions == game().actions
    assert records.loads("\n " + json.dumps(entry)).actions == game().actions


@pytest.mark.parametrize(
    ("state", "result", "end"),
    [
        (MOMENTS["over"][0], "Greeks", "personages"),
        (lambda: at(phase="over", options={"round-limit": 1}, round=2, end="round-limit"), "none", "round-limit"),
        (at, "*", ""),
    ],
)
def test_result_and_end_are_written(state: Any, result: str, end: str) -> None:
    record = records.start_record(state())
    assert records.result_of(record.last()) == result
    entry = records.to_object(record)
    assert (entry["result"], entry["end"]) == (result, end)
    assert records.loads(records.dumps(record)).last().key() == record.last().key()


# ---- where a record begins -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("phase", MOMENTS)
def test_a_record_may_begin_at_any_position(phase: str) -> None:
    state = MOMENTS[phase][0]()
    record = records.start_record(state)
    again = records.loads(records.dumps(record))
    assert again.last().key() == state.key()
    if "position" in record.header:
        assert record.header["position"] == to_position(state)
        assert set(record.header) <= {"game", "board", "players", "options", "position"}


def test_an_opening_needs_no_position() -> None:
    assert "position" not in records.start_record(make("antike-2005", 3).new(5)).header
    assert "position" not in records.start_record(make("antike-2006", 3, "", {"choose": 1}).new(5)).header
    assert "position" in records.start_record(at(round=2)).header
    header = records.start_record(at(turn="Greeks", phase="temple", nations={"Greeks": {"marble": 5}})).header
    assert header["position"]["phase"] == "temple"


def test_options_and_chosen_nations_are_part_of_a_record() -> None:
    record = records.start_record(make("antike-2006", 3, "", {"choose": 1, "longer-game": 1}).new(0))
    records.play(record, ["nation Greeks", "nation Arabs", "city Adane"])
    text = records.dumps(record)
    assert '[Options "{\\"choose\\": 1, \\"longer-game\\": 1}"]' in text.splitlines()
    assert "Nations" not in text
    assert "1. nation Greeks ; seat 0" in text.splitlines()
    assert records.loads(text).last().key() == record.last().key()


def test_an_own_board_is_part_of_a_record() -> None:
    record = records.start_record(make("antike-2006", 4, inline()).seated(SEATS, "Greeks"))
    records.play(record, ["rondel iron"])
    again = records.loads(records.dumps(record))
    assert again.header["board"] == inline()
    assert again.last().key() == record.last().key()


def test_a_title_may_hold_what_only_looks_like_an_end_of_line() -> None:
    board = {**inline(), "title": "My\u2028board\x85"}
    record = records.start_record(make("antike-2006", 4, board).new(1))
    assert records.loads(records.dumps(record)).header["board"] == board


def test_the_drawn_seat_that_begins_is_part_of_a_record() -> None:
    board = inline()
    del board["start_nation"]
    seen = set()
    for seed in range(6):
        record = records.start_record(make("antike-2006", 4, board, {"choose": 1}).new(seed), seed)
        again = records.loads(records.dumps(record))
        assert again.last().key() == record.last().key()
        assert records.from_object(records.to_object(record)).last().key() == record.last().key()
        seen.add(antike(record.last()).start)
    assert len(seen) > 1


def test_the_number_of_players_follows_from_the_nations() -> None:
    text = '[Game "antike-2006"]\n[Nations "Arabs, Greeks, Persians"]\n[Start "Greeks"]\n'
    assert records.loads(text).last().game.seats == 3


# ---- reading ---------------------------------------------------------------------------------------------------------


def test_comments_blank_lines_and_missing_numbers_are_no_trouble() -> None:
    loose = """
; a comment of its own

[Game "antike-2006"]
[Nations "Phoenicians,Greeks , Persians, Arabs"]
[Start "Phoenicians"]
   rondel arming
2. arm legion Tyros 1 iron ; comment ; with another
done;tight
  4.rondel gold
5.   rondel marble
rondel maneuver1
"""
    assert records.loads(loose).actions == game().actions


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("2. arm", "3. arm", "Line 11: move 2 was expected, not 3."),
        ("2. arm", "1234567890. arm", "Line 11: move 2 was expected, not 1234567890."),
        ("3. done", "3. ; nothing", "Line 12: the move is empty."),
        ('[Board "east"]', '[Bord "east"]', 'Line 2: a header is [Name "value"], the names are Game, Board, Players, '
         "Options, Nations, Start, Deal, Position, Seed, Rules, Result, End."),
        ('[Board "east"]', "[Board east]", 'Line 2: a header is [Name "value"], the names are Game, Board, Players, '
         "Options, Nations, Start, Deal, Position, Seed, Rules, Result, End."),
        ('[Board "east"]', '[Game "antike-2005"]', "Line 2: the header Game occurs twice."),
        ('[Players "4"]', '[Players "four"]', "Line 3: Players cannot be read: Expecting value: line 1 column 1 (char "
         "0)."),
        ('[Board "east"]', '[Board "a" "b"]', "Line 2: Board cannot be read: Extra data: line 1 column 5 (char 4)."),
        ('[Rules "1"]', '[Rules "2"]', "The record is of rules version 2; this program plays version 1."),
        ('[Result "*"]', '[Result "Greeks"]', "The record says result 'Greeks', its moves reach '*'."),
        ('[End ""]', '[End "temple"]', "The record says end 'temple', its moves reach ''."),
        ("rondel gold", "rondel cold", "Move 4, 'rondel cold': There is no wedge 'cold'; did you mean gold?"),
        ("rondel gold", "rondel war", "Move 4, 'rondel war': There is no wedge 'war'; try iron, temple, gold, "
         "maneuver1, arming, marble, know-how, maneuver2."),
    ],
)  # fmt: skip
def test_a_record_that_cannot_be_replayed_says_where(old: str, new: str, message: str) -> None:
    assert bad(TEXT.replace(old, new)) == message


def test_a_refused_move_names_its_rule() -> None:
    with pytest.raises(NotationError) as caught:
        records.loads(TEXT.replace("rondel gold", "temple Pella"))
    assert (caught.value.code, caught.value.rule) == ("bad_record", "A06-123")
    assert caught.value.message == "Move 4, 'temple Pella': Not now: the Greeks must move on the rondel first."


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ('[Game "antike-2006"]\n', "", "bad_position"), ("antike-2006", "chess", "unknown_game"),
        ('"east"', '"moon"', "unknown_board"), ('"4"', '"9"', "bad_setup"), ('"4"', '"true"', "bad_position"),
        ('"4"', '"NaN"', None), ("Persians", "Huns", "bad_setup"), ("Persians, ", "", "bad_setup"),
        ('[Start "Phoenicians"]\n', "", "bad_setup"), ('[Start "Phoenicians"]', '[Start "Egyptians"]', "bad_setup"),
        ('[Board "east"]', '[Board "{}"]', "bad_board"), ('[Players "4"]', '[Options "[1]"]', "bad_position"),
        ('[Players "4"]', '[Options "{\\"turbo\\": 1}"]', "bad_option"),
        ("[Rules", '[Position "{\\"x\\": 1}"]\n[Rules', "bad_position"),
        ("[Rules", '[Position "5"]\n[Rules', None), ("[Rules", '[Position "null"]\n[Rules', None),
        ('[Players "4"]', f'[Players "{"1" * 5000}"]', "bad_record"),
        ('[Players "4"]', f'[Players "{"[" * 9000}"]', "bad_record"),
    ],
)  # fmt: skip
def test_headers_that_name_no_game_are_refused(old: str, new: str, code: str | None) -> None:
    with pytest.raises(RondelError) as caught:
        records.loads(TEXT.replace(old, new))
    assert code is None or caught.value.code == code


@pytest.mark.parametrize(
    "position",
    [{"game": "antike-2005"}, {"players": 3}, {"options": {"expert": 1}}, {"board": inline()}],
    ids=["game", "players", "options", "board"],
)
def test_a_position_of_another_game_than_the_headers_is_refused(position: dict[str, Any]) -> None:
    header = {"game": "antike-2006", "players": 4, "board": "east", "options": {}}
    with pytest.raises(RondelError) as caught:
        records.from_object({**header, "position": {"game": "antike-2006", **position}})
    assert caught.value.code == "bad_record"
    assert "another" in caught.value.message


@pytest.mark.parametrize("data", [None, 5, "x", [], {"moves": {}}, {"moves": "done"}, {"moves": None}])
def test_a_record_is_an_object_with_moves(data: object) -> None:
    with pytest.raises(NotationError) as caught:
        records.from_object(data)
    assert (caught.value.code, caught.value.message) == ("bad_record", "A record is an object with a list of moves.")


@pytest.mark.parametrize("move", [5, None, ["done"], {}])
def test_moves_are_texts(move: object) -> None:
    with pytest.raises(NotationError) as caught:
        records.from_object({**records.to_object(game()), "moves": ["rondel iron", move]})
    assert caught.value.message == "Move 2 must be a text."


@pytest.mark.parametrize("text", ["{", "{" * 100_000, '{"moves": [' + "1" * 5000 + "]}"])
def test_broken_json_is_refused(text: str) -> None:
    assert bad(text).startswith("The record is not JSON: ")


@settings(max_examples=50, deadline=None, derandomize=True)
@given(st.lists(st.sampled_from([*TEXT.splitlines(), "[", "[Seed 3]", "x", "; y", "9. done", "{}"]), max_size=14))
def test_any_lines_are_read_or_refused_with_a_code(lines: list[str]) -> None:
    with suppress(RondelError):
        record = records.loads("\n".join(lines))
        assert records.loads(records.dumps(record)).actions == record.actions


# ---- playing on and cutting ------------------------------------------------------------------------------------------


def test_moves_are_added_all_or_none() -> None:
    record = game()
    before = list(record.actions)
    with pytest.raises(RondelError):
        records.play(record, ["rondel marble", "rondel nowhere"])
    assert record.actions == before
    state = records.play(record, ["rondel marble", "rondel maneuver1"])
    assert len(record.actions) == len(before) + 2
    assert state.key() == record.last().key()


@pytest.mark.parametrize(
    ("moves", "code", "rule", "message"),
    [
        (["rondel nowhere"], "unknown_name", "", "There is no wedge 'nowhere'; try iron, temple, gold, maneuver1, "
         "arming, marble, know-how, maneuver2."),
        (["temple Tyros"], "not_now", "A06-123", "Not now: the Phoenicians must move on the rondel first."),
        (["rondel x", "rondel marble"], "unknown_name", "", "Move 1, 'rondel x': There is no wedge 'x'; try iron, "
         "temple, gold, maneuver1, arming, marble, know-how, maneuver2."),
        (["rondel marble", "temple Pella"], "not_now", "A06-123",
         "Move 2, 'temple Pella': Not now: the Greeks must move on the rondel first."),
    ],
)  # fmt: skip
def test_of_several_moves_the_refused_one_is_named(moves: list[str], code: str, rule: str, message: str) -> None:
    record = game()
    before = list(record.actions)
    with pytest.raises(IllegalMove if rule else NotationError) as caught:
        records.play(record, moves)
    assert (caught.value.code, caught.value.rule, caught.value.message) == (code, rule, message)
    assert record.actions == before


@pytest.mark.parametrize(("moves", "actions"), [(0, 0), (1, 1), (2, 3), (3, 4), (6, 7), (7, 7), (99, 7)])
def test_a_record_is_cut_after_so_many_moves(moves: int, actions: int) -> None:
    record = game()
    short = records.cut(record, moves)
    assert short.actions == record.actions[:actions]
    assert [text for text, _ in records.moves_of(short)] == [text for text, _ in records.moves_of(record)][:moves]
    short.actions.append(0)
    assert len(record.actions) == 7


def test_a_record_that_breaks_is_written_as_far_as_it_goes() -> None:
    record = game()
    assert records.dumps_unchecked(record) == records.dumps(record)
    record.actions += [999_999, 5]
    text = records.dumps_unchecked(record)
    assert text == TEXT + "; then the actions 999999 5\n"
    assert records.loads(text).actions == record.actions[:-2]
    record.header["position"] = {"nonsense": 1}
    assert records.dumps_unchecked(record) == ""
