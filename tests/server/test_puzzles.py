"""Puzzles on a server: told without their solution, judged, answered, rated once, and a puzzle for every day."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import partial
from math import exp
from pathlib import Path
from random import Random
from statistics import median, stdev
from typing import Any

import pytest

from rondel.server.analysis import puzzles
from rondel.server.limits import Limiter
from rondel.server.people.accounts import Player
from rondel.server.people.ratings import Rating, new_ratings
from rondel.server.store.storage import Storage
from rondel.study.puzzles.puzzle import actions_of
from rondel.study.puzzles.shelf import all_puzzles, daily
from rondel.study.puzzles.themes import QUIET, THEMES
from tests.server.live import Live, Person, live

DAY = puzzles.DAY
PATIENT = 60.0
#: with so many points between them, the better one wins by e to 1, as the model nearly has it
APART = 400.0
ANN = Player("ann", "Ann", False)


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """Run a server that has rated before: the first time takes as long as the loading of openskill."""
    new_ratings([Rating(), Rating()], [1, 2])
    with live(f"sqlite:///{tmp_path_factory.mktemp('puzzles') / 'rondel.db'}") as running:
        yield running


def tried(person: Person, puzzle: str, actions: list[int]) -> dict[str, Any]:
    person.client.timeout = PATIENT  # the process that studies steps back for everything else on the machine
    answer = person.post(f"/api/puzzles/{puzzle}", {"actions": actions})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_a_puzzle_is_told_without_its_solution_and_solved(quick: Live) -> None:
    ann = quick.guest()
    told = ann.get("/api/puzzles/next?game=attika").json()
    puzzle = all_puzzles()[told["id"]]
    assert puzzle.game == "attika"
    assert not {"solution", "also", "theme"} & set(told)
    actions = list(actions_of(puzzle.state(), puzzle.solution))
    found = tried(ann, puzzle.id, actions)
    assert found["solved"]
    assert found["change"] > 0
    assert found["theme"] == puzzle.theme
    assert found["skill"]["rating"] > 1500
    again = tried(ann, puzzle.id, actions)
    assert (again.get("change", 0), again["skill"]) == (0, found["skill"])
    assert ann.get(f"/api/puzzles/{puzzle.id}").json()["tried"]
    assert ann.get("/api/puzzles/next?game=attika").json()["id"] != puzzle.id


def test_a_turn_that_fails_is_answered_and_giving_up_shows_the_solution(quick: Live) -> None:
    ann = quick.guest()
    puzzle = next(puzzle for puzzle in all_puzzles().values() if puzzle.reply)
    told = ann.get(f"/api/puzzles/{puzzle.id}").json()
    begun = {"start": told["start"], "actions": [], "add": list(actions_of(puzzle.state(), puzzle.wrong))}
    wrong = ann.post("/api/analysis/play", begun).json()["actions"]
    found = tried(ann, puzzle.id, wrong)
    assert not found["solved"]
    assert found["change"] < 0
    assert found["reply"]
    answered = {"start": told["start"], "actions": wrong, "add": found["reply"]}
    assert ann.post("/api/analysis/play", answered).status_code == 200
    assert "solution" not in found
    shown = tried(ann, puzzle.id, [])
    assert tuple(shown["solution"]) == actions_of(puzzle.state(), puzzle.solution)
    assert shown["log"]


def test_what_is_no_whole_turn_is_refused(quick: Live) -> None:
    ann, puzzle = quick.guest(), next(puzzle for puzzle in all_puzzles().values() if len(puzzle.solution) > 1)
    assert ann.post(f"/api/puzzles/{puzzle.id}", {"actions": [999_999]}).status_code == 409
    assert ann.post("/api/puzzles/none", {"actions": []}).status_code == 404
    assert ann.get("/api/puzzles/none").status_code == 404
    assert ann.get("/api/puzzles/next?game=chess").status_code == 404
    half = actions_of(puzzle.state(), puzzle.solution)[:1]
    answer = ann.post(f"/api/puzzles/{puzzle.id}", {"actions": list(half)})
    assert (answer.status_code, answer.json()["code"]) == (409, "illegal")
    assert not ann.get(f"/api/puzzles/{puzzle.id}").json().get("tried"), "none of that counts as a try"


def test_turns_of_one_address_are_judged_a_few_at_a_time(quick: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, puzzle = quick.guest(), next(iter(all_puzzles().values()))
    limit = Limiter(0.0, 1.0)
    limit.check("127.0.0.1")
    monkeypatch.setattr(quick.site.studio, "by_puzzle", limit)
    turn = {"actions": list(actions_of(puzzle.state(), puzzle.solution))}
    assert ann.post(f"/api/puzzles/{puzzle.id}", turn).status_code == 429
    assert not ann.get(f"/api/puzzles/{puzzle.id}").json().get("tried")


def test_the_shelf_counts_what_is_there_and_what_was_solved(quick: Live) -> None:
    ann = quick.guest()
    shelf = ann.get("/api/puzzles").json()
    assert sum(book["count"] for book in shelf["books"]) == len(all_puzzles())
    assert all(sum(book["themes"].values()) == book["count"] for book in shelf["books"])
    assert shelf["daily"] == daily(shelf["day"]).id  # type: ignore[union-attr]
    assert quick.nobody().get("/api/puzzles").json()["books"][0]["tried"] == 0


def test_every_theme_has_a_name_on_the_page_in_three_languages() -> None:
    page = (Path(__file__).parents[2] / "client/src/study/puzzles.ts").read_text("utf-8")
    named = Counter(re.findall(r'"theme\.([\w-]+)": ', page))
    assert named == Counter(3 * [*dict.fromkeys(theme.id for theme in THEMES), QUIET])


def test_days_in_a_row_are_counted_and_a_missed_day_ends_them(storage: Storage) -> None:
    def solve(day: int) -> int:
        puzzle = daily(day)
        assert puzzle is not None
        return int(
            storage.submit(lambda connection: puzzles.note_day(connection, "ann", puzzle, day * DAY + 5)).result()
        )

    assert [solve(day) for day in (100, 101, 101, 102)] == [1, 2, 2, 3]
    shelf = storage.read_now(lambda connection: puzzles.shelf_of(connection, "ann", 103 * DAY))
    assert (shelf.streak, shelf.best, shelf.done) == (3, 3, False)
    shelf = storage.read_now(lambda connection: puzzles.shelf_of(connection, "ann", 104 * DAY))
    assert (shelf.streak, shelf.best) == (0, 3)
    assert solve(104) == 1


def test_players_and_puzzles_rate_each_other_but_guests_move_no_puzzle(storage: Storage) -> None:
    puzzle = next(iter(all_puzzles().values()))

    def try_it(player: Player, solved: bool) -> float:
        work = lambda connection: puzzles.note(connection, player, puzzle, solved, 1)  # noqa: E731
        return float(storage.submit(work).result()[1])

    before = storage.read_now(lambda connection: puzzles.rating_of(connection, puzzle))
    assert try_it(Player("guest", "Guest", True), True) > 0
    assert storage.read_now(lambda connection: puzzles.rating_of(connection, puzzle)) == before
    assert try_it(ANN, False) < 0
    after = storage.read_now(lambda connection: puzzles.rating_of(connection, puzzle))
    assert (after.mean > before.mean, after.sigma < before.sigma) == (True, True)
    assert try_it(ANN, True) == 0


def test_a_first_try_tells_little_and_many_find_somebody_s_strength() -> None:
    newcomer, even = Rating(sigma=puzzles.UNTRIED), Rating(sigma=puzzles.GUESSED)
    changes = [abs(new_ratings([newcomer, even], ranks)[0].mean - newcomer.mean) for ranks in ([1, 2], [2, 1])]
    assert all(40 <= change <= 75 for change in changes)
    strong, rng = 1900.0, Random(1)
    for _ in range(60):
        puzzle = Rating(newcomer.mean, puzzles.GUESSED)
        solved = rng.random() < 1 / (1 + exp((puzzle.mean - strong) / APART))
        newcomer = new_ratings([newcomer, puzzle], [1, 2] if solved else [2, 1])[0]
    assert abs(newcomer.mean - strong) < 2 * newcomer.sigma < 250


def test_the_first_ratings_of_puzzles_lie_where_newcomers_are_looked_for() -> None:
    ratings = [puzzle.rating for puzzle in all_puzzles().values()]
    assert abs(median(ratings) - Rating().mean) < puzzles.UNTRIED
    assert stdev(ratings) < puzzles.UNTRIED + puzzles.GUESSED


def test_when_all_are_tried_the_one_of_longest_ago_comes_again(storage: Storage) -> None:
    game = next(iter(all_puzzles().values())).game
    shelf = [puzzle for puzzle in all_puzzles().values() if puzzle.game == game]
    for at, puzzle in enumerate(shelf, 1):
        storage.submit(partial(puzzles.note, player=ANN, puzzle=puzzle, solved=True, now=at)).result()
    following = storage.read_now(lambda connection: puzzles.following(connection, "ann", game, ""))
    assert following == shelf[0]
