"""Free construction along the arrows, and streets."""

from __future__ import annotations

import pytest

from tests.rules.attika.support import at, cards_paid, legal, places, play, price, refused
from tests.support import rule


@rule("AT-045", "AT-046", "AT-047", "AT-048", "AT-D08")
def test_a_tower_beside_the_own_fortress_is_free() -> None:
    own = {"buildings": {"0,0": "Fortress"}, "stored": {"Tower": 1}}
    state = at(own)
    # without a card nothing else can be built, and a free building is never a new colony
    assert legal(state, "build") == {"build Tower"}
    assert places(play(state, "build Tower ...")) == {"1,0", "0,1", "-1,1", "-1,0", "0,-1", "1,-1"}
    assert cards_paid(state, "build Tower 1,0") == 0


@rule("AT-047")
def test_away_from_the_mother_it_costs_as_usual() -> None:
    own = {"buildings": {"0,0": "Fortress", "1,0": "Mint"}, "stored": {"Tower": 1}, "hand": {"hill": 5, "mountain": 5}}
    assert price(at(own), "Tower", "0,1") == ""
    assert price(at(own), "Tower", "1,1") == "2 hill 1 mountain"


@rule("AT-049")
def test_the_child_does_not_make_the_mother_free() -> None:
    own = {"buildings": {"0,0": "Tower"}, "stored": {"Fortress": 1}, "hand": {"hill": 5, "mountain": 5}}
    state = at(own)
    assert price(state, "Fortress", "1,0") == "2 hill 2 mountain"
    after = play(state, "build Fortress 1,0")
    assert sum(after.discard) == 4  # and nothing comes back for the tower


@rule("AT-050", "AT-R17")
def test_a_skipped_step_is_not_free_only_the_direct_mother_counts() -> None:
    own = {"buildings": {"0,0": "Quarry"}, "stored": {"Tower": 1}, "hand": {"hill": 5, "mountain": 5}}
    assert price(at(own), "Tower", "1,0") == "2 hill 1 mountain"
    # the mother's own mother need not stand
    own = {"buildings": {"0,0": "Fortress"}, "stored": {"Tower": 1}}
    assert price(at(own), "Tower", "1,0") == ""


@rule("AT-051")
def test_an_opponents_fortress_does_not_help() -> None:
    state = at({"stored": {"Tower": 1}, "hand": {"hill": 2, "mountain": 2}}, {"buildings": {"0,0": "Fortress"}})
    assert price(state, "Tower", "1,0") == "2 hill 1 mountain"


@rule("AT-052", "AT-R16")
def test_a_main_building_of_another_family_does_not_help_and_mains_are_never_free() -> None:
    own = {"buildings": {"0,0": "Capital"}, "stored": {"Tower": 1, "Well": 1, "Oracle": 1},
           "hand": {"hill": 5, "mountain": 5, "water": 5}}  # fmt: skip
    assert price(at(own), "Tower", "1,0") == "2 hill 1 mountain"
    assert price(at(own), "Well", "1,0") == "1 water"
    assert price(at(own), "Oracle", "1,0") == ""


@rule("AT-R17", "AT-R15")
def test_one_mother_serves_several_children_and_may_stand_since_this_turn() -> None:
    state = at({"stored": {"Fortress": 1, "Tower": 2}, "hand": {"hill": 2, "mountain": 2}})
    state = play(state, "build Fortress 0,0")
    state = play(state, "build Tower 1,0", "build Tower 0,1")
    assert sum(state.discard) == 4
    assert state.turn == 1


@rule("AT-R32")
def test_where_building_is_free_no_card_may_be_paid() -> None:
    own = {"buildings": {"0,0": "Fortress"}, "stored": {"Tower": 1}, "hand": {"hill": 5, "mountain": 5}}
    assert refused(at(own), "build Tower 1,0 with 2 hill 1 mountain") == ("wrong_payment", "AT-R12")


@rule("AT-053")
@pytest.mark.parametrize("cards", [{"water": 5}, {"water": 1, "forest": 1, "hill": 1, "mountain": 2}])
def test_a_street_costs_five_cards_of_any_types(cards: dict[str, int]) -> None:
    state = at({"stored": {"Street": 1}, "hand": cards})
    assert price(state, "Street", "0,0") == "5 any"
    assert cards_paid(state, "build Street 0,0") == 5
    four = at({"stored": {"Street": 1}, "hand": {"water": 4}})
    assert refused(four, "build Street 0,0")[0] == "cannot_pay"


@rule("AT-054", "AT-R13")
def test_each_symbol_in_sight_takes_one_card_off_but_covered_ones_do_not() -> None:
    symbols = {"0,0": "W", "1,0": "M", "0,1": "F", "-1,1": "H"}
    state = at({"stored": {"Street": 1}, "hand": {"water": 9}}, symbols=symbols)
    assert price(state, "Street", "0,0") == "1 any"
    covered = at({"stored": {"Street": 1}, "hand": {"water": 9}}, {"buildings": {"1,0": "Mint"}}, symbols)
    assert price(covered, "Street", "0,0") == "2 any"
    many = {**symbols, "-1,0": "W", "0,-1": "W", "1,-1": "W"}
    assert price(at({"stored": {"Street": 1}, "hand": {"water": 9}}, symbols=many), "Street", "0,0") == ""


@rule("AT-055", "AT-R15")
def test_a_street_beside_an_own_street_is_free_beside_others_not() -> None:
    own = {"buildings": {"0,0": "Street", "2,2": "Mint"}, "stored": {"Street": 3}, "hand": {"water": 9}}
    state = at(own, {"buildings": {"0,3": "Street"}})
    assert price(state, "Street", "1,0") == ""
    assert price(state, "Street", "1,2") == "5 any"
    assert price(state, "Street", "-1,3") == "7 any"  # beside an opponent's street, a third colony
    chain = play(state, "build Street 1,0", "build Street 1,1")
    assert sum(chain.discard) == 0
