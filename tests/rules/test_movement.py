"""The maneuver: how often and where units go, the two phases of 2006, the free order of 2005."""

from __future__ import annotations

from typing import Any

import pytest

from rondel.antike.state import State
from rondel.position import to_position
from tests.support import POOR, at, both, cite, legal, maneuver, nation, now, play, refused, rule


def used(state: State) -> Any:
    """Give the units that have acted, as the position shows them."""
    return to_position(state).get("used", {})


@both
@rule("A06-164", "A05-154")
def test_maneuver_stands_twice_on_the_rondel_half_a_round_apart(book: str) -> None:
    army = {**POOR, "legions": {"Pella": 1}}
    free = {}
    for wedge in ("iron", "temple", "gold", "maneuver1", "arming", "marble", "know-how", "maneuver2"):
        state = at(book, players=4, turn="Greeks", nations={"Greeks": {**army, "rondel": wedge}})
        free[wedge] = {text for text in legal(state, "rondel") if "maneuver" in text}
    first, second = {"rondel maneuver1"}, {"rondel maneuver2"}
    assert free == {
        "iron": first, "temple": first, "gold": first, "maneuver1": set(),
        "arming": second, "marble": second, "know-how": second, "maneuver2": set(),
    }  # fmt: skip
    fresh = at(book, players=4, turn="Greeks", nations={"Greeks": army})
    for wedge in ("maneuver1", "maneuver2"):
        after = play(fresh, f"rondel {wedge}")
        assert now(after) == ("Greeks", "maneuver")
        assert "move 1 legion Pella Napoca" in legal(after)


@both
@rule("A06-166", "A05-155", "A05-157")
def test_without_know_how_a_unit_moves_or_conquers(book: str) -> None:
    there = maneuver(book, "Greeks", {"Greeks": {"legions": {"Susa": 1, "Pella": 1}}})
    assert legal(there, "conquer") == {"conquer Susa 1 legion"}
    near = maneuver(book, "Greeks", {"Greeks": {"legions": {"Ninive": 1, "Pella": 1}}})
    moved = play(near, "move 1 legion Ninive Susa")
    assert nation(moved, "Greeks")["legions"] == {"Susa": 1, "Pella": 1}
    assert legal(moved, "conquer") == set()
    assert {text for text in legal(moved, "move") if " Susa " in text} == set()
    assert refused(moved, "move 1 legion Susa Rhagai used 1") == ("no_action_left", cite(book, "A05-157", "A06-166"))
    assert refused(moved, "conquer Susa") == ("too_weak", cite(book, "A05-179", "A06-188"))


LAND = ("Sirmium", "Napoca", "Pella", "Dyrrhachion", "Athen")
SEAS = ("Messana", "Sparta", "Knossos", "Paphos", "Tyros")


@both
@rule("A06-167", "A05-158")
@pytest.mark.parametrize(
    ("knowhow", "legion", "galley"),
    [
        ([], 1, 1),
        (["wheel"], 2, 1),
        (["sailing"], 1, 2),
        (["wheel", "roads"], 3, 1),
        (["sailing", "navigation"], 1, 3),
        (["wheel", "sailing", "navigation"], 2, 3),
        (["market", "monarchy"], 1, 1),
    ],
)
def test_know_how_raises_the_actions_of_its_own_kind(book: str, knowhow: list[str], legion: int, galley: int) -> None:
    start = {"legions": {LAND[0]: 1}, "galleys": {SEAS[0]: 1}, "knowhow": knowhow}
    for kind, way, reach in (("legion", LAND, legion), ("galley", SEAS, galley)):
        state = maneuver(book, "Arabs", {"Arabs": {**start, "legions": {LAND[0]: 1, "Theben": 1}}})
        for step in range(reach):
            state = play(state, f"move 1 {kind} {way[step]} {way[step + 1]}")
        assert nation(state, "Arabs")[f"{kind}s"][way[reach]] == 1
        code, _ = refused(state, f"move 1 {kind} {way[reach]} {way[reach - 1]}")
        assert code in ("no_unit", "no_action_left")
        assert not {text for text in legal(state, "move") if f" {kind} {way[reach]} " in text}


