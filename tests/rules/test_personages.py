"""Personages: what earns them, when they are awarded, and what is left in the stacks."""

from __future__ import annotations

from typing import Any

import pytest

from rondel.antike.rules import PERSONAGES
from rondel.antike.scores import personages_of
from rondel.antike.state import State
from rondel.antike.variants import PRESETS
from rondel.position import to_position
from tests.support import POOR, at, both, finish, legal, nation, now, play, refused, rule

#: 25 sites that no other nation of a game of four starts with
SITES = (
    "Pella Dyrrhachion Athen Sparta Bycantium Ephesos Knossos Messana Cyrene Gordion Sinope Tomis Napoca "
    "Sirmium Attalia Antiochia Melitene Phasis Corniclanum Ammonion Memphis Theben Petra Palmyra Meroe"
).split()
#: 17 provinces that galleys can stand in
SEAS = (
    "Pella Dyrrhachion Athen Sparta Bycantium Ephesos Knossos Messana Cyrene Sinope Tomis Attalia Antiochia "
    "Phasis Corniclanum Memphis Petra"
).split()
BASIC = ["wheel", "sailing", "market", "monarchy"]
EIGHT = [*BASIC, "roads", "navigation", "currency", "democracy"]


def greeks(book: str, others: Any = None, phase: Any = "rondel", **entry: Any) -> State:
    nations = {"Phoenicians": {}, "Greeks": {**POOR, "rondel": "maneuver1", **entry}, **(others or {})}
    return at(book, players=4, turn="Greeks", phase=phase, nations=nations)


def to_founding(state: State, *moves: str) -> State:
    """Play the moves and end the action."""
    state = play(state, *moves)
    while now(state)[1] != "founding":
        state = play(state, "done")
    return state


def won(state: State, name: str = "Greeks") -> dict[str, int]:
    cards: dict[str, int] = nation(state, name)["personages"]
    return cards


def left(state: State) -> tuple[int, ...]:
    stacks = to_position(state)["bank"]["personages"]
    return tuple(stacks[kind] for kind in PERSONAGES)


# ---- the five kinds ----------------------------------------------------------------------------------------


@both
@rule("A06-065", "A05-200")
@pytest.mark.parametrize(("cities", "kings"), [(4, 0), (5, 1), (9, 1), (10, 2), (14, 2), (15, 3), (20, 4)])
def test_a_king_for_every_five_cities(book: str, cities: int, kings: int) -> None:
    state = greeks(book, cities=SITES[:cities])
    assert left(state) == (9, 8, 7, 6, 5)
    after = finish(state, "rondel arming")
    assert won(after) == ({"king": kings} if kings else {})
    assert left(after) == (9 - kings, 8, 7, 6, 5)


@both
@rule("A05-R47", "A06-065")
def test_start_founded_and_conquered_cities_count_alike_for_kings(book: str) -> None:
    goods = {"marble": 1, "iron": 1, "gold": 1}
    state = greeks(book, phase="maneuver", **goods, legions={"Sparta": 1}, galleys={"Paphos": 1})
    assert won(finish(to_founding(state), "found Sparta")) == {}
    assert won(finish(state, "conquer Paphos")) == {}
    after = finish(to_founding(state, "conquer Paphos"), "found Sparta")
    assert len(nation(after, "Greeks")["cities"]) == 5
    assert won(after) == {"king": 1}


@both
@rule("A06-066", "A05-201")
def test_a_scholar_for_each_know_how_new_to_the_game(book: str) -> None:
    known = {"Persians": {"knowhow": ["market"]}}
    state = greeks(book, known, phase="know-how", gold=40)
    state = play(state, "learn wheel", "learn market", "learn sailing")
    assert won(state) == {}
    after = finish(state)
    assert won(after) == {"scholar": 2}
    assert won(after, "Persians") == {}
    assert left(after) == (9, 6, 7, 6, 5)


