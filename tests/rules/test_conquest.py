"""Conquest: defense strength, who takes part, what both sides lose, and the exceptions."""

from __future__ import annotations

import pytest

from rondel.antike.state import State
from rondel.boards.reader import load_board
from rondel.position import to_position
from tests.support import POOR, at, both, cite, legal, maneuver, nation, now, play, refused, rule, stocks


def bank_temples(state: State) -> int:
    """Count the temples in the bank."""
    return int(to_position(state)["bank"]["temples"])


@both
@rule("A06-187", "A06-234", "A05-178")
def test_entering_takes_no_city_a_conquest_does(book: str) -> None:
    army = {"legions": {"Napoca": 5}, "knowhow": ["wheel"]}
    state = play(maneuver(book, "Persians", {"Greeks": {}, "Persians": army}), "move 5 legion Napoca Pella")
    assert nation(state, "Greeks")["cities"] == ["Athen", "Dyrrhachion", "Pella"]
    left = state
    while now(left)[0] == "Persians":
        left = play(left, "done")
    assert nation(left, "Greeks")["cities"] == ["Athen", "Dyrrhachion", "Pella"]
    assert nation(left, "Persians")["legions"] == {"Pella": 5}
    taken = play(state, "conquer Pella")
    assert nation(taken, "Greeks")["cities"] == ["Athen", "Dyrrhachion"]
    assert "Pella" in nation(taken, "Persians")["cities"]


@both
@rule("A06-187", "A05-178")
def test_only_a_foreign_city_is_conquered(book: str) -> None:
    army = {"legions": {"Napoca": 3, "Artaxata": 3, "Pella": 1}}
    state = maneuver(book, "Persians", {"Greeks": {}, "Persians": army})
    assert legal(state, "conquer") == {"conquer Pella 1 legion"}
    clause = cite(book, "A05-178", "A06-187")
    assert refused(state, "conquer Napoca") == ("no_city", clause)
    assert refused(state, "conquer Artaxata 1 legion") == ("no_city", clause)
    waiting = at(book, players=4, turn="Persians", nations={"Persians": army})
    assert refused(waiting, "conquer Pella 1 legion") == ("not_now", clause)


@both
@rule("A06-187", "A05-178")
def test_units_in_their_own_city_conquer_nothing(book: str) -> None:
    army = {"legions": {"Adane": 3, "Saba": 1}, "galleys": {"Adane": 3}}
    assert legal(maneuver(book, "Arabs", {"Arabs": army, "Greeks": {"cities": ["Pella"]}}), "conquer") == set()


@both
@rule("A06-187", "A05-178")
def test_a_lone_galley_conquers_adane(book: str) -> None:
    nations = {"Arabs": {}, "Persians": {"galleys": {"Adane": 1}}}
    state = maneuver(book, "Persians", nations)
    assert legal(state, "conquer") == {"conquer Adane 1 galley"}
    state = play(state, "conquer Adane 1 galley")
    assert nation(state, "Arabs")["cities"] == ["Moscha", "Saba"]
    assert nation(state, "Persians")["galleys"] == {}


# ---- defense strength ------------------------------------------------------------------------------------------------

STRENGTHS = [
    (False, 0, 0, [], 1),
    (True, 0, 0, [], 3),
    (False, 1, 0, [], 2),
    (False, 0, 2, [], 3),
    (True, 2, 1, [], 6),
    (False, 0, 0, ["monarchy"], 2),
    (False, 0, 0, ["monarchy", "democracy"], 3),
    (True, 0, 0, ["monarchy"], 4),
    (True, 1, 1, ["monarchy", "democracy"], 7),
    (False, 0, 0, ["wheel", "sailing", "market"], 1),
]


