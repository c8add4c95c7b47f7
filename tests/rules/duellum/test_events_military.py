"""The event cards for MILITIA and DUELLUM: levy, forced march and fair wind."""

from __future__ import annotations

from typing import Any

import pytest

from rondel.antike.state import State
from rondel.position import to_position
from tests.rules.duellum.small import OPEN, STEPS, army, barracks, discard, hand_of, holding
from tests.support import legal, nation, now, play, refused, rule, stocks

# ---- levy ------------------------------------------------------------------------------------------------------------


@rule("AD-156", "AD-R39")
def test_levy_places_a_unit_without_iron() -> None:
    state = holding("arming", "levy", barracks={"legions": 1, "galleys": 1})
    assert legal(state) == {
        "done", "free legion Carthago", "free legion Caesarea", "free legion Nova",
        "free galley Carthago", "free galley Caesarea", "free galley Nova",
    }  # fmt: skip
    state = play(state, "free galley Nova")
    assert army(state, "Carthaginians") == ({}, {"Nova": 1})
    assert barracks(state, "Carthaginians") == (1, 0)
    assert (hand_of(state), discard(state)) == ({}, {"levy": 1})
    assert stocks(state, "Carthaginians") == (0, 0, 0, 0)


@rule("AD-R39")
def test_levy_uses_up_the_snapshot_and_the_place() -> None:
    state = holding("arming", "levy", "levy", iron=4, barracks={"legions": 1, "galleys": 2})
    state = play(state, "free legion Nova")
    assert refused(state, "arm galley Nova") == ("place_limit", "AD-101")
    assert refused(state, "free galley Nova") == ("place_limit", "AD-101")
    assert refused(state, "free legion Carthago") == ("no_unit_left", "AD-100")
    assert refused(state, "arm legion Carthago") == ("no_unit_left", "AD-100")
    state = play(state, "arm galley Carthago", "free galley Caesarea")
    assert stocks(state, "Carthaginians") == (0, 2, 0, 0)
    assert army(state, "Carthaginians") == ({"Nova": 1}, {"Carthago": 1, "Caesarea": 1})


@rule("AD-R39")
def test_levy_at_any_point_of_militia_up_to_three_units_with_a_temple() -> None:
    state = holding("arming", "levy", temples=["Nova"], iron=6, barracks={"legions": 4, "galleys": 0})
    state = play(state, "arm legion Nova", "arm legion Nova")
    assert "free legion Nova" in legal(state)
    state = play(state, "free legion Nova")
    assert army(state, "Carthaginians") == ({"Nova": 3}, {})
    assert refused(state, "arm legion Nova") == ("place_limit", "AD-101")


@rule("AD-R39")
def test_levy_obeys_borders_and_fights_at_once() -> None:
    romans = {"legions": {"Nova": 2}, "barracks": {"legions": 0, "galleys": 0}}
    cities = {"cities": ["Nova", "Zama"], "produces": {"Zama": "iron"}}
    state = holding("arming", "levy", "levy", romans=romans, barracks={"legions": 1, "galleys": 1}, **cities)
    assert refused(state, "free galley Zama") == ("unit_kind", "AD-105")
    assert refused(state, "free legion Carthago") == ("not_owned", "AD-101")
    state = play(state, "free legion Nova")
    assert army(state, "Carthaginians") == ({}, {})
    assert army(state, "Romans") == ({"Nova": 1}, {})
    assert barracks(state, "Romans") == (1, 0)
    assert nation(state, "Carthaginians")["barracks"] == {"legions": 1, "galleys": 1}


@rule("AD-R39")
def test_a_unit_lost_after_a_levy_cannot_be_placed_again_in_this_turn() -> None:
    romans = {"legions": {"Nova": 2}, "coins": 5}
    state = holding("arming", "levy", "levy", "burglary", romans=romans, barracks={"legions": 1, "galleys": 0})
    state = play(state, "free legion Nova")
    assert barracks(state, "Carthaginians") == (1, 0)
    assert legal(state) == {"done", "play burglary"}
    assert refused(state, "free legion Carthago") == ("no_unit_left", "AD-100")


