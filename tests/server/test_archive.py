"""What is told of people and finished games: profiles, rating lists and graphs, the archive with its filters."""

from __future__ import annotations

from functools import partial

import pytest
from sqlalchemy import insert, select

from rondel.server.people import archive, ratings, scores
from rondel.server.people.archive import Wanted
from rondel.server.people.scores import Entry, Finished
from rondel.server.store import schema
from rondel.server.store.storage import Storage
from rondel.server.tables.hub import clock_ms
from rondel.server.wire.bodies import Standing
from tests.server.live import Live
from tests.server.toys import antike

ANN, BEN, CAY = "ann", "ben", "cay"


def _seat(seat: int, who: str, rank: int, side: str = "Romans", person: bool = True) -> Entry:
    return Entry(seat, who, person, 1.0 if rank == 1 else -0.5, rank, side)


def _keep(storage: Storage, game: Finished) -> None:
    storage.submit(partial(scores.keep_result, game=game)).result(10)


@pytest.fixture
def played(storage: Storage) -> Storage:
    """Give a database with a few people and games."""
    people = [
        {"id": who, "name": who.title(), "name_key": who, "email": "", "notify": False, "created": 7}
        for who in (ANN, BEN, CAY)
    ]
    storage.submit(lambda connection: connection.execute(insert(schema.players), people)).result(10)
    three = [_seat(0, ANN, 1, "Greeks"), _seat(1, BEN, 2), _seat(2, CAY, 3, "Arabs")]
    _keep(storage, Finished("t1", "antike-2006", three, 10, True, "east", True, 300))
    _keep(
        storage,
        Finished("t2", "antike-2006", [_seat(0, BEN, 1), _seat(1, ANN, 2, "Greeks")], 20, True, "east", True, 200),
    )
    _keep(storage, Finished("t3", "attika", [_seat(0, ANN, 1, "Athens"), _seat(1, "level:3", 2, "Sparta", False)], 30))
    return storage


def _profile(storage: Storage, who: str) -> Standing:
    return storage.read_now(lambda c: archive.profile(c, who, who.title(), "people", 7))


def test_a_profile_counts_by_game_and_number_of_players(played: Storage) -> None:
    found = _profile(played, ANN)
    assert [(tally.game, tally.size, tally.games, tally.wins, tally.rated) for tally in found.tallies] == [
        ("antike-2006", 2, 1, 0, 1), ("antike-2006", 3, 1, 1, 1), ("attika", 2, 1, 1, 0),
    ]  # fmt: skip
    two, three, casual = found.tallies
    assert two.rating is not None
    assert three.rating is not None
    assert two.rating < ratings.FIRST < three.rating
    assert casual.rating is None
    assert found.since == 7


def test_a_profile_names_sides_and_rivals(played: Storage) -> None:
    found = _profile(played, ANN)
    assert [(side.side, side.games, side.wins) for side in found.sides] == [("Greeks", 2, 1), ("Athens", 1, 1)]
    assert [(rival.name, rival.games, rival.ahead, rival.behind) for rival in found.rivals] == [
        ("Ben", 2, 1, 1), ("Cay", 1, 1, 0),
    ]  # fmt: skip


def test_a_profile_does_not_tell_against_whom_somebody_played_in_private(played: Storage) -> None:
    before = _profile(played, ANN).rivals
    _keep(played, Finished("secret", "attika", [_seat(0, ANN, 1, "Athens"), _seat(1, CAY, 2, "Sparta")], 60))
    after = _profile(played, ANN)
    assert after.rivals == before
    assert sum(tally.games for tally in after.tallies) == 4, "counted, without saying whom it was against"


def test_lists_are_ordered_by_what_somebody_is_worth_at_least(played: Storage) -> None:
    for number in range(8):
        two = [_seat(0, BEN, 1), _seat(1, CAY, 2)]
        _keep(played, Finished(f"more{number}", "antike-2006", two, 40 + number, True))
    _keep(played, Finished("once", "antike-2006", [_seat(0, "new", 1), _seat(1, CAY, 2)], 60, True))
    rows = played.read_now(lambda c: ratings.leaders(c, "people", "antike-2006", 2))
    assert [row.who for row in rows][:1] == [BEN], "one lucky game does not lead the list"
    least = [row.rating - ratings.CAUTION * row.uncertainty for row in rows]
    assert least == sorted(least, reverse=True)
    more = played.read_now(lambda c: ratings.leaders(c, "people", "antike-2006", 3))
    assert {row.who for row in more} == {ANN, BEN, CAY}


def test_ratings_of_before_are_computed_at_the_next_start(played: Storage) -> None:
    before = played.read_now(ratings.rating_lists)
    assert not played.read_now(ratings.needs_rerating)
    played.submit(lambda connection: connection.execute(schema.ratings.delete())).result(10)
    assert played.read_now(ratings.needs_rerating)
    assert played.submit(ratings.rerate).result(10) == 2
    assert played.read_now(ratings.rating_lists) == before


