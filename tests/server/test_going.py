"""Coming and going: votes, pauses, reminders, links, seats that others take over, names, hours that cost nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from rondel.server.core import going, snapshots, views
from rondel.server.core.clock import DAY, HOUR
from rondel.server.core.course import LOST
from rondel.server.core.match import Match, open_match
from rondel.server.notices.outbox import After, Call
from rondel.server.people.scores import entries_of
from rondel.server.wire.events import AnyEvent, Chair, Ended, Lapsed, Matter, Pace, Paused, Resumed
from tests.server.live import Live, Person, actions_of, live
from tests.server.test_match import refused
from tests.server.test_tables import until
from tests.server.toys import antike, holder, move, no_chance

THREE = ("ann", "ben", "cay")
MINUTE = 60_000
#: when the matches of the tests begin
BEGUN = 1000


def propose(
    match: Match, player: str, what: Matter, other: int = -1, now: int = 0, away: bool = True
) -> list[AnyEvent]:
    draft = going.propose(match, player, what, other, now, no_chance, "greedy", away)
    match.adopt(draft.after)
    return list(draft.events)


def vote(match: Match, player: str, yes: bool, now: int = 1) -> list[AnyEvent]:
    draft = going.vote(match, player, yes, now, no_chance, "greedy")
    match.adopt(draft.after)
    return list(draft.events)


# ---- votes -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("people", "needed"), [(2, 2), (3, 2), (4, 3), (5, 4), (6, 4)])
def test_two_thirds_pass_a_vote_and_of_two_both(people: int, needed: int) -> None:
    names = ("ann", "ben", "cay", "dan", "eve", "fay")[:people]
    match = antike(names)
    propose(match, "ann", "pause")
    for count, name in enumerate(names[1:], 2):
        assert not match.paused
        assert going.needed(match) == needed
        vote(match, name, True)
        if count == needed:
            break
    assert match.paused == 1 + DAY
    assert match.vote is None


def test_at_a_rated_table_everybody_must_agree_and_nobody_is_replaced() -> None:
    match = antike(THREE, pace=Pace("live", minutes=30, timeout="loss"), rated=True)
    refused("rated", going.propose, match, "ann", "replace", 1, 0, no_chance, "greedy", True)
    propose(match, "ann", "cancel")
    vote(match, "ben", True)
    assert not match.closed
    vote(match, "cay", True)
    assert match.status == "closed"


def test_a_vote_fails_as_soon_as_it_cannot_pass_and_is_not_called_again_at_once() -> None:
    match = antike(THREE)
    propose(match, "ann", "cancel", now=1000)
    refused("already_asked", going.propose, match, "ben", "pause", -1, 1000, no_chance, "greedy")
    vote(match, "ben", False, 2000)
    assert isinstance(vote(match, "cay", False, 3000)[-1], Lapsed)
    refused("too_fast", going.propose, match, "ann", "pause", -1, 4000, no_chance, "greedy")
    propose(match, "ben", "pause", now=4000)
    assert isinstance(vote(match, "ben", False, 5000)[-1], Lapsed), "whoever called it withdraws it"
    refused("nothing_asked", going.vote, match, "cay", True, 6000, no_chance, "greedy")
    propose(match, "ann", "pause", now=3000 + going.REST)


def test_a_vote_ends_with_its_time_and_so_does_a_pause() -> None:
    match = antike(("ann", "ben"), pace=Pace("live", minutes=30))
    propose(match, "ann", "pause", now=0)
    due = going.next_due(match)
    assert due == 10 * MINUTE
    refused("nothing_asked", going.vote, match, "ben", True, due, no_chance, "greedy")
    assert not going.overdue(match, due - 1).events
    match.adopt(going.overdue(match, due).after)
    assert match.vote is None
    propose(match, "ben", "pause", now=due)
    assert isinstance(vote(match, "ann", True, due)[-1], Paused)
    refused("paused", match.play, holder(match), match.rev, [match.state.legal()[0]], due, no_chance)
    assert match.clock.running == -1
    ended = going.overdue(match, match.paused)
    assert [type(event) for event in ended.events] == [Resumed]
    match.adopt(ended.after)
    left = match.clock.left[match.state.to_act]
    assert left == 30 * MINUTE - (due - BEGUN), "the pause cost nothing"


def test_everybody_gets_more_time_and_a_game_ends_after_the_round() -> None:
    match = antike(("ann", "ben"), pace=Pace("live", minutes=30))
    propose(match, "ann", "extend")
    vote(match, "ben", True)
    assert match.clock.left == [40 * MINUTE] * 2
    propose(match, "ann", "end")
    vote(match, "ben", True)
    refused("unchanged", going.propose, match, "ann", "end", -1, 5, no_chance, "greedy")
    first = match.state.turn_of
    while match.status == "playing":
        assert match.step < 200
        move(match, now=1000)
    assert match.ended is not None
    assert match.state.turn_of == first
    assert views.present_turn(match).end == "agreement"
    assert match.returns() == (0.0, 0.0), "nobody has a point yet: all are level"


def test_the_others_concede_to_a_seat_and_a_game_of_two_is_resigned() -> None:
    match = antike(THREE)
    propose(match, "ann", "concede", 2)
    refused("nothing_asked", going.vote, match, "cay", True, 2, no_chance, "greedy")
    assert isinstance(vote(match, "ben", True)[-1], Ended)
    assert [entry.rank for entry in entries_of(match)] == [2, 2, 1]
    two = antike(("ann", "ben"))
    two.adopt(going.resign(two, "ann", 5).after)
    assert (two.status, two.winners(), views.present_turn(two).end) == ("over", [1], "resigned")
    assert [entry.score > LOST for entry in entries_of(two)] == [True, True], "giving up is not leaving"
    refused("bad_message", going.resign, antike(THREE), "ann", 5)


def test_a_seat_is_taken_over_by_vote_and_the_result_stays_with_whoever_left_it() -> None:
    match = antike(THREE)
    refused("present", going.propose, match, "ann", "free", 2, 0, no_chance, "greedy", False)
    propose(match, "ann", "free", 2)
    vote(match, "ben", True)
    assert match.chairs[2] == Chair("bot", bot="greedy", free=True)
    match.adopt(match.sit(2, Chair("person", "dan", "Dan"), "joined", 9, no_chance).after)
    propose(match, "dan", "concede", 0, now=9)
    vote(match, "ben", True, 10)
    entries = entries_of(match)
    assert [(entry.who, entry.score > LOST) for entry in entries] == [("ann", True), ("ben", True), ("cay", False)]


def test_where_all_wait_nobody_is_replaced() -> None:
    match = antike(THREE, absent="wait")
    refused("not_allowed", going.propose, match, "ann", "standin", 2, 0, no_chance, "greedy", True)


def test_votes_and_pauses_are_in_the_log_and_in_snapshots() -> None:
    match = antike(THREE)
    begin = match.fork()
    events = propose(match, "ann", "pause") + vote(match, "ben", True) + propose(match, "cay", "cancel", now=5)
    for event in events:
        begin.apply(event)
    body = snapshots.take(match)
    assert body is not None
    kept = snapshots.restore(match.setup, match.game, [*[events[0]] * (match.seq - len(events)), *events], body)
    for other in (begin, kept):
        assert (other.paused, other.vote, other.voices) == (match.paused, match.vote, match.voices)
    assert open_match(match.setup, match.game, ()).vote is None


# ---- hours that cost nothing -----------------------------------------------------------------------------------------


def test_a_night_costs_nothing_at_days() -> None:
    match = antike(("ann", "ben"), pace=Pace("days", days=1, grace=12))
    seat = match.state.to_act
    assert match.clock.due() == BEGUN + 12 * HOUR + DAY
    match.adopt(going.propose(match, holder(match), "extend", -1, 6 * HOUR, no_chance, "greedy").after)
    assert match.clock.due() == BEGUN + 12 * HOUR + DAY, "what happens beside the game does not begin the hours again"
    before = match.clock.left[seat]
    move(match, now=11 * HOUR)
    assert match.clock.left[seat] == before
    assert match.clock.expired(11 * HOUR + 13 * HOUR) == -1


# ---- on a server -----------------------------------------------------------------------------------------------------


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Live]:
    with live(f"sqlite:///{tmp_path / 'rondel.db'}", absent_seconds=0.0) as running:
        yield running


def called(home: Live) -> list[str]:
    """List from now on whom the server tells that it is their turn."""
    sent: list[str] = []
    notices = home.site.hub.notices
    writes = notices.writes

    def noted(calls: Sequence[Call]) -> After | None:
        sent.extend(call.player for call in calls if call.event == "turn")
        return writes(calls)

    notices.writes = noted  # type: ignore[method-assign]
    return sent


def three(home: Live, **more: object) -> tuple[list[Person], str]:
    people = [home.guest(name) for name in ("Ann", "Ben", "Cay")]
    made = people[0].table("me", "invited", "invited", **more)
    for seat, person in enumerate(people[1:], 1):
        table = made["table"]["id"]
        assert person.post(f"/api/tables/{table}/join", {"token": made["links"][str(seat)]}).status_code == 200
    return people, made["table"]["id"]


def test_a_friend_who_lost_the_cookie_comes_back_by_a_fresh_link_of_the_host(home: Live) -> None:
    (ann, ben, _), table = three(home)
    path = f"/api/tables/{table}/seats/1/link"
    first, second = ann.post(path).json(), ann.post(path).json()
    again = home.guest("Ben again")
    assert again.post(f"/api/tables/{table}/invitation", {"token": first["token"]}).json()["code"] == "bad_link"
    seen = again.post(f"/api/tables/{table}/invitation", {"token": second["token"]}).json()
    assert (seen["status"], seen.get("yours", [])) == ("playing", [])
    assert again.post(f"/api/tables/{table}/join", {"token": second["token"]}).json()["yours"] == [1]
    assert ben.get(f"/api/tables/{table}").json().get("yours", []) == []
    assert ben.post(path).json()["code"] == "not_host"
    said = again.get(f"/api/tables/{table}/chat").json()["lines"]
    assert [(line["event"], line["name"], line["text"]) for line in said] == [("joined", "Ben again", "Ben")]
    home.site.tables.absence = 60.0
    assert ann.post(path).json()["code"] == "present"


def test_an_absent_player_is_reminded_once_for_each_decision(home: Live) -> None:
    people, table = three(home)
    sent = called(home)
    room = home.site.hub.rooms[table]
    seat = room.match.state.to_act
    room.polled.clear()
    other = people[(seat + 1) % 3]
    path = f"/api/tables/{table}/seats/{seat}/remind"
    assert other.post(path).json()["reminded"] is True
    assert other.post(path).json()["code"] == "unchanged"
    assert people[(seat + 2) % 3].post(path).json()["code"] == "unchanged"
    assert sent == [people[seat].id]
    home.site.hub.rooms.clear()
    assert other.post(path).json()["code"] == "unchanged", "and the same after a restart"
    with people[seat].sit(table) as page:
        page.until("welcome")
        assert other.post(path).json()["code"] == "present"


def test_an_open_seat_is_taken_over_by_whoever_has_the_link(home: Live) -> None:
    (ann, ben, cay), table = three(home)
    assert ann.message(table, type="propose", what="free", other=2)["type"] == "ack"
    assert ben.message(table, type="vote", yes=True)["type"] == "ack"
    dan = home.guest("Dan")
    assert dan.get(f"/api/tables/{table}").json()["seats"][2]["chair"]["free"] is True
    assert ben.post(f"/api/tables/{table}/join", {"seat": 2}).json()["code"] == "seat_taken"
    assert dan.post(f"/api/tables/{table}/join", {"seat": 2}).json()["yours"] == [2]
    assert cay.get(f"/api/tables/{table}").json().get("yours", []) == []


def test_the_host_sends_somebody_away_before_the_game(home: Live) -> None:
    ann, ben = home.guest("Ann"), home.guest("Ben")
    table = ann.table("me", "open", "open")["table"]["id"]
    ben.post(f"/api/tables/{table}/join", {})
    assert ben.call("PUT", f"/api/tables/{table}/seats/0", {"kind": "open"}).json()["code"] == "not_host"
    gone = ann.call("PUT", f"/api/tables/{table}/seats/1", {"kind": "open"}).json()
    assert gone["seats"][1]["chair"].get("kind", "open") == "open"
    assert ben.post(f"/api/tables/{table}/join", {}).json()["code"] == "kicked"


def test_a_guest_who_makes_an_account_is_called_by_its_name_at_every_table(home: Live) -> None:
    (ann, ben, _), table = three(home)
    with ann.sit(table) as page:
        page.until("welcome")
        assert ben.call("PATCH", "/api/me", {"name": "Benno"}).status_code == 200
        page.until("table", lambda told: told["table"]["seats"][1]["chair"]["name"] == "Benno")
        ben.sign(ben.post("/api/account", {"name": "Berenike", "password": "a long secret"}))
        page.until("table", lambda told: told["table"]["seats"][1]["chair"]["name"] == "Berenike")
    home.site.hub.rooms.clear()
    assert ben.get("/api/tables?show=mine").json()["tables"][0]["seats"][1]["chair"]["name"] == "Berenike"


def test_players_who_leave_their_games_are_seen_and_kept_out(home: Live) -> None:
    ann, ben = home.guest("Ann"), home.guest("Ben")
    for resigns in (False, False, False, True):
        table = ann.table("me", "open")["table"]["id"]
        ben.post(f"/api/tables/{table}/join", {})
        if resigns:
            assert ben.post(f"/api/tables/{table}/resign", {"seat": 1}).json()["winners"] == [0]
        else:
            ben.post(f"/api/tables/{table}/leave", {"seat": 1})
            room = home.site.hub.rooms[table]
            end = going.propose(room.match, ann.id, "concede", 1, 0, no_chance, "random")
            assert room.match.status == "playing"
            assert any(isinstance(event, Ended) for event in end.events)
            ann.message(table, type="propose", what="concede", other=1)
    found = ann.get(f"/api/stats/players/{ben.id}").json()
    assert (found["kept"], found["played"]) == (1, 4)
    made = ann.table("me", "open", "open", reliable=70)["table"]["id"]
    assert ben.post(f"/api/tables/{made}/join", {}).json()["code"] == "unreliable"
    free = ann.table("me", "open", "open")["table"]["id"]
    seat = ben.post(f"/api/tables/{free}/join", {}).json()["seats"][1]
    assert (seat["kept"], seat["played"]) == (1, 4)


def test_everybody_sees_who_is_here_and_since_when_not_after_a_restart_too(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'rondel.db'}"
    with live(database) as home:
        (ann, ben, _), table = three(home)
        with ben.sit(table) as page:
            page.until("welcome")
            assert ann.get(f"/api/tables/{table}").json()["seats"][1]["online"] is True
        until(lambda: ann.get(f"/api/tables/{table}").json()["seats"][1].get("away", 0) > 0)
        before = ann.get(f"/api/tables/{table}").json()["seats"][1]["away"]
        until(lambda: not home.site.hub.rooms[table].parted)
        token = ann.token
    with live(database) as home:
        ann = Person(home)
        ann.token = token
        after = ann.get(f"/api/tables/{table}").json()["seats"][1]["away"]
        assert abs(after - before) < 3000


# ---- four weeks ------------------------------------------------------------------------------------------------------


class Weeks:
    """A game by correspondence whose clock the test moves, with the notices it sends."""

    def __init__(self, home: Live, monkeypatch: pytest.MonkeyPatch, now: int) -> None:
        self.now, self.home = now, home
        monkeypatch.setattr("rondel.server.tables.hub.clock_ms", lambda: self.now)
        self.attach(home)

    def attach(self, home: Live) -> None:
        self.home, self.called = home, called(home)

    @property
    def sent(self) -> int:
        """How many notices of a turn there were."""
        return len(self.called)

    def match(self, table: str) -> Match:
        return self.home.site.hub.rooms[table].match

    def decide(self, people: dict[str, Person], table: str) -> bool:
        """Let whoever must decide do so; say whether the decision went to somebody else."""
        match = self.match(table)
        player = match.chairs[match.state.to_act].player
        welcome = people[player].welcome(table)
        actions = actions_of(welcome["choices"])
        answer = people[player].message(table, type="play", rev=welcome["rev"], actions=[actions[-1]])
        assert answer["type"] == "ack", answer
        self.home.site.hub.rooms[table].polled.clear()  # the page is closed again
        match = self.match(table)
        return match.chairs[match.state.to_act].player != player


def test_a_game_of_four_weeks_by_correspondence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database, begin = f"sqlite:///{tmp_path / 'rondel.db'}", 1_800_000_000_000
    with live(database, absent_seconds=0.0) as home:
        weeks = Weeks(home, monkeypatch, begin)
        folk, table = three(home, pace={"kind": "days", "days": 2, "grace": 12}, board="aegean-mini")
        people = {person.id: person for person in folk}
        home.site.hub.rooms[table].polled.clear()
        weeks.called.clear()
        passed = 0
        while weeks.now < begin + 14 * DAY:  # two weeks in which everybody answers within half a day
            weeks.now += 9 * HOUR
            passed += weeks.decide(people, table)
        match = weeks.match(table)
        assert weeks.sent == passed > 5, "one notice for each time that it becomes somebody's turn"
        assert match.clock.left == [2 * DAY] * 3, "nights cost nothing"
        # a pause of three days, by vote, costs nobody anything
        asks = [person for person in folk if person.id != match.chairs[match.state.to_act].player]
        assert asks[0].message(table, type="propose", what="pause")["type"] == "ack"
        assert asks[1].message(table, type="vote", yes=True)["type"] == "ack"
        weeks.now += 3 * DAY
        tokens = {person.id: person.token for person in folk}
    with live(database, absent_seconds=0.0) as home:  # the server starts again meanwhile
        weeks.attach(home)
        folk = [Person(home) for _ in folk]
        for person, (player, token) in zip(folk, tokens.items(), strict=True):
            person.id, person.token = player, token
        people = {person.id: person for person in folk}
        assert folk[0].get(f"/api/tables/{table}").json()["paused"] > weeks.now
        for person in folk[:2]:
            told = person.message(table, type="propose" if person is folk[0] else "vote",
                                  **({"what": "resume"} if person is folk[0] else {"yes": True}))  # fmt: skip
            assert told["type"] == "ack", told
        match = weeks.match(table)
        assert match.clock.left == [2 * DAY] * 3
        home.site.hub.rooms[table].polled.clear()
        # somebody is silent: reminded once, and a bot stands in when the hours and the days are over
        late = match.state.to_act
        friend = next(person for person in folk if person.id != match.chairs[late].player)
        before = weeks.sent
        assert friend.post(f"/api/tables/{table}/seats/{late}/remind").status_code == 200
        assert friend.post(f"/api/tables/{table}/seats/{late}/remind").status_code == 409
        assert weeks.sent == before + 1
        weeks.now += 12 * HOUR + 2 * DAY - MINUTE
        assert weeks.match(table).clock.expired(weeks.now) == -1
        weeks.now += 2 * MINUTE
        until(lambda: bool(weeks.match(table).chairs[late].bot))
        silent = people[weeks.match(table).chairs[late].player]
        assert silent.post(f"/api/tables/{table}/seats/{late}/back").status_code == 200
        home.site.hub.rooms[table].polled.clear()
        while weeks.now < begin + 28 * DAY:
            weeks.now += 10 * HOUR
            weeks.decide(people, table)
        assert weeks.match(table).status == "playing"
        assert weeks.match(table).deserters == {}
        log = folk[0].get(f"/api/tables/{table}/chat").json()["lines"]
        lines = [line["event"] for line in log]
        assert lines.count("reminded") == 1
        assert ["vote.pause", "yes", "paused", "vote.resume", "yes", "resumed"] == lines[:6]


def test_the_chat_says_who_votes_by_the_name_they_go_by_now(lite: Live) -> None:
    """The host sits from the beginning; a guest who makes an account has another name from then on."""
    ann, ben = lite.guest("Ann"), lite.guest("Ben")
    table = str(ann.table("me", "open")["table"]["id"])
    ben.post(f"/api/tables/{table}/join", {})

    def told() -> list[tuple[str, str]]:
        lines = ann.get(f"/api/tables/{table}/chat").json()["lines"]
        return [(line["event"], line.get("name", "")) for line in lines]

    assert ann.message(table, type="propose", what="pause")["type"] == "ack"
    assert ben.message(table, type="vote", yes=False)["type"] == "ack"
    assert told()[:2] == [("vote.pause", "Ann"), ("no", "Ben")]
    ben.call("PATCH", "/api/me", {"name": "Benedict"})
    until(lambda: lite.site.hub.rooms[table].match.chairs[1].name == "Benedict")
    assert ben.message(table, type="propose", what="cancel")["type"] == "ack"
    assert told()[-1] == ("vote.cancel", "Benedict")
