"""A turn: draw twice or build three times, or cards for actions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from rondel.attika.layout import flower
from rondel.attika.rules import KINDS
from rondel.attika.state import State
from rondel.position import to_position
from tests.rules.attika.support import (
    RICH,
    at,
    city,
    filled,
    hand,
    is_chance,
    legal,
    make,
    pass_turn,
    places,
    play,
    refused,
    thirty,
)
from tests.support import rule

STORED = {"Well": 1, "Oracle": 1, "Tavern": 1, "Plaza": 1}


@rule("AT-024")
def test_the_first_player_begins_and_turns_go_clockwise() -> None:
    state = make(3).new(4)
    order = []
    for _ in range(6):
        order.append(state.turn)
        state = play(state, "cards")
        turn = state.turn
        while is_chance(state) and state.turn == turn and state.turn == order[-1]:
            state = state.apply(state.legal()[0])
    assert order == [(state.start + step) % 3 for step in range(6)]


@rule("AT-025", "AT-029", "AT-031", "AT-D09")
def test_a_turn_is_two_draws_or_three_builds() -> None:
    state = at({"stored": STORED, "hand": RICH})
    drawing = play(state, "draw 1", "reveal Temple", "store", "draw 2", "reveal Ship", "store")
    assert drawing.turn == 1
    building = play(state, "build Well 0,0", "build Oracle 1,0", "build Tavern 0,1")
    assert building.turn == 1
    assert len(city(building)["buildings"]) == 3


@rule("AT-026", "AT-R04")
def test_a_draw_shows_the_top_of_one_own_pile() -> None:
    state = at({"stored": STORED})
    assert legal(state, "draw") == {"draw basic", "draw 1", "draw 2", "draw 3"}
    basic = play(state, "draw basic")
    assert is_chance(basic)
    assert legal(basic) == {
        "reveal Capital", "reveal Quarry", "reveal Harbour", "reveal Silver mine", "reveal Vineyard"
    }  # fmt: skip
    other = play(state, "draw 2")
    kinds = {kind.name for kind in KINDS if not kind.basic} - set(STORED)
    assert legal(other) == {f"reveal {kind}" for kind in kinds}
    # nobody knows more about one pile of eight than about another: shares follow what is not yet seen
    shares = dict(other.chance())
    street = other.game.parse_action(other, "reveal Street")
    assert abs(shares[street] - 4 / 21) < 1e-12


@rule("AT-027", "AT-028")
def test_the_drawn_building_is_built_or_stored() -> None:
    state = play(at({"hand": {"water": 2, "mountain": 1}}), "draw 1", "reveal Theatre")
    built = play(state, "build Theatre 0,0")
    assert city(built)["buildings"] == {"0,0": "Theatre"}
    assert hand(built) == {"water": 1}
    stored = play(state, "store")
    assert city(stored)["stored"] == {"Theatre": 1}
    assert to_position(stored)["left"] == to_position(built)["left"] == 1


@rule("AT-030")
def test_a_build_takes_any_stored_building() -> None:
    state = at({"stored": STORED, "hand": RICH})
    assert legal(state, "build") == {f"build {kind}" for kind in STORED}
    after = play(state, "build Plaza 2,2")
    assert city(after)["stored"] == {kind: 1 for kind in STORED if kind != "Plaza"}
    assert refused(state, "build Mint") == ("not_stored", "AT-030")


@rule("AT-032", "AT-R05")
def test_draws_and_builds_do_not_mix_and_the_first_thing_done_fixes_the_turn() -> None:
    state = at({"stored": STORED, "hand": RICH})
    assert refused(state, "build Mint") == ("not_stored", "AT-030")  # a refused attempt fixes nothing
    drawing = play(state, "draw 1", "reveal Temple", "store")
    assert not legal(drawing, "build")
    assert refused(drawing, "build Well") == ("mixed", "AT-032")
    building = play(state, "build Well 0,0")
    assert not legal(building, "draw")
    assert refused(building, "draw 1") == ("mixed", "AT-032")


@rule("AT-033", "AT-034", "AT-R07", "AT-D06")
def test_actions_left_become_cards() -> None:
    state = at({"stored": STORED, "hand": {"water": 4}})
    one = play(state, "build Well 0,0", "cards")
    assert to_position(one)["due"] == 2
    one = play(one, "card hill", "card hill")
    assert (hand(one), one.turn) == ({"water": 3, "hill": 2}, 1)
    drawing = play(state, "draw 1", "reveal Temple", "cards")  # the temple is too dear, so it is stored
    assert to_position(drawing)["due"] == 1
    assert play(drawing, "card water").turn == 1
    # all at once: an action is neither kept nor dropped
    assert refused(play(state, "build Well 0,0"), "end") == ("not_now", "AT-R07")


@rule("AT-035", "AT-R05")
def test_who_gives_up_everything_takes_three_cards() -> None:
    state = play(at({"stored": STORED}), "cards")
    assert to_position(state)["due"] == 3
    after = play(state, "card water", "card water", "card mountain")
    assert (hand(after), after.turn) == ({"water": 2, "mountain": 1}, 1)


@rule("AT-036")
def test_after_cards_nothing_is_drawn_or_built() -> None:
    state = play(at({"stored": STORED, "hand": RICH, "amphorae": 1}), "cards", "card water", "card water", "card hill")
    assert (state.turn, legal(state)) == (0, {"amphora card", "end"})
    assert refused(state, "draw 1") == ("not_now", "AT-036")
    assert refused(state, "build Well") == ("not_now", "AT-036")


@rule("AT-037", "AT-R41")
def test_an_empty_draw_pile_is_made_anew_when_a_card_must_be_drawn() -> None:
    hands = {"water": 14, "forest": 14, "hill": 14, "mountain": 15}
    state = at({"stored": {"Well": 1, "Ship": 1}, "hand": {"water": 1}}, {"hand": hands},
               discard={"forest": 1})  # fmt: skip
    assert sum(state.deck) == 1
    state = play(state, "build Well 0,0")  # what is left of the turn can only become cards
    # the first of two cards is the last of the pile; for the second the discard, the card just paid in it, is shuffled
    assert hand(state) == {"hill": 1}
    assert to_position(state)["discard"] == {}
    assert legal(state) == {"card water", "card forest"}


@rule("AT-R06")
def test_empty_piles_and_an_empty_player_board() -> None:
    nothing = at({"stored": {}, "hand": RICH})
    assert not legal(nothing, "build")
    assert refused(nothing, "build Well") == ("not_stored", "AT-R06")
    everything = {kind.name: kind.count for kind in KINDS}
    full = at({"stored": everything, "hand": {"water": 8}})
    assert not legal(full, "draw")
    assert refused(full, "draw 1") == ("pile_empty", "AT-R06")
    part = at({"stored": {**everything, "Oracle": 0}, "piles": {"3": 1}, "hand": {"water": 8}})
    assert legal(part, "draw") == {"draw 3"}


@rule("AT-R08")
def test_cards_that_are_missing_are_lost_without_debt() -> None:
    rest = {kind.name: kind.count for kind in KINDS}
    cards = {"water": 15, "forest": 15, "hill": 15}
    state = at({"stored": rest, "hand": cards}, {"stored": rest, "hand": {"mountain": 14}})
    after = play(state, "cards")  # one card is left for three actions; it is certain
    assert (after.turn, hand(after)["mountain"], after.due) == (1, 1, 0)
    # without any card an amphora cannot be returned for one
    none = at({"stored": {"Well": 1}, "hand": cards, "amphorae": 1}, {"hand": {"mountain": 15}}, mode="build", left=0)
    assert legal(none) == {"end", "amphora build"}
    assert refused(none, "amphora card") == ("no_card", "AT-R08")


@rule("AT-R27")
def test_a_round_of_void_turns_ends_the_game_without_a_winner() -> None:
    tiles: list[list[Any]] = [
        ["T01", 0, 0, 0],
        ["T02", 2, 1, 0],
        ["T03", -1, 3, 0],
        ["T04", 1, 4, 0],
        ["T05", 3, -2, 0],
    ]
    spaces = [place for _, q, r, _ in tiles for place in flower((q, r))]
    ours = [place for place in spaces if place in ((-1, 1), (-1, 0), (0, 0), (1, 0), (0, 1), (0, -1))]
    theirs = [place for place in spaces if place not in ours]
    kinds = thirty()
    athens: dict[str, Any] = {"buildings": filled(ours, kinds), "stored": Counter(kinds[6:])}
    sparta: dict[str, Any] = {"buildings": filled(theirs, kinds), "stored": Counter(kinds[29:]), "hand": 60}
    # the board is full, all piles are empty, all cards are in one hand: nobody can do anything
    state = at(athens, sparta, tiles=tiles)
    assert (state.end_reason(), state.winner, state.returns()) == ("void", -1, (0.0, 0.0))
    # somebody who can still build breaks the row
    del sparta["buildings"]["3,-2"]
    sparta["stored"] = Counter([*kinds[29:], dict(zip(map(str, theirs), kinds, strict=False))[str((3, -2))]])
    going = at(athens, sparta, tiles=tiles)
    assert (going.end_reason(), going.turn, going.voids) == ("", 1, 1)


@rule("AT-R09")
def test_a_building_stored_in_a_draw_turn_stays_stored_in_it() -> None:
    state = play(at({"hand": RICH}), "draw 1", "reveal Temple")
    assert refused(state, "draw 2") == ("not_now", "AT-R37")
    stored = play(state, "store")
    assert refused(stored, "build Temple") == ("mixed", "AT-032")


@rule("AT-R28")
def test_there_is_no_limit_to_a_hand() -> None:
    state = at({"stored": STORED, "hand": {"water": 15, "forest": 15}})
    after = pass_turn(state, "hill")
    assert sum(hand(after).values()) == 33


@rule("AT-R33")
def test_what_cannot_be_paid_is_not_built_and_costs_nothing() -> None:
    state = at({"stored": {"Capital": 1, "Well": 1}, "hand": {"water": 1}})
    assert refused(state, "build Capital 0,0") == ("cannot_pay", "AT-R33")
    assert legal(state, "build") == {"build Well"}
    drawn = play(state, "draw 2", "reveal Temple")
    # without enough cards the drawn building went to the player board at once
    assert city(drawn)["stored"]["Temple"] == 1
    assert to_position(drawn)["left"] == 1


@rule("AT-R43", "AT-070")
def test_the_tile_comes_right_after_the_last_building_is_settled() -> None:
    everything = {kind.name: kind.count for kind in KINDS}
    stored = {**everything, "Oracle": 0, "Ship": 2}
    state = at({"stored": stored, "piles": {"1": 1, "2": 1}, "hand": {"forest": 2, "hill": 2, "water": 2}})
    state = play(state, "draw 1", "reveal Oracle")
    assert (-4, 4) not in state.layout.index
    before = places(state)
    state = play(state, "build Oracle 0,0")
    assert legal(state, "tile")  # chance draws the tile before the second action
    state = play(state, "tile T09", "place -4,4 turn 2")
    assert "-4,4" not in before
    assert to_position(state)["left"] == 1
    state = play(state, "draw 2", "store")  # the last ship is certain
    assert legal(state, "tile")  # also after the last action of the turn
    assert state.turn == 0
    state = play(state, "tile T10")
    assert play(state, "place 5,-1 turn 0").turn == 1


@rule("AT-D09", "AT-D06")
def test_without_amphorae_a_turn_has_one_of_six_shapes() -> None:
    state = at({"stored": STORED, "hand": RICH})
    assert set(_shapes(state)) == {"dd", "dc", "bbb", "bbc", "bcc", "ccc"}


def _shapes(state: State, done: str = "") -> Iterator[str]:
    """Give every shape a turn can take: draws, builds, cards."""
    for verb, letter in (("draw", "d"), ("build", "b"), ("cards", "c")):
        for move in sorted(legal(state, verb))[:1]:
            after = play(state, move)
            cards = after.due or 1
            while after.turn == 0 and to_position(after)["phase"] != "turn":
                after = after.apply(after.legal()[-1])
            shape = done + letter * (cards if letter == "c" else 1)
            if after.turn == 0:
                yield from _shapes(after, shape)
            else:
                yield shape
