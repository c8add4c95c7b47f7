"""What the bots know of the Antike family is consistent in itself and sees what it should."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rondel.antike.engine import AntikeGame
from rondel.bots.antike.evaluator import AntikeEvaluator
from rondel.bots.antike.features import NAMES, rows_of, threat
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
        rows = rows_of(evaluator.lens, state)
        assert all(len(row) == len(NAMES) for row in rows)
        late = min(1.0, max(row[0] for row in rows))
        weights = [a + late * (b - a) for a, b in zip(evaluator.early, evaluator.late, strict=True)]
        slow = [sum(w * x for w, x in zip(weights, row, strict=True)) for row in rows]
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
        return threat(AntikeEvaluator(game).lens, state, seat["Persians"], seat["Greeks"])

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
