"""Positions as JSON objects: any moment can be set up by hand, and what cannot be is refused by name."""

from __future__ import annotations

import json
from contextlib import suppress
from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rondel.antike.invariants import faults
from rondel.antike.state import PHASES, State
from rondel.boards.reader import load_board
from rondel.compact import from_line, to_line
from rondel.errors import PositionError, RondelError, SetupError
from rondel.position import dumps, from_position, game_of, read_options, to_position
from rondel.tables import smalls
from tests.notation import family
from tests.notation import test_moves as moments
from tests.support import at, both, legal, make, nation, now, play, rule, stocks

Position = dict[str, Any]
ALL_EIGHT = moments.ALL_EIGHT


def inline() -> Position:
    """Give the stock board as an inline board under another name."""
    board: Position = json.loads(json.dumps(dict(load_board("east").source)))
    return {**board, "id": "mine", "title": "Mine"}


def no_more(*names: str) -> dict[str, Position]:
    """Name nations of which nothing else is said."""
    return {name: {} for name in names}


def bad(position: Position, book: str = "antike-2006") -> str:
    """Give the message with which a position is refused."""
    with pytest.raises(PositionError) as caught:
        from_position({"game": book, **position})
    assert caught.value.code == "bad_position"
    return caught.value.message


# ---- every moment ----------------------------------------------------------------------------------------------------

#: phase -> a position in which that phase is open, who decides, and some of what is legal
MOMENTS: dict[str, tuple[Any, str, set[str]]] = {
    "nation": (lambda: at(phase="nation", options={"choose": 1}), "", {"nation Greeks", "nation Arabs"}),
    "city": (lambda: at(phase="city", options={"longer-game": 1}), "Phoenicians", {"city Tyros", "city Paphos"}),
    "substitute": (moments.substitute, "Greeks", {"take marble", "take iron", "take gold"}),
    "rondel": (at, "Phoenicians", {"rondel iron", "rondel maneuver2"}),
    "pay": (
        lambda: moments.greeks("pay", {"marble": 4, "coins": 2}, pending="temple Pella"),
        "Greeks",
        {"pay 4 marble 1 coin", "pay 3 marble 2 coin"},
    ),
    "temple": (lambda: moments.greeks("temple", {"marble": 5}), "Greeks", {"done", "temple Pella"}),
    "arming": (
        lambda: moments.greeks("arming", {"iron": 1, "legions": {"Pella": 1}}, placed={"Pella": 1}),
        "Greeks",
        {"done", "arm legion Athen"},
    ),
    "know-how": (lambda: moments.greeks("know-how", {"gold": 7}), "Greeks", {"done", "learn wheel"}),
    "maneuver": (moments.fleet, "Greeks", {"done", "move 1 legion Pella Tomis used 1", "fight 1 galley Athen Arabs"}),
    "join": (moments.join, "Greeks", {"enter", "move 1 legion Napoca Pella used 1"}),
    "answer": (moments.answer, "Persians", {"peace", "fight 1 legion Pella Greeks"}),
    "lose": (moments.lose, "Greeks", {"lose used 0", "lose used 1"}),
    "conquest": (
        lambda: moments.greeks("conquest", {"legions": {"Susa": 1}}),
        "Greeks",
        {"done", "conquer Susa 1 legion"},
    ),
    "give-up": (moments.give_up, "Greeks", {"give-up Napoca", "give-up Ninive"}),
    "founding": (
        lambda: moments.greeks("founding", {"coins": 3, "legions": {"Napoca": 1}}),
        "Greeks",
        {"done", "found Napoca"},
    ),
    "extra": (moments.extra, "Greeks", {"take king", "take general"}),
    "ask": (lambda: family.entry("ask"), "Romans", {"ask Greeks", "ask Phoenicians"}),
    "fortress": (family.fortress, "Carthaginians", {"done", "play fortress"}),
    "charge": (family.charge, "Romans", {"conquer Carthago 1 galley", "conquer Carthago 1 legion"}),
    "pick": (family.pick, "Carthaginians", {"done", "pick levy", "pick academy"}),
    "turn-up": (family.turn_up, "Romans", {"turn-up fortress", "turn-up fair wind"}),
    "agree": (family.agree, "Carthaginians", {"accept-draw", "peace"}),
    "over": (
        lambda: at(phase="over", end="personages", winner="Greeks", nations={"Greeks": {"personages": {"king": 9}}}),
        "Phoenicians",
        set(),
    ),
}


def test_every_phase_is_among_them() -> None:
    assert tuple(MOMENTS) == PHASES


@pytest.mark.parametrize("phase", PHASES)
def test_any_moment_can_be_set_up_and_reads_back_equal(phase: str) -> None:
    make, actor, some = MOMENTS[phase]
    state: State = make()
    assert now(state) == (actor, phase)
    assert some <= legal(state)
    assert bool(legal(state)) == (phase != "over")
    state.check()
    again = from_position(json.loads(dumps(state)))
    assert again.key() == state.key()
    assert list(again.legal()) == list(state.legal())
    assert to_position(again) == to_position(state)
    assert state.game.show(state)
    assert bool(state.game.prompt(state)) == (phase != "over")


