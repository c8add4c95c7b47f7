"""Antike II: MILITIA, new units and the Bellona card."""

from __future__ import annotations

from typing import Any

import pytest

from rondel.antike.state import State
from rondel.position import to_position
from tests.rules.antike2.fixtures import WEDGES, bellona, isles, west
from tests.support import POOR, finish, legal, nation, now, play, refused, rule, stocks

#: a trade keeps the action open when nothing can be armed
OPEN = {"marble": 9, "iron": 20, "gold": 9, "coins": 0, "knowhow": ["mercatura"]}


def arming(entry: dict[str, Any], holder: str = "Greens", **nations: Any) -> State:
    """Give Reds a MILITIA; Bellona is elsewhere unless said."""
    return isles(phase="arming", nations={"Reds": entry, **nations}, bellona=holder)


@rule("A2-095")
def test_units_of_both_kinds_in_own_cities_only() -> None:
    state = arming(OPEN)
    assert legal(state, "arm") == {
        "arm legion Alba", "arm galley Alba", "arm legion Brixia", "arm galley Brixia", "arm legion Capua",
        "arm galley Capua",
    }  # fmt: skip
    for place in ("Delos", "Nola", "Saguntum", "Templa"):
        assert refused(state, f"arm legion {place}") == ("not_owned", "A2-095")
    state = play(state, "arm legion Alba", "arm galley Brixia", "arm legion Capua")
    assert nation(state, "Reds")["legions"] == {"Alba": 1, "Capua": 1}
    assert nation(state, "Reds")["galleys"] == {"Brixia": 1}


@rule("A2-096")
def test_two_iron_a_unit() -> None:
    assert stocks(play(arming({**POOR, "iron": 4}), "arm legion Alba", "arm galley Brixia"), "Reds") == (0, 0, 0, 0)
    state = arming({**OPEN, "iron": 1})
    assert refused(state, "arm legion Alba") == ("cannot_pay", "A2-096")
    assert refused(state, "arm galley Alba") == ("cannot_pay", "A2-096")


@rule("A2-097", "A2-021", "A2-111")
def test_one_new_unit_without_temple_three_with() -> None:
    state = play(arming({**OPEN, "temples": ["Brixia"]}), "arm legion Alba")
    for kind in ("legion", "galley"):
        assert refused(state, f"arm {kind} Alba") == ("place_limit", "A2-097")
    state = play(state, "arm legion Brixia", "arm galley Brixia", "arm galley Brixia")
    for kind in ("legion", "galley"):
        assert refused(state, f"arm {kind} Brixia") == ("place_limit", "A2-097")
    assert nation(state, "Reds")["galleys"] == {"Brixia": 2}


@rule("A2-098", "A2-147")
def test_only_new_units_count() -> None:
    crowd = {"legions": {"Alba": 5, "Brixia": 5}, "galleys": {"Alba": 5}}
    state = arming({**OPEN, "legions": {"Alba": 4, "Brixia": 4}, "temples": ["Brixia"]}, Blues=crowd, Greens=crowd)
    state = play(state, "arm legion Alba", "arm legion Brixia", "arm legion Brixia", "arm legion Brixia")
    assert nation(state, "Reds")["legions"] == {"Alba": 5, "Brixia": 7}
    assert refused(state, "arm galley Alba") == ("place_limit", "A2-097")


@rule("A2-099")
def test_no_limit_to_the_units_in_a_region() -> None:
    army = {"legions": {"Alba": 12}, "galleys": {"Alba": 13}}
    state = isles(nations={"Reds": {**POOR, "legions": {"Alba": 11}, "galleys": {"Alba": 13}, "iron": 2},
                           "Blues": army, "Greens": army}, phase="arming", bellona="Blues")  # fmt: skip
    state = play(state, "arm legion Alba")
    for name in ("Reds", "Blues", "Greens"):
        assert nation(state, name)["legions"] == {"Alba": 12}
        assert nation(state, name)["galleys"] == {"Alba": 13}


@rule("A2-100")
def test_arming_starts_no_battle() -> None:
    foes = {"legions": {"Alba": 1}, "galleys": {"Brixia": 1}}
    state = play(arming(OPEN, Blues=foes), "arm legion Alba", "arm galley Brixia")
    assert now(state) == ("Reds", "arming")
    assert refused(state, "fight 1 legion Alba Blues") == ("not_now", "A2-R27")
    assert nation(state, "Blues")["legions"] == {"Alba": 1}
    state = finish(state)
    assert now(state)[0] == "Blues"
    assert nation(state, "Reds")["legions"] == {"Alba": 1}


