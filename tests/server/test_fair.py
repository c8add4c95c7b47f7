"""A fair table: what is rated, who is helped, one clock for all processes, one notice for a decision."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from rondel.server.core.match import Match
from rondel.server.people import ratings, scores
from rondel.server.people.scores import Entry, Finished
from rondel.server.people.stars import stars, steps
from rondel.server.store import beats
from rondel.server.store.storage import Storage
from rondel.server.tables.hub import clock_ms
from rondel.server.wire.events import Chair
from tests.server.live import Live, Person
from tests.server.toys import antike

PASSWORD = "correct horse battery"
NUMBERS = count(4)
CLOCK = {"kind": "live", "minutes": 30}
RATED = {"game": "antike-2006", "rated": True, "pace": CLOCK, "seats": [{"kind": "me"}, {"kind": "open"}]}


def account(live: Live, name: str) -> Person:
    person = Person(live)
    answer = person.post("/api/account", {"name": f"{name} the {next(NUMBERS)}th", "password": PASSWORD})
    assert answer.status_code == 200, answer.text
    person.sign(answer)
    return person


def rated_table(live: Live) -> tuple[Person, Person, str]:
    ann, ben = account(live, "Ann"), account(live, "Ben")
    table = ann.post("/api/tables", RATED).json()["table"]
    assert table["rated"], "the table says so to everybody who comes"
    assert table["pace"]["timeout"] == "loss", "no bot plays on for anybody"
    assert ben.post(f"/api/tables/{table['id']}/join", {}).status_code == 200
    return ann, ben, table["id"]


def test_a_rated_game_is_for_accounts_and_begins_at_the_start(lite: Live) -> None:
    guest, ann = lite.guest("Guest"), account(lite, "Ann")
    assert guest.post("/api/tables", RATED).json()["code"] == "no_account"
    table = ann.post("/api/tables", RATED).json()["table"]["id"]
    assert guest.post(f"/api/tables/{table}/join", {}).json()["code"] == "no_account"
    assert ann.post(f"/api/tables/{table}/join", {}).json()["code"] == "rated", "one seat each"
    for more in ({"seats": [{"kind": "me"}, {"kind": "bot", "bot": "random"}]},
                 {"seats": [{"kind": "me"}, {"kind": "me"}]},
                 {"pace": {"kind": "none"}},
                 {"source": {"table": table, "step": 0}},
                 {"record": "[Game \"antike-2006\"]\n"}):  # fmt: skip
        assert ann.post("/api/tables", {**RATED, **more}).json()["code"] == "bad_message", more
    wish = {"kind": "bot", "bot": "random"}
    assert ann.call("PUT", f"/api/tables/{table}/seats/1", wish).json()["code"] == "rated"


def test_nobody_is_helped_or_replaced_in_a_rated_game(lite: Live) -> None:
    ann, ben, table = rated_table(lite)
    room = lite.site.hub.rooms[table]
    acting = ann if room.match.chairs[room.match.state.to_act].player == ann.id else ben
    assert acting.message(table, type="hint")["code"] == "no_hints"
    assert acting.get(f"/api/tables/{table}/chances").json()["code"] == "no_hints"
    seat = room.match.seats_of(ann.id)[0]
    assert ann.post(f"/api/tables/{table}/seats/{seat}/standin", {"bot": "random"}).json()["code"] == "rated"
    assert ann.post(f"/api/tables/{table}/seats/{seat}/link").json()["code"] == "rated"
    assert ann.message(table, type="ask", what="swap", other=1 - seat, rev=room.match.rev)["code"] == "rated"
    assert ann.post(f"/api/tables/{table}/leave", {"seat": seat}).status_code == 200
    assert room.match.deserters == {seat: ann.id}


@pytest.mark.parametrize(("hints", "code"), [(False, "no_hints"), (True, "")])
def test_among_people_a_table_says_whether_hints_are_given(lite: Live, hints: bool, code: str) -> None:
    ann, ben = lite.guest("Ann"), lite.guest("Ben")
    wish = {"game": "antike-2006", "hints": hints, "seats": [{"kind": "me"}, {"kind": "open"}]}
    table = ann.post("/api/tables", wish).json()["table"]["id"]
    ben.post(f"/api/tables/{table}/join", {})
    for person in (ann, ben):
        assert person.get(f"/api/tables/{table}").json().get("hints", False) is hints
        assert person.get(f"/api/tables/{table}/chances").json().get("code", "") == code


def test_alone_against_bots_everybody_may_ask(lite: Live) -> None:
    ann = lite.guest("Ann")
    wish = {"game": "antike-2006", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "random"}]}
    assert ann.post("/api/tables", wish).json()["table"]["hints"]


def test_a_position_set_up_by_hand_is_no_result() -> None:
    match = antike()
    assert scores.counts(match)
    match.setup.header["position"] = {}
    assert not scores.counts(match)


def test_casual_games_are_not_rated_and_games_among_bots_are() -> None:
    assert not scores.is_rated(antike())
    bots = antike(("bot:a", "bot:b"))
    assert scores.is_rated(bots)
    bots.deserters = {0: "ann"}
    assert not scores.is_rated(bots), "a person began it"


def test_bots_of_a_fixed_rating_play_in_rated_games(lite: Live) -> None:
    ann = account(lite, "Ann")
    wish = {**RATED, "seats": [{"kind": "me"}, {"kind": "bot", "bot": "level:3"}]}
    assert ann.post("/api/tables", wish).json()["table"]["rated"]
    games = lite.nobody().get("/api/games").json()["games"]
    assert all(game["stars"] == [f"level:{level}" for level in range(1, 6)] for game in games)


@pytest.mark.parametrize("game", steps())
def test_fixed_ratings_rise_with_the_level(game: str) -> None:
    heights = list(stars(game).values())
    assert heights == sorted(heights)
    assert stars(game)["level:3"] == ratings.FIRST
    # whoever wins as often as the arena has seen neither rises nor falls
    low, high = (ratings.Rating(mean, 10.0) for mean in heights[:2])
    won, played = steps()[game][0]
    share = (won + 1) / (played + 2)
    gain, loss = (ratings.new_ratings([high, low], ranks)[0].mean - high.mean for ranks in ([1, 2], [2, 1]))
    assert share * gain + (1 - share) * loss == pytest.approx(0, abs=0.01 * gain)


def test_accounts_that_have_just_begun_lift_nobody() -> None:
    farmer = ratings.Rating()
    for _ in range(ratings.PROVEN):
        farmer = ratings.proven_ratings([farmer, ratings.Rating()], [1, 2])[0]
    lifted = farmer
    for _ in range(50):
        lifted = ratings.proven_ratings([lifted, ratings.Rating()], [1, 2])[0]
    assert (lifted.mean, lifted.sigma) == pytest.approx((farmer.mean, farmer.sigma))
    assert lifted.games == farmer.games + 50
    assert lifted.least < stars("antike-2006")["level:4"]


def test_newcomers_find_their_place_and_move_others_the_more_they_have_played() -> None:
    settled = ratings.Rating(1600, 90, 40)
    beaten, gain = ratings.proven_ratings([settled, ratings.Rating()], [2, 1])
    assert beaten.mean == settled.mean
    assert gain == ratings.new_ratings([settled, ratings.Rating()], [2, 1])[1], "a newcomer moves as far as ever"
    half, whole = ratings.Rating(games=ratings.PROVEN // 2), ratings.Rating(games=ratings.PROVEN)
    steps = [ratings.proven_ratings([settled, other], [1, 2])[0].mean - settled.mean for other in (half, whole)]
    assert 0 < steps[0] == pytest.approx(steps[1] / 2)
    three = ratings.proven_ratings([settled, whole, ratings.Rating()], [1, 2, 3])[0]
    plain = ratings.new_ratings([settled, whole, ratings.Rating()], [1, 2, 3])[0]
    assert three.mean - settled.mean == pytest.approx((plain.mean - settled.mean) / 2), "the mean over the others"


def test_people_move_and_fixed_bots_do_not(storage: Storage) -> None:
    for place, (level, rank) in enumerate((("level:5", 1), ("level:1", 1), ("level:1", 2))):
        entries = [Entry(0, "ann", True, 1.0, rank), Entry(1, level, False, -1.0, 3 - rank)]
        before = storage.read_now(lambda c: ratings.find(c, "people", "ann", "attika", 2))
        game = Finished(f"t{place}", "attika", entries, place, rated=True)
        storage.submit(partial(scores.keep_result, game=game)).result(10)
        after = storage.read_now(lambda c: ratings.find(c, "people", "ann", "attika", 2))
        gain = after.mean - before.mean
        assert (gain > 100, 0 < gain < 100, gain < -100)[place], (level, gain)
    assert not storage.read_now(lambda c: ratings.leaders(c, "bots"))
    rows = storage.read_now(lambda c: ratings.with_stars(ratings.leaders(c, "people", "attika", 2), "attika", 2))
    assert [row.who for row in rows if row.star] == [f"level:{level}" for level in range(5, 0, -1)]
    assert sum(not row.star for row in rows) == 1
    # a bot without a fixed rating tells nothing about people
    entries = [Entry(0, "ann", True, 1.0, 1), Entry(1, "greedy", False, -1.0, 2)]
    storage.submit(partial(scores.keep_result, game=Finished("t9", "attika", entries, 9, rated=True))).result(10)
    assert storage.read_now(lambda c: ratings.find(c, "people", "ann", "attika", 2)).games == 3


def test_ratings_worked_out_anew_are_the_same(storage: Storage) -> None:
    players = ("ann", "ben", "cay")
    for place in range(12):
        winner, loser = players[place % 3], players[(place * 2 + 1) % 3]
        entries = [Entry(0, winner, True, 1.0), Entry(1, loser, True, -1.0)]
        rated = place != 7
        game = Finished(f"t{place:02}", "x", entries, place, rated)
        storage.submit(partial(scores.keep_result, game=game)).result(10)
    before = storage.read_now(ratings.rating_lists)
    count = storage.submit(ratings.rerate).result(10)
    after = storage.read_now(ratings.rating_lists)
    assert count == 11
    assert [(row.who, row.games) for row in after.people] == [(row.who, row.games) for row in before.people]
    assert [row.rating for row in after.people] == pytest.approx([row.rating for row in before.people])


def test_two_processes_lose_no_rating(url: str) -> None:
    shared = [Storage(url, f"p{place}") for place in range(2)]

    def play(place: int) -> None:
        entries = [Entry(0, "ann", True, 1.0), Entry(1, f"p{place}", True, -1.0)]
        work = partial(scores.keep_result, game=Finished(f"t{place}", "x", entries, place, rated=True))
        shared[place % 2].submit(work).result(30)

    with ThreadPoolExecutor(8) as crowd:
        list(crowd.map(play, range(60)))
    rows = shared[0].read_now(ratings.rating_lists).people
    assert next(row.games for row in rows if row.who == "ann") == 60
    for storage in shared:
        storage.close()


# ---- rematch ---------------------------------------------------------------------------------------------------------


def test_a_rematch_asks_the_others(lite: Live) -> None:
    ann, ben, eve = lite.guest("Ann"), lite.guest("Ben"), lite.guest("Eve")
    table = ann.table("me", "open")["table"]["id"]
    ben.post(f"/api/tables/{table}/join", {})
    lite.site.hub.rooms[table].match.state = _end(lite.site.hub.rooms[table].match)
    again = ann.post(f"/api/tables/{table}/rematch").json()["table"]
    assert again["status"] == "open", "nobody plays before the other has sat down"
    assert [seat["chair"].get("player", "") for seat in again["seats"]].count(ben.id) == 0
    assert eve.post(f"/api/tables/{again['id']}/join", {}).json()["code"] == "full"
    assert ben.post(f"/api/tables/{table}/rematch").json()["table"]["status"] == "playing", "to ask too is to agree"


def _end(match: Match) -> Any:
    class Over:
        """The position of a finished game, as far as a rematch asks."""

        to_act, turn_of = -2, 0

        def view(self, seat: int) -> dict[str, Any]:
            return dict(match.first.view(seat))

        def end_reason(self) -> str:
            return "personages"

        def returns(self) -> tuple[float, ...]:
            return (1.0, -1.0)

        def copy(self) -> Over:
            return self

        def legal(self) -> tuple[int, ...]:
            return ()

    return Over()


# ---- clocks and outages ----------------------------------------------------------------------------------------------


def test_one_process_at_a_time_looks_after_the_clocks(storage: Storage) -> None:
    def call(work: Any, holder: str, now: int) -> Any:
        return storage.submit(partial(work, holder=holder, now=now)).result(10)

    assert call(beats.begin, "a", 1_000) == []
    assert call(beats.begin, "b", 2_000) == [], "another process is there"
    assert [call(beats.renew, holder, 3_000) for holder in ("a", "b")] == [True, False]
    assert [call(beats.renew, holder, 3_000 + beats.LEASE) for holder in ("b", "a")] == [False, True]
    late = 4_000 + 2 * beats.LEASE
    assert [call(beats.renew, holder, late) for holder in ("b", "a")] == [True, False], "a did not renew it"


def test_an_outage_is_noted_once_by_whoever_starts_first(storage: Storage) -> None:
    def start(holder: str, now: int) -> list[tuple[int, int]]:
        return storage.submit(partial(beats.begin, holder=holder, now=now)).result(10)  # type: ignore[no-any-return]

    start("a", 1_000)
    down = 1_000 + beats.OUTAGE + 5_000
    assert start("b", down) == [(1_000, down)]
    assert start("c", down + 100) == [(1_000, down)]


def test_a_clock_after_two_restarts_is_the_same_as_after_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url = f"sqlite:///{tmp_path / 'a.db'}"
    now = clock_ms()
    for module in ("rondel.server.tables.hub", "rondel.server.tables.lobby", "rondel.server.tables.handlers"):
        monkeypatch.setattr(f"{module}.clock_ms", lambda: now)
    with Live(url) as live:
        ann, ben = live.guest("Ann"), live.guest("Ben")
        wish = {"game": "antike-2006", "seats": [{"kind": "me"}, {"kind": "open"}],
                "pace": {"kind": "live", "minutes": 5}}  # fmt: skip
        table = ann.post("/api/tables", wish).json()["table"]["id"]
        ben.post(f"/api/tables/{table}/join", {})
    faces = []
    for pause in (60_000, 100_000):
        now += 10_000
        _beat(url, now)
        now += pause
        with Live(url) as live:
            assert live.nobody().get(f"/api/tables/{table}").status_code == 200
            match = live.site.hub.rooms[table].match
            faces.append(match.clock.left[match.clock.running] - (now - match.clock.since))
    assert faces == [290_000, 280_000], "ten seconds were played before each outage, and only they count"


def _beat(url: str, now: int) -> None:
    storage = Storage(url)
    storage.submit(lambda connection: connection.exec_driver_sql(f"UPDATE beats SET at = {now}") and None).result(10)
    storage.close()


def test_a_chair_that_waits_is_nobodys(lite: Live) -> None:
    ann = lite.guest("Ann")
    table = ann.table("me", "invited")["table"]
    assert table["seats"][1]["chair"] == {"kind": "invited"}
    assert Chair("invited").taken is False
