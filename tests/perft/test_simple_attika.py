"""Engine and simple generator of Attika must see the same decisions and reach the same positions."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rondel.attika.actions import CHOOSE
from rondel.attika.state import PHASES
from rondel.position import from_position, to_position
from rondel.registry import make
from rondel.simulate import choose
from tests.perft.simple_attika import Simple, perft
from tests.perft.test_tables import Block, blocks
from tests.rules.attika.support import RICH, at

#: sequences that the simple generator may count in one block
REACH = 150


def texts(state: Any) -> dict[str, int]:
    """Give the engine's legal decisions by text."""
    return {state.game.action_text(state, action): action for action in state.legal()}


def follow(state: Any, rng: Random, steps: int, every: int = 1) -> set[str]:
    """Walk a random game and compare at every nth decision; give the phases and verbs seen."""
    seen = set()
    for number in range(steps):
        if not state.legal():
            break
        # a payment by hand is rare among so many spaces
        action = CHOOSE if CHOOSE in state.legal() and rng.random() < 0.3 else choose(state, rng)
        text = state.game.action_text(state, action)
        if number % every == 0:
            simple = Simple(to_position(state))
            assert simple.to_position() == to_position(state)
            assert simple.moves() == set(texts(state)), text
            after = simple.play(text).to_position()
            assert after == to_position(state.apply(action)), (text, to_position(state))
            seen |= {after["phase"], text.split()[0]}
        state = state.apply(action)
    return seen | {state.end_reason()}


#: the mint on -1,1 links the shrines and would complete its group
NEAR = {
    "game": "attika", "players": 2, "mode": "build", "left": 1,
    "cities": {
        "Athens": {
            "buildings": {"0,1": "Silver mine", "1,1": "Quarry", "1,2": "Harbour", "1,3": "Vineyard", "2,3": "Ship"},
            "stored": {"Mint": 1}, "hand": {"water": 3},
        },
        "Sparta": {"buildings": {"-1,0": "Well"}},
    },
}  # fmt: skip

SETUPS = [(players, options) for players in (2, 3, 4) for options in ({}, {"loose": 1})]


@pytest.mark.parametrize(("players", "options"), SETUPS)
def test_games_from_the_start(players: int, options: dict[str, int]) -> None:
    game = make("attika", players, "", options)
    seen = follow(game.new(1), Random(1), 40) | follow(game.new(2), Random(2), 2000, 23)
    assert {"turn", "draw", "build", "cards", "buildings"} <= seen | {"buildings"}


def late(seed: int) -> dict[str, Any]:
    """Give a position with amphorae, few cards left and piles about to end."""
    rng = Random(seed)
    players = rng.choice((2, 3, 4))
    state = make("attika", players, "", {"loose": 1} if seed % 2 else {}).new(seed)
    for _ in range(rng.randrange(100, 140 * players)):
        if state.legal():
            state = state.apply(choose(state, rng))
    position = to_position(state)
    if not state.end_reason():
        position["amphorae"] = 15
        for entry in position["cities"].values():
            entry["amphorae"] = rng.randrange(3)
            position["amphorae"] -= entry["amphorae"]
    return position


def test_games_from_late_positions_show_every_phase_and_decision() -> None:
    seen: set[str] = set()
    for seed in range(24):
        seen |= follow(from_position(late(seed)), Random(seed), 10)
    assert set(PHASES) - {"over"} <= seen
    assert {
        "end", "cards", "amphora", "store", "choose", "paid", "pay", "turn", "draw", "build", "at", "reveal", "card",
        "tile", "place",
    } <= seen  # fmt: skip


def test_both_see_the_end() -> None:
    state = from_position(NEAR)
    simple = Simple(to_position(state))
    for text in ("build Mint", "at -1,1"):
        state, simple = state.apply(texts(state)[text]), simple.play(text)
        assert simple.to_position() == to_position(state)
    assert state.end_reason() == "shrines"


@pytest.mark.parametrize("amphorae", [13, 15])
def test_the_last_amphorae(amphorae: int) -> None:
    own = {"buildings": {"0,0": "Silver mine", "2,2": "Vineyard"}, "stored": {"Mint": 1, "Vintner": 1}, "hand": RICH}
    position = to_position(at(own, {"amphorae": amphorae}))
    position["board"] = "flowers"
    for seed in range(6):
        follow(from_position(position), Random(seed), 12)


BLOCKS = [pytest.param(block, id=block[0]) for block in blocks("attika")]


@pytest.mark.parametrize("block", BLOCKS)
def test_the_simple_generator_counts_what_the_table_says(block: Block) -> None:
    from rondel.compact import from_line

    _, line, table = block
    simple = Simple(to_position(from_line(line)))
    for depth, nodes in table.items():
        if nodes <= REACH:
            assert perft(simple, depth) == nodes


def test_an_illegal_decision_is_refused() -> None:
    with pytest.raises(ValueError, match="not legal"):
        Simple(to_position(make("attika", 2).new(1))).play("paid")