@rule("A2-101", "A2-R38")
def test_land_takes_legions_sea_takes_galleys_both_take_either() -> None:
    state = arming({**OPEN, "cities": ["Saguntum", "Rhegium", "Capua"]})
    assert legal(state, "arm") == {
        "arm legion Saguntum", "arm galley Rhegium", "arm legion Capua", "arm galley Capua",
    }  # fmt: skip
    assert refused(state, "arm galley Saguntum") == ("unit_kind", "A2-101")
    assert refused(state, "arm legion Rhegium") == ("unit_kind", "A2-101")


@rule("A2-108")
def test_new_units_stand_in_the_region_of_the_city() -> None:
    state = play(arming({**POOR, "iron": 6, "temples": ["Alba"]}), "arm legion Alba", "arm galley Alba")
    assert nation(state, "Reds")["legions"] == nation(state, "Reds")["galleys"] == {"Alba": 1}
    assert to_position(state)["placed"] == {"Alba": 2}


@rule("A2-R44", "A2-100")
def test_units_placed_in_a_turn_do_not_move_in_it() -> None:
    state = play(arming({**OPEN, "rondel": "arming"}), "arm legion Alba")
    assert refused(state, "move 1 legion Alba Saguntum") == ("not_now", "A2-138")
    state = play(state, "done")
    assert refused(state, "move 1 legion Alba Saguntum") == ("not_now", "A2-138")
    state = finish(finish(finish(state), "rondel iron"), "rondel iron")
    state = play(state, "rondel maneuver2", "move 1 legion Alba Saguntum")
    assert nation(state, "Reds")["legions"] == {"Saguntum": 1}


# ---- Bellona ---------------------------------------------------------------------------------------------------------


@rule("A2-055", "A2-R14")
def test_one_free_unit_for_the_holder() -> None:
    state = arming({**OPEN, "iron": 0, "cities": ["Alba", "Rhegium", "Saguntum"]}, holder="Reds")
    assert legal(state, "free") == {
        "free legion Alba", "free galley Alba", "free galley Rhegium", "free legion Saguntum",
    }  # fmt: skip
    state = play(state, "free legion Alba")
    assert nation(state, "Reds")["legions"] == {"Alba": 1}
    assert stocks(state, "Reds") == (9, 0, 9, 0)
    assert legal(state, "free") == set()
    assert refused(state, "free legion Saguntum") == ("no_card", "A2-055")


@rule("A2-055")
def test_no_free_unit_without_the_card() -> None:
    state = arming(OPEN, holder="Blues")
    assert legal(state, "free") == set()
    assert refused(state, "free legion Alba") == ("no_card", "A2-055")
    elsewhere = isles(phase="founding", nations={"Reds": {**OPEN, "legions": {"Nola": 1}}}, bellona="Reds")
    assert refused(elsewhere, "free legion Alba") == ("not_now", "A2-055")


@rule("A2-R14")
def test_the_free_unit_comes_at_any_point_and_counts_against_the_limits() -> None:
    first = play(arming(OPEN, holder="Reds"), "free legion Alba")
    assert refused(first, "arm legion Alba") == ("place_limit", "A2-097")
    last = play(arming(OPEN, holder="Reds"), "arm legion Alba", "arm galley Brixia")
    assert refused(last, "free galley Alba") == ("place_limit", "A2-097")
    last = play(last, "free galley Capua")
    assert nation(last, "Reds")["galleys"] == {"Brixia": 1, "Capua": 1}
    assert stocks(last, "Reds")[1] == 16
    kinds = arming({**OPEN, "cities": ["Rhegium", "Saguntum"]}, holder="Reds")
    assert refused(kinds, "free legion Rhegium") == ("unit_kind", "A2-101")
    drained = {**OPEN, "legions": {"Alba": 12}}
    assert refused(arming(drained, holder="Reds"), "free legion Alba") == ("no_unit_left", "A2-014")


@pytest.mark.parametrize(("holder", "right"), [("Reds", "Greens"), ("Blues", "Reds"), ("Greens", "Blues")])
@rule("A2-056", "A2-R13", "A2-R14")
def test_bellona_goes_to_the_nation_that_plays_before(holder: str, right: str) -> None:
    entry = {**OPEN, "legions": {"Nola": 1}}
    for used in (True, False):
        state = isles(turn=holder, phase="arming", nations={"Reds": {}, "Blues": {}, holder: entry}, bellona=holder)
        assert bellona(state) == holder
        state = play(state, sorted(legal(state, "free"))[0]) if used else state
        assert bellona(state) == holder
        state = play(state, "done")
        assert now(state) == (holder, "founding")
        assert bellona(state) == right


