"""The fuzzer and the plain loops: they find nothing here, and what is planted they find and write down."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rondel import fuzz as fuzzing
from rondel import record as records
from rondel import simulate
from rondel.antike.engine import AntikeGame
from rondel.antike.phases import turn
from rondel.antike.state import State
from rondel.antike.variants import SETUPS
from rondel.fuzz import Report, fuzz, mutate, mutate_tree
from rondel.game import CHANCE
from tests.support import antike, at, legal, make

KINDS = ("line", "move", "number", "position", "record")


def any_game(rng: Random) -> AntikeGame:
    book, players, options = rng.choice(SETUPS)
    return make(book, players, "", options)


# ---- fuzzing ---------------------------------------------------------------------------------------------------------


def test_mutated_input_is_refused_or_accepted_and_nothing_breaks() -> None:
    report = fuzz(any_game, seed=11, games=4, steps=60)
    assert (report.crash, report.culprit, report.record) == ("", "", "")
    for kind in KINDS:
        assert report.tried[f"{kind} refused"] > 0
    assert report.tried["move accepted"] > 0
    assert set(report.tried) <= {f"{kind} {how}" for kind in KINDS for how in ("accepted", "refused")}
    assert report.as_json() == {"tried": dict(sorted(report.tried.items())), "crash": "", "input": ""}


def test_the_same_seed_tries_the_same() -> None:
    one, other = (fuzz(any_game, seed=3, games=1, steps=25) for _ in range(2))
    assert one == other
    assert one.tried != fuzz(any_game, seed=4, games=1, steps=25).tried


def test_a_game_that_ends_early_is_no_trouble() -> None:
    report = fuzz(lambda rng: make("antike-2006", 3, "", {"round-limit": 1}), seed=1, games=2, steps=500)
    assert report.crash == ""
    assert 0 < sum(report.tried.values()) < 300


def _breach(state: State) -> None:
    if state.round >= 2:
        raise AssertionError("planted")


def test_a_planted_breach_leaves_a_record_that_reproduces_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(State, "check", _breach)
    for kind in ("position", "line", "record"):  # so that play alone comes to the breach
        monkeypatch.setitem(fuzzing._RATES, kind, 0.0)
    report = fuzz(lambda rng: make("antike-2006", 3), seed=5, games=3, steps=200)
    assert report.crash == "AssertionError: planted"
    assert report.culprit == ""
    again = records.loads(report.record)
    with pytest.raises(AssertionError, match="planted"):
        again.last().check()
    list(again.states())[-2].check()
    assert report.as_json()["crash"] == "AssertionError: planted"


def test_a_planted_crash_in_a_rule_leaves_the_game_up_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(game: AntikeGame, state: State) -> None:
        raise ZeroDivisionError("planted")

    monkeypatch.setattr(turn, "begin_round", broken)
    report = fuzz(lambda rng: make("antike-2006", 3), seed=5, games=1, steps=300)
    assert report.crash == "ZeroDivisionError: planted"
    record = records.loads(report.record)
    assert antike(record.last()).round == 1
    assert report.record.splitlines()[-1].startswith("; then the actions ")


def test_a_planted_crash_in_reading_carries_the_input(monkeypatch: pytest.MonkeyPatch) -> None:
    def parse(self: AntikeGame, state: State, text: str) -> list[int]:
        raise KeyError(text)

    monkeypatch.setattr(AntikeGame, "parse", parse)
    report = fuzz(lambda rng: make("antike-2006", 3), seed=5, games=5, steps=40)
    assert report.crash.startswith("KeyError: ")
    assert report.culprit
    assert report.as_json()["input"] == report.culprit
    assert sum(report.tried.values()) < 5


def test_a_move_that_changes_the_state_it_is_read_in_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = AntikeGame.parse

    def parse(self: AntikeGame, state: State, text: str) -> list[int]:
        state.round += 1
        return plain(self, state, text)

    monkeypatch.setattr(AntikeGame, "parse", parse)
    report = fuzz(lambda rng: make("antike-2006", 3), seed=5, games=5, steps=40)
    assert report.crash == "AssertionError: a refused or tried move changed the state"


def test_texts_are_mutated_a_little() -> None:
    rng = Random(1)
    found = {mutate("move 2 legion Pella Tomis", rng) for _ in range(300)}
    assert len(found) > 200
    assert any(len(text.split(" ")) > 6 for text in found)
    assert any(len(text.split(" ")) < 5 for text in found)
    assert all(isinstance(mutate("", rng), str) for _ in range(50))


def test_trees_are_mutated_in_one_place() -> None:
    rng = Random(1)
    tree: dict[str, Any] = {"a": [1, 2, {"b": 3}], "c": {"d": "e"}, "f": [], "g": {}}
    found = [mutate_tree(tree, rng) for _ in range(400)]
    assert tree == {"a": [1, 2, {"b": 3}], "c": {"d": "e"}, "f": [], "g": {}}
    kept = [new for new in found if isinstance(new, dict)]
    assert any("a" not in new for new in kept)
    assert any(set(new) - set(tree) for new in kept)
    assert any(isinstance(new.get("a"), list) and len(new["a"]) == 4 for new in kept)
    assert any(isinstance(new.get("c"), dict) and new["c"] != tree["c"] for new in kept)
    assert any(not isinstance(new, dict) for new in found)


def test_an_empty_report() -> None:
    assert Report().as_json() == {"tried": {}, "crash": "", "input": ""}


# ---- random games ----------------------------------------------------------------------------------------------------


def test_random_games_are_tallied() -> None:
    game = make("antike-2006", 3, "", {"round-limit": 2})
    tally = simulate.simulate(game, 3, seed=5)
    assert tally.games == 3
    assert tally.decisions == sum(tally.lengths) > 0
    assert tally.end_reasons == {"round-limit": 3}
    data = tally.as_json()
    assert data["length"] == {"shortest": min(tally.lengths), "median": sorted(tally.lengths)[1],
                              "longest": max(tally.lengths)}  # fmt: skip
    assert data["games"] == 3
    assert data["decisions_per_second"] == round(tally.decisions / tally.seconds)
    assert simulate.Tally().as_json() == {
        "games": 0, "decisions": 0, "seconds": 0.0, "decisions_per_second": 0,
        "length": {"shortest": 0, "median": 0, "longest": 0}, "end_reasons": {},
    }  # fmt: skip


def test_checked_games_are_the_same_games() -> None:
    game = make("antike-2005", 3, "", {"round-limit": 2})
    plain, checked = (simulate.simulate(game, 2, seed=1, check=check) for check in (False, True))
    assert plain.lengths == checked.lengths
    seen: list[int] = []

    def progress(seeds: Any) -> Any:
        for seed in seeds:
            seen.append(seed)
            yield seed

    simulate.simulate(game, 2, seed=8, progress=progress)
    assert seen == [8, 9]


def test_a_long_game_is_stopped_at_the_cap() -> None:
    game = make("antike-2006", 4)
    for run in (simulate.random_game, simulate.checked_game):
        state, decisions = run(game, 1, 10)
        assert decisions == 10
        assert state.end_reason() == ""
    assert simulate.simulate(game, 2, 1, cap=10).end_reasons == {"decision-cap": 2}


def test_a_breach_carries_the_game_that_leads_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(State, "check", _breach)
    with pytest.raises(simulate.Violation) as caught:
        simulate.simulate(make("antike-2006", 3), 1, 1, check=True)
    assert str(caught.value) == "AssertionError: planted"
    assert antike(caught.value.record.last()).round == 2
    assert caught.value.record.header["seed"] == 1


def test_a_game_that_is_stuck_is_a_breach(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(State, "legal", lambda state: ())
    monkeypatch.setattr(State, "check", lambda state: None)
    with pytest.raises(simulate.Violation, match="nothing can be decided although the game is not over"):
        simulate.checked_game(make("antike-2006", 3), 1)


def test_chance_is_drawn_by_its_shares() -> None:
    class Dice:
        to_act = CHANCE

        def chance(self) -> tuple[tuple[int, float], ...]:
            return ((4, 0.0), (7, 1.0))

    dice: Any = Dice()
    assert {simulate.choose(dice, Random(seed)) for seed in range(20)} == {7}
    state = at()
    assert {simulate.choose(state, Random(seed)) for seed in range(200)} == set(state.legal())


# ---- perft -----------------------------------------------------------------------------------------------------------


def test_perft_counts_sequences_of_decisions() -> None:
    state = at()
    assert simulate.perft(state, 0) == 1
    assert simulate.perft(state, 1) == len(state.legal()) == 8
    by_hand = sum(len(state.apply(action).legal()) for action in state.legal())
    assert simulate.perft(state, 2) == by_hand
    parts = simulate.divide(state, 2)
    assert set(parts) == legal(state)
    assert sum(parts.values()) == by_hand
    assert simulate.divide(state, 1) == dict.fromkeys(parts, 1)
    over = at(phase="over", end="personages", winner="Greeks", nations={"Greeks": {"personages": {"king": 9}}})
    assert simulate.perft(over, 2) == simulate.perft(over, 1) == 0
