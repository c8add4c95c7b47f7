"""A position that contradicts itself is noticed, and the message says what is wrong."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rondel.attika.state import State
from tests.rules.attika.support import RICH, at, make, play


def _position() -> State:
    own = {"buildings": {"0,0": "Silver mine", "1,0": "Mint", "2,2": "Ship"}, "stored": {"Well": 1}, "hand": RICH}
    return at(own, {"buildings": {"-1,3": "Ship"}, "hand": {"water": 2}}, symbols={"0,1": "W"})


def _set(name: str, place: int, value: int) -> Callable[[State], None]:
    def change(state: State) -> None:
        getattr(state, name)[place] = value

    return change


def _put(name: str, value: object) -> Callable[[State], None]:
    def change(state: State) -> None:
        setattr(state, name, value)

    return change


def _cards(state: State) -> None:
    state.deck[0] -= 1
    state.deck[1] += 1


def _two_labels(state: State) -> None:
    state.label[0] += 1


def _foreign_label(state: State) -> None:
    one, two = (state.layout.index[place] for place in ((0, 0), (1, 0)))
    state.label[one] = state.label[two] = 20


def _rewarded(state: State) -> None:
    state.rewarded[0] |= 1


def _later_rewarded(state: State) -> None:
    state.rewarded[0] |= 1 << 3


CASES: list[tuple[Callable[[State], None], str]] = [
    (_set("label", 5, 5), "an empty space belongs to a colony"),
    (_put("tiles_left", 0), "a board tile is missing or there twice"),
    (_put("ground", b""), "the board does not have seven"),
    (_set("free", 0, 0), "the free spaces are not those without a building"),
    (_set("sees", 0, 0), "the levels of symbols are not those on the board"),
    (_set("nests", 0, 1), "the spaces beside the buildings of a kind are not those that touch them"),
    (_set("mine", 0, 0), "two buildings on one space"),
    (_set("stored", 10, 0), "Well is missing or there twice"),
    (_set("piles", 0, 3), "the basic pile has the wrong size"),
    (_set("piles", 1, 3), "the piles have the wrong size"),
    (_set("beside", 0, 0), "the spaces beside a player's buildings are not those that touch them"),
    (_set("present", 0, 0), "the kinds on the board are not those built"),
    (_set("complete", 0, 1), "the buildings of a group are miscounted"),
    (_rewarded, "a group was rewarded that is not complete"),
    (_later_rewarded, "a group was rewarded that is not complete"),
    (_set("colonies", 0, 1), "the colonies are miscounted"),
    (_two_labels, "a colony has several labels"),
    (_foreign_label, "a colony has the label of another"),
    (_cards, "a card is missing or there twice"),
    (_set("amphorae", 1, 16), "there are more amphorae than fifteen"),
    (_put("pending", 3), "a building is under way"),
    (_put("tile", 9), "a board tile is missing or there twice"),
    (_put("pile", 1), "a pile is drawn from"),
    (_put("site", 1), "a space is under way"),
    (_put("end", 1), "an end and its reason belong together"),
    (_put("voids", 2), "a round of void turns has not ended the game"),
    (_put("options", (1,)), "the options at hand are not those of the position"),
]


@pytest.mark.parametrize(("change", "message"), CASES, ids=range(len(CASES)))
def test_a_contradiction_is_noticed(change: Callable[[State], None], message: str) -> None:
    state = _position()
    state.check()
    change(state)
    with pytest.raises(AssertionError) as caught:
        state.check()
    said = str(caught.value).splitlines()[0]
    assert said.removeprefix("AssertionError: ").startswith(message)


def test_shrines_and_all_buildings_without_a_winner_are_noticed() -> None:
    state = _position()
    label = state.label[state.layout.index[0, 0]]
    state.touch[label] = 3
    with pytest.raises(AssertionError, match=r"^a colony touches other shrines"):
        state.check()
    chain = {"-1,1": "Well", "0,1": "Quarry", "1,1": "Harbour", "1,2": "Vineyard", "1,3": "Mint"}
    near = at({"buildings": chain, "stored": {"Ship": 1}, "hand": RICH})
    won = play(near, "build Ship 2,3")
    won.check()
    won.winner = 1
    with pytest.raises(AssertionError, match=r"^two shrines are linked and nobody has won"):
        won.check()


def test_a_moment_that_does_not_fit_is_noticed() -> None:
    state = play(at({"stored": {"Well": 1, "Mint": 1}, "hand": {"water": 2, "hill": 2}}), "build Well ...")
    state.stored[10] = 0
    state.unseen[10] = 1
    state.piles[0] = 6
    with pytest.raises(AssertionError, match=r"^the building is not on the player board"):
        state.check()
    asked = play(at({"stored": {"Well": 1, "Mint": 1}, "hand": {"water": 2, "hill": 2}}), "build Well ...")
    asked = play(asked, "choose cards", "at 0,0", "pay water")
    asked.paid = 9
    with pytest.raises(AssertionError, match=r"^cards are laid that are not held"):
        asked.check()


@pytest.mark.parametrize(("players", "count"), [(2, 96 + 54 * 55), (3, 96 + 81 * 81), (4, 96 + 95 * 94)])
def test_the_number_of_actions(players: int, count: int) -> None:
    game = make(players)
    assert game.num_actions == count
    assert game.window.hex(count - 1) == game.start.reach[1::2]
    assert game.window.action((game.start.reach[0] - 1, 0)) == -1
    assert game.window.action((0, game.start.reach[3] + 1)) == -1