@both
@rule("A06-067", "A05-202")
def test_a_general_for_each_temple_destroyed(book: str) -> None:
    victims = {"Phoenicians": {"temples": ["Tyros", "Alexandria"]}}
    state = greeks(book, victims, phase="maneuver", galleys={"Tyros": 3, "Alexandria": 3, "Paphos": 1})
    assert won(finish(state, "conquer Paphos")) == {}
    one = finish(state, "conquer Tyros")
    assert won(one) == {"general": 1}
    assert left(one) == (9, 8, 6, 6, 5)
    two = finish(state, "conquer Tyros", "conquer Alexandria")
    assert won(two) == {"king": 1, "general": 2}
    assert won(two, "Phoenicians") == {}


@both
@rule("A06-068", "A05-203")
@pytest.mark.parametrize(("temples", "citizens"), [(2, 0), (3, 1), (5, 1), (6, 2), (8, 2), (9, 3)])
def test_a_citizen_for_every_three_temples(book: str, temples: int, citizens: int) -> None:
    others = {"Persians": {"temples": ["Artaxata", "Susa", "Zadrakarta"]}}
    after = finish(greeks(book, others, cities=SITES[:9], temples=SITES[:temples]), "rondel arming")
    assert won(after).get("citizen", 0) == citizens
    assert left(after) == (8, 8, 7, 6 - citizens, 5)
    assert won(after, "Persians") == {}


@both
@rule("A06-069", "A05-204")
@pytest.mark.parametrize(("seas", "navigators"), [(6, 0), (7, 1), (13, 1), (14, 2)])
def test_a_navigator_for_seven_seas(book: str, seas: int, navigators: int) -> None:
    after = finish(greeks(book, galleys=dict.fromkeys(SEAS[:seas], 1)), "rondel arming")
    assert won(after).get("navigator", 0) == navigators
    assert left(after) == (9, 8, 7, 6, 5 - navigators)


@both
@rule("A06-070", "A05-205", "A06-R25", "A05-R25")
def test_a_sea_is_any_province_with_an_own_galley_and_counts_once(book: str) -> None:
    crowded = greeks(book, galleys=dict.fromkeys(SEAS[:5], 1) | {SEAS[5]: 9}, legions={SEAS[8]: 1})
    assert won(finish(crowded, "rondel arming")) == {}
    with_and_without_city = greeks(book, galleys=dict.fromkeys(SEAS[:6], 1) | {"Leptis Magna": 1})
    assert won(finish(with_and_without_city, "rondel arming")) == {"navigator": 1}


@both
@rule("A06-070", "A05-205")
def test_seas_are_counted_where_the_galleys_stand_in_the_end(book: str) -> None:
    state = greeks(book, phase="maneuver", galleys=dict.fromkeys(SEAS[:6], 1) | {"Messana": 1})
    assert won(finish(state, "move 1 galley Messana Sparta")) == {}
    assert won(finish(state, "move 1 galley Messana Leptis")) == {"navigator": 1}


@both
@rule("A06-R25", "A05-R25")
def test_nobody_wins_a_navigator_in_a_foreign_turn(book: str) -> None:
    state = greeks(book, {"Persians": {**POOR, "galleys": dict.fromkeys(SEAS[:7], 1)}})
    after = finish(state, "rondel arming")
    assert now(after) == ("Persians", "rondel")
    assert won(after, "Persians") == {}
    assert won(finish(after, "rondel iron"), "Persians") == {"navigator": 1}


@both
@rule("A06-071", "A05-206")
def test_the_same_seas_count_for_every_nation_with_galleys_there(book: str) -> None:
    fleet = {**POOR, "galleys": dict.fromkeys(SEAS[:7], 1)}
    after = finish(greeks(book, {"Persians": fleet}, galleys=fleet["galleys"]), "rondel arming")
    assert won(after) == {"navigator": 1}
    after = finish(after, "rondel iron")
    assert won(after, "Persians") == {"navigator": 1}
    assert left(after) == (9, 8, 7, 6, 3)


# ---- the award ---------------------------------------------------------------------------------------------


@both
@rule("A06-074", "A05-207")
def test_nothing_is_awarded_before_the_end_of_the_turn(book: str) -> None:
    goods = {"marble": 6, "gold": 1, "iron": 1}
    state = greeks(book, phase="temple", cities=SITES[:5], temples=SITES[:2], legions={"Sirmium": 1}, **goods)
    state = to_founding(state, "temple Athen")
    assert len(nation(state, "Greeks")["temples"]) == 3
    assert won(state) == {}
    assert left(state) == (9, 8, 7, 6, 5)
    assert won(finish(state)) == {"king": 1, "citizen": 1}


