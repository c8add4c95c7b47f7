"""Groups, amphorae and what they are good for."""

from __future__ import annotations

from typing import Any

import pytest

from rondel.attika.actions import AMPHORA_DRAW, DRAW
from rondel.attika.rules import KINDS
from rondel.attika.state import State
from rondel.position import to_position
from tests.rules.attika.support import RICH, at, city, hand, is_chance, legal, make, play, refused
from tests.support import rule

MINE = {"stored": {"Mint": 1}, "buildings": {"0,0": "Silver mine"}}
WINE = {"stored": {"Mint": 1, "Vintner": 1}, "buildings": {"0,0": "Silver mine", "2,2": "Vineyard"}}


@rule("AT-062", "AT-080", "AT-D07", "AT-D15")
def test_a_complete_connected_group_earns_one_amphora() -> None:
    state = play(at({**MINE, "hand": RICH}), "build Mint 1,0")
    assert city(state)["amphorae"] == 1
    assert city(state)["rewarded"] == ["Mint"]
    assert to_position(state)["amphorae"] == 14


@rule("AT-R19", "AT-R20")
def test_a_group_completed_unconnected_never_earns_its_amphora() -> None:
    own = {"stored": {"Mint": 1, "Well": 1}, "buildings": {"0,0": "Silver mine"}, "hand": RICH}
    state = play(at(own), "build Mint -1,2", "build Well -1,1")  # the well joins the two into one colony
    assert city(state)["colonies"] == 1
    assert city(state)["amphorae"] == 0


@rule("AT-R19", "AT-R20", "AT-D15")
def test_with_the_loose_option_one_colony_is_enough_and_every_placement_is_tested() -> None:
    own = {"stored": {"Mint": 1, "Well": 1}, "buildings": {"0,0": "Silver mine"}, "hand": RICH}
    state = play(at(own, options={"loose": 1}), "build Mint -1,2")
    assert city(state)["amphorae"] == 0
    state = play(state, "build Well -1,1")
    assert city(state)["amphorae"] == 1
    # several at once, each from what the supply holds, in the order of the groups
    both = {
        "stored": {"Well": 1}, "hand": RICH,
        "buildings": {"0,0": "Silver mine", "1,0": "Vineyard", "-1,2": "Mint", "-2,3": "Vintner"},
    }  # fmt: skip
    one = at(both, {"amphorae": 14}, options={"loose": 1})
    after = play(one, "build Well -1,1")
    # the two colonies are one now; Mint comes before Wine, which finds the supply empty and draws a card
    assert city(after)["amphorae"] == 1
    assert city(after)["rewarded"] == ["Mint", "Wine"]
    assert is_chance(after)


@rule("AT-R19")
def test_a_shrine_and_other_buildings_link_no_group() -> None:
    tiles = [["T01", 0, 0, 0], ["T02", 2, 1, 0], ["T03", -1, 3, 0], ["T04", 1, 4, 0], ["T05", -4, 3, 0]]
    own = {"stored": {"Mint": 1}, "buildings": {"-1,0": "Silver mine"}, "hand": RICH}
    state = play(at(own, tiles=tiles, options={"loose": 1}), "build Mint -3,2")  # both touch the shrine
    assert city(state)["amphorae"] == 0


@rule("AT-063", "AT-R38")
def test_an_amphora_is_kept_or_used_at_once() -> None:
    state = at({**MINE, "hand": {"water": 1, "hill": 1, "mountain": 1}}, mode="build", left=1)
    state = play(state, "build Mint 1,0")
    assert (state.turn, legal(state)) == (0, {"end", "amphora card"})  # nothing is stored any more
    assert play(state, "end").turn == 1
    used = play(state, "amphora card", "card water")
    assert (used.turn, hand(used)) == (1, {"water": 2, "hill": 1, "mountain": 1})


def supply_empty() -> State:
    """Give a position in which all amphorae are taken and a group can be completed."""
    stored = {"Mint": 1, "Well": 1, "Capital": 1}
    return at({**MINE, "stored": stored, "hand": {"water": 3, "hill": 1, "mountain": 3}}, {"amphorae": 15})


@rule("AT-064", "AT-R21")
def test_with_an_empty_supply_a_card_comes_instead_and_actions_go_on() -> None:
    state = play(supply_empty(), "build Mint 1,0")
    assert city(state)["amphorae"] == 0
    assert is_chance(state)
    after = play(state, "card forest")
    assert (after.turn, to_position(after)["mode"], to_position(after)["left"]) == (0, "build", 2)
    assert hand(after)["forest"] == 1
    assert "build Well" in legal(after)


@rule("AT-R31", "AT-R41")
def test_the_compensation_card_may_be_one_just_paid() -> None:
    cards = {"water": 14, "forest": 14, "hill": 15, "mountain": 13}
    own = {"buildings": {"0,0": "Mint"}, "stored": {"Silver mine": 1, "Well": 1},
           "hand": {"water": 1, "forest": 1, "mountain": 2}}  # fmt: skip
    state = play(at(own, {"amphorae": 15, "hand": cards}), "build Silver mine 1,0")
    assert legal(state) == {"card water", "card forest", "card mountain"}


@rule("AT-R08", "AT-064")
def test_without_a_card_the_compensation_is_lost() -> None:
    cards = {"water": 15, "forest": 15, "hill": 15, "mountain": 15}
    own = {**MINE, "stored": {"Mint": 1, "Well": 1}}
    state = at(own, {"amphorae": 15, "hand": cards}, {"1,0": "W", "0,1": "H", "1,-1": "M"})
    state = play(state, "build Mint 1,0")
    assert (hand(state), state.due) == ({}, 0)


