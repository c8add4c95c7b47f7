"""Numbers of actions that do not depend on options, and actions taken apart."""

from __future__ import annotations

import gymnasium
import numpy as np
import pettingzoo
import pytest

from rondel import make
from rondel.adapters.gymnasium import RondelEnv
from rondel.adapters.gymnasium_vector import RondelVectorEnv
from rondel.adapters.pettingzoo import raw_env
from rondel.boards.reader import load_board
from rondel.features import encoder_for
from rondel.features.numbering import FACTORS, Numbering, numbering_of
from rondel.registry import SETUPS
from rondel.vector import make as make_games
from tests.adapters.cases import CASES, Case, case_name, walk


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_without_options_the_numbers_are_those_of_the_engine(case: Case) -> None:
    book, board, players, options = case
    game = make(book, players, board, options)
    numbering = numbering_of(game)
    assert numbering.same
    assert numbering.count >= game.num_actions
    assert numbering.stable.tolist() == list(range(game.num_actions))


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_options_do_not_change_what_a_number_means(setup: tuple[str, int, dict[str, int]]) -> None:
    book, players, options = setup
    game = make(book, players, options=options)
    opening = {name: 1 for name in ("two-players",) if name in options}
    plain, own = numbering_of(make(book, players, options=opening)), numbering_of(game)
    assert own.count == plain.count
    assert own._identities == plain._identities
    for action, identity in enumerate(encoder_for(game).identities()):
        assert own._identities[own.stable[action]] == identity
        assert own.engine[own.stable[action]] == action
    assert own.to_engine(np.array([-1, own.count, 10**9])).tolist() == [-1, -1, -1]
    assert own.to_stable(np.array([-1])).tolist() == [-1]


def test_the_same_number_learns_with_and_without_special_units() -> None:
    plain, special = make("antike-duellum"), make("antike-duellum", options={"special-units": 1})
    assert plain.num_actions != special.num_actions
    learn = plain.actions.learn  # type: ignore[attr-defined]
    other = numbering_of(special)
    assert special.actions.learn != learn  # type: ignore[attr-defined]
    assert other.engine[learn] == special.actions.learn  # type: ignore[attr-defined]


def test_a_board_of_ones_own_has_the_numbers_of_its_game() -> None:
    board = {**load_board("aegean-mini").source, "id": "mine"}
    game = make("antike-2006", 3, board)
    numbering = numbering_of(game)
    assert numbering.same
    assert numbering.count == game.num_actions


@pytest.mark.parametrize("book", ["antike-2005", "antike-2006", "antike-2", "antike-duellum", "attika"])
def test_factors_tell_actions_apart_and_lead_to_legal_ones(book: str) -> None:
    game = make(book)
    numbering = numbering_of(game)
    factors = numbering.factors()
    assert factors.table.shape == (numbering.count, len(FACTORS))
    assert len({tuple(row) for row in factors.table.tolist()}) == numbering.count
    rng = np.random.default_rng(1)
    for state in list(walk(game, 1, 200))[::5]:
        legal = numbering.stable[list(state.legal())]
        chosen: list[int] = []
        for _ in FACTORS:
            chosen.append(int(rng.choice(np.flatnonzero(factors.mask(legal, chosen)))))
        assert factors.action(chosen) in legal
    with pytest.raises(ValueError, match="There is no action of the factors"):
        factors.action((0, 1, 1, 99))


def test_moves_have_the_regions_they_cross() -> None:
    game = make("antike-2006")
    factors = numbering_of(game).factors()
    actions = game.actions  # type: ignore[attr-defined]
    kind, source, target, _ = factors.table[actions.move]
    assert factors.kinds[kind] == "move"
    assert (source - 1, target - 1) == actions.crossings[0][1:]


def test_environments_play_by_stable_numbers() -> None:
    settings = {"special_units": True, "flat": True}
    old, new = raw_env("antike-duellum", version=0, **settings), raw_env("antike-duellum", **settings)
    numbering = numbering_of(new.game)
    assert isinstance(numbering, Numbering)
    games = make_games("antike-duellum", 2, 1, options={"special-units": 1})
    games.reset(seed=3)
    for env in (old, new):
        env.reset(seed=3)
    rng = np.random.default_rng(3)
    for _ in range(300):
        legal = new.last()[4]["legal"]
        assert sorted(numbering.engine[legal].tolist()) == old.last()[4]["legal"].tolist()
        assert np.flatnonzero(new.action_masks()).tolist() == legal.tolist()
        assert sorted(games.legal_of(0)) == legal.tolist()
        assert np.flatnonzero(games.masks()[0]).tolist() == legal.tolist()
        action = int(rng.choice(legal))
        new.step(action)
        old.step(int(numbering.engine[action]))
        games.step([action])
        assert new.position.key() == old.position.key() == games.state_of(0).key()
    with pytest.raises(ValueError, match="There is no action"):
        new.step(numbering.count)
    with pytest.raises(ValueError, match="Game 0: it has no action"):
        games.step([numbering.count])


def test_both_versions_are_registered() -> None:
    with pytest.warns(DeprecationWarning, match="out of date"):
        old = gymnasium.make("rondel/antike-duellum-v0", bots="random")
    new = gymnasium.make("rondel/antike-duellum-v1", bots="random")
    for version, seat, count in ((0, old, 9694), (1, new, 9756)):
        assert seat.action_space.n == count  # type: ignore[attr-defined]
        made = pettingzoo.make("aec", f"rondel/antike_duellum_v{version}")
        assert made.action_space("player_0").n == count  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match="version is one of 0, 1, not 2"):
        RondelEnv("antike-duellum", version=2)
    with pytest.raises(ValueError, match="Vectors of games are of version 1"):
        RondelVectorEnv("antike-duellum", version=0)


def test_a_legal_action_is_written_by_its_stable_number() -> None:
    made = RondelEnv("antike-duellum", bots="random", special_units=True)
    _, info = made.reset(seed=1)
    texts = [made.action_text(action) for action in info["legal"]]
    assert made.position is not None
    assert sorted(texts) == sorted(made.game.action_text(made.position, action) for action in made.position.legal())
