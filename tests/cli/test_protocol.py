"""The engine protocol: every command, errors as objects, and a bad line that never changes the game."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rondel import protocol
from rondel import record as records
from rondel.cli.engine import Waiting, is_stop
from rondel.compact import from_line, to_line
from rondel.errors import CODES
from rondel.position import from_position, to_position
from rondel.protocol import Session, describe, serve
from rondel.registry import BOOKS
from tests.notation import test_moves as moments
from tests.notation.test_positions import MOMENTS, inline
from tests.notation.test_records import SEATS, TEXT

Answer = dict[str, Any]


class Talk:
    """A conversation with one session."""

    def __init__(self, *lines: object) -> None:
        self.session = Session()
        for line in lines:
            assert self.say(line)["ok"], line

    def say(self, line: object) -> Answer:
        answer = self.session.answer(line if isinstance(line, str) else json.dumps(line))
        assert "\n" not in answer
        read: Answer = json.loads(answer)
        return read

    def ask(self, cmd: str, **more: Any) -> Answer:
        return self.say({"cmd": cmd, **more})

    def fails(self, cmd: str, **more: Any) -> tuple[str, str]:
        before = self.state()
        answer = self.ask(cmd, **more)
        assert answer["ok"] is False
        assert set(answer) == {"ok", "error"}
        assert set(answer["error"]) == {"code", "message", "rule"}
        assert answer["error"]["code"] in CODES
        assert self.state() == before
        return answer["error"]["code"], answer["error"]["message"]

    def state(self) -> object:
        session = self.session
        keys = [state.key() for state in session.states]
        return keys, session.record and list(session.record.actions), session.over


NEW = {"cmd": "new", "game": "antike-2006", "nations": SEATS, "start": "Phoenicians"}


def test_games_lists_rulebooks_boards_and_options() -> None:
    answer = Talk().ask("games")
    assert answer["ok"] is True
    assert [entry["id"] for entry in answer["games"]] == list(BOOKS)
    newer = answer["games"][1]
    assert (newer["title"], newer["year"], newer["players"], newer["boards"]) == (
        "Antike, revised edition", 2006, [2, 3, 4, 5, 6], list(BOOKS["antike-2006"].boards),
    )  # fmt: skip
    options = {entry["id"]: entry for entry in newer["options"]}
    assert options["bank-units"] == {
        "id": "bank-units", "title": "Units of each resource in the bank", "rule": "A06-R10",
        "players": [2, 3, 4, 5, 6], "opens": [], "value": [18, 1000], "conflicts": [], "house": False,
    }  # fmt: skip
    assert options["round-limit"]["house"] is True
    assert options["expert"]["value"] is None
    assert options["choose"]["conflicts"] == ["two-colours"]
    assert [(entry["id"], entry["opens"]) for entry in describe("antike-2")["options"] if entry["opens"]] == [
        ("two-players", [2])
    ]
    assert describe("antike-2005")["id"] == "antike-2005"
    assert newer["players_on"] == {"east": [2, 3, 4, 5, 6], "west": [2, 3, 4, 5, 6], "aegean-mini": [2, 3]}


def test_new_begins_a_game() -> None:
    talk = Talk()
    assert talk.ask("new", game="antike-2006", seed=3) == talk.ask("new", game="antike-2006", seed=3, players=4)
    answer = talk.say(NEW)
    assert answer == {
        "ok": True, "ply": 0, "to_act": 0, "turn_of": 0, "actor": "Phoenicians", "phase": "rondel",
        "prompt": "Phoenicians: move on the rondel",
    }  # fmt: skip
    three = talk.ask("new", game="antike-2005", players=3, options=["longer-game"], board="east")
    assert three["phase"] == "city"
    own = talk.ask("new", game="antike-2005", players=3, board=inline())
    assert own["phase"] == "rondel"
    chosen = talk.ask("new", game="antike-2006", options={"choose": 1})
    assert (chosen["actor"], chosen["phase"], chosen["to_act"]) == (None, "nation", 0)


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        ({"players": "4"}, "bad_request"), ({"players": True}, "bad_request"), ({"players": 4.0}, "bad_request"),
        ({"seed": None}, "bad_request"), ({"seed": 1.5}, "bad_request"), ({"board": 5}, "bad_request"),
        ({"board": None}, "bad_request"), ({"players": 9}, "bad_setup"), ({"board": "moon"}, "unknown_board"),
        ({"board": {}}, "bad_board"), ({"options": "expert"}, "bad_position"), ({"options": {"x": 1}}, "bad_option"),
        ({"game": "chess"}, "unknown_game"), ({"game": None}, "unknown_game"), ({"nations": "Greeks"}, "bad_setup"),
        ({"nations": ["Greeks"], "start": "Greeks"}, "bad_setup"), ({"nations": SEATS}, "bad_setup"),
        ({"nations": SEATS, "start": "Greeks", "options": ["choose"]}, "bad_request"),
        ({"nations": SEATS, "start": 5}, "bad_setup"), ({"nations": [[]] * 4, "start": "x"}, "bad_setup"),
    ],
)  # fmt: skip
def test_a_game_that_cannot_be_new(request_: Answer, code: str) -> None:
    talk = Talk(NEW, {"cmd": "play", "move": "rondel arming"})
    assert talk.fails("new", **{"game": "antike-2006", **request_})[0] == code


@pytest.mark.parametrize("phase", MOMENTS)
def test_a_position_is_loaded_and_told(phase: str) -> None:
    state = MOMENTS[phase][0]()
    talk = Talk()
    brief = talk.ask("load", position=to_position(state))
    assert brief["ply"] == 0
    assert (
        brief == talk.ask("load", position=to_line(state)) == talk.ask("load", position=json.dumps(to_position(state)))
    )
    assert talk.ask("position") == {"ok": True, "position": to_position(state)}
    line = talk.ask("position", format="line")["position"]
    assert from_line(line).key() == from_position(talk.ask("position")["position"]).key() == state.key()
    listed = talk.ask("legal")
    assert [entry["action"] for entry in listed["legal"]] == list(state.legal())
    if phase == "over":
        assert brief["end"] == "personages"
        assert brief["result"] == "Greeks"
        assert brief["returns"] == [1.0, -1 / 3, -1 / 3, -1 / 3]
        assert brief["to_act"] == -2
        assert listed["legal"] == []
    else:
        assert brief["phase"] == phase
        assert brief["prompt"] == state.game.prompt(state)
        assert listed["legal"][0]["move"] == state.game.action_text(state, state.legal()[0])


def test_a_record_is_loaded_in_either_form() -> None:
    talk = Talk()
    text = talk.ask("load", record=TEXT)
    assert text["ply"] == 7
    assert talk.ask("load", record=records.to_object(records.loads(TEXT))) == text
    assert talk.ask("record")["record"] == TEXT
    assert talk.ask("undo", count=7)["ply"] == 0


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        ({}, "bad_position"), ({"position": None}, "bad_position"), ({"position": []}, "bad_position"),
        ({"position": ""}, "bad_position"), ({"position": "{"}, "bad_position"), ({"position": {}}, "bad_position"),
        ({"record": 5}, "bad_record"), ({"record": None}, "bad_record"), ({"record": ""}, "bad_position"),
        ({"record": {"game": "antike-2006", "moves": ["x"]}}, "bad_setup"),
        ({"record": TEXT.replace("rondel gold", "rondel x")}, "bad_record"),
        ({"record": {"game": "antike-2006", "position": None}}, None),
    ],
)  # fmt: skip
def test_what_cannot_be_loaded_leaves_the_game(request_: Answer, code: str | None) -> None:
    talk = Talk(NEW, {"cmd": "play", "move": "rondel arming"})
    found = talk.fails("load", **request_)[0]
    assert code is None or found == code


def test_moves_are_played_by_text_number_or_list() -> None:
    talk = Talk(NEW)
    assert talk.ask("play", move="rondel arming")["ply"] == 1
    number = next(entry["action"] for entry in talk.ask("legal")["legal"] if entry["move"] == "arm legion Tyros")
    assert talk.ask("play", move=number)["phase"] == "pay"
    answer = talk.ask("play", moves=["pay 1 iron", 0, "rondel gold"])
    assert (answer["ply"], answer["actor"], answer["to_act"]) == (5, "Persians", 2)
    assert talk.ask("record")["record"].splitlines()[-1] == "4. rondel gold ; Greeks"


def test_legal_moves_have_their_prices() -> None:
    talk = Talk({"cmd": "load", "position": to_position(moments.greeks("rondel", {"rondel": "iron", "gold": 1}))})
    listed = talk.ask("legal")["legal"]
    assert {entry["move"]: entry.get("price") for entry in listed} == {
        "rondel temple": None, "rondel gold": None, "rondel maneuver1": None, "rondel arming": "1 unit",
    }  # fmt: skip
    assert [set(entry) for entry in listed if "price" not in entry] == [{"action", "move"}] * 3


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        ({}, "bad_request"), ({"moves": []}, "bad_request"), ({"moves": "done"}, "bad_request"),
        ({"moves": None}, "bad_request"), ({"move": None}, "bad_request"), ({"move": True}, "bad_request"),
        ({"move": 1.0}, "bad_request"), ({"move": [0]}, "bad_request"), ({"move": ""}, "bad_text"),
        ({"move": "rondel x"}, "unknown_name"), ({"move": "temple Tyros"}, "not_now"), ({"move": -1}, "not_offered"),
        ({"move": 10**30}, "not_offered"), ({"moves": ["rondel gold", "rondel x"]}, "unknown_name"),
        ({"moves": ["rondel arming", "arm legion Tyros", 5, "done"]}, "not_now"),
        ({"moves": ["rondel gold", None]}, "bad_request"),
    ],
)  # fmt: skip
def test_moves_are_played_all_or_none(request_: Answer, code: str) -> None:
    assert Talk(NEW).fails("play", **request_)[0] == code


def test_decisions_are_taken_back() -> None:
    talk = Talk(NEW)
    first = talk.ask("position")["position"]
    talk.ask("play", moves=["rondel arming", "arm legion Tyros", "done"])
    assert talk.ask("undo")["phase"] == "arming"
    assert talk.ask("undo", count=3)["ply"] == 0
    assert talk.ask("position")["position"] == first
    assert talk.ask("record")["record"].splitlines()[-1] == ""
    talk.ask("play", move="rondel gold")
    assert talk.ask("undo", count=1)["ply"] == 0
    assert talk.fails("undo") == ("bad_request", "`count` must be from 1 to 0, the decisions played.")


@pytest.mark.parametrize("count", [0, -1, 3, 10**30, 1.0, "1", None, True])
def test_more_than_was_played_cannot_be_taken_back(count: object) -> None:
    talk = Talk(NEW, {"cmd": "play", "moves": ["rondel gold", "rondel gold"]})
    assert talk.fails("undo", count=count) == (
        "bad_request",
        "`count` must be from 1 to 2, the decisions played.",
    )


def test_why_says_what_is_wrong_with_a_move() -> None:
    talk = Talk(NEW)
    before = talk.state()
    assert talk.ask("why", move="rondel gold") == {"ok": True, "legal": True}
    answer = talk.ask("why", move="temple Tyros")
    assert answer["legal"] is False
    assert set(answer["reason"]) == {"code", "message", "rule"}
    assert (answer["reason"]["code"], answer["reason"]["rule"]) == ("not_now", "A06-123")
    assert talk.ask("why", move=0)["reason"]["code"] == "not_now"
    assert talk.ask("why", move="x")["reason"] == {
        "code": "unknown_name", "rule": None, "message": talk.ask("why", move="x")["reason"]["message"],
    }  # fmt: skip
    assert talk.state() == before
    wrong: list[object] = [None, True, 1.5, [], {}]
    for move in wrong:
        assert talk.fails("why", move=move) == ("bad_request", "`why` needs a `move`: a text or a number.")
    assert talk.fails("why")[0] == "bad_request"


def test_the_format_of_a_position() -> None:
    talk = Talk(NEW)
    wrong: list[object] = ["xml", "", None, 5, [], {}]
    for form in wrong:
        assert talk.fails("position", format=form) == ("bad_request", "`format` is json or line.")
    own = Talk({"cmd": "new", "game": "antike-2006", "board": inline()})
    assert own.fails("position", format="line")[0] == "bad_position"


@pytest.mark.parametrize("cmd", ["position", "legal", "play", "undo", "why", "record"])
def test_most_commands_need_a_game(cmd: str) -> None:
    assert Talk().fails(cmd, move="done") == (
        "bad_request",
        "There is no game yet: send `new` or `load` first.",
    )


def test_ids_are_echoed() -> None:
    talk = Talk(NEW)
    for number in (1, "a", None, [1, {"b": 2}], 1.5, True, "é\n"):
        assert talk.ask("legal", id=number)["id"] == number
        assert talk.ask("play", move="x", id=number)["id"] == number
        assert talk.ask("nonsense", id=number) == {
            "ok": False, "id": number, "error": talk.ask("nonsense")["error"],
        }  # fmt: skip
    assert "id" not in talk.ask("legal")
    assert "id" not in talk.say("[1]")


COMMANDS = "games, new, load, position, legal, play, draw, undo, why, go, analyse, stop, record, quit"


@pytest.mark.parametrize(
    "line",
    ["[]", "5", "null", '"legal"', "{}", '{"cmd": "fly"}', '{"cmd": null}', '{"cmd": 5}', '{"cmd": []}', '{"cmd": {}}'],
)
def test_a_request_is_an_object_with_a_command(line: str) -> None:
    talk = Talk(NEW, {"cmd": "play", "move": "rondel arming"})
    before = talk.state()
    answer = talk.say(line)
    assert answer == {
        "ok": False,
        "error": {
            "code": "bad_request", "message": f"A request is an object whose `cmd` is one of: {COMMANDS}.",
            "rule": None,
        },
    }  # fmt: skip
    assert talk.state() == before


@pytest.mark.parametrize("line", ["", "{", "legal", "{'cmd': 'legal'}", "[" * 100_000, '{"id": ' + "1" * 5000 + "}"])
def test_a_line_that_is_not_json(line: str) -> None:
    talk = Talk(NEW)
    before = talk.state()
    answer = talk.say(line)
    assert answer["error"]["code"] == "bad_request"
    assert answer["error"]["message"].startswith("The line is not JSON: ")
    assert talk.state() == before


def test_answers_are_json_that_can_be_written() -> None:
    for line in ('{"cmd": "games", "id": NaN}', '{"cmd": "games", "id": "\\ud800"}'):
        answer = Session().answer(line)
        assert answer.encode("utf-8")
        assert json.loads(answer, parse_constant=_no_constant)


def _no_constant(name: str) -> object:
    raise AssertionError(f"{name} is no JSON")


def test_a_line_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "LIMIT", 30)
    talk = Talk()
    assert talk.say('{"cmd": "games"}' + " " * 14)["ok"] is True
    assert talk.say('{"cmd": "games"}' + " " * 15)["error"] == {
        "code": "bad_request", "message": "A line is at most 30 characters long.", "rule": None,
    }  # fmt: skip


def test_the_end_of_a_game_is_told() -> None:
    limit = {"cmd": "new", "game": "antike-2006", "players": 3, "options": {"round-limit": 1}}
    talk = Talk(limit, {"cmd": "play", "moves": ["rondel gold", "rondel gold"]})
    answer = talk.ask("play", move="rondel gold")
    assert answer["end"] == "round-limit"
    assert (answer["result"], answer["returns"], answer["to_act"]) == ("none", [0.0, 0.0, 0.0], -2)
    assert talk.fails("play", move="rondel gold")[0] == "over"
    assert "prompt" not in talk.ask("legal")
    assert talk.ask("undo")["phase"] == "rondel"


def test_lines_are_answered_until_quit() -> None:
    lines = ['{"cmd": "games", "id": 1}\n', "\n", "   ", "x\n", '{"cmd": "quit", "id": 2}', '{"cmd": "games"}']
    answers = [json.loads(answer) for answer in serve(lines)]
    assert [answer["ok"] for answer in answers] == [True, False, True]
    assert answers[-1] == {"ok": True, "id": 2}
    assert len(list(serve(['{"cmd": "games"}']))) == 1
    assert list(serve([])) == []


@pytest.mark.untraced
@settings(max_examples=60, deadline=None, derandomize=True)
@given(
    st.dictionaries(
        st.sampled_from(["cmd", "game", "move", "moves", "count", "position", "record", "format", "id", "nations"]),
        st.sampled_from(COMMANDS.split(", ")) | st.none() | st.integers() | st.lists(st.integers(), max_size=2)
        | st.text(max_size=8) | st.dictionaries(st.text(max_size=3), st.integers(), max_size=2),
    ),
    st.sampled_from(COMMANDS.split(", ")),
)  # fmt: skip
def test_any_request_is_answered(request_: Answer, cmd: str) -> None:
    talk = Talk(NEW)
    before = talk.state()
    answer = talk.say({"cmd": cmd, **request_})
    assert isinstance(answer["ok"], bool)
    if not answer["ok"]:
        assert talk.state() == before
        assert answer["error"]["code"] in CODES


def test_a_battle_is_answered_by_the_other_seat() -> None:
    talk = Talk({"cmd": "load", "position": to_position(moments.answer())})
    answer = talk.ask("legal")
    assert (answer["to_act"], answer["turn_of"], answer["actor"]) == (1, 0, "Persians")
    assert answer["prompt"] == "Persians: fight the Greeks in Pella, or keep the peace"


# ---- bots ------------------------------------------------------------------------------------------------------------


def test_a_bot_decides_ranks_and_plays() -> None:
    talk = Talk({"cmd": "new", "game": "antike-2006", "seed": 1})
    answer = talk.ask("go", most=8)
    assert [*answer] == ["ok", "bot", "action", "move", "ranking"]
    assert answer["bot"] == "greedy"
    (booked,) = [entry for entry in answer["ranking"] if "opening book" in entry["reason"]]
    assert booked["action"] == answer["action"]
    assert len(answer["ranking"]) == 8
    values = [entry["value"] for entry in answer["ranking"]]
    assert values == sorted(values, reverse=True)
    assert talk.ask("legal")["ply"] == 0
    played = talk.ask("go", bot="random", seed=4, play=True)
    assert played["ply"] == 1
    assert played["move"] in [entry["move"] for entry in Talk(NEW).ask("legal")["legal"]]


def test_nodes_and_a_seed_fix_the_decision_of_a_bot() -> None:
    for bot in ("search:time=600", "level:5", "level:4,nodes=30"):
        first, again = (
            Talk({"cmd": "new", "game": "antike-duellum", "seed": 2, "deal": True}).ask(
                "go", bot=bot, nodes=40, seed=3, most=4
            )
            for _ in range(2)
        )
        assert first == again
        assert first["ok"]


def test_a_bot_that_is_asked_again_thinks_as_its_name_says_and_answers_the_same() -> None:
    # a bot of random moves goes on with its numbers where it is kept; a new one would begin again
    asked = {"bot": "random", "seed": 1}
    talk = Talk({"cmd": "new", "game": "antike-2006", "seed": 1})
    kept = [talk.ask("go", **asked)["action"] for _ in range(12)]
    anew = [Talk({"cmd": "new", "game": "antike-2006", "seed": 1}).ask("go", **asked)["action"] for _ in range(12)]
    assert len(set(kept)) > len(set(anew)) == 1
    # without a budget in the question, that of the name counts
    few = [Talk(NEW).ask("go", bot="search:nodes=2", seed=1, most=3) for _ in range(2)]
    assert few[0] == few[1]
    assert few[0] != Talk(NEW).ask("go", bot="search:nodes=2", seed=1, most=3, nodes=200)


def test_a_bot_decides_in_a_position_that_is_given() -> None:
    talk = Talk({"cmd": "new", "game": "attika", "seed": 1, "deal": True})
    seen = talk.ask("position", seat=talk.ask("legal")["to_act"])["position"]
    before = talk.state()
    answer = talk.ask("go", position=seen)
    assert answer["move"] in [entry["move"] for entry in talk.ask("legal")["legal"]]
    assert talk.state() == before
    assert talk.fails("go", position=seen, play=True)[0] == "bad_request"


def test_a_bot_cannot_be_asked_for_what_is_not_there() -> None:
    talk = Talk()
    assert talk.fails("go")[0] == "bad_request"
    talk = Talk({"cmd": "new", "game": "antike-duellum", "seed": 1})
    assert talk.fails("go")[0] == "not_now"
    talk = Talk({"cmd": "new", "game": "antike-2006", "options": {"round-limit": 1}, "seed": 1})
    for more in ({"bot": 3}, {"bot": "random", "most": -1}, {"bot": "level:5", "seconds": -1}, {"play": 1}):
        assert talk.fails("go", **more)[0] == "bad_request"
    assert talk.fails("go", bot="nobody")[0] == "unknown_bot"
    while "end" not in talk.ask("go", bot="random", play=True):
        pass
    assert talk.fails("go")[0] == "over"


QUICK = {"bot": "search:nodes=20", "lines": 2, "trials": 4}


def test_a_position_is_analysed_with_lines_chances_and_counts() -> None:
    talk = Talk(NEW)
    found = talk.ask("analyse", **QUICK)
    assert found["bot"] == "search:nodes=20"
    assert found["trials"] == 4
    assert found["nodes"] > 20
    assert len(found["lines"]) == 2
    assert found["chances"] == found["lines"][0]["chances"]
    assert sum(found["chances"]) == pytest.approx(1.0, abs=1e-3)
    assert found["lines"][0]["value"] >= found["lines"][1]["value"]
    again = Talk(NEW).ask("analyse", **QUICK)
    assert again == found
    seen = talk.ask("position")["position"]
    talk.ask("play", move="rondel marble")
    assert talk.ask("analyse", position=seen, **QUICK)["prompt"] == found["prompt"]  # and the game stays as it is
    assert talk.ask("legal")["ply"] == 1


def test_an_analysis_tells_what_the_others_threaten() -> None:
    talk = Talk(NEW)
    found = talk.ask("analyse", **QUICK, threats=True)
    plain = talk.ask("analyse", **QUICK)
    players = len(plain["chances"])
    assert [threat["seat"] for threat in found["threats"]] == list(range(1, players))
    assert all(threat["who"] and threat["moves"] and threat["reason"] for threat in found["threats"])
    assert "threats" not in plain
    assert found["lines"] == plain["lines"]
    assert talk.fails("analyse", threats=1)[0] == "bad_request"


def test_an_analysis_cannot_be_asked_for_what_is_not_there() -> None:
    assert Talk().fails("analyse")[0] == "bad_request"
    talk = Talk(NEW)
    for more in ({"bot": 3}, {"lines": 0}, {"trials": 1}, {"lines": "2"}, {"seconds": -1}, {"seconds": True}):
        assert talk.fails("analyse", **more)[0] == "bad_request"
    assert talk.fails("analyse", bot="greedy")[0] == "bad_option"
    talk.ask("play", moves=["rondel arming", "arm legion Tyros ..."])  # a payment is open
    assert talk.fails("analyse", **QUICK)[0] == "not_now"
    drawing = Talk({"cmd": "new", "game": "attika", "players": 2, "seed": 1})
    while drawing.ask("legal")["to_act"] != -1:
        drawing.ask("play", move=drawing.ask("legal")["legal"][0]["action"])
    assert drawing.fails("analyse", **QUICK)[0] == "not_now"
    limit = {"cmd": "new", "game": "antike-2006", "players": 3, "options": {"round-limit": 1}}
    over = Talk(limit, {"cmd": "play", "moves": ["rondel gold", "rondel gold", "rondel gold"]})
    assert over.fails("analyse", **QUICK)[0] == "over"


def test_a_stop_or_the_time_ends_an_analysis() -> None:
    asked = {"cmd": "analyse", "bot": "search:nodes=20", "trials": 1000}
    for halted, more in ((lambda: True, {}), (None, {"seconds": 0.001})):
        answers = list(serve([json.dumps(NEW), json.dumps({**asked, **more}), json.dumps({"cmd": "stop"})], halted))
        assert json.loads(answers[1])["trials"] < 1000
        assert json.loads(answers[2]) == {"ok": True}


def test_a_stop_ends_the_thinking() -> None:
    answers = serve(
        [
            json.dumps({"cmd": "new", "game": "antike-2006", "seed": 1}),
            json.dumps({"cmd": "go", "bot": "search", "seconds": 600}),
            json.dumps({"cmd": "stop"}),
        ],
        halted=lambda: True,
    )
    told = [json.loads(answer) for answer in answers]
    assert told[1]["move"].startswith("rondel ")
    assert told[2] == {"ok": True}


def test_the_command_sees_a_stop_while_a_bot_thinks() -> None:
    lines = Waiting(["{}", "stop", '{"cmd": "stop"}', '{"cmd": "stopped"}'])
    seen = []
    for line in lines:
        seen.append((line, lines.stop_waits()))
        while lines._waiting and not lines._ended:
            time.sleep(0.01)
    assert [line for line, _ in seen] == ["{}", "stop", '{"cmd": "stop"}', '{"cmd": "stopped"}']
    assert seen[-1][1] is False
    assert [is_stop(line) for line, _ in seen] == [False, False, True, False]