@rule("AD-R40", "AD-R39")
def test_levy_only_on_militia_with_a_card_and_a_place() -> None:
    hand = {"romans": {"coins": 5}, "legions": {"Alpes": 1}, "iron": 9}
    for phase in STEPS:
        if phase not in ("arming", "conquest"):
            state = holding(phase, "levy", "burglary", **hand)
            assert now(state) == ("Carthaginians", phase)
            assert legal(state, "free") == set()
            assert refused(state, "free legion Nova") == ("not_now", "AD-R39")
    without = holding("arming", "burglary", **hand)
    assert refused(without, "free legion Nova") == ("no_card", "AD-156")
    empty = holding("arming", "levy", "burglary", barracks={"legions": 0, "galleys": 0}, **hand)
    assert legal(empty) == {"done", "play burglary"}


# ---- forced march and fair wind --------------------------------------------------------------------------------------

#: kind of unit, card, knowledge, and a way with four borders
WAYS = [
    ("legion", "forced march", "strata", ["Alpes", "Genua", "Roma", "Capua", "Croton"]),
    ("galley", "fair wind", "navigatio", ["Roma", "Corsica", "Baleares", "Nova", "Gades"]),
]
ways = pytest.mark.parametrize(("kind", "card", "knowledge", "way"), WAYS)


def step(kind: str, way: list[str], number: int, count: int = 1) -> str:
    """Write the move over the border with that number on the way."""
    used = f" used {number}" if number else ""
    return f"move {count} {kind} {way[number]} {way[number + 1]}{used}"


def marching(kind: str, way: list[str], units: int, *cards: str, **more: Any) -> State:
    """Put units at the start of the way, and one of the other kind where nothing is met."""
    other = {"galleys": {"Gades": 1}} if kind == "legion" else {"legions": {"Zama": 1}}
    return holding("maneuver", *cards, **{f"{kind}s": {way[0]: units}}, **other, **more)


@ways
@rule("AD-156", "AD-R39")
def test_the_card_allows_one_more_crossing_to_each_of_three_units(
    kind: str, card: str, knowledge: str, way: list[str]
) -> None:
    state = play(marching(kind, way, 4, card), f"play {card}")
    assert (hand_of(state), discard(state)) == ({}, {card: 1})
    state = play(state, step(kind, way, 0, 4))
    assert refused(state, step(kind, way, 1, 4)) == ("no_action_left", "AD-127")
    state = play(state, step(kind, way, 1, 3))
    assert nation(state, "Carthaginians")[f"{kind}s"] == {way[1]: 1, way[2]: 3}
    assert refused(state, step(kind, way, 1)) == ("no_action_left", "AD-127")
    assert refused(state, step(kind, way, 2)) == ("no_action_left", "AD-127")


@ways
@rule("AD-R39")
def test_the_extra_crossing_comes_on_top_of_knowledge(kind: str, card: str, knowledge: str, way: list[str]) -> None:
    state = marching(kind, way, 1, card, knowhow=[knowledge])
    state = play(state, f"play {card}", *(step(kind, way, number) for number in range(3)))
    assert nation(state, "Carthaginians")[f"{kind}s"] == {way[3]: 1}
    assert refused(state, step(kind, way, 3)) == ("no_action_left", "AD-127")
    plain = play(marching(kind, way, 1, knowhow=[knowledge]), *(step(kind, way, number) for number in range(2)))
    assert refused(plain, step(kind, way, 2)) == ("no_action_left", "AD-127")


@ways
@rule("AD-R39")
def test_two_cards_allow_two_more_crossings_to_a_unit_and_six_in_all(
    kind: str, card: str, knowledge: str, way: list[str]
) -> None:
    state = play(marching(kind, way, 4, card, card), f"play {card}", f"play {card}")
    state = play(state, step(kind, way, 0, 4), step(kind, way, 1, 4))
    assert refused(state, step(kind, way, 2, 3)) == ("no_action_left", "AD-127")
    state = play(state, step(kind, way, 2, 2))
    assert nation(state, "Carthaginians")[f"{kind}s"] == {way[2]: 2, way[3]: 2}
    assert refused(state, step(kind, way, 2)) == ("no_action_left", "AD-127")
    assert refused(state, step(kind, way, 3)) == ("no_action_left", "AD-127")


