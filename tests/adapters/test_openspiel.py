"""OpenSpiel's own tests pass for every game; chance, hidden parts, bounds and serialisation are right."""

from __future__ import annotations

import copy
import pickle
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.observation import make_observation

from rondel.adapters.deal import deal_for
from rondel.adapters.openspiel import NAMES
from rondel.bots.knowledge import evaluator_for
from rondel.errors import RondelError
from rondel.game import CHANCE
from rondel.registry import BOOKS, make
from rondel.simulate import choose
from tests.adapters.cases import CASES, Case, case_name, long_or, spiel_name

Kinds = pyspiel.GameType


@pytest.mark.untraced
@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_the_random_simulation_passes(case: Case) -> None:
    game = pyspiel.load_game(spiel_name(case, max_decisions=long_or(case, 300, 100)))
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.untraced
@pytest.mark.parametrize(
    "name", [f"{NAMES['attika']}(nations=4)", f"{NAMES['antike-2006']}(board=aegean-mini,nations=3)"]
)
def test_the_random_simulation_passes_over_whole_games(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


def _walk(game: Any, seed: int, steps: int) -> list[Any]:
    """Give clones of the states of a random game."""
    rng, state = Random(seed), game.new_initial_state()
    found: list[Any] = []
    while not state.is_terminal() and len(found) < steps:
        found.append(state.clone())
        if state.is_chance_node():
            outcomes, shares = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, shares)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    return [*found, state]


# ---- what sort of games they are -------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
def test_the_types_are_right(book: str) -> None:
    game = pyspiel.load_game(NAMES[book])
    kind = game.get_type()
    hidden = book == "attika"
    assert kind.information == (
        Kinds.Information.IMPERFECT_INFORMATION if hidden else Kinds.Information.PERFECT_INFORMATION
    )
    assert kind.chance_mode == Kinds.ChanceMode.EXPLICIT_STOCHASTIC
    assert (kind.utility, kind.reward_model) == (Kinds.Utility.ZERO_SUM, Kinds.RewardModel.TERMINAL)
    assert (kind.min_num_players, kind.max_num_players) == (BOOKS[book].players[0], BOOKS[book].players[-1])
    assert game.num_players() == BOOKS[book].default_players
    assert game.max_utility() == 1.0
    assert game.min_utility() == -1.0 / (game.num_players() - 1)
    assert game.num_distinct_actions() == make(book).num_actions


@pytest.mark.parametrize("book", BOOKS)
def test_with_a_seed_nothing_is_drawn_before_play(book: str) -> None:
    game = pyspiel.load_game(f"{NAMES[book]}(seed=7)")
    assert game.new_initial_state().position.key() == make(book).new(7).key()
    chancy = make(book).has_chance
    wanted = Kinds.ChanceMode.EXPLICIT_STOCHASTIC if chancy else Kinds.ChanceMode.DETERMINISTIC
    assert game.get_type().chance_mode == wanted
    assert (game.max_chance_outcomes() > 0) == chancy
    assert (game.max_chance_nodes_in_history() > 0) == chancy


def test_at_the_cap_the_game_ends_without_a_winner() -> None:
    game = pyspiel.load_game(f"{NAMES['antike-2']}(max_decisions=50)")
    state = _walk(game, 1, 10**6)[-1]
    assert state.is_terminal()
    assert len(state.history()) == 50 == game.max_game_length()
    assert state.returns() == [0.0] * 4
    assert state.current_player() == pyspiel.PlayerId.TERMINAL
    assert state.legal_actions() == []
    with pytest.raises(pyspiel.SpielError, match="The game is over: it was cut off at max_decisions, 50"):
        state.apply_action(state.position.legal()[0])
    assert len(state.history()) == 50


# ---- random events ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", ["antike-duellum", "attika"])
def test_chance_nodes_are_those_of_the_engine(book: str) -> None:
    game = pyspiel.load_game(f"{NAMES[book]}(seed=3)")
    met = 0
    for state in _walk(game, 3, 400)[:-1]:
        if state.is_chance_node():
            met += 1
            shares = [share for _, share in state.chance_outcomes()]
            assert shares == [share for _, share in state.position.chance()]
            assert all(0 <= outcome < game.max_chance_outcomes() for outcome, _ in state.chance_outcomes())
            texts = [state.action_to_string(outcome) for outcome, _ in state.chance_outcomes()]
            wanted = [state.position.game.action_text(state.position, action) for action in state.position.legal()]
            assert texts == wanted
        else:
            assert state.legal_actions() == list(state.position.legal())
    assert met


# ---- states ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
def test_clones_and_copies_go_their_own_ways(book: str) -> None:
    state = _walk(pyspiel.load_game(NAMES[book]), 2, 90)[-1]
    before = str(state)
    clone, copied = state.clone(), copy.deepcopy(state)
    rng = Random(1)
    for _ in range(3):
        clone.apply_action(rng.choice(clone.legal_actions()))
    state.apply_action(state.legal_actions()[0])
    assert str(copied) == before
    assert len({str(clone), str(state), before}) == 3
    assert copied.history() == state.history()[:-1]


