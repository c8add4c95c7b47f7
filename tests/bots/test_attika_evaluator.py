"""What the bots know of Attika is consistent in itself and sees what it should."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from rondel.attika.actions import HEX
from rondel.attika.engine import AttikaGame
from rondel.attika.masks import joined, size
from rondel.attika.state import DRAWN, SITE, State
from rondel.bots.attika.evaluator import AttikaEvaluator
from rondel.bots.attika.features import hand_worth
from rondel.bots.attika.linking import link_now
from rondel.bots.attika.links import FAR, entries, link
from rondel.bots.attika.weights import Weights, foretelling
from rondel.bots.knowledge import evaluator_for
from rondel.bots.registry import make_bot
from rondel.game import widened
from rondel.position import from_position
from rondel.registry import make
from rondel.simulate import choose


def _game(players: int) -> AttikaGame:
    game = make("attika", players)
    assert isinstance(game, AttikaGame)
    return game


def _walk(game: AttikaGame, seed: int, steps: int) -> list[Any]:
    found: list[Any] = []
    state, rng = game.new(seed), Random(seed)
    while state.legal() and len(found) < steps:
        found.append(state.copy())
        state.advance(choose(state, rng))
    return found


def _at(athens: dict[str, Any], sparta: dict[str, Any] | None = None, **moment: Any) -> Any:
    return from_position(
        {"game": "attika", "players": 2, "cities": {"Athens": athens, "Sparta": sparta or {}}} | moment
    )


def _slow_link(state: Any, mine: int, free: int) -> int:
    """Count the spaces of a shortest way for each pair of shrines by widening circles."""
    layout, best = state.layout, FAR
    for first in range(len(layout.shrines)):
        reached = {s: 1 - (mine >> s & 1) for s, bits in enumerate(layout.shrine_bits) if bits >> first & 1}
        reached = {s: steps for s, steps in reached.items() if (mine | free) >> s & 1}
        for _ in range(len(layout.near)):
            for space, steps in list(reached.items()):
                for other in layout.near[space]:
                    if (mine | free) >> other & 1:
                        reached[other] = min(reached.get(other, FAR), steps + 1 - (mine >> other & 1))
        for space, steps in reached.items():
            if layout.shrine_bits[space] & ~(1 << first):
                best = min(best, steps)
    return best


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_shortest_way_between_shrines_is_found(players: int) -> None:
    for state in _walk(_game(players), 4, 400)[::40]:
        free = joined(state.free)
        for seat in range(players):
            distance, way = link(state.layout, entries(state, seat))
            assert distance == _slow_link(state, state.owned(seat), free)
            assert size(way) == distance or distance == FAR
            assert joined(way) & ~free == 0


@pytest.mark.parametrize("players", [2, 3, 4])
def test_values_are_chances_and_candidates_are_legal(players: int) -> None:
    game = _game(players)
    evaluator = AttikaEvaluator(game)
    for state in _walk(game, 5, 400):
        values = evaluator.values(state)
        assert len(values) == players
        assert sum(values) == pytest.approx(1.0)
        if state.to_act < 0:
            continue
        for few in (False, True):
            assert set(evaluator.candidates(state, few)) <= set(state.legal())
            assert evaluator.candidates(state, few)
        assert evaluator.stop(state) in (-1, *state.legal())
        assert evaluator.default(state) in state.legal()
        for plan in evaluator.plans(state):
            assert plan[0] in state.legal()


def test_with_four_players_a_way_within_one_turn_is_more_than_three_buildings() -> None:
    """Corinth lacks three spaces and has what it takes; nobody alone must stand in its way."""
    first = {"3,3": "Capital", "2,4": "Oracle", "1,4": "Tavern", "1,3": "Plaza", "2,3": "Gymnasium", "1,2": "Theatre"}
    second = {"-1,1": "Capital", "0,1": "Oracle", "1,1": "Theatre"}
    state = from_position(
        {
            "game": "attika", "players": 4, "turn": "Thebes", "cities": {
                "Athens": {"hand": {"water": 3, "forest": 3, "hill": 2}, "stored": {"Well": 1}, "buildings": first},
                "Sparta": {"hand": 3},
                "Corinth": {"hand": 6, "stored": {"Well": 1, "Street": 1, "Statue": 1}, "buildings": second},
                "Thebes": {"hand": 4},
            },
        }
    )  # fmt: skip
    assert isinstance(state, State)
    assert isinstance(state.game, AttikaGame)
    values = AttikaEvaluator(state.game).values(state)
    assert max(values) == values[2]
    assert values[0] > max(values[1], values[3])


def test_what_foretells_is_not_what_plans_with_two_players() -> None:
    two, four = _game(2), _game(4)
    planner, teller = AttikaEvaluator(two), AttikaEvaluator(two, foretelling(2))
    states = _walk(two, 5, 200)[::20]
    assert [planner.chances(state) for state in states] == [teller.values(state) for state in states]
    assert any(planner.chances(state) != planner.values(state) for state in states)
    assert all(sum(planner.chances(state)) == pytest.approx(1.0) for state in states)
    crowd = AttikaEvaluator(four)
    assert all(crowd.chances(state) == crowd.values(state) for state in _walk(four, 5, 200)[::20])


def test_kept_judgements_are_the_same_as_fresh_ones() -> None:
    game = _game(3)
    kept = AttikaEvaluator(game)
    for state in _walk(game, 6, 500):
        kept.values(state)
    for state in _walk(game, 6, 500)[::25]:
        assert kept.values(state) == AttikaEvaluator(game).values(state)


def test_a_judgement_does_not_depend_on_what_was_judged_before() -> None:
    """Empty spaces far away count for a seat that has none beside its buildings."""
    game = _game(2)
    kept = AttikaEvaluator(game)
    first = game.new(6)
    while first.to_act < 0:
        first.advance(choose(first, Random(1)))
    begun = [_built_at(first, place) for place in range(8)]
    for state in begun:
        kept.values(state)
    for state in begun:
        assert kept.values(state) == AttikaEvaluator(game).values(state)


def _built_at(state: Any, place: int) -> Any:
    """Let the first player put up his first building, on one place or another."""
    here = state.copy()
    here.advance(next(action for action in here.legal() if here.game.action_text(here, action).startswith("build")))
    here.advance(here.legal()[place])
    return here


def test_states_that_look_the_same_are_dealt_the_same() -> None:
    game = _game(3)
    for state in _walk(game, 8, 200)[::20]:
        seat = state.to_act if state.to_act >= 0 else 0
        other = state.redeal(seat, Random(5))
        assert state.redeal(seat, Random(7)).key() == other.redeal(seat, Random(7)).key()


def test_what_others_hold_is_not_looked_at() -> None:
    game, rng = _game(4), Random(2)
    evaluator = AttikaEvaluator(game)
    for state in _walk(game, 7, 300)[::10]:
        if state.to_act < 0 or state.phase != 0:
            continue
        dealt = [state.redeal(state.to_act, rng) for _ in range(3)]
        assert len({tuple(evaluator.values(one)) for one in dealt}) == 1
        assert len({tuple(evaluator.candidates(one)) for one in dealt}) == 1


def test_a_better_position_is_worth_more() -> None:
    def worth(**athens: Any) -> float:
        state = _at({"hand": 4, "buildings": {"0,0": "Capital"}} | athens, {"hand": 4}, turn="Sparta")
        return evaluator_for(state.game).values(state)[0]

    plain = worth()
    assert worth(hand=7) > plain
    assert worth(stored={"Oracle": 1}) > plain
    assert worth(buildings={"0,0": "Capital", "1,0": "Oracle"}) > worth(stored={"Oracle": 1})
    assert worth(amphorae=1) > plain
    assert worth(buildings={"2,1": "Capital", "2,2": "Oracle"}) > worth(buildings={"2,1": "Capital", "2,0": "Oracle"})
    assert worth(buildings={"0,0": "Capital", "0,-1": "Oracle"}) > worth(buildings={"0,0": "Capital", "-2,4": "Oracle"})


def test_more_cards_are_worth_more_but_ever_less() -> None:
    worth = [hand_worth(cards, 12.0, 5, Weights()) for cards in range(31)]
    steps = [b - a for a, b in pairwise(worth)]
    assert all(step > 0 for step in steps)
    assert all(a >= b - 1e-9 for a, b in pairwise(steps))


def test_a_link_of_this_turn_is_planned_building_by_building() -> None:
    def plan(**athens: Any) -> tuple[Any, list[int]]:
        state = _at(
            {"hand": {"water": 5, "forest": 2}, "stored": {"Oracle": 1, "Theatre": 1, "Tavern": 1, "Well": 1}}
            | {"buildings": {"1,1": "Capital", "2,1": "Plaza"}}
            | athens,
            turn="Athens",
        )
        return state, link_now(state, link(state.layout, entries(state, 0))[1])

    state, actions = plan(amphorae=1)
    for action in actions:
        state = state.apply(action)
    assert state.winner == 0
    assert plan()[1] == []  # three builds do not fill four spaces
    assert plan(amphorae=1, hand={"water": 1})[1] == []  # too few cards


def test_the_likeliest_places_are_nearly_the_best_ones() -> None:
    """Four of eight or so are looked at. Without a thought for what others can build for free they miss much more."""
    game, lost = _game(2), []
    evaluator, bot, rng = AttikaEvaluator(game), make_bot("greedy", widened(game)), Random(3)
    state = game.new(3)
    while state.legal():
        if state.to_act >= 0 and state.phase in (SITE, DRAWN):
            worth = {action: _worth(evaluator, state, action) for action in state.legal() if action >= HEX}
            likely = [worth[action] for action in evaluator.candidates(state) if action in worth]
            lost.append(max(worth.values()) - max(likely) if likely else 0.0)
        state.advance(bot.choose(state, state.to_act, state.legal()) if state.to_act >= 0 else choose(state, rng))
    assert len(lost) > 40
    assert sum(lost) / len(lost) < 0.002


def _worth(evaluator: AttikaEvaluator, state: Any, action: int) -> float:
    child = state.apply(action)
    while child.to_act >= 0 and not evaluator.settled(child):
        child.advance(evaluator.default(child))
    return float(evaluator.values(child)[state.to_act])