@rule("AT-065", "AT-068", "AT-R40")
@pytest.mark.parametrize(("mode", "actions"), [("draw", 2), ("build", 3)])
def test_an_amphora_brings_an_extra_action_of_the_turns_mode(mode: str, actions: int) -> None:
    state = at({"stored": {"Well": 1, "Mint": 1}, "hand": RICH, "amphorae": 3})
    one = play(state, f"amphora {mode}")
    assert to_position(one)["left"] == actions + 1
    assert to_position(one)["mode"] == mode
    assert to_position(one)["amphorae"] == 13
    assert to_position(play(one, f"amphora {mode}", f"amphora {mode}"))["left"] == actions + 3
    other = "build" if mode == "draw" else "draw"
    assert refused(one, f"amphora {other}") == ("mixed", "AT-032")


@rule("AT-066", "AT-067", "AT-R22", "AT-R37")
def test_an_amphora_for_a_card_comes_after_the_actions_and_ends_them() -> None:
    state = at({"stored": {"Well": 1}, "hand": RICH, "amphorae": 2})
    assert refused(state, "amphora card") == ("not_now", "AT-R37")
    taken = play(state, "cards", "card water", "card water", "card water")
    assert legal(taken) == {"end", "amphora card"}
    more = play(taken, "amphora card", "card hill")
    assert hand(more)["hill"] == 9
    assert legal(more) == {"end", "amphora card"}
    assert refused(more, "amphora build") == ("not_now", "AT-R22")
    assert play(more, "amphora card", "card hill").turn == 1


@rule("AT-R37")
def test_amphorae_wait_while_a_building_or_a_tile_waits() -> None:
    state = play(at({"hand": RICH, "amphorae": 1}), "draw 1", "reveal Temple")
    assert refused(state, "amphora draw") == ("not_now", "AT-R37")
    assert legal(state, "amphora") == set()
    full: dict[str, Any] = {kind.name: kind.count for kind in KINDS}
    tile = at({"stored": {**full, "Oracle": 0}, "piles": {"1": 1}, "amphorae": 1})
    tile = play(tile, "draw 1", "tile T09")
    assert refused(tile, "amphora draw") == ("not_now", "AT-R37")
    # an extra action needs something to draw or to build
    none = at({"amphorae": 1})
    assert legal(none, "amphora") == {"amphora draw"}
    assert refused(none, "amphora build") == ("not_stored", "AT-R37")
    every = at({"stored": full, "amphorae": 1})
    assert legal(every, "amphora") == {"amphora build"}
    assert refused(every, "amphora draw") == ("pile_empty", "AT-R37")
    assert refused(at({"stored": full, "hand": RICH}), "amphora build") == ("no_amphora", "AT-065")
    assert refused(at({"stored": full, "hand": RICH}), "amphora card") == ("no_amphora", "AT-065")


@rule("AT-R37", "AT-R38")
def test_an_extra_action_can_be_had_when_none_is_left() -> None:
    own = {"stored": {"Well": 1, "Mint": 1}, "hand": RICH, "amphorae": 1}
    state = at(own, mode="build", left=0, acted=1)
    assert legal(state) == {"end", "amphora build", "amphora card"}
    more = play(state, "amphora build")
    assert to_position(more)["left"] == 1
    assert {"build Well", "build Mint", "cards"} == legal(more)
    assert refused(state, "build Well") == ("no_action_left", "AT-031")
    assert refused(state, "cards") == ("no_action_left", "AT-034")
    drawing = at(own, mode="draw", left=0, acted=1)
    assert refused(drawing, "draw 1") == ("no_action_left", "AT-029")


@rule("AT-R40")
def test_a_returned_amphora_can_be_earned_again_in_the_same_turn() -> None:
    own = {**WINE, "stored": {"Mint": 1, "Vintner": 1, "Well": 1}, "hand": RICH, "amphorae": 1}
    state = at(own, {"amphorae": 14})
    assert to_position(state)["amphorae"] == 0
    state = play(state, "amphora build", "build Mint 1,0")
    assert (city(state)["amphorae"], to_position(state)["amphorae"]) == (1, 0)


@rule("AT-D04")
@pytest.mark.parametrize(("players", "groups"), [(2, 14), (3, 21), (4, 28)])
def test_amphorae_can_run_out_with_three_or_four_players_only(players: int, groups: int) -> None:
    game = make(players)
    assert 7 * game.seats == groups
    assert (groups > game.rules.amphorae) == (players > 2)


@rule("AT-R14", "AT-062")
def test_four_connected_streets_earn_an_amphora() -> None:
    own = {"stored": {"Street": 1, "Well": 1}, "buildings": {"0,0": "Street", "1,0": "Street", "0,1": "Street"}}
    state = play(at({**own, "hand": RICH}), "build Street -1,1")
    assert city(state)["rewarded"] == ["Streets"]


@rule("AT-065")
def test_after_the_last_action_an_amphora_leads_to_the_piles_and_before_it_to_nothing() -> None:
    begun = at({"stored": {"Mint": 1}, "amphorae": 1})
    assert begun.game.ahead(begun) == ()  # the piles are open anyway
    drawn = at({"amphorae": 1}, mode="draw", left=0)
    assert drawn.game.ahead(drawn) == (AMPHORA_DRAW,)
    assert DRAW in drawn.apply(AMPHORA_DRAW).options
