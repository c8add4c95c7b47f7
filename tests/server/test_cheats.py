"""What a cheat would try at a table: draws and orders probed, time gained, seats and results stolen."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from rondel.server.core.course import LOST
from rondel.server.http import socket
from rondel.server.limits import Limiter
from rondel.server.people.accounts import Player
from rondel.server.people.scores import entries_of
from rondel.server.store.storage import Unwritable
from rondel.server.tables.hub import draw
from rondel.server.wire.events import Chair, Orders, Pace
from tests.server.live import Live, Person, live
from tests.server.test_match import at_a_battle_question, refused
from tests.server.test_tables import play_out, until
from tests.server.toys import antike, cards, first_outcome, holder, move, no_chance

# ---- chance and orders -----------------------------------------------------------------------------------------------


def test_nobody_tries_a_draw_and_takes_it_back_if_it_is_a_bad_one() -> None:
    """Decisions that depend on a draw cannot be sent with it: if one is refused, all are, and the draw with them."""
    match = antike(book="attika")
    (draw,) = match.parse("draw basic")
    drawn: list[int] = []

    def first(outcomes: Sequence[tuple[int, float]]) -> int:
        drawn.append(outcomes[0][0])
        return drawn[-1]

    for action in range(0, match.game.num_actions, 97):
        refused("not_your_turn", match.play, holder(match), match.rev, [draw, action], 5, first)
    assert drawn == []
    assert match.play(holder(match), match.rev, [draw], 5, first).after.step == 2


def test_nobody_probes_the_orders_of_another() -> None:
    """Nor can decisions be sent that depend on what another seat has said beforehand."""
    match = at_a_battle_question()
    asked, last = match.state.to_act, match.plies[-1].event
    match.adopt(match.undo(match.chairs[last.seat].player, match.rev, match.step - 1, 6).after)
    match.adopt(match.order(match.chairs[asked].player, asked, Orders("fight"), 7, no_chance).after)
    for action in range(0, match.game.num_actions, 97):
        refused("not_your_turn", match.play, holder(match), match.rev, [last.action, action], 8, no_chance)
    after = match.play(holder(match), match.rev, [last.action], 9, no_chance).after
    assert after.plies[match.step + 1].event.by == "order"


# ---- clocks ----------------------------------------------------------------------------------------------------------


def test_nobody_gains_time_by_going_and_coming_back() -> None:
    match = antike(pace=Pace("live", minutes=1, increment=5))
    seat = match.state.to_act
    chair = match.chairs[seat]
    for round_ in range(5):
        now = 1000 + 20 * round_
        away = Chair("person", chair.player, chair.name, "random")
        match.adopt(match.sit(seat, away, "away", now + 5, no_chance).after)
        match.adopt(match.sit(seat, chair, "back", now + 10, no_chance).after)
        match.adopt(match.sit(seat, chair, "back", now + 20, no_chance).after)
    due = match.clock.due()
    assert due is not None
    assert due - 1100 == 60_000 - 5 * 15
    match.clock.left[seat] = 7
    match.adopt(match.sit(seat, chair, "back", 1100, no_chance).after)
    assert match.clock.left[seat] == 7, "a minute is for those whose clock had run out"


@pytest.mark.parametrize("pace", [Pace("live", minutes=1, increment=5), Pace("days", days=2)])
def test_an_undo_takes_the_time_back_that_the_decision_brought(pace: Pace) -> None:
    match = antike(pace=pace)
    seat, actor = match.state.to_act, holder(match)
    full = match.clock.left[seat]
    for turn in range(1, 4):
        now = 1000 + 100 * turn
        while match.state.to_act == seat:
            move(match, now=now)
        assert match.clock.left[seat] == (full - 100 * turn + 5000 if pace.kind == "live" else full)
        match.adopt(match.undo(actor, match.rev, 0, now).after)
        assert match.clock.left[seat] == full - 100 * turn
        assert match.clock.left[1 - seat] == full


def test_a_bot_that_stands_in_earns_its_seat_no_time() -> None:
    match = antike(pace=Pace("live", minutes=1, increment=5))
    seat = match.state.to_act
    chair = match.chairs[seat]
    match.adopt(match.sit(seat, Chair("person", chair.player, chair.name, "random"), "away", 1000, no_chance).after)
    while match.state.to_act == seat:
        action = match.state.legal()[0]
        match.adopt(match.bot_plays(seat, match.rev, action, 1000, no_chance).after)
    assert match.clock.left[seat] == 60_000


def test_a_draw_within_a_turn_is_no_end_of_it() -> None:
    match = antike(book="attika", pace=Pace("live", minutes=1, increment=5))
    seat = match.state.to_act
    match.adopt(match.play(holder(match), match.rev, match.parse("draw basic"), 1500, first_outcome).after)
    assert (match.state.to_act, match.clock.left[seat]) == (seat, 59_500)
    while match.state.to_act == seat:
        move(match, now=1500)
    assert match.clock.left[seat] == 59_500 + 5000


# ---- seats -----------------------------------------------------------------------------------------------------------


def test_a_link_to_a_seat_ends_when_somebody_else_sits_there(lite: Live) -> None:
    ann, ben = lite.guest("Ann"), lite.guest("Ben")
    table = ann.table("me", "open", "open")["table"]["id"]
    ben.post(f"/api/tables/{table}/join", {"seat": 1})
    token = ann.post(f"/api/tables/{table}/seats/0/link").json()["token"]
    with ben.sit(table) as page:
        page.until("welcome")
        ann.message(table, type="ask", what="swap", other=1)
        page.until("request")
        assert page.ask(type="answer", yes=True)["type"] == "ack"
    assert ann.post(f"/api/tables/{table}/join", {"token": token}).json()["code"] == "bad_link"
    info = ann.get(f"/api/tables/{table}").json()
    assert [seat["chair"].get("player", "") for seat in info["seats"]] == [ben.id, ann.id, ""]


def test_a_link_to_an_own_seat_ends_when_its_player_leaves(lite: Live) -> None:
    ann, ben, eve = lite.guest("Ann"), lite.guest("Ben"), lite.guest("Eve")
    table = ann.table("me", "open")["table"]["id"]
    ben.post(f"/api/tables/{table}/join", {})
    token = ben.post(f"/api/tables/{table}/seats/1/link").json()["token"]
    ben.post(f"/api/tables/{table}/leave", {"seat": 1})
    assert eve.post(f"/api/tables/{table}/join", {"token": token}).json()["code"] == "bad_link"


def test_an_invitation_does_not_unseat_whoever_swapped_onto_its_seat(lite: Live) -> None:
    ann, eve = lite.guest("Ann"), lite.guest("Eve")
    made = ann.table("me", "invited", "open")
    table = made["table"]["id"]
    ann.message(table, type="ask", what="swap", other=1)
    assert ann.get(f"/api/tables/{table}").json()["yours"] == [1]
    assert eve.post(f"/api/tables/{table}/join", {"token": made["links"]["1"]}).json()["code"] == "bad_link"


def test_rivals_do_not_choose_who_stands_in(lite: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, ben = lite.guest("Ann"), lite.guest("Ben")
    table = ann.table("me", "open")["table"]["id"]
    ben.post(f"/api/tables/{table}/join", {})
    monkeypatch.setattr(lite.site.tables, "absence", -1.0)
    away = ann.post(f"/api/tables/{table}/seats/1/standin", {"bot": "random"}).json()
    assert away["seats"][1]["chair"]["bot"] == lite.site.hub.standin == "level:3"
    assert (
        ann.post(f"/api/tables/{table}/seats/0/standin", {"bot": "random"}).json()["seats"][0]["chair"]["bot"]
        == "random"
    )


def test_coming_back_twice_changes_nothing(lite: Live) -> None:
    ann = lite.guest("Ann")
    table = ann.table("me", "me")["table"]["id"]
    seq = ann.welcome(table)["seq"]
    for _ in range(3):
        assert ann.post(f"/api/tables/{table}/seats/0/back").status_code == 200
    assert ann.welcome(table)["seq"] == seq


def test_every_change_at_a_table_counts_against_the_limit(lite: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = lite.guest("Ann")
    table = ann.table("me", "me")["table"]["id"]
    monkeypatch.setattr(lite.site, "by_player", Limiter(0.0001, 1))
    assert ann.post(f"/api/tables/{table}/seats/0/back").status_code == 200
    for method, path, body in (
        ("POST", "seats/0/back", None), ("POST", "leave", {"seat": 0}), ("POST", "close", None), ("POST", "join", {}),
        ("POST", "seats/0/link", None), ("POST", "seats/0/standin", {"bot": "random"}),
        ("PUT", "seats/0", {"kind": "open"}),
    ):  # fmt: skip
        assert ann.call(method, f"/api/tables/{table}/{path}", body).json()["code"] == "too_fast", path


def test_a_waiting_poll_is_a_connection(tmp_path: Path) -> None:
    with live(f"sqlite:///{tmp_path / 'x.db'}", address_connections=1) as server:
        ann = server.guest("Ann")
        table = ann.table("me", "me")["table"]["id"]
        seq = ann.welcome(table)["seq"]
        other = Person(server)
        other.token = ann.token
        waiting = threading.Thread(target=other.get, args=(f"/api/tables/{table}/poll?seq={seq}&wait=9",))
        waiting.start()
        until(lambda: server.site.connections == 1)
        assert ann.get(f"/api/tables/{table}/poll?seq={seq}&wait=9").json()["code"] == "too_fast"
        ann.message(table, type="say", text="hello")
        waiting.join(10)
        assert server.site.addresses == {}


def test_a_connection_that_only_listens_ends_with_a_session_ended_elsewhere(
    lite: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "GUARD", 0.05)
    ann = lite.guest("Ann")
    table = ann.table("me", "me")["table"]["id"]
    with ann.sit(table) as page:
        page.until("welcome")

        async def gone(token: str) -> None:
            return None

        monkeypatch.setattr(lite.site, "player_of", gone)
        assert page.until("bye")["reason"] == "signed out"
    until(lambda: lite.site.sessions_of == {})


def test_trouble_with_the_database_ends_no_session(lite: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "GUARD", 0.02)
    ann = lite.guest("Ann")
    table = ann.table("me", "me")["table"]["id"]
    with ann.sit(table) as page:
        page.until("welcome")
        asked: list[str] = []

        async def broken(token: str) -> None:
            asked.append(token)
            raise Unwritable("disk")

        with monkeypatch.context() as trouble:
            trouble.setattr(lite.site, "player_of", broken)
            until(lambda: len(asked) > 3)
        assert page.ask(type="ping")["type"] == "pong"


# ---- results ---------------------------------------------------------------------------------------------------------


def test_whoever_leaves_before_the_end_has_lost() -> None:
    match = cards()
    for _ in range(3):
        move(match)
    match.adopt(match.sit(0, Chair("bot", bot="level:3"), "left", 9, draw).after)
    match.adopt(match.sit(0, Chair("bot", bot="random"), "left", 9, draw).after)
    assert match.deserters == {0: "ann"}
    while match.status == "playing":
        if match.state.to_act == 0:
            match.adopt(match.bot_plays(0, match.rev, match.state.legal()[-1], 9, first_outcome).after)
        else:
            move(match, -1)
    entries = entries_of(match)
    assert [(entry.who, entry.person) for entry in entries] == [("ann", True), ("ben", True)]
    assert entries[0].score == LOST, "behind whoever stayed, though the bot may have won"


def test_leaving_before_the_game_is_no_loss() -> None:
    match = antike(("ann", ""))
    match.adopt(match.sit(0, Chair(), "left", 9, no_chance).after)
    assert match.deserters == {}


def test_a_game_that_began_in_the_middle_does_not_count(lite: Live) -> None:
    ann = lite.guest("Ann")
    table = ann.table("me", "me")["table"]["id"]
    ann.welcome(table)
    play_out(ann, table)
    total = ann.get(f"/api/tables/{table}").json()["step"]
    before = ann.get(f"/api/stats/players/{ann.id}").json()
    wish = {"source": {"table": table, "step": total - 3}, "seats": [{"kind": "me"}] * 2}
    onward = ann.post("/api/tables", wish).json()["table"]["id"]
    ann.welcome(onward)
    play_out(ann, onward)
    assert ann.get(f"/api/tables/{onward}").json()["status"] == "over"
    assert ann.get(f"/api/stats/players/{ann.id}").json() == before


def test_two_who_ask_for_a_rematch_at_once_meet_at_one_table(lite: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = lite.guest("Ann")
    table = ann.table("me", "me")["table"]["id"]
    ann.welcome(table)
    play_out(ann, table)
    store, made = lite.site.tables._store, list[str]()

    async def slow(*args: Any) -> Any:
        """Let somebody else be first while the table is being made."""
        created = await store(*args)
        made.append(created.table.id)
        if len(made) == 1:
            player = Player(ann.id, "Ann", True)
            await lite.site.tables.rematch(player, table)
        return created

    monkeypatch.setattr(lite.site.tables, "_store", slow)
    answer = ann.post(f"/api/tables/{table}/rematch").json()["table"]["id"]
    assert len(made) == 2
    assert answer == made[1] == ann.get(f"/api/tables/{table}").json()["next"]
    assert ann.get(f"/api/tables/{made[0]}").json()["status"] == "closed"


# ---- names -----------------------------------------------------------------------------------------------------------


def test_a_guest_does_not_take_the_name_of_an_account(lite: Live) -> None:
    lite.guest().post("/api/account", {"name": "Themistokles", "password": "correct horse battery"})
    assert lite.nobody().post("/api/guest", {"name": "THEMISTOKLES"}).json()["code"] == "name_taken"
    eve = lite.guest("Eve")
    assert eve.call("PATCH", "/api/me", {"name": "themistokles"}).json()["code"] == "name_taken"
    assert eve.call("PATCH", "/api/me", {"name": "Eva"}).json()["name"] == "Eva"


def test_records_are_read_only_so_often(lite: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lite.site, "by_import", Limiter(0.0001, 1))
    answers = [lite.guest().post("/api/tables", {"record": '[Game "chess"]'}).json()["code"] for _ in range(2)]
    assert answers == ["bad_message", "too_fast"]


# ---- hidden hands ----------------------------------------------------------------------------------------------------


def test_two_seats_at_one_screen_are_told_every_decision(lite: Live) -> None:
    ann = lite.guest()
    table = ann.table("me", "me", game="attika")["table"]["id"]
    with ann.sit(table) as page:
        step = page.until("welcome").get("step", 0)
        for _ in range(2):  # each ends a turn, so that the eyes change to the other seat
            page.send(type="play", rev=ann.welcome(table)["rev"], move="cards", nonce=str(step))
            update = page.until("update")
            assert [line["step"] for line in update.get("log", [])] == list(range(step, update["step"]))
            step = update["step"]


def hands_in(value: Any, city: str = "") -> list[tuple[str, Any]]:
    """Find every hand in a message, with the city-state it belongs to: in views, and in changes of views."""
    found: list[tuple[str, Any]] = []
    if isinstance(value, dict):
        for key, inner in value.items():
            found += [(city, inner)] if key == "hand" else hands_in(inner, key if key in ("Athens", "Sparta") else city)
    elif isinstance(value, list):
        if len(value) == 2 and isinstance(value[0], list) and value[0][:1] == ["cities"] and "hand" in value[0]:
            return [(value[0][1], value[1] if value[0][-1] == "hand" else {})]
        for inner in value:
            found += hands_in(inner, city)
    return found


def lines_in(value: Any) -> list[dict[str, Any]]:
    """Find every line of the log in a message."""
    if isinstance(value, dict):
        own = [value] if {"step", "seat", "at"} <= value.keys() and "line" not in value else []
        return own + [line for inner in value.values() for line in lines_in(inner)]
    return [line for inner in value for line in lines_in(inner)] if isinstance(value, list) else []


def test_the_hands_of_attika_reach_nobody_else_by_any_way(lite: Live) -> None:
    people = [lite.guest("Ann"), lite.guest("Ben"), lite.guest("Eve")]
    table = people[0].table("me", "open", game="attika")["table"]["id"]
    people[1].post(f"/api/tables/{table}/join", {})
    pages = [person.sit(table) for person in people]
    for page in pages:
        page.until("welcome")
    for number in range(30):  # few enough that nobody has linked two shrines, when all would be open
        welcome = people[0].welcome(table)
        mover = pages[welcome["turn"]["to_act"]]
        mover.ask(type="refresh")
        texts = [row["text"] for row in mover.ask(type="texts")["rows"]]
        wanted = "cards" if "cards" in texts and number % 2 else texts[number % len(texts)]
        assert mover.ask(type="play", rev=mover.rev, move=wanted)["type"] == "ack", wanted
    match = lite.site.hub.rooms[table].match
    drawn = {place: ply.turn_of for place, ply in enumerate(match.plies) if ply.event.text.startswith("card ")}
    assert {0, 1} == set(drawn.values())
    for audience, (person, page) in enumerate(zip(people, pages, strict=True)):
        for _ in range(3):
            page.ask(type="ping")
        ways = ("poll", "log", "replay", f"replay/{match.step // 2}", f"replay/{match.step}", "replay?from=5")
        messages: list[Any] = [*page.seen, *(person.get(f"/api/tables/{table}/{path}").json() for path in ways)]
        for path in ("record", "position"):
            assert person.get(f"/api/tables/{table}/{path}").json()["code"] == "hidden"
        own = ("Athens", "Sparta", "")[audience]
        hands = hands_in(messages)
        assert {type(hand) for city, hand in hands if city != own} == {int}
        assert not own or any(isinstance(hand, dict) for city, hand in hands if city == own)
        read = [line for line in lines_in(messages) if line["step"] in drawn]
        assert {drawn[line["step"]] for line in read if line.get("text")} == ({audience} if own else set())
        assert all("parts" not in line and "rule" not in line for line in read if not line.get("text"))
        assert not any(key in str(messages) for key in ("'deal'", "'seed'", "draw pile': {"))
        page.__exit__()
