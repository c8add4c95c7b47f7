"""What the bots know of the Antike family is consistent in itself and sees what it should."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rondel.antike.engine import AntikeGame
from rondel.bots.antike.candidates import citizen_plan
from rondel.bots.antike.evaluator import PATIENT, STUCK, AntikeEvaluator
from rondel.bots.antike.features import NAMES, pressure, rows_of, threat
from rondel.bots.antike.tables import Tables
from rondel.bots.antike.trading import exchanges, temples_by_trade
from rondel.bots.antike.weights import load_weights
from rondel.registry import make
from rondel.simulate import choose
from tests.support import at

BOOKS = {"antike-2006": (2, 3, 6), "antike-2005": (2, 3, 6), "antike-2": (3, 6), "antike-duellum": (2,)}
TABLES = [(book, players) for book, numbers in BOOKS.items() for players in numbers]


def _game(book: str, players: int) -> AntikeGame:
    game = make(book, players)
    assert isinstance(game, AntikeGame)
    return game


def _walk(game: AntikeGame, seed: int, steps: int) -> list[Any]:
    found: list[Any] = []
    state, rng = game.new(seed), Random(seed)
    while state.legal() and len(found) < steps:
        found.append(state.copy())
        state.advance(choose(state, rng))
    return found


@pytest.mark.parametrize(("book", "players"), TABLES)
def test_kept_judgements_are_those_of_the_rows(book: str, players: int) -> None:
    game = _game(book, players)
    evaluator = AntikeEvaluator(game)
    for state in _walk(game, 3, 500):
        if 0 in state.seating:
            continue
        rows = rows_of(evaluator.tables, state)
        assert all(len(row) == len(NAMES) for row in rows)
        late = min(1.0, max(row[0] for row in rows))
        weights = [a + late * (b - a) for a, b in zip(evaluator.early, evaluator.late, strict=True)]
        slow = [
            sum(w * x for w, x in zip(weights, row, strict=True)) + evaluator.mood(state, nation)
            for nation, row in enumerate(rows)
        ]
        assert evaluator.scores(state) == pytest.approx(slow)


@pytest.mark.parametrize(("book", "players"), TABLES)
def test_values_are_chances_and_candidates_are_legal(book: str, players: int) -> None:
    game = _game(book, players)
    evaluator = AntikeEvaluator(game)
    for state in _walk(game, 5, 500):
        values = evaluator.values(state)
        assert len(values) == players
        assert sum(values) == pytest.approx(1.0)
        for few in (False, True):
            found = evaluator.candidates(state, few)
            assert set(found) <= set(state.legal())
            assert found or evaluator.stop(state) >= 0
        assert evaluator.default(state) in state.legal()
        if evaluator.stop(state) >= 0:
            assert evaluator.stop(state) in state.legal()
        for plan in evaluator.plans(state):
            assert plan[0] in state.legal()


def test_nations_grow_restless_in_a_long_game() -> None:
    game = _game("antike-duellum", 2)
    evaluator, state = AntikeEvaluator(game), _walk(game, 3, 400)[-1]
    state.round = PATIENT
    calm = evaluator.scores(state)
    assert [evaluator.mood(state, nation) for nation in (0, 1)] == [0.0, 0.0]
    moods = []
    for state.round in (PATIENT + 10, PATIENT + 100):
        moods.append([evaluator.mood(state, nation) for nation in (0, 1)])
        assert evaluator.scores(state) == pytest.approx([a + b for a, b in zip(calm, moods[-1], strict=True)])
        assert moods[-1] == [evaluator.mood(state, nation) for nation in (0, 1)]
    assert all(0.0 < abs(mood) <= 0.1 for mood in moods[0])
    assert all(0.0 < abs(mood) <= 1.0 for mood in moods[1])


@pytest.mark.parametrize("book", ["antike-2006", "antike-duellum"])
def test_whoever_looks_at_little_looks_at_everything_in_a_game_that_is_stuck(book: str) -> None:
    game = _game(book, 2)
    evaluator = AntikeEvaluator(game)
    fewer = 0
    for state in _walk(game, 7, 1500):
        whole = evaluator.candidates(state), evaluator.plans(state)
        fewer += whole != (evaluator.candidates(state, True), evaluator.plans(state, True))
        state.round = STUCK
        assert (evaluator.candidates(state, True), evaluator.plans(state, True)) == whole
    assert fewer > 50


def test_a_finished_game_is_certain() -> None:
    game = _game("antike-2006", 3)
    state = at(players=3, phase="over", end="personages", winner="Greeks", turn="Greeks",
               nations={"Greeks": {"personages": {"king": 5, "scholar": 5}}})  # fmt: skip
    assert AntikeEvaluator(game).values(state)[0] == pytest.approx(1.0)


def test_a_threat_needs_enough_units_in_reach() -> None:
    def found(legions: int, knowhow: list[str]) -> tuple[int, int]:
        state = at(
            players=4,
            nations={
                "Greeks": {"temples": ["Athen"]},
                "Persians": {"legions": {"Pella": legions}, "knowhow": knowhow},
            },
        )
        game = state.game
        seat = {game.nation_name(state, nation): nation for nation in range(game.nations)}
        return threat(AntikeEvaluator(game).tables, state, seat["Persians"], seat["Greeks"])

    # Pella itself is Greek and plain; Athen next to it has a temple and a defence of three
    assert found(3, []) == (0, 1)
    assert found(3, ["wheel"]) == (1, 2)
    assert found(2, ["wheel"]) == (0, 2)


def test_a_better_position_is_worth_more() -> None:
    def worth(**greeks: Any) -> float:
        state = at(players=4, turn="Persians", nations={"Greeks": {"rondel": "gold", **greeks}})
        seat = next(n for n in range(4) if state.game.nation_name(state, n) == "Greeks")
        return AntikeEvaluator(state.game).values(state)[seat]

    plain = worth()
    assert worth(personages={"general": 1}) > plain
    assert worth(cities=["Athen", "Pella", "Dyrrhachion", "Sparta"]) > plain
    assert worth(temples=["Athen"]) > plain
    assert worth(gold=9) > plain
    assert worth(knowhow=["market"]) > plain


def test_every_feature_has_two_weights() -> None:
    early, late = load_weights("antike-2006")
    assert len(early) == len(late) == len(NAMES)


def test_temples_for_a_citizen_are_planned_together() -> None:
    def planned(marble: int, citizens: int = 0) -> list[str]:
        state = at(
            players=4, turn="Greeks", phase="temple",
            nations={"Greeks": {"rondel": "temple", "marble": marble, "personages": {"citizen": citizens}}},
        )  # fmt: skip
        return [state.game.action_text(state, action) for action in citizen_plan(Tables(state.game), state)]

    assert sorted(planned(15)) == ["temple Athen", "temple Dyrrhachion", "temple Pella"]
    assert planned(14) == []  # the third could not be paid
    assert planned(15, citizens=1) == []  # six would be needed, and there are three cities


def test_trades_are_planned_up_to_the_purchase() -> None:
    def planned(gold: int) -> list[str]:
        state = at(
            "antike-2", players=4, turn="Romans", phase="temple",
            nations={"Romans": {"rondel": "temple", "marble": 3, "iron": 0, "gold": gold, "knowhow": ["mercatura"]}},
        )  # fmt: skip
        lists = exchanges(Tables(state.game), state)
        return [state.game.action_text(state, action) for plan in lists for action in plan]

    assert planned(4) == ["trade 2 gold for 1 marble"] * 2
    assert planned(3) == []  # one marble would still lack


def test_temples_of_the_last_citizen_are_paid_by_trade() -> None:
    def planned(gold: int, kings: int = 4) -> list[str]:
        romans = {
            "rondel": "temple", "marble": 5, "iron": 0, "gold": gold, "knowhow": ["mercatura"],
            "temples": ["Roma"],
            "cities": ["Roma", "Neapolis", "Massilia"], "personages": {"king": kings, "general": 4},
        }  # fmt: skip
        state = at("antike-2", players=4, turn="Romans", phase="temple", nations={"Romans": romans})
        missing = state.game.target - 1 - kings - 4
        assert missing in (0, 1)
        lists = temples_by_trade(Tables(state.game), state)
        return [state.game.action_text(state, action) for plan in lists for action in plan]

    assert planned(10)[:5] == ["trade 2 gold for 1 marble"] * 5
    assert [text.split()[0] for text in planned(10)[5:]] == ["temple", "temple"]
    assert planned(9) == []  # one marble would still lack
    assert planned(10, kings=3) == []  # it would not win


def test_the_same_outlook_means_the_same_concerns() -> None:
    def outlook(**arabs: Any) -> object:
        greeks = {"rondel": "gold", "gold": 3, "temples": ["Athen"]}
        state = at(players=4, turn="Greeks", nations={"Greeks": greeks, "Arabs": {"gold": 0, **arabs}})
        return AntikeEvaluator(state.game).outlook(state)

    assert outlook() == outlook(gold=5)  # what another has in store does not matter
    assert outlook() != outlook(legions={"Pella": 3}, knowhow=["wheel"])  # three legions before the temple do


def test_a_second_temple_in_reach_of_one_army_counts_for_less() -> None:
    assert [pressure(count) for count in (0, 1)] == [0.0, 1.0]
    assert 1.0 < pressure(2) < 2.0