@ways
@rule("AD-R39")
def test_the_card_must_be_played_before_the_first_crossing(
    kind: str, card: str, knowledge: str, way: list[str]
) -> None:
    state = marching(kind, way, 2, card)
    assert legal(state, "play") == {f"play {card}"}
    other = "move 1 galley Gades Nova" if kind == "legion" else "move 1 legion Zama Carthago"
    for crossing in (step(kind, way, 0), other):
        after = play(state, crossing)
        assert legal(after, "play") == set()
        assert refused(after, f"play {card}") == ("card_window", "AD-R39")


@ways
@rule("AD-R39")
def test_the_card_is_only_for_movement(kind: str, card: str, knowledge: str, way: list[str]) -> None:
    for phase in STEPS:
        if phase not in ("maneuver", "conquest"):
            state = holding(phase, card, "burglary", romans={"coins": 5}, **{f"{kind}s": {way[0]: 1}})
            assert (now(state)[1], legal(state, "play")) == (phase, {"play burglary"})
            assert refused(state, f"play {card}") == ("card_window", "AD-R39")
    fleet = {"legions": {"Roma": 1}, "galleys": {"Roma": 1}}
    conquest = play(holding("maneuver", card, **fleet), "done")
    assert (now(conquest)[1], legal(conquest)) == ("conquest", {"done", "declare Roma"})
    assert refused(conquest, f"play {card}") == ("card_window", "AD-R39")


@ways
@rule("AD-R40")
def test_the_card_needs_a_unit_of_its_kind_on_the_board(kind: str, card: str, knowledge: str, way: list[str]) -> None:
    other = {"galleys": {"Gades": 1}} if kind == "legion" else {"legions": {"Zama": 1}}
    state = holding("maneuver", card, **other)
    assert legal(state, "play") == set()
    assert refused(state, f"play {card}")[1] == "AD-R40"


@ways
@rule("AD-R39")
def test_the_card_does_not_help_the_other_kind(kind: str, card: str, knowledge: str, way: list[str]) -> None:
    state = play(marching(kind, way, 1, card), f"play {card}")
    if kind == "legion":
        state = play(state, "move 1 galley Gades Nova")
        assert refused(state, "move 1 galley Nova Baleares") == ("no_action_left", "AD-127")
    else:
        state = play(state, "move 1 legion Zama Carthago")
        assert refused(state, "move 1 legion Carthago Caesarea") == ("no_action_left", "AD-127")


@ways
@rule("AD-R39", "AD-R22")
def test_battles_on_a_longer_way_are_fought_as_usual(kind: str, card: str, knowledge: str, way: list[str]) -> None:
    state = marching(kind, way, 3, card, romans={f"{kind}s": {way[1]: 1, way[2]: 1}})
    state = play(state, f"play {card}", step(kind, way, 0, 3), step(kind, way, 1, 2))
    assert nation(state, "Romans")[f"{kind}s"] == {}
    assert nation(state, "Carthaginians")[f"{kind}s"] == {way[2]: 1}


@ways
@rule("AD-R39")
def test_unused_crossings_are_gone_with_the_duellum(kind: str, card: str, knowledge: str, way: list[str]) -> None:
    more = {"rondel": "maneuver1", "coins": 1, "romans": {"rondel": "iron"}, "display": OPEN}
    state = play(marching(kind, way, 1, card, **more), f"play {card}", "done")
    while now(state)[1] != "rondel":
        state = play(state, "done")
    assert now(state) == ("Romans", "rondel")
    state = play(state, "rondel gold", "rondel maneuver2 1 coin", step(kind, way, 0))
    assert refused(state, step(kind, way, 1)) == ("no_action_left", "AD-127")


@ways
@rule("AD-R39")
def test_nothing_of_the_card_is_left_in_step_two(kind: str, card: str, knowledge: str, way: list[str]) -> None:
    goods = {"marble": 1, "iron": 1, "gold": 1}
    state = holding("maneuver", card, legions={"Tarraco": 1}, galleys={"Gades": 1}, **goods)
    state = play(state, f"play {card}", "done")
    assert now(state) == ("Carthaginians", "founding")
    assert "tally" not in to_position(state)