def test_what_units_have_used_is_kept() -> None:
    position = to_position(moments.fleet())
    assert position["used"] == {"legions": {"Pella": [1, 0, 0]}}
    assert "placed" not in position
    galley = moments.greeks(
        "maneuver",
        {"galleys": {"Athen": 3}, "knowhow": ["sailing", "navigation"]},
        used={"galleys": {"Athen": [1, 1]}},
    )
    assert to_position(galley)["used"] == {"galleys": {"Athen": [1, 1, 0]}}
    assert {"move 1 galley Athen Knossos", "move 1 galley Athen Knossos used 1"} <= legal(galley)
    assert "move 2 galley Athen Knossos" not in legal(galley)


def test_units_placed_count_against_the_limit() -> None:
    state = moments.greeks("arming", {"iron": 3, "legions": {"Pella": 1}}, placed={"Pella": 1})
    assert to_position(state)["placed"] == {"Pella": 1}
    assert "arm legion Pella" not in legal(state)
    paying = moments.greeks(
        "pay", {"iron": 1, "coins": 1, "galleys": {"Athen": 1}}, placed={"Athen": 1}, pending="arm legion Pella"
    )
    assert to_position(paying)["placed"] == {"Athen": 1}
    assert now(play(paying, "pay 1 coin", "done")) == ("Persians", "rondel")


def test_a_forced_step_is_taken_on_reading() -> None:
    state = moments.greeks("founding", {})
    assert now(state) == ("Persians", "rondel")


def test_the_bar_on_a_kind_just_received_is_kept() -> None:
    entry = {"gold": 2, "iron": 1, "knowhow": ALL_EIGHT}
    state = moments.greeks("founding", entry, book="antike-2005", barred=["iron"])
    assert to_position(state)["barred"] == ["iron"]
    assert "trade 1 iron for 1 gold" not in legal(state)
    assert "trade 1 gold for 1 iron" in legal(state)


def test_personages_due_are_kept() -> None:
    entry = {"coins": 3, "legions": {"Napoca": 1}}
    state = moments.greeks("founding", entry, due={"scholars": 1, "generals": 2})
    assert to_position(state)["due"] == {"scholars": 1, "generals": 2}
    after = play(state, "done")
    assert nation(after, "Greeks")["personages"] == {"scholar": 1, "general": 2}


# ---- what is left out ------------------------------------------------------------------------------------------------


def test_what_is_left_out_is_as_at_the_start() -> None:
    position = to_position(at())
    keys = ("game", "board", "players", "round", "phase", "start", "turn", "to_act")
    assert {key: position[key] for key in keys} == {
        "game": "antike-2006", "board": "east", "players": 4, "round": 1, "phase": "rondel", "start": "Phoenicians",
        "turn": "Phoenicians", "to_act": "Phoenicians",
    }  # fmt: skip
    assert list(position["nations"]) == ["Greeks", "Persians", "Arabs", "Phoenicians"]
    assert position["nations"]["Greeks"] == {
        "seat": 0, "cities": ["Athen", "Dyrrhachion", "Pella"], "temples": [], "legions": {}, "galleys": {},
        "marble": 2, "iron": 1, "gold": 3, "coins": 0, "knowhow": [], "rondel": None, "personages": {}, "points": 0,
    }  # fmt: skip
    stacks = {"king": 9, "scholar": 8, "general": 7, "citizen": 6, "navigator": 5}
    assert position["bank"] == {"coins": 30, "temples": 20, "personages": stacks}
    assert set(position) == {
        "game", "board", "players", "round", "phase", "start", "turn", "to_act", "nations", "bank",
    }  # fmt: skip


def test_the_number_of_players_follows_from_the_nations() -> None:
    assert at(nations={"Greeks": {}, "Arabs": {}, "Persians": {}}).game.seats == 3
    assert at(nations=no_more("Greeks", "Arabs")).game.seats == 4
    assert at(players=5, nations={"Greeks": {}}).game.seats == 5
    six = ("Greeks", "Persians", "Arabs", "Phoenicians", "Egyptians", "Babylonians")
    assert at(nations=no_more(*six)).game.seats == 6


def test_seats_follow_the_order_in_which_nations_are_named() -> None:
    state = at(nations={"Arabs": {}, "Greeks": {}})
    assert list(to_position(state)["nations"]) == ["Arabs", "Greeks", "Persians", "Phoenicians"]


def test_start_turn_and_actor_follow_each_other() -> None:
    assert to_position(at(start="Greeks"))["turn"] == "Greeks"
    position = to_position(at(turn="Arabs"))
    assert (position["start"], position["turn"], position["to_act"]) == ("Phoenicians", "Arabs", "Arabs")
    three = to_position(at(players=3))
    assert three["start"] == "Arabs"


def test_start_cities_given_to_another_are_not_given_twice() -> None:
    state = at(nations={"Arabs": {"cities": ["Pella", "Saba"]}})
    assert nation(state, "Greeks")["cities"] == ["Athen", "Dyrrhachion"]
    assert nation(state, "Arabs")["cities"] == ["Pella", "Saba"]


