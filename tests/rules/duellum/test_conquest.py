"""DUELLUM, the second step: conquest of enemy cities."""

from __future__ import annotations

from typing import Any

import pytest

from rondel.position import to_position
from tests.rules.duellum.small import army, barracks, duel, reserve
from tests.support import legal, nation, now, play, refused, rule, stocks

# ---- strength --------------------------------------------------------------------------------------------------------

#: what defends Roma, and its strength then; the attack comes with galleys where there are legions, else with legions
WALLS = [
    ({}, 1),
    ({"temples": ["Roma"]}, 3),
    ({"ramparts": ["Roma"]}, 2),
    ({"knowhow": ["res publica"]}, 2),
    ({"knowhow": ["strata", "navigatio", "moneta", "commercium"]}, 1),
    ({"legions": {"Roma": 2}}, 3),
    ({"galleys": {"Roma": 2}}, 3),
    ({"legions": {"Genua": 2}, "galleys": {"Corsica": 1}, "ramparts": ["Genua"], "temples": ["Genua"]}, 1),
    ({"temples": ["Roma"], "ramparts": ["Roma"], "knowhow": ["res publica"], "legions": {"Roma": 2}}, 7),
]


def before_roma(romans: dict[str, Any], count: int) -> dict[str, Any]:
    """Give Carthage so many units at Roma of the kind that the Romans do not have there, and another elsewhere."""
    kind = "galleys" if "Roma" in romans.get("legions", {}) else "legions"
    return {kind: {"Roma": count}} if kind == "galleys" else {kind: {"Roma": count}, "galleys": {"Gades": 1}}


@pytest.mark.parametrize(("romans", "strength"), WALLS)
@rule("AD-132", "AD-133", "AD-134", "AD-135", "AD-136", "AD-137")
def test_a_conquest_needs_and_costs_the_strength_of_the_city(romans: dict[str, Any], strength: int) -> None:
    if strength > 1:
        weak = duel(romans=romans, carthage=before_roma(romans, strength - 1))
        assert legal(weak, "declare") == set()
        assert refused(weak, "declare Roma") == ("too_weak", "AD-132")
    attack = before_roma(romans, strength + 1)
    state = duel(romans=romans, carthage=attack)
    assert "declare Roma" in legal(state)
    kind = "legions" if "Roma" in attack.get("legions", {}) else "galleys"
    before = nation(state, "Carthaginians")["barracks"][kind]
    state = play(state, "declare Roma")
    assert nation(state, "Carthaginians")["cities"] == ["Carthago", "Caesarea", "Roma", "Nova"]
    assert nation(state, "Carthaginians")[kind]["Roma"] == 1
    assert nation(state, "Carthaginians")["barracks"][kind] == before + strength


@rule("AD-132", "AD-185")
def test_a_city_that_cannot_be_conquered_cannot_be_attacked() -> None:
    state = duel(carthage={"legions": {"Roma": 2}}, romans={"temples": ["Roma"]})
    assert legal(state) == {
        "done",
        *(f"move {count} legion Roma {to}" for count in (1, 2) for to in ("Genua", "Capua")),
    }
    assert refused(state, "declare Roma") == ("too_weak", "AD-132")
    assert refused(state, "declare Genua") == ("too_weak", "AD-132")
    assert refused(state, "declare Carthago") == ("no_city", "AD-132")
    assert refused(state, "declare Capua") == ("no_city", "AD-132")
    after = play(state, "done")
    assert now(after) == ("Romans", "rondel")
    assert army(after, "Carthaginians") == ({"Roma": 2}, {})


@rule("AD-183", "AD-134")
def test_legions_defend_against_galleys_and_galleys_against_legions() -> None:
    for mine, theirs in (("galleys", "legions"), ("legions", "galleys")):
        romans, carthage = {theirs: {"Roma": 2}}, {mine: {"Roma": 3, "Carthago": 1}}
        state = play(duel(romans=romans, carthage=carthage), "declare Roma")
        assert nation(state, "Carthaginians")[mine] == {"Carthago": 1}
        assert nation(state, "Romans")[theirs] == {}
        assert "Roma" in nation(state, "Carthaginians")["cities"]


@rule("AD-179")
def test_units_conquer_whether_or_not_they_have_moved() -> None:
    state = duel(carthage={"legions": {"Alpes": 1}, "galleys": {"Roma": 1}, "knowhow": ["strata"]})
    assert legal(state, "declare") == {"declare Roma"}
    state = play(state, "move 1 legion Alpes Genua")
    assert legal(state, "declare") == {"declare Genua", "declare Roma"}
    state = play(state, "move 1 legion Genua Roma")  # no movement is left to it
    state = play(state, "declare Roma", "conquer Roma 1 legion")
    assert "Roma" in nation(state, "Carthaginians")["cities"]
    assert army(state, "Carthaginians") == ({}, {"Roma": 1})


