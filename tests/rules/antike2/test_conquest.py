"""Antike II: conquest of cities and of neutral temples."""

from __future__ import annotations

from typing import Any

import pytest

from rondel.antike.state import State
from rondel.boards.reader import load_board
from rondel.boards.schema import LAND
from rondel.position import to_position
from tests.rules.antike2.fixtures import BOOK, OLD, RICH, bank, isles, moving, sites, west
from tests.support import POOR, at, finish, legal, nation, now, play, refused, rule, stocks


@rule("A2-152", "A2-020", "A2-R18")
def test_conquest_follows_movement_and_is_optional() -> None:
    nations = {"Reds": {"legions": {"Saguntum": 2}}, "Blues": OLD}
    state = play(moving(nations), "move 2 legion Saguntum Delos")
    assert nation(state, "Blues")["cities"] == ["Delos", "Elis", "Faleria"]
    left = finish(state)
    assert nation(left, "Blues")["cities"] == ["Delos", "Elis", "Faleria"]
    assert nation(left, "Reds")["legions"] == {"Delos": 2}
    taken = play(state, "conquer Delos 1 legion")
    assert nation(taken, "Blues")["cities"] == ["Elis", "Faleria"]
    assert "Delos" in nation(taken, "Reds")["cities"]


@rule("A2-152")
def test_only_in_movere_and_only_foreign_cities() -> None:
    army = {**RICH, "legions": {"Alba": 4, "Delos": 4, "Nola": 4}}
    for phase in ("rondel", "arming", "founding"):
        state = isles(phase=phase, nations={"Reds": army, "Blues": OLD})
        assert refused(state, "conquer Delos 1 legion") == ("not_now", "A2-152")
    state = moving({"Reds": {"legions": army["legions"]}, "Blues": OLD})
    assert refused(state, "conquer Alba") == ("no_city", "A2-152")
    assert refused(state, "conquer Nola") == ("no_city", "A2-152")
    assert legal(state, "conquer") == {"conquer Delos 1 legion"}


@rule("A2-152", "A2-141")
def test_units_that_moved_as_far_as_they_can_conquer() -> None:
    reds = {"legions": {"Alba": 1}, "knowhow": ["strata"]}
    state = play(moving({"Reds": reds, "Blues": OLD}), "move 1 legion Alba Saguntum", "move 1 legion Saguntum Delos")
    state = play(state, "conquer Delos 1 legion")
    assert "Delos" in nation(state, "Reds")["cities"]


# ---- defence value ---------------------------------------------------------------------------------------------------

DEFENCES: list[tuple[dict[str, Any], int]] = [
    ({**OLD}, 1),
    ({**OLD, "temples": ["Delos"]}, 3),
    ({**OLD, "legions": {"Delos": 1}}, 2),
    ({**OLD, "galleys": {"Delos": 2}}, 3),
    ({**OLD, "legions": {"Delos": 2}, "galleys": {"Delos": 1}, "temples": ["Delos"]}, 6),
    ({**OLD, "legions": {"Elis": 5}, "galleys": {"Elis": 5}}, 1),
    ({**OLD, "knowhow": ["regnum"]}, 2),
    ({**OLD, "knowhow": ["regnum", "res publica"]}, 3),
    ({"personages": {}}, 2),
    ({"personages": {"king": 1}}, 2),
    ({"personages": {"scholar": 2}}, 2),
    ({"personages": {"scholar": 3}}, 1),
    ({"personages": {"general": 1, "citizen": 1}, "temples": ["Delos"], "knowhow": ["regnum"]}, 5),
    ({"temples": ["Delos"], "knowhow": ["regnum", "res publica"], "legions": {"Delos": 1}, "galleys": {"Delos": 1}}, 8),
]


@pytest.mark.parametrize(("blues", "value"), DEFENCES)
@rule("A2-153", "A2-154", "A2-155", "A2-156", "A2-157", "A2-051", "A2-R20", "A2-R37")
def test_defence_value(blues: dict[str, Any], value: int) -> None:
    enough = moving({"Reds": {"legions": {"Delos": value}}, "Blues": blues})
    assert legal(enough, "conquer") == {f"conquer Delos {value} legion"}
    more = moving({"Reds": {"legions": {"Delos": value + 2}}, "Blues": blues})
    assert legal(more, "conquer") == {f"conquer Delos {value} legion"}
    weak = moving({"Reds": {"legions": {"Delos": value - 1, "Nola": 5}, "galleys": {"Elis": 3}}, "Blues": blues})
    assert not any("Delos" in text for text in legal(weak, "conquer"))
    assert refused(weak, "conquer Delos") == ("too_weak", "A2-153")


