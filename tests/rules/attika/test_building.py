"""Where buildings go and what they cost."""

from __future__ import annotations

from itertools import product

import pytest

from rondel.attika.price import FREE, default_payment, fewest, has_choice, is_payment, payable
from rondel.attika.state import State
from rondel.position import to_position
from tests.rules.attika.support import (
    RICH,
    TERRAINS,
    at,
    cards_paid,
    filled,
    hand,
    legal,
    places,
    play,
    price,
    refused,
    thirty,
)
from tests.support import rule

ROUND = {"0,0": "H", "1,0": "M", "0,1": "H"}


@rule("AT-038", "AT-039")
def test_any_free_space_takes_a_building_with_or_without_a_symbol() -> None:
    state = at({"stored": {"Well": 1}, "hand": {"water": 5}}, {"buildings": {"0,1": "Mint"}}, {"0,0": "W"})
    state = play(state, "build Well ...")
    assert "0,0" in places(state)
    assert "1,0" in places(state)
    assert len(places(state)) == 27
    assert refused(state, "at 0,1") == ("occupied", "AT-039")
    assert refused(state, "at -2,1") == ("occupied", "AT-039")  # the shrine
    assert refused(state, "at 9,9") == ("no_space", "AT-038")
    assert refused(state, "at 99,99") == ("no_space", "AT-R42")


@rule("AT-038")
def test_a_full_board_has_no_space() -> None:
    spaces = [place for place in at().layout.hexes if place not in ((-1, 1), (-1, 0))]
    own = {"buildings": {"-1,1": "Mint", "-1,0": "Ship"}, "stored": {"Well": 1}, "hand": {"water": 5}}
    state = at(own, {"buildings": filled(spaces, thirty())})
    assert refused(state, "build Well") == ("no_space", "AT-038")
    assert legal(state, "build") == set()


@rule("AT-041", "AT-R10")
def test_many_symbols_in_sight_are_counted_one_by_one() -> None:
    around = {"0,0": "H", "1,0": "H", "0,1": "H", "-1,1": "H", "-1,0": "H", "0,-1": "H"}
    state = at({"stored": {"Fortress": 1, "Street": 1, "Well": 1}, "hand": RICH}, symbols=around)
    assert price(state, "Fortress", "0,0") == "2 mountain"
    covered = play(state, "build Well 1,0")
    assert price(covered, "Fortress", "0,0") == "2 mountain"
    assert price(covered, "Street", "0,0") == ""
    assert price(play(covered, "build Fortress 0,1"), "Street", "0,0") == "1 any"


@rule("AT-040", "AT-R10")
def test_the_symbol_of_the_space_is_deducted() -> None:
    state = at({"stored": {"Tower": 1}, "hand": {"hill": 2, "mountain": 2}}, symbols={"0,0": "H", "2,2": "W"})
    assert price(state, "Tower", "0,0") == "1 hill 1 mountain"
    assert price(state, "Tower", "2,2") == "2 hill 1 mountain"  # another terrain helps nothing


@rule("AT-041", "AT-R11")
def test_symbols_on_empty_spaces_beside_it_are_deducted_across_tiles_too() -> None:
    state = at({"stored": {"Tower": 1}, "hand": {"hill": 2, "mountain": 2}}, {"buildings": {"1,0": "Mint"}}, ROUND)
    # 0,1 is covered by nothing, 1,0 is built on; -1,1 sees 0,1 and 0,0
    assert price(state, "Tower", "0,0") == "1 mountain"
    assert price(state, "Tower", "-1,1") == "1 mountain"
    # 1,1 belongs to another tile and sees 0,1 and 1,0 (covered)
    assert price(state, "Tower", "1,1") == "1 hill 1 mountain"


@rule("AT-R10")
def test_symbols_are_not_used_up_and_surplus_is_lost() -> None:
    state = at({"stored": {"Well": 1, "Theatre": 1}, "hand": {"mountain": 2}}, symbols={"0,0": "W", "1,0": "W"})
    after = play(state, "build Well 0,1")  # sees one water, costs nothing
    assert hand(after) == {"mountain": 2}
    assert cards_paid(after, "build Theatre -1,1") == 1  # the same water again
    both = at({"stored": {"Well": 1}, "hand": {"water": 1}}, symbols={"0,0": "W", "1,0": "W", "0,1": "W"})
    assert price(both, "Well", "0,0") == ""


@rule("AT-042", "AT-043")
def test_the_rest_is_paid_with_matching_cards_onto_the_discard() -> None:
    state = at({"stored": {"Tower": 1}, "hand": {"hill": 2, "mountain": 1, "water": 1}}, symbols={"0,0": "H"})
    after = play(state, "build Tower 0,0")
    assert to_position(after)["discard"] == {"hill": 1, "mountain": 1}
    assert hand(after) == {"water": 1, "hill": 1}


