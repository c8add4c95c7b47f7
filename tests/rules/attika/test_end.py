"""How a game is won."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from rondel.attika.layout import petals
from rondel.position import from_position, to_position
from rondel.simulate import choose
from tests.rules.attika.support import RICH, at, city, filled, is_chance, land, make, play, refused, thirty
from tests.support import rule

#: a chain of six between the two shrines of two players
CHAIN = ["-1,1", "0,1", "1,1", "1,2", "1,3", "2,3"]
KINDS = ["Well", "Quarry", "Harbour", "Vineyard", "Mint", "Ship"]
#: spaces of the first board and two further tiles that do not link the shrines
TILES = [["T01", 0, 0, 0], ["T02", 2, 1, 0], ["T03", -1, 3, 0], ["T04", 1, 4, 0], ["T05", 3, -2, 0], ["T06", -4, 5, 0]]


@rule("AT-022", "AT-077")
def test_all_thirty_buildings_win_at_once() -> None:
    own = _thirty_but("Street")
    state = at(own, tiles=TILES)
    after = play(state, "build Street " + _free(state))
    assert (after.end_reason(), after.returns()) == ("buildings", (1.0, -1.0))
    assert to_position(after)["winner"] == "Athens"
    assert refused(after, "cards") == ("over", "AT-077")


def _spaces() -> list[tuple[int, int]]:
    """List spaces that stay away from the shrine at -2,1."""
    state = at({}, tiles=TILES)
    return [place for place in state.layout.hexes if (-2, 1) not in petals(place)]


def _thirty_but(kind: str) -> dict[str, object]:
    return {"buildings": filled(_spaces(), thirty(kind)), "stored": {kind: 1}, "hand": RICH}


def _free(state: object) -> str:
    return str(next(f"{q},{r}" for q, r in _spaces() if not state.built[state.layout.index[q, r]]))  # type: ignore[attr-defined]


@rule("AT-023", "AT-R26", "AT-077")
@pytest.mark.parametrize("last", range(6))
def test_a_chain_between_two_shrines_wins_wherever_it_closes(last: int) -> None:
    built = {place: kind for number, (place, kind) in enumerate(zip(CHAIN, KINDS, strict=True)) if number != last}
    state = at({"buildings": built, "stored": {KINDS[last]: 1, "Oracle": 1}, "hand": RICH})
    assert not state.end
    after = play(state, f"build {KINDS[last]} {CHAIN[last]}")
    assert (after.end_reason(), after.winner) == ("shrines", 0)
    other = play(state, f"build {KINDS[last]} -2,4")
    assert not other.end


@rule("AT-023")
def test_an_opponents_building_breaks_the_chain() -> None:
    built = dict(zip(CHAIN[:4], KINDS, strict=False))
    state = at({"buildings": built, "stored": {"Ship": 2}, "hand": RICH}, {"buildings": {"1,3": "Mint"}})
    assert not play(state, "build Ship 2,3").end


@rule("AT-R26", "AT-D14", "AT-061")
def test_a_shrine_is_no_link_and_one_building_at_two_shrines_is_enough() -> None:
    # two buildings at the same shrine reach one shrine, not two
    own = {"buildings": {"-1,1": "Well", "-1,0": "Quarry"}, "stored": {"Mint": 1}, "hand": RICH}
    assert not play(at(own), "build Mint 0,0").end
    # three players: chains from both other shrines to the third one end beside each other without touching
    tiles = [*make(3).start.centres]
    state = at({}, players=3, tiles=[[f"T{n + 1:02}", *centre, 0] for n, centre in enumerate(tiles)])
    assert [bits for bits in state.layout.shrine_bits if bits.bit_count() > 1] == []
    # a board on which one space touches both shrines
    board = land(2)
    near = {**board["layouts"]["2"], "shrines": [[-2, 1], [-2, 0]]}
    board["layouts"] = {**board["layouts"], "2": near}
    cities = {"Athens": {"stored": {"Well": 1, "Mint": 1}, "hand": RICH}, "Sparta": {}}
    both = from_position({"game": "attika", "players": 2, "board": board, "cities": cities})
    assert play(both, "build Well -1,0").end_reason() == "shrines"
    assert play(both, "build Well -1,1").end_reason() == ""


@rule("AT-R39")
def test_both_conditions_by_one_building_are_one_win_with_both_reasons() -> None:
    chain = [(int(q), int(r)) for q, r in (place.split(",") for place in CHAIN)]
    state = at({}, tiles=TILES)
    rest = [place for place in state.layout.hexes if place not in chain and (-2, 1) not in petals(place)]
    spaces = [*chain[1:], *rest]
    own = {"buildings": filled(spaces, thirty("Street")), "stored": {"Street": 1}, "hand": RICH}
    after = play(at(own, tiles=TILES), "build Street -1,1")
    assert (after.end_reason(), after.winner) == ("both", 0)


@rule("AT-R25", "AT-R31")
def test_a_win_on_the_last_tile_of_a_pile_comes_before_the_extension() -> None:
    built = dict(zip(CHAIN[1:], ["Well", "Quarry", "Harbour", "Vineyard", "Mint"], strict=True))
    seen = Counter(thirty("Oracle"))
    stored = {kind: count - (kind in built.values()) for kind, count in seen.items()}
    state = at({"buildings": built, "stored": stored, "piles": {"1": 1}, "hand": RICH})
    state = play(state, "draw 1")
    after = play(state, "build Oracle -1,1")
    assert after.end_reason() == "shrines"
    assert len(after.placed) == 4
    stored_instead = play(state, "store")
    assert is_chance(stored_instead)


@rule("AT-R31")
def test_a_win_comes_before_the_amphora() -> None:
    built = dict(zip(CHAIN[1:], ["Silver mine", "Quarry", "Harbour", "Vineyard", "Ship"], strict=True))
    state = at({"buildings": built, "stored": {"Mint": 1}, "hand": RICH})
    after = play(state, "build Mint -1,1")
    assert after.end_reason() == "shrines"
    assert city(after)["amphorae"] == 0


@pytest.mark.untraced
@rule("AT-D07", "AT-D13")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_are_finite_and_decided_by_a_placement(players: int) -> None:
    for seed in range(6):
        rng, state = Random(seed), make(players).new(seed)
        before, length = state, 0
        while state.legal():
            before, length = state, length + 1
            state = state.apply(choose(state, rng))
        assert length < 3000
        if state.end_reason() != "void":
            assert list(state.built).count(0) == list(before.built).count(0) - 1


@rule("AT-R26")
@pytest.mark.parametrize(("players", "shortest"), [(2, {6}), (3, {6}), (4, {6, 8, 9})])
def test_the_shortest_chains_between_shrines(players: int, shortest: set[int]) -> None:
    layout = make(players).start_layout
    found = set()
    for shrine in range(players):
        distance = {space: 1 for space, bits in enumerate(layout.shrine_bits) if bits >> shrine & 1}
        edge = list(distance)
        while edge:
            space = edge.pop(0)
            for other in layout.near[space]:
                if other not in distance:
                    distance[other] = distance[space] + 1
                    edge.append(other)
        for other in range(shrine + 1, players):
            found.add(min(steps for space, steps in distance.items() if layout.shrine_bits[space] >> other & 1))
    assert found == shortest