@rule("A2-156", "A2-051")
def test_the_weak_are_sheltered_in_all_their_cities() -> None:
    for personages, extra in (({"navigator": 2}, 1), ({"navigator": 2, "king": 1}, 0)):
        for city in ("Delos", "Elis", "Faleria"):
            blues = {"personages": personages}
            army = {"galleys": {city: 1 + extra}} if city != "Delos" else {"legions": {city: 1 + extra}}
            assert len(legal(moving({"Reds": army, "Blues": blues}), "conquer")) == 1
            kind = next(iter(army))
            fewer = {kind: {city: extra, "Capua": 1}}
            assert legal(moving({"Reds": fewer, "Blues": blues}), "conquer") == set()


@rule("A2-155", "A2-R31")
def test_third_nations_neither_defend_nor_are_removed() -> None:
    greens = {"legions": {"Delos": 4}, "galleys": {"Delos": 4}}
    state = moving({"Reds": {"legions": {"Delos": 1}}, "Blues": OLD, "Greens": greens})
    assert legal(state, "conquer") == {"conquer Delos 1 legion"}
    state = play(state, "conquer Delos 1 legion")
    assert nation(state, "Greens")["legions"] == {"Delos": 4}
    assert nation(state, "Greens")["galleys"] == {"Delos": 4}
    assert "Delos" in nation(state, "Reds")["cities"]


# ---- what both sides lose --------------------------------------------------------------------------------------------


@rule("A2-158", "A2-R30")
def test_exactly_the_defence_value_is_removed() -> None:
    state = moving({"Reds": {"legions": {"Delos": 5}}, "Blues": {**OLD, "temples": ["Delos"]}})
    for number in (1, 2, 4, 5):
        assert refused(state, f"conquer Delos {number} legion") == ("wrong_losses", "A2-158")
    state = play(state, "conquer Delos 3 legion")
    assert nation(state, "Reds")["legions"] == {"Delos": 2}


@rule("A2-158", "A2-160")
def test_lost_units_return_to_both_supplies() -> None:
    reds = {"legions": {"Delos": 12}, "iron": 2}
    blues = {**OLD, "legions": {"Delos": 2, "Elis": 10}, "galleys": {"Delos": 1, "Faleria": 12}, "iron": 4}
    state = play(moving({"Reds": reds, "Blues": blues}, bellona="Greens"), "conquer Delos 4 legion")
    assert nation(state, "Reds")["legions"] == {"Delos": 8}
    assert nation(state, "Blues")["legions"] == {"Elis": 10}
    assert nation(state, "Blues")["galleys"] == {"Faleria": 12}
    state = play(finish(state), "rondel militia", "arm legion Elis", "arm galley Faleria")
    assert (nation(state, "Blues")["legions"], nation(state, "Blues")["galleys"]) == ({"Elis": 11}, {"Faleria": 13})


@rule("A2-159")
def test_the_conqueror_chooses_between_legions_and_galleys() -> None:
    reds = {"legions": {"Delos": 2}, "galleys": {"Delos": 3}}
    state = moving({"Reds": reds, "Blues": {**OLD, "temples": ["Delos"]}})
    assert legal(state, "conquer") == {
        "conquer Delos 3 galley", "conquer Delos 1 legion 2 galley", "conquer Delos 2 legion 1 galley",
    }  # fmt: skip
    ships = play(state, "conquer Delos 3 galley")
    assert (nation(ships, "Reds")["legions"], nation(ships, "Reds")["galleys"]) == ({"Delos": 2}, {})
    mixed = play(state, "conquer Delos 2 legion 1 galley")
    assert (nation(mixed, "Reds")["legions"], nation(mixed, "Reds")["galleys"]) == ({}, {"Delos": 2})