@both
@rule("A06-190", "A06-191", "A06-192", "A06-189", "A06-194", "A05-182", "A05-183", "A05-184", "A05-186", "A05-187")
@pytest.mark.parametrize(("temple", "legions", "galleys", "knowhow", "strength"), STRENGTHS)
def test_defence_strength(
    book: str, temple: bool, legions: int, galleys: int, knowhow: list[str], strength: int
) -> None:
    greek = {
        "temples": ["Pella"] if temple else [],
        "legions": {"Pella": legions, "Athen": 3},
        "galleys": {"Pella": galleys, "Sparta": 2},
        "knowhow": knowhow,
    }

    def siege(count: int) -> State:
        persian = {"legions": {"Pella": count, "Theben": 1}, "knowhow": ["monarchy", "democracy"]}
        return maneuver(book, "Persians", {"Greeks": greek, "Persians": persian})

    assert legal(siege(strength), "conquer") == {f"conquer Pella {strength} legion"}
    assert legal(siege(strength + 1), "conquer") == {f"conquer Pella {strength} legion"}
    if strength > 1:
        weak = siege(strength - 1)
        assert legal(weak, "conquer") == set()
        assert refused(weak, "conquer Pella") == ("too_weak", cite(book, "A05-187", "A06-189"))
    after = play(siege(strength + 1), f"conquer Pella {strength} legion")
    assert nation(after, "Persians")["legions"] == {"Pella": 1, "Theben": 1}
    assert nation(after, "Greeks")["legions"] == {"Athen": 3}
    assert nation(after, "Greeks")["galleys"] == {"Sparta": 2}


@both
@rule("A06-188", "A05-179")
def test_only_units_there_with_an_action_left_take_part(book: str) -> None:
    persian = {"legions": {"Pella": 3, "Napoca": 4}, "galleys": {"Pella": 2}, "knowhow": ["wheel"]}
    nations = {"Greeks": {"temples": ["Pella"]}, "Persians": persian}
    spent = {"legions": {"Pella": [1, 1, 0]}, "galleys": {"Pella": [1, 0, 0]}}
    state = maneuver(book, "Persians", nations, used=spent)
    assert legal(state, "conquer") == {"conquer Pella 2 legion 1 galley"}
    weaker = {"legions": {"Pella": [1, 2, 0]}, "galleys": {"Pella": [1, 0, 0]}}
    state = maneuver(book, "Persians", nations, used=weaker)
    assert legal(state, "conquer") == set()
    assert refused(state, "conquer Pella 2 legion 1 galley") == ("too_weak", cite(book, "A05-179", "A06-188"))


@both
@rule("A06-189", "A05-187", "A05-R49", "A05-R50", "A06-198", "A05-188")
def test_equal_strength_is_enough_and_nobody_need_be_left(book: str) -> None:
    nations = {"Greeks": {"legions": {"Pella": 2}}, "Persians": {"legions": {"Pella": 3}}}
    state = play(maneuver(book, "Persians", nations), "conquer Pella 3 legion")
    assert nation(state, "Persians")["legions"] == {}
    assert nation(state, "Persians")["cities"] == ["Artaxata", "Pella", "Susa", "Zadrakarta"]


@both
@rule("A05-R50", "A06-R36", "A05-R36")
def test_more_units_may_be_there_but_only_the_strength_is_lost(book: str) -> None:
    nations = {"Greeks": {"legions": {"Pella": 1}}, "Persians": {"legions": {"Pella": 7, "Theben": 1}}}
    state = maneuver(book, "Persians", nations)
    assert legal(state, "conquer") == {"conquer Pella 2 legion"}
    clause = cite(book, "A05-186", "A06-194")
    for losses in (1, 3, 7):
        assert refused(state, f"conquer Pella {losses} legion") == ("wrong_losses", clause)
    state = play(state, "conquer Pella 2 legion")
    assert nation(state, "Persians")["legions"] == {"Pella": 5, "Theben": 1}


# ---- losses ----------------------------------------------------------------------------------------------------------