@both
@rule("A06-168", "A05-159")
def test_a_unit_with_two_actions_moves_and_then_conquers(book: str) -> None:
    state = maneuver(book, "Greeks", {"Greeks": {"legions": {"Ninive": 1, "Melitene": 1}, "knowhow": ["wheel"]}})
    near = play(state, "move 1 legion Ninive Susa")
    assert legal(near, "conquer") == {"conquer Susa 1 legion"}
    far = play(state, "move 1 legion Melitene Ninive", "move 1 legion Ninive Susa used 1")
    assert legal(far, "conquer") == set()
    taken = play(near, "conquer Susa 1 legion")
    assert "Susa" in nation(taken, "Greeks")["cities"]
    assert nation(taken, "Greeks")["legions"] == {"Melitene": 1}


@both
@rule("A06-171", "A05-156", "A06-R29", "A05-R29")
def test_single_movements_of_units_alternate_in_any_order(book: str) -> None:
    entry = {"legions": {"Napoca": 1, "Theben": 1}, "galleys": {"Knossos": 1}, "knowhow": ["wheel", "sailing"]}
    state = maneuver(book, "Arabs", {"Arabs": entry})
    state = play(state, "move 1 legion Theben Memphis", "move 1 legion Napoca Tomis", "move 1 galley Knossos Sparta")
    assert used(state) == {"legions": {"Memphis": [1, 0, 0], "Tomis": [1, 0, 0]}, "galleys": {"Sparta": [1, 0, 0]}}
    state = play(state, "move 1 legion Tomis Pella used 1", "move 1 galley Sparta Messana used 1")
    assert "move 1 legion Memphis Petra used 1" in legal(state)
    state = play(state, "move 1 legion Memphis Petra used 1")
    assert now(state)[0] != "Arabs"
    assert nation(state, "Arabs")["legions"] == {"Pella": 1, "Petra": 1}
    assert nation(state, "Arabs")["galleys"] == {"Messana": 1}


@both
@rule("A06-172", "A06-173", "A06-174", "A06-175", "A05-162", "A05-163", "A05-164", "A05-165")
def test_each_border_lets_its_own_kinds_pass(book: str) -> None:
    state = maneuver(book, "Arabs", {"Arabs": {"legions": {"Bycantium": 1}, "galleys": {"Bycantium": 1}}})
    combined = {"Ephesos", "Pella", "Sinope", "Tomis"}
    assert legal(state, "move") == {
        *(f"move 1 legion Bycantium {name}" for name in combined | {"Gordion"}),
        *(f"move 1 galley Bycantium {name}" for name in combined | {"Athen"}),
    }
    assert refused(state, "move 1 galley Bycantium Gordion") == ("border_kind", cite(book, "A05-163", "A06-173"))
    assert refused(state, "move 1 legion Bycantium Athen") == ("border_kind", cite(book, "A05-164", "A06-174"))
    assert refused(state, "move 1 legion Bycantium Susa") == ("no_border", cite(book, "A05-162", "A06-172"))
    assert refused(state, "move 2 legion Bycantium Pella") == ("no_unit", cite(book, "A05-162", "A06-172"))
    assert refused(state, "move 1 legion Napoca Pella") == ("no_unit", cite(book, "A05-162", "A06-172"))


@rule("A06-176")
def test_a_legion_with_roads_crosses_three_land_borders() -> None:
    entry = {"legions": {"Sirmium": 1, "Theben": 1}, "knowhow": ["wheel", "roads"]}
    state = maneuver("antike-2006", "Arabs", {"Arabs": entry})
    state = play(state, "move 1 legion Sirmium Napoca", "move 1 legion Napoca Tomis used 1")
    state = play(state, "move 1 legion Tomis Pella used 2")
    assert nation(state, "Arabs")["legions"] == {"Pella": 1, "Theben": 1}
    assert used(state) == {"legions": {"Pella": [0, 0, 1]}}
    assert {text for text in legal(state) if "Pella" in text} == set()


