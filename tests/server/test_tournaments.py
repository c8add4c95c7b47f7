"""Tournaments through the API: from entering to the final standings, and every right of the director."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rondel.registry import make
from rondel.server.bots.worker import Task
from rondel.server.limits import Limiter
from rondel.server.people import contests
from rondel.server.people.ratings import Rating
from rondel.server.tables import hub, tournaments
from rondel.server.tables.tournaments import dealt, last_for
from rondel.tournament import next_round
from tests.server.live import Live, Person, live

PASSWORD = "a long password"


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Live]:
    """Give a server whose bots decide at once and at random."""
    monkeypatch.setattr(hub, "STROLL", 0.0)
    rng = Random(4)
    monkeypatch.setattr(hub, "SWEEP", 0.05)
    with live(f"sqlite:///{tmp_path / 'cup.db'}") as server:

        async def choose(task: Task, legal: Sequence[int], *_: object) -> int:
            return legal[int(rng.random() * len(legal))]

        monkeypatch.setattr(server.site.bots, "choose", choose)
        monkeypatch.setattr(server.site.bots, "warm", lambda: None)
        yield server


def account(server: Live, name: str) -> Person:
    person = Person(server)
    answer = person.post("/api/account", {"name": name, "password": PASSWORD})
    assert answer.status_code == 200, answer.text
    person.sign(answer)
    return person


def cup(director: Person, **more: Any) -> str:
    made = director.post("/api/tournaments", {"name": "Spring cup", "game": "attika", **more})
    assert made.status_code == 201, made.text
    return str(made.json()["id"])


def _until_over(person: Person, tournament: str, seconds: float = 120.0) -> dict[str, Any]:
    limit = time.monotonic() + seconds
    while time.monotonic() < limit:
        found: dict[str, Any] = person.get(f"/api/tournaments/{tournament}").json()
        if found["info"]["status"] == "over":
            return found
        time.sleep(0.1)
    raise AssertionError(f"round {found['info']['round']} has not ended")


def _places(found: dict[str, Any]) -> list[int]:
    return [line["place"] for line in found["standings"]]


def test_sixteen_bots_at_tables_of_four_play_a_round_robin(quick: Live) -> None:
    ann = account(quick, "Ann")
    tournament = cup(ann, form="round-robin", size=4)
    ann.post(f"/api/tournaments/{tournament}/bots", {"bot": "random", "count": 16})
    assert ann.post(f"/api/tournaments/{tournament}/start", {}).status_code == 200
    found = _until_over(ann, tournament)
    assert found["info"]["round"] == 5
    assert len(found["pairings"]) == 20
    assert _places(found) == list(range(1, 17))
    assert {line["games"] for line in found["standings"]} == {5}
    assert sum(line["points"] for line in found["standings"]) == pytest.approx(20 * 2)
    table = ann.get(f"/api/tables/{found['pairings'][0]['table']}").json()
    assert (table["status"], table["title"]) == ("over", "Spring cup, 1")


def test_thirty_two_bots_play_a_knockout_for_two(quick: Live) -> None:
    ann = account(quick, "Ann")
    tournament = cup(ann, form="knockout")
    ann.post(f"/api/tournaments/{tournament}/bots", {"bot": "random", "count": 32})
    ann.post(f"/api/tournaments/{tournament}/start", {})
    found = _until_over(ann, tournament)
    rounds = [[table for table in found["pairings"] if table["round"] == number] for number in range(1, 6)]
    assert [len(tables) for tables in rounds] == [16, 8, 4, 2, 2]
    first = rounds[-1][0]
    winner = first["entrants"][first["ranks"].index(1)]
    assert found["standings"][0]["entrant"] == winner
    assert _places(found) == list(range(1, 33))


def _hold(server: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no table go on by itself."""
    monkeypatch.setattr(server.site.hub, "_follow_up", lambda *args, **more: None)