def test_the_bank_has_what_the_nations_do_not() -> None:
    state = at(
        options={"bank-units": 40},
        nations={"Greeks": {"gold": 10, "coins": 4, "personages": {"king": 2}, "temples": ["Pella"]}},
    )
    bank = to_position(state)["bank"]
    assert (bank["marble"], bank["iron"], bank["gold"], bank["coins"]) == (32, 36, 21, 26)
    assert bank["temples"] == 19
    assert bank["personages"]["king"] == 7


def test_names_in_a_position_may_be_abbreviated() -> None:
    state = at(turn="gre", nations={"Greeks": {"cities": ["pel", "ATH"], "knowhow": ["whe"], "rondel": "know"}})
    entry = nation(state, "Greeks")
    assert (entry["cities"], entry["knowhow"], entry["rondel"]) == (["Athen", "Pella"], ["wheel"], "know-how")


def test_an_abbreviated_nation_has_what_was_written_for_it() -> None:
    assert stocks(at(nations={"greeks": {"gold": 9}}), "Greeks")[2] == 9


def test_no_units_and_no_personages_may_be_written_out() -> None:
    entry = nation(
        at(nations={"Greeks": {"legions": {"Pella": 0}, "personages": {"king": 0}, "rondel": None}}), "Greeks"
    )
    assert (entry["legions"], entry["personages"], entry["rondel"]) == ({}, {}, None)


def test_an_extra_personage_is_kept_apart() -> None:
    entry = nation(at(nations={"Greeks": {"personages": {"king": 1}, "extra": "king", "knowhow": ALL_EIGHT}}), "Greeks")
    assert (entry["personages"], entry["extra"], entry["points"]) == ({"king": 1}, "king", 2)


# ---- boards and options ----------------------------------------------------------------------------------------------


def test_a_board_may_be_given_inline() -> None:
    state = at(board=inline())
    assert to_position(state)["board"] == inline()
    assert from_position(json.loads(dumps(state))).key() == state.key()
    stock = at(board=dict(load_board("east").source))
    assert to_position(stock)["board"] == "east"


@rule("A06-R01", "A05-R01")
@both
def test_a_board_without_start_cities_serves_a_position_that_names_all_cities(book: str) -> None:
    names = ("Greeks", "Persians", "Arabs", "Phoenicians")
    bare = {**inline(), "starts": {}, "start_nation": {}}
    cities = {name: {"cities": nation(at(book), name)["cities"]} for name in names}
    state = at(book, board=bare, turn="Greeks", nations=cities)
    assert nation(state, "Greeks")["cities"] == cities["Greeks"]["cities"]
    assert from_position(json.loads(dumps(state))).key() == state.key()
    assert stocks(play(state, "rondel gold"), "Greeks") != stocks(state, "Greeks")
    wanted = "The board mine has no start cities for 4 nations; a position on it must name the cities of every nation."
    assert bad({"board": bare, "nations": {**cities, "Arabs": {}}}, book) == wanted
    for more in ({"phase": "nation", "options": ["choose"]}, {"phase": "city", "options": ["longer-game"]}):
        assert bad({"board": bare, **more}, book) == wanted
    game = make(book, 4, bare)
    for begin in (game.new, make(book, 4, bare, ["choose"]).new, partial(game.seated, names, "Greeks")):
        with pytest.raises(SetupError) as caught:
            begin()
        assert caught.value.message == wanted
    with pytest.raises(SetupError, match="names 2 nations, not 4"):
        make(book, 4, {**bare, "nations": {"all": ["Greeks", "Persians"]}})


@pytest.mark.parametrize(
    ("board", "code"),
    [
        ("west of Eden", "unknown_board"), ({}, "bad_board"), ({"regions": {}}, "bad_board"),
        ({**inline(), "extra": 1}, "bad_board"), ({**inline(), "starts": {}, "start_nation": {}}, "bad_position"),
        (5, "bad_position"), (None, "bad_position"), ([], "bad_position"),
    ],
)  # fmt: skip
def test_a_board_that_cannot_be(board: object, code: str) -> None:
    with pytest.raises(RondelError) as caught:
        from_position({"game": "antike-2006", "board": board})
    assert caught.value.code == code
    assert caught.value.message.endswith(".")


TINY = {
    "id": "tiny", "nations": {"all": ["Reds", "Blues"]}, "borders": {"land": [["Here", "There"]]},
    "regions": {"Here": {"resource": "marble"}, "There": {"resource": "iron"}},
}  # fmt: skip


@pytest.mark.parametrize(
    ("position", "cause"),
    [
        ({"board": "orient"}, "On the board orient the region "),
        (
            {"board": "aegean-mini", "players": 4},
            "The board aegean-mini has no start cities for 4 nations; it has them for 2 and 3.",
        ),
        ({"board": {**inline(), "nations": {}}, "players": 2}, "The board mine names no pairs of nations"),
        ({"board": TINY, "players": 2, "options": ["two-colours"]}, "The board tiny is too small to pick start cities"),
    ],
)
def test_a_board_that_does_not_fit_the_game(position: Position, cause: str) -> None:
    with pytest.raises(SetupError) as caught:
        from_position({"game": "antike-2006", **position})
    assert caught.value.code == "bad_setup"
    assert caught.value.message.startswith(cause)


