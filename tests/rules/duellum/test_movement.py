"""DUELLUM, the first step: units cross borders and fight whatever of their kind they meet."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rondel.errors import PositionError
from rondel.game import CHANCE
from rondel.position import to_position
from tests.rules.duellum.small import army, barracks, duel
from tests.support import legal, make, nation, now, play, refused, rule, stocks

# ---- two steps -------------------------------------------------------------------------------------------------------


@rule("AD-124", "AD-R45")
def test_movement_ends_when_the_player_says_so() -> None:
    state = duel(carthage={"legions": {"Genua": 1, "Tarraco": 1}})
    assert now(state) == ("Carthaginians", "maneuver")
    assert refused(state, "found Tarraco gold") == ("not_now", "AD-059")
    state = play(state, "done")
    assert now(state) == ("Carthaginians", "conquest")
    assert legal(state) == {"done", "declare Genua"}
    assert refused(state, "move 1 legion Tarraco Alpes") == ("not_now", "AD-124")


@rule("AD-124", "AD-R45")
def test_the_first_declared_conquest_ends_the_movement() -> None:
    state = duel(carthage={"legions": {"Genua": 1, "Tarraco": 1}, "galleys": {"Roma": 1}})
    state = play(state, "move 1 legion Tarraco Alpes", "declare Genua")
    assert now(state) == ("Carthaginians", "conquest")
    assert legal(state) == {"done", "declare Roma"}
    assert refused(state, "move 1 galley Roma Corsica") == ("not_now", "AD-124")


@rule("AD-125", "AD-R45")
def test_single_crossings_of_different_units_may_alternate() -> None:
    fleet = {"legions": {"Tarraco": 1}, "galleys": {"Nova": 1}, "knowhow": ["strata", "navigatio"]}
    state = duel(carthage=fleet)
    state = play(state, "move 1 legion Tarraco Alpes", "move 1 galley Nova Baleares")
    state = play(state, "move 1 legion Alpes Genua", "move 1 galley Baleares Corsica")
    assert army(state, "Carthaginians") == ({"Genua": 1}, {"Corsica": 1})


# ---- borders ---------------------------------------------------------------------------------------------------------


@rule("AD-125")
def test_each_unit_may_move_to_a_neighbouring_region_or_stay() -> None:
    state = duel(carthage={"legions": {"Alpes": 2}, "galleys": {"Baleares": 1}})
    assert legal(state) == {
        "done",
        *(f"move {count} legion Alpes {target}" for count in (1, 2) for target in ("Genua", "Tarraco")),
        *(f"move 1 galley Baleares {target}" for target in ("Corsica", "Nova", "Tarraco")),
    }
    assert refused(state, "move 1 legion Alpes Roma") == ("no_border", "AD-125")
    assert refused(state, "move 3 legion Alpes Genua") == ("no_unit", "AD-125")
    assert refused(state, "move 1 legion Zama Carthago") == ("no_unit", "AD-125")
    state = play(state, "move 1 galley Baleares Nova", "move 1 legion Alpes Genua")
    assert army(state, "Carthaginians") == ({"Alpes": 1, "Genua": 1}, {"Nova": 1})
    assert refused(state, "move 1 legion Genua Roma") == ("no_action_left", "AD-127")
    assert legal(state, "move") == {"move 1 legion Alpes Genua", "move 1 legion Alpes Tarraco"}


@rule("AD-126")
def test_legions_cross_red_borders_and_galleys_blue_ones() -> None:
    state = duel(carthage={"legions": {"Nova": 1}, "galleys": {"Nova": 1}})
    assert legal(state, "move") == {
        "move 1 legion Nova Tarraco", "move 1 galley Nova Baleares", "move 1 galley Nova Gades",
    }  # fmt: skip
    assert refused(state, "move 1 legion Nova Gades") == ("border_kind", "AD-126")
    assert refused(state, "move 1 galley Nova Tarraco") == ("border_kind", "AD-126")
    both = duel(carthage={"legions": {"Caesarea": 1}, "galleys": {"Caesarea": 1}})
    assert legal(both, "move") == {"move 1 legion Caesarea Carthago", "move 1 galley Caesarea Carthago"}


@rule("AD-184")
def test_a_legion_is_not_carried_by_sea() -> None:
    state = duel(carthage={"legions": {"Carthago": 1}, "galleys": {"Carthago": 1}, "knowhow": ["strata", "navigatio"]})
    assert refused(state, "move 1 legion Carthago Corsica") == ("border_kind", "AD-126")
    assert refused(state, "move 1 legion Carthago Capua") == ("border_kind", "AD-126")
    state = play(state, "move 1 galley Carthago Capua")
    assert army(state, "Carthaginians") == ({"Carthago": 1}, {"Capua": 1})


FLEET = {"legions": {"Alpes": 1}, "galleys": {"Corsica": 1}}
LAND = ["move 1 legion Alpes Genua", "move 1 legion Genua Roma", "move 1 legion Roma Capua"]
SEA = ["move 1 galley Corsica Baleares", "move 1 galley Baleares Nova", "move 1 galley Nova Gades"]


@pytest.mark.parametrize(
    ("knowhow", "land", "sea"), [([], 1, 1), (["strata"], 2, 1), (["navigatio"], 1, 2), (["strata", "navigatio"], 2, 2)]
)
@rule("AD-127")
def test_strata_and_navigatio_allow_a_second_crossing(knowhow: list[str], land: int, sea: int) -> None:
    state = duel(carthage={**FLEET, "knowhow": knowhow})
    state = play(state, *LAND[:land])
    assert refused(state, LAND[land]) == ("no_action_left", "AD-127")
    state = play(state, *SEA[:sea])
    assert refused(state, SEA[sea]) == ("no_action_left", "AD-127")
    assert legal(state, "move") == set()


# ---- battle ----------------------------------------------------------------------------------------------------------


@rule("AD-128", "AD-129", "AD-180")
def test_like_units_fight_without_being_asked() -> None:
    carthage = {"galleys": {"Baleares": 3}, "legions": {"Zama": 1}, "barracks": {"legions": 2, "galleys": 4}}
    romans = {"galleys": {"Corsica": 1}, "barracks": {"legions": 0, "galleys": 0}}
    state = play(duel(romans=romans, carthage=carthage), "move 3 galley Baleares Corsica")
    assert now(state) == ("Carthaginians", "maneuver")
    assert legal(state) == {"done", "move 1 legion Zama Carthago"}
    assert army(state, "Carthaginians") == ({"Zama": 1}, {"Corsica": 2})
    assert army(state, "Romans") == ({}, {})
    assert barracks(state, "Carthaginians") == (2, 5)
    assert barracks(state, "Romans") == (0, 1)


@rule("AD-129")
def test_the_weaker_side_loses_all_its_units_and_the_stronger_as_many() -> None:
    state = duel(carthage={"legions": {"Alpes": 2, "Tarraco": 1}}, romans={"legions": {"Genua": 5}})
    state = play(state, "move 2 legion Alpes Genua")
    assert army(state, "Carthaginians") == ({"Tarraco": 1}, {})
    assert army(state, "Romans") == ({"Genua": 3}, {})
    assert barracks(state, "Carthaginians") == barracks(state, "Romans") == (3, 1)


@rule("AD-130")
def test_battles_are_resolved_one_after_another() -> None:
    carthage = {"legions": {"Alpes": 1}, "galleys": {"Baleares": 1}}
    state = duel(carthage=carthage, romans={"legions": {"Genua": 1}, "galleys": {"Corsica": 1}})
    state = play(state, "move 1 legion Alpes Genua")
    assert army(state, "Romans") == ({}, {"Corsica": 1})
    assert army(state, "Carthaginians") == ({}, {"Baleares": 1})
    assert legal(state, "move") == {f"move 1 galley Baleares {target}" for target in ("Corsica", "Nova", "Tarraco")}
    state = play(state, "move 1 galley Baleares Corsica")
    assert army(state, "Romans") == army(state, "Carthaginians") == ({}, {})


@rule("AD-R22")
def test_a_group_leaves_as_many_survivors_as_units_one_by_one() -> None:
    start = duel(carthage={"galleys": {"Baleares": 3}, "knowhow": ["navigatio"]}, romans={"galleys": {"Corsica": 2}})
    group = play(start, "move 3 galley Baleares Corsica")
    single = start
    for left in (1, 0, 0):
        single = play(single, "move 1 galley Baleares Corsica")
        assert army(single, "Romans")[1] == ({"Corsica": left} if left else {})
    assert group.key() == single.key()
    assert army(single, "Carthaginians") == ({}, {"Corsica": 1})
    assert barracks(single, "Carthaginians") == barracks(single, "Romans") == (1, 3)


@rule("AD-R22")
def test_the_unit_that_fights_goes_no_further_and_the_others_do() -> None:
    start = duel(
        carthage={"legions": {"Zama": 1}, "galleys": {"Baleares": 2}, "knowhow": ["navigatio"]},
        romans={"galleys": {"Corsica": 1}},
    )
    state = play(start, "move 1 galley Baleares Corsica")
    assert army(state, "Carthaginians")[1] == {"Baleares": 1}
    assert refused(state, "move 1 galley Corsica Roma") == ("no_unit", "AD-125")
    state = play(state, "move 1 galley Baleares Corsica", "move 1 galley Corsica Roma")
    assert army(state, "Carthaginians")[1] == {"Roma": 1}


@rule("AD-R23")
def test_a_unit_on_its_way_cannot_pass_an_enemy_of_its_kind() -> None:
    carthage = {"galleys": {"Baleares": 1}, "legions": {"Alpes": 1}, "knowhow": ["navigatio", "strata"]}
    romans = {"galleys": {"Corsica": 1}, "legions": {"Genua": 1}}
    state = play(duel(carthage=carthage, romans=romans), "move 1 galley Baleares Corsica")
    assert refused(state, "move 1 galley Corsica Roma") == ("no_unit", "AD-125")
    assert army(state, "Romans")[1] == {}
    state = play(state, "move 1 legion Alpes Genua")
    assert army(state, "Carthaginians") == army(state, "Romans") == ({}, {})


@rule("AD-183")
def test_legions_and_galleys_never_fight_each_other() -> None:
    state = duel(carthage={"legions": {"Genua": 3}}, romans={"galleys": {"Roma": 2}, "legions": {"Capua": 1}})
    state = play(state, "move 2 legion Genua Roma")
    assert army(state, "Carthaginians") == ({"Genua": 1, "Roma": 2}, {})
    assert army(state, "Romans") == ({"Capua": 1}, {"Roma": 2})
    assert legal(state, "fight") == set()
    assert refused(state, "fight legion Roma Romans") == ("no_enemy", "AD-183")


# ---- a city with enemies in its region -------------------------------------------------------------------------------


@rule("AD-131")
def test_a_city_with_enemies_before_it_still_produces() -> None:
    romans = {"temples": ["Roma"], "rondel": "iron"}
    state = duel("Romans", "rondel", romans, {"legions": {"Roma": 4, "Genua": 1}, "galleys": {"Roma": 2}})
    assert stocks(play(state, "rondel gold"), "Romans") == (0, 0, 3, 1)
    assert nation(state, "Romans")["cities"] == ["Brundisium", "Genua", "Roma"]


@rule("AD-131")
def test_a_city_with_enemies_before_it_still_receives_units() -> None:
    state = duel("Romans", "arming", {"iron": 2, "barracks": {"legions": 1, "galleys": 1}}, {"legions": {"Roma": 4}})
    assert {"arm galley Roma", "arm legion Roma"} <= legal(state)
    state = play(state, "arm galley Roma 2 iron")
    assert army(state, "Romans") == ({}, {"Roma": 1})
    assert army(state, "Carthaginians") == ({"Roma": 4}, {})


# ---- never together --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["legions", "galleys"])
@rule("AD-D09")
def test_a_position_with_like_units_of_both_sides_together_is_refused(kind: str) -> None:
    with pytest.raises(PositionError, match="units of one kind face each other in Roma"):
        duel(romans={kind: {"Roma": 1}}, carthage={kind: {"Roma": 1}})
    other = "galleys" if kind == "legions" else "legions"
    state = duel(romans={kind: {"Roma": 1}}, carthage={other: {"Roma": 1}})
    assert nation(state, "Romans")[kind] == nation(state, "Carthaginians")[other] == {"Roma": 1}


def shared(position: dict[str, Any]) -> set[tuple[str, str]]:
    """List the regions where both nations have units of one kind."""
    one, other = position["nations"].values()
    return {(kind, place) for kind in ("legions", "galleys") for place in one[kind] if place in other[kind]}


@rule("AD-D09")
def test_like_units_of_both_sides_never_stand_together() -> None:
    rng, state, fought = Random(5), make("antike-duellum").new(5), 0
    for _ in range(1500):
        if not state.legal():
            break
        moves = list(state.legal())
        warlike = [move for move in moves if state.game.action_text(state, move).split()[0] in ("arm", "move")]
        before = sum(sum(nation(state, name)["legions"].values()) for name in ("Romans", "Carthaginians"))
        state = state.apply(rng.choice(warlike if warlike and state.to_act != CHANCE else moves))
        position = to_position(state)
        assert shared(position) == set()
        after = sum(sum(entry["legions"].values()) for entry in position["nations"].values())
        fought += after < before
    assert fought