def test_people_enter_and_are_seated_and_the_director_rules(quick: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    _hold(quick, monkeypatch)
    ann, ben = account(quick, "Ann"), account(quick, "Ben")
    tournament = cup(ann, rounds=2)
    for person in (ann, ben, ben):
        found = person.post(f"/api/tournaments/{tournament}/enter", {}).json()
    assert [entrant["name"] for entrant in found["entrants"]] == ["Ann", "Ben"]
    assert found["yours"] == 1
    ann.post(f"/api/tournaments/{tournament}/bots", {"bot": "random", "count": 2})
    begun = ann.post(f"/api/tournaments/{tournament}/start", {}).json()
    assert (begun["info"]["status"], begun["info"]["round"], len(begun["pairings"])) == ("running", 1, 2)
    number = next(entrant["number"] for entrant in begun["entrants"] if entrant["name"] == "Ben")
    his = next(table for table in begun["pairings"] if number in table["entrants"])
    assert [entry["id"] for entry in ben.get("/api/tables?show=mine").json()["tables"]] == [his["table"]]
    for table in begun["pairings"]:
        wish = {"round": 1, "board": table["board"], "ranks": [1, 2]}
        assert ben.post(f"/api/tournaments/{tournament}/result", wish).json()["code"] == "not_host"
        after = ann.post(f"/api/tournaments/{tournament}/result", wish).json()
    assert after["info"]["round"] == 2
    again = {"round": 1, "board": 0, "ranks": [1, 2]}
    assert ann.post(f"/api/tournaments/{tournament}/result", again).json()["code"] == "finished"
    level = {"round": 2, "board": 0, "ranks": [2, 2]}
    assert ann.post(f"/api/tournaments/{tournament}/result", level).json()["code"] == "bad_message"


def test_whoever_withdraws_is_paired_no_more(quick: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    _hold(quick, monkeypatch)
    ann, ben = account(quick, "Ann"), account(quick, "Ben")
    tournament = cup(ann, rounds=3)
    ben.post(f"/api/tournaments/{tournament}/enter", {})
    gone = ben.post(f"/api/tournaments/{tournament}/withdraw", {}).json()
    assert gone["entrants"] == []
    assert ben.post(f"/api/tournaments/{tournament}/withdraw", {}).json()["code"] == "not_seated"
    ben.post(f"/api/tournaments/{tournament}/enter", {})
    ann.post(f"/api/tournaments/{tournament}/bots", {"bot": "random", "count": 5})
    begun = ann.post(f"/api/tournaments/{tournament}/start", {}).json()
    number = next(entrant["number"] for entrant in begun["entrants"] if entrant["person"])
    assert ben.post(f"/api/tournaments/{tournament}/entrants", {"entrant": 0}).json()["code"] == "not_host"
    ben.post(f"/api/tournaments/{tournament}/withdraw", {})
    for board in range(3):
        found = ann.post(f"/api/tournaments/{tournament}/result", {"round": 1, "board": board, "ranks": [1, 2]}).json()
    assert found["info"]["round"] == 2
    assert all(number not in table["entrants"] for table in found["pairings"] if table["round"] == 2)
    back = ann.post(f"/api/tournaments/{tournament}/entrants", {"entrant": number, "bot": "random"}).json()
    assert next(entrant for entrant in back["entrants"] if entrant["number"] == number)["name"] == "random"


def test_a_number_that_nobody_has_is_refused(quick: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    _hold(quick, monkeypatch)
    ann = account(quick, "Ann")
    tournament = cup(ann)
    ann.post(f"/api/tournaments/{tournament}/bots", {"bot": "random", "count": 2})
    early = ann.post(f"/api/tournaments/{tournament}/entrants", {"entrant": 0, "bot": "random"}).json()
    assert (early["code"], early["message"]) == ("not_started", "The tournament has not begun.")
    assert ann.post(f"/api/tournaments/{tournament}/entrants", {"entrant": 7}).json()["code"] == "bad_message"
    ann.post(f"/api/tournaments/{tournament}/start", {})
    for wish in ({"entrant": 7}, {"entrant": 7, "bot": "random"}):
        refused = ann.post(f"/api/tournaments/{tournament}/entrants", wish).json()
        assert (refused["code"], refused["message"]) == ("bad_message", "Nobody has the number 7 in this tournament.")


def test_whoever_has_a_rating_is_seeded_before_whoever_has_none(quick: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    _hold(quick, monkeypatch)
    known = {"greedy": Rating(-300.0, 50.0, 9), "random": Rating(1200.0, 50.0, 9)}
    monkeypatch.setattr(contests, "find", lambda connection, pool, who, game, size: known.get(who, Rating()))
    ann = account(quick, "Ann")
    tournament = cup(ann)
    ann.post(f"/api/tournaments/{tournament}/enter", {})
    for bot in ("greedy", "random"):
        ann.post(f"/api/tournaments/{tournament}/bots", {"bot": bot, "count": 1})
    begun = ann.post(f"/api/tournaments/{tournament}/start", {}).json()
    assert [entrant["name"] for entrant in begun["entrants"]] == ["random", "greedy", "Ann"]


def test_rounds_are_paired_in_a_thread(quick: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    _hold(quick, monkeypatch)
    names: set[str] = set()

    def paired(*args: Any) -> Any:
        names.add(threading.current_thread().name.rsplit("_", 1)[0])
        return next_round(*args)

    monkeypatch.setattr(tournaments, "next_round", paired)
    ann = account(quick, "Ann")
    tournament = cup(ann)
    ann.post(f"/api/tournaments/{tournament}/bots", {"bot": "random", "count": 4})
    assert ann.post(f"/api/tournaments/{tournament}/start", {}).json()["info"]["round"] == 1
    assert names == {"work"}


def test_a_round_robin_goes_on_with_a_bot_in_the_seat_of_whoever_left(
    quick: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    _hold(quick, monkeypatch)
    ann = account(quick, "Ann")
    tournament = cup(ann, form="round-robin")
    ann.post(f"/api/tournaments/{tournament}/bots", {"bot": "random", "count": 4})
    ann.post(f"/api/tournaments/{tournament}/start", {})
    ann.post(f"/api/tournaments/{tournament}/entrants", {"entrant": 2})
    for board in range(2):
        found = ann.post(f"/api/tournaments/{tournament}/result", {"round": 1, "board": board, "ranks": [1, 2]}).json()
    table = next(table for table in found["pairings"] if table["round"] == 2 and 2 in table["entrants"])
    chairs = ann.get(f"/api/tables/{table['table']}").json()["seats"]
    assert chairs[table["entrants"].index(2)]["chair"]["bot"] == quick.site.hub.standin


def test_every_change_of_a_tournament_counts_against_the_limit(lite: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = account(lite, "Anna")
    tournament = cup(ann)
    monkeypatch.setattr(lite.site, "by_player", Limiter(0.0001, 1))
    assert ann.post(f"/api/tournaments/{tournament}/enter", {}).status_code == 200
    for path, body in (
        ("/enter", {}), ("/withdraw", {}), ("/bots", {"bot": "random"}), ("/start", {}), ("/cancel", {}),
        ("/entrants", {"entrant": 0}), ("/result", {"round": 1, "board": 0, "ranks": [1, 2]}),
    ):  # fmt: skip
        assert ann.post(f"/api/tournaments/{tournament}{path}", body).json()["code"] == "too_fast", path
    assert ann.post("/api/tournaments", {"name": "Cup", "game": "attika"}).json()["code"] == "too_fast"


def test_leaving_twice_is_leaving_once(lite: Live) -> None:
    ben = account(lite, "Benno")
    tournament = cup(ben, form="round-robin")
    ben.post(f"/api/tournaments/{tournament}/enter", {})
    ben.post(f"/api/tournaments/{tournament}/bots", {"bot": "random", "count": 2})
    ben.post(f"/api/tournaments/{tournament}/start", {})
    left = ben.post(f"/api/tournaments/{tournament}/withdraw", {}).json()
    time.sleep(0.002)
    again = ben.post(f"/api/tournaments/{tournament}/withdraw", {}).json()
    assert (again["info"]["updated"], again["entrants"]) == (left["info"]["updated"], left["entrants"])


def test_whoever_has_left_is_last_whatever_the_bot_wins() -> None:
    assert last_for([4, 7, 9], [2, 1, 3], {7}) == [1, 3, 2]
    assert last_for([4, 7], [1, 2], set()) == [1, 2]


def test_nations_go_round_as_evenly_as_the_draw_allows() -> None:
    game, had = make("antike-2006", 4), Counter[tuple[int, str]]()
    for _ in range(8):
        sides = game.sides(dealt(game, [3, 0, 2, 1], had))
        had.update(zip([3, 0, 2, 1], sides, strict=True))
    assert len(had) == 16, "everybody has had every nation"
    assert max(had.values()) <= 3


def test_what_was_played_with_is_known_in_the_next_round(quick: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: dict[str, list[int]] = {}  # by tournament: those of other tests may still go on
    make_table = tournaments.Tournaments._make_table

    async def noted(self: Any, found: Any, table: Any, had: Any) -> None:
        seen.setdefault(found.info.id, []).append(sum(had.values()))
        await make_table(self, found, table, had)

    monkeypatch.setattr(tournaments.Tournaments, "_make_table", noted)
    ann = account(quick, "Ann")
    spring = cup(ann, form="swiss", size=2, rounds=3)
    ann.post(f"/api/tournaments/{spring}/bots", {"bot": "random", "count": 4})
    ann.post(f"/api/tournaments/{spring}/start")
    _until_over(ann, spring)
    assert seen[spring] == [0, 0, 4, 4, 8, 8]


def test_a_live_table_waits_for_its_players(quick: Live) -> None:
    ann, ben = account(quick, "Ann"), account(quick, "Ben")
    tournament = cup(ann, rounds=1, pace={"kind": "live", "minutes": 10}, rated=True)
    for person in (ann, ben):
        person.post(f"/api/tournaments/{tournament}/enter", {})
    begun = ann.post(f"/api/tournaments/{tournament}/start", {}).json()
    table = begun["pairings"][0]["table"]
    assert ann.get(f"/api/tables/{table}").json()["status"] == "open"
    assert ann.post(f"/api/tables/{table}/join", {}).status_code == 200
    told = ben.post(f"/api/tables/{table}/join", {}).json()
    assert (told["status"], told["rated"]) == ("playing", True)


@pytest.mark.parametrize(
    ("wish", "words"),
    [
        ({"size": 6}, "players"), ({"form": "knockout", "size": 3}, "by two"), ({"name": "\u200b"}, "name"),
        ({"pace": {"kind": "live", "minutes": 0}}, "pace"), ({"game": "chess"}, "chess"),
    ],
)  # fmt: skip
def test_what_cannot_be_played_is_refused(lite: Live, wish: dict[str, Any], words: str) -> None:
    ann = account(lite, f"Ann{words[:3]}")
    answer = ann.post("/api/tournaments", {"name": "Cup", "game": "attika", **wish})
    assert answer.status_code == 400
    assert words in answer.text


def test_guests_and_strangers_are_refused(lite: Live) -> None:
    dan, eve = account(lite, "Dan"), lite.guest("Eve")
    assert eve.post("/api/tournaments", {"name": "Cup", "game": "attika"}).json()["code"] == "no_account"
    tournament = cup(dan, listed=False)
    assert eve.post(f"/api/tournaments/{tournament}/enter", {}).json()["code"] == "no_account"
    assert eve.post(f"/api/tournaments/{tournament}/start", {}).json()["code"] == "not_host"
    assert dan.post(f"/api/tournaments/{tournament}/start", {}).json()["code"] == "not_started"
    assert tournament not in lite.nobody().get("/api/tournaments").text
    assert tournament in dan.get("/api/tournaments").text
    assert lite.nobody().get("/api/tournaments/none").json()["code"] == "unknown_tournament"
    assert dan.post(f"/api/tournaments/{tournament}/cancel", {}).json()["info"]["status"] == "cancelled"
    assert dan.post(f"/api/tournaments/{tournament}/cancel", {}).json()["code"] == "finished"
    assert dan.post(f"/api/tournaments/{tournament}/bots", {"bot": "random"}).json()["code"] == "finished"
    assert dan.post(f"/api/tournaments/{tournament}/bots", {"bot": "skynet"}).json()["code"] == "bad_message"