@rule("A2-056", "A2-R14")
def test_it_passes_even_if_no_unit_can_be_placed() -> None:
    army = {**POOR, "legions": {"Alba": 12}, "galleys": {"Brixia": 13}}
    state = isles(nations={"Reds": army}, bellona="Reds")
    state = play(state, "rondel militia")
    assert now(state) == ("Blues", "rondel")
    assert bellona(state) == "Greens"


@rule("A2-R14")
def test_no_other_action_moves_the_card() -> None:
    for wedge in WEDGES:
        holding = finish(isles(nations={"Reds": {**POOR, "legions": {"Alba": 1}}}, bellona="Reds"), f"rondel {wedge}")
        assert bellona(holding) == ("Greens" if wedge == "arming" else "Reds")
        watching = finish(isles(nations={"Reds": {"legions": {"Alba": 1}}}, bellona="Blues"), f"rondel {wedge}")
        assert bellona(watching) == "Blues"


@rule("A2-055", "A2-056")
def test_the_card_goes_round_against_the_turns() -> None:
    nations = {name: {**POOR, "iron": 2} for name in ("Reds", "Blues", "Greens")}
    state = isles(nations=nations, bellona="Reds")
    state = finish(state, "rondel militia", "free legion Alba")
    assert bellona(state) == "Greens"
    state = finish(state, "rondel militia", "arm legion Delos")
    assert nation(state, "Blues")["legions"] == {"Delos": 1}
    assert bellona(state) == "Greens"
    state = finish(state, "rondel militia", "free legion Gades", "arm legion Hispalis")
    assert nation(state, "Greens")["legions"] == {"Gades": 1, "Hispalis": 1}
    assert bellona(state) == "Blues"


# ---- the example on Mare Nostrum -------------------------------------------------------------------------------------


def yellow(iron: int = 4) -> State:
    """Give yellow five cities, a temple at Roma, and Bellona."""
    cities = ["Roma", "Syracus", "Neapolis", "Carthago", "Carales"]
    romans = {**POOR, "iron": iron, "marble": 2, "knowhow": ["mercatura"], "cities": cities, "temples": ["Roma"]}
    return west(turn="Romans", phase="arming", nations={"Romans": romans}, bellona="Romans")


@rule("A2-103", "A2-105")
def test_example_two_galleys_and_a_free_legion() -> None:
    state = play(yellow(), "arm galley Syracus", "arm galley Neapolis", "free legion Carthago")
    assert nation(state, "Romans")["galleys"] == {"Syracus": 1, "Neapolis": 1}
    assert nation(state, "Romans")["legions"] == {"Carthago": 1}
    assert stocks(state, "Romans") == (2, 0, 0, 0)
    assert refused(state, "arm galley Carales") == ("cannot_pay", "A2-096")
    assert legal(state, "free") == set()


@rule("A2-104")
def test_example_all_three_at_roma_but_one_elsewhere() -> None:
    state = play(yellow(iron=8), "arm galley Roma", "arm galley Roma", "free legion Roma")
    assert (nation(state, "Romans")["legions"], nation(state, "Romans")["galleys"]) == ({"Roma": 1}, {"Roma": 2})
    assert refused(state, "arm legion Roma") == ("place_limit", "A2-097")
    for city in ("Syracus", "Neapolis", "Carthago", "Carales"):
        once = play(yellow(iron=8), f"arm galley {city}")
        assert refused(once, f"free galley {city}") == ("place_limit", "A2-097")
        free = play(yellow(iron=8), f"free galley {city}")
        assert refused(free, f"arm galley {city}") == ("place_limit", "A2-097")


@rule("A2-106", "A2-D08")
def test_example_carales_takes_galleys_only() -> None:
    state = yellow()
    assert {"arm galley Carales", "free galley Carales"} <= legal(state)
    assert refused(state, "arm legion Carales") == ("unit_kind", "A2-101")
    assert refused(state, "free legion Carales") == ("unit_kind", "A2-101")


@rule("A2-107")
def test_example_nothing_at_ancona() -> None:
    state = yellow()
    assert all("Ancona" not in nation(state, name)["cities"] for name in to_position(state)["nations"])
    for text in ("arm legion Ancona", "arm galley Ancona", "free legion Ancona"):
        assert refused(state, text) == ("not_owned", "A2-095")
