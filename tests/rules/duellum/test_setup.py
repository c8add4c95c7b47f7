"""Setting up Antike Duellum: boards, nations, start goods, cards, and who begins."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from rondel.antike.parts.markers import markers_left
from rondel.antike.state import State
from rondel.boards.reader import load_board
from rondel.errors import SetupError
from rondel.game import CHANCE
from rondel.position import to_position
from rondel.registry import find_book
from tests.support import POOR, at, legal, make, nation, now, play, rule, stocks

BOOK = "antike-duellum"
SIDES = {"rome-carthage": ("Romans", "Carthaginians"), "greece-persia": ("Persians", "Greeks")}
#: three cards that change nothing by lying open
OPEN = {"fortress": 1, "levy": 1, "burglary": 1}

#: with this the Romans have a card to play at any step of their turn, so that no step ends by itself
HOLD: dict[str, Any] = {"cards": {"earthquake": 1}}
WALL: dict[str, Any] = {"ramparts": ["Carthago"]}


def duel(romans: Mapping[str, Any] = POOR, carthage: Mapping[str, Any] = POOR, **position: Any) -> State:
    """Set up Romans and Carthaginians, without goods unless they are given, and three open cards."""
    nations = {"Romans": {**POOR, **romans}, "Carthaginians": {**POOR, **carthage}}
    return at(BOOK, nations=nations, **{"open_cards": OPEN, **position})


def turn_up(state: State, seed: int = 0) -> State:
    """Let chance lay the cards open."""
    rng = Random(seed)
    while state.to_act == CHANCE:
        actions, weights = zip(*state.chance(), strict=True)
        state = state.apply(rng.choices(actions, weights)[0])
        state.check()
    return state


def first(seed: int = 0, board: str = "rome-carthage", **options: int) -> State:
    """Give the first position of a new game, the cards laid open."""
    return turn_up(make(BOOK, 2, board, options).new(seed), seed)


def begun(start: str, board: str = "rome-carthage") -> State:
    """Give the first position with the nation that begins."""
    return turn_up(make(BOOK, 2, board).seated(SIDES[board], start))


#: a small map with every kind of border: Medio touches land, sea, both, a peak and the deep; Procul does not touch it
SMALL: dict[str, Any] = {
    "id": "small",
    "nations": {"all": ["Romans", "Carthaginians"]},
    "starts": {"2": {"Romans": ["Alba", "Bovil", "Caere"], "Carthaginians": ["Utica", "Vaga", "Xol"]}},
    "regions": {
        "Alba": {"resource": "marble"}, "Bovil": {"resource": "iron"}, "Caere": {"resource": "gold"},
        "Utica": {"resource": "marble"}, "Vaga": {"resource": "iron"}, "Xol": {"resource": "gold"},
        "Medio": {"resource": "any"}, "Terra": {"resource": "any"}, "Unda": {"resource": "any"},
        "Ripa": {"resource": "any"}, "Procul": {"resource": "any"}, "Insula": {"resource": "any"},
        "Peak": {"resource": "none"}, "Deep": {"resource": "none", "open_sea": True},
    },
    "borders": {
        "land": [["Medio", "Terra"], ["Medio", "Peak"], ["Terra", "Procul"], ["Alba", "Bovil"], ["Bovil", "Caere"],
                 ["Utica", "Vaga"], ["Vaga", "Xol"], ["Procul", "Alba"], ["Procul", "Utica"]],
        "sea": [["Medio", "Unda"], ["Medio", "Deep"], ["Deep", "Insula"], ["Unda", "Insula"]],
        "both": [["Medio", "Ripa"]],
    },
}  # fmt: skip


# ---- before the first turn -------------------------------------------------------------------------------------------


@rule("AD-016", "AD-017", "AD-018", "AD-019", "AD-021", "AD-R01", "AD-028")
@pytest.mark.parametrize("board", SIDES)
def test_what_each_player_starts_with(board: str) -> None:
    state = first(board=board)
    for name in SIDES[board]:
        entry = nation(state, name)
        assert stocks(state, name)[:3] == (3, 3, 3)
        assert (entry["points"], entry["personages"], entry["knowhow"], entry["rondel"]) == (0, {}, [], None)
        assert entry["barracks"] == {"legions": 1, "galleys": 1}
        assert (entry["legions"], entry["galleys"], entry["temples"], entry["ramparts"]) == ({}, {}, [], [])
        assert entry["cards"] == {}
        assert len(entry["cities"]) == 3


@rule("AD-017", "AD-078", "AD-019")
def test_one_rampart_and_a_barracks_of_two_from_the_first_turn_on() -> None:
    state = play(begun("Romans"), "rondel temple")
    cities = nation(state, "Romans")["cities"]
    assert legal(state, "rampart") == {f"rampart {city}" for city in cities}
    city = cities[0]
    state = play(state, f"rampart {city}")
    assert nation(state, "Romans")["ramparts"] == [city]
    assert now(state) == ("Carthaginians", "rondel")  # no second rampart, though marble is left
    assert stocks(state, "Romans")[0] == 2
    armed = play(begun("Romans"), "rondel arming")
    assert {text.split()[1] for text in legal(armed, "arm")} == {"legion", "galley"}


@rule("AD-020", "AD-028")
@pytest.mark.parametrize("board", SIDES)
def test_start_cities_are_one_of_each_resource(board: str) -> None:
    for name in SIDES[board]:
        for good, wedge in enumerate(("marble", "iron", "gold")):
            state = play(begun(name, board), f"rondel {wedge}")
            assert stocks(state, name)[:3] == tuple(3 + (place == good) for place in range(3))
    resources = {region.name: region.resource for region in load_board(board).regions}
    own = nation(first(board=board), SIDES[board][0])["cities"]
    other = nation(first(board=board), SIDES[board][1])["cities"]
    assert not set(own) & set(other)
    assert sorted(resources[city] for city in own) == sorted(resources[city] for city in other) == [0, 1, 2]


@rule("AD-020")
def test_roma_and_carthago_nova_are_gold() -> None:
    state = first()
    assert "Roma" in nation(state, "Romans")["cities"]
    assert "Carthago Nova" in nation(state, "Carthaginians")["cities"]
    gold = {region.name for region in load_board("rome-carthage").regions if region.resource == 2}
    assert gold == {"Roma", "Carthago Nova"}


@rule("AD-022", "AD-023", "AD-D02")
def test_the_bank_at_the_start() -> None:
    state = first()
    bank = to_position(state)["bank"]
    assert bank["coins"] == 19
    assert bank["temples"] == 12
    assert bank["personages"] == {"king": 6, "scholar": 5, "general": 4, "citizen": 4, "navigator": 2}
    assert [markers_left(state.game, state, good) for good in range(3)] == [10, 10, 8]


# ---- the event cards -------------------------------------------------------------------------------------------------


@rule("AD-024", "AD-013")
def test_three_cards_are_turned_up_from_a_shuffled_pile_of_twenty_five() -> None:
    state = make(BOOK, 2).new(0)
    drawn: list[str] = []
    for number in range(3):
        assert state.to_act == CHANCE
        odds = {state.game.action_text(state, action): odd for action, odd in state.chance()}
        left = 25 - number
        for name, copies in {"fortress": 3, "levy": 2, "settlers": 2}.items():
            assert odds[f"turn-up {name}"] == pytest.approx((copies - drawn.count(name)) / left)
        assert sum(odds.values()) == pytest.approx(1)
        state = play(state, "turn-up fortress")
        drawn.append("fortress")
    assert to_position(state)["open_cards"] == {"fortress": 3}
    assert state.to_act in (0, 1)
    assert now(state)[1] == "rondel"


@rule("AD-024")
def test_the_display_differs_from_game_to_game() -> None:
    shown = {tuple(sorted(to_position(first(seed))["open_cards"].items())) for seed in range(12)}
    assert len(shown) > 6
    assert all(sum(count for _, count in cards) == 3 for cards in shown)


# ---- who begins ------------------------------------------------------------------------------------------------------


@rule("AD-025")
@pytest.mark.parametrize("board", SIDES)
def test_the_starting_player_is_drawn(board: str) -> None:
    starts = [now(first(seed, board))[0] for seed in range(40)]
    assert set(starts) == set(SIDES[board])
    assert 8 <= starts.count(SIDES[board][0]) <= 32
    assert starts == [now(first(seed, board))[0] for seed in range(40)]


@rule("AD-026", "AD-172")
@pytest.mark.parametrize("start", SIDES["rome-carthage"])
def test_the_other_player_gets_a_coin(start: str) -> None:
    state = begun(start)
    other = next(name for name in SIDES["rome-carthage"] if name != start)
    assert (stocks(state, start), stocks(state, other)) == ((3, 3, 3, 0), (3, 3, 3, 1))
    assert to_position(state)["bank"]["coins"] == 19


@rule("AD-026", "AD-021", "AD-019")
@pytest.mark.parametrize("start", SIDES["rome-carthage"])
def test_what_a_position_leaves_out_is_as_at_the_start(start: str) -> None:
    cards = to_position(begun(start))["open_cards"]
    assert at(BOOK, start=start, open_cards=cards).key() == begun(start).key()


@rule("AD-027")
def test_two_players_with_one_nation_each() -> None:
    assert find_book(BOOK).players == (2,)
    for players in (1, 3, 4):
        with pytest.raises(SetupError) as error:
            make(BOOK, players)
        assert error.value.code == "bad_setup"
    state = first()
    assert [nation(state, name)["seat"] for name in SIDES["rome-carthage"]] == [0, 1]


@rule("AD-R02", "AD-015")
def test_the_front_side_and_beige_for_the_first_seat_unless_chosen() -> None:
    for seed in range(10):
        state = make(BOOK, 2).new(seed)
        assert to_position(state)["board"] == "rome-carthage"
        assert {name: entry["seat"] for name, entry in to_position(state)["nations"].items()} == {
            "Romans": 0,
            "Carthaginians": 1,
        }
        back = to_position(make(BOOK, 2, "greece-persia").new(seed))["nations"]
        assert {name: entry["seat"] for name, entry in back.items()} == {"Persians": 0, "Greeks": 1}


@rule("AD-R02")
def test_the_players_can_choose_their_nations() -> None:
    state = make(BOOK, 2, options={"choose": 1, "first-chooser": 1}).new(0)
    assert state.to_act == 1
    assert legal(state) == {"nation Romans", "nation Carthaginians"}
    state = play(state, "nation Romans")
    assert nation(state, "Romans")["seat"] == 1
    assert nation(state, "Carthaginians")["seat"] == 0
    state = turn_up(state)
    coins = {name: stocks(state, name)[3] for name in SIDES["rome-carthage"]}
    assert [name for name, held in coins.items() if not held] == [now(state)[0]]
    assert sorted(coins.values()) == [0, 1]
    straight = make(BOOK, 2, options={"choose": 1}).new(0)
    assert straight.to_act == 0
