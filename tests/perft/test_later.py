"""The engine and the simple generators of Antike II and Duellum must see the same and reach the same positions."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from rondel.antike.state import State
from rondel.game import CHANCE
from rondel.position import from_position, to_position
from tests.perft.differential import (
    LATER_BOARDS,
    LATER_SETUPS,
    Setup,
    compare_perft,
    differ,
    later_state,
    read_simple,
    sweep,
)
from tests.perft.later import SELDOM, later_position
from tests.perft.simple import Simple
from tests.perft.simple2 import Simple2
from tests.perft.simple_duel import DECK, Duel
from tests.perft.test_simple import name_of, pass_on, play
from tests.support import antike, make

TABLES = [(setup, board) for setup in LATER_SETUPS for board in LATER_BOARDS[setup[0]]]
#: cards that are played with another decision, not by themselves
WITH_ANOTHER = {"levy", "architect", "settlers"}


def start_of(book: str, players: int, board: str = "") -> Simple:
    return read_simple(to_position(make(book, players, board).new(0)))


@pytest.mark.parametrize(
    ("setup", "board"), TABLES, ids=lambda value: value if isinstance(value, str) else name_of(value)
)
def test_games_from_the_start(setup: Setup, board: str) -> None:
    book, players, options = setup
    game = make(book, players, board, options)
    for seed, decisions, every in ((1, 60, 1), (2, 1200, 12)):
        seen, found = differ(game.new(seed), Random(seed), decisions, every)
        assert found is None, str(found)
        assert seen


@pytest.mark.parametrize("book", LATER_BOARDS)
def test_games_from_late_positions_show_every_phase_and_decision(book: str) -> None:
    seen: Counter[str] = Counter()
    rows = [row for row in TABLES if row[0][0] == book]
    for seed in range(160):
        rng = Random(seed)
        (_, players, options), board = rows[seed % len(rows)]
        drawn = {name: value for name, value in options.items() if name not in ("choose", "first-chooser")}
        counts, found = differ(antike(from_position(later_position(rng, book, players, board, drawn))), rng, 40)
        assert found is None, str(found)
        seen += counts
    for position in SELDOM:
        seen += sweep(antike(from_position(position)), 3)[0] if position["game"] == book else Counter()
    for (_, players, options), board in rows:
        seen += differ(make(book, players, board, options).new(5), Random(5), 15)[0]
    simple = Simple2 if book == "antike-2" else Duel
    assert set(simple.asks) <= set(seen)
    assert {f"verb {verb}" for verb in simple.does} <= set(seen)
    if book == "antike-duellum":
        assert {f"card {card}" for card in DECK if card not in WITH_ANOTHER} <= set(seen)
        assert {"end personages", "end agreement"} <= set(seen)
    else:
        assert {"end personages", "end temple"} <= set(seen)


@pytest.mark.parametrize(
    ("setup", "board"), TABLES, ids=lambda value: value if isinstance(value, str) else name_of(value)
)
def test_perft_from_the_start(setup: Setup, board: str) -> None:
    book, players, options = setup
    state: State = make(book, players, board, options).new(0)
    while state.to_act == CHANCE:
        state = state.apply(state.legal()[0])
    for depth in (1, 2, 3):
        assert compare_perft(state, depth) == ""


@pytest.mark.parametrize("position", SELDOM, ids=lambda position: f"{position['game']}-{position['phase']}")
def test_every_sequence_from_positions_seldom_seen(position: dict[str, Any]) -> None:
    assert sweep(antike(from_position(position)), 3)[1] is None


@pytest.mark.parametrize("seed", range(12))
def test_perft_from_late_positions(seed: int) -> None:
    state = later_state(len(LATER_SETUPS) * 2 + seed)
    assert compare_perft(state, 2) == ""


# ---- the simple generators against worked examples of the ledgers --------------------------------------------


def test_growth_opening_of_antike_2() -> None:
    simple = start_of("antike-2", 4)
    name = simple.turn
    simple = pass_on(play(simple, "rondel marble"), name)
    simple = play(simple, "rondel temple", "pay 1 gold", "temple Roma")
    nation = simple.nations[name]
    assert nation.goods == {"marble": 0, "iron": 3, "gold": 1, "coin": 0}
    assert nation.temples == {"Roma"}


def test_military_opening_of_antike_2() -> None:
    simple = start_of("antike-2", 4)
    name = simple.turn
    for wedge in ("iron", "gold", "arming"):
        simple = play(pass_on(simple, name), f"rondel {wedge}")
    simple = play(simple, "arm legion Roma", "pay 2 iron", "arm galley Neapolis", "pay 2 iron", "arm galley Syracus")
    nation = simple.nations[name]
    assert nation.goods == {"marble": 3, "iron": 0, "gold": 3, "coin": 0}
    assert nation.units == {"legion": {"Roma": 1}, "galley": {"Neapolis": 1, "Syracus": 1}}


def test_knowledge_and_recruits_of_duellum() -> None:
    rich = {"gold": 17, "coins": 0, "rondel": "know-how", "barracks": {"legions": 0, "galleys": 0}}
    knows = {"knowhow": ["navigatio"], "personages": {"scholar": 1}}
    position = {
        "game": "antike-duellum",
        "turn": "Carthaginians",
        "phase": "know-how",
        "nations": {"Romans": knows, "Carthaginians": rich},
        "open_cards": {"levy": 1, "fortress": 2},
    }
    simple = read_simple(to_position(from_position(position)))
    simple = play(simple, "learn navigatio", "learn commercium", *["recruit legion"] * 3, "recruit galley")
    assert isinstance(simple, Duel)
    nation = simple.nations["Carthaginians"]
    assert nation.goods["gold"] == 0
    assert nation.personages["scholar"] == 1
    assert simple.barracks["Carthaginians"] == {"legion": 3, "galley": 1}
    assert (simple.phase, simple.to_act, simple.tally["picks"]) == ("pick", "Romans", 1)


@pytest.mark.parametrize("book", LATER_BOARDS)
def test_an_illegal_decision_is_refused(book: str) -> None:
    with pytest.raises(ValueError, match="not legal"):
        start_of(book, 2 if book == "antike-duellum" else 3).play("rondel nowhere")