@both
@rule("A06-115", "A05-093")
def test_everything_due_is_taken_in_one_award(book: str) -> None:
    fleet = dict.fromkeys(SEAS[:7], 1)
    state = greeks(book, cities=SITES[:10], temples=SITES[:3], galleys=fleet, gold=7, rondel="marble")
    after = finish(state, "rondel know-how", "learn wheel")
    assert won(after) == {"king": 2, "scholar": 1, "citizen": 1, "navigator": 1}
    assert left(after) == (7, 7, 7, 5, 4)
    again = greeks(book, cities=SITES[:10], temples=SITES[:3], galleys=fleet, personages=won(after))
    assert won(finish(again, "rondel arming")) == won(after)


@both
@rule("A06-115", "A05-093", "A06-R26", "A05-R26")
def test_a_short_stack_gives_what_it_has_and_the_rest_lapses(book: str) -> None:
    others = {"Persians": {"personages": {"king": 8}}, "Arabs": {"personages": {"citizen": 6}}}
    state = greeks(book, others, cities=SITES[:15], temples=SITES[:3])
    assert left(state) == (1, 8, 7, 0, 5)
    after = finish(state, "rondel arming")
    assert won(after) == {"king": 1}
    assert left(after) == (0, 8, 7, 0, 5)


@both
@rule("A06-R26", "A05-R26")
def test_a_personage_cannot_be_refused(book: str) -> None:
    state = greeks(book, cities=SITES[:5], phase="arming", iron=1)
    arms = {f"arm {kind} {city}" for city in SITES[:5] for kind in ("legion", "galley")}
    assert legal(state) == {"done", *arms}
    after = play(state, "done")
    assert won(after) == {"king": 1}
    assert now(after) == ("Persians", "rondel")


@both
@rule("A05-208")
def test_cards_leave_a_stack_one_after_another_whoever_takes_them(book: str) -> None:
    others = {"Persians": {**POOR, "cities": ["Artaxata", "Zadrakarta", "Susa", "Rhagai", "Charax"]}}
    state = greeks(book, others, cities=SITES[:10])
    counts = [left(state)[0]]
    for wedge in ("arming", "iron"):
        state = finish(state, f"rondel {wedge}")
        counts.append(left(state)[0])
    assert counts == [9, 7, 6]
    assert won(state, "Persians") == {"king": 1}


@both
@rule("A06-075", "A05-209")
def test_a_personage_is_kept_when_its_cause_is_gone(book: str) -> None:
    state = greeks(book, personages={"king": 1, "citizen": 1, "navigator": 1})
    after = finish(state, "rondel arming")
    assert won(after) == {"king": 1, "citizen": 1, "navigator": 1}
    assert left(after) == (8, 8, 7, 5, 4)


@both
@rule("A06-076", "A05-210", "A06-R24", "A05-R24")
def test_ten_cities_lost_one_and_regained(book: str) -> None:
    goods = {"marble": 9, "iron": 9, "gold": 9}
    enemy = {**POOR, "legions": {"Gordion": 2}, "rondel": "gold"}
    state = greeks(book, {"Persians": enemy}, phase="founding", cities=SITES[:9], legions={"Gordion": 1},
                   personages={"king": 1}, **goods)  # fmt: skip
    state = finish(state, "found Gordion")
    assert won(state) == {"king": 2}
    lost = finish(state, "rondel maneuver1", "conquer Gordion")
    assert len(nation(lost, "Greeks")["cities"]) == 9
    assert won(lost) == {"king": 2}
    for cities, kings in ((9, 2), (10, 2), (14, 2), (15, 3)):
        again = greeks(book, cities=SITES[:cities], personages={"king": 2})
        assert won(finish(again, "rondel arming")) == {"king": kings}, cities