@rule("A06-177", "A06-178")
def test_a_unit_lies_down_only_when_its_actions_are_used_up() -> None:
    entry = {"galleys": {"Athen": 3}, "legions": {"Napoca": 1}, "knowhow": ["sailing", "navigation"]}
    state = maneuver("antike-2006", "Arabs", {"Arabs": entry, "Phoenicians": {}})
    state = play(state, "move 2 galley Athen Ephesos", "move 2 galley Ephesos Paphos used 1")
    assert used(state) == {"galleys": {"Paphos": [0, 2, 0]}}
    assert "move 2 galley Paphos Tyros used 2" in legal(state)
    assert legal(state, "conquer") == {"conquer Athen 1 galley", "conquer Paphos 1 galley"}
    assert "move 1 galley Athen Ephesos" in legal(state)
    state = play(state, "move 1 galley Paphos Tyros used 2")
    assert used(state) == {"galleys": {"Paphos": [0, 1, 0], "Tyros": [0, 0, 1]}}
    assert {text for text in legal(state) if " Tyros" in text} == {"move 1 galley Paphos Tyros used 2"}
    assert refused(state, "conquer Tyros 1 galley") == ("too_weak", "A06-188")
    assert refused(state, "move 1 galley Tyros Paphos") == ("no_action_left", "A06-166")


@both
@rule("A06-177")
def test_all_units_stand_again_after_the_maneuver(book: str) -> None:
    state = maneuver(book, "Arabs", {"Arabs": {"legions": {"Napoca": 2}}})
    state = play(state, "move 1 legion Napoca Tomis")
    assert used(state) == {"legions": {"Tomis": [1, 0, 0]}}
    assert legal(state, "move") == {f"move 1 legion Napoca {name}" for name in ("Pella", "Sirmium", "Tomis")}
    assert used(play(state, "done")) == {}


@both
@rule("A06-179", "A05-168")
def test_a_city_under_foreign_units_produces_and_arms(book: str) -> None:
    foes = {"legions": {"Athen": 4, "Pella": 3}, "galleys": {"Athen": 5, "Pella": 3}}
    for army in ({}, foes):
        nations = {"Greeks": {**POOR, "temples": ["Pella"], "iron": 9}, "Persians": {**POOR, **army}}
        state = at(book, players=4, turn="Greeks", nations=nations)
        assert nation(play(state, "rondel gold"), "Greeks")["gold"] == 1
        assert nation(play(state, "rondel marble"), "Greeks")["marble"] == 3
        state = play(state, "rondel arming", "arm galley Athen", "arm legion Pella")
        state = play(state, "arm galley Pella", "arm legion Pella")
        assert legal(state, "arm") == {"arm legion Dyrrhachion", "arm galley Dyrrhachion"}
        assert nation(state, "Greeks")["legions"] == {"Pella": 2}
        assert nation(state, "Greeks")["galleys"] == {"Athen": 1, "Pella": 1}


@both
@rule("A06-228", "A05-232")
def test_galleys_carry_no_legions(book: str) -> None:
    entry = {"legions": {"Alexandria": 1}, "galleys": {"Alexandria": 2}}
    state = play(maneuver(book, "Greeks", {"Greeks": entry}), "move 1 galley Alexandria Knossos")
    assert nation(state, "Greeks")["legions"] == {"Alexandria": 1}
    land, sea = {"Ammonion", "Memphis", "Cyrene", "Tyros"}, {"Knossos", "Paphos", "Cyrene", "Tyros"}
    assert legal(state, "move") == {
        *(f"move 1 legion Alexandria {name}" for name in land),
        *(f"move 1 galley Alexandria {name}" for name in sea),
    }
    code, clause = refused(state, "move 1 legion Alexandria Knossos")
    assert (code, clause) == ("border_kind", cite(book, "A05-164", "A06-174"))
    code, clause = refused(state, "move 1 galley Alexandria Memphis")
    assert (code, clause) == ("border_kind", cite(book, "A05-163", "A06-173"))


