"""What a game tells pages and logs where all is open, and corners of mixed rules that random games must reach."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from rondel.antike.deal import AntikeDeal
from rondel.antike.engine import AntikeGame
from rondel.antike.parts.leaders.rules import leader_type
from rondel.antike.phases import battle
from rondel.antike.state import ANSWER, State
from rondel.antike.variants import ANTIKE_2, BOARDS, make_rules
from rondel.attika.engine import AttikaGame
from rondel.attika.phases.drawing import event
from rondel.attika.sites import hand_key
from rondel.attika.state import TILE
from rondel.boards.reader import load_board
from rondel.game import CHANCE
from rondel.registry import make


def test_everybody_sees_and_reads_everything_in_the_antike_family() -> None:
    game = make("antike-2006", 3)
    assert isinstance(game, AntikeGame)
    state = game.new(1)
    assert game.public(state) == state.view(CHANCE) == AntikeDeal(game).public(state)
    assert all(game.reads(state, action, seat) for action in state.legal() for seat in range(3))


def test_two_players_with_two_nations_each_draw_who_has_the_starting_pair() -> None:
    game = make("antike-2006", 2)
    assert isinstance(game, AntikeGame)
    deal = AntikeDeal(game)
    assert deal.draws == 1
    assert deal.outcomes(()) == [(0, 0.5), (1, 0.5)]
    assert [deal.text((), seat) for seat in (0, 1)] == [f"seat {seat} has the starting pair" for seat in (0, 1)]
    assert [deal.first_state((seat,)).to_act for seat in (0, 1)] == [0, 1]
    assert deal.outcomes((0,)) == []


def test_in_a_battle_to_the_end_only_those_that_entered_are_fought_where_each_answers_alone() -> None:
    rules = replace(ANTIKE_2, battle_size="all")
    game = AntikeGame(rules, load_board(BOARDS["antike-2"][0]), 3, {})
    rng, met = Random(4), 0
    for seed in range(40):
        state = game.new(seed)
        for _ in range(1500):
            if not state.legal() or met > 3:
                break
            if state.phase == ANSWER:
                kind, _, entered = battle.entering(game, state)[:3]
                pairs = battle.battle_pairs(game, state, state.place, state.turn, kind)
                assert pairs <= entered
                met += 1
            state.advance(rng.choice(list(state.legal())))
            state.check()
    assert met > 3


def test_a_leader_moves_where_there_are_no_event_cards() -> None:
    rules = replace(make_rules("antike-duellum", {"special-units": 1}, 2), events=())
    game = AntikeGame(rules, load_board("rome-carthage"), 2, {"special-units": 1})
    rng, moved = Random(5), 0
    for seed in range(30):
        state: State = game.new(seed)
        for _ in range(1500):
            legal = list(state.legal())
            if not legal or moved > 3:
                break
            leads = [action for action in legal if game.action_text(state, action).startswith("move admiral")]
            leads += [action for action in legal if game.action_text(state, action).startswith("move general")]
            if leads:
                assert leader_type(state, state.turn) in (0, 1)
            moved += bool(leads)
            state.advance(rng.choice(leads or legal))
            state.check()
    assert moved > 3


def test_a_point_at_the_end_falls_on_the_last_tile() -> None:
    game = make("attika", 2)
    assert isinstance(game, AttikaGame)
    state, rng = game.new(2), Random(3)
    for _ in range(400):
        if state.phase == TILE:
            assert event(state, 1.0 + 1e-9) == state.legal()[-1]
            return
        state.advance(rng.choice(list(state.legal())))
    pytest.fail("no tile was drawn")


def test_what_a_hand_can_pay_is_worked_out_once() -> None:
    game = make("attika", 2)
    assert isinstance(game, AttikaGame)
    hand = hand_key((2, 1, 1, 0))
    first = game.payable_rows(1, hand)
    assert game.payable_rows(1, hand) is first