@both
@rule("A06-194", "A06-R36", "A05-R36")
def test_the_conqueror_chooses_how_to_split_its_losses(book: str) -> None:
    persian = {"legions": {"Pella": 2, "Theben": 1}, "galleys": {"Pella": 4}}
    state = maneuver(book, "Persians", {"Greeks": {"temples": ["Pella"]}, "Persians": persian})
    assert legal(state, "conquer") == {
        "conquer Pella 3 galley", "conquer Pella 1 legion 2 galley", "conquer Pella 2 legion 1 galley",
    }  # fmt: skip
    for legions, galleys in ((0, 3), (1, 2), (2, 1)):
        after = play(state, f"conquer Pella {legions} legion {galleys} galley")
        assert nation(after, "Persians")["legions"].get("Pella", 0) == 2 - legions
        assert nation(after, "Persians")["galleys"].get("Pella", 0) == 4 - galleys
    assert refused(state, "conquer Pella 3 legion") == ("wrong_losses", cite(book, "A05-186", "A06-194"))


@both
@rule("A06-195", "A06-196", "A06-197", "A06-201", "A05-189", "A05-190", "A05-191", "A05-195")
def test_what_a_conquest_changes(book: str) -> None:
    greek = {
        "cities": ["Pella", "Dyrrhachion", "Athen"],
        "temples": ["Pella", "Athen"],
        "legions": {"Pella": 1, "Athen": 1},
        "galleys": {"Pella": 1, "Athen": 1},
    }
    persian = {"legions": {"Pella": 6}, "marble": 7, "iron": 6, "gold": 5, "coins": 4}
    state = maneuver(book, "Persians", {"Greeks": greek, "Persians": persian})
    assert bank_temples(state) == 18
    state = play(state, "conquer Pella 5 legion")
    assert nation(state, "Greeks")["cities"] == ["Athen", "Dyrrhachion"]
    assert nation(state, "Greeks")["temples"] == ["Athen"]
    assert nation(state, "Greeks")["legions"] == nation(state, "Greeks")["galleys"] == {"Athen": 1}
    assert "Pella" in nation(state, "Persians")["cities"]
    assert nation(state, "Persians")["temples"] == []
    assert bank_temples(state) == 19
    assert stocks(state, "Persians") == (7, 6, 5, 4)
    assert nation(state, "Persians")["legions"] == {"Pella": 1}


@both
@rule("A06-196", "A05-190")
def test_a_destroyed_temple_can_be_built_again(book: str) -> None:
    names = [region.name for region in load_board("east").regions]
    mine = {"Artaxata", "Zadrakarta", "Susa", "Saba", "Adane", "Moscha", "Alexandria", "Tyros", "Paphos"}
    greek = ["Pella", *[name for name in names if name not in mine | {"Pella"}][:19]]
    nations = {
        "Greeks": {**POOR, "cities": greek, "temples": greek, "personages": {"king": 4, "citizen": 4}},
        "Persians": {**POOR, "legions": {"Pella": 3}},
        "Arabs": {**POOR, "marble": 10},
    }
    full = play(at(book, players=4, turn="Arabs", nations=nations), "rondel temple")
    assert now(full) == ("Phoenicians", "rondel")
    state = play(maneuver(book, "Persians", nations), "conquer Pella")
    assert now(state) == ("Arabs", "rondel")
    assert bank_temples(state) == 1
    state = play(state, "rondel temple")
    assert legal(state, "temple") == {"temple Saba", "temple Adane", "temple Moscha"}
    state = play(state, "temple Saba 5 marble")
    assert nation(state, "Arabs")["temples"] == ["Saba"]
    assert bank_temples(state) == 0
    assert now(state) == ("Phoenicians", "rondel")


@both
@rule("A06-202", "A06-R38", "A05-196", "A05-R38")
def test_units_of_third_nations_neither_count_nor_leave(book: str) -> None:
    nations = {
        "Greeks": {"legions": {"Pella": 1}},
        "Persians": {"legions": {"Pella": 2}},
        "Arabs": {"legions": {"Pella": 4}, "galleys": {"Pella": 3}, "knowhow": ["monarchy"]},
        "Phoenicians": {"galleys": {"Pella": 1}},
    }
    state = maneuver(book, "Persians", nations)
    assert legal(state, "conquer") == {"conquer Pella 2 legion"}
    state = play(state, "conquer Pella")
    assert nation(state, "Arabs")["legions"] == {"Pella": 4}
    assert nation(state, "Arabs")["galleys"] == {"Pella": 3}
    assert nation(state, "Phoenicians")["galleys"] == {"Pella": 1}


