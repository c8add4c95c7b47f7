"""SCIENTIA: knowledge and its effects, recruiting, and the exchange of COMMERCIUM."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations_with_replacement
from typing import Any

import pytest

from rondel.antike.state import State
from rondel.antike.variants import ANTIKE_DUELLUM
from rondel.position import to_position
from tests.rules.duellum.small import army, barracks
from tests.rules.duellum.test_setup import HOLD, SMALL, duel
from tests.support import finish, legal, nation, now, play, refused, rule, stocks

FIELDS = ("strata", "navigatio", "moneta", "res publica", "commercium")


def science(romans: Mapping[str, Any], carthage: Mapping[str, Any] | None = None, **more: Any) -> State:
    """Give the Romans SCIENTIA on the small map, with a card in hand that keeps the step open."""
    wall = {"ramparts": ["Utica"]}
    return duel({**HOLD, **romans}, {**wall, **(carthage or {})}, board=SMALL, **{"phase": "know-how", **more})


# ---- knowledge -------------------------------------------------------------------------------------------------------


@rule("AD-110", "AD-030", "AD-113")
def test_knowledge_or_recruits_or_both() -> None:
    state = science({"gold": 9})
    assert legal(state) == {
        "done", "play earthquake Utica", "recruit legion", "recruit galley", *(f"learn {name}" for name in FIELDS),
    }  # fmt: skip
    both = play(state, "recruit legion", "learn strata", "recruit galley")
    assert stocks(both, "Romans")[2] == 0
    assert nation(both, "Romans")["knowhow"] == ["strata"]
    assert barracks(both, "Romans") == (2, 2)
    learned = play(state, "learn strata", "done")
    assert (stocks(learned, "Romans")[2], barracks(learned, "Romans")) == (3, (1, 1))
    recruited = play(state, "recruit legion", "done")
    assert (stocks(recruited, "Romans")[2], nation(recruited, "Romans")["knowhow"]) == (8, [])


@rule("AD-111", "AD-D06", "AD-030")
@pytest.mark.parametrize(
    ("name", "first", "later"),
    [("strata", 6, 3), ("navigatio", 7, 3), ("moneta", 8, 4), ("res publica", 8, 4), ("commercium", 9, 4)],
)
def test_the_first_pays_more(name: str, first: int, later: int) -> None:
    assert tuple(field.name for field in ANTIKE_DUELLUM.knowhows) == FIELDS
    assert first > later
    for known, price in (([], first), ([name], later)):
        state = play(science({"gold": price}, {"knowhow": known}), f"learn {name}")
        assert stocks(state, "Romans") == (0, 0, 0, 0)
        assert nation(state, "Romans")["knowhow"] == [name]
        short = science({"gold": price - 1, "marble": 9, "iron": 9}, {"knowhow": known})
        assert f"learn {name}" not in legal(short)
        assert refused(short, f"learn {name}") == ("cannot_pay", "AD-111")


@rule("AD-112", "AD-111")
def test_a_knowledge_is_marked_and_not_learned_twice() -> None:
    state = play(science({"gold": 20}), "learn moneta")
    assert nation(state, "Romans")["knowhow"] == ["moneta"]
    assert nation(state, "Carthaginians")["knowhow"] == []
    assert "learn moneta" not in legal(state)
    assert refused(state, "learn moneta") == ("known", "AD-112")


@rule("AD-113", "AD-175")
@pytest.mark.parametrize("order", [FIELDS, tuple(reversed(FIELDS)), FIELDS[2:] + FIELDS[:2]])
def test_several_in_any_order(order: tuple[str, ...]) -> None:
    state = science({"gold": 6 + 7 + 8 + 8 + 9})
    for name in order:
        state = play(state, f"learn {name}")
    assert stocks(state, "Romans")[2] == 0
    assert nation(state, "Romans")["knowhow"] == list(FIELDS)


@rule("AD-114", "AD-039", "AD-D03", "AD-R09")
def test_the_first_to_develop_gets_a_scholar_at_the_end_of_the_turn() -> None:
    state = play(science({"gold": 20}, {"knowhow": ["strata"], "personages": {"scholar": 1}}), "learn navigatio")
    state = play(state, "learn strata")
    assert nation(state, "Romans")["personages"] == {}
    state = play(state, "done", "done")
    assert nation(state, "Romans")["personages"] == {"scholar": 1}
    assert nation(state, "Carthaginians")["personages"] == {"scholar": 1}
    assert to_position(state)["bank"]["personages"]["scholar"] == 3
    late = finish(science({"gold": 20}, {"knowhow": ["strata"], "personages": {"scholar": 1}}), "learn strata")
    assert nation(late, "Romans")["personages"] == {}


@rule("AD-115", "AD-116", "AD-111", "AD-123")
def test_example_of_carthage() -> None:
    carthage = {"gold": 17, "barracks": {"legions": 0, "galleys": 0}}
    romans = {"knowhow": ["navigatio"], "personages": {"scholar": 1}}
    state = duel(romans, carthage, turn="Carthaginians", phase="know-how")
    state = play(state, "learn navigatio")
    assert stocks(state, "Carthaginians")[2] == 14
    state = play(state, "learn commercium")
    assert stocks(state, "Carthaginians")[2] == 5
    assert nation(state, "Carthaginians")["knowhow"] == ["navigatio", "commercium"]
    assert nation(state, "Carthaginians")["personages"] == {}
    state = play(state, *["recruit legion"] * 3)
    assert stocks(state, "Carthaginians")[2] == 2
    state = play(state, "recruit galley")
    assert stocks(state, "Carthaginians") == (0, 0, 0, 0)
    assert barracks(state, "Carthaginians") == (3, 1)
    assert nation(state, "Carthaginians")["personages"] == {"scholar": 1}
    assert now(state) == ("Romans", "pick")


# ---- effects ---------------------------------------------------------------------------------------------------------


@rule("AD-117", "AD-034", "AD-127")
def test_strata_lets_legions_cross_two_red_borders() -> None:
    for known, reach in (([], 1), (["navigatio"], 1), (["strata"], 2)):
        state = science({"legions": {"Medio": 1}, "knowhow": known}, phase="maneuver")
        way = ("Medio", "Terra", "Procul", "Alba")
        for step in range(reach):
            state = play(state, f"move 1 legion {way[step]} {way[step + 1]}")
        assert army(state, "Romans") == ({way[reach]: 1}, {})
        assert legal(state, "move") == set()
        assert refused(state, f"move 1 legion {way[reach]} {way[reach + 1]}") == ("no_action_left", "AD-127")


@rule("AD-118", "AD-034", "AD-127")
def test_navigatio_lets_galleys_cross_two_blue_borders() -> None:
    for known, reach in (([], 1), (["strata"], 1), (["navigatio"], 2)):
        state = science({"galleys": {"Unda": 1}, "knowhow": known}, phase="maneuver")
        way = ("Unda", "Medio", "Deep", "Insula")
        for step in range(reach):
            state = play(state, f"move 1 galley {way[step]} {way[step + 1]}")
        assert army(state, "Romans") == ({}, {way[reach]: 1})
        assert legal(state, "move") == set()
        assert refused(state, f"move 1 galley {way[reach]} {way[reach + 1]}") == ("no_action_left", "AD-127")


@rule("AD-120", "AD-034", "AD-135")
@pytest.mark.parametrize(("temples", "base"), [([], 1), (["Caere", "Bovil"], 3)])
def test_res_publica_strengthens_every_own_city(temples: list[str], base: int) -> None:
    for known, more in (([], 0), (["res publica"], 1)):
        for units in (base + more - 1, base + more):
            foe = {"legions": {"Caere": units, "Bovil": units, "Alba": 1}, "knowhow": ["res publica"]}
            state = duel({"knowhow": known, "temples": temples}, foe, board=SMALL, turn="Carthaginians",
                         phase="maneuver")  # fmt: skip
            wanted = {"declare Caere", "declare Bovil"} if units == base + more else set()
            assert legal(state, "declare") - {"declare Alba"} == wanted
            assert ("declare Alba" in legal(state)) == (more == 0)


# ---- recruiting ------------------------------------------------------------------------------------------------------


@rule("AD-123", "AD-178", "AD-030")
@pytest.mark.parametrize(("unit", "price"), [("legion", 1), ("galley", 2)])
def test_recruits_go_from_the_reserve_to_the_barracks(unit: str, price: int) -> None:
    state = play(science({"gold": price, "iron": 9}), f"recruit {unit}")
    assert stocks(state, "Romans") == (0, 9, 0, 0)
    assert barracks(state, "Romans") == ((2, 1) if unit == "legion" else (1, 2))
    assert army(state, "Romans") == ({}, {})
    short = science({"gold": price - 1, "iron": 9, "marble": 9})
    assert f"recruit {unit}" not in legal(short)
    assert refused(short, f"recruit {unit}") == ("cannot_pay", "AD-123")


@rule("AD-R27", "AD-181", "AD-001")
def test_any_number_while_the_reserve_lasts() -> None:
    state = science({"gold": 40})
    for number in range(1, 12):
        state = play(state, "recruit legion", "recruit galley")
        assert barracks(state, "Romans") == (1 + number, 1 + number)
        assert stocks(state, "Romans")[2] == 40 - 3 * number
    assert legal(state, "recruit") == set()
    for unit in ("legion", "galley"):
        assert refused(state, f"recruit {unit}") == ("no_reserve", "AD-181")
    assert barracks(state, "Carthaginians") == (1, 1)


@rule("AD-181", "AD-R27")
def test_units_on_the_board_are_not_in_the_reserve() -> None:
    state = science({"gold": 9, "legions": {"Alba": 7}, "barracks": {"legions": 5, "galleys": 0}})
    assert legal(state, "recruit") == {"recruit galley"}
    assert refused(state, "recruit legion") == ("no_reserve", "AD-181")


@rule("AD-110", "AD-123")
@pytest.mark.parametrize("phase", ["rondel", "temple", "arming", "maneuver", "founding"])
def test_recruiting_belongs_to_scientia(phase: str) -> None:
    state = science({"gold": 9}, phase=phase)
    assert refused(state, "recruit legion") == ("not_now", "AD-110")
    assert refused(state, "learn strata") == ("not_now", "AD-110")


# ---- COMMERCIUM ------------------------------------------------------------------------------------------------------


def taking() -> set[str]:
    """Write every choice of two resources."""
    pairs = combinations_with_replacement(("marble", "iron", "gold"), 2)
    return {f"2 {one}" if one == two else f"1 {one} 1 {two}" for one, two in pairs}


@rule("AD-121", "AD-175", "AD-R20")
def test_any_three_for_any_two() -> None:
    trader = {"knowhow": ["commercium"]}
    assert len(taking()) == 6
    for given, goods in {
        "3 marble": {"marble": 3}, "1 marble 1 iron 1 gold": {"marble": 1, "iron": 1, "gold": 1},
        "2 iron 1 gold": {"iron": 2, "gold": 1}, "1 gold 2 coin": {"gold": 1, "coins": 2}, "3 coin": {"coins": 3},
    }.items():  # fmt: skip
        state = science({**trader, **goods}, phase="temple")
        assert legal(state, "trade") == {f"trade {given} for {taken}" for taken in taking()}
    state = science({**trader, "marble": 4})
    assert stocks(play(state, "trade 3 marble for 1 iron 1 gold"), "Romans") == (1, 1, 1, 0)
    assert stocks(play(state, "trade 3 marble for 1 marble 1 gold"), "Romans") == (2, 0, 1, 0)
    assert stocks(play(state, "trade 3 marble for 2 marble"), "Romans") == (3, 0, 0, 0)


@rule("AD-121", "AD-R20", "AD-175")
def test_coins_may_be_given_but_never_taken() -> None:
    state = science({"knowhow": ["commercium"], "gold": 3, "coins": 3})
    after = play(state, "trade 1 gold 2 coin for 2 marble")
    assert stocks(after, "Romans") == (2, 0, 2, 1)
    assert to_position(after)["bank"]["coins"] == 19
    assert refused(state, "trade 3 gold for 2 coin") == ("no_trade", "AD-121")
    assert refused(state, "trade 3 gold for 1 iron 1 coin") == ("no_trade", "AD-121")
    assert not [text for text in legal(state, "trade") if "coin" in text.split(" for ")[1]]


@rule("AD-R43", "AD-121")
@pytest.mark.parametrize("deal", ["2 gold for 1 iron", "1 gold for 1 iron", "4 gold for 3 iron", "3 gold for 1 iron",
                                  "4 gold for 2 iron", "5 gold for 3 iron"])  # fmt: skip
def test_exactly_three_for_two(deal: str) -> None:
    state = science({"knowhow": ["commercium"], "gold": 9})
    assert refused(state, f"trade {deal}") == ("no_trade", "AD-R43")


@rule("AD-R20", "AD-R43")
def test_the_exchange_can_be_repeated() -> None:
    state = science({"knowhow": ["commercium"], "gold": 7})
    state = play(state, "trade 3 gold for 2 iron", "trade 3 gold for 1 iron 1 marble")
    assert stocks(state, "Romans") == (1, 3, 1, 0)
    state = play(state, "trade 3 iron for 2 gold")
    assert stocks(state, "Romans") == (1, 0, 3, 0)
    assert stocks(play(science({"knowhow": ["commercium"], "gold": 6}), "trade 6 gold for 4 iron"), "Romans") == (
        0, 4, 0, 0,
    )  # fmt: skip


@rule("AD-121", "AD-175")
def test_only_with_commercium_and_with_what_one_has() -> None:
    others = [name for name in FIELDS if name != "commercium"]
    state = science({"knowhow": others, "gold": 9}, {"knowhow": ["commercium"]})
    assert legal(state, "trade") == set()
    assert refused(state, "trade 3 gold for 2 iron") == ("no_trade", "AD-121")
    short = science({"knowhow": ["commercium"], "gold": 2, "marble": 1})
    assert refused(short, "trade 3 gold for 2 iron") == ("cannot_pay", "AD-121")


@rule("AD-122", "AD-R43")
@pytest.mark.parametrize("phase", ["rondel", "temple", "arming", "know-how", "maneuver", "founding"])
def test_at_any_step_of_the_own_turn(phase: str) -> None:
    state = duel({"knowhow": ["commercium"], "iron": 3, "legions": {"Alba": 1}}, board=SMALL, phase=phase)
    assert now(state) == ("Romans", phase)
    state = play(state, "trade 3 iron for 2 gold ")
    assert stocks(state, "Romans") == (0, 0, 2, 0)


@rule("AD-R43", "AD-R37")
def test_before_the_wheel_payment() -> None:
    state = duel({"knowhow": ["commercium"], "iron": 3, "rondel": "iron"}, board=SMALL)
    state = play(state, "trade 3 iron for 2 marble", "rondel marble")  # 5 spaces, 2 units
    assert stocks(state, "Romans") == (1, 0, 0, 1)


@rule("AD-122", "AD-R43")
def test_after_production_before_the_end_of_step_two() -> None:
    state = duel({"knowhow": ["commercium"], "iron": 1, "gold": 1}, board=SMALL)
    state = play(state, "rondel gold")
    assert now(state) == ("Romans", "founding")
    state = play(state, "trade 1 iron 1 gold 1 coin for 2 marble", "done")
    assert stocks(state, "Romans") == (2, 0, 1, 0)
    assert now(state) == ("Carthaginians", "rondel")


@rule("AD-122")
def test_not_in_the_turn_in_which_it_is_developed() -> None:
    romans = {"gold": 9, "iron": 6, "legions": {"Medio": 1}, "marble": 1}
    state = play(science(romans), "learn commercium")
    assert legal(state, "trade") == set()
    assert refused(state, "trade 3 iron for 2 gold") == ("trade_delay", "AD-122")
    state = play(state, "done")
    assert now(state) == ("Romans", "founding")
    assert refused(state, "trade 3 iron for 2 gold") == ("trade_delay", "AD-122")
    state = play(state, "done", "done", "rondel gold")
    assert now(state) == ("Romans", "rondel")
    assert "trade 3 iron for 2 gold" in legal(state)
    other = play(science({**romans, "knowhow": ["commercium"]}), "learn strata")
    assert "trade 3 iron for 2 gold" in legal(other)


@rule("AD-122")
def test_not_in_the_opponents_turn() -> None:
    carthage = {"knowhow": ["commercium"], "iron": 9, "personages": {"scholar": 1}}
    state = duel({"gold": 9}, carthage, board=SMALL, phase="know-how")
    assert legal(state, "trade") == set()
    state = play(state, "learn strata", "done")
    assert now(state) == ("Carthaginians", "pick")
    assert legal(state, "trade") == set()
    assert refused(state, "trade 3 iron for 2 gold") == ("not_now", "AD-122")
