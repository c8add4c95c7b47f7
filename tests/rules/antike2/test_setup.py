"""Antike II: the start, the order of turns, two players, and the length of the game."""

from __future__ import annotations

import pytest

from rondel.antike.state import State
from rondel.boards.reader import load_board
from rondel.errors import SetupError
from rondel.position import from_position, to_position
from tests.rules.antike2.fixtures import BOOK, ISLES, bank, bellona, isles, moving
from tests.support import POOR, at, finish, legal, make, nation, now, outcome, play, refused, rule, stocks

BOARD_NAMES = ("mare-nostrum", "orient")


def opened(players: int, board: str = "mare-nostrum", seed: int = 1, **options: int) -> State:
    """Give the first position of a new game; options are written with `_` for `-`."""
    return make(BOOK, players, board, {name.replace("_", "-"): value for name, value in options.items()}).new(seed)


def names(state: State) -> list[str]:
    """Give the nations in seat order."""
    return list(to_position(state)["nations"])


@pytest.mark.parametrize("board", BOARD_NAMES)
@pytest.mark.parametrize("players", [3, 4, 5, 6])
@rule("A2-017", "A2-052")
def test_three_start_cities_one_of_each_resource(board: str, players: int) -> None:
    state = opened(players, board)
    chart = load_board(board)
    for name in names(state):
        cities = nation(state, name)["cities"]
        kinds = sorted(chart.regions[chart.index(city)].resource for city in cities)
        assert kinds == [0, 1, 2]
        assert nation(state, name)["temples"] == []
        assert (nation(state, name)["legions"], nation(state, name)["galleys"]) == ({}, {})


@rule("A2-172", "A2-R03", "A2-052")
def test_start_goods() -> None:
    state = opened(4)
    assert {stocks(state, name) for name in names(state)} == {(3, 3, 2, 0)}
    assert all(nation(state, name)["knowhow"] == [] for name in names(state))
    other = opened(4, three_each=1)
    assert {stocks(other, name) for name in names(other)} == {(3, 3, 3, 0)}
    assert bank(state)["coins"] == bank(other)["coins"] == 30


@rule("A2-R36", "A2-052")
def test_the_neutral_temples_come_from_the_twenty() -> None:
    for board in BOARD_NAMES:
        for players in (3, 4, 5, 6):
            state = opened(players, board)
            standing = to_position(state)["neutral_temples"]
            assert len(standing) == 3
            assert not set(standing) & {city for name in names(state) for city in nation(state, name)["cities"]}
            assert bank(state)["temples"] == 17
    assert bank(isles())["temples"] == 18


@rule("A2-053", "A2-R45")
def test_the_first_player_is_drawn_with_the_seed() -> None:
    firsts = [to_position(opened(4, seed=seed)) for seed in range(40)]
    seats = [list(position["nations"]).index(position["turn"]) for position in firsts]
    assert set(seats) == {0, 1, 2, 3}
    assert {position["turn"] for position in firsts} == set(firsts[0]["nations"])
    again = [to_position(opened(4, seed=seed)) for seed in range(40)]
    assert again == firsts
    for position in firsts:
        assert position["turn"] == position["start"] == position["to_act"]


@rule("A2-053", "A2-R45", "A2-054")
def test_the_first_player_is_drawn_even_if_nations_are_chosen() -> None:
    starts = set()
    for seed in range(20):
        state = make(BOOK, 3, ISLES, {"choose": 1}).new(seed)
        state = play(state, "nation Greens", "nation Reds")
        assert names(state) == ["Greens", "Reds", "Blues"]
        place = names(state).index(now(state)[0])
        assert bellona(state) == names(state)[place - 1]
        starts.add(place)
    assert starts == {0, 1, 2}


@rule("A2-R45")
def test_seats_stay_in_the_order_given() -> None:
    game = make(BOOK, 4)
    order = ["Romans", "Phoenicians", "Greeks", "Germanic tribes"]
    for first in order:
        state = game.seated(order, first)
        assert names(state) == order
        assert now(state)[0] == first


@rule("A2-054")
def test_the_last_in_turn_order_gets_bellona() -> None:
    for players in (3, 4, 5, 6):
        for seed in range(6):
            position = to_position(opened(players, seed=seed))
            order = list(position["nations"])
            assert position["bellona"] == order[(order.index(position["start"]) - 1) % players]