# ---- losses ----------------------------------------------------------------------------------------------------------


@rule("AD-137", "AD-180")
def test_the_attacker_chooses_which_units_it_returns_to_its_barracks() -> None:
    carthage = {"legions": {"Roma": 2}, "galleys": {"Roma": 2}, "barracks": {"legions": 0, "galleys": 0}}
    state = play(duel(carthage=carthage, romans={"temples": ["Roma"]}), "declare Roma")
    assert now(state) == ("Carthaginians", "charge")
    assert legal(state) == {"conquer Roma 1 legion 2 galley", "conquer Roma 2 legion 1 galley"}
    assert refused(state, "conquer Roma 2 legion 2 galley") == ("wrong_losses", "AD-137")
    assert refused(state, "conquer Roma 1 legion 1 galley") == ("wrong_losses", "AD-137")
    legions = play(state, "conquer Roma 2 legion 1 galley")
    assert army(legions, "Carthaginians") == ({}, {"Roma": 1})
    assert barracks(legions, "Carthaginians") == (2, 1)
    galleys = play(state, "conquer Roma 1 legion 2 galley")
    assert army(galleys, "Carthaginians") == ({"Roma": 1}, {})
    assert barracks(galleys, "Carthaginians") == (1, 2)


@rule("AD-138", "AD-180")
def test_the_defenders_units_of_the_region_return_to_its_barracks() -> None:
    romans = {"galleys": {"Roma": 2, "Corsica": 1}, "legions": {"Genua": 1}, "barracks": {"legions": 1, "galleys": 3}}
    state = play(duel(romans=romans, carthage={"legions": {"Roma": 3}}), "declare Roma")
    assert army(state, "Romans") == ({"Genua": 1}, {"Corsica": 1})
    assert barracks(state, "Romans") == (1, 5)
    assert barracks(state, "Carthaginians") == (4, 1)


@rule("AD-139")
def test_a_temple_of_the_conquered_city_goes_to_the_bank() -> None:
    state = duel(romans={"temples": ["Roma", "Genua"]}, carthage={"legions": {"Roma": 3}, "temples": ["Nova"]})
    assert to_position(state)["bank"]["temples"] == 9
    state = play(state, "declare Roma")
    assert nation(state, "Romans")["temples"] == ["Genua"]
    assert nation(state, "Carthaginians")["temples"] == ["Nova"]
    assert to_position(state)["bank"]["temples"] == 10
    assert to_position(state)["due"] == {"generals": 1}


@rule("AD-140", "AD-180")
def test_a_rampart_of_the_conquered_city_goes_to_the_defenders_reserve() -> None:
    state = duel(romans={"ramparts": ["Roma"], "marble": 1, "rondel": "iron"}, carthage={"legions": {"Roma": 2}})
    assert (reserve(state, "Romans"), reserve(state, "Carthaginians")) == (0, 1)
    state = play(state, "declare Roma")
    assert nation(state, "Romans")["ramparts"] == nation(state, "Carthaginians")["ramparts"] == []
    assert (reserve(state, "Romans"), reserve(state, "Carthaginians")) == (1, 1)
    state = play(state, "pick levy", "turn-up fortress", "rondel temple")
    assert legal(state, "rampart") == {"rampart Brundisium", "rampart Genua"}


@rule("AD-141")
def test_the_marker_is_turned_and_keeps_its_resource() -> None:
    romans = {"cities": ["Roma", "Tarraco", "Genua"], "produces": {"Tarraco": "marble"}}
    state = duel(romans=romans, carthage={"legions": {"Tarraco": 1}, "rondel": "maneuver1"})
    state = play(state, "declare Tarraco")
    assert nation(state, "Romans")["cities"] == ["Genua", "Roma"]
    assert nation(state, "Carthaginians")["cities"] == ["Tarraco", "Carthago", "Caesarea", "Nova"]
    assert nation(state, "Carthaginians")["produces"] == {"Tarraco": "marble"}
    state = play(state, "pick levy", "turn-up fortress", "rondel iron", "rondel marble")
    assert stocks(state, "Carthaginians") == (2, 0, 0, 1)


# ---- several conquests -----------------------------------------------------------------------------------------------


@rule("AD-R24")
def test_several_cities_fall_in_the_order_the_attacker_likes() -> None:
    carthage = {"legions": {"Roma": 1, "Genua": 1}}
    for cities in (("Roma", "Genua"), ("Genua", "Roma")):
        state = play(duel(carthage=carthage), f"declare {cities[0]}")
        assert now(state) == ("Carthaginians", "conquest")
        assert legal(state) == {"done", f"declare {cities[1]}"}
        both = play(state, f"declare {cities[1]}")
        assert nation(both, "Romans")["cities"] == ["Brundisium"]
        one = play(state, "done")
        assert now(one) == now(both) == ("Romans", "pick")
        assert nation(one, "Romans")["cities"] == sorted(["Brundisium", cities[1]])


