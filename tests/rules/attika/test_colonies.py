"""Colonies and their extra."""

from __future__ import annotations

from tests.rules.attika.support import at, cards_paid, city, hand, play, price, refused
from tests.support import rule


@rule("AT-056")
def test_a_colony_is_a_connected_set_of_one_colour() -> None:
    own = {"buildings": {"0,0": "Well", "1,0": "Mint", "2,2": "Ship", "2,4": "Ship"}}
    state = at(own, {"buildings": {"0,1": "Well", "1,1": "Mint", "1,2": "Ship"}})
    assert city(state)["colonies"] == 3
    assert city(state, "Sparta")["colonies"] == 1


@rule("AT-057", "AT-058", "AT-059", "AT-079", "AT-R18")
def test_each_further_colony_costs_one_card_more_of_any_type() -> None:
    places = ["-1,0", "2,0", "-2,4", "2,4"]
    kinds = ["Well", "Ship", "Ship", "Ship"]
    for before in range(4):
        own = {"buildings": dict(zip(places[:before], kinds, strict=False)), "stored": {"Tavern": 1},
               "hand": {"water": 1, "forest": 1, "mountain": 5}}  # fmt: skip
        assert cards_paid(at(own), "build Tavern 0,3" if before < 3 else "build Tavern 1,2") == 2 + before


@rule("AT-R18")
def test_the_extra_is_due_even_if_symbols_pay_the_rest_and_for_streets() -> None:
    own = {"buildings": {"0,0": "Mint", "2,0": "Well"}, "stored": {"Well": 0, "Vineyard": 1, "Street": 1},
           "hand": {"mountain": 9}}  # fmt: skip
    symbols = {"-1,3": "W", "0,3": "H", "-1,4": "H"}
    state = at(own, symbols=symbols)
    assert price(state, "Vineyard", "-1,3") == "2 any"
    assert price(state, "Street", "-1,3") == "4 any"
    beside = at(own, symbols={"0,1": "W", "1,0": "H", "-1,1": "H"})
    assert price(beside, "Vineyard", "0,1") == ""


@rule("AT-060", "AT-R18")
def test_joining_two_colonies_pays_no_extra_and_lowers_later_ones() -> None:
    own = {"buildings": {"0,0": "Mint", "2,0": "Well"}, "stored": {"Tavern": 1, "Plaza": 1},
           "hand": {"water": 3, "forest": 3, "hill": 3}}  # fmt: skip
    state = at(own)
    assert city(state)["colonies"] == 2
    assert price(state, "Plaza", "2,4") == "1 water 1 hill 2 any"
    joined = play(state, "build Tavern 1,0")
    assert sum(hand(state).values()) - sum(hand(joined).values()) == 2
    assert city(joined)["colonies"] == 1
    assert price(joined, "Plaza", "2,4") == "1 water 1 hill 1 any"


@rule("AT-061", "AT-R26")
def test_two_buildings_at_one_shrine_are_not_connected_by_it() -> None:
    # the shrine at -2,1 touches -1,1 and -1,0, which touch each other; a later tile gives a third space at it
    tiles = [["T01", 0, 0, 0], ["T02", 2, 1, 0], ["T03", -1, 3, 0], ["T04", 1, 4, 0], ["T05", -4, 3, 0]]
    own = {"buildings": {"-1,0": "Mint", "-3,2": "Well"}}
    state = at(own, tiles=tiles)
    assert (-3, 2) in state.layout.index
    assert state.layout.shrine_bits[state.layout.index[-3, 2]] == 1
    assert city(state)["colonies"] == 2
    assert not state.end


@rule("AT-059")
def test_what_is_held_must_cover_price_and_extra() -> None:
    own = {"buildings": {"0,0": "Mint"}, "stored": {"Well": 1}, "hand": {"water": 1}}
    state = at(own)
    assert refused(state, "build Well 2,4") == ("cannot_pay", "AT-R33")
    assert city(play(state, "build Well 1,0"))["buildings"] == {"0,0": "Mint", "1,0": "Well"}