@both
@rule("A06-R24", "A05-R24")
def test_a_threshold_pays_only_once_for_citizens_and_navigators(book: str) -> None:
    state = greeks(book, cities=SITES[:4], temples=SITES[:3], galleys=dict.fromkeys(SEAS[:7], 1),
                   personages={"citizen": 1, "navigator": 1})  # fmt: skip
    assert won(finish(state, "rondel arming")) == {"citizen": 1, "navigator": 1}


@both
@rule("A06-077")
def test_the_position_shows_each_nations_number_of_personages(book: str) -> None:
    state = greeks(book, {"Persians": {"personages": {"general": 2, "king": 1}}}, cities=SITES[:10])
    assert [nation(state, name)["points"] for name in ("Greeks", "Persians", "Arabs")] == [0, 3, 0]
    after = finish(state, "rondel arming")
    assert [nation(after, name)["points"] for name in ("Greeks", "Persians", "Arabs")] == [2, 3, 0]


@both
@rule("A06-078", "A05-211")
def test_most_kings_citizens_and_navigators_a_nations_pieces_allow(book: str) -> None:
    rules = PRESETS[book]
    assert (rules.stones, rules.temples, rules.galleys, len(rules.knowhows)) == (25, 20, 17, 8)
    assert rules.personages == (9, 8, 7, 6, 5)
    state = greeks(book, cities=SITES, temples=SITES[:20], galleys=dict.fromkeys(SEAS, 1))
    assert won(finish(state, "rondel arming")) == {"king": 5, "citizen": 6, "navigator": 2}


@rule("A05-211", "A05-142")
def test_eight_steps_bring_eight_scholars_in_the_whole_game_and_nothing_else() -> None:
    state = greeks("antike-2005", {"Persians": {**POOR, "gold": 32}}, gold=68, rondel="marble")
    state = finish(state, "rondel know-how", *(f"learn {name}" for name in EIGHT))
    assert won(state) == {"scholar": 8}
    assert nation(state, "Greeks")["points"] == 8
    assert left(state) == (9, 0, 7, 6, 5)
    state = finish(state, "rondel know-how", *(f"learn {name}" for name in EIGHT))
    assert nation(state, "Persians")["knowhow"] == EIGHT
    assert won(state, "Persians") == {}
    assert "extra" not in nation(state, "Persians")
    assert left(state) == (9, 0, 7, 6, 5)


# ---- all eight know-hows -----------------------------------------------------------------------------------

SEVEN = EIGHT[:-1]
#: who holds the scholars for the seven know-hows the Greeks have in the tests below
SCHOLARS = {"Persians": {"personages": {"scholar": 4}}, "Arabs": {"personages": {"scholar": 3}}}


def eighth(others: Any = None, **entry: Any) -> State:
    """Let the Greeks, who have seven know-hows, obtain the last one, new to the game."""
    state = greeks("antike-2006", others or SCHOLARS, phase="know-how", knowhow=SEVEN, gold=10, **entry)
    return finish(state, "learn democracy")


@rule("A06-072", "A06-073")
def test_all_eight_bring_a_personage_from_the_fullest_stack() -> None:
    before = greeks("antike-2006", SCHOLARS, phase="know-how", knowhow=EIGHT[:6], gold=10)
    assert nation(finish(before, "learn currency"), "Greeks")["points"] == 1
    after = eighth()
    assert now(after) == ("Persians", "rondel")
    assert won(after) == {"scholar": 1}
    assert nation(after, "Greeks")["extra"] == "king"
    assert nation(after, "Greeks")["points"] == 2
    assert personages_of(after, 1) == [1, 1, 0, 0, 0]
    assert left(after) == (8, 0, 7, 6, 5)


@rule("A06-073")
def test_among_the_fullest_stacks_the_nation_chooses() -> None:
    others = {"Persians": {"personages": {"scholar": 4, "king": 2}}, "Arabs": {"personages": {"scholar": 3}}}
    state = eighth(others)
    assert now(state) == ("Greeks", "extra")
    assert legal(state) == {"take king", "take general"}
    assert refused(state, "take citizen") == ("not_offered", "A06-073")
    after = play(state, "take general")
    assert nation(after, "Greeks")["extra"] == "general"
    assert left(after) == (7, 0, 6, 6, 5)
    assert left(play(state, "take king")) == (6, 0, 7, 6, 5)