def test_options_are_an_object_or_a_list() -> None:
    assert read_options({"a": 1, "b": True, "c": False, "d": 18}) == {"a": 1, "b": 1, "d": 18}
    assert read_options(["a", "b"]) == {"a": 1, "b": 1}
    assert at(options=["expert"]).game.chosen_options == {"expert": 1}
    assert to_position(at(options={"bank-units": 20, "expert": True}))["options"] == {"bank-units": 20, "expert": 1}


def test_a_game_is_made_with_an_object_or_a_list_of_options() -> None:
    assert make("antike-2006", options=["expert"]).chosen_options == {"expert": 1}
    assert make("antike-2006", options=["expert"]) is make("antike-2006", options={"expert": 1})
    assert make("antike-2006", options=("expert", "choose")).chosen_options == {"expert": 1, "choose": 1}
    assert make("antike-2006", options=[]).chosen_options == make("antike-2006").chosen_options == {}
    with pytest.raises(SetupError) as caught:
        make("antike-2006", options=["turbo"])
    assert caught.value.code == "bad_option"


@pytest.mark.parametrize("options", ["expert", 1, None, {"a": "1"}, {"a": 1.5}, ["a", 1], {"a": None}])
def test_options_that_cannot_be_read(options: object) -> None:
    assert bad({"options": options}) == "options must be an object of numbers or a list of names."


@pytest.mark.parametrize(
    ("position", "code"),
    [
        ({}, "bad_position"), ({"players": 4}, "bad_position"), ({"game": "chess"}, "unknown_game"),
        ({"game": 5}, "bad_position"),
        ({"game": "antike-2006", "players": 7}, "bad_setup"), ({"game": "antike-2006", "players": "4"}, "bad_position"),
        ({"game": "antike-2006", "players": True}, "bad_position"),
        ({"game": "antike-2006", "players": 1}, "bad_setup"),
        ({"game": "antike-2006", "options": {"turbo": 1}}, "bad_option"),
        ({"game": "antike-2006", "options": {"choose": 2}}, "bad_option"),
    ],
)  # fmt: skip
def test_a_game_that_cannot_be(position: Position, code: str) -> None:
    with pytest.raises(RondelError) as caught:
        from_position(position)
    assert caught.value.code == code
    assert isinstance(caught.value, PositionError if code == "bad_position" else SetupError)


def test_a_position_without_a_game_is_told_which_there_are() -> None:
    with pytest.raises(PositionError) as caught:
        from_position({"round": 2})
    games = "antike-2005, antike-2006, antike-2, antike-duellum, attika"
    assert caught.value.message == f"The key 'game' is missing; the games are {games}."


@pytest.mark.parametrize("position", [None, [], "x", 5, 1.5, True])
def test_a_position_is_an_object(position: object) -> None:
    with pytest.raises(PositionError) as caught:
        from_position(position)
    assert caught.value.message == "A position must be an object."
    assert game_of({"game": "antike-2006", "nations": "x"}).seats == 4


def test_two_players_keep_their_pairs() -> None:
    state = at(players=2, nations={"Arabs": {"gold": 5}})
    assert list(to_position(state)["nations"]) == ["Phoenicians", "Greeks", "Persians", "Arabs"]
    assert stocks(state, "Arabs")[2] == 5
    seats = to_position(at(players=2, nations=no_more("Arabs", "Phoenicians", "Greeks", "Persians")))
    assert [entry["seat"] for entry in seats["nations"].values()] == [0, 1, 0, 1]
    for other in (("Greeks", "Arabs", "Persians", "Phoenicians"), ("Greeks", "Phoenicians", "Persians", "Arabs")):
        assert "alternation" in bad({"players": 2, "nations": no_more(*other)})


@rule("A06-R04")
def test_two_players_may_sit_in_any_order_that_alternates() -> None:
    seating = ("Greeks", "Persians", "Arabs", "Phoenicians")
    state = at(players=2, start="Arabs", nations=no_more(*seating))
    assert list(to_position(state)["nations"]) == list(seating)
    assert from_position(json.loads(dumps(state))).key() == state.key()
    assert from_line(to_line(state)).key() == state.key()
    game = make("antike-2006", 2)
    first = to_position(game.seated(seating, "Arabs"))
    assert (list(first["nations"]), first["turn"]) == (list(seating), "Arabs")
    with pytest.raises(SetupError, match="alternate"):
        game.seated(("Greeks", "Arabs", "Persians", "Phoenicians"), "Greeks")


# ---- what cannot be --------------------------------------------------------------------------------------------------

