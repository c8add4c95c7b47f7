"""Antike II: the five kinds of personage, when they are won, and what ends the game."""

from __future__ import annotations

from typing import Any

import pytest

from rondel.antike.state import State
from rondel.position import to_position
from tests.rules.antike2.fixtures import BOOK, ISLES, OLD, SEAS, bank, isles, moving, sites, west
from tests.support import POOR, at, finish, legal, make, nation, now, outcome, play, refused, rule

#: regions with blue borders and a city site, and a spare one of each other kind
COASTS = ("Brixia", "Capua", "Elis", "Rhegium", "Hispalis", "Pisae", "Ostia")


def turn(entry: dict[str, Any], *moves: str, **more: Any) -> dict[str, int]:
    """Let Reds do nothing but take iron, and give the personages they hold afterwards."""
    state = finish(isles(nations={"Reds": {**POOR, **entry}}, **more), *(moves or ("rondel iron",)))
    found: dict[str, int] = nation(state, "Reds")["personages"]
    return found


@rule("A2-023", "A2-025")
def test_five_objectives() -> None:
    cities = ["Alba", "Brixia", "Capua", "Nola", "Ostia"]
    assert turn({"cities": cities}) == {"king": 1}
    assert turn({"temples": ["Alba", "Brixia", "Capua"]}) == {"citizen": 1}
    assert turn({"galleys": dict.fromkeys(COASTS, 1)}) == {"navigator": 1}
    assert turn({"gold": 7}, "rondel scientia", "learn strata") == {"scholar": 1}
    assert turn({"legions": {"Templa": 3}}, "rondel movere1", "conquer Templa 3 legion") == {"general": 1}
    assert turn({}) == {}


# ---- kings -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("cities", "kings"), [(4, 0), (5, 1), (9, 1), (10, 2), (14, 2), (15, 3), (24, 4)])
@rule("A2-027", "A2-028", "A2-R07")
def test_a_king_for_every_five_cities(cities: int, kings: int) -> None:
    state = west(turn="Greeks", nations={"Greeks": {**POOR, "cities": sites(cities)}})
    state = finish(state, "rondel iron")
    assert nation(state, "Greeks")["personages"] == ({"king": kings} if kings else {})


@rule("A2-R07", "A2-028")
def test_conquered_and_founded_cities_count_alike() -> None:
    cities = ["Alba", "Brixia", "Capua", "Ostia"]
    reds = {"cities": cities, "legions": {"Delos": 2}}
    state = finish(moving({"Reds": reds, "Blues": OLD}), "conquer Delos 1 legion")
    assert nation(state, "Reds")["personages"] == {"king": 1}
    founder = {**POOR, "coins": 3, "cities": cities, "legions": {"Nola": 1}}
    state = finish(isles(phase="founding", nations={"Reds": founder}), "found Nola")
    assert nation(state, "Reds")["personages"] == {"king": 1}


@rule("A2-045", "A2-046")
def test_example_ten_cities_and_two_kings() -> None:
    cities = sites(16, skip=("Pella", "Roma", "Neapolis"))
    kings = {"king": 2, "scholar": 1}
    greeks = {**POOR, "cities": ["Pella", *cities[:9]], "personages": kings}
    romans = {**POOR, "cities": ["Roma", "Neapolis"], "legions": {"Pella": 1}}
    state = west(turn="Romans", phase="maneuver", nations={"Greeks": greeks, "Romans": romans})
    state = finish(state, "conquer Pella 1 legion")
    assert len(nation(state, "Greeks")["cities"]) == 9
    assert nation(state, "Greeks")["personages"] == kings
    for owned, expected in ((9, 2), (10, 2), (13, 2), (14, 3)):
        back = {**POOR, "coins": 3, "cities": cities[:owned], "personages": kings, "legions": {"Pella": 1}}
        again = west(turn="Greeks", phase="founding", nations={"Greeks": back})
        again = finish(again, "found Pella")
        assert len(nation(again, "Greeks")["cities"]) == owned + 1
        assert nation(again, "Greeks")["personages"]["king"] == expected