@rule("A06-R46")
def test_the_fullest_stack_is_counted_after_the_other_awards_of_the_turn() -> None:
    others = {"Persians": {"personages": {"scholar": 4, "king": 1}}, "Arabs": {"personages": {"scholar": 3}}}
    state = eighth(others, cities=SITES[:5])
    assert won(state) == {"king": 1, "scholar": 1}
    assert legal(state) == {"take king", "take general"}


@rule("A06-R46", "A06-072")
def test_every_nation_that_completes_eight_gets_one_and_only_once() -> None:
    others = {"Persians": {"knowhow": EIGHT, "extra": "king", "personages": {"scholar": 4}},
              "Arabs": {"personages": {"scholar": 4}}}  # fmt: skip
    state = greeks("antike-2006", others, phase="know-how", knowhow=SEVEN, gold=5)
    after = finish(state, "learn democracy")
    assert won(after) == {}
    assert nation(after, "Greeks")["extra"] == "king"
    assert left(after) == (7, 0, 7, 6, 5)
    owner = greeks("antike-2006", others, knowhow=EIGHT, extra="king", gold=9)
    again = finish(owner, "rondel know-how")
    assert nation(again, "Greeks")["points"] == 1
    assert left(again) == (7, 0, 7, 6, 5)


@rule("A06-R46")
def test_no_extra_personage_from_empty_stacks() -> None:
    cards = [
        {"king": 6}, {"king": 3, "scholar": 3}, {"scholar": 4, "general": 2}, {"general": 5, "citizen": 1},
        {"citizen": 5, "navigator": 1},
    ]  # fmt: skip
    names = ("Persians", "Arabs", "Phoenicians", "Egyptians", "Babylonians")
    nations = {name: {"personages": hand} for name, hand in zip(names, cards, strict=True)}
    mine = {**POOR, "gold": 10, "knowhow": SEVEN, "personages": {"navigator": 4}, "rondel": "know-how"}
    state = at("antike-2006", turn="Greeks", phase="know-how", nations={"Greeks": mine, **nations})
    assert left(state) == (0, 1, 0, 0, 0)
    after = finish(state, "learn democracy")
    assert now(after) == ("Persians", "rondel")
    assert nation(after, "Greeks")["points"] == 5
    assert "extra" not in nation(after, "Greeks")
    assert left(after) == (0, 0, 0, 0, 0)


@rule("A06-079")
def test_the_extra_personage_is_never_a_scholar() -> None:
    state = greeks("antike-2006", {"Persians": {"personages": {"king": 2}}}, phase="know-how", gold=68)
    assert left(state) == (7, 8, 7, 6, 5)
    state = finish(state, *(f"learn {name}" for name in EIGHT))
    assert left(state) == (7, 0, 7, 6, 5)
    assert legal(state) == {"take king", "take general"}
    assert refused(state, "take scholar") == ("not_offered", "A06-073")


@rule("A06-R46", "A06-R27")
def test_the_extra_personage_is_taken_before_the_victory_check() -> None:
    state = greeks("antike-2006", phase="know-how", gold=68)
    after = finish(state, *(f"learn {name}" for name in EIGHT))
    assert nation(after, "Greeks")["points"] == 9
    position = to_position(after)
    assert (position["phase"], position["winner"], position["end"]) == ("over", "Greeks", "personages")


@rule("A06-R24")
@pytest.mark.parametrize(("extra", "cities", "temples"), [("king", 5, 0), ("citizen", 4, 3)])
def test_the_extra_card_uses_up_no_threshold(extra: str, cities: int, temples: int) -> None:
    few = greeks("antike-2006", cities=SITES[:4], temples=SITES[:2], knowhow=EIGHT, extra=extra)
    assert won(finish(few, "rondel arming")) == {}
    state = greeks("antike-2006", cities=SITES[:cities], temples=SITES[:temples], knowhow=EIGHT, extra=extra)
    after = finish(state, "rondel arming")
    assert won(after) == {extra: 1}
    assert nation(after, "Greeks")["points"] == 2
