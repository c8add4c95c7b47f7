"""Two players: two nations each, or one nation each with two colours."""

from __future__ import annotations

from typing import Any

import pytest

from rondel.antike.state import State
from rondel.boards.reader import load_board
from rondel.boards.schema import SEA
from rondel.errors import PositionError, SetupError
from rondel.position import to_position
from tests.rules.test_setup import GOODS, LINE_4, cities, first, seated, turns, west
from tests.support import at, both, legal, make, nation, now, play, refused, rule, stocks

#: seat order: the first player has Phoenicians and Persians
PAIRS = ("Phoenicians", "Greeks", "Persians", "Arabs")
NAMES = [region.name for region in load_board("east").regions]


def seats(state: State) -> dict[str, int]:
    return {name: nation(state, name)["seat"] for name in seated(state)}


def form1(book: str, turn: str, **nations: Any) -> State:
    """Give a position of two players with two nations each."""
    given = {name: nations.get(name, {}) for name in PAIRS}
    phase = nations.get("phase", "rondel")
    return at(book, players=2, turn=turn, phase=phase, nations=given)


def form2(turn: str = "Greeks", phase: str = "rondel", **nations: Any) -> State:
    """Give a position of two players with one nation of two colours each."""
    return at(players=2, options={"two-colours": 1}, turn=turn, phase=phase, start="Greeks", nations=nations)


# ---- form 1: four nations --------------------------------------------------------------------------------------------


@both
@rule("A06-055", "A05-054")
def test_pairs_of_the_west(book: str) -> None:
    found = set()
    for seed in range(12):
        state = first(book, 2, west(), seed)
        held = seats(state)
        assert held["Romans"] == held["Phoenicians"] == 1 - held["Greeks"] == 1 - held["Germanic tribes"]
        assert state.game.seats == 2
        found.add(held["Romans"])
    assert found == {0, 1}


@both
@rule("A06-056", "A05-055")
def test_pairs_of_the_east(book: str) -> None:
    found = set()
    for seed in range(12):
        held = seats(first(book, 2, seed=seed))
        assert held["Persians"] == held["Phoenicians"] == 1 - held["Greeks"] == 1 - held["Arabs"]
        found.add(held["Persians"])
    assert found == {0, 1}


@both
@rule("A06-056", "A05-055")
@pytest.mark.parametrize("named", [("Persians",), ("Arabs",), ("Greeks", "Persians")])
def test_a_position_with_some_nations_named_keeps_the_pairs(book: str, named: tuple[str, ...]) -> None:
    held = seats(at(book, players=2, nations={name: {"marble": 4} for name in named}))
    assert held["Persians"] == held["Phoenicians"] == 1 - held["Greeks"] == 1 - held["Arabs"]


@both
@rule("A06-056", "A05-055")
def test_other_pairs_are_refused(book: str) -> None:
    wrong = ["Phoenicians", "Persians", "Greeks", "Arabs"]
    with pytest.raises(SetupError) as error:
        make(book, 2).seated(wrong, "Phoenicians")
    assert error.value.code == "bad_setup"
    with pytest.raises(PositionError):
        at(book, players=2, nations={name: {} for name in wrong})


@both
@rule("A06-057", "A05-056", "A05-057")
def test_the_nations_of_a_player_keep_their_goods_and_personages_apart(book: str) -> None:
    rich = {"marble": 9, "iron": 9, "gold": 9, "coins": 9, "personages": {"scholar": 5}}
    poor = {"marble": 0, "iron": 0, "gold": 0, "coins": 0, "rondel": "iron", "personages": {"scholar": 1}}
    state = form1(book, "Phoenicians", Phoenicians=poor, Persians=rich)
    assert legal(state) == {"rondel temple", "rondel gold", "rondel maneuver1"}
    after = play(state, "rondel gold")
    assert (stocks(after, "Phoenicians")[:3], stocks(after, "Persians")) == ((0, 0, 1), (9, 9, 9, 9))
    assert (nation(after, "Phoenicians")["points"], nation(after, "Persians")["points"]) == (1, 5)
    assert nation(after, "Persians")["rondel"] is None