# ---- citizens --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("temples", "citizens"), [(2, 0), (3, 1), (5, 1), (6, 2), (8, 2), (9, 3)])
@rule("A2-033", "A2-034", "A2-R07")
def test_a_citizen_for_every_three_temples(temples: int, citizens: int) -> None:
    cities = sites(9)
    entry = {**POOR, "cities": cities, "temples": cities[:temples], "personages": {"king": 1}}
    state = finish(west(turn="Greeks", nations={"Greeks": entry}), "rondel iron")
    assert nation(state, "Greeks")["personages"].get("citizen", 0) == citizens


@rule("A2-034", "A2-044")
def test_the_citizen_comes_with_the_third_temple_at_the_end_of_the_turn() -> None:
    entry = {**POOR, "marble": 5, "temples": ["Alba", "Brixia"], "coins": 3, "legions": {"Nola": 1}}
    state = play(isles(phase="temple", nations={"Reds": entry}), "temple Capua")
    assert now(state) == ("Reds", "founding")
    assert nation(state, "Reds")["personages"] == {}
    assert nation(finish(state), "Reds")["personages"] == {"citizen": 1}


@rule("A2-045")
def test_a_citizen_is_kept_when_a_temple_falls() -> None:
    blues = {"temples": ["Delos", "Elis", "Faleria"], "personages": {"citizen": 1, "king": 1, "scholar": 1}}
    state = finish(moving({"Reds": {"legions": {"Delos": 3}}, "Blues": blues}), "conquer Delos 3 legion")
    assert nation(state, "Blues")["personages"] == blues["personages"]
    state = finish(state, "rondel iron")
    assert nation(state, "Blues")["personages"] == blues["personages"]


# ---- navigators ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("coasts", "seas", "navigators"),
    [(6, 0, 0), (7, 0, 1), (1, 3, 1), (0, 3, 0), (2, 2, 0), (3, 2, 1), (0, 4, 1), (5, 4, 1), (6, 4, 2), (7, 3, 1)],
)
@rule("A2-039", "A2-041", "A2-042", "A2-R04", "A2-R05", "A2-R06")
def test_seven_points_a_navigator_open_sea_counts_double(coasts: int, seas: int, navigators: int) -> None:
    fleet = dict.fromkeys((*COASTS[:coasts], *SEAS[:seas]), 1)
    assert turn({"galleys": fleet}) == ({"navigator": navigators} if navigators else {})


@rule("A2-042")
def test_four_galleys_are_enough() -> None:
    fleet = {"Mare Album": 1, "Mare Caesium": 1, "Mare Fuscum": 1, "Brixia": 1}
    assert turn({"galleys": fleet}) == {"navigator": 1}
    fleet.pop("Brixia")
    assert turn({"galleys": fleet}) == {}
    three = {"Mare Album": 2, "Mare Caesium": 1, "Mare Fuscum": 1}
    assert turn({"galleys": three}) == {}


@rule("A2-R04")
def test_control_is_a_galley_of_ones_own() -> None:
    six = dict.fromkeys(COASTS[:6], 1)
    assert turn({"galleys": {**six, COASTS[0]: 4}}) == {}
    assert turn({"galleys": six, "cities": [*COASTS[6:], "Alba"]}) == {}
    seven = dict.fromkeys(COASTS, 1)
    foes = {"galleys": dict.fromkeys(COASTS, 1)}
    state = isles(nations={"Reds": {**POOR, "galleys": seven}, "Blues": {**POOR, **foes}})
    assert nation(finish(state, "rondel iron"), "Reds")["personages"] == {"navigator": 1}
    legions = {name: 1 for name in COASTS if name != "Rhegium"}
    assert turn({"galleys": {"Rhegium": 1}, "legions": legions}) == {}


@rule("A2-R05", "A2-040")
def test_the_symbol_decides_not_the_city() -> None:
    founded = ["Alba", "Brixia", "Capua"]
    empty = ["Ostia", "Pisae", "Rhegium", "Nola"]
    assert turn({"galleys": dict.fromkeys([*founded, *empty], 1), "cities": founded}) == {"navigator": 1}
    assert turn({"galleys": dict.fromkeys([*founded[1:], *empty], 1), "cities": founded}) == {}
    board = make(BOOK, 3, ISLES).board
    assert {region.name for region in board.regions if region.open_sea} == set(SEAS)
    for name in ("mare-nostrum", "orient"):
        regions = make(BOOK, 3, name).board.regions
        assert any(region.open_sea for region in regions)
        assert all(region.resource < 0 for region in regions if region.open_sea)