@rule("AT-044", "AT-078")
def test_any_two_cards_stand_for_one() -> None:
    state = at({"stored": {"Tower": 1}, "hand": {"hill": 2, "water": 1, "forest": 1}})
    after = play(state, "build Tower 0,0")
    assert hand(after) == {}
    assert to_position(after)["discard"] == {"water": 1, "forest": 1, "hill": 2}
    poor = at({"stored": {"Tower": 1}, "hand": {"hill": 2, "water": 1}})
    assert refused(poor, "build Tower 0,0") == ("cannot_pay", "AT-R33")


@rule("AT-R12")
def test_every_payment_the_formula_allows_and_no_other() -> None:
    state = at({"stored": {"Tower": 1}, "hand": {"hill": 3, "mountain": 2, "water": 4}}, symbols={"0,0": "H"})
    for cards in _payments((4, 0, 3, 2)):
        words = " ".join(f"{count} {name}" for count, name in zip(cards, TERRAINS, strict=True) if count)
        allowed = state.game.why_not(state, f"build Tower 0,0 with {words}") is None
        # one hill and one mountain are needed
        short = 4 - sum(cards)
        assert allowed == (0 <= short <= min(1, cards[2]) + min(1, cards[3])), cards
        if allowed:
            after = play(state, f"build Tower 0,0 with {words}")
            paid = to_position(after)["discard"]
            assert [paid.get(name, 0) for name in TERRAINS] == list(cards)
    assert refused(state, "build Tower 0,0 with 3 water") == ("wrong_payment", "AT-R12")
    assert refused(state, "build Tower 0,0 with 5 mountain") == ("no_card", "AT-042")


def _payments(hand: tuple[int, ...]) -> list[tuple[int, ...]]:
    found: list[tuple[int, ...]] = [()]
    for count in hand:
        found = [(*cards, number) for cards in found for number in range(count + 1)]
    return [cards for cards in found if sum(cards)]


@rule("AT-D11", "AT-R12", "AT-R45")
def test_fewest_cards_choice_and_usual_payment_agree_with_all_payments() -> None:
    hands = ((0, 0, 0, 0), (1, 0, 0, 0), (3, 0, 0, 0), (0, 2, 2, 0), (1, 1, 1, 1), (2, 1, 0, 3), (0, 0, 5, 0))
    for need, other, held in product(
        ((1, 0, 0, 0), (0, 0, 2, 1), (1, 1, 1, 1), (0, 0, 0, 3), (0, 0, 0, 0)), (0, 1, 3), hands
    ):
        cost = (need, other)
        possible = [cards for cards in [(0,) * 4, *_payments(held)] if is_payment(cost, cards)]
        assert payable(cost, held) == bool(possible)
        assert has_choice(cost, held) == (len(possible) > 1)
        if possible:
            assert min(map(sum, possible)) == fewest(cost, held)
            usual = tuple(default_payment(cost, held))
            assert usual in possible
            assert sum(usual) == fewest(cost, held)


@rule("AT-R45")
def test_without_a_word_matching_cards_go_first_then_what_there_is_most_of() -> None:
    state = at({"stored": {"Tower": 1}, "hand": {"hill": 1, "mountain": 1, "water": 3, "forest": 3}})
    after = play(state, "build Tower 0,0")
    # a hill and the mountain match; the second hill costs two: a water, then of the two forests one more than water
    assert to_position(after)["discard"] == {"water": 1, "forest": 1, "hill": 1, "mountain": 1}
    three = at({"stored": {"Tower": 1}, "hand": {"mountain": 1, "water": 2, "forest": 3}})
    assert to_position(play(three, "build Tower 0,0"))["discard"] == {"water": 2, "forest": 2, "mountain": 1}


@rule("AT-R45", "AT-R12")
def test_the_cards_can_be_chosen_one_by_one() -> None:
    state = at({"stored": {"Well": 1, "Mint": 1}, "hand": {"water": 2, "forest": 2, "hill": 2}})
    site = play(state, "build Well ...")
    assert "choose cards" in legal(site)
    asked = play(site, "choose cards", "at 0,0")
    assert legal(asked) == {"pay water", "pay forest", "pay hill"}
    one = play(asked, "pay water")
    assert legal(one) == {"paid", "pay water", "pay forest", "pay hill"}
    assert hand(play(one, "paid")) == {"water": 1, "forest": 2, "hill": 2}
    two = play(asked, "pay forest")
    assert "pay water" not in legal(two)  # terrains in ascending order, so that each payment has one way
    assert hand(play(two, "pay hill")) == {"water": 2, "forest": 1, "hill": 1}
    assert refused(one, "pay mountain") == ("no_card", "AT-042")
    assert refused(two, "pay water") == ("wrong_payment", "AT-R12")
    assert refused(asked, "paid") == ("wrong_payment", "AT-R12")
    assert refused(asked, "choose cards") == ("not_now", "AT-R45")


