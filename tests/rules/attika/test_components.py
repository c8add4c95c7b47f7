"""What is in the box."""

from __future__ import annotations

from collections import Counter

import pytest

from rondel import SetupError
from rondel.attika.layout import flower
from rondel.attika.rules import BLANK, CITIES, GROUPS, KINDS
from rondel.attika.tables import MOTHERS, NUMBER
from rondel.attika.tiles import load_tiles, turned
from rondel.registry import find_book, make
from tests.rules.attika.support import at, city, legal, play, price
from tests.rules.attika.support import make as game_for
from tests.support import rule


@rule("AT-001")
def test_two_to_four_play() -> None:
    assert find_book("attika").players == (2, 3, 4)
    for players in (1, 5):
        with pytest.raises(SetupError):
            make("attika", players)


@rule("AT-002")
def test_twenty_two_tiles_of_seven_spaces_all_different() -> None:
    tiles = load_tiles("flowers")
    assert len(tiles.symbols) == 22
    assert all(len(symbols) == 7 for symbols in tiles.symbols)
    turns = [{turned(symbols, times) for times in range(6)} for symbols in tiles.symbols]
    assert sum(len(ways) for ways in turns) == len(set.union(*turns))
    blanks = sum(symbols.count(BLANK) for symbols in tiles.symbols)
    assert blanks > 154 / 2
    assert tiles.provenance == "ours"


@rule("AT-003", "AT-013")
@pytest.mark.parametrize(("players", "shrines"), [(2, 2), (3, 3), (4, 4)])
def test_shrines_by_number_of_players(players: int, shrines: int) -> None:
    game = game_for(players)
    assert len(game.start.shrines) == shrines
    covered = {place for centre in game.start.centres for place in flower(centre)}
    for shrine in game.start.shrines:
        assert shrine not in covered
        touching = [q for q in covered if (q[0] - shrine[0], q[1] - shrine[1]) in flower((0, 0))]
        assert len(touching) == 2


@rule("AT-004", "AT-014")
def test_fifteen_amphorae_in_a_common_supply() -> None:
    state = game_for(3).new(1)
    assert state.view(0)["amphorae"] == 15
    assert [city(state, name)["amphorae"] for name in CITIES[:3]] == [0, 0, 0]


@rule("AT-005", "AT-R35")
def test_a_player_board_has_room_for_every_building() -> None:
    everything = {kind.name: kind.count for kind in KINDS}
    stored = {**everything, "Oracle": 0}
    state = play(at({"stored": stored, "piles": {"1": 1}}), "draw 1")  # without cards nothing but storing is left
    assert city(state)["stored"] == everything


@rule("AT-006", "AT-R34")
def test_thirty_buildings_a_player_and_like_ones_are_named_by_kind() -> None:
    assert sum(kind.count for kind in KINDS) == 30
    assert {kind.name: kind.count for kind in KINDS if kind.count > 1} == {"Tower": 2, "Ship": 3, "Street": 4}
    state = at({"stored": {"Tower": 2}, "hand": {"hill": 4, "mountain": 2}})
    assert legal(state, "build") == {"build Tower"}
    assert city(play(state, "build Tower 0,0"))["stored"] == {"Tower": 1}


@rule("AT-007")
def test_sixty_cards_fifteen_of_each_terrain() -> None:
    state = game_for(4).new(3)
    for terrain in range(4):
        assert sum(state.hands[terrain::4]) + state.deck[terrain] == 15


@rule("AT-008", "AT-R14")
def test_seven_groups_streets_among_them() -> None:
    assert GROUPS == ("City", "Supply", "Defence", "Shipping", "Mint", "Wine", "Streets")
    sizes = Counter(kind.group for kind in KINDS for _ in range(kind.count))
    assert sizes == {"City": 10, "Supply": 4, "Defence": 4, "Shipping": 4, "Mint": 2, "Wine": 2, "Streets": 4}


@rule("AT-009", "AT-D05")
def test_the_defence_group_and_its_arrows() -> None:
    defence = {kind.name: (kind.count, kind.mother) for kind in KINDS if kind.group == "Defence"}
    assert defence == {"Quarry": (1, ""), "Fortress": (1, "Quarry"), "Tower": (2, "Fortress")}


@rule("AT-010", "AT-R16")
def test_arrows_stay_within_a_group_and_basic_buildings_have_none() -> None:
    for kind in KINDS:
        if kind.mother:
            assert KINDS[NUMBER[kind.mother]].group == kind.group
    assert {kind.name for kind in KINDS if kind.basic} == {
        "Capital", "Well", "Quarry", "Harbour", "Silver mine", "Vineyard"
    }  # fmt: skip
    assert MOTHERS[NUMBER["Street"]] == NUMBER["Street"]


@rule("AT-011")
def test_costs_as_printed() -> None:
    printed = {kind.name: kind.cost for kind in KINDS if kind.provenance == "printed"}
    assert printed["Capital"] == "WFHM"
    assert printed["Tower"] == "HHM"
    assert printed["Street"] == "5"
    assert game_for(2).costs[NUMBER["Tower"]] == (0, 0, 2, 1)
    assert {kind.provenance for kind in KINDS} == {"printed", "ours"}
    assert len(printed) == 12
    state = at({"stored": {"Tower": 1}, "hand": {"hill": 2, "mountain": 2}})
    assert price(state, "Tower", "0,0") == "2 hill 1 mountain"