@rule("A2-159", "A2-158")
def test_galleys_alone_take_a_coast() -> None:
    state = moving({"Blues": {"galleys": {"Alba": 2}}, "Reds": {**OLD, "legions": {"Alba": 1}}}, turn="Blues")
    assert legal(state, "conquer") == {"conquer Alba 2 galley"}
    state = play(state, "conquer Alba 2 galley")
    assert "Alba" in nation(state, "Blues")["cities"]
    assert nation(state, "Blues")["galleys"] == nation(state, "Reds")["legions"] == {}


@rule("A2-159", "A2-R28")
def test_units_that_moved_and_units_that_stayed_are_alike_in_a_conquest() -> None:
    reds = {"legions": {"Saguntum": 1, "Delos": 1, "Nola": 1}, "knowhow": ["strata"]}
    state = play(moving({"Reds": reds, "Blues": {}, "Greens": {}}), "move 1 legion Saguntum Delos")
    state = play(state, "move 1 legion Nola Delos")
    assert legal(state, "conquer") == {"conquer Delos 2 legion"}
    state = play(state, "conquer Delos 2 legion")
    assert now(state) == ("Blues", "rondel")
    assert nation(state, "Reds")["legions"] == {"Delos": 1}


@rule("A2-161", "A2-030", "A2-031", "A2-R10")
def test_the_temple_is_destroyed_for_a_general() -> None:
    state = moving({"Reds": {"legions": {"Delos": 4}}, "Blues": {**OLD, "temples": ["Delos", "Elis"]}})
    before = bank(state)["temples"]
    state = play(state, "conquer Delos 3 legion")
    assert bank(state)["temples"] == before + 1
    assert nation(state, "Reds")["temples"] == []
    assert nation(state, "Blues")["temples"] == ["Elis"]
    state = finish(state)
    assert nation(state, "Reds")["personages"] == {"general": 1}


@rule("A2-031", "A2-161")
def test_no_general_without_a_temple() -> None:
    state = finish(moving({"Reds": {"legions": {"Delos": 4}}, "Blues": OLD}), "conquer Delos 1 legion")
    assert nation(state, "Reds")["personages"] == {}


@pytest.mark.parametrize(("city", "good"), [("Delos", "marble"), ("Elis", "iron"), ("Faleria", "gold")])
@rule("A2-162")
def test_the_city_goes_on_producing_for_its_new_owner(city: str, good: str) -> None:
    state = finish(moving({"Reds": {"legions": {city: 2}}, "Blues": OLD}), f"conquer {city} 1 legion")
    owner = isles(nations={"Reds": {**POOR, "cities": nation(state, "Reds")["cities"]}})
    assert city in nation(state, "Reds")["cities"]
    assert nation(play(owner, f"rondel {good}"), "Reds")[good] == 2


@rule("A2-164", "A2-R32")
def test_the_last_city_is_safe() -> None:
    blues = {**OLD, "cities": ["Delos"]}
    state = moving({"Reds": {"legions": {"Delos": 9, "Alba": 1}}, "Blues": blues})
    assert legal(state, "conquer") == set()
    assert refused(state, "conquer Delos 1 legion") == ("last_city", "A2-164")
    two = {**OLD, "cities": ["Delos", "Elis"]}
    state = moving({"Reds": {"legions": {"Delos": 3, "Elis": 3, "Gades": 3}}, "Blues": two, "Greens": OLD})
    for first, other in (("Delos", "Elis"), ("Elis", "Delos")):
        after = play(state, f"conquer {first} 1 legion")
        assert refused(after, f"conquer {other} 1 legion") == ("last_city", "A2-164")
        assert nation(after, "Blues")["cities"] == [other]


@rule("A2-R33")
def test_no_conquest_without_a_tile() -> None:
    cities = sites(24, skip=("Pella", "Roma", "Neapolis"))
    greeks = {**POOR, "cities": cities, "legions": {"Roma": 9, "Pella": 1}}
    romans = {**OLD, "cities": ["Roma", "Neapolis"]}
    state = west(turn="Greeks", phase="maneuver", nations={"Greeks": greeks, "Romans": romans})
    assert refused(state, "conquer Roma 1 legion") == ("no_stone", "A2-R33")
    fewer = {**greeks, "cities": cities[:23]}
    state = west(turn="Greeks", phase="maneuver", nations={"Greeks": fewer, "Romans": romans})
    assert "Roma" in nation(play(state, "conquer Roma 1 legion"), "Greeks")["cities"]


