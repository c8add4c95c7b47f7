"""The rules of the game."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from rondel import CHANCE, TERMINAL, IllegalMove, PositionError, from_position, make, to_position
from rondel.compact import from_line, to_line
from rondel.simulate import choose, perft
from rondel_ur.game import MOVE, UrState


def at(**position: object) -> UrState:
    state = from_position({"game": "ur", **position})
    assert isinstance(state, UrState)
    return state


def moves(state: UrState) -> set[str]:
    return {state.game.action_text(state, action) for action in state.legal()}


def side(hand: int = 0, on: tuple[int, ...] = (), home: int | None = None) -> dict[str, object]:
    return {"hand": hand, "on": list(on), "points": 7 - hand - len(on) if home is None else home}


def test_four_dice_give_none_to_four() -> None:
    state = at()
    assert state.to_act == CHANCE
    assert dict(state.chance()) == {0: 1 / 16, 1: 4 / 16, 2: 6 / 16, 3: 4 / 16, 4: 1 / 16}


def test_a_throw_of_none_passes_the_turn() -> None:
    state = at().apply(0)
    assert (state.to_act, state.turn) == (CHANCE, 1)


def test_pieces_enter_and_run() -> None:
    state = at(throw=2, sides={"White": side(6, (3,), 0)})
    assert moves(state) == {"enter", "move 3"}
    after = state.apply(MOVE + 3)
    assert to_position(after)["sides"]["White"]["on"] == [5]
    assert after.turn == 1


def test_a_square_holds_one_piece_of_a_side() -> None:
    assert moves(at(throw=1, sides={"White": side(5, (1, 2), 0)})) == {"move 2"}


def test_a_piece_on_a_shared_square_is_hit_and_begins_anew() -> None:
    state = at(throw=2, sides={"White": side(6, (5,), 0), "Black": side(6, (7,), 0)}).apply(MOVE + 5)
    sides = to_position(state)["sides"]
    assert (sides["White"]["on"], sides["Black"]) == ([7], {"seat": 1, "hand": 7, "on": [], "points": 0})


def test_nobody_is_hit_on_the_rosette_in_the_middle() -> None:
    assert moves(at(throw=1, sides={"White": side(6, (7,), 0), "Black": side(6, (8,), 0)})) == {"enter"}


def test_own_squares_are_apart() -> None:
    state = at(throw=1, sides={"White": side(6, (2,), 0), "Black": side(6, (3,), 0)}).apply(MOVE + 2)
    assert to_position(state)["sides"]["Black"]["on"] == [3]


@pytest.mark.parametrize("place", [4, 8, 14])
def test_a_rosette_gives_another_throw(place: int) -> None:
    state = at(throw=2, sides={"White": side(6, (place - 2,), 0)}).apply(MOVE + place - 2)
    assert (state.to_act, state.turn) == (CHANCE, 0)


def test_pieces_leave_by_an_exact_throw() -> None:
    assert moves(at(throw=2, sides={"White": side(0, (13, 14))})) == {"move 13 home"}
    stuck = at(throw=4, sides={"White": side(0, (13, 14))})
    assert (stuck.to_act, stuck.turn) == (CHANCE, 1)


def test_seven_pieces_home_win() -> None:
    state = at(throw=1, sides={"White": side(0, (14,))}).apply(MOVE + 14)
    assert (state.to_act, state.returns(), state.end_reason()) == (TERMINAL, (1.0, -1.0), "home")
    assert to_position(state)["winner"] == "White"
    assert state.game.prompt(state) == ""


def test_what_cannot_be_is_refused() -> None:
    for wrong in (
        {"sides": {"Red": {}}}, {"sides": {"White": 3}}, {"sides": {"White": side(7, (3,), 0)}}, {"throw": 5},
        {"turn": "Red"}, {"sides": {"White": {"on": [15]}}}, {"sides": {"White": {"on": [3, 3]}}},
        {"sides": {"White": side(6, (6,), 0), "Black": side(6, (6,), 0)}},
        {"sides": {"White": side(), "Black": side()}},
    ):  # fmt: skip
        with pytest.raises(PositionError):
            at(**wrong)
    with pytest.raises(IllegalMove):
        at(throw=2).apply(MOVE + 3)
    with pytest.raises(PositionError):
        from_line("ur ur 2 move turn=White | White x")


def test_random_games_keep_their_pieces_and_read_back() -> None:
    seen: Counter[int] = Counter()
    for seed in range(30):
        rng, state = Random(seed), make("ur").new()
        while state.legal():
            assert list(state.legal()) == sorted(state.legal())
            for action in state.legal():
                text = state.game.action_text(state, action)
                assert state.game.parse(state, text) == [action] == [state.game.parse_action(state, text)]
            assert from_position(to_position(state)).key() == state.key() == from_line(to_line(state)).key()
            state.advance(choose(state, rng))
            state.check()
        seen[state.returns().index(1.0)] += 1
    assert min(seen.values()) > 5


def test_perft() -> None:
    # a throw of 0 passes, so of five throws four leave one move: to enter
    assert [perft(make("ur").new(), depth) for depth in range(1, 5)] == [5, 9, 29, 68]