@rule("AD-R24")
def test_the_strength_is_worked_out_anew_for_each_conquest() -> None:
    romans = {"ramparts": ["Genua"], "temples": ["Roma"]}
    carthage = {"legions": {"Roma": 3, "Genua": 1}, "cards": {"earthquake": 1}}
    state = play(duel(romans=romans, carthage=carthage), "declare Roma")
    assert refused(state, "declare Genua") == ("too_weak", "AD-132")
    state = play(state, "play earthquake Genua")
    assert legal(state) == {"done", "declare Genua"}


@rule("AD-R24")
def test_no_conquest_is_compulsory() -> None:
    state = play(duel(carthage={"legions": {"Roma": 3, "Genua": 3}}), "done", "done")
    assert now(state) == ("Romans", "rondel")
    assert nation(state, "Romans")["cities"] == ["Brundisium", "Genua", "Roma"]
    assert army(state, "Carthaginians") == ({"Genua": 3, "Roma": 3}, {})


@rule("AD-142", "AD-187")
def test_one_card_is_taken_for_all_cities_lost() -> None:
    carthage = {"legions": {"Roma": 1, "Genua": 1}, "cities": ["Carthago", "Nova"]}
    state = play(duel(carthage=carthage), "declare Roma", "declare Genua")
    assert now(state) == ("Romans", "pick")
    assert legal(state) == {"pick levy", "pick academy", "pick architect"}
    state = play(state, "pick architect", "turn-up fortress")
    assert now(state) == ("Romans", "rondel")
    assert nation(state, "Romans")["cards"] == {"architect": 1}


# ---- the last city ---------------------------------------------------------------------------------------------------


@rule("AD-R25")
def test_the_last_city_is_safe() -> None:
    state = duel(carthage={"legions": {"Roma": 1, "Genua": 5}}, romans={"cities": ["Roma", "Genua"]})
    assert legal(state, "declare") == {"declare Roma", "declare Genua"}
    state = play(state, "move 1 legion Genua Alpes", "declare Roma")
    assert now(state) == ("Romans", "pick")
    assert nation(state, "Romans")["cities"] == ["Genua"]
    single = duel(carthage={"legions": {"Genua": 5}}, romans={"cities": ["Genua"]})
    assert legal(single, "declare") == set()
    assert refused(single, "declare Genua") == ("last_city", "AD-R25")


@rule("AD-R25")
def test_an_option_lifts_the_protection_of_the_last_city() -> None:
    romans = {"cities": ["Genua"], "legions": {"Capua": 1}}
    state = duel(carthage={"legions": {"Genua": 1}}, romans=romans, options={"last-city": 1})
    state = play(state, "declare Genua", "pick levy", "turn-up fortress")
    assert nation(state, "Romans")["cities"] == []
    assert now(state) == ("Romans", "rondel")


HOMELESS: dict[str, Any] = {"cities": [], "rondel": "maneuver2", "knowhow": ["moneta"]}


@rule("AD-R25")
def test_a_nation_without_cities_still_produces_its_coin_and_moneta() -> None:
    state = duel("Romans", "rondel", HOMELESS, {"rondel": "iron"}, options={"last-city": 1})
    assert stocks(play(state, "rondel iron"), "Romans") == (0, 1, 0, 1)
    bare = duel("Romans", "rondel", {**HOMELESS, "knowhow": []}, {"rondel": "iron"}, options={"last-city": 1})
    assert stocks(play(bare, "rondel gold"), "Romans") == (0, 0, 0, 1)


@rule("AD-R25")
def test_a_nation_without_cities_places_nothing() -> None:
    romans = {**HOMELESS, "iron": 9, "cards": {"burglary": 1}}
    state = duel("Romans", "arming", romans, {"coins": 2}, options={"last-city": 1})
    assert legal(state) == {"done", "play burglary"}
    assert refused(state, "arm legion Roma") == ("not_owned", "AD-101")


@rule("AD-R25")
def test_the_units_of_a_nation_without_cities_move_fight_conquer_and_found() -> None:
    romans = {**HOMELESS, "marble": 1, "iron": 1, "gold": 1, "legions": {"Alpes": 2, "Roma": 1, "Capua": 1}}
    carthage = {"cities": ["Nova", "Carthago", "Roma"], "legions": {"Tarraco": 1}}
    state = duel("Romans", "maneuver", romans, carthage, options={"last-city": 1})
    state = play(state, "move 2 legion Alpes Tarraco")
    assert army(state, "Romans") == ({"Tarraco": 1, "Roma": 1, "Capua": 1}, {})
    assert army(state, "Carthaginians") == ({}, {})
    state = play(state, "declare Roma", "pick levy", "turn-up fortress")
    assert nation(state, "Romans")["cities"] == ["Roma"]
    state = play(state, "found Tarraco marble")
    assert nation(state, "Romans")["cities"] == ["Tarraco", "Roma"]