@rule("A2-R30")
def test_several_conquests_each_recomputed_in_any_order() -> None:
    reds = {"legions": {"Delos": 1, "Elis": 2, "Gades": 3}}
    state = moving({"Reds": reds, "Blues": {**OLD, "legions": {"Elis": 1}}, "Greens": {**OLD, "temples": ["Gades"]}})
    orders = [("Delos 1", "Elis 2", "Gades 3"), ("Gades 3", "Elis 2", "Delos 1")]
    for order in orders:
        after = state
        for text in order:
            after = play(after, f"conquer {text} legion")
        assert {"Delos", "Elis", "Gades"} <= set(nation(after, "Reds")["cities"])
        assert nation(after, "Reds")["legions"] == {}


@rule("A2-R30")
def test_a_removed_unit_is_gone_and_the_phase_cannot_be_left() -> None:
    reds = {"legions": {"Delos": 2, "Nola": 1, "Gades": 2}}
    state = play(moving({"Reds": reds, "Blues": OLD, "Greens": OLD}), "conquer Delos 1 legion")
    assert now(state) == ("Reds", "conquest")
    assert nation(state, "Reds")["legions"] == {"Delos": 1, "Nola": 1, "Gades": 2}
    assert refused(state, "move 1 legion Nola Ostia") == ("not_now", "A2-138")
    assert legal(state) == {"done", "conquer Gades 1 legion"}


@rule("A2-R30")
def test_the_phase_begins_when_the_nation_says_so() -> None:
    state = play(moving({"Reds": {"legions": {"Delos": 2, "Nola": 1}}, "Blues": OLD}), "done")
    assert now(state) == ("Reds", "conquest")
    assert legal(state) == {"done", "conquer Delos 1 legion"}


@rule("A2-R37")
def test_a_conquest_that_cannot_succeed_cannot_be_declared() -> None:
    state = moving({"Reds": {"legions": {"Delos": 2, "Nola": 1}}, "Blues": {**OLD, "temples": ["Delos"]}})
    assert refused(state, "conquer Delos 2 legion") == ("wrong_losses", "A2-158")
    assert refused(state, "conquer Delos") == ("too_weak", "A2-153")
    assert refused(state, "conquer Delos 3 legion") == ("too_weak", "A2-153")
    assert nation(finish(state), "Reds")["legions"] == {"Delos": 2, "Nola": 1}


# ---- neutral temples -------------------------------------------------------------------------------------------------


@rule("A2-163", "A2-R35", "A2-030")
def test_a_neutral_temple_costs_three_units() -> None:
    weak = moving({"Reds": {"legions": {"Templa": 2, "Nola": 1}}})
    assert refused(weak, "conquer Templa") == ("too_weak", "A2-153")
    state = moving({"Reds": {"legions": {"Templa": 2}, "galleys": {"Templa": 2}}})
    assert legal(state, "conquer") == {"conquer Templa 1 legion 2 galley", "conquer Templa 2 legion 1 galley"}
    assert refused(state, "conquer Templa 2 legion") == ("wrong_losses", "A2-158")
    before = bank(state)["temples"]
    state = play(state, "conquer Templa 2 legion 1 galley")
    assert bank(state)["temples"] == before + 1
    assert to_position(state)["neutral_temples"] == ["Ulia"]
    state = finish(state)
    assert nation(state, "Reds")["cities"] == ["Alba", "Brixia", "Capua"]
    assert nation(state, "Reds")["galleys"] == {"Templa": 1}
    assert nation(state, "Reds")["personages"] == {"general": 1}


@rule("A2-R35", "A2-163")
def test_nothing_adds_to_a_neutral_temple() -> None:
    others = {"legions": {"Templa": 3}, "knowhow": ["regnum", "res publica"]}
    state = moving({"Reds": {"legions": {"Templa": 3}}, "Blues": others, "Greens": others})
    state = play(state, "conquer Templa 3 legion")
    assert nation(state, "Blues")["legions"] == {"Templa": 3}
    assert to_position(state)["neutral_temples"] == ["Ulia"]