@both
@rule("A06-057", "A05-056")
def test_every_nation_decides_for_itself(book: str) -> None:
    state = form1(book, "Phoenicians")
    played = []
    for wedge in ("iron", "gold", "marble", "maneuver1"):
        played.append((now(state)[0], state.to_act))
        state = play(state, f"rondel {wedge}")
    assert played == [("Phoenicians", 0), ("Greeks", 1), ("Persians", 0), ("Arabs", 1)]
    assert [nation(state, name)["rondel"] for name in PAIRS] == ["iron", "gold", "marble", "maneuver1"]


@both
@rule("A06-058", "A05-058")
@pytest.mark.parametrize(("name", "seat"), [("Persians", 0), ("Greeks", 1)])
def test_one_nation_with_nine_personages_wins_for_its_player(book: str, name: str, seat: int) -> None:
    eight = {"king": 3, "general": 3, "citizen": 2}
    ready = {"gold": 7, "rondel": "marble", "personages": eight}
    state = play(form1(book, name, **{name: ready}), "rondel know-how", "learn wheel")
    assert (state.end_reason(), to_position(state)["winner"]) == ("personages", name)
    assert state.returns() == ((1.0, -1.0) if seat == 0 else (-1.0, 1.0))
    assert not state.legal()


@both
@rule("A06-058", "A05-058")
def test_personages_of_a_pair_do_not_add_up(book: str) -> None:
    eight, seven = {"king": 3, "general": 3, "citizen": 2}, {"scholar": 3, "general": 3, "citizen": 1}
    ready = {"gold": 7, "rondel": "marble", "personages": seven}
    state = form1(book, "Persians", Persians=ready, Phoenicians={"personages": eight})
    state = play(state, "rondel know-how", "learn wheel")
    assert (nation(state, "Persians")["points"], nation(state, "Phoenicians")["points"]) == (8, 8)
    assert state.end_reason() == ""
    assert now(state) == ("Arabs", "rondel")


@both
@rule("A06-059", "A05-059")
def test_two_players_use_line_four_and_the_target_of_four_nations(book: str) -> None:
    assert cities(first(book, 2)) == {name: set(line) for name, line in LINE_4.items()}
    assert make(book, 2).target == make(book, 4).target == 9


@both
@rule("A06-R04", "A05-R04")
def test_the_players_alternate(book: str) -> None:
    for seed in range(8):
        east = first(book, 2, seed=seed)
        assert turns(east, 5) == ["Phoenicians", "Greeks", "Persians", "Arabs", "Phoenicians"]
        occident = first(book, 2, west(), seed)
        assert turns(occident, 5) == ["Phoenicians", "Germanic tribes", "Romans", "Greeks", "Phoenicians"]


@both
@rule("A06-R05", "A05-R05")
def test_partners_may_fight_and_conquer_each_other(book: str) -> None:
    army = {"Persians": {"legions": {"Tyros": 2}}, "Phoenicians": {"legions": {"Tyros": 1}}}
    state = form1(book, "Persians", phase="maneuver", **army)
    assert legal(state, "fight") == {"fight 1 legion Tyros Phoenicians"}
    assert legal(state, "conquer") == {"conquer Tyros 2 legion"}
    after = play(state, "conquer Tyros 2 legion")
    assert "Tyros" in nation(after, "Persians")["cities"]
    assert nation(after, "Phoenicians")["cities"] == ["Alexandria", "Paphos"]
    assert nation(after, "Phoenicians")["legions"] == {}
    entry = {"Persians": {"legions": {"Palmyra": 1}}, "Phoenicians": {"legions": {"Tyros": 1}}}
    asked = play(form1(book, "Persians", phase="maneuver", **entry), "move 1 legion Palmyra Tyros")
    assert now(asked) == ("Phoenicians", "answer")
    assert asked.to_act == asked.turn_of == 0


@both
@rule("A06-R05", "A05-R05")
def test_a_partner_is_another_nation_for_prices(book: str) -> None:
    rich = {"gold": 9, "rondel": "marble"}
    alone = play(form1(book, "Persians", Persians=rich), "rondel know-how", "learn wheel")
    taught = form1(book, "Persians", Persians=rich, Phoenicians={"knowhow": ["wheel"]})
    taught = play(taught, "rondel know-how", "learn wheel")
    assert (stocks(alone, "Persians")[2], stocks(taught, "Persians")[2]) == (2, 6)
    assert nation(alone, "Persians")["personages"] == {"scholar": 1}