@pytest.mark.untraced
@pytest.mark.parametrize("book", BOOKS)
def test_states_are_read_back_as_they_were(book: str) -> None:
    game = pyspiel.load_game(NAMES[book])
    for state in _walk(game, 4, 150)[::30]:
        for again in (
            pickle.loads(pickle.dumps(state)),
            game.deserialize_state(state.serialize()),
            pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1],
        ):
            assert str(again) == str(state)
            assert again.history() == state.history()
            assert again.current_player() == state.current_player()
            if state.position is not None:
                assert again.position.key() == state.position.key()
            for player in range(game.num_players()):
                assert again.information_state_string(player) == state.information_state_string(player)


@pytest.mark.parametrize("book", BOOKS)
def test_games_are_read_back_as_they_were(book: str) -> None:
    game = pyspiel.load_game(f"{NAMES[book]}(max_decisions=321,seed=3)")
    for again in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game)):
        assert str(again) == str(game)
        assert again.max_game_length() == 321
        assert str(again.new_initial_state()) == str(game.new_initial_state())


@pytest.mark.parametrize("book", BOOKS)
def test_the_same_game_comes_out_as_in_the_engine(book: str) -> None:
    rng = Random(6)
    mine, theirs = make(book).new(6), pyspiel.load_game(f"{NAMES[book]}(seed=6)").new_initial_state()
    while mine.legal() and len(theirs.history()) < 500:
        action = choose(mine, rng)
        first = deal_for(mine.game).first_event if mine.to_act == CHANCE else 0
        assert theirs.returns() == list(mine.returns())
        theirs.apply_action(action - first)
        mine = mine.apply(action)
        assert theirs.position.key() == mine.key()


# ---- what players see ------------------------------------------------------------------------------------------------


def test_an_information_state_holds_what_the_player_knows_and_no_more() -> None:
    game = pyspiel.load_game(f"{NAMES['attika']}(nations=3)")
    told = 0
    for state in _walk(game, 5, 300)[60::12]:
        for player in range(3):
            again = state.resample_from_infostate(player, Random(2).random)
            assert again.information_state_string(player) == state.information_state_string(player)
            assert again.information_state_tensor(player) == state.information_state_tensor(player)
            assert again.observation_string(player) == state.observation_string(player)
            told += str(again) != str(state)
    assert told  # something was dealt anew


def test_a_player_remembers_own_cards_and_never_saw_others() -> None:
    game = pyspiel.load_game(f"{NAMES['attika']}(nations=2)")
    states = _walk(game, 1, 200)
    state = states[-1]
    secrets = dict(state.playthrough.secrets)
    assert set(secrets.values()) == {0, 1}
    for player in range(2):
        log = eval(state.information_state_string(player).splitlines()[-1])
        for place, action in enumerate(state.history()):
            hidden = secrets.get(place, player) != player
            assert log[2 * place + 1] == (-1 if hidden else action)
        tensor = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
        tensor.set_from(state, player)
        rows = tensor.dict["history"][: len(state.history()), 1]
        assert rows.tolist() == [entry + 1 for entry in log[1::2]]
        assert not tensor.dict["history"][len(state.history()) :].any()


def test_two_histories_that_differ_in_what_a_player_saw_are_two_information_states() -> None:
    for book in BOOKS:
        states = _walk(pyspiel.load_game(NAMES[book]), 8, 150)
        seen = [state.information_state_string(0) for state in states if not state.is_chance_node()]
        assert len(set(seen)) == len(seen)


@pytest.mark.parametrize("book", ["antike-2006", "attika"])
def test_observers_of_every_sort(book: str) -> None:
    game = pyspiel.load_game(f"{NAMES[book]}(nations=3,max_decisions=300)")
    state = [state for state in _walk(game, 2, 150) if not state.is_chance_node()][-1]
    hands = {}
    for recall, public, private in product((False, True), (False, True), pyspiel.PrivateInfoType.__members__.values()):
        sort = pyspiel.IIGObservationType(perfect_recall=recall, public_info=public, private_info=private)
        observer = make_observation(game, sort)
        observer.set_from(state, 1)
        assert observer.dict["player"].tolist() == [0, 1, 0]
        assert observer.tensor.size == sum(piece.size for piece in observer.dict.values())
        assert ("regions" in observer.dict) == public
        assert ("history" in observer.dict) == recall
        text = observer.string_from(state, 1)
        assert text.startswith("player 1")
        hands[recall, public, private.name] = text
        assert ("private" in observer.dict) == (not public and private.name != "NONE")
    if book == "attika":
        # nothing, a hand, all hands: what is shown grows
        for recall, public in product((False, True), repeat=2):
            nothing, own, everything = (
                hands[recall, public, name] for name in ("NONE", "SINGLE_PLAYER", "ALL_PLAYERS")
            )
            assert len({nothing, own, everything}) == 3
    with pytest.raises(ValueError, match="take no parameters"):
        make_observation(game, params={"colour": 1})


