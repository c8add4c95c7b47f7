"""Set-up: the bank, the nations that take part, their goods and start cities."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from rondel.antike.state import State
from rondel.boards.reader import load_board, read_board
from rondel.boards.schema import LAND, SEA, Board
from rondel.errors import BoardError, PositionError, SetupError
from rondel.position import to_position
from tests.support import at, both, legal, make, nation, now, play, refused, rule, stocks

WEST_NATIONS = ("Greeks", "Romans", "Germanic tribes", "Phoenicians", "Carthaginians", "Persians")
EAST_NATIONS = ("Greeks", "Persians", "Arabs", "Phoenicians", "Egyptians", "Babylonians")
GOODS = ("marble", "iron", "gold")
#: line 4 of the cards of the east: marble, iron and gold city
LINE_4 = {
    "Greeks": ["Pella", "Dyrrhachion", "Athen"],
    "Persians": ["Artaxata", "Zadrakarta", "Susa"],
    "Arabs": ["Saba", "Adane", "Moscha"],
    "Phoenicians": ["Alexandria", "Tyros", "Paphos"],
}


def west(**changes: Any) -> dict[str, Any]:
    """Give a small board with the nations of the west: 18 cities in a ring, no two lines of a card alike."""
    regions = {f"{good.title()}{number}": {"resource": good} for number in range(6) for good in GOODS}
    names = list(regions)
    lines = {
        str(count): {
            WEST_NATIONS[place]: [f"{good.title()}{(place + count) % 6}" for good in GOODS] for place in range(count)
        }
        for count in range(3, 7)
    }
    pairs = [["Phoenicians", "Romans"], ["Germanic tribes", "Greeks"]]
    board: dict[str, Any] = {
        "id": "nations-of-the-west",
        "nations": {"all": list(WEST_NATIONS), "two_players": pairs},
        "start_nation": {"4": "Phoenicians", "6": "Carthaginians"},
        "starts": lines,
        "regions": regions,
        "borders": {"both": [list(pair) for pair in pairwise([*names, names[0]])]},
    }
    return board | changes


def first(book: str, players: int, board: str | dict[str, Any] = "east", seed: int = 1, **options: int) -> State:
    """Give the first position of a new game; options are written with `_` for `-`."""
    chosen = {name.replace("_", "-"): value for name, value in options.items()}
    return make(book, players, board, chosen).new(seed)


def seated(state: State) -> list[str]:
    """Give the nations in seat order."""
    return list(to_position(state)["nations"])


def cities(state: State) -> dict[str, set[str]]:
    return {name: set(entry["cities"]) for name, entry in to_position(state)["nations"].items()}


# ---- the bank --------------------------------------------------------------------------------------------------------


@both
@rule("A06-028", "A05-028", "A06-029", "A05-029", "A06-030", "A05-030")
def test_five_open_stacks_show_how_many_cards_are_left(book: str) -> None:
    full = {"king": 9, "scholar": 8, "general": 7, "citizen": 6, "navigator": 5}
    state = at(book, turn="Greeks", nations={"Greeks": {"gold": 7, "rondel": "marble"}})
    for seat in range(4):
        assert state.view(seat)["bank"]["personages"] == full
    after = play(state, "rondel know-how", "learn wheel")
    for seat in range(4):
        assert after.view(seat)["bank"]["personages"] == full | {"scholar": 7}


@both
@rule("A06-031", "A05-031")
def test_bank_holds_coins_and_temples(book: str) -> None:
    bank = to_position(at(book, turn="Greeks"))["bank"]
    assert (bank["coins"], bank["temples"]) == (30, 20)
    limited = to_position(first(book, 4, bank_units=100))["bank"]
    coins = 26 if book == "antike-2006" else 29
    assert limited == {
        "marble": 92, "iron": 96, "gold": 88, "coins": coins, "temples": 20, "personages": bank["personages"],
    }  # fmt: skip


# ---- which nations take part -----------------------------------------------------------------------------------------


@both
@rule("A06-032")
def test_side_and_number_of_players_make_the_game(book: str) -> None:
    for board, board_id in (("east", "east"), (west(), "nations-of-the-west")):
        for players in range(2, 7):
            game = make(book, players, board)
            assert (game.board.id, game.seats) == (board_id, players)


@both
@rule("A06-033", "A06-034", "A05-032", "A06-R50", "A05-R51")
@pytest.mark.parametrize(("players", "count"), [(2, 4), (3, 3), (4, 4), (5, 5), (6, 6)])
def test_number_of_players_fixes_the_nations(book: str, players: int, count: int) -> None:
    for board, names in (("east", EAST_NATIONS), (west(), WEST_NATIONS)):
        assert isinstance(board, str | dict)
        for seed in range(4):
            assert sorted(seated(first(book, players, board, seed))) == sorted(names[:count])


@both
@rule("A06-R50", "A05-R51")
def test_two_players_never_play_two_nations_in_the_first_form(book: str) -> None:
    assert make(book, 2).nations == 4
    assert "Phoenicians" in seated(first(book, 2))


def _plays(book: str, board: str | dict[str, Any], name: str) -> list[int]:
    return [players for players in range(2, 7) if name in seated(first(book, players, board))]


@both
@rule("A06-035", "A05-033")
@pytest.mark.parametrize("name", ["Greeks", "Romans", "Germanic tribes"])
def test_three_nations_of_the_west_always_play(book: str, name: str) -> None:
    assert _plays(book, west(), name) == [2, 3, 4, 5, 6]


@both
@rule("A06-036", "A05-034")
def test_phoenicians_of_the_west(book: str) -> None:
    assert _plays(book, west(), "Phoenicians") == [2, 4, 5, 6]


@both
@rule("A06-037", "A05-035")
def test_carthaginians_join_with_five(book: str) -> None:
    assert _plays(book, west(), "Carthaginians") == [5, 6]


@both
@rule("A06-038", "A05-036")
def test_persians_of_the_west_join_with_six(book: str) -> None:
    assert _plays(book, west(), "Persians") == [6]


@both
@rule("A06-039", "A05-037")
@pytest.mark.parametrize("name", ["Greeks", "Persians", "Arabs"])
def test_three_nations_of_the_east_always_play(book: str, name: str) -> None:
    assert _plays(book, "east", name) == [2, 3, 4, 5, 6]


@both
@rule("A06-040", "A05-038")
def test_phoenicians_of_the_east(book: str) -> None:
    assert _plays(book, "east", "Phoenicians") == [2, 4, 5, 6]


@both
@rule("A06-041", "A05-039")
def test_egyptians_join_with_five(book: str) -> None:
    assert _plays(book, "east", "Egyptians") == [5, 6]


@both
@rule("A06-042", "A05-040")
def test_babylonians_join_with_six(book: str) -> None:
    assert _plays(book, "east", "Babylonians") == [6]


@both
@rule("A06-034", "A05-032")
def test_other_nations_are_refused(book: str) -> None:
    game = make(book, 4)
    with pytest.raises(SetupError) as error:
        game.seated(["Greeks", "Persians", "Arabs", "Egyptians"], "Greeks")
    assert error.value.code == "bad_setup"
    with pytest.raises(SetupError):
        game.seated(["Greeks", "Persians", "Arabs", "Arabs"], "Greeks")
    with pytest.raises(SetupError):
        game.seated(["Greeks", "Persians", "Arabs", "Phoenicians"], "Egyptians")
    assert seated(game.seated(["Arabs", "Phoenicians", "Greeks", "Persians"], "Greeks")) == [
        "Arabs", "Phoenicians", "Greeks", "Persians",
    ]  # fmt: skip
    with pytest.raises(PositionError):
        at(book, nations={"Egyptians": {}})


@both
@rule("A06-044", "A05-042", "A06-R06", "A05-R06")
def test_nation_cards_are_drawn_by_the_seed(book: str) -> None:
    draws = [tuple(seated(first(book, 3, seed=seed))) for seed in range(40)]
    assert len(set(draws)) == 6
    assert draws == [tuple(seated(first(book, 3, seed=seed))) for seed in range(40)]
    assert all(now(first(book, 3, seed=seed))[1] == "rondel" for seed in range(3))


@both
@rule("A06-045", "A05-043", "A06-R06", "A05-R06")
def test_nations_are_chosen_clockwise_from_the_first_chooser(book: str) -> None:
    state = first(book, 3, choose=1, first_chooser=2)
    assert [now(state)[1], to_position(state)["chooser"], state.to_act] == ["nation", 2, 2]
    assert legal(state) == {"nation Greeks", "nation Persians", "nation Arabs"}
    assert refused(state, "nation Phoenicians")[0] == "not_offered"
    state = play(state, "nation Arabs")
    assert state.to_act == 0
    assert legal(state) == {"nation Greeks", "nation Persians"}
    state = play(state, "nation Persians")
    assert seated(state) == ["Persians", "Greeks", "Arabs"]
    assert now(state) == ("Arabs", "rondel")


@both
@rule("A06-045", "A05-043")
def test_first_seat_chooses_first_unless_agreed_otherwise(book: str) -> None:
    state = first(book, 4, choose=1)
    assert [state.to_act, len(legal(state))] == [0, 4]
    state = play(state, "nation Phoenicians", "nation Greeks")
    assert legal(state) == {"nation Persians", "nation Arabs"}
    for wrong in (4, 5):
        with pytest.raises(SetupError) as error:
            make(book, 4, options={"choose": 1, "first-chooser": wrong})
        assert error.value.code == "bad_option"
    assert make(book, 4, options={"choose": 1, "first-chooser": 3}).new().to_act == 3
    with pytest.raises(SetupError):
        make(book, 4, options={"first-chooser": 1})


@both
@rule("A06-R06", "A05-R06")
def test_pairs_are_drawn_or_chosen_too(book: str) -> None:
    holders = {seated(first(book, 2, seed=seed))[0] for seed in range(20)}
    assert holders == {"Phoenicians", "Arabs"}
    state = first(book, 2, choose=1)
    assert legal(state) == {"nation Phoenicians", "nation Greeks"}
    assert seated(play(state, "nation Phoenicians")) == ["Phoenicians", "Greeks", "Persians", "Arabs"]
    other = play(state, "nation Greeks")
    assert {name: nation(other, name)["seat"] for name in LINE_4} == {
        "Greeks": 0, "Arabs": 0, "Phoenicians": 1, "Persians": 1,
    }  # fmt: skip
    assert now(other) == ("Phoenicians", "rondel")
    last = play(first(book, 2, choose=1, first_chooser=1), "nation Phoenicians")
    assert [nation(last, "Phoenicians")["seat"], last.to_act] == [1, 1]


# ---- goods and pieces ------------------------------------------------------------------------------------------------


@both
@rule("A06-046", "A05-044")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_start_goods(book: str, players: int) -> None:
    state = first(book, players)
    for name in seated(state):
        assert stocks(state, name)[:3] == (2, 1, 3)


@both
@rule("A06-049", "A05-047")
def test_no_units_at_the_start(book: str) -> None:
    state = first(book, 6)
    for name in seated(state):
        assert [nation(state, name)["legions"], nation(state, name)["galleys"]] == [{}, {}]


@rule("A05-047")
def test_no_coins_before_the_first_turn() -> None:
    state = first("antike-2005", 4)
    starter = now(state)[0]
    assert {name: stocks(state, name)[3] for name in LINE_4} == {name: int(name == starter) for name in LINE_4}


@both
@rule("A06-047", "A05-045", "A06-048", "A05-046")
@pytest.mark.parametrize("army", ["legions", "galleys"])
def test_no_more_than_seventeen_units_of_a_kind(book: str, army: str) -> None:
    at(book, turn="Greeks", nations={"Greeks": {army: {"Pella": 8, "Athen": 9}}})
    with pytest.raises(PositionError):
        at(book, turn="Greeks", nations={"Greeks": {army: {"Pella": 9, "Athen": 9}}})
    unit = army[:-1]
    nations = {"Greeks": {army: {"Pella": 16}, "iron": 9, "temples": ["Pella"]}}
    state = play(at(book, turn="Greeks", nations=nations), "rondel arming", f"arm {unit} Pella")
    assert nation(state, "Greeks")[army] == {"Pella": 17}
    assert not [text for text in legal(state, "arm") if unit in text]
    assert refused(state, f"arm {unit} Pella") == ("no_unit_left", "A06-141" if "2006" in book else "A05-129")


@both
@rule("A06-047", "A05-045", "A06-048", "A05-046", "A06-R18", "A05-R18")
def test_no_more_than_twenty_five_cities(book: str) -> None:
    taken = {city for line in list(LINE_4.values())[1:] for city in line}
    free = [region.name for region in load_board("east").regions if region.name not in taken]
    sites = {"Ninive": 1, "Theben": 1}
    mine = [name for name in free if name not in sites]
    rich = {"marble": 9, "iron": 9, "gold": 9, "legions": sites, "personages": {"king": 4}}
    state = at(book, turn="Greeks", phase="founding", nations={"Greeks": {"cities": mine[:24], **rich}})
    assert legal(state) == {"done", "found Ninive", "found Theben"}
    state = play(state, "found Theben")
    assert len(nation(state, "Greeks")["cities"]) == 25
    assert now(state) == ("Persians", "rondel")
    full = at(book, turn="Greeks", phase="arming", nations={"Greeks": {"cities": mine[:25], **rich}})
    closed = play(full, "done")
    assert now(closed) == ("Persians", "rondel")
    learnt = {"knowhow": ["wheel", "sailing", "market", "monarchy", "roads", "navigation", "currency", "democracy"]}
    trading = at(book, turn="Greeks", phase="founding", nations={"Greeks": {"cities": mine[:25], **rich, **learnt}})
    assert refused(trading, "found Theben") == ("no_stone", "A06-R18" if "2006" in book else "A05-R18")
    with pytest.raises(PositionError):
        at(book, turn="Greeks", nations={"Greeks": {"cities": mine[:26]}})


@both
@rule("A06-R18", "A05-R18")
def test_as_many_cities_as_units_and_goods_allow_one_a_province(book: str) -> None:
    sites = {"Ninive": 2, "Theben": 1, "Babylon": 1, "Susa": 1}
    nations = {"Greeks": {"legions": sites, "marble": 2, "iron": 2, "gold": 2}}
    state = at(book, turn="Greeks", phase="founding", nations=nations)
    assert legal(state, "found") == {"found Ninive", "found Theben", "found Babylon"}
    assert refused(state, "found Susa") == ("occupied", "A06-112" if "2006" in book else "A05-085")
    state = play(state, "found Ninive")
    assert legal(state, "found") == {"found Theben", "found Babylon"}
    state = play(state, "found Babylon")
    assert stocks(state, "Greeks")[:3] == (0, 0, 0)
    assert now(state) == ("Persians", "rondel")
    assert nation(state, "Greeks")["legions"] == sites


# ---- start cities ----------------------------------------------------------------------------------------------------


@both
@rule("A06-043", "A05-041", "A06-051", "A05-049", "A05-050", "A06-052", "A05-051")
def test_start_cities_stand_on_the_line_of_the_number_of_nations(book: str) -> None:
    assert cities(first(book, 4)) == {name: set(line) for name, line in LINE_4.items()}
    assert cities(first(book, 3)) == {
        "Greeks": {"Sparta", "Dyrrhachion", "Messana"},
        "Persians": {"Artaxata", "Ninive", "Susa"},
        "Arabs": {"Saba", "Adane", "Mecca"},
    }
    assert cities(first(book, 5))["Egyptians"] == {"Theben", "Ammonion", "Cyrene"}
    assert cities(first(book, 6))["Babylonians"] == {"Babylon", "Ninive", "Melitene"}
    assert len({frozenset(cities(first(book, players))["Persians"]) for players in (3, 4, 5, 6)}) == 4


@both
@rule("A06-050", "A05-048", "A06-053", "A05-052")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_a_marble_an_iron_and_a_gold_city_without_temples(book: str, players: int) -> None:
    resources = {region.name: GOODS[region.resource] for region in load_board("east").regions}
    state = first(book, players)
    for name, mine in cities(state).items():
        assert sorted(resources[city] for city in mine) == ["gold", "iron", "marble"]
        assert nation(state, name)["temples"] == []
    starter = now(state)[0]
    assert stocks(play(state, "rondel marble"), starter)[:3] == (3, 1, 3)


@both
@rule("A06-053", "A05-052")
def test_twenty_two_stones_are_left_after_set_up(book: str) -> None:
    taken = {city for line in LINE_4.values() for city in line}
    free = [region.name for region in load_board("east").regions if region.name not in taken]
    greeks = {"marble": 90, "iron": 90, "gold": 90, "personages": {"king": 5}, **_army(free)}
    state = at(book, turn="Greeks", phase="founding", nations={"Greeks": greeks})
    founded = 0
    while now(state)[0] == "Greeks":
        state = play(state, sorted(legal(state, "found"))[0])
        founded += 1
    assert founded == 22


def _army(free: list[str]) -> dict[str, Any]:
    board = load_board("east")
    ashore = [name for name in free if board.neighbours(board.index(name), 2)]
    inland = [name for name in free if name not in ashore]
    return {"galleys": dict.fromkeys(ashore[:14], 1), "legions": dict.fromkeys(inland[:11], 1)}


@both
@rule("A06-054", "A05-053")
def test_sites_of_absent_nations_are_free(book: str) -> None:
    absent = {"Babylon": 1, "Ninive": 1, "Theben": 1}  # start cities of Babylonians and Egyptians in larger games
    greeks = {"legions": {**absent, "Napoca": 1, "Susa": 1}}
    state = at(book, turn="Greeks", phase="founding", nations={"Greeks": greeks})
    assert legal(state, "found") == {"found Babylon", "found Ninive", "found Theben", "found Napoca"}
    six: dict[str, Any] = {name: {} for name in EAST_NATIONS} | {"Greeks": {"legions": {**absent, "Napoca": 1}}}
    crowded = at(book, turn="Greeks", phase="founding", nations=six)
    assert legal(crowded, "found") == {"found Napoca"}


@both
@rule("A06-R44", "A05-R44")
def test_longer_game_begins_with_one_city_of_the_own_line(book: str) -> None:
    game = make(book, 4, options={"longer-game": 1})
    state = game.seated(["Greeks", "Persians", "Arabs", "Phoenicians"], "Phoenicians")
    assert now(state) == ("Phoenicians", "city")
    assert legal(state) == {"city Alexandria", "city Tyros", "city Paphos"}
    assert refused(state, "city Pella")[0] == "not_offered"
    state = play(state, "city Tyros")
    assert now(state) == ("Greeks", "city")
    assert legal(state) == {"city Pella", "city Dyrrhachion", "city Athen"}
    state = play(state, "city Pella", "city Susa")
    assert to_position(state)["round"] == 0
    state = play(state, "city Adane")
    assert cities(state) == {"Greeks": {"Pella"}, "Persians": {"Susa"}, "Arabs": {"Adane"}, "Phoenicians": {"Tyros"}}
    assert now(state) == ("Phoenicians", "rondel")
    assert to_position(state)["round"] == 1
    assert stocks(state, "Phoenicians") == (2, 1, 3, 1)
    assert stocks(state, "Greeks") == (2, 1, 3, 1 if "2006" in book else 0)


@both
@rule("A05-060")
def test_three_nations_play_to_ten(book: str) -> None:
    cards = {"king": 2, "scholar": 5, "general": 2}
    nations = {"Greeks": {"gold": 7, "rondel": "marble", "personages": cards}, "Persians": {}, "Arabs": {}}
    state = at(book, players=3, turn="Greeks", nations=nations)
    assert now(state) == ("Greeks", "rondel")
    assert play(state, "rondel know-how", "learn wheel").end_reason() == "personages"
    less = {**nations, "Greeks": {**nations["Greeks"], "personages": cards | {"general": 1}}}
    assert now(play(at(book, players=3, turn="Greeks", nations=less), "rondel know-how", "learn wheel"))[1] == "rondel"


# ---- the starting nation and the order of turns ----------------------------------------------------------------------


def turns(state: State, count: int) -> list[str]:
    """Play free production wedges and note whose turn it is."""
    found = []
    for _ in range(count):
        found.append(now(state)[0])
        ring = {None: "gold", "gold": "marble", "marble": "iron", "iron": "gold"}
        state = play(state, f"rondel {ring[nation(state, found[-1])['rondel']]}")
    return found


@both
@rule("A06-086", "A05-082", "A06-R02", "A05-R02")
def test_starting_nation_depends_on_the_number_of_nations(book: str) -> None:
    starters = {3: "Arabs", 4: "Phoenicians", 5: "Egyptians", 6: "Babylonians"}
    for players, name in starters.items():
        for seed in range(5):
            state = first(book, players, seed=seed)
            assert (to_position(state)["start"], now(state)) == (name, (name, "rondel"))


@both
@rule("A06-087", "A06-R02", "A05-R02")
def test_with_four_nations_the_phoenicians_begin(book: str) -> None:
    for board in ("east", west()):
        assert isinstance(board, str | dict)
        for seed in range(5):
            assert now(first(book, 4, board, seed))[0] == "Phoenicians"


@both
@rule("A05-083", "A06-R02", "A05-R02")
def test_with_six_players_of_the_west_the_carthaginians_begin(book: str) -> None:
    for seed in range(5):
        assert now(first(book, 6, west(), seed))[0] == "Carthaginians"


@pytest.mark.untraced
@both
@rule("A06-R02", "A05-R02")
def test_starting_nation_is_drawn_where_the_board_names_none(book: str) -> None:
    starts = [now(first(book, 3, west(), seed))[0] for seed in range(30)]
    assert set(starts) == {"Greeks", "Romans", "Germanic tribes"}
    assert starts == [now(first(book, 3, west(), seed))[0] for seed in range(30)]
    seats = {first(book, 3, west(), seed).to_act for seed in range(30)}
    assert seats == {0, 1, 2}


@both
@rule("A06-091", "A05-062", "A06-R03", "A05-R03")
def test_turns_go_round_the_seats_from_the_starting_nation(book: str) -> None:
    seats = ["Arabs", "Phoenicians", "Greeks", "Persians"]
    state = make(book, 4).seated(seats, "Phoenicians")
    assert turns(state, 9) == [*(["Phoenicians", "Greeks", "Persians", "Arabs"] * 2), "Phoenicians"]


@both
@rule("A06-011")
def test_starting_nation_stays_marked_and_opens_the_rounds(book: str) -> None:
    state = make(book, 4).seated(["Greeks", "Persians", "Arabs", "Phoenicians"], "Arabs")
    seen = []
    for wedge in ("gold", "marble"):
        for _ in range(4):
            position = to_position(state)
            seen.append((position["start"], position["turn"], position["round"]))
            state = play(state, f"rondel {wedge}")
    order = ["Arabs", "Phoenicians", "Greeks", "Persians"]
    assert seen == [("Arabs", name, number) for number in (1, 2) for name in order]


# ---- what a board must be --------------------------------------------------------------------------------------------


@rule("A06-R01", "A05-R01")
def test_stock_board_passes_the_counts() -> None:
    board = load_board("east")
    assert len(board.regions) == 50
    assert {len(board.neighbours(place)) for place in range(50)} == {3, 4, 5, 6}
    for count in range(3, 7):
        line = board.starts[count]
        triples = list(line.values())
        assert len(set(sum(triples, ()))) == 3 * count
        assert all([board.regions[city].resource for city in triple] == [0, 1, 2] for triple in triples)
    for a, b, kind in board.borders:
        assert b in board.neighbours(a, kind)
        assert a in board.neighbours(b, kind)
    assert "ours" not in board.provenance.split(":")[0]


def _sea_distance(board: Board, origin: str, target: str) -> int:
    steps, reached = 0, {board.index(origin)}
    while board.index(target) not in reached:
        reached |= {place for region in reached for place in board.neighbours(region, SEA)}
        steps += 1
    return steps


@rule("A06-R01", "A05-R01")
def test_stock_board_fits_the_places_of_the_examples() -> None:
    board = load_board("east")
    for name in ("Athen", "Corniclanum", "Tyros", "Alexandria", "Attalia"):
        assert board.neighbours(board.index(name), LAND)
        assert board.neighbours(board.index(name), SEA)
    assert _sea_distance(board, "Ephesos", "Athen") == 1
    assert _sea_distance(board, "Athen", "Cyrene") == 2
    assert _sea_distance(board, "Alexandria", "Attalia") == 2


@rule("A06-R01", "A05-R01")
def test_own_board_needs_no_counts_and_no_start_lines() -> None:
    small = {
        "id": "two", "regions": {"Here": {"resource": "iron"}, "There": {"resource": "gold"}},
        "borders": {"sea": [["Here", "There"]]},
    }  # fmt: skip
    board = read_board(small)
    assert [region.name for region in board.regions] == ["Here", "There"]
    assert (board.border(0, 1), board.border(1, 0)) == (2, 2)
    assert board.provenance == "ours"


_START = {"Greeks": ["Marble0", "Iron0", "Gold0"], "Romans": ["Marble1", "Iron1", "Gold1"]}


@rule("A06-R01", "A05-R01")
@pytest.mark.parametrize(
    "changes",
    [
        {"borders": {"road": [["Marble0", "Iron0"]]}},
        {"borders": {"land": [["Marble0", "Marble0"]]}},
        {"borders": {"land": [["Marble0", "Roma"]]}},
        {"borders": {"land": [["Marble0", "Iron0"]]}},
        {"borders": {**west()["borders"], "land": [["Iron0", "Marble0"]]}},
        {"regions": {**west()["regions"], "Iron0": {"resource": "coin"}}},
        {"regions": {**west()["regions"], "Iron0": {}}},
        {"regions": {**west()["regions"], "IRON0": {"resource": "iron"}}},
        {"starts": {"3": {**_START, "Germanic tribes": ["Marble2", "Iron2", "Gold1"]}}},
        {"starts": {"3": {**_START, "Germanic tribes": ["Marble2", "Gold2", "Iron2"]}}},
        {"starts": {"3": {**_START, "Germanic tribes": ["Marble2", "Iron2"]}}},
        {"starts": {"3": {**_START, "Germanic tribes": ["Marble2", "Iron2", "Roma"]}}},
        {"starts": {"3": _START}},
        {"starts": {"3": {**_START, "Vandals": ["Marble2", "Iron2", "Gold2"]}}},
    ],
)
def test_faulty_boards_are_refused(changes: dict[str, Any]) -> None:
    read_board(west())
    with pytest.raises(BoardError) as error:
        read_board(west(**changes))
    assert error.value.code == "bad_board"


# ---- open information ------------------------------------------------------------------------------------------------


@both
@rule("A06-R41", "A05-R41")
def test_everything_is_open_to_everybody(book: str) -> None:
    known = {"knowhow": ["wheel"], "personages": {"scholar": 1}, "galleys": {"Athen": 2}}
    state = at(book, turn="Persians", nations={"Greeks": {"marble": 7, "coins": 2, **known}})
    for seat in range(4):
        view = state.view(seat)
        greeks = view["nations"]["Greeks"]
        assert view == state.view(0)
        assert (greeks["marble"], greeks["iron"], greeks["gold"], greeks["coins"]) == (7, 1, 3, 2)
        assert (greeks["knowhow"], greeks["personages"], greeks["points"]) == (["wheel"], {"scholar": 1}, 1)
        assert greeks["galleys"] == {"Athen": 2}
        assert view["bank"]["coins"] == 28