@both
@rule("A06-R05", "A05-R05")
def test_nothing_passes_between_partners(book: str) -> None:
    eight = ["wheel", "sailing", "market", "monarchy", "roads", "navigation", "currency", "democracy"]
    rich = {"marble": 9, "iron": 9, "gold": 9, "knowhow": eight, "legions": {"Napoca": 1}}
    for phase in ("rondel", "temple", "arming", "maneuver", "founding"):
        state = form1(book, "Persians", phase=phase, Persians=rich)
        for action in state.legal():
            after = state.apply(action)
            if now(after)[0] == "Persians":
                assert stocks(after, "Phoenicians") == stocks(state, "Phoenicians")


# ---- form 2: two colours ---------------------------------------------------------------------------------------------


@rule("A06-060", "A06-064", "A06-R47")
def test_double_pieces() -> None:
    game = make("antike-2006", 2, options={"two-colours": 1})
    assert (game.nations, game.seats, game.supply, game.rules.stones) == (2, 2, (34, 34), 50)
    state = form2(Greeks={"cities": ["Pella"], "legions": {"Pella": 33}, "iron": 9, "temples": ["Pella"]},
                  Arabs={"cities": ["Mecca"]})  # fmt: skip
    state = play(state, "rondel arming", "arm legion Pella")
    assert nation(state, "Greeks")["legions"] == {"Pella": 34}
    assert legal(state, "arm") == {"arm galley Pella"}
    with pytest.raises(PositionError):
        form2(Greeks={"cities": ["Pella"], "galleys": {"Pella": 20, "Athen": 15}}, Arabs={"cities": ["Mecca"]})


@rule("A06-060")
def test_two_colours_is_for_two_players_of_the_revised_edition() -> None:
    for players in (3, 4):
        with pytest.raises(SetupError):
            make("antike-2006", players, options={"two-colours": 1})
    with pytest.raises(SetupError):
        make("antike-2005", 2, options={"two-colours": 1})


@rule("A06-061")
def test_fifteen_personages_win() -> None:
    cards = {"king": 4, "general": 7, "citizen": 2}
    ready = {"cities": ["Pella"], "gold": 7, "rondel": "marble"}
    for more, over in ((0, False), (1, True)):
        greeks = {**ready, "personages": cards | {"navigator": more}}
        state = form2(Greeks=greeks, Arabs={"cities": ["Mecca"], "personages": {"scholar": 7}})
        state = play(state, "rondel know-how", "learn wheel")
        assert nation(state, "Greeks")["points"] == 14 + more
        assert (state.end_reason() == "personages") == over
        assert state.returns() == ((1.0, -1.0) if over else (0.0, 0.0))


@rule("A06-062", "A06-R48")
def test_start_cities_are_picked_in_turns() -> None:
    state = make("antike-2006", 2, options={"two-colours": 1}).new(4)
    starter = state.to_act
    assert legal(state) == {f"city {name}" for name in NAMES}
    order = []
    for city in ("Tyros", "Athen", "Susa", "Babylon", "Pella"):
        order.append(state.to_act)
        state = play(state, f"city {city}")
    assert order == [starter, 1 - starter, starter, 1 - starter, starter]
    resources = {region.name: GOODS[region.resource] for region in load_board("east").regions}
    left = {f"city {name}" for name in NAMES if resources[name] == "iron" and name != "Tyros"}
    assert legal(state) == left
    assert refused(state, "city Tyros") == ("occupied", "A06-R48")
    assert refused(state, "city Ephesos") == ("not_offered", "A06-R48")
    state = play(state, "city Ninive")
    assert sorted(map(sorted, cities(state).values())) == [["Athen", "Babylon", "Ninive"], ["Pella", "Susa", "Tyros"]]
    assert (state.to_act, now(state)[1], to_position(state)["round"]) == (starter, "rondel", 1)


@rule("A06-062", "A06-R48")
def test_no_second_city_of_a_resource_and_none_that_is_taken() -> None:
    state = make("antike-2006", 2, options={"two-colours": 1}).new(4)
    state = play(state, "city Tyros")
    assert legal(state) == {f"city {name}" for name in NAMES if name != "Tyros"}
    state = play(state, "city Athen")
    assert refused(state, "city Ninive") == ("not_offered", "A06-R48")
    assert refused(state, "city Athen") == ("occupied", "A06-R48")
    owner = next(name for name, places in cities(state).items() if "Athen" in places)
    for name, message in (
        ("Ninive", "You already have your iron city."),
        ("Athen", f"Athen is a city of the {owner}."),
    ):
        error = state.game.why_not(state, f"city {name}")
        assert error is not None
        assert error.message == message
    assert legal(state) == {
        f"city {region.name}" for region in load_board("east").regions
        if region.resource != 1 and region.name != "Athen"
    }  # fmt: skip