@both
@rule("A06-229", "A05-193")
def test_galleys_take_a_city_held_by_legions_and_the_reverse(book: str) -> None:
    for attacker, defender in (("galley", "legion"), ("legion", "galley")):
        nations = {"Greeks": {f"{defender}s": {"Pella": 2}}, "Persians": {f"{attacker}s": {"Pella": 3}}}
        state = maneuver(book, "Persians", nations)
        assert legal(state, "fight") == set()
        assert legal(state, "conquer") == {f"conquer Pella 3 {attacker}"}
        state = play(state, f"conquer Pella 3 {attacker}")
        assert nation(state, "Greeks")[f"{defender}s"] == nation(state, "Persians")[f"{attacker}s"] == {}
        assert "Pella" in nation(state, "Persians")["cities"]


@both
@rule("A06-232", "A06-R40", "A05-235", "A05-R40")
def test_the_defender_is_not_asked_and_all_its_units_defend(book: str) -> None:
    greek = {"legions": {"Pella": 1, "Napoca": 1}, "galleys": {"Pella": 2}}
    persian = {"legions": {"Pella": 3}, "galleys": {"Pella": 3, "Ephesos": 1}}
    state = maneuver(book, "Persians", {"Greeks": greek, "Persians": persian})
    assert {sum(map(int, text.split()[2::2])) for text in legal(state, "conquer")} == {4}
    state = play(state, "conquer Pella 1 legion 3 galley")
    assert now(state) == (("Persians", "maneuver") if book == "antike-2005" else ("Arabs", "rondel"))
    assert nation(state, "Greeks")["legions"] == {"Napoca": 1}
    assert nation(state, "Greeks")["galleys"] == {}
    assert nation(state, "Persians")["legions"] == {"Pella": 2}
    assert nation(state, "Persians")["galleys"] == {"Ephesos": 1}


@both
@rule("A06-236", "A05-181")
def test_there_is_no_attack_without_conquest(book: str) -> None:
    greek = {"temples": ["Pella"], "legions": {"Pella": 1}}
    state = maneuver(book, "Persians", {"Greeks": greek, "Persians": {"galleys": {"Pella": 3, "Ephesos": 1}}})
    assert legal(state, "conquer") == legal(state, "fight") == set()
    for losses in (1, 2, 3):
        assert refused(state, f"conquer Pella {losses} galley")[0] == "wrong_losses"
    assert refused(state, "conquer Pella 4 galley") == ("too_weak", cite(book, "A05-187", "A06-189"))
    state = play(state, "done")
    assert nation(state, "Greeks")["legions"] == {"Pella": 1}
    assert nation(state, "Greeks")["temples"] == ["Pella"]
    assert nation(state, "Persians")["galleys"] == {"Pella": 3, "Ephesos": 1}


@both
@rule("A06-235", "A06-R36")
def test_a_unit_conquers_once_and_the_surplus_stays_upright(book: str) -> None:
    persian = {"legions": {"Pella": 2, "Athen": 1}, "knowhow": ["wheel", "roads"]}
    state = play(maneuver(book, "Persians", {"Greeks": {}, "Persians": persian}), "conquer Pella")
    assert nation(state, "Persians")["legions"] == {"Pella": 1, "Athen": 1}
    assert legal(state, "conquer") == {"conquer Athen 1 legion"}
    assert "used" not in to_position(state)


@rule("A05-R36")
def test_surplus_units_move_and_conquer_afterwards_in_2005() -> None:
    persian = {"legions": {"Pella": 3}, "knowhow": ["wheel"]}
    state = play(maneuver("antike-2005", "Persians", {"Greeks": {}, "Persians": persian}), "conquer Pella")
    assert now(state) == ("Persians", "maneuver")
    assert "move 2 legion Pella Athen" in legal(state)
    state = play(state, "move 2 legion Pella Athen", "conquer Athen")
    assert nation(state, "Greeks")["cities"] == ["Dyrrhachion"]
    assert nation(state, "Persians")["legions"] == {"Athen": 1}