G = "Greeks"
REGIONS = [region.name for region in load_board("east").regions]
IMPOSSIBLE: list[tuple[Position, str]] = [
    # the form
    ({"gmae": 1}, "the position has no key 'gmae'; the keys are asked, bank,"),
    ({"nations": {G: {"citys": []}}}, "Greeks has no key 'citys'; the keys are barracks, cards, cities, coins,"),
    ({"nations": []}, "nations must be an object"),
    ({"nations": {G: 5}}, "must be an object"),
    ({"nations": {G: {"cities": "Pella"}}}, "cities must be a list"),
    ({"nations": {G: {"knowhow": {}}}}, "knowhow must be a list"),
    ({"nations": {G: {"personages": []}}}, "personages must be an object"),
    ({"nations": {G: {"legions": []}}}, "legions must be an object"),
    ({"nations": {G: {"gold": -1}}}, ", not -1"),
    ({"nations": {G: {"gold": 10**12}}}, "gold must be a number from 0 to "),
    ({"nations": {G: {"gold": 1.5}}}, ", not 1.5"),
    ({"nations": {G: {"gold": True}}}, ", not True"),
    ({"nations": {G: {"gold": None}}}, ", not None"),
    ({"round": -1}, "round must be a number"),
    ({"round": "1"}, "round must be a number"),
    ({"phase": "lunch"}, "lunch"),
    ({"phase": 3}, "3"),
    ({"phase": "over", "end": "boredom"}, "boredom"),
    # names
    ({"nations": {"Huns": {}}}, "There is no nation 'Huns'"),
    ({"nations": {G: {"cities": ["Roma"]}}}, "There is no province 'Roma'; did you mean Ommana?"),
    ({"nations": {G: {"cities": ["P"]}}}, "'P' could be Palmyra, Paphos, Pella, Persepolis, Petra, Phasis, Punt"),
    ({"nations": {G: {"cities": [5]}}}, "5"),
    ({"nations": {G: {"temples": [None]}}}, "None"),
    ({"nations": {G: {"knowhow": ["fire"]}}}, "There is no know-how 'fire'"),
    ({"nations": {G: {"rondel": "war"}}}, "There is no wedge 'war'"),
    ({"nations": {G: {"rondel": 3}}}, "3"),
    ({"nations": {G: {"personages": {"queen": 1}}}}, "There is no personage 'queen'"),
    ({"nations": {G: {"extra": "queen"}}}, "There is no personage 'queen'"),
    ({"nations": {G: {"legions": {"Roma": 1}}}}, "There is no province 'Roma'; did you mean Ommana?"),
    ({"turn": "Egyptians"}, "Egyptians do not take part"),
    ({"start": "Huns"}, "There is no nation 'Huns'"),
    ({"to_act": 7}, "7"),
    ({"phase": "maneuver", "place": "Roma"}, "There is no province 'Roma'; did you mean Ommana?"),
    ({"barred": ["wood"]}, "'wood'; try marble, iron, gold"),
    ({"barred": "gold"}, "barred must be a list"),
    ({"phase": "pay", "pending": "fly"}, "There is no verb 'fly'"),
    ({"phase": "pay", "pending": "temple"}, "A province is missing"),
    ({"phase": "pay", "pending": "temple Pella 5 marble"}, "is not one action"),
    # nations and cities
    ({"nations": no_more(G, "Egyptians")}, "4 of these nations must play: Greeks, Persians, Arabs, Phoe"),
    ({"players": 3, "nations": no_more(G, "Persians", "Arabs", "Phoenicians")}, "3 of these nations must"),
    ({"nations": {G: {}, "greeks": {}}}, "Greeks are listed twice"),
    ({"nations": {G: {"cities": ["Pella", "pella"]}}}, "cities names pella twice"),
    ({"nations": {G: {"temples": ["Pella", "Pella"]}}}, "temples names Pella twice"),
    ({"nations": {G: {"cities": ["Pella"]}, "Arabs": {"cities": ["Pella"]}}}, "two nations have a city in Pella"),
    ({"nations": {G: {"temples": ["Susa"]}}}, "a temple of Greeks stands outside their cities"),
    ({"nations": {G: {"cities": [], "rondel": "iron"}}}, "Greeks have no city"),
    ({"nations": {G: {"cities": REGIONS[:26]}}}, "26 cities and only 25"),
    # pieces
    ({"nations": {G: {"legions": {"Pella": 18}}}}, "18 legions in Pella, the supply is 17"),
    ({"nations": {G: {"galleys": {"Athen": 10, "Pella": 8}}}}, "galleys: 18 on the board, the supply is 17"),
    ({"nations": {G: {"legions": {"Knossos": 1}}}}, "Greeks: legions cannot stand in Knossos"),
    ({"nations": {G: {"galleys": {"Susa": 1}}}}, "Greeks: galleys cannot stand in Susa"),
    ({"nations": {G: {"coins": 31}}}, "the nations hold more coins than there is"),
    ({"nations": {G: {"coins": 16}, "Arabs": {"coins": 15}}}, "the nations hold more coins than there is"),
    ({"options": {"bank-units": 18}, "nations": {G: {"gold": 10}}}, "the nations hold more gold than there is"),
    ({"nations": {G: {"personages": {"king": 10}}}}, "there are 9 king cards, not 10"),
    ({"nations": {G: {"personages": {"king": 5}}, "Arabs": {"personages": {"king": 5}}}}, "10 kings are out of 9"),
    ({"nations": {G: {"personages": {"navigator": 5}}, "Arabs": {"extra": "navigator", "knowhow": ALL_EIGHT}}},
     "6 navigators are out of 5"),
    ({"nations": {G: {"personages": {"king": 9}}}}, "Greeks have won already"),
    ({"nations": {G: {"knowhow": ["roads"]}}}, "Greeks have "),
    # the bank
    ({"bank": []}, "bank must be an object"),
    ({"bank": {"coins": 29}}, "the bank would hold coins 30, not 29"),
    ({"bank": {"temples": 21}}, "the bank would hold temples 20, not 21"),
    ({"bank": {"wood": 1}}, "the bank has no 'wood'"),
    ({"bank": {"gold": 5}}, "the bank has no 'gold'"),
    # moments
    ({"pending": "temple Pella"}, "the phase rondel has no pending move"),
    ({"phase": "pay"}, "the phase pay needs a pending move"),
    ({"place": "Pella"}, "the phase rondel has no place"),
    ({"asked": G}, "nobody can be asked in this phase"),
    ({"turn": G, "to_act": "Arabs"}, "the nation on turn must decide in this phase"),
    ({"due": {"extra": 1}}, "no extra personage can be due now"),
    ({"used": {"legions": {"Pella": [1]}}, "turn": G, "nations": {G: {"legions": {"Pella": 1}}}},
     "units have acted or were placed, but no maneuver or arming is under way"),
    ({"phase": "maneuver", "used": {"chariots": {}}}, "used has no key 'chariots'; the keys are galleys, legions"),
    ({"phase": "maneuver", "used": {"legions": {"Pella": 1}}}, "used must be a list"),
    ({"phase": "maneuver", "used": {"legions": {"Pella": [1, 0, 0, 0]}}}, "used lists the units that have used one"),
    ({"phase": "maneuver", "used": {"legions": {"Pella": [1]}}}, "more units have acted in Pella than stand there"),
    ({"phase": "maneuver", "used": {"legions": {"Pella": [300]}}}, "more units have acted in Pella than stand there"),
    ({"phase": "maneuver", "turn": G, "nations": {G: {"legions": {"Pella": 2}}},
      "used": {"legions": {"Pella": [0, 1]}}}, "units in Pella have used more than 1 action"),
    ({"phase": "arming", "turn": G, "placed": {"Pella": 2}}, "2 new units in a province that takes 1"),
    ({"phase": "arming", "turn": G, "placed": {"Susa": 1}}, "in a province that takes 0"),
    ({"phase": "arming", "turn": G, "placed": {"Pella": 4}, "nations": {G: {"temples": ["Pella"]}}},
     "4 new units in a province that takes 3"),
    ({"phase": "pay", "turn": G, "pending": "trade 2 gold for 1 iron"}, "only a purchase can be paid for"),
    ({"phase": "pay", "turn": G, "pending": "temple Susa"}, "the pending purchase is not open to the nation"),
    ({"phase": "pay", "turn": G, "pending": "temple Pella"}, "the pending purchase is not open to the nation"),
    ({"phase": "join", "turn": G, "pending": "temple Pella", "place": "Pella"}, "units can only join a move"),
    ({"phase": "join", "turn": G, "pending": "move 1 legion Napoca Pella", "place": "Pella"}, "nobody could answer"),
    ({"phase": "join", "turn": G, "pending": "move 1 legion Napoca Pella", "place": "Tomis"}, "nobody could answer"),
    ({"phase": "answer", "turn": G, "place": "Pella"}, "the nation asked must be another than the one on turn"),
    ({"phase": "answer", "turn": G, "asked": G, "place": "Pella"}, "the nation asked must be another than the one on"),
    ({"phase": "answer", "turn": G, "asked": "Arabs", "place": "Pella"}, "and must be the one to act"),
    ({"phase": "answer", "turn": G, "asked": "Arabs", "to_act": "Arabs", "place": "Pella"},
     "the nation asked has nothing to fight with there"),
    ({"phase": "lose", "turn": G, "pending": "fight legion Pella Arabs", "place": "Pella"},
     "losses are open outside the choice of losses"),
    ({"losses": {"legions": 1}}, "losses are open outside the choice of losses"),
    ({"phase": "lose", "turn": G, "pending": "temple Pella", "place": "Pella", "losses": {"legions": 1}},
     "losses come from a fight or a conquest"),
    ({"phase": "lose", "turn": G, "pending": "fight legion Pella Arabs", "place": "Pella", "losses": {"galleys": 1}},
     "more units must be lost than are there"),
    ({"phase": "give-up", "turn": G, "pending": "conquer Susa 1 legion", "place": "Susa"},
     "the pending conquest is not open to the nation"),
    ({"phase": "give-up", "turn": G, "pending": "conquer Susa 1 legion", "place": "Susa",
      "nations": {G: {"legions": {"Susa": 1}}}}, "a city is given up only for a conquest without a stone left"),
    ({"phase": "substitute", "asked": "Phoenicians"}, "while the bank has coins nobody takes a resource instead"),
    ({"phase": "substitute", "nations": {G: {"coins": 30}}}, "the nation that takes must be the one asked"),
    ({"phase": "substitute", "asked": "Phoenicians", "options": {"bank-units": 18}, "nations": {
        G: {"coins": 30, "marble": 12, "iron": 15, "gold": 9}}}, "nothing can be decided"),
    ({"phase": "city"}, "start cities are chosen"),
    ({"phase": "city", "options": {"longer-game": 1}, "nations": {G: {"cities": ["Pella"]}}},
     "start cities are chosen in turn order"),
    ({"phase": "city", "options": {"longer-game": 1}, "to_act": G}, "another nation chooses its start city now"),
    ({"phase": "nation"}, "nations are chosen only with the option choose"),
    ({"phase": "nation", "options": {"choose": 1}, "chooser": 4}, "chooser"),
    ({"phase": "nation", "options": {"choose": 1}, "nations": {G: {}}}, "chooser"),
    ({"phase": "nation", "options": {"choose": 1}, "chooser": "Greeks"}, "chooser must be a number"),
    ({"phase": "nation", "players": 2, "options": {"choose": 1}, "chooser": 1, "nations": {G: {}}},
     "chooser"),
    ({"phase": "extra"}, "no extra personage is due"),
    ({"phase": "extra", "options": ["expert"], "due": {"extra": 1}}, ""),
    ({"phase": "over"}, "the game is over without a reason, or goes on although it has one"),
    ({"end": "personages", "winner": G}, "the game is over without a reason, or goes on although it has one"),
    ({"winner": G}, "a winner belongs to an end"),
    ({"phase": "over", "end": "personages", "winner": G}, "the winner has too few personages"),
    ({"phase": "over", "end": "personages"}, "winner"),
    ({"phase": "over", "end": "personages", "winner": "Huns"}, "There is no nation 'Huns'"),
    # more that play cannot reach
    ({"due": {"scholars": 1}}, "scholars are due only in and after a know-how action"),
    ({"barred": ["gold"]}, "nothing can be barred from trade"),
    ({"phase": "city", "options": {"longer-game": 1}, "round": 3}, "before round 1 there is nothing but start goods"),
    ({"round": 0}, "rounds are counted from 1"),
    ({"phase": "join", "turn": G, "pending": "move 2 legion Napoca Pella", "place": "Pella",
      "nations": {G: {"legions": {"Pella": 2}}, "Arabs": {"legions": {"Pella": 1}}}}, "are not marked as used"),
    ({"phase": "lose", "turn": G, "pending": "fight legion Napoca Arabs", "place": "Pella", "losses": {"legions": 1},
      "nations": {G: {"legions": {"Pella": 2}}}}, "the losses are not those of the battle"),
    ({"phase": "lose", "turn": G, "pending": "fight legion Pella Arabs", "place": "Pella", "losses": {"galleys": 1},
      "nations": {G: {"galleys": {"Pella": 2}}}}, "the losses are not those of the battle"),
    ({"phase": "lose", "turn": G, "pending": "fight legion Pella Arabs", "place": "Pella", "losses": {"legions": 1},
      "asked": "Arabs", "nations": {G: {"legions": {"Pella": 2}}}}, "another battle has none"),
    ({"phase": "lose", "turn": G, "pending": "conquer Susa 1 legion", "place": "Susa", "losses": {"legions": 1},
      "nations": {G: {"legions": {"Susa": 2}}}}, "the losses are not those of the conquest"),
    ({"phase": "lose", "turn": G, "pending": "conquer Susa 1 legion", "place": "Susa", "losses": {"legions": 1},
      "asked": "Arabs", "nations": {G: {"cities": ["Susa"], "legions": {"Susa": 2}}}}, "leaves nobody to ask"),
    ({"phase": "substitute", "turn": G, "asked": G, "nations": {G: {"coins": 30}}},
     "coins are handed out when the turn comes to the starting nation"),
    ({"players": 2, "phase": "city", "options": {"two-colours": 1}, "start": G, "nations": {
        G: {"cities": ["Pella", "Sparta"]}, "Persians": {"cities": ["Susa"]}}, "to_act": "Persians"},
     "a start city is not among those the nation could choose"),
    ({"nations": {G: {"extra": "king"}}}, "Greeks have an extra personage without having earned it"),
    ({"phase": "over", "end": "round-limit"}, "ends after the last round of its round limit"),
    ({"phase": "over", "end": "temple"}, "a winner belongs to an end by personages or by a temple"),
    ({"nations": {G: {"legions": {"Pella": 1, "pella": 1}}}}, "name pella twice"),
    ({"nations": {G: {"personages": {"king": 1, "kings": 1}}}}, "name kings twice"),
    ({"phase": "maneuver", "used": {"legions": {"Pella": [1], "pella": [1]}}}, "used names pella twice"),
    ({"nations": {G: {"seat": 3}}}, "Greeks have seat 0, not 3"),
    ({"nations": {G: {"points": 3}}}, "Greeks have points 0, not 3"),
    ({"due": {"generals": 1}}, ""),
    ({"barred": ["coin"]}, ""),
    ({"phase": "nation", "options": {"choose": 1}, "chooser": 1, "nations": {"Babylonians": {}}}, ""),
    ({"phase": "nation", "options": {"choose": 1}, "chooser": 2, "nations": {G: {}, "greeks": {}}}, ""),
    ({"phase": "city", "options": {"longer-game": 1}, "to_act": G, "nations": {
        G: {}, "Persians": {}, "Arabs": {}, "Phoenicians": {"cities": ["Susa"]}}}, ""),
    ({"phase": "rondel", "options": {"longer-game": 1}, "nations": {G: {"cities": []}}}, "no city"),
    ({"phase": "pay", "turn": G, "pending": "temple Pella", "used": {"legions": {"Pella": [1]}},
      "nations": {G: {"marble": 5, "coins": 5, "legions": {"Pella": 1}}}}, ""),
]  # fmt: skip


