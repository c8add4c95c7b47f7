"""Openings on a server: which games are in, what is told of them, and nothing of games under way."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, func, insert, select

from rondel.cli.admin import run_admin
from rondel.cli.main import parser
from rondel.game import State
from rondel.record import Record, start_record
from rondel.registry import make
from rondel.server.analysis import explorer, openings
from rondel.server.analysis.explorer import Loaded
from rondel.server.office.sweep import clear
from rondel.server.people import scores
from rondel.server.people.scores import Entry, Finished
from rondel.server.store import schema
from rondel.server.store.storage import Storage
from rondel.server.wire.openings import OpeningPage
from rondel.server.wire.refusal import Refusal
from rondel.study.openings import Opening, opening_of, plan_of, pool_of, starts_of
from tests.server.live import Live, Person, actions_of, live

GAME = make("antike-2006", 3)


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """Run a server."""
    rough = {"study_engine": "search:nodes=20", "study_trials": 4}
    with live(f"sqlite:///{tmp_path_factory.mktemp('openings') / 'rondel.db'}", **rough) as running:
        yield running


def moves(*typed: str, seed: int = 1) -> Record:
    """Give a record of some moves, which need not end."""
    record = start_record(GAME.new(seed))
    state: State = record.first()
    for move in typed:
        for action in GAME.parse(state, move):
            record.actions.append(action)
            state = state.apply(action)
    return record


def opening(record: Record) -> Opening:
    found = opening_of(record.first(), record.actions)
    assert found is not None
    return found


def root() -> str:
    pool = pool_of(GAME)
    assert pool is not None
    return openings.letters(starts_of(pool))


def plan(side: str) -> int:
    pool = pool_of(GAME)
    assert pool is not None
    return plan_of(pool, side)


def told(storage: Storage, path: str, by: Any = "") -> OpeningPage:
    return storage.read_now(lambda connection: openings.page(connection, path, by))


def swept(running: Live) -> None:
    """Wait until the server has looked at all games that have ended."""
    limit = time.monotonic() + 20
    while {"waiting", "leaving"} & set(states(running.site.storage).values()):
        assert time.monotonic() < limit
        time.sleep(0.1)


def played(ann: Person, ben: Person, **more: Any) -> str:
    """Let two people play some turns of Duellum at a table; Ann resigns."""
    made = ann.table("me", "invited", game="antike-duellum", **{"listed": True, **more})
    table = str(made["table"]["id"])
    ben.post(f"/api/tables/{table}/join", {"token": made["links"]["1"]})
    for _ in range(2):
        seat = ann.welcome(table)["turn"]["to_act"]
        seen = (ann, ben)[seat].welcome(table)
        (ann, ben)[seat].message(table, type="play", rev=seen["rev"], actions=[actions_of(seen["choices"])[0]])
    assert ann.post(f"/api/tables/{table}/resign", {"seat": 0}).status_code == 200
    return table


# ---- which games are in ----------------------------------------------------------------------------------------------


@pytest.fixture
def stored(storage: Storage) -> Storage:
    """Give a database with two people, and finished games of theirs and of bots."""
    people = [
        {"id": who, "name": who, "name_key": who, "email": "", "notify": False, "created": 7, "openings": who == "ann"}
        for who in ("ann", "ben")
    ]
    storage.submit(lambda connection: connection.execute(insert(schema.players), people)).result(10)
    for table, who, public in (
        ("mixed", ("ann", "ben", "level:3"), True), ("agreed", ("ann", "level:3", "level:2"), True),
        ("private", ("ann", "level:3", "level:2"), False), ("bots", ("search:nodes=9", "level:3", "level:2"), True),
    ):  # fmt: skip
        seats = [Entry(seat, one, ":" not in one, 1.0 if seat == 1 else -0.5, 1) for seat, one in enumerate(who)]
        game = Finished(table, "antike-2006", seats, 10, False, "east", public, 40)
        storage.submit(partial(scores.keep_result, game=game)).result(10)
    return storage


def looked_at(storage: Storage, *tables: str) -> None:
    """Look at finished games, all of which began alike."""
    found = opening(moves("rondel marble", "rondel iron", "rondel gold", "rondel iron"))
    for table in tables:
        storage.submit(partial(explorer.keep, table=table, found=found)).result(10)


def states(storage: Storage) -> dict[str, str]:
    return {row.id: row.state for row in storage.read_now(lambda c: c.execute(select(schema.explored)).all())}


def test_games_are_in_if_they_are_public_and_everybody_agreed(stored: Storage) -> None:
    assert states(stored) == dict.fromkeys(("mixed", "agreed", "bots"), "waiting")
    looked_at(stored, "mixed", "agreed", "private", "bots")
    assert states(stored) == {"mixed": "out", "agreed": "in", "bots": "in"}
    page = told(stored, root())
    assert page.pool.games == 2
    assert sorted((row.turn.kind, row.turn.text, row.games) for row in page.rows) == [
        ("plan", "Arabs", 2), ("plan", "Greeks", 2), ("plan", "Persians", 2),
        ("position", "Arabs, Greeks, Persians", 2),
    ]  # fmt: skip
    assert {game.table for game in page.examples} == {"bots", "agreed"}


def test_turns_are_told_with_who_played_them_and_what_came_of_it(stored: Storage) -> None:
    looked_at(stored, "agreed", "bots")
    begun = next(row for row in told(stored, root()).rows if row.turn.kind == "position")
    assert (begun.turn.text, begun.bots, begun.people) == ("Arabs, Greeks, Persians", {"level": 2}, 0)
    page = told(stored, begun.turn.path)
    assert page.line.startswith("antike-2006 east 3")
    assert page.sides == ["Arabs", "Greeks", "Persians"]
    assert [one.text for one in page.way] == ["Arabs, Greeks, Persians"]
    (row,) = page.rows
    assert (
        row.turn.news == [{"kind": "wedge", "wedge": "marble", "nation": "Arabs"}] or row.turn.text == "rondel marble"
    )
    assert (row.games, row.won, row.shares) == (2, 1.0, [1.0, 0.0, 0.0])
    persians = next(row for row in told(stored, root()).rows if row.turn.text == "Persians")
    (first,) = told(stored, persians.turn.path).rows
    assert (first.turn.text, first.people, first.bots, first.won) == ("gold", 1, {"search": 1}, 0.0)
    assert told(stored, persians.turn.path, "people").games == 1
    assert told(stored, persians.turn.path, "bots").games == 1


def test_whoever_takes_the_agreement_back_takes_the_games_out(stored: Storage) -> None:
    looked_at(stored, "agreed", "bots", "mixed")
    stored.submit(partial(explorer.agree, player="ben", yes=True)).result(10)
    assert states(stored)["mixed"] == "waiting", "looked at once more"
    looked_at(stored, "mixed")
    assert told(stored, root()).pool.games == 3
    stored.submit(partial(explorer.agree, player="ann", yes=False)).result(10)
    assert states(stored) == {"agreed": "leaving", "mixed": "leaving", "bots": "in"}
    stored.submit(explorer.take_out).result(10)
    assert states(stored) == {"agreed": "out", "mixed": "out", "bots": "in"}
    page = told(stored, root())
    assert (page.pool.games, [game.table for game in page.examples]) == (1, ["bots"])


def test_whoever_agrees_again_at_once_loses_no_game(stored: Storage) -> None:
    looked_at(stored, "agreed")
    for yes in (False, True):
        stored.submit(partial(explorer.agree, player="ann", yes=yes)).result(10)
    stored.submit(explorer.take_out).result(10)
    assert states(stored)["agreed"] == "waiting"
    looked_at(stored, "agreed")
    assert told(stored, root()).pool.games == 1


def test_what_belongs_to_no_game_any_more_is_cleared(stored: Storage) -> None:
    looked_at(stored, "agreed")

    def count() -> int:
        def read(connection: Connection) -> int:
            parts = (schema.spots, schema.tellings)
            return sum(connection.execute(select(func.count()).select_from(part)).scalar_one() for part in parts)

        return stored.read_now(read)

    before = count()
    assert stored.submit(lambda connection: clear(connection, 0)).result(10)["openings"] == 0
    stored.submit(partial(explorer.put, game="agreed", state="out")).result(10)
    assert stored.submit(lambda connection: clear(connection, 0)).result(10)["openings"] == before
    assert count() == 0


def test_orders_of_turns_that_lead_to_the_same_position_meet(storage: Storage) -> None:
    orders = (("legion Adane 1 iron", "legion Mecca 1 coin"), ("legion Mecca 1 iron", "legion Adane 1 coin"))
    for number, (one, other) in enumerate(orders):
        record = moves("rondel arming", f"arm {one}", f"arm {other}", "rondel gold")
        game = Loaded(record, ("greedy",) * 3, (number,))
        assert explorer.load(storage, [game, game]) == 1
    start = next(row for row in told(storage, root()).rows if row.turn.kind == "position")
    rows = told(storage, start.turn.path).rows
    assert len(rows) == 2
    pages = [told(storage, row.turn.path) for row in rows]
    assert [page.games for page in pages] == [2, 2]
    assert pages[0].rows[0].shares == [0.5, 0.0, 0.5]


def test_answers_are_bounded(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    games = [Loaded(moves(f"rondel {wedge}"), ("random",) * 3, ()) for wedge in ("iron", "gold", "marble", "maneuver1")]
    assert explorer.load(storage, games) == 4
    start = next(row for row in told(storage, root()).rows if row.turn.kind == "position").turn.path
    assert len(told(storage, start).rows) == 4
    monkeypatch.setattr(openings, "ROWS", 2)
    monkeypatch.setattr(openings, "LATEST", 3)
    page = told(storage, start)
    assert (len(page.rows), page.games, page.capped) == (2, 3, True)


@pytest.mark.parametrize(
    "path", ["", "x", "~", "AAAAAAAAAAA", f"{root()}.x~y", f"{root()}.é", ".".join([root()] * 30), f"{root()}~",
             "_" * 11, "-w" + 9 * "A", "." * 11, f"{root()[:-1]}/"]
)  # fmt: skip
def test_ways_that_lead_nowhere_are_refused(storage: Storage, path: str) -> None:
    with pytest.raises(Refusal) as refused:
        told(storage, path)
    assert refused.value.code == "not_found"


# ---- on a server -----------------------------------------------------------------------------------------------------


def test_a_game_comes_in_when_it_has_ended_and_leaves_with_the_agreement(quick: Live) -> None:
    ann, ben = quick.guest("Ann"), quick.guest("Ben")
    table, unlisted = played(ann, ben), played(ann, ben, listed=False)
    swept(quick)
    assert ann.get("/api/openings").json() == {"pools": [], "shared": False}
    for person in (ann, ben):
        assert person.call("PUT", "/api/me/openings", {"shared": True}).status_code == 200
    swept(quick)
    shelf = quick.nobody().get("/api/openings").json()
    (pool,) = shelf["pools"]
    assert (pool["game"], pool["players"], pool["games"]) == ("antike-duellum", 2, 1)
    page = quick.nobody().get(f"/api/openings/page?path={pool['path']}").json()
    assert [game["table"] for game in page["examples"]] == [table]
    assert unlisted not in str(page)
    start = next(row for row in page["rows"] if row["turn"]["kind"] == "position")
    assert start["people"] == 1
    found = ann.post("/api/openings/find", {"table": table, "step": 0}).json()
    assert found["path"] == start["turn"]["path"]
    later = ann.post("/api/openings/find", {"table": table, "step": 5}).json()["path"]
    assert later.startswith(found["path"] + ".")
    end = quick.nobody().get(f"/api/openings/page?path={later}").json()
    assert [one["seat"] for one in end["way"]][1] == -1, "the cards are turned up first"
    eve = quick.nobody()
    eve.client.timeout = 60.0  # the process that draws has to start
    picture = eve.get(f"/api/openings/picture?path={later}&theme=dark")
    assert (picture.headers["content-type"], "<svg" in picture.text) == ("image/svg+xml", True)
    assert quick.nobody().get(f"/api/openings/picture?path={pool['path']}").json()["code"] == "not_found"
    assert ben.call("PUT", "/api/me/openings", {"shared": False}).status_code == 200
    swept(quick)
    assert quick.nobody().get("/api/openings").json()["pools"] == []


def test_nothing_of_a_position_that_is_played_among_people_right_now(quick: Live) -> None:
    ann, ben, eve = quick.guest("Ann"), quick.guest("Ben"), quick.guest("Eve")
    made = ann.table("me", "invited", game="antike-2006")
    table = made["table"]["id"]
    ben.post(f"/api/tables/{table}/join", {"token": made["links"]["1"]})
    match = quick.site.hub.rooms[table].match
    like_it = Record(match.game, dict(match.setup.header), [match.state.legal()[0]])
    assert explorer.load(quick.site.storage, [Loaded(like_it, ("greedy", "greedy"), ())]) == 1
    address = f"/api/openings/page?path={openings.way_of(match.first, [], 0)}"
    top = openings.way_of(match.first, [], 0).partition(".")[0]
    for person in (ann, ben):
        assert person.get(address).json()["code"] == "no_hints"
        assert person.get(address.replace("/page", "/picture")).json()["code"] == "no_hints"
        rows = person.get(f"/api/openings/page?path={top}").json()["rows"]
        plans = [f"/api/openings/page?path={row['turn']['path']}" for row in rows if row["turn"]["kind"] == "plan"]
        assert [person.get(plan).json().get("code") for plan in plans] == ["no_hints"] * 2
        assert person.post("/api/openings/find", {"table": table}).json()["code"] == "no_hints"
    assert eve.get(address).status_code == 200
    another = start_record(make("antike-2005", 2).new(1))
    assert explorer.load(quick.site.storage, [Loaded(another, ("greedy", "greedy"), ())]) == 1
    disguised = f"{openings.way_of(another.first(), [], 0).partition('.')[0]}.{address.rpartition('.')[2]}"
    assert ann.get(f"/api/openings/page?path={disguised}").json()["code"] == "not_found"
    ann.post(f"/api/tables/{table}/resign", {"seat": 0})
    assert quick.site.hub.rooms[table].match.status == "over"
    assert ann.get(address).status_code == 200


def test_a_position_of_the_analysis_board_is_found(quick: Live) -> None:
    ann = quick.guest()
    record = moves("rondel marble", "rondel iron")
    found = ann.post("/api/openings/find", {"start": record.header, "actions": record.actions}).json()["path"]
    assert found.count(".") == 3
    attika = start_record(make("attika", 2).new(1))
    plans = ann.post("/api/openings/find", {"start": attika.header, "actions": []}).json()["path"]
    assert plans.count(".") == 1, "in Attika the plan of whoever is to move"
    assert ann.post("/api/openings/find", {"start": {"game": "chess"}}).json()["code"] == "bad_message"


# ---- the host --------------------------------------------------------------------------------------------------------


def test_the_host_loads_games_of_bots_and_games_of_before(
    stored: Storage, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stored.submit(lambda connection: connection.execute(schema.explored.delete())).result(10)
    folder = tmp_path / "run"
    args = ["arena", "antike-duellum", "--seats", "greedy,random", "--games", "2", "--out", str(folder)]
    asked = parser().parse_args(args)
    assert asked.run(asked) == 0
    capsys.readouterr()
    url = stored.engine.url.render_as_string(hide_password=False)
    for told_, games in (([], "0"), ([str(folder)], "2"), ([str(folder)], "0")):
        asked = parser().parse_args(["admin", "openings", *told_, "--database", url])
        assert run_admin(asked) == 0
        assert f"{games} games were added" in capsys.readouterr().out
    # the tables of these results have no log, so there is nothing to be seen of them
    assert set(states(stored).values()) == {"out", "in"}
    (pool,) = stored.read_now(openings.pools)
    assert (pool.game, pool.games) == ("antike-duellum", 2)


def test_a_review_that_is_done_is_noted_for_whoever_played(quick: Live) -> None:
    ann, ben = quick.guest("Ann"), quick.guest("Ben")
    table = played(ann, ben)
    assert ann.get("/api/me/progress").json()["figures"]["games"] == 0
    ann.post(f"/api/tables/{table}/review")
    limit = time.monotonic() + 120
    while ann.get(f"/api/tables/{table}/review").json()["status"] != "done":
        assert time.monotonic() < limit
        time.sleep(0.2)
    for person in (ann, ben):
        found = person.get("/api/me/progress").json()
        assert [game["table"] for game in found["games"]] == [table]
        assert [book["game"] for book in found["books"]] == ["antike-duellum"]
    assert quick.nobody().get("/api/me/progress").json()["code"] == "no_session"
