"""The contract that every game, board, number of players and option set fulfils, on random play."""

from __future__ import annotations

import json
from functools import lru_cache
from itertools import pairwise, permutations
from random import Random
from typing import Any

import pytest

from rondel import CHANCE, TERMINAL, IllegalMove, SetupError
from rondel import record as records
from rondel.compact import from_line, to_line
from rondel.game import ranks
from rondel.position import from_position, to_position
from rondel.registry import BOOKS, SETUPS, find_book, make
from rondel.simulate import choose
from tests.support import rule

STEPS = 400
Case = tuple[str, int, dict[str, int], str]


def _fits(book: str, players: int, board: str) -> bool:
    """Say whether the board is made for so many players."""
    try:
        make(book, players, board)
    except SetupError:
        return False
    return True


#: every set-up on its first board, and the other boards with every number of players they have
CASES: list[Case] = [(book, players, options, "") for book, players, options in SETUPS]
CASES += [
    (book.id, players, {}, board)
    for book in BOOKS.values()
    for board in book.boards[1:]
    for players in book.players
    if _fits(book.id, players, board)
]


def _name(setup: Case) -> str:
    book, players, options, board = setup
    return "-".join([book, str(players), *options, board])


# of the module, so that all tests of one set-up come together and share its walks
@pytest.fixture(params=CASES, ids=_name, scope="module")
def setup(request: pytest.FixtureRequest) -> Case:
    found: Case = request.param
    return found


@lru_cache(maxsize=4)
def _walk_of(name: str) -> list[tuple[Any, int]]:
    return _walked(next(case for case in CASES if _name(case) == name), 1, STEPS)


def _walk(setup: Case) -> list[tuple[Any, int]]:
    """Give the states of a random game with the action taken in each; the last has none.

    Many tests look at the same walk, and none may change what it finds there.
    """
    return _walk_of(_name(setup))


def _walked(setup: Case, seed: int, steps: int) -> list[tuple[Any, int]]:
    book, players, options, board = setup
    rng, state = Random(seed), make(book, players, board, options).new(seed)
    walk: list[tuple[Any, int]] = []
    while state.legal() and len(walk) < steps:
        action = choose(state, rng)
        walk.append((state, action))
        state = state.apply(action)
    return [*walk, (state, -1)]


@pytest.mark.untraced
def test_legal_lists_are_sorted_unique_in_range_and_never_empty_before_the_end(
    setup: Case,
) -> None:
    for state, _ in _walk(setup):
        options = list(state.legal())
        assert options == sorted(set(options))
        assert all(0 <= action < state.game.num_actions for action in options)
        assert bool(options) == (state.to_act != TERMINAL) == (not state.end_reason())
        assert len(options) != 1, "a forced step must be taken without asking"
        assert options == list(state.game.options(state))


@pytest.mark.untraced
def test_seats_decide_and_have_turns(setup: Case) -> None:
    for state, _ in _walk(setup):
        assert state.to_act in (TERMINAL, CHANCE) or 0 <= state.to_act < state.game.seats
        assert state.to_act != CHANCE or state.game.has_chance
        assert 0 <= state.turn_of < state.game.seats


@pytest.mark.untraced
def test_ids_to_text_and_back(setup: Case) -> None:
    for state, _ in _walk(setup)[::9]:
        texts = [state.game.action_text(state, action) for action in state.legal()]
        assert len(set(texts)) == len(texts)
        assert [state.game.parse_action(state, text) for text in texts] == list(state.legal())


@pytest.mark.untraced
def test_typed_text_begins_with_the_action_it_names(setup: Case) -> None:
    for state, action in _walk(setup)[:-1:3]:
        text = state.game.action_text(state, action)
        assert state.game.parse(state, text)[0] == action
        assert state.game.why_not(state, text) is None


@pytest.mark.untraced
def test_copies_are_independent_and_apply_leaves_the_old_state(setup: Case) -> None:
    for state, action in _walk(setup)[:-1:5]:
        key, options = state.key(), list(state.legal())
        copy = state.copy()
        assert copy.key() == key
        copy.advance(action)
        assert state.key() == key
        assert state.apply(action).key() == copy.key() != key
        assert (state.key(), list(state.legal())) == (key, options)


@pytest.mark.untraced
def test_pieces_are_conserved_and_positions_sound(setup: Case) -> None:
    for state, _ in _walk(setup):
        state.check()


def test_positions_and_lines_round_trip(setup: Case) -> None:
    for state, _ in _walk(setup)[::11]:
        for again in (from_position(json.loads(json.dumps(to_position(state)))), from_line(to_line(state))):
            assert again.key() == state.key()
            assert list(again.legal()) == list(state.legal())