@pytest.mark.parametrize(("position", "cause"), IMPOSSIBLE, ids=[str(case)[:90] for case in IMPOSSIBLE])
def test_an_impossible_position_is_refused_by_its_cause(position: Position, cause: str) -> None:
    message = bad(position)
    assert cause in message
    assert message.endswith((".", "?", "…"))
    assert "\n" not in message


def test_the_phase_of_conquests_is_of_2006() -> None:
    position = {"phase": "conquest", "turn": G, "nations": {G: {"legions": {"Susa": 1}}}}
    assert "conquests have no phase of their own" in bad(position, "antike-2005")


def test_coins_of_a_round_are_handed_out_at_its_begin() -> None:
    """The turn is then the starting nation's, whoever takes."""
    coins = {G: 8, "Persians": 8, "Arabs": 7, "Phoenicians": 7}
    position = {
        "phase": "substitute", "start": G, "turn": G, "asked": "Arabs", "to_act": "Arabs",
        "options": {"coin-by-round": 1}, "nations": {name: {"coins": number} for name, number in coins.items()},
    }  # fmt: skip
    assert set(legal(at("antike-2005", **position))) == {"take marble", "take iron", "take gold"}
    assert "when the turn comes to the starting nation" in bad(position | {"turn": "Persians"}, "antike-2005")