@rule("A2-043", "A2-044")
def test_seas_are_counted_at_the_end_of_the_turn() -> None:
    fleet = {"Mare Album": 2, "Mare Caesium": 1, "Mare Nigrum": 1}
    state = moving({"Reds": {"galleys": fleet}, "Blues": {"galleys": {"Rhegium": 1}}})
    entered = play(state, "move 1 galley Mare Album Rhegium")
    assert nation(entered, "Reds")["personages"] == {}
    assert nation(finish(play(entered, "peace")), "Reds")["personages"] == {"navigator": 1}
    assert nation(finish(play(entered, "fight galley")), "Reds")["personages"] == {}


@rule("A2-043")
def test_galleys_lost_in_a_conquest_do_not_count() -> None:
    fleet = {"Mare Album": 1, "Mare Caesium": 1, "Mare Nigrum": 1, "Elis": 1}
    state = moving({"Reds": {"galleys": fleet}, "Blues": OLD})
    assert nation(finish(state), "Reds")["personages"] == {"navigator": 1}
    assert nation(finish(state, "conquer Elis 1 galley"), "Reds")["personages"] == {}


@rule("A2-R06", "A2-045")
def test_the_second_navigator_takes_fourteen_points() -> None:
    one = {"personages": {"navigator": 1}}
    thirteen = dict.fromkeys((*COASTS[:5], *SEAS), 1)
    assert turn({**one, "galleys": thirteen}) == {"navigator": 1}
    fourteen = dict.fromkeys((*COASTS[:6], *SEAS), 1)
    assert turn({**one, "galleys": fourteen}) == {"navigator": 2}
    assert turn({"galleys": fourteen}) == {"navigator": 2}
    assert turn({**one, "galleys": {}}) == {"navigator": 1}


# ---- generals and scholars -------------------------------------------------------------------------------------------


@rule("A2-030", "A2-R10", "A2-044")
def test_a_general_for_each_temple_at_the_end_of_the_turn() -> None:
    reds = {"legions": {"Delos": 4, "Templa": 3}, "galleys": {"Ulia": 3}, "coins": 3}
    state = moving({"Reds": reds, "Blues": {**OLD, "temples": ["Delos"]}})
    state = play(state, "conquer Delos 3 legion", "conquer Templa 3 legion", "conquer Ulia 3 galley")
    assert nation(state, "Reds")["personages"] == {"general": 3}
    two = play(moving({"Reds": reds, "Blues": {**OLD, "temples": ["Delos"]}}), "conquer Templa 3 legion")
    assert nation(two, "Reds")["personages"] == {}
    assert to_position(two)["due"] == {"generals": 1}
    assert nation(finish(state), "Reds")["personages"] == {"general": 3}
    assert nation(finish(two), "Reds")["personages"] == {"general": 1}


@rule("A2-036", "A2-044", "A2-120")
def test_a_scholar_at_the_end_of_the_turn() -> None:
    entry = {**POOR, "gold": 8, "coins": 3, "legions": {"Nola": 1}}
    state = play(isles(phase="know-how", nations={"Reds": entry}), "learn navigatio 8 gold")
    assert now(state) == ("Reds", "founding")
    assert nation(state, "Reds")["personages"] == {}
    assert nation(finish(state), "Reds")["personages"] == {"scholar": 1}


# ---- taking them -----------------------------------------------------------------------------------------------------