@rule("A2-057")
def test_turns_go_round_in_seat_order() -> None:
    state = opened(5, seed=3)
    order = names(state)
    first = order.index(now(state)[0])
    seen = []
    for _ in range(10):
        seen.append(now(state)[0])
        state = finish(state, "rondel iron") if len(seen) <= 5 else finish(state, "rondel gold")
    assert seen == [order[(first + step) % 5] for step in range(10)]
    assert to_position(state)["round"] == 3


@rule("A2-R01", "A2-048", "A2-049")
def test_targets() -> None:
    assert {players: make(BOOK, players).target for players in (3, 4, 5, 6)} == {3: 10, 4: 9, 5: 8, 6: 7}


@pytest.mark.parametrize(("players", "target"), [(3, 10), (6, 7)])
@rule("A2-049", "A2-024", "A2-048")
def test_seven_personages_win_among_six_and_ten_among_three(players: int, target: int) -> None:
    cards = {"king": 2, "general": 1, "citizen": 1}
    cards["scholar"] = target - 2 - sum(cards.values())
    entry = {**POOR, "personages": cards, "knowhow": [], "gold": 15}
    state = at(BOOK, players=players, turn="Greeks", nations={"Greeks": entry})
    short = finish(state, "rondel scientia", "learn strata")
    assert outcome(short) == ("", "")
    assert nation(short, "Greeks")["points"] == target - 1
    won = finish(state, "rondel scientia", "learn strata", "learn navigatio")
    assert outcome(won) == ("Greeks", "personages")
    assert nation(won, "Greeks")["points"] == target


# ---- two players -----------------------------------------------------------------------------------------------------


def pairs(**position: object) -> State:
    """Set up a position of four nations in two hands."""
    return at(BOOK, **{"players": 2, "options": {"two-players": 1}, **position})


@rule("A2-R02")
def test_two_players_only_by_option() -> None:
    with pytest.raises(SetupError) as error:
        make(BOOK, 2)
    assert error.value.code == "bad_setup"
    assert "two-players" in error.value.message
    game = make(BOOK, 2, options={"two-players": 1})
    assert (game.seats, game.nations, game.target) == (2, 4, 9)
    assert 2 not in dict(game.rules.targets)
    with pytest.raises(SetupError):
        make(BOOK, 3, options={"two-players": 1})


@rule("A2-R02")
def test_each_player_leads_every_other_nation() -> None:
    state = make(BOOK, 2, options={"two-players": 1}).new(4)
    order = names(state)
    assert [nation(state, name)["seat"] for name in order] == [0, 1, 0, 1]
    four = make(BOOK, 4).new(4)
    assert {name: nation(state, name)["cities"] for name in order} == {
        name: nation(four, name)["cities"] for name in order
    }
    hands = []
    for _ in range(8):
        hands.append((state.to_act, now(state)[0]))
        state = finish(state, "rondel iron") if len(hands) <= 4 else finish(state, "rondel gold")
    seats = [seat for seat, _ in hands]
    assert seats in ([0, 1] * 4, [1, 0] * 4)
    assert [name for _, name in hands[:4]] == [name for _, name in hands[4:]]
    assert {name for _, name in hands} == set(order)


@rule("A2-R02")
def test_partners_are_strangers() -> None:
    own = {
        "Phoenicians": {**POOR, "gold": 2},
        "Romans": {**POOR, "gold": 20, "coins": 9, "knowhow": ["strata", "mercatura"]},
    }
    state = pairs(turn="Phoenicians", phase="know-how", nations=own)
    assert nation(state, "Phoenicians")["seat"] == nation(state, "Romans")["seat"]
    assert refused(state, "learn strata") == ("cannot_pay", "A2-117")
    state = pairs(turn="Phoenicians", phase="know-how", nations={**own, "Phoenicians": {**POOR, "gold": 3}})
    state = finish(state, "learn strata")
    assert stocks(state, "Phoenicians")[2] == 0
    assert nation(state, "Phoenicians")["personages"] == {}