def test_losses_of_a_conquest_can_be_open() -> None:
    state = moments.greeks(
        "lose",
        {"cities": ["Pella", "Susa"], "legions": {"Susa": 2}, "knowhow": ["wheel"]},
        book="antike-2005",
        used={"legions": {"Susa": [1, 0, 0]}},
        pending="conquer Susa 1 legion",
        place="Susa",
        losses={"legions": 1},
    )
    assert legal(state) == {"lose used 0", "lose used 1"}
    assert to_position(state)["pending"] == "conquer Susa 1 legion"
    assert from_position(to_position(state)).key() == state.key()
    assert now(play(state, "lose used 0")) == ("Greeks", "maneuver")


def test_start_cities_can_be_picked_in_turn() -> None:
    nations = {G: {"cities": ["Pella"]}, "Persians": {"cities": []}}
    state = at(players=2, phase="city", options={"two-colours": 1}, start=G, to_act="Persians", nations=nations)
    assert "city Pella" not in legal(state)
    assert {"city Sparta", "city Susa"} <= legal(state)
    assert from_position(to_position(state)).key() == state.key()


def test_the_seat_that_begins_is_kept_while_nations_are_chosen() -> None:
    board = inline()
    del board["start_nation"]
    state = at(board=board, phase="nation", options={"choose": 1}, start=2)
    position = to_position(state)
    assert (position["start"], position["chooser"]) == (2, 0)
    assert from_position(position).key() == state.key()
    after = play(state, "nation Greeks", "nation Arabs", "nation Persians")
    assert to_position(after)["start"] == "Persians"