@pytest.mark.untraced
def test_records_replay_to_the_same_key(setup: Case) -> None:
    walk = _walk(setup)
    record = records.start_record(walk[0][0], seed=1)
    record.actions = [action for _, action in walk[:-1]]
    again = records.loads(records.dumps(record))
    assert again.actions == record.actions
    assert again.last().key() == walk[-1][0].key()
    assert records.from_object(json.loads(json.dumps(records.to_object(record)))).actions == record.actions


@pytest.mark.untraced
def test_a_redeal_keeps_what_the_seat_sees_and_stays_sound(setup: Case) -> None:
    for state, _ in _walk(setup)[::40]:
        for seat in range(state.game.seats):
            again = state.redeal(seat, Random(5))
            assert again is not state
            assert again.view(seat) == state.view(seat)
            assert again.to_act == state.to_act
            again.check()


@pytest.mark.untraced
def test_chance_lists_its_outcomes_with_probabilities(setup: Case) -> None:
    for state, _ in _walk(setup):
        outcomes = state.chance()
        if state.to_act == CHANCE:
            assert [action for action, _ in outcomes] == list(state.legal())
            assert abs(sum(share for _, share in outcomes) - 1) < 1e-9
            assert all(share > 0 for _, share in outcomes)
        else:
            assert not outcomes


OPEN = [case for case in CASES if not make(*case[:2], case[3], case[2]).has_chance]


@pytest.mark.untraced
@rule("A06-R41", "A05-R41")
@pytest.mark.parametrize("setup", OPEN, ids=_name, indirect=True)
def test_without_hidden_parts_every_seat_sees_the_same(setup: Case) -> None:
    for state, _ in _walk(setup)[::40]:
        views = [state.view(seat) for seat in range(state.game.seats)]
        assert all(view == views[0] for view in views)
        assert all(state.redeal(seat, Random(5)).key() == state.key() for seat in range(state.game.seats))


@pytest.mark.untraced
@rule("A06-006", "A05-006", "A06-005", "A05-005")
@pytest.mark.parametrize("setup", OPEN, ids=_name, indirect=True)
def test_nothing_is_random_once_play_has_begun(setup: Case) -> None:
    for state, _ in _walk(setup):
        assert state.to_act != CHANCE
        assert not state.chance()


@pytest.mark.untraced
def test_a_game_comes_to_an_end_with_a_declared_reason(setup: Case) -> None:
    for seed in range(1, 9):
        state = _walked(setup, seed, 20_000)[-1][0]
        if state.end_reason():
            break
    returns = state.returns()
    assert state.end_reason() in find_book(setup[0]).ends
    assert abs(sum(returns)) < 1e-9
    if records.result_of(state) == "none":
        assert set(returns) == {0.0}
    else:
        assert sorted(returns)[-1] == 1.0
        assert sorted(returns)[:-1] == [-1 / (state.game.seats - 1)] * (state.game.seats - 1)
    with pytest.raises(IllegalMove) as caught:
        state.apply(0)
    assert caught.value.code == "over"


@pytest.mark.untraced
def test_returns_are_zero_while_the_game_goes_on(setup: Case) -> None:
    for state, _ in _walk(setup)[:-1][:50]:
        assert set(state.returns()) == {0.0}
        assert state.end_reason() == ""


@pytest.mark.untraced
def test_an_illegal_number_is_refused_and_changes_nothing(setup: Case) -> None:
    rng = Random(3)
    for state, _ in _walk(setup)[:-1:7]:
        key = state.key()
        for action in (rng.randrange(state.game.num_actions), -1, state.game.num_actions):
            if action not in state.legal():
                with pytest.raises(IllegalMove):
                    state.apply(action)
                assert state.game.why_not(state, action) is not None
        assert state.key() == key


@pytest.mark.untraced
def test_the_same_seed_gives_the_same_game(setup: Case) -> None:
    one, other = _walked(setup, 1, 60), _walked(setup, 1, 60)
    assert [state.key() for state, _ in one] == [state.key() for state, _ in other]
    assert all(before.key() != after.key() for (before, _), (after, _) in pairwise(one))


@pytest.mark.untraced
@pytest.mark.parametrize("book", sorted(BOOKS))
def test_ranks_put_the_winner_first_and_order_the_others_by_what_they_have(book: str) -> None:
    for seed in range(3):
        state = make(book).new(seed)
        rng = Random(seed)
        while state.to_act != TERMINAL:
            state.advance(choose(state, rng))
        results, merit = state.returns(), state.game.merit(state)
        found = ranks(results, merit)
        assert len(set(state.game.sides(state))) == len(found)
        assert min(found) == 1
        if not any(results):
            assert set(found) == {1}
            continue
        assert found.count(1) == 1
        assert found[results.index(max(results))] == 1
        for one, two in permutations(range(len(found)), 2):
            assert (found[one] < found[two]) == ((results[one], merit[one]) > (results[two], merit[two]))