@both
@rule("A05-232")
def test_a_legion_and_a_galley_weigh_the_same(book: str) -> None:
    entry = {"legions": {"Tyros": 1, "Napoca": 1}, "galleys": {"Tyros": 1}}
    state = maneuver(book, "Greeks", {"Greeks": entry, "Phoenicians": {}})
    assert legal(state, "conquer") == {"conquer Tyros 1 legion", "conquer Tyros 1 galley"}
    for kind in ("legions", "galleys"):
        held = maneuver(book, "Greeks", {"Greeks": entry, "Phoenicians": {kind: {"Tyros": 1}}})
        assert legal(held, "conquer") == {"conquer Tyros 1 legion 1 galley"}


# ---- the two phases --------------------------------------------------------------------------------------------------

SIEGE = {
    "Greeks": {"legions": {"Susa": 2, "Artaxata": 1, "Napoca": 1}},
    "Persians": {},
    "Arabs": {"legions": {"Artaxata": 1}},
}


@rule("A06-165", "A06-169", "A06-R51")
def test_phase_two_is_for_conquest_only_and_cannot_be_left() -> None:
    state = maneuver("antike-2006", "Greeks", SIEGE)
    conquests = {"conquer Susa 1 legion", "conquer Artaxata 1 legion"}
    assert legal(state, "conquer") == conquests
    assert legal(state, "fight") == {"fight 1 legion Artaxata Arabs"}
    state = play(state, "done")
    assert now(state) == ("Greeks", "conquest")
    assert legal(state) == conquests | {"done"}
    assert refused(state, "move 1 legion Napoca Pella") == ("not_now", "A06-R51")
    assert refused(state, "fight 1 legion Artaxata Arabs") == ("not_now", "A06-233")
    state = play(state, "conquer Susa 1 legion")
    assert now(state) == ("Greeks", "conquest")
    assert legal(state) == {"conquer Artaxata 1 legion", "done"}
    state = play(state, "done")
    assert now(state) == ("Persians", "rondel")
    assert nation(state, "Greeks")["legions"] == {"Susa": 1, "Artaxata": 1, "Napoca": 1}


@rule("A06-165", "A06-170", "A06-R51")
def test_the_first_conquest_opens_phase_two_at_once() -> None:
    state = play(maneuver("antike-2006", "Greeks", SIEGE), "conquer Artaxata 1 legion")
    assert now(state) == ("Greeks", "conquest")
    assert legal(state) == {"conquer Susa 1 legion", "done"}
    assert refused(state, "move 1 legion Napoca Pella") == ("not_now", "A06-R51")
    assert "Artaxata" in nation(state, "Greeks")["cities"]
    assert nation(state, "Arabs")["legions"] == {"Artaxata": 1}


@rule("A06-187", "A06-169")
def test_a_conquest_is_possible_after_movements_are_over() -> None:
    entry = {"legions": {"Ninive": 1, "Napoca": 1}, "knowhow": ["wheel"]}
    state = play(maneuver("antike-2006", "Greeks", {"Greeks": entry}), "move 1 legion Ninive Susa", "done")
    assert now(state) == ("Greeks", "conquest")
    state = play(state, "conquer Susa")
    assert now(state) == ("Persians", "rondel")
    assert set(nation(state, "Greeks")["cities"]) == {"Pella", "Dyrrhachion", "Athen", "Susa"}


@rule("A06-165")
def test_a_maneuver_without_units_or_targets_is_over_at_once() -> None:
    poor = dict.fromkeys(("Greeks", "Persians"), POOR)
    state = play(at(players=4, turn="Greeks", nations=poor), "rondel maneuver1")
    assert now(state) == ("Persians", "rondel")
    idle = play(maneuver("antike-2006", "Greeks", {"Greeks": {"legions": {"Pella": 1}}}), "done")
    assert now(idle)[1] == "rondel"