@rule("A05-R36", "A05-R33")
def test_the_conqueror_chooses_among_unlike_active_units_in_2005() -> None:
    persian = {"legions": {"Pella": 4, "Theben": 1}, "galleys": {"Pella": 3}, "knowhow": ["wheel", "roads", "sailing"]}
    used = {"legions": {"Pella": [1, 1, 1]}, "galleys": {"Pella": [1, 1, 0]}}
    state = maneuver("antike-2005", "Persians", {"Greeks": {"legions": {"Pella": 1}}, "Persians": persian}, used=used)
    state = play(state, "conquer Pella 1 legion 1 galley")
    assert now(state) == ("Persians", "lose")
    assert legal(state) == {"lose used 0", "lose used 1", "lose used 2"}
    assert refused(state, "lose used 3") == ("not_offered", "A05-R33")
    state = play(state, "lose used 1")
    assert legal(state) == {"lose used 0", "lose used 1"}
    state = play(state, "lose used 0")
    assert now(state) == ("Persians", "maneuver")
    assert nation(state, "Persians")["legions"] == {"Pella": 3, "Theben": 1}
    assert nation(state, "Persians")["galleys"] == {"Pella": 2}
    assert to_position(state)["used"] == {"legions": {"Pella": [0, 1, 1]}, "galleys": {"Pella": [1, 1, 0]}}


@rule("A06-R36", "A06-188")
def test_spent_units_survive_a_conquest_in_2006() -> None:
    persian = {"legions": {"Pella": 4, "Athen": 1}, "knowhow": ["wheel"]}
    used = {"legions": {"Pella": [1, 2, 0]}}
    state = maneuver("antike-2006", "Persians", {"Greeks": {"legions": {"Pella": 1}}, "Persians": persian}, used=used)
    state = play(state, "conquer Pella 2 legion")
    assert now(state) == ("Persians", "conquest")
    assert nation(state, "Persians")["legions"] == {"Pella": 2, "Athen": 1}
    assert to_position(state)["used"] == {"legions": {"Pella": [0, 2, 0]}}


@rule("A06-R36", "A06-194")
def test_losing_units_with_fewer_actions_left_makes_no_difference_in_phase_two() -> None:
    persian = {"legions": {"Pella": 3, "Athen": 1}, "knowhow": ["wheel", "roads"]}
    used = {"legions": {"Pella": [1, 1, 0]}}
    state = maneuver("antike-2006", "Persians", {"Greeks": {}, "Persians": persian}, used=used)
    state = play(state, "conquer Pella 1 legion")
    assert now(state) == ("Persians", "conquest")
    assert nation(state, "Persians")["legions"] == {"Pella": 2, "Athen": 1}
    assert legal(state) == {"conquer Athen 1 legion", "done"}


# ---- several conquests and the last city -----------------------------------------------------------------------------


@both
@rule("A06-200", "A06-R37", "A05-180", "A05-R37")
def test_the_last_city_is_safe_at_the_moment_of_each_conquest(book: str) -> None:
    army = {"legions": {"Pella": 2, "Dyrrhachion": 1, "Athen": 1}}
    state = maneuver(book, "Persians", {"Greeks": {}, "Persians": army})
    cities = ("Pella", "Dyrrhachion", "Athen")
    assert legal(state, "conquer") == {f"conquer {name} 1 legion" for name in cities}
    for last in cities:
        first, second = (name for name in cities if name != last)
        one = play(state, f"conquer {second}")
        assert legal(one, "conquer") == {f"conquer {name} 1 legion" for name in (first, last)}
        two = play(one, f"conquer {first}")
        assert nation(two, "Greeks")["cities"] == [last]
        assert legal(two, "conquer") == set()
        assert nation(two, "Persians")["cities"] == sorted(["Artaxata", "Susa", "Zadrakarta", first, second])


@both
@rule("A06-200", "A05-180")
def test_no_army_takes_a_last_city(book: str) -> None:
    army = {"legions": {"Pella": 17, "Susa": 0}, "galleys": {"Pella": 17}}
    state = maneuver(book, "Persians", {"Greeks": {"cities": ["Pella"]}, "Persians": army})
    assert legal(state, "conquer") == set()
    assert refused(state, "conquer Pella") == ("last_city", cite(book, "A05-180", "A06-200"))
    two = maneuver(book, "Persians", {"Greeks": {"cities": ["Pella", "Athen"]}, "Persians": army})
    assert legal(two, "conquer") == {"conquer Pella 1 legion", "conquer Pella 1 galley"}


