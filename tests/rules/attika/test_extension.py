"""Extending the board."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rondel.attika.layout import flower, petals
from rondel.attika.rules import BLANK, KINDS
from rondel.attika.state import State
from rondel.attika.symbols import seen_at
from rondel.attika.tiles import PETALS, turned
from rondel.position import to_position
from rondel.simulate import choose
from tests.rules.attika.support import at, is_chance, legal, make, places, play, refused
from tests.support import rule

ALL: dict[str, Any] = {kind.name: kind.count for kind in KINDS}
LAST = {"stored": {**ALL, "Oracle": 0}, "piles": {"1": 1}}


def _tile(**more: Any) -> State:
    """Give a position in which a board tile has just been drawn."""
    return play(at(LAST, **more), "draw 1", "tile T09")


@rule("AT-069", "AT-081", "AT-R23")
def test_the_last_building_of_a_pile_brings_a_tile_that_must_be_laid() -> None:
    state = at({"stored": {**ALL, "Oracle": 0, "Temple": 0}, "piles": {"1": 2}})
    first = play(state, "draw 1", "reveal Oracle")
    assert not is_chance(first)
    assert legal(first) == {"cards", "draw 1"}
    second = play(first, "draw 1")
    assert is_chance(second)
    assert len(legal(second, "tile")) == 18
    placing = play(second, "tile T09")
    assert refused(placing, "cards")[0] == "not_now"
    assert not legal(placing, "end")
    rotating = play(placing, "place -4,4")
    assert legal(rotating) == {f"turn {times}" for times in range(6)}


@rule("AT-071", "AT-R23")
def test_the_tile_is_seen_before_it_is_placed_and_turned() -> None:
    state = _tile()
    assert to_position(state)["tile"] == "T09"
    for times in range(6):
        after = play(state, f"place 2,-3 turn {times}")
        assert to_position(after)["tiles"][-1] == ["T09", 2, -3, times]
    assert state.game.action_text(state, state.legal()[0]).startswith("place ")


@pytest.mark.untraced
@rule("AT-072", "AT-073", "AT-074", "AT-R24")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_tile_goes_wherever_it_covers_nothing_and_touches_something(players: int) -> None:
    game = make(players)
    for seed in range(3):
        rng, state = Random(seed), game.new(seed)
        while state.legal():
            if state.phase == 4:
                taken = {*state.layout.hexes, *game.start.shrines}
                reach = {place for other in taken for place in petals(other)}
                fitting = {
                    (q, r)
                    for q in range(game.window.left, game.window.left + game.window.width)
                    for r in range(game.window.low, game.window.low + game.window.height)
                    if not taken & {*flower((q, r))} and reach & {*flower((q, r))}
                }
                assert {game.window.hex(action) for action in state.legal()} == fitting
            state = state.apply(choose(state, rng))


@rule("AT-072", "AT-R24")
def test_touching_a_shrine_alone_is_enough() -> None:
    state = _tile()
    # two steps to the left of the shrine at -2,1; no space of a tile is near
    assert "-4,1" in places(state)
    after = play(state, "place -4,1 turn 0")
    index = after.layout.index
    assert all(other in after.layout.near[index[-4, 1]] for other in (index[-3, 1],))
    beside = [place for place in flower((-4, 1)) if any(other in state.layout.index for other in petals(place))]
    assert beside == []


@rule("AT-073", "AT-R24")
def test_a_hole_may_arise_and_is_no_space() -> None:
    state = _tile()
    assert "-4,3" in places(state)
    after = play(state, "place -4,3 turn 0")
    hole = (-2, 2)
    assert hole not in after.layout.index
    assert sum(place in after.layout.index or place == (-2, 1) for place in petals(hole)) >= 4


@rule("AT-074", "AT-072")
def test_a_tile_covers_nothing_and_touches_something() -> None:
    state = _tile()
    assert refused(state, "place 1,1") == ("occupied", "AT-074")
    assert refused(state, "place -3,1") == ("occupied", "AT-074")  # it would cover the shrine
    assert refused(state, "place 9,9") == ("not_adjacent", "AT-072")


@rule("AT-075")
def test_the_new_spaces_can_be_built_on_at_once() -> None:
    own = {"stored": {**ALL, "Oracle": 0, "Temple": 0}, "piles": {"1": 1, "2": 1}, "hand": {"forest": 5}}
    state = play(at(own), "draw 1", "reveal Oracle", "store", "tile T09", "place -4,4 turn 0", "draw 2")
    assert "-4,4" in places(state)


@rule("AT-076", "AT-R43")
def test_with_no_tiles_left_play_goes_on() -> None:
    game = make(4)
    tiles = [["T%02d" % (n + 1), *centre, 0] for n, centre in enumerate(game.start.centres)]  # noqa: UP031
    row = [(7 + 3 * step, 2) for step in range(14)]
    tiles += [[f"T{n + 9:02}", *centre, 0] for n, centre in enumerate(row)]
    own = {"stored": {**ALL, "Oracle": 0, "Temple": 0}, "piles": {"1": 2}}
    state = at(own, players=4, tiles=tiles)
    assert not state.tiles_left
    state = at({**own, "stored": {**ALL, "Oracle": 0}, "piles": {"1": 1}, "hand": {"water": 9}}, players=4, tiles=tiles)
    after = play(state, "draw 1", "store")
    assert after.turn == 0 or after.phase == 7
    assert to_position(after)["phase"] != "tile"


@rule("AT-R11", "AT-041")
def test_a_new_tile_changes_what_old_spaces_see() -> None:
    game = make(2)
    rng, state = Random(4), game.new(4)
    seen = 0
    while state.legal():
        before, size = state, len(state.ground)
        state = state.apply(choose(state, rng))
        if len(state.ground) > size:
            tile, _, times = state.placed[-1]
            assert state.ground[size:] == turned(game.tiles.symbols[tile], times)
            old = [space for space in range(size) if any(other >= size for other in state.layout.near[space])]
            for space in old:
                fresh = [state.ground[other] for other in state.layout.near[space] if other >= size]
                for terrain in range(BLANK):
                    gained = fresh.count(terrain)
                    assert seen_at(state, terrain, space) == seen_at(before, terrain, space) + gained
                seen += 1
    assert seen > 10


@rule("AT-R42")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_window_holds_whatever_can_be_reached(players: int) -> None:
    game = make(players)
    reach = game.tiles.source["layouts"][str(players)]["reachable"]
    assert game.window.left == reach["q"][0]
    assert game.window.left + game.window.width - 1 == reach["q"][1]
    assert game.window.low == reach["r"][0]
    assert game.window.low + game.window.height - 1 == reach["r"][1]
    # the furthest growth: every tile of the game as far out as possible in one direction
    for direction in ((3, 0), (-3, 0), (0, 3), (0, -3), (3, -3), (-3, 3)):
        layout = game.start_layout
        for _ in range(min(4 * players, 22 - len(game.start.centres))):
            best = max(layout.places, key=lambda action: _along(game.window.hex(action), direction))
            assert best >= 0
            assert all(game.window.action(place) >= 0 for place in flower(game.window.hex(best)))
            layout = layout.extended(game.window.hex(best))


def _along(place: tuple[int, int], direction: tuple[int, int]) -> int:
    q, r = place
    dq, dr = direction
    return q * dq + r * dr


@rule("AT-D12")
@pytest.mark.parametrize(("players", "spaces"), [(2, 84), (3, 126), (4, 154)])
def test_a_grown_board_has_room_for_every_building(players: int, spaces: int) -> None:
    game = make(players)
    grown = 7 * min(22, len(game.start.centres) + 4 * players)
    assert grown == spaces
    assert spaces >= 30 * players


@rule("AT-R42")
def test_places_around_the_edge_of_the_window_do_not_wrap() -> None:
    window = make(2).window
    right, low = window.left + window.width - 1, window.low
    for centre in ((window.left, low), (right, low), (right, low + window.height - 1), (window.left + 5, low + 5)):
        around = [window.action(place) for place in petals(centre)]
        assert window.actions(centre, PETALS) == [action for action in around if action >= 0]