@rule("A05-160", "A05-R46", "A05-156")
def test_movement_battle_and_conquest_alternate_in_2005() -> None:
    state = play(maneuver("antike-2005", "Greeks", SIEGE), "conquer Susa 1 legion")
    assert now(state) == ("Greeks", "maneuver")
    assert "move 1 legion Susa Ninive" in legal(state)
    state = play(state, "move 1 legion Napoca Pella")
    assert legal(state, "fight") == {"fight 1 legion Artaxata Arabs"}
    state = play(state, "conquer Artaxata 1 legion", "move 1 legion Susa Ninive")
    assert now(state) == ("Persians", "rondel")
    assert nation(state, "Greeks")["legions"] == {"Pella": 1, "Ninive": 1}
    assert {"Susa", "Artaxata"} <= set(nation(state, "Greeks")["cities"])


@rule("A05-R46")
def test_a_battle_between_two_conquests_in_2005() -> None:
    nations = {"Greeks": {"legions": {"Susa": 1, "Artaxata": 2}}, "Persians": {"legions": {"Artaxata": 1}}, "Arabs": {}}
    state = maneuver("antike-2005", "Greeks", nations)
    assert legal(state, "conquer") == {"conquer Susa 1 legion", "conquer Artaxata 2 legion"}
    state = play(state, "conquer Susa", "fight 1 legion Artaxata Persians")
    assert legal(state, "conquer") == {"conquer Artaxata 1 legion"}
    assert nation(play(state, "conquer Artaxata"), "Persians")["cities"] == ["Zadrakarta"]


@both
@rule("A05-167")
def test_units_enter_provinces_with_foreign_units_of_any_kind(book: str) -> None:
    foes = {"legions": {"Pella": 2}, "galleys": {"Pella": 2}}
    entry = {"legions": {"Bycantium": 1}, "galleys": {"Bycantium": 1}}
    state = maneuver(book, "Persians", {"Greeks": foes, "Persians": entry})
    assert {"move 1 legion Bycantium Pella", "move 1 galley Bycantium Pella"} <= legal(state)
    state = play(state, "move 1 legion Bycantium Pella", "enter", "peace", "move 1 galley Bycantium Pella", "peace")
    assert nation(state, "Persians")["legions"] == nation(state, "Persians")["galleys"] == {"Pella": 1}
    assert nation(state, "Greeks")["legions"] == nation(state, "Greeks")["galleys"] == {"Pella": 2}
    assert now(state) == ("Persians", "maneuver")


@both
@rule("A06-R05", "A05-R05")
def test_partner_nations_of_one_player_are_any_two_nations(book: str) -> None:
    nations = {
        "Phoenicians": {**POOR, "legions": {"Palmyra": 2}, "knowhow": ["wheel"], "gold": 5},
        "Greeks": POOR,
        "Persians": {**POOR, "legions": {"Ninive": 1}, "cities": ["Ninive", "Susa"], "gold": 3},
        "Arabs": POOR,
    }
    state = at(book, players=2, turn="Phoenicians", phase="maneuver", nations=nations)
    assert nation(state, "Phoenicians")["seat"] == nation(state, "Persians")["seat"] == 0
    asked = play(state, "move 2 legion Palmyra Ninive")
    assert now(asked) == ("Persians", "answer")
    fought = play(asked, "fight 1 legion")
    assert now(fought) == ("Phoenicians", "maneuver")
    state = play(fought, "conquer Ninive 1 legion")
    assert nation(state, "Persians")["cities"] == ["Susa"]
    assert nation(state, "Persians")["legions"] == {}
    assert (nation(state, "Persians")["gold"], nation(state, "Phoenicians")["gold"]) == (3, 5)
    buyer = at(book, players=2, turn="Persians", nations=nations)
    assert legal(play(buyer, "rondel know-how"), "learn") == {"learn wheel"}