@both
@rule("A06-R37", "A05-R37")
def test_cities_of_several_nations_fall_in_one_turn(book: str) -> None:
    army = {"legions": {"Pella": 1, "Saba": 1, "Tyros": 1}}
    state = maneuver(book, "Persians", {"Greeks": {}, "Persians": army, "Arabs": {}, "Phoenicians": {}})
    state = play(state, "conquer Tyros", "conquer Pella", "conquer Saba")
    assert nation(state, "Persians")["cities"] == ["Artaxata", "Pella", "Saba", "Susa", "Tyros", "Zadrakarta"]
    assert now(state) == ("Arabs", "rondel")


# ---- twenty-five cities ----------------------------------------------------------------------------------------------


def empire(book: str, count: int) -> State:
    """Give the Persians so many cities, two of them with temple, and legions before Pella."""
    names = [region.name for region in load_board("east").regions]
    others = {"Pella", "Dyrrhachion", "Athen", "Saba", "Adane", "Moscha", "Alexandria", "Tyros", "Paphos"}
    cities = [name for name in names if name not in others][:count]
    persian = {
        "cities": cities, "temples": ["Ammonion", "Babylon"], "legions": {"Pella": 5, "Babylon": 1},
        "personages": {"king": 5}, "coins": 9,
    }  # fmt: skip
    return maneuver(book, "Persians", {"Greeks": {"temples": ["Pella"]}, "Persians": persian})


@both
@rule("A06-199", "A06-R39", "A05-192", "A05-R39")
def test_the_twenty_sixth_city_costs_another_one(book: str) -> None:
    state = empire(book, 25)
    before = nation(state, "Persians")["cities"]
    assert len(before) == 25
    state = play(state, "conquer Pella 3 legion")
    assert now(state) == ("Persians", "give-up")
    assert legal(state) == {f"give-up {name}" for name in before}
    assert refused(state, "give-up Pella") == ("not_owned", cite(book, "A05-R39", "A06-R39"))
    assert refused(state, "give-up Athen") == ("not_owned", cite(book, "A05-R39", "A06-R39"))
    assert refused(state, "done")[0] == "not_now"
    assert "Pella" in nation(state, "Greeks")["cities"]
    state = play(state, "give-up Babylon")
    assert set(nation(state, "Persians")["cities"]) == (set(before) | {"Pella"}) - {"Babylon"}
    assert nation(state, "Persians")["temples"] == ["Ammonion"]
    assert nation(state, "Persians")["legions"] == {"Pella": 2, "Babylon": 1}
    assert bank_temples(state) == 19
    assert "Babylon" not in {name for entry in to_position(state)["nations"].values() for name in entry["cities"]}


@both
@rule("A06-R39", "A05-R39")
def test_a_given_up_temple_brings_no_general_and_its_stone_is_used(book: str) -> None:
    state = play(empire(book, 25), "conquer Pella 3 legion", "give-up Babylon")
    while now(state)[0] == "Persians":
        assert "found Babylon" not in legal(state)
        state = play(state, "done")
    assert nation(state, "Persians")["personages"] == {"king": 5, "general": 1}
    assert len(nation(state, "Persians")["cities"]) == 25


@both
@rule("A06-199", "A05-192")
def test_with_a_stone_left_nothing_is_given_up(book: str) -> None:
    state = play(empire(book, 24), "conquer Pella 3 legion")
    assert now(state)[1] != "give-up"
    assert len(nation(state, "Persians")["cities"]) == 25


@both
@rule("A06-R39", "A05-R39")
def test_cities_are_given_up_for_conquest_only(book: str) -> None:
    state = empire(book, 25)
    assert legal(state, "give-up") == set()
    assert refused(state, "give-up Babylon") == ("not_now", cite(book, "A05-R39", "A06-R39"))