@rule("A2-081", "A2-R09")
def test_all_at_once_without_being_asked() -> None:
    entry = {
        "cities": ["Alba", "Brixia", "Capua", "Nola", "Ostia"], "temples": ["Alba", "Brixia", "Capua"], "gold": 15,
        "galleys": dict.fromkeys(COASTS, 1),
    }  # fmt: skip
    state = isles(phase="know-how", nations={"Reds": {**POOR, **entry}})
    state = play(state, "learn strata", "learn navigatio")
    assert now(state) == ("Blues", "rondel")
    assert nation(state, "Reds")["personages"] == {"king": 1, "scholar": 2, "citizen": 1, "navigator": 1}
    assert nation(state, "Reds")["points"] == 5


@rule("A2-081", "A2-R08")
def test_only_while_cards_are_left_and_nothing_is_owed() -> None:
    kings = {"Romans": {**POOR, "personages": {"king": 8}}, "Phoenicians": {**POOR, "personages": {"king": 1}}}
    greeks = {**POOR, "cities": sites(10, skip=("Roma", "Tyros"))}
    state = finish(west(turn="Greeks", nations={"Greeks": greeks, **kings}), "rondel iron")
    assert nation(state, "Greeks")["personages"] == {"king": 1}
    assert bank(state)["personages"]["king"] == 0
    for _ in range(3):
        state = finish(state, "rondel iron")
    state = finish(state, "rondel gold")
    assert nation(state, "Greeks")["personages"] == {"king": 1}


@rule("A2-R50", "A2-044")
def test_only_the_nation_whose_turn_ends() -> None:
    cities = ["Delos", "Elis", "Faleria", "Nola", "Ostia"]
    state = isles(nations={"Reds": POOR, "Blues": {**POOR, "cities": cities}})
    state = finish(state, "rondel iron")
    assert nation(state, "Blues")["personages"] == {}
    state = finish(state, "rondel iron")
    assert nation(state, "Blues")["personages"] == {"king": 1}


@rule("A2-R50")
def test_with_the_position_after_founding() -> None:
    entry = {**POOR, "coins": 3, "cities": ["Alba", "Brixia", "Capua", "Ostia"], "legions": {"Nola": 1}}
    state = play(isles(nations={"Reds": entry}), "rondel movere1", "done")
    assert nation(finish(state), "Reds")["personages"] == {}
    assert nation(play(state, "found Nola"), "Reds")["personages"] == {"king": 1}


@rule("A2-051", "A2-R09")
def test_the_shelter_ends_with_the_third_personage() -> None:
    blues = {"personages": {"scholar": 2}, "gold": 7, "knowhow": ["mercatura"]}
    state = isles(turn="Blues", phase="know-how", nations={"Reds": POOR, "Blues": {**POOR, **blues}})
    for after, strength in ((finish(state), 2), (finish(state, "learn strata"), 1)):
        personages = {"personages": nation(after, "Blues")["personages"]}
        attack = moving({"Reds": {"legions": {"Delos": 3}}, "Blues": personages})
        assert legal(attack, "conquer") == {f"conquer Delos {strength} legion"}


# ---- victory ---------------------------------------------------------------------------------------------------------


@rule("A2-024", "A2-R12", "A2-048")
def test_the_game_ends_at_once_with_the_target() -> None:
    nations = {
        "Reds": {**POOR, "gold": 7, "personages": {"king": 5, "general": 4}},
        "Blues": {**POOR, "gold": 8, "personages": {"citizen": 5, "navigator": 4}},
    }
    state = finish(isles(start="Reds", nations=nations), "rondel scientia", "learn strata")
    assert outcome(state) == ("Reds", "personages")
    assert state.legal() == ()
    assert refused(state, "rondel scientia") == ("over", "A2-R12")
    assert state.returns() == (1.0, -0.5, -0.5)


@rule("A2-R12", "A2-R50")
def test_only_the_nation_on_turn_can_win() -> None:
    cities = ["Delos", "Elis", "Faleria", "Nola", "Ostia"]
    blues = {**POOR, "cities": cities, "personages": {"citizen": 5, "navigator": 4}}
    state = finish(isles(nations={"Reds": POOR, "Blues": blues}), "rondel iron")
    assert outcome(state) == ("", "")
    state = finish(state, "rondel iron")
    assert outcome(state) == ("Blues", "personages")