def test_while_the_set_up_is_drawn_there_is_nothing_to_see_but_the_draws() -> None:
    game = pyspiel.load_game(f"{NAMES['attika']}(nations=2)")
    state = _walk(game, 1, 12)[-1]
    assert state.position is None
    assert str(state).startswith("deal ")
    assert sum(state.observation_tensor(0)) == 1.0
    assert state.returns() == [0.0, 0.0]
    other = state.resample_from_infostate(0, Random(1).random)
    assert str(other) == str(state)


# ---- bad calls -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ("nations=9", "is for 2 to 6 players, not 9"),
        ("board=moon", "There is no board 'moon'"),
        ("round_limit=-3", "takes a number from 1 to 10000"),
        ("max_decisions=0", "from 1 on"),
        ("max_decisions=3", "3 come before play, so it must be more than that, not 3"),
        ("seed=-2", "seed is a number from 0 on, or -1 to draw the set-up, not -2"),
        ("sudden_death=True", "Unknown parameter 'sudden_death'"),
        ("nations=many", "Wrong type for parameter nations"),
    ],
)
def test_what_does_not_exist_is_refused_with_a_sentence(settings: str, says: str) -> None:
    with pytest.raises(pyspiel.SpielError, match=says):
        pyspiel.load_game(f"{NAMES['antike-2006']}({settings})")


def test_illegal_actions_are_refused_with_the_reason_and_change_nothing() -> None:
    state = pyspiel.load_game(f"{NAMES['antike-2006']}(seed=1)").new_initial_state()
    before = str(state)
    with pytest.raises(pyspiel.SpielError, match="Not now: the Phoenicians must move"):
        state.apply_action(0)
    assert (str(state), state.history()) == (before, [])
    chance = pyspiel.load_game(NAMES["antike-2006"]).new_initial_state()
    with pytest.raises(pyspiel.SpielError, match="is no outcome"):
        chance.apply_action(77)
    with pytest.raises(pyspiel.SpielError, match="77 is no outcome"):
        chance.action_to_string(77)
    for action in (-1, -2, 10**9):
        with pytest.raises(pyspiel.SpielError, match=f"There is no action {action}"):
            state.action_to_string(action)
    with pytest.raises(pyspiel.SpielError, match="A player is a number from 0 to 3, not 4"):
        state.resample_from_infostate(4, Random(1).random)
    with pytest.raises(RondelError, match="not a game"):
        deal_for(object())  # type: ignore[arg-type]


# ---- their players ---------------------------------------------------------------------------------------------------


class Judge(mcts.Evaluator):  # type: ignore[misc]  # OpenSpiel has no type hints
    """Leaves are judged by what the bots know of the game."""

    def __init__(self, game: Any) -> None:
        self._know = evaluator_for(game.rondel)

    def evaluate(self, state: Any) -> Any:
        chances = np.array(self._know.values(state.position))
        return (len(chances) * chances - 1) / (len(chances) - 1)

    def prior(self, state: Any) -> list[tuple[int, float]]:
        if state.is_chance_node():
            return list(state.chance_outcomes())
        return [(action, 1 / len(state.legal_actions())) for action in state.legal_actions()]


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("name", "reasons"),
    [
        # few simulations make play that can dawdle, so Duellum has a limit of rounds here
        (f"{NAMES['antike-duellum']}(round_limit=100)", {"personages", "round-limit"}),
        (f"{NAMES['attika']}(nations=2)", {"buildings", "shrines", "both"}),
    ],
)
def test_their_tree_search_plays_a_whole_game(name: str, reasons: set[str]) -> None:
    game = pyspiel.load_game(name)
    rng = np.random.RandomState(1)
    bots = [mcts.MCTSBot(game, 0.5, 20, Judge(game), random_state=rng) for _ in range(2)]
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, shares = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(outcomes, p=shares)))
        else:
            state.apply_action(bots[state.current_player()].step(state))
    reason = state.position.end_reason()
    assert reason in reasons
    assert sorted(state.returns()) == ([0.0, 0.0] if reason == "round-limit" else [-1.0, 1.0])


@pytest.mark.untraced
def test_their_search_by_information_sets_plays_attika() -> None:
    game = pyspiel.load_game(f"{NAMES['attika']}(nations=2,seed=3)")
    bot = ismcts.ISMCTSBot(
        game=game, evaluator=Judge(game), uct_c=0.5, max_simulations=12, random_state=np.random.RandomState(2)
    )
    state, played = game.new_initial_state(), 0
    rng = Random(3)
    while played < 12:
        if state.is_chance_node():
            outcomes, shares = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, shares)[0])
        else:
            action = bot.step(state)
            assert action in state.legal_actions()
            state.apply_action(action)
            played += 1