def _found(storage: Storage, wanted: Wanted, reader: str = "") -> list[str]:
    return [game.table for game in storage.read_now(lambda c: archive.archive(c, wanted, reader)).games]


def test_the_archive_filters(played: Storage) -> None:
    assert _found(played, Wanted()) == ["t2", "t1"]
    assert _found(played, Wanted(player=CAY)) == ["t1"]
    assert _found(played, Wanted(player=ANN, result="won")) == ["t1"]
    assert _found(played, Wanted(player=ANN, result="lost")) == ["t2"]
    assert _found(played, Wanted(since=11)) == ["t2"]
    assert _found(played, Wanted(until=11)) == ["t1"]
    assert _found(played, Wanted(game="attika")) == []
    assert _found(played, Wanted(game="antike-2006", board="west")) == []
    assert _found(played, Wanted(rated=True, board="east")) == ["t2", "t1"]


def test_a_draw_is_neither_won_nor_lost(played: Storage) -> None:
    level = [Entry(0, ANN, True, 0.0, 1, "Romans"), Entry(1, BEN, True, 0.0, 1, "Carthaginians")]
    _keep(played, Finished("t4", "antike-duellum", level, 40, False, "rome-carthage", True, 90))
    assert _found(played, Wanted(player=ANN)) == ["t4", "t2", "t1"]
    assert _found(played, Wanted(player=ANN, result="won")) == ["t1"]
    assert _found(played, Wanted(player=ANN, result="lost")) == ["t2"]


def test_a_private_game_is_shown_to_its_players_alone(played: Storage) -> None:
    assert _found(played, Wanted(player=ANN), ANN) == ["t3", "t2", "t1"]
    assert _found(played, Wanted(player=ANN), BEN) == ["t2", "t1"]
    assert _found(played, Wanted(player="level:3"), "level:3") == ["t3"]


def test_pages_follow_each_other_without_gaps(played: Storage) -> None:
    for number in range(70):
        two = [_seat(0, BEN, 1), _seat(1, CAY, 2)]
        _keep(played, Finished(f"p{number:02}", "antike-2", two, 100 + number // 3, False, "", True))
    seen: list[str] = []
    after = ""
    for _ in range(9):
        page = played.read_now(lambda c, after=after: archive.archive(c, Wanted(game="antike-2"), "", after))  # type: ignore[misc]
        seen += [game.table for game in page.games]
        after = page.more
        if not after:
            break
    assert sorted(seen) == [f"p{number:02}" for number in range(70)]
    assert len(set(seen)) == len(seen)


def test_the_archive_names_seats_with_rank_and_side(played: Storage) -> None:
    game = played.read_now(lambda c: archive.archive(c, Wanted(until=11), "")).games[0]
    assert [(seat.name, seat.side, seat.rank) for seat in game.seats] == [
        ("Ann", "Greeks", 1), ("Ben", "Romans", 2), ("Cay", "Arabs", 3),
    ]  # fmt: skip


def test_a_match_is_described_with_ranks_and_sides() -> None:
    match = antike()
    entries = scores.entries_of(match)
    assert {entry.rank for entry in entries} == {1}
    assert len({entry.side for entry in entries}) == len(entries)
    match.deserters = {1: "dan"}
    match.chairs = (match.chairs[0], type(match.chairs[1])("bot", bot="random"))
    left = scores.entries_of(match)[1]
    assert (left.who, left.rank, left.person) == ("dan", 2, True)


def test_routes_answer_strangers(lite: Live) -> None:
    ann = lite.guest("Ann")
    assert ann.get(f"/api/stats/players/{ann.id}").json()["since"] > clock_ms() - 60_000
    assert lite.nobody().get(f"/api/stats/players/{ann.id}/ratings?game=antike-2006").json() == {"points": []}
    rows = lite.nobody().get("/api/stats/ratings/antike-2006?size=4").json()["rows"]
    assert {row["name"] for row in rows} == {f"level:{number}" for number in range(1, 6)}, "the fixed stars alone"
    assert lite.nobody().get("/api/archive?result=won").json()["games"] == []
    assert lite.nobody().get("/api/archive?since=-4").status_code == 400


def test_games_of_before_are_in_the_archive_of_their_players(storage: Storage) -> None:
    old = {
        "table_id": "old",
        "seat": 0,
        "who": ANN,
        "person": True,
        "game": "attika",
        "score": 1.0,
        "won": True,
        "at": 3,
    }
    storage.submit(lambda connection: connection.execute(insert(schema.results).values(old))).result(10)
    row = storage.read_now(lambda connection: connection.execute(select(schema.results)).one())
    assert (row.rank, row.side, row.mean) == (0, "", None)
