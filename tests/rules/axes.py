"""Mixes of rule axes: each axis with the values it takes, on each rulebook, played at random with every check."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, replace
from itertools import combinations
from random import Random
from typing import Any

from rondel.antike.engine import AntikeGame
from rondel.antike.rules import Rules, Trade
from rondel.antike.text.compact import read_line, write_line
from rondel.antike.variants import ANTIKE_2, ANTIKE_2006, ANTIKE_DUELLUM, BOARDS, PRESETS
from rondel.boards.reader import load_board
from rondel.errors import SetupError
from rondel.simulate import choose

#: how many play each rulebook here; where `nations` says another number, as many
PLAYERS = {"antike-2005": 4, "antike-2006": 3, "antike-2": 4, "antike-duellum": 2}
#: cards that need neither ramparts nor announced conquests
_CARDS = tuple(event for event in ANTIKE_DUELLUM.events if event.effect not in ("fortress", "earthquake"))
_TARGETS = ((2, 5), (3, 6), (4, 5), (5, 4), (6, 4))
#: the values that each axis is switched to; those that it has already are left out
VALUES: dict[str, tuple[Any, ...]] = {
    "players": ((2, 3, 4),),
    "wedges": (("marble", "temple", "maneuver", "gold", "arming", "iron", "know-how", "maneuver"),),
    "free_steps": (2, 8),
    "legions": (5, 12), "galleys": (5, 13), "stones": (6, None), "markers": ((12, 12, 10), (4, 4, 4), None),
    "stone_exchange": (True, False), "coins": (3, 20), "temples": (6,), "bank_units": (12, 30, None),
    "start_goods": ((3, 3, 3, 0), (4, 2, 6, 1)), "second_coins": (1, 0), "personages": ((6, 5, 4, 4, 2),),
    "thresholds": ((3, 0, 0, 2, 4),), "general_points": (2,), "targets": (_TARGETS,),
    "extra_personage": (True, False), "full_scholar": (True,), "temple_victory": ("all-out", "one-short", "none"),
    "trades": (
        ANTIKE_2006.trades, (Trade(give=1, take=1),), ANTIKE_2.trades, ANTIKE_DUELLUM.trades,
        (Trade(give=1, take=1, knowhow="strata", coins=True), Trade(give=2, take=1, knowhow="wheel")),
    ),
    "trade_delay": (True, False),
    "knowhows": (ANTIKE_2006.knowhows, ANTIKE_2.knowhows, ANTIKE_DUELLUM.knowhows),
    "temple_price": (6, 3), "unit_price": (2, 1), "recruit_prices": ((1, 2), None), "start_barracks": (1, 0),
    "rampart_price": (1, 2, 0), "rampart_points": ((0, 1, 2), ()), "neighbour_tax": (True, False),
    "new_units": ((2, 4),), "city_yield": ((2, 3),), "city_defence": ((2, 2),),
    "coin_timing": ("turn", "round", "production"), "open_sites": (True, False), "free_kind": (True, False),
    "neutral_temples": (True, False), "bellona": (True, False), "sheltered": (3, 0),
    "maneuver_phases": (True, False), "entry": ("joint", "each", "clash"), "battle_size": ("all", "pair"),
    "spare_action": (True, False), "declared": (True, False), "last_city_safe": (True, False),
    "events": (ANTIKE_DUELLUM.events, _CARDS, ()), "leaders": (("admiral", "general"),), "leader_price": (2,),
    "leader_alone": (False,), "nations": (2, 3, 5), "distribution": ("draw", "choose", "seat"),
    "first_nation": ("board", "draw"), "first_chooser": (1,), "start_cities": ("card", "one", "pick"),
    "draw_offers": (True,), "round_limit": (6,),
}  # fmt: skip
AXES = tuple(entry.name for entry in fields(Rules) if entry.name not in ("id", "title", "year", "version"))
#: mixes that make a part possible which hardly any pair of axes does
BASES: dict[str, dict[str, Any]] = {
    "": {},
    "duel": {"nations": 2, "start_cities": "pick", "targets": _TARGETS, "events": _CARDS},
    "open": {"declared": True, "rampart_price": 1, "rampart_points": (0, 1, 2), "entry": "clash"},
}


def switches(book: str) -> list[tuple[str, Any]]:
    """List each axis with each value that the rulebook does not have."""
    return [(axis, value) for axis in AXES for value in VALUES[axis] if getattr(PRESETS[book], axis) != value]


def pairs(book: str) -> Iterator[dict[str, Any]]:
    """Give the mixes of two axes on a rulebook."""
    for (one, first), (other, second) in combinations(switches(book), 2):
        if one != other:
            yield {one: first, other: second}


def random_mix(rng: Random) -> tuple[str, dict[str, Any]]:
    """Draw a rulebook and a mix of two to twelve axes, some on top of what makes more parts possible."""
    book = rng.choice(list(PRESETS))
    mix = dict(rng.choice(list(BASES.values())))
    for axis in rng.sample(AXES, rng.randint(2, 12)):
        mix[axis] = rng.choice(VALUES[axis])
    return book, mix


def make_mixed(book: str, mix: dict[str, Any]) -> AntikeGame:
    """Make a game of a rulebook with some axes switched."""
    seats = mix.get("nations") or PLAYERS[book]
    return AntikeGame(replace(PRESETS[book], **mix), load_board(BOARDS[book][0]), seats)


def is_told(message: str) -> bool:
    """Say whether a refusal is one sentence that names two axes, or one and the board."""
    named = {axis for axis in AXES if re.search(rf"\b{axis}\b", message)}
    whole = message.endswith(".") and ". " not in message
    return whole and len(named) + (" board " in f" {message.lower()} ") >= 2


def play_mixed(game: AntikeGame, seed: int, cap: int) -> int:
    """Play one random game: all checks after each change of turn and some decisions, positions read back."""
    rng, state, decisions = Random(seed), game.new(seed), 0
    turn = -1
    while state.legal() and decisions < cap:
        if state.turn != turn or rng.random() < 0.06:
            turn = state.turn
            state.check()
        if rng.random() < 0.02:
            read_back(game, state, rng)
        state.advance(choose(state, rng))
        decisions += 1
    state.check()
    if seed % 4 == 0:
        read_back(game, state, rng)
    assert state.legal() or state.end_reason()
    return decisions


def read_back(game: AntikeGame, state: Any, rng: Random) -> None:
    """Read the position back from its object and its line; show it, and give reasons for what is not legal."""
    position = state.view(0)
    assert game.read(position).key() == state.key()
    assert game.read(read_line(write_line(position))).key() == state.key()
    assert game.show(state)
    for action in state.legal()[:40]:
        assert game.parse_action(state, game.action_text(state, action)) == action
        assert game.parts(state, action)["kind"]
    for _ in range(3):
        action = rng.randrange(game.num_actions)
        if action not in state.legal():
            assert game.refusal(state, action).message


def outcome(book: str, mix: dict[str, Any], games: int, cap: int, seed: int = 0) -> bool:
    """Play a mix, or see it refused in a proper sentence; say whether it was played."""
    try:
        game = make_mixed(book, mix)
    except SetupError as error:
        if not is_told(error.message):
            raise AssertionError(f"{book} {mix} is refused without naming the axes: {error.message}") from error
        return False
    for number in range(games):
        try:
            play_mixed(game, seed + number, cap)
        except Exception as error:
            raise AssertionError(f"{book} {mix} seed {seed + number}: {type(error).__name__}: {error}") from error
    return True