@rule("A06-063", "A06-R49")
def test_a_coin_flip_with_the_seed_names_the_starter() -> None:
    game = make("antike-2006", 2, options={"two-colours": 1})
    flips = [game.new(seed).to_act for seed in range(40)]
    assert flips == [game.new(seed).to_act for seed in range(40)]
    assert 8 <= sum(flips) <= 32


@rule("A06-R49")
def test_each_player_is_one_nation_whatever_its_name() -> None:
    game = make("antike-2006", 2, options={"two-colours": 1})
    names = {name for seed in range(30) for name in seated(game.new(seed))}
    assert names == set(game.board.nations)
    state = game.new(0)
    for city in ("Tyros", "Athen", "Susa", "Babylon", "Pella", "Ninive"):
        state = play(state, f"city {city}")
    assert sorted(seats(state).values()) == [0, 1]
    assert turns(state, 4) == [now(state)[0], *[name for name in seated(state) if name != now(state)[0]]] * 2
    twins = [game.seated(pair, pair[0]) for pair in (["Greeks", "Arabs"], ["Persians", "Egyptians"])]
    assert len({frozenset(legal(twin)) for twin in twins}) == 1


@rule("A06-R47")
def test_goods_coins_bank_and_stacks_are_not_doubled() -> None:
    state = make("antike-2006", 2, options={"two-colours": 1}).new(1)
    for city in ("Tyros", "Athen", "Susa", "Babylon", "Pella", "Ninive"):
        state = play(state, f"city {city}")
    assert [stocks(state, name) for name in seated(state)] == [(2, 1, 3, 1)] * 2
    bank = to_position(state)["bank"]
    assert (bank["coins"], bank["temples"], sum(bank["personages"].values())) == (28, 20, 35)


@rule("A06-R47")
def test_doubled_start_goods_as_an_option() -> None:
    state = make("antike-2006", 2, options={"two-colours": 1, "double-goods": 1}).new(1)
    assert [stocks(state, name) for name in seated(state)] == [(4, 2, 6, 0)] * 2
    with pytest.raises(SetupError):
        make("antike-2006", 2, options={"double-goods": 1})


@rule("A06-064")
def test_forty_nine_cities_at_most_and_no_stone_is_ever_missing() -> None:
    others = ["Mecca", "Saba"]
    mine = [name for name in NAMES if name not in others]
    army = {"legions": {"Mecca": 1, "Saba": 1}, "personages": {"king": 9}}
    state = form2(phase="maneuver", Greeks={"cities": mine, **army}, Arabs={"cities": others})
    assert legal(state, "conquer") == {"conquer Mecca 1 legion", "conquer Saba 1 legion"}
    state = play(state, "conquer Saba 1 legion")
    assert len(nation(state, "Greeks")["cities"]) == 49
    assert now(state) == ("Arabs", "rondel")
    last = form2(phase="maneuver", Greeks={"cities": [*mine, "Saba"], **army}, Arabs={"cities": ["Mecca"]})
    assert refused(last, "conquer Mecca 1 legion") == ("last_city", "A06-200")


@rule("A06-064")
def test_four_navigators_for_twenty_eight_seas() -> None:
    board = load_board("east")
    seas = [name for name in NAMES if board.neighbours(board.index(name), SEA)]
    for count, navigators in ((27, 3), (28, 4), (33, 4)):
        greeks = {"cities": ["Pella"], "galleys": dict.fromkeys(seas[:count], 1), "marble": 0}
        state = play(form2(Greeks=greeks, Arabs={"cities": ["Mecca"]}), "rondel gold")
        assert nation(state, "Greeks")["personages"] == {"navigator": navigators}


@rule("A06-064")
def test_the_stacks_outlast_fourteen_each() -> None:
    greeks = {"cities": ["Pella"], "personages": {"king": 9, "navigator": 5}}
    arabs = {"cities": ["Mecca"], "personages": {"scholar": 8, "citizen": 6}}
    bank = to_position(form2(Greeks=greeks, Arabs=arabs))["bank"]
    assert make("antike-2006", 2, options={"two-colours": 1}).target == 15
    assert sum(bank["personages"].values()) == 35 - 2 * 14