@rule("AT-R45")
def test_a_drawn_building_can_be_paid_by_choice_too() -> None:
    state = play(at({"hand": {"water": 2, "mountain": 2}}), "draw 1", "reveal Theatre")
    assert {"choose cards", "store"} <= legal(state)
    chosen = play(state, "choose cards")
    assert {"choose cards"}.isdisjoint(legal(chosen))
    assert refused(chosen, "choose cards") == ("not_now", "AT-R45")
    after = play(chosen, "build Theatre at 0,0", "pay water", "paid")  # a water goes before, a mountain after it
    assert hand(after) == {"mountain": 1}
    direct = play(state, "build Theatre at 0,0 with 2 water 1 mountain")
    assert direct.key() == after.key()
    usual = play(state, "build 0,0")
    assert hand(usual) == {"water": 1, "mountain": 1}


@rule("AT-R12", "AT-R32")
def test_where_there_is_one_way_to_pay_no_choice_is_offered() -> None:
    state = at({"stored": {"Well": 1}, "hand": {"water": 1}})
    assert refused(play(state, "build Well ..."), "choose cards") == ("not_offered", "AT-R12")


@rule("AT-R29")
def test_deductions_are_taken_without_asking() -> None:
    state = at({"stored": {"Well": 1}, "hand": {"water": 3}}, symbols={"0,0": "W"})
    assert cards_paid(state, "build Well 0,0") == 0
    assert refused(state, "build Well 0,0 with 1 water") == ("wrong_payment", "AT-R12")


@rule("AT-D10", "AT-079")
@pytest.mark.parametrize(
    ("kind", "place", "wanted"),
    [
        ("Tower", "0,0", "2 any"), ("Tower", "2,4", "2 hill 1 mountain 2 any"), ("Street", "2,4", "7 any"),
        ("Street", "0,0", "4 any"), ("Tower", "-2,4", "2 hill 1 mountain"),
    ],
)  # fmt: skip
def test_the_price_formula(kind: str, place: str, wanted: str) -> None:
    own = {"buildings": {"-2,3": "Mint", "2,0": "Well"}, "stored": {"Tower": 1, "Street": 1}, "hand": RICH}
    assert price(at(own, symbols=ROUND), kind, place) == wanted


@rule("AT-R31", "AT-R15")
def test_price_before_placing_then_cards_then_the_building() -> None:
    # the space's own symbol and the neighbours' count, although the building covers the first at once
    state = at({"stored": {"Tower": 1}, "hand": {"mountain": 1}}, symbols={"0,0": "H", "1,0": "H"})
    after = play(state, "build Tower 0,0")
    assert to_position(after)["discard"] == {"mountain": 1}
    # the symbol is covered for what comes later
    later = at({"stored": {"Tower": 2}, "hand": {"mountain": 2, "hill": 2}}, symbols={"0,0": "H", "1,0": "H"})
    assert price(later, "Tower", "0,1") == "1 mountain"
    assert price(play(later, "build Tower 0,0"), "Tower", "0,1") == "1 hill 1 mountain"


def test_a_free_price_is_nothing() -> None:
    assert FREE == ((0, 0, 0, 0), 0)
    assert default_payment(FREE, (3, 0, 0, 0)) == [0, 0, 0, 0]


@rule("AT-R12", "AT-R33", "AT-042")
def test_refused_payments_say_what_is_asked_and_what_is_there() -> None:
    def words(state: State, move: str) -> str:
        error = state.game.why_not(state, move)
        assert error is not None
        return error.message

    state = at({"stored": {"Tower": 1}, "hand": {"hill": 2, "water": 3}})
    assert words(state, "build Tower 0,0 with 3 water") == (
        "The price is 2 hill 1 mountain; any two cards stand for one required card. 3 water does not pay it."
    )
    assert words(state, "build Tower 0,0 with 2 hill 4 water") == "You hold 3 water, not 4."
    poor = at({"stored": {"Tower": 1, "Well": 1}, "hand": {"hill": 2}})
    assert words(poor, "build Tower") == "Even on the cheapest free space the Tower takes 4 cards of yours; you hold 2."
    free = at({"stored": {"Tower": 1}, "hand": {"hill": 2}, "buildings": {"0,0": "Fortress"}})
    assert words(free, "build Tower 1,0 with 2 hill") == "The price is nothing. 2 hill does not pay it."