def storm(reds: int, generals: int = 0, more: dict[str, Any] | None = None, **nations: Any) -> State:
    """Let Reds with so many points destroy a neutral temple while so many generals are left."""
    held = {"king": min(5, reds), "citizen": max(0, reds - 5)}
    army = {"legions": {"Templa": 4}, "personages": held, **(more or {})}
    blues = {"personages": {"general": 7 - generals}}
    return finish(moving({"Reds": army, "Blues": blues, **nations}), "conquer Templa 3 legion")


@rule("A2-050", "A2-R11")
def test_one_short_a_temple_wins_without_a_general() -> None:
    state = storm(9)
    assert outcome(state) == ("Reds", "temple")
    assert nation(state, "Reds")["points"] == 9
    assert bank(state)["personages"]["general"] == 0
    paid = storm(9, generals=1)
    assert outcome(paid) == ("Reds", "personages")
    assert nation(paid, "Reds")["points"] == 10


@rule("A2-050", "A2-R11")
def test_a_city_s_temple_serves_as_well() -> None:
    army = {"legions": {"Delos": 3}, "personages": {"king": 5, "citizen": 4}}
    blues = {"temples": ["Delos"], "personages": {"general": 7}}
    state = finish(moving({"Reds": army, "Blues": blues}), "conquer Delos 3 legion")
    assert outcome(state) == ("Reds", "temple")
    plain = finish(moving({"Reds": army, "Blues": {**blues, "temples": []}}), "conquer Delos 1 legion")
    assert outcome(plain) == ("", "")


@rule("A2-R11")
def test_two_short_an_unpaid_temple_brings_nothing() -> None:
    state = storm(8)
    assert outcome(state) == ("", "")
    assert nation(state, "Reds")["points"] == 8
    assert now(state) == ("Blues", "rondel")


@rule("A2-R11")
def test_the_other_awards_of_the_turn_count_first() -> None:
    more = {"cities": ["Alba", "Brixia", "Capua", "Nola", "Ostia"], "personages": {"scholar": 8}}
    state = storm(8, more=more)
    assert nation(state, "Reds")["personages"] == {"king": 1, "scholar": 8}
    assert outcome(state) == ("Reds", "temple")
    last = {"Reds": {"legions": {"Templa": 3, "Delos": 3}, "personages": {"king": 5, "citizen": 3}},
            "Blues": {"temples": ["Delos"], "personages": {"general": 6}}}  # fmt: skip
    both = finish(moving(last), "conquer Templa 3 legion", "conquer Delos 3 legion")
    assert nation(both, "Reds")["personages"]["general"] == 1
    assert outcome(both) == ("Reds", "temple")


@rule("A2-050")
def test_a_temple_of_an_earlier_turn_does_not_win() -> None:
    reds = {**POOR, "personages": {"king": 5, "citizen": 4}}
    state = isles(nations={"Reds": reds, "Blues": {"personages": {"general": 7}}}, neutral_temples=["Ulia"])
    assert outcome(finish(state, "rondel iron")) == ("", "")


@rule("A2-D06", "A2-050")
def test_all_cards_out_with_nobody_at_seven() -> None:
    cards = [
        {"king": 6}, {"king": 4, "scholar": 2}, {"scholar": 6}, {"general": 6}, {"citizen": 6},
        {"general": 1, "navigator": 5},
    ]  # fmt: skip
    names = ["Greeks", "Romans", "Germanic tribes", "Phoenicians", "Carthaginians", "Persians"]
    nations: dict[str, Any] = {name: {**POOR, "personages": held} for name, held in zip(names, cards, strict=True)}
    state = at(BOOK, players=6, turn="Greeks", nations=nations)
    assert set(bank(state)["personages"].values()) == {0}
    assert {nation(state, name)["points"] for name in names} == {6}
    assert outcome(finish(state, "rondel iron")) == ("", "")
    nations["Romans"] |= {"cities": ["Roma", "Neapolis"], "temples": ["Roma"]}
    nations["Greeks"]["legions"] = {"Roma": 3}
    state = at(BOOK, players=6, turn="Greeks", phase="maneuver", nations=nations)
    assert outcome(finish(state, "conquer Roma 3 legion")) == ("Greeks", "temple")