def test_2005_has_no_extra_personage() -> None:
    position = {"phase": "extra", "turn": G, "due": {"extra": 1}, "nations": {G: {"knowhow": ALL_EIGHT}}}
    assert bad(position, "antike-2005")


def test_too_many_temples() -> None:
    regions = REGIONS
    nations = {
        G: {"cities": regions[:20], "temples": regions[:11]},
        "Arabs": {"cities": regions[20:40], "temples": regions[20:30]},
        "Persians": {"cities": regions[40:45]},
        "Phoenicians": {"cities": regions[45:]},
    }
    assert "21 temples stand, there are only 20" in bad({"nations": nations})


def test_all_faults_are_listed_and_a_sound_position_has_none() -> None:
    state = moments.fleet()
    assert faults(state) == []
    state.temples = 1
    state.stacks[0] -= 1
    state.goods[0] -= 3
    state.where[0] = 0
    found = faults(state)
    assert "a temple without a city in Adane" not in found  # Adane is a city of the Arabs
    assert "a personage card was lost or made" in found
    assert "a nation has fewer than 0 marble" in found
    assert "marble units were lost or made" in found
    assert "Greeks: legions: the mask of places is stale" in found
    state.temples = 1 << state.game.board.index("Napoca")
    assert "a temple without a city in Napoca" in faults(state)
    state.seating = smalls([0] * 4)
    assert "a seat has no nation" in faults(state)
    with pytest.raises(AssertionError):
        state.check()


def test_a_stale_option_list_is_noticed() -> None:
    state = moments.fleet()
    state.options = list(state.options)[:-1]
    with pytest.raises(AssertionError, match="stale"):
        state.check()


@settings(max_examples=60, deadline=None, derandomize=True)
@given(
    st.dictionaries(
        st.sampled_from(["phase", "turn", "round", "nations", "used", "pending", "due", "bank", "options", "players"]),
        st.recursive(
            st.none() | st.booleans() | st.integers(-3, 30) | st.floats() | st.sampled_from([*PHASES, G, "Pella"]),
            lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([G, "Pella", "gold"]), inner),
            max_leaves=6,
        ),
        max_size=5,
    )
)
def test_any_object_is_read_or_refused_with_a_code(position: Position) -> None:
    with suppress(RondelError):
        from_position({"game": "antike-2006", **position}).check()