@rule("A2-163")
def test_a_temple_built_on_such_a_site_is_not_a_neutral_one() -> None:
    """Own units beside one's own temple find nothing to destroy; foreign ones conquer the city."""
    own = {"cities": ["Alba", "Brixia", "Capua", "Templa"], "temples": ["Templa"], "legions": {"Templa": 3}}
    state = moving({"Reds": {**own, "produces": {"Templa": "gold"}}}, neutral_temples=["Ulia"])
    assert not legal(state, "conquer")
    assert refused(state, "conquer Templa 3 legion") == ("no_city", "A2-152")


@rule("A2-R35")
def test_only_in_the_second_phase_of_movere() -> None:
    army = {**RICH, "legions": {"Templa": 5, "Alba": 1}}
    assert refused(isles(nations={"Reds": army}), "conquer Templa 3 legion") == ("not_now", "A2-152")
    after = play(isles(phase="maneuver", nations={"Reds": army}), "conquer Templa 3 legion")
    assert refused(after, "move 1 legion Alba Saguntum") == ("not_now", "A2-138")


@rule("A2-R35", "A2-077")
def test_a_unit_that_stays_founds_in_the_same_turn() -> None:
    army = {**POOR, "coins": 3, "legions": {"Templa": 4}}
    state = play(isles(phase="maneuver", nations={"Reds": army}), "conquer Templa 3 legion")
    while now(state)[1] != "founding":
        state = play(state, "done")
    state = play(state, "found Templa")
    assert "Templa" in nation(state, "Reds")["cities"]
    assert stocks(state, "Reds") == (0, 0, 0, 0)
    assert nation(state, "Reds")["personages"] == {"general": 1}


@rule("A2-R35", "A2-R33")
def test_a_neutral_temple_needs_no_tile() -> None:
    board = load_board("mare-nostrum")
    place = next(place for place in board.temples[4] if board.neighbours(place, LAND))
    site = board.regions[place].name
    greeks = {**POOR, "cities": sites(24, skip=(site,)), "legions": {site: 3}}
    state = at(BOOK, players=4, turn="Greeks", phase="maneuver", neutral_temples=[site], nations={"Greeks": greeks})
    state = play(state, f"conquer {site} 3 legion")
    assert to_position(state)["neutral_temples"] == []
    assert len(nation(state, "Greeks")["cities"]) == 24


@rule("A2-R07")
def test_neutral_temples_belong_to_nobody() -> None:
    entry = {**POOR, "temples": ["Alba", "Brixia"], "legions": {"Templa": 2, "Ulia": 2}}
    state = finish(isles(nations={"Reds": entry}), "rondel iron")
    assert nation(state, "Reds")["personages"] == {}
    assert nation(state, "Reds")["temples"] == ["Alba", "Brixia"]


# ---- the example at Gesocribate --------------------------------------------------------------------------------------


def gesocribate(galleys: int, **yellow: Any) -> State:
    """Give red two legions at Gesocribate, yellow's city with so many galleys."""
    romans = {**POOR, "cities": ["Roma", "Gesocribate"], "galleys": {"Gesocribate": galleys}, **OLD, **yellow}
    greeks = {**POOR, "legions": {"Gesocribate": 2, "Pella": 1}}
    return west(turn="Greeks", phase="maneuver", nations={"Greeks": greeks, "Romans": romans})


@rule("A2-165", "A2-D09", "A2-D08")
def test_example_gesocribate_falls() -> None:
    state = gesocribate(1)
    assert legal(state, "conquer") == {"conquer Gesocribate 2 legion"}
    state = play(state, "conquer Gesocribate 2 legion")
    assert "Gesocribate" in nation(state, "Greeks")["cities"]
    assert nation(state, "Romans")["cities"] == ["Roma"]
    assert nation(state, "Greeks")["legions"] == {"Pella": 1}
    assert nation(state, "Romans")["galleys"] == {}


@rule("A2-166", "A2-D09")
def test_example_gesocribate_holds_with_two_galleys() -> None:
    assert refused(gesocribate(2), "conquer Gesocribate 2 legion") == ("wrong_losses", "A2-158")
    assert refused(gesocribate(2), "conquer Gesocribate") == ("too_weak", "A2-153")
    assert legal(gesocribate(2), "conquer") == set()
    for change in ({"personages": {"king": 2}}, {"knowhow": ["regnum"]}):
        assert legal(gesocribate(1, **change), "conquer") == set()
