"""Every click that does nothing has a reason with its clause, and what is told about a region is true."""

from __future__ import annotations

import pytest

from rondel.registry import make
from tests.server.test_outlook import BOOKS, walk
from tests.support import maneuver


@pytest.mark.parametrize("book", BOOKS)
def test_every_region_and_wedge_that_cannot_be_chosen_says_why(book: str) -> None:
    codes, phases = set(), set()
    for number, state in enumerate(walk(book, 900)):
        if number % 7:
            continue
        game = state.game
        parts = [game.parts(state, action) for action in state.legal()]
        usable = {part.get(name) for part in parts for name in ("region", "from", "to")}
        wedges = {part.get("wedge") for part in parts}
        for place in [f"region {n}" for n in range(30) if n not in usable] + [
            f"wedge {n}" for n in range(8) if n not in wedges
        ]:
            why = [fact for fact in game.facts(state, place, state.to_act) if fact["kind"] == "why"]
            assert len(why) == 1, (place, state.view(0)["phase"])
            assert why[0]["message"], place
            assert why[0]["rule"], (place, why)
            codes.add(why[0]["code"])
        phases.add(state.view(0)["phase"])
    assert {"not_now", "cannot_pay"} <= codes
    assert {"rondel", "maneuver", "founding"} <= phases


@pytest.mark.parametrize("book", BOOKS)
def test_units_that_are_selected_say_why_they_cannot_go_somewhere(book: str) -> None:
    asked = 0
    for state in walk(book, 900):
        moves = [
            part for part in (state.game.parts(state, action) for action in state.legal()) if part["kind"] == "move"
        ]
        if not moves or asked > 300:
            continue
        origin = moves[0]["from"]
        targets = {part["to"] for part in moves if part["from"] == origin}
        for region in range(20):
            if region in targets or region == origin:
                continue
            facts = state.game.facts(state, f"region {region} from {origin}", state.to_act)
            assert facts[0]["kind"] == "why"
            assert facts[0]["rule"]
            asked += 1
    assert asked


@pytest.mark.parametrize("book", BOOKS)
def test_the_defence_of_a_city_is_the_sum_of_its_parts(book: str) -> None:
    cities = 0
    for number, state in enumerate(walk(book, 900)):
        if number % 20:
            continue
        for region in range(30):
            facts = state.game.facts(state, f"region {region}", -1)
            assert not any(fact["kind"] == "why" for fact in facts)
            for city in (fact for fact in facts if "defence" in fact):
                cities += 1
                assert city["defence"] == sum(int(fact["n"]) for fact in facts if fact["kind"] == "defence")
    assert cities > 20


def test_a_region_tells_who_can_come() -> None:
    game = make("antike-2006", 3)
    state = game.new(1)
    board = game.board_entry()
    assert board == "east"
    told = [game.facts(state, f"region {region}", 0) for region in range(40)]
    assert not any(fact["kind"] == "reach" for facts in told for fact in facts)  # nobody has units yet
    for state in walk("antike-2006", 200):
        near = [
            fact for region in range(40) for fact in game.facts(state, f"region {region}", 0) if fact["kind"] == "reach"
        ]
        if near:
            assert all(int(fact["n"]) > 0 for fact in near)
            return
    raise AssertionError("nobody has units")


def test_a_place_that_is_none_tells_nothing() -> None:
    game = make("antike-2006", 3)
    state = game.new(1)
    for place in ("", "region", "region x", "region 999", "wedge 8", "wedge -1", "moon 1", "region 1 from 999"):
        assert list(game.facts(state, place, 0)) == []


def test_a_region_that_can_be_chosen_gives_no_reason() -> None:
    nations = {"Persians": {"legions": {"Napoca": 1}}}
    state = maneuver("antike-2006", "Persians", nations)
    board = state.game.board
    here, there = board.index("Napoca"), board.index("Pella")
    for place in (f"region {here}", f"region {there} from {here}"):
        assert [fact for fact in state.game.facts(state, place, state.to_act) if fact["kind"] == "why"] == []