@rule("A2-R02")
def test_partners_may_fight_and_conquer_each_other() -> None:
    army = {**POOR, "legions": {"Roma": 4}}
    romans = {**POOR, "cities": ["Roma", "Neapolis"], "legions": {"Roma": 1}}
    state = pairs(turn="Phoenicians", phase="maneuver", nations={"Phoenicians": army, "Romans": romans})
    assert "fight 1 legion Roma Romans" in legal(state)
    state = play(state, "conquer Roma 3 legion")
    assert "Roma" in nation(state, "Phoenicians")["cities"]
    assert nation(state, "Romans")["cities"] == ["Neapolis"]


@rule("A2-R02")
def test_partners_answer_each_other() -> None:
    board = {**ISLES, "nations": {**ISLES["nations"], "two_players": [["Reds", "Greens"], ["Blues", "Blacks"]]}}
    nations = {"Reds": {**POOR, "legions": {"Alba": 1}}, "Greens": {**POOR, "legions": {"Saguntum": 1}}}
    state = pairs(board=board, turn="Reds", phase="maneuver", nations=nations)
    state = play(state, "move 1 legion Alba Saguntum")
    assert now(state) == ("Greens", "answer")
    assert state.to_act == state.turn_of


@rule("A2-R02", "A2-R12")
def test_the_first_nation_at_nine_wins_for_its_player() -> None:
    entry = {**POOR, "gold": 7, "personages": {"king": 4, "general": 4}}
    others = {"Romans": {"personages": {"scholar": 3, "citizen": 4}}}
    state = pairs(turn="Phoenicians", phase="know-how", nations={"Phoenicians": entry, **others})
    state = finish(state, "learn strata")
    assert outcome(state) == ("Phoenicians", "personages")
    seat = nation(state, "Phoenicians")["seat"]
    assert state.returns()[seat] == 1.0
    assert state.returns()[1 - seat] == -1.0


@rule("A2-R02")
def test_bellona_has_a_seat_for_each_nation() -> None:
    state = pairs(turn="Phoenicians", phase="arming", bellona="Phoenicians", nations={"Phoenicians": {"iron": 5}})
    order = names(state)
    state = play(state, "done")
    assert bellona(state) == order[order.index("Phoenicians") - 1]


# ---- dealings, information, length -----------------------------------------------------------------------------------


@rule("A2-R40")
def test_everything_is_open_and_nothing_changes_hands() -> None:
    state = isles(nations={"Reds": {**POOR, "gold": 4}})
    assert state.view(0) == state.view(1) == state.view(2) == to_position(state)
    rich = {"marble": 9, "iron": 9, "gold": 9, "legions": {"Nola": 1}}
    phases = ("rondel", "arming", "temple", "know-how", "founding", "maneuver")
    texts = {text for phase in phases for text in legal(isles(phase=phase, nations={"Reds": rich}))}
    verbs = {text.split()[0] for text in texts}
    assert verbs == {"rondel", "done", "arm", "temple", "learn", "found", "move"}
    assert refused(state, "donate 1 gold Blues")[0] == "unknown_name"
    assert refused(state, "trade 2 gold for 1 iron") == ("no_trade", "A2-129")


@rule("A2-R49")
def test_a_game_may_go_on_for_ever_or_to_a_round_limit() -> None:
    nations = dict.fromkeys(("Reds", "Blues", "Greens"), POOR)
    free = isles(turn="Greens", start="Reds", round=5000, nations=nations)
    assert now(finish(free, "rondel iron")) == ("Reds", "rondel")
    limited = isles(turn="Greens", start="Reds", round=7, nations=nations, options={"round-limit": 7})
    state = finish(limited, "rondel iron")
    assert outcome(state) == ("", "round-limit")
    assert state.returns() == (0.0, 0.0, 0.0)
    earlier = isles(turn="Greens", start="Reds", round=6, nations=nations, options={"round-limit": 7})
    assert now(finish(earlier, "rondel iron")) == ("Reds", "rondel")


@rule("A2-020", "A2-052")
def test_no_units_at_the_start_but_units_take_cities() -> None:
    nations = {"Reds": {"legions": {"Delos": 2}}, "Blues": {}}
    state = play(moving(nations), "conquer Delos 2 legion")
    assert nation(state, "Reds")["cities"] == ["Alba", "Delos", "Brixia", "Capua"]
    assert nation(state, "Blues")["cities"] == ["Elis", "Faleria"]
    assert from_position(to_position(state)).key() == state.key()
