"""MILITIA: units from the barracks onto the board, and the battles that placing starts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rondel.antike.state import State
from tests.rules.duellum.small import army, barracks
from tests.rules.duellum.test_founding import owner
from tests.rules.duellum.test_setup import HOLD, SMALL, duel
from tests.support import finish, legal, nation, now, play, refused, rule, stocks

#: Terra is land-only, Unda sea-only, Ripa and Medio both
COAST = owner("Romans", {"Medio": "iron", "Terra": "gold", "Unda": "gold", "Ripa": "marble"})


def arming(romans: Mapping[str, Any], carthage: Mapping[str, Any] | None = None, **more: Any) -> State:
    """Give the Romans MILITIA on the small map, with a card in hand that keeps the step open."""
    full = {"iron": 20, "barracks": {"legions": 6, "galleys": 6}}
    return duel(
        {**HOLD, **COAST, **full, **romans}, {"ramparts": ["Utica"], **(carthage or {})}, board=SMALL,
        **{"phase": "arming", **more},
    )  # fmt: skip


# ---- price and supply ------------------------------------------------------------------------------------------------


@rule("AD-099", "AD-031", "AD-178")
@pytest.mark.parametrize("unit", ["legion", "galley"])
def test_two_iron_bring_a_unit_from_the_barracks(unit: str) -> None:
    state = arming({"iron": 2, "barracks": {"legions": 2, "galleys": 2}})
    after = play(state, f"arm {unit} Ripa")
    assert stocks(after, "Romans") == (0, 0, 0, 0)
    placed = ({"Ripa": 1}, {}) if unit == "legion" else ({}, {"Ripa": 1})
    assert army(after, "Romans") == placed
    assert barracks(after, "Romans") == ((1, 2) if unit == "legion" else (2, 1))
    short = arming({"iron": 1, "marble": 9, "gold": 9})
    assert legal(short, "arm") == set()
    assert refused(short, f"arm {unit} Ripa") == ("cannot_pay", "AD-099")


@rule("AD-099", "AD-R28")
def test_as_many_as_iron_and_barracks_allow_or_fewer() -> None:
    state = arming({"iron": 7, "barracks": {"legions": 9, "galleys": 0}})
    for city in ("Alba", "Bovil", "Terra"):
        assert "done" in legal(state)
        state = play(state, f"arm legion {city}")
    assert stocks(state, "Romans")[1] == 1
    assert refused(state, "arm legion Caere") == ("cannot_pay", "AD-099")
    assert barracks(state, "Romans") == (6, 0)


@rule("AD-100", "AD-186", "AD-178")
def test_units_of_the_reserve_cannot_be_placed() -> None:
    state = arming({"barracks": {"legions": 0, "galleys": 1}})
    assert {text.split()[1] for text in legal(state, "arm")} == {"galley"}
    assert refused(state, "arm legion Ripa") == ("no_unit_left", "AD-100")
    state = play(state, "arm galley Ripa")
    assert legal(state, "arm") == set()
    assert refused(state, "arm galley Unda") == ("no_unit_left", "AD-100")


@rule("AD-100", "AD-R19")
def test_what_counts_is_the_barracks_at_the_start_of_the_turn() -> None:
    state = arming({"barracks": {"legions": 3, "galleys": 2}}, tally={"ready legions": 1, "ready galleys": 0})
    assert {text.split()[1] for text in legal(state, "arm")} == {"legion"}
    assert refused(state, "arm galley Ripa") == ("no_unit_left", "AD-100")
    state = play(state, "arm legion Ripa")
    assert refused(state, "arm legion Terra") == ("no_unit_left", "AD-100")
    assert barracks(state, "Romans") == (2, 2)


@rule("AD-100", "AD-123", "AD-110")
def test_recruits_wait_for_a_later_turn() -> None:
    romans = {"gold": 3, "iron": 4, "marble": 3, "barracks": {"legions": 0, "galleys": 0}}
    state = duel(romans, board=SMALL)
    state = play(state, "rondel know-how", "recruit legion", "recruit galley")
    assert barracks(state, "Romans") == (1, 1)
    state = play(state, "rondel iron", "rondel arming 3 marble")
    assert legal(state, "arm") == {"arm legion Alba", "arm legion Bovil", "arm legion Caere"}


# ---- places ----------------------------------------------------------------------------------------------------------


@rule("AD-101", "AD-092")
@pytest.mark.parametrize(("temples", "places"), [([], 1), (["Ripa"], 3)])
def test_one_new_unit_a_city_and_three_with_temple(temples: list[str], places: int) -> None:
    old = {"legions": {"Ripa": 4}, "galleys": {"Ripa": 2}, "barracks": {"legions": 3, "galleys": 3}}
    state = arming({**old, "temples": temples})
    for number in range(places):
        state = play(state, f"arm {('legion', 'galley')[number % 2]} Ripa")
    for unit in ("legion", "galley"):
        assert refused(state, f"arm {unit} Ripa") == ("place_limit", "AD-101")
    assert sum(part["Ripa"] for part in army(state, "Romans")) == 6 + places
    assert "arm legion Medio" in legal(state)


@rule("AD-101")
def test_the_places_are_free_again_in_the_next_turn() -> None:
    state = finish(arming({"marble": 5}, phase="rondel"), "rondel arming", "arm legion Ripa")
    state = play(state, "rondel gold", "rondel arming 5 marble", "arm legion Ripa")
    assert nation(state, "Romans")["legions"] == {"Ripa": 2}


@rule("AD-101", "AD-102")
@pytest.mark.parametrize("place", ["Utica", "Procul", "Peak"])
def test_only_in_own_cities(place: str) -> None:
    state = arming({"legions": {"Utica": 1, "Procul": 1, "Peak": 1}})
    assert refused(state, f"arm legion {place}") == ("not_owned", "AD-101")
    assert not [text for text in legal(state, "arm") if text.endswith(place)]


@rule("AD-102", "AD-131")
def test_units_that_are_there_do_not_matter_and_there_is_no_limit() -> None:
    state = arming(
        {"legions": {"Medio": 5}, "temples": ["Medio"], "barracks": {"legions": 7, "galleys": 0}},
        {"galleys": {"Medio": 10}, "barracks": {"galleys": 2}},
    )
    state = play(state, *["arm legion Medio"] * 3)
    assert army(state, "Romans") == ({"Medio": 8}, {})
    assert army(state, "Carthaginians") == ({}, {"Medio": 10})


@rule("AD-105")
def test_land_only_cities_take_legions_and_sea_only_cities_galleys() -> None:
    state = arming({})
    assert legal(state, "arm") == {
        "arm legion Alba", "arm legion Bovil", "arm legion Caere", "arm legion Terra", "arm galley Unda",
        "arm legion Ripa", "arm galley Ripa", "arm legion Medio", "arm galley Medio",
    }  # fmt: skip
    assert refused(state, "arm galley Terra") == ("unit_kind", "AD-105")
    assert refused(state, "arm legion Unda") == ("unit_kind", "AD-105")


# ---- battles ---------------------------------------------------------------------------------------------------------


@rule("AD-103", "AD-104", "AD-186")
@pytest.mark.parametrize("unit", ["legion", "galley"])
def test_like_units_fight_at_once_one_to_one(unit: str) -> None:
    kind = f"{unit}s"
    state = arming({"barracks": {kind: 2}}, {kind: {"Ripa": 1}, "barracks": {kind: 3}})
    state = play(state, f"arm {unit} Ripa")
    assert now(state) == ("Romans", "arming")
    assert nation(state, "Romans")[kind] == nation(state, "Carthaginians")[kind] == {}
    assert nation(state, "Romans")["barracks"][kind] == 2
    assert nation(state, "Carthaginians")["barracks"][kind] == 4
    assert stocks(state, "Romans")[1] == 18


@rule("AD-102", "AD-103", "AD-183")
def test_unlike_units_share_a_region() -> None:
    state = arming({}, {"galleys": {"Ripa": 1}})
    state = play(state, "arm legion Ripa")
    assert army(state, "Romans") == ({"Ripa": 1}, {})
    assert army(state, "Carthaginians") == ({}, {"Ripa": 1})


@rule("AD-104", "AD-100", "AD-R19")
def test_a_unit_lost_this_turn_is_not_placed_again_in_it() -> None:
    state = arming({"barracks": {"legions": 1, "galleys": 0}}, {"legions": {"Ripa": 2}})
    state = play(state, "arm legion Ripa")
    assert barracks(state, "Romans") == (1, 0)
    assert legal(state, "arm") == set()
    assert refused(state, "arm legion Terra") == ("no_unit_left", "AD-100")
    later = play(finish(state), "rondel gold", "rondel arming")
    assert "arm legion Terra" in legal(later)


@rule("AD-R21", "AD-R19", "AD-103")
def test_superior_enemies_are_fought_unit_by_unit_and_the_dead_use_up_their_places() -> None:
    state = arming({"temples": ["Ripa"]}, {"legions": {"Ripa": 5}, "barracks": {"legions": 0}})
    for number in range(1, 4):
        state = play(state, "arm legion Ripa")
        assert army(state, "Carthaginians") == ({"Ripa": 5 - number}, {})
        assert army(state, "Romans") == ({}, {})
        assert barracks(state, "Carthaginians")[0] == number
        assert barracks(state, "Romans")[0] == 6
    assert refused(state, "arm legion Ripa") == ("place_limit", "AD-101")
    assert stocks(state, "Romans")[1] == 14
    plain = play(arming({}, {"legions": {"Ripa": 5}}), "arm legion Ripa")
    assert refused(plain, "arm legion Ripa") == ("place_limit", "AD-101")


@rule("AD-R21", "AD-103")
def test_units_placed_after_the_last_enemy_is_gone_stay() -> None:
    state = arming({"temples": ["Ripa"]}, {"galleys": {"Ripa": 1}})
    state = play(state, *["arm galley Ripa"] * 3)
    assert army(state, "Romans") == ({}, {"Ripa": 2})
    assert army(state, "Carthaginians") == ({}, {})
    assert barracks(state, "Romans") == (6, 4)


@rule("AD-104", "AD-186")
def test_the_other_side_can_place_what_it_lost_in_its_own_turn() -> None:
    foe = {"legions": {"Ripa": 1}, "barracks": {"legions": 0, "galleys": 0}, "iron": 2}
    state = play(finish(arming({}, foe), "arm legion Ripa"), "rondel arming")
    assert now(state) == ("Carthaginians", "arming")
    assert legal(state, "arm") == {"arm legion Utica", "arm legion Vaga", "arm legion Xol"}


# ---- the worked example ----------------------------------------------------------------------------------------------


def africa(**more: Any) -> State:
    """Give Carthage the three cities of the picture; a Roman galley lies at Caesarea."""
    carthage = {
        "cities": ["Caesarea", "Carthago", "Zama"], "produces": {"Zama": "gold"}, "temples": ["Caesarea"], "iron": 4,
        "barracks": {"legions": 2, "galleys": 1}, **more,
    }  # fmt: skip
    return duel({"galleys": {"Caesarea": 1}}, carthage, turn="Carthaginians", phase="arming")


@rule("AD-107")
@pytest.mark.parametrize("second", ["legion", "galley"])
def test_example_of_two_units_for_four_iron(second: str) -> None:
    state = play(africa(), "arm legion Carthago", f"arm {second} Caesarea")
    assert stocks(state, "Carthaginians") == (0, 0, 0, 0)
    assert now(state) == ("Romans", "rondel")
    two_galleys = play(africa(iron=9, cards={"earthquake": 1}), "arm galley Carthago")
    assert refused(two_galleys, "arm galley Caesarea") == ("no_unit_left", "AD-100")


@rule("AD-108")
def test_example_of_the_possible_cities() -> None:
    state = africa(iron=20, barracks={"legions": 4, "galleys": 4}, cards={"burglary": 1})
    assert legal(state, "arm") == {
        "arm legion Caesarea", "arm galley Caesarea", "arm legion Carthago", "arm galley Carthago", "arm legion Zama",
    }  # fmt: skip
    assert refused(state, "arm galley Zama") == ("unit_kind", "AD-105")
    state = play(state, *["arm legion Caesarea"] * 3, "arm galley Carthago", "arm legion Zama")
    assert army(state, "Carthaginians") == ({"Caesarea": 3, "Zama": 1}, {"Carthago": 1})
    full = play(africa(iron=20, barracks={"legions": 9, "galleys": 4}), *["arm legion Caesarea"] * 3)
    assert refused(full, "arm legion Caesarea") == ("place_limit", "AD-101")
    full = play(full, "arm legion Carthago")
    assert refused(full, "arm galley Carthago") == ("place_limit", "AD-101")


@rule("AD-109")
def test_example_of_the_battle() -> None:
    state = play(africa(), "arm legion Carthago", "arm galley Caesarea")
    assert army(state, "Carthaginians") == ({"Carthago": 1}, {})
    assert army(state, "Romans") == ({}, {})
    assert barracks(state, "Carthaginians") == (1, 1)
    assert barracks(state, "Romans") == (1, 2)
