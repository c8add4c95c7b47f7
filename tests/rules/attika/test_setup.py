"""Before the first turn."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from rondel import SetupError
from rondel.attika.phases.setup import first_state
from rondel.attika.rules import KINDS
from rondel.game import widened
from rondel.registry import find_book
from tests.rules.attika.support import city, make
from tests.support import rule


@rule("AT-012", "AT-R36", "AT-R02")
@pytest.mark.parametrize(("players", "tiles"), [(2, 4), (3, 6), (4, 8)])
def test_the_first_tiles_fill_their_places_in_order_in_random_rotation(players: int, tiles: int) -> None:
    game = make(players)
    rotations: set[int] = set()
    firsts: set[int] = set()
    for seed in range(60):
        state = game.new(seed)
        assert [game.window.hex(centre) for _, centre, _ in state.placed] == list(game.start.centres)
        assert len({tile for tile, _, _ in state.placed}) == tiles
        assert int(state.tiles_left).bit_count() == 22 - tiles
        rotations |= {turns for _, _, turns in state.placed}
        firsts.add(state.placed[0][0])
    assert rotations == set(range(6))
    assert len(firsts) > 10


@rule("AT-015", "AT-R44")
def test_colours_are_chosen_or_go_by_seat() -> None:
    assert [make(4).city_name(make(4).new(1), seat) for seat in range(4)] == ["Athens", "Sparta", "Corinth", "Thebes"]
    seat, game = find_book("attika").seat, widened(make(3))
    state = seat(game, ["theb", "Athens", "corinth"], "Corinth", 5)
    assert list(state.view(0)["cities"]) == ["Thebes", "Athens", "Corinth"]
    assert state.turn_of == 2
    for names in (["Thebes", "Thebes", "Athens"], ["Thebes", "Athens"]):
        with pytest.raises(SetupError):
            seat(game, names, "", 5)
    # no effect on play
    one, other = (
        seat(game, ["Athens", "Sparta", "Corinth"], "Athens", 5),
        seat(game, ["Thebes", "Corinth", "Sparta"], "", 5),
    )
    assert one.legal() == other.legal()
    assert one.key() != other.key()


@rule("AT-016", "AT-R01", "AT-D01", "AT-017", "AT-R30")
def test_four_piles_and_four_buildings_on_the_player_board() -> None:
    seen: Counter[str] = Counter()
    for seed in range(40):
        state = make(2).new(seed)
        for name in ("Athens", "Sparta"):
            entry = city(state, name)
            assert entry["piles"] == {"basic": 5, "1": 7, "2": 7, "3": 7}
            kinds = [kind for kind in KINDS for _ in range(entry["stored"].get(kind.name, 0))]
            assert len(kinds) == 4
            assert sum(kind.basic for kind in kinds) == 1
            seen.update(entry["stored"])
        assert len(state.placed) == 4
        assert not state.extend
    assert len(seen) == len(KINDS)


@rule("AT-018", "AT-D03")
@pytest.mark.parametrize(("players", "dealt", "left"), [(2, 9, 51), (3, 15, 45), (4, 22, 38)])
def test_cards_dealt_and_left(players: int, dealt: int, left: int) -> None:
    state = make(players).new(0)
    assert (sum(state.hands), sum(state.deck), sum(state.discard)) == (dealt, left, 0)


@rule("AT-019", "AT-R03")
def test_the_first_player_is_drawn_unless_chosen() -> None:
    assert {make(3).new(seed).turn for seed in range(30)} == {0, 1, 2}
    for seat in range(3):
        assert first_state(make(3), Random(1), seat).turn == seat


@rule("AT-020")
def test_hands_grow_to_the_left_of_the_first_player() -> None:
    for seed in range(12):
        state = make(4).new(seed)
        sizes = [sum(state.hands[4 * seat : 4 * seat + 4]) for seat in range(4)]
        assert [sizes[(state.turn + step) % 4] for step in range(4)] == [4, 5, 6, 7]


@rule("AT-D02")
@pytest.mark.parametrize(("players", "left", "growth"), [(2, 18, 8), (3, 16, 12), (4, 14, 16)])
def test_tiles_left_and_extensions_possible(players: int, left: int, growth: int) -> None:
    state = make(players).new(0)
    assert int(state.tiles_left).bit_count() == left
    assert sum(1 for size in state.piles if size) == growth
    assert (growth > left) == (players == 4)
