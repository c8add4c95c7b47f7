"""The engine and the simple generator must see the same decisions and reach the same positions."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from rondel.position import from_position, to_position
from tests.perft.differential import SETUPS, Setup, compare_perft, differ
from tests.perft.positions import BOOKS, RICH, random_position
from tests.perft.simple import ASKS, DOES, Simple
from tests.support import antike, make


def name_of(setup: Setup) -> str:
    book, players, options = setup
    return "-".join((book, str(players), *options))


def start_of(book: str, players: int, options: dict[str, int] | None = None, seed: int = 0) -> Simple:
    return Simple.from_position(to_position(make(book, players, "", options or {}).new(seed)))


@pytest.mark.parametrize("setup", SETUPS, ids=name_of)
def test_games_from_the_start(setup: Setup) -> None:
    book, players, options = setup
    game = make(book, players, "", options)
    for seed, decisions, every in ((1, 60, 1), (2, 1200, 12)):
        seen, found = differ(game.new(seed), Random(seed), decisions, every)
        assert found is None, str(found)
        assert seen


@pytest.mark.parametrize("position", RICH, ids=lambda position: f"{position['game']}-{position['round']}")
def test_games_from_late_positions(position: dict[str, Any]) -> None:
    for seed in (1, 2):
        _, found = differ(antike(from_position(position)), Random(seed), 60)
        assert found is None, str(found)


def test_games_from_random_positions_show_every_phase_and_decision() -> None:
    seen: Counter[str] = Counter()
    starts = [make(book, players, "", options).new(0) for book, players, options in SETUPS]
    for seed in range(66):
        rng = Random(seed)
        late = antike(from_position(random_position(rng, *SETUPS[seed % len(SETUPS)])))
        counts, found = differ(late, rng, 50)
        assert found is None, str(found)
        seen += counts
    for state in (*starts, *(antike(from_position(position)) for position in RICH)):
        seen += differ(state, Random(5), 25)[0]
    assert set(ASKS) <= set(seen)
    assert {f"verb {verb}" for verb in DOES} <= set(seen)
    assert {"end personages", "end temple"} <= set(seen)


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("book", BOOKS)
def test_perft_from_the_start(book: str, players: int) -> None:
    state = make(book, players).new(0)
    for depth in (1, 2, 3, 4):
        assert compare_perft(state, depth) == ""


@pytest.mark.parametrize("position", RICH[2:10], ids=lambda position: f"{position['game']}-{position['round']}")
def test_perft_from_late_positions(position: dict[str, Any]) -> None:
    assert compare_perft(antike(from_position(position)), 2) == ""


# ---- the simple generator against worked examples of the ledgers ---------------------------------------------


def play(simple: Simple, *moves: str) -> Simple:
    for text in moves:
        simple = simple.play(text)
    return simple


def pass_on(simple: Simple, name: str) -> Simple:
    """Let the other nations take gold, then again gold for the same until the nation is on turn."""
    while simple.turn != name:
        simple = simple.play(f"rondel {'gold' if simple.me.rondel is None else 'marble'}")
    return simple


@pytest.mark.parametrize("book", BOOKS)
def test_growth_opening(book: str) -> None:
    simple = start_of(book, 4)
    name = simple.turn
    simple = pass_on(play(simple, "rondel marble"), name)
    simple = play(simple, "rondel temple", "pay 1 gold", "temple Alexandria")
    nation = simple.nations[name]
    assert nation.goods == {"marble": 0, "iron": 1, "gold": 2, "coin": 0}
    assert nation.temples == {"Alexandria"}


@pytest.mark.parametrize("book", BOOKS)
def test_military_opening(book: str) -> None:
    simple = start_of(book, 4)
    name = simple.turn
    simple = play(simple, "rondel arming", "arm legion Tyros", "pay 1 iron", "arm galley Paphos")
    simple = play(pass_on(simple, name), "rondel maneuver2", "move 1 legion Tyros Petra")
    simple = play(simple, "move 1 galley Paphos Knossos", "found Petra")
    nation = simple.nations[name]
    assert nation.goods == {"marble": 1, "iron": 0, "gold": 2, "coin": 0}
    assert len(nation.cities) == 4


@pytest.mark.parametrize("book", BOOKS)
def test_an_illegal_decision_is_refused(book: str) -> None:
    with pytest.raises(ValueError, match="not legal"):
        start_of(book, 3).play("rondel nowhere")


def test_equal_positions_have_equal_keys() -> None:
    simple = start_of("antike-2006", 3)
    assert simple.play("rondel iron").key() != simple.key()
    assert Simple.from_position(simple.to_position()).key() == simple.key()
