"""The analysis board: any position, the questions of a table, the engine, studies, and no help in a running game."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest

from rondel.record import loads
from rondel.registry import make
from rondel.server.core.editions import edition_of
from rondel.server.wire.study import Think
from tests.server.live import Live, Person, actions_of, live
from tests.server.test_reviews import FAST, GAMES, finished

BOOKS = [("antike-2005", 2), ("antike-2006", 3), ("antike-2", 3), ("antike-duellum", 2), ("attika", 2)]


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """Run a server whose engine is quick and rough."""
    with live(f"sqlite:///{tmp_path_factory.mktemp('quick') / 'rondel.db'}", **FAST) as running:
        yield running


def opened(person: Person, **wish: Any) -> dict[str, Any]:
    """Begin an analysis."""
    answer = person.post("/api/analysis/open", wish)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def played(person: Person, start: Any, actions: list[int], *add: int) -> dict[str, Any]:
    """Go to a position and take decisions."""
    answer = person.post("/api/analysis/play", {"start": start, "actions": actions, "add": list(add)})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def thoughts(person: Person, start: Any, actions: list[int], **more: Any) -> list[dict[str, Any]]:
    """Let the engine think, and give all that it said."""
    answer = person.post("/api/analysis/lines", {"start": start, "actions": actions, **more})
    assert answer.status_code == 200, answer.text
    return [json.loads(line) for line in answer.text.splitlines()]


@pytest.mark.parametrize(("game", "players"), BOOKS)
def test_every_rulebook_is_played_for_all_seats_and_judged(quick: Live, game: str, players: int) -> None:
    ann = quick.guest()
    start = opened(ann, game=game, players=players)["start"]
    path: list[int] = []
    place = played(ann, start, path)
    seats = set()
    for _ in range(12):
        path = place["actions"]
        welcome = place["welcome"]
        assert welcome["you"] == list(range(players))
        seats.add(welcome["turn"]["to_act"])
        before = len(path)
        place = played(ann, start, path, actions_of(welcome["choices"])[0])
        assert place["actions"][:before] == path
        assert [line["step"] for line in place["added"]] == list(range(before, len(place["actions"])))
        assert all(line["seat"] >= -1 for line in place["added"])
    assert len(seats) == players
    last = thoughts(ann, start, place["actions"], lines=2, seconds=2)[-1]
    assert sum(last["chances"]) == pytest.approx(1, abs=0.01)
    assert 1 <= len(last["lines"]) <= 2
    best = last["lines"][0]
    assert best["log"][0]["parts"]
    assert played(ann, start, place["actions"], *best["actions"][:1])["actions"]


def test_nobody_lets_the_engine_think_under_rules_of_their_own(quick: Live) -> None:
    ann = quick.guest()
    start = opened(ann, game="antike-2006", players=2)["start"]
    usual = thoughts(ann, start, [], seconds=1)[-1]
    _, edition = edition_of(make("antike-2006", 2))
    cheap = json.loads(edition)
    cheap["rules"]["stones"] = 1
    kept: Any
    for kept in (cheap, {"rules": {}}, 7):
        found = thoughts(ann, {**start, "edition": kept}, [], seconds=1)[-1]
        assert found["chances"] == pytest.approx(usual["chances"], abs=0.2)
        assert found["lines"][0]["log"][0]["step"] == 0
    del start["game"]
    assert ann.post("/api/analysis/lines", {"start": start, "actions": []}).json()["code"] == "bad_message"


def test_an_analysis_keeps_nothing_of_a_start_but_its_headers(quick: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, asked = quick.guest(), list[Any]()

    async def think(address: str, wish: Think) -> AsyncIterator[bytes]:
        asked.append(wish.start)
        yield b""

    monkeypatch.setattr(quick.site.studio.thinkers, "think", think)
    start = opened(ann, game="antike-2006", players=2)["start"]
    assert thoughts(ann, {**start, "edition": {"rules": {}}, "more": 1}, []) == []
    assert asked == [start]


def test_questions_of_a_table_are_answered_and_nothing_else(quick: Live) -> None:
    ann = quick.guest()
    start = opened(ann, game="antike-2006")["start"]
    legal = actions_of(played(ann, start, [])["welcome"]["choices"])

    def asked(**message: Any) -> dict[str, Any]:
        answer: dict[str, Any] = ann.post(
            "/api/analysis/ask", {"start": start, "actions": [], "message": message}
        ).json()
        return answer

    assert asked(type="preview", action=legal[0])["type"] == "previewed"
    assert asked(type="why", move="temple Nowhere")["legal"] is False
    assert asked(type="look", place="region 3")["type"] == "looked"
    assert asked(type="texts")["rows"]
    for message in ({"type": "play", "rev": 0, "actions": [legal[0]]}, {"type": "say", "text": "x"}, {"type": "hint"}):
        assert asked(**message)["code"] == "bad_message"


def test_what_is_wrong_is_refused(quick: Live) -> None:
    ann = quick.guest()
    start = opened(ann, game="antike-2006")["start"]
    for wish, code in (
        ({"text": "nonsense"}, "bad_message"),
        ({"text": '{"game": "antike-2006", "players": 99}'}, "bad_message"),
        ({"text": '[Game "antike-2006"]\n(\n'}, "bad_message"),
        ({"game": "chess"}, "bad_message"),
        ({}, "bad_message"),
        ({"table": "none"}, "unknown_table"),
    ):
        assert ann.post("/api/analysis/open", wish).json()["code"] == code, wish
    wrong: list[dict[str, Any]] = [
        {"start": {}, "actions": []},
        {"start": {"game": []}, "actions": []},
        {"start": start},
    ]
    for body in wrong:
        assert ann.post("/api/analysis/play", body).json()["code"] == "bad_message"
    assert ann.post("/api/analysis/play", {"start": start, "actions": [99_999]}).json()["code"] == "illegal"
    assert ann.post("/api/analysis/lines", {"start": start, "actions": [99_999]}).json()["code"] == "illegal"
    large = {**start, "position": {"x": "y" * 130_000}}
    assert ann.post("/api/analysis/play", {"start": large, "actions": []}).json()["code"] == "too_large"


def test_records_positions_and_lines_are_opened_and_written(quick: Live) -> None:
    ann = quick.guest()
    text = (GAMES / "late-attika.game").read_text()
    board = opened(ann, text=text)
    record = loads(text)
    assert [node["action"] for node in board["nodes"]] == record.actions
    assert len(board["lines"]) == len(board["nodes"])
    first = next(n for n, line in enumerate(board["lines"]) if line["seat"] >= 0)
    state = list(record.states())[first]
    other = next(action for action in state.legal() if action != record.actions[first])
    nodes = [*board["nodes"], {"parent": first - 1, "action": other, "comment": "or this", "sign": "!?"}]
    written = ann.post("/api/analysis/export", {"start": board["start"], "nodes": nodes})
    again = opened(ann, text=written.text)
    assert again["start"] == board["start"]
    assert len(again["nodes"]) == len(nodes)
    assert {"parent": first - 1, "action": other, "comment": "or this", "sign": "!?"} in again["nodes"]
    position = opened(ann, text=json.dumps(board["start"]["position"]))
    assert position["nodes"] == []
    assert position["start"]["position"] == board["start"]["position"]


@pytest.mark.parametrize("end", ["\r", "\x0b", "\x85", "\u2028", "\u2029"])
def test_a_study_as_text_holds_no_moves_that_only_its_comments_and_drawings_have(quick: Live, end: str) -> None:
    ann = quick.guest()
    start = opened(ann, game="antike-2006", players=2)["start"]
    action = actions_of(played(ann, start, [])["welcome"]["choices"])[0]
    node = {"parent": -1, "action": action, "comment": f"one{end}rondel gold"}
    text = ann.post("/api/analysis/export", {"start": start, "nodes": [node]}).text
    (again,) = opened(ann, text=text)["nodes"]
    assert again["comment"] == node["comment"]
    drawn = {**node, "shapes": [f"Roma{end}rondel gold"]}
    assert ann.post("/api/analysis/export", {"start": start, "nodes": [drawn]}).json()["code"] == "bad_message"


def test_a_study_is_kept_by_its_owner_and_seen_by_its_link(quick: Live) -> None:
    ann, ben = quick.guest(), quick.guest("Ben")
    start = opened(ann, game="antike-duellum")["start"]
    path = played(ann, start, [])["actions"]  # the first cards are drawn
    action = actions_of(played(ann, start, path)["welcome"]["choices"])[0]
    drawn = [{"parent": place - 1, "action": card} for place, card in enumerate(path)]
    nodes = [*drawn, {"parent": len(drawn) - 1, "action": action, "comment": "quiet"}]
    wish = {"title": "Plans", "start": start, "nodes": nodes}
    study = ann.post("/api/studies", wish).json()["id"]
    seen = quick.nobody().get(f"/api/studies/{study}").json()
    assert (seen["title"], seen.get("mine", False), seen["nodes"]) == ("Plans", False, wish["nodes"])
    assert seen["lines"][-1]["parts"]
    assert ann.get(f"/api/studies/{study}").json()["mine"]
    assert ben.call("PUT", f"/api/studies/{study}", wish).json()["code"] == "not_yours"
    assert ben.call("DELETE", f"/api/studies/{study}").json()["code"] == "not_yours"
    assert ann.call("PUT", f"/api/studies/{study}", {**wish, "title": "Other"}).status_code == 200
    assert [row["title"] for row in ann.get("/api/studies").json()["studies"]] == ["Other"]
    bad = {**wish, "nodes": [{"parent": -1, "action": 99_999}]}
    assert ann.post("/api/studies", bad).json()["code"] == "bad_message"
    assert ann.call("DELETE", f"/api/studies/{study}").json() == {"studies": []}
    assert ann.get(f"/api/studies/{study}").json()["code"] == "unknown_study"


def test_a_study_keeps_what_is_drawn_and_said_of_the_first_position(quick: Live) -> None:
    ann = quick.guest()
    start = opened(ann, game="antike-2006", players=2)["start"]
    action = actions_of(played(ann, start, [])["welcome"]["choices"])[0]
    note = {"comment": "Where to begin?", "shapes": ["Athen", "Athen > Pella"]}
    nodes = [{"parent": -1, "action": action, "shapes": ["Pella"]}]
    wish = {"title": "Plans", "start": start, "nodes": nodes, "note": note}
    study = ann.post("/api/studies", wish).json()["id"]
    seen = quick.nobody().get(f"/api/studies/{study}").json()
    assert (seen["note"], seen["nodes"]) == (note, nodes)
    written = ann.post("/api/analysis/export", {"start": start, "nodes": nodes, "note": note})
    again = opened(ann, text=written.text)
    assert (again["note"], again["nodes"]) == (note, nodes)
    assert ann.post("/api/studies", {**wish, "note": {"shapes": ["a|b"]}}).json()["code"] == "bad_message"
    # every position of it is a picture for other websites
    pictures = {
        (node, theme): quick.nobody().get(f"/api/studies/{study}/picture?node={node}&theme={theme}")
        for node in (-1, 0) for theme in ("light", "dark")
    }  # fmt: skip
    assert all(picture.headers["content-type"] == "image/svg+xml" for picture in pictures.values())
    assert all(picture.text.startswith("<svg") for picture in pictures.values())
    assert len({picture.text for picture in pictures.values()}) == 4
    assert quick.nobody().get(f"/api/studies/{study}/picture?node=1").json()["code"] == "unknown_study"


@pytest.mark.parametrize(("game", "players"), BOOKS)
def test_the_others_threaten_what_they_would_do_in_their_turn(quick: Live, game: str, players: int) -> None:
    ann = quick.guest()
    start = opened(ann, game=game, players=players)["start"]
    path = played(ann, start, [])["actions"]  # what is drawn before play
    last = thoughts(ann, start, path, seconds=1, lines=1, threats=True)[-1]
    assert [threat["seat"] for threat in last["threats"]] == [
        (last["seat"] + step) % players for step in range(1, players)
    ]
    assert all(threat["line"]["log"] and threat["line"]["reason"] for threat in last["threats"])
    assert "threats" not in thoughts(ann, start, path, seconds=1, lines=1)[-1]


# ---- no help in a running game ---------------------------------------------------------------------------------------


def test_a_running_game_among_people_is_not_analyzed(quick: Live) -> None:
    ann, ben, eve = quick.guest("Ann"), quick.guest("Ben"), quick.guest("Eve")
    made = ann.table("me", "invited", hints=True)
    table = made["table"]["id"]
    ben.post(f"/api/tables/{table}/join", {"token": made["links"]["1"]})
    for person in (ann, ben, eve):
        assert person.post("/api/analysis/open", {"table": table}).json()["code"] == "no_hints"
    position = ann.get(f"/api/tables/{table}/position").json()
    record = ann.get(f"/api/tables/{table}/record").text
    for text in (json.dumps(position), record):
        assert ann.post("/api/analysis/open", {"text": text}).json()["code"] == "no_hints"
        # somebody else may look at it: it is their own time
        start = opened(eve, text=text)["start"]
        assert ann.post("/api/analysis/lines", {"start": start, "actions": []}).json()["code"] == "no_hints"
        # nor on the way to another position
        action = actions_of(played(eve, start, [])["welcome"]["choices"])[0]
        assert ann.post("/api/analysis/lines", {"start": start, "actions": [action]}).json()["code"] == "no_hints"
    assert ann.post("/api/tables/" + table + "/resign", {"seat": 0}).status_code == 200
    assert opened(ann, table=table)["start"]


def test_hidden_cards_of_a_running_game_stay_hidden(quick: Live) -> None:
    ann = quick.guest()
    table = ann.table("me", "bot random", game="attika")["table"]["id"]
    own = ann.welcome(table)["view"]["cities"]
    hands = [opened(ann, table=table)["start"]["position"]["cities"] for _ in range(6)]
    mine = next(name for name, city in own.items() if isinstance(city["hand"], dict))
    theirs = next(name for name in own if name != mine)
    assert all(found[mine]["hand"] == own[mine]["hand"] for found in hands)
    assert len({json.dumps(found[theirs]["hand"]) for found in hands}) > 1
    # without a session nobody analyzes it, nor does a stranger
    assert quick.guest("Eve").post("/api/analysis/open", {"table": table}).json()["code"] == "no_hints"


def test_a_finished_game_is_analyzed_from_any_step(quick: Live) -> None:
    ann = quick.guest()
    table = finished(ann, "late-antike-duellum")
    shown = ann.get(f"/api/tables/{table}/replay/6").json()
    start = opened(ann, table=table, step=6)["start"]
    assert played(ann, start, [])["welcome"]["view"] == shown["view"]
    # what the engine finds there is the win that was missed
    best = thoughts(ann, start, [], lines=1, seconds=5)[-1]["lines"][0]
    assert best["wins"]


def test_an_address_has_only_so_much_of_the_engine(quick: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = quick.guest()
    start = opened(ann, game="antike-2006")["start"]
    monkeypatch.setattr("rondel.server.analysis.thinkers.EACH", 0)
    assert ann.post("/api/analysis/lines", {"start": start, "actions": []}).json()["code"] == "too_fast"
