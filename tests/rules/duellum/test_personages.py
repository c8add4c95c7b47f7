"""Step 3: personalities and what earns them, the score track with its ramparts, and the end of the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rondel.antike.rules import PERSONAGES
from rondel.antike.state import State
from rondel.boards.reader import load_board
from rondel.boards.schema import SEA
from rondel.position import to_position
from tests.rules.duellum.small import reserve
from tests.rules.duellum.test_setup import HOLD, OPEN, SIDES, duel
from tests.support import finish, legal, nation, now, outcome, play, refused, rule

#: sites of the front side where nobody starts
FREE = [region.name for region in load_board("rome-carthage").regions if region.resource == 3]
OPEN_SEAS = ["Corsica", "Baleares", "Mare Tyrrhenum"]
#: zones of the front side without the galley symbol
COAST = [
    region.name
    for place, region in enumerate(load_board("rome-carthage").regions)
    if not region.open_sea and load_board("rome-carthage").neighbours(place, SEA)
]


def mixed(sites: list[str]) -> dict[str, str]:
    """Spread the three resources over cities, so that the markers last."""
    return {site: ("marble", "iron", "gold")[place % 3] for place, site in enumerate(sites)}


def ending(romans: Mapping[str, Any], carthage: Mapping[str, Any] | None = None, **more: Any) -> State:
    """Give the Romans step 2 with a card in hand, so that step 3 begins when they say so."""
    wall = {"cities": ["Carthago", "Caesarea", "Carthago Nova"], "ramparts": ["Carthago"], **(carthage or {})}
    return duel({"cities": ["Roma"], **HOLD, **romans}, wall, **{"phase": "founding", **more})


def won(state: State, name: str = "Romans") -> dict[str, int]:
    cards: dict[str, int] = nation(state, name)["personages"]
    return cards


def towns(number: int) -> dict[str, Any]:
    return {"cities": FREE[:number], "produces": mixed(FREE[:number])}


# ---- the five kinds --------------------------------------------------------------------------------------------------


@rule("AD-036")
def test_five_kinds() -> None:
    assert set(PERSONAGES) == {"king", "citizen", "scholar", "general", "navigator"}
    assert set(to_position(duel())["bank"]["personages"]) == set(PERSONAGES)


@rule("AD-037", "AD-R17")
@pytest.mark.parametrize(("cities", "kings"), [(4, 0), (5, 1), (9, 1), (10, 2), (14, 2), (15, 3), (20, 4)])
def test_a_king_for_every_five_cities(cities: int, kings: int) -> None:
    state = play(ending(towns(cities)), "done")
    assert won(state) == ({"king": kings} if kings else {})
    assert to_position(state)["bank"]["personages"]["king"] == 6 - kings


@rule("AD-038", "AD-R17")
@pytest.mark.parametrize(("temples", "citizens"), [(2, 0), (3, 1), (5, 1), (6, 2), (8, 2), (9, 3), (12, 4)])
def test_a_citizen_for_every_three_temples(temples: int, citizens: int) -> None:
    state = play(ending({**towns(12), "temples": FREE[:temples], "personages": {"king": 2}}), "done")
    assert won(state) == {"king": 2} | ({"citizen": citizens} if citizens else {})
    foe = {"cities": FREE[:3], "produces": mixed(FREE[:3]), "temples": FREE[:3], "ramparts": FREE[:1]}
    assert won(play(ending({}, foe), "done")) == {}


@rule("AD-039", "AD-114")
def test_a_scholar_for_the_first_to_know() -> None:
    state = ending({"gold": 13}, {"knowhow": ["moneta"], "personages": {"scholar": 1}}, phase="know-how")
    state = finish(state, "learn strata", "learn moneta", "recruit legion")
    assert won(state) == {"scholar": 1}
    assert won(state, "Carthaginians") == {"scholar": 1}


def siege(temples: list[str], **more: Any) -> State:
    """Let the Romans stand before three cities of Carthage."""
    targets = ["Tarraco", "Zama", "Tolosa"]
    carthage = {"cities": ["Carthago", *targets], "produces": mixed(targets), "temples": temples}
    return ending({"legions": dict.fromkeys(targets, 3), **more}, carthage, phase="maneuver")


def taken(state: State, *cities: str) -> State:
    """Conquer the cities, let the loser take a card, and end the turn."""
    state = play(state, *(f"conquer {city}" for city in cities), "done")
    assert now(state) == ("Carthaginians", "pick")
    return finish(state, "pick levy", "turn-up academy")


@rule("AD-040", "AD-041", "AD-R09")
def test_a_general_for_each_enemy_temple_destroyed_by_conquest() -> None:
    assert won(taken(siege([]), "Zama", "Tarraco")) == {}
    assert won(taken(siege(["Zama", "Tolosa"]), "Zama", "Tarraco")) == {"general": 1}
    two = taken(siege(["Zama", "Tolosa"]), "Zama", "Tolosa", "Tarraco")
    assert won(two) == {"general": 2}
    assert to_position(two)["bank"]["temples"] == 12
    assert won(two, "Carthaginians") == {}


@rule("AD-R09", "AD-073", "AD-R44")
def test_generals_too_arrive_in_step_three() -> None:
    state = play(siege(["Zama"]), "conquer Zama")
    assert now(state) == ("Romans", "conquest")
    assert (won(state), nation(state, "Romans")["points"], reserve(state, "Romans")) == ({}, 0, 1)
    state = play(state, "done")
    assert now(state) == ("Carthaginians", "pick")  # for the lost city
    assert won(state) == {}
    state = play(state, "pick levy", "turn-up academy")
    assert (now(state), won(state)) == (("Romans", "founding"), {})
    state = play(state, "done")
    assert now(state) == ("Carthaginians", "pick")  # for the general
    assert (won(state), nation(state, "Romans")["points"], reserve(state, "Romans")) == ({"general": 1}, 1, 2)


# ---- navigators ------------------------------------------------------------------------------------------------------


def fleet(zones: list[str], **more: Any) -> State:
    return ending({"galleys": dict.fromkeys(zones, 1), "barracks": {"legions": 0, "galleys": 0}, **more})


@rule("AD-042", "AD-043", "AD-044", "AD-045", "AD-174", "AD-R16", "AD-R17")
@pytest.mark.parametrize(
    ("seas", "coast", "navigators"),
    [(0, 6, 0), (0, 7, 1), (3, 0, 0), (2, 2, 0), (2, 3, 1), (1, 5, 1), (3, 7, 1), (3, 8, 2), (0, 12, 1), (2, 10, 2)],
)
def test_a_navigator_for_every_seven_points(seas: int, coast: int, navigators: int) -> None:
    state = play(fleet(OPEN_SEAS[:seas] + COAST[:coast]), "done")
    assert won(state) == ({"navigator": navigators} if navigators else {})


@rule("AD-046", "AD-174", "AD-043")
def test_example_of_four_galleys() -> None:
    assert won(play(fleet([*OPEN_SEAS, "Roma"]), "done")) == {"navigator": 1}
    assert won(play(fleet([*OPEN_SEAS[:2], "Roma", "Carales"]), "done")) == {}


@rule("AD-174", "AD-043")
@pytest.mark.parametrize("board", SIDES)
def test_sea_regions_without_a_city_carry_the_galley_symbol(board: str) -> None:
    regions = load_board(board).regions
    for place, region in enumerate(regions):
        at_sea = region.resource < 0 and bool(load_board(board).neighbours(place, SEA))
        assert region.open_sea == at_sea


@rule("AD-R16")
def test_several_galleys_count_once_and_legions_never() -> None:
    six = ending({"galleys": dict.fromkeys(COAST[:6], 2), "barracks": {"legions": 0, "galleys": 0}})
    assert won(play(six, "done")) == {}
    dry = ending({"galleys": dict.fromkeys(OPEN_SEAS, 1), "legions": {"Roma": 3, "Ancona": 1}})
    assert won(play(dry, "done")) == {}


@rule("AD-R16", "AD-047", "AD-073")
def test_control_is_counted_at_the_end_of_the_own_turn_only() -> None:
    foe = {"galleys": dict.fromkeys([*OPEN_SEAS, "Carthago"], 1), "barracks": {"galleys": 0}}
    state = play(ending({}, foe), "done")
    assert won(state, "Carthaginians") == {}
    state = play(state, "rondel marble")
    assert won(state, "Carthaginians") == {"navigator": 1}


@rule("AD-047")
def test_control_is_counted_after_the_battle() -> None:
    six = {**dict.fromkeys(OPEN_SEAS[1:], 1), "Roma": 2, "Genua": 1}
    romans = {"galleys": six, "barracks": {"galleys": 0}}
    held = ending(romans, {"galleys": {"Corsica": 1}}, phase="maneuver")
    assert won(finish(held)) == {}
    lost = finish(held, "move 1 galley Roma Corsica")
    assert won(lost) == {}
    empty = ending(romans, phase="maneuver")
    assert won(finish(empty, "move 1 galley Roma Corsica")) == {"navigator": 1}
    seven = ending({"galleys": {**six, "Carales": 1}}, {"galleys": {"Corsica": 1}}, phase="maneuver")
    assert won(finish(seven)) == {"navigator": 1}
    fought = finish(seven, "move 1 galley Genua Corsica")
    assert won(fought) == {}


# ---- kept for good ---------------------------------------------------------------------------------------------------


@rule("AD-048", "AD-R17")
@pytest.mark.parametrize("kind", ["king", "citizen", "navigator", "general", "scholar"])
def test_a_personality_is_never_lost(kind: str) -> None:
    state = ending({"personages": {kind: 2}})
    state = play(state, "done", "rondel gold", "rondel gold")
    assert won(state) == {kind: 2}


@rule("AD-049", "AD-048", "AD-R17")
def test_example_of_the_two_kings() -> None:
    ten = FREE[:10]
    romans = {"cities": ten, "produces": mixed(ten), "personages": {"king": 2}, "legions": {"Saguntum": 1}}
    target = "Tarraco"
    assert target in ten
    state = duel(romans, {"legions": {target: 1}}, turn="Carthaginians", phase="maneuver")
    state = finish(state, f"conquer {target}", "pick levy", "turn-up academy")
    assert (len(nation(state, "Romans")["cities"]), won(state)) == (9, {"king": 2})
    state = play(state, "rondel maneuver1", f"move 1 legion Saguntum {target}", f"conquer {target}")
    state = finish(play(state, "pick academy", "turn-up settlers"))
    assert (len(nation(state, "Romans")["cities"]), won(state)) == (10, {"king": 2})
    for cities, kings in ((14, 2), (15, 3)):
        assert won(play(ending({**towns(cities), "personages": {"king": 2}}), "done")) == {"king": kings}


# ---- taking them -----------------------------------------------------------------------------------------------------


@rule("AD-073", "AD-R44", "AD-075", "AD-076")
def test_all_that_is_due_is_taken_at_once() -> None:
    fleet = dict.fromkeys([*OPEN_SEAS, "Roma"], 1)
    state = ending({**towns(10), "temples": FREE[:3], "galleys": fleet})
    assert won(state) == {}
    state = play(state, "done")
    assert won(state) == {"king": 2, "citizen": 1, "navigator": 1}
    assert (nation(state, "Romans")["points"], reserve(state, "Romans")) == (4, 4)
    assert now(state) == ("Carthaginians", "pick")


@rule("AD-073", "AD-R17", "AD-001")
def test_only_as_far_as_cards_are_left() -> None:
    carthage = {"personages": {"king": 5, "navigator": 2}}
    seas = dict.fromkeys([*OPEN_SEAS, "Roma"], 1)
    state = play(ending({**towns(15), "galleys": seas}, carthage), "done")
    assert won(state) == {"king": 1}
    assert to_position(state)["bank"]["personages"]["king"] == 0
    assert now(play(state, "done")) == ("Carthaginians", "rondel")  # one pick for one card
    assert won(taken(siege(["Zama"], personages={"general": 4}), "Zama")) == {"general": 4}


@rule("AD-074", "AD-R44")
@pytest.mark.parametrize("kings", [1, 2, 3])
def test_the_opponent_may_choose_a_card_for_each(kings: int) -> None:
    state = play(ending(towns(5 * kings)), "done")
    drawn = ["academy", "settlers", "architect"]
    for number in range(kings):
        assert now(state) == ("Carthaginians", "pick")
        assert sum(to_position(state)["open_cards"].values()) == 3
        card = ["levy", "fortress", "burglary"][number]
        assert f"pick {card}" in legal(state)
        assert "done" in legal(state)
        state = play(state, f"pick {card}", f"turn-up {drawn[number]}")
    assert sum(nation(state, "Carthaginians")["cards"].values()) == kings
    assert nation(state, "Romans")["cards"] == {"earthquake": 1}
    assert now(state) == ("Carthaginians", "rondel")
    declined = play(ending(towns(5 * kings)), *["done"] * (1 + kings))
    assert nation(declined, "Carthaginians")["cards"] == {}
    assert to_position(declined)["open_cards"] == OPEN
    assert now(declined) == ("Carthaginians", "rondel")


@rule("AD-074", "AD-155")
def test_without_a_new_personality_nothing_is_chosen() -> None:
    state = play(ending({**towns(5), "personages": {"king": 1}}), "done")
    assert now(state) == ("Carthaginians", "rondel")
    assert refused(state, "pick levy") == ("not_now", "AD-155")


@rule("AD-R44", "AD-059")
def test_the_count_is_taken_after_step_two() -> None:
    goods = {"marble": 1, "iron": 1, "gold": 1, "coins": 3, "legions": {FREE[4]: 1}}
    state = ending({**towns(4), **goods})
    assert won(play(state, "done")) == {}
    assert won(play(state, f"found {FREE[4]} gold", "done")) == {"king": 1}


# ---- score and ramparts ----------------------------------------------------------------------------------------------


@rule("AD-075", "AD-018")
def test_the_score_is_the_number_of_personalities() -> None:
    cards = {"king": 1, "scholar": 2, "general": 3, "citizen": 1, "navigator": 1}
    state = duel({"personages": cards}, {"personages": {"general": 1}})
    assert nation(state, "Romans")["points"] == 8
    assert nation(state, "Carthaginians")["points"] == 1


@rule("AD-076", "AD-078", "AD-D04", "AD-D10")
@pytest.mark.parametrize(
    ("points", "ramparts"), [(0, 1), (1, 2), (2, 3), (3, 4), (4, 4), (5, 5), (6, 5), (7, 6), (8, 6)]
)
def test_a_rampart_for_each_symbol_reached_or_passed(points: int, ramparts: int) -> None:
    cards = {"king": min(points, 6), "citizen": max(0, points - 6)}
    state = ending({**towns(7), "marble": 9, "personages": cards}, phase="temple")
    assert reserve(state, "Romans") == ramparts
    for city in FREE[:ramparts]:
        state = play(state, f"rampart {city}")
    assert refused(state, f"rampart {FREE[6]}") == ("no_rampart", "AD-097")


@rule("AD-077", "AD-076", "AD-R44")
def test_example_from_one_to_three() -> None:
    state = ending({"personages": {"king": 1}, **towns(8), "gold": 14, "ramparts": FREE[:1]}, phase="know-how")
    assert reserve(state, "Romans") == 1
    state = play(state, "learn strata", "learn moneta")
    assert reserve(state, "Romans") == 1
    state = play(state, "done", "done")
    assert now(state) == ("Carthaginians", "pick")
    assert (nation(state, "Romans")["points"], reserve(state, "Romans")) == (3, 3)
    assert nation(state, "Romans")["ramparts"] == FREE[:1]


# ---- the end ---------------------------------------------------------------------------------------------------------

EIGHT = {"king": 2, "scholar": 2, "general": 3, "navigator": 1}


@rule("AD-035", "AD-171", "AD-R29")
def test_nine_personalities_win_at_once() -> None:
    state = ending({**towns(10), "temples": FREE[:3], "personages": EIGHT}, {"personages": {"citizen": 3}})
    state = play(state, "done")
    assert outcome(state) == ("Romans", "personages")
    assert nation(state, "Romans")["points"] == 9
    assert legal(state) == set()
    assert nation(state, "Carthaginians")["cards"] == {}
    assert refused(state, "pick levy") == ("over", "AD-R29")
    assert state.returns() == (1.0, -1.0)
    less = {**EIGHT, "general": 2}
    eight = ending({**towns(10), "temples": FREE[:3], "personages": less})
    assert outcome(play(eight, "done")) == ("", "")
    assert now(play(eight, "done")) == ("Carthaginians", "pick")


@rule("AD-R29")
def test_all_cards_due_are_taken_before_the_end_is_tested() -> None:
    seas = dict.fromkeys([*OPEN_SEAS, "Roma"], 1)
    cards = {"king": 2, "scholar": 3, "general": 3}
    state = ending({**towns(15), "temples": FREE[:6], "galleys": seas, "personages": cards})
    state = play(state, "done")
    assert nation(state, "Romans")["points"] == 12
    assert won(state) == {"king": 3, "scholar": 3, "general": 3, "citizen": 2, "navigator": 1}
    assert outcome(state) == ("Romans", "personages")


@rule("AD-R29", "AD-R09", "AD-040")
def test_the_ninth_is_counted_in_step_three_not_at_the_conquest() -> None:
    state = play(siege(["Zama"], personages={**EIGHT, "king": 2}), "conquer Zama")
    assert outcome(state) == ("", "")
    assert now(state) == ("Romans", "conquest")
    state = play(state, "done")
    assert now(state) == ("Carthaginians", "pick")
    state = play(state, "pick levy", "turn-up academy", "done")
    assert outcome(state) == ("Romans", "personages")


@rule("AD-171", "AD-035")
def test_the_second_player_needs_no_last_turn_for_the_other() -> None:
    foe = {"cities": FREE[:5], "produces": mixed(FREE[:5]), "personages": {"scholar": 4, "general": 4}}
    state = duel({"cities": ["Roma"]}, foe, turn="Carthaginians")
    state = play(state, "rondel gold")
    assert outcome(state) == ("Carthaginians", "personages")
    assert state.returns() == (-1.0, 1.0)


# ---- draws -----------------------------------------------------------------------------------------------------------


@rule("AD-R30")
def test_the_players_may_agree_on_a_draw() -> None:
    state = duel(options={"draw-offers": 1})
    assert "offer-draw" in legal(state)
    asked = play(state, "offer-draw")
    assert (now(asked), legal(asked)) == (("Carthaginians", "agree"), {"peace", "accept-draw"})
    over = play(asked, "accept-draw")
    assert outcome(over) == ("", "agreement")
    assert (legal(over), over.returns()) == (set(), (0.0, 0.0))
    on = play(asked, "peace")
    assert now(on) == ("Romans", "rondel")
    assert "offer-draw" not in legal(on)  # once a turn
    other = play(on, "rondel gold")
    assert "offer-draw" in legal(other)
    assert now(play(other, "offer-draw")) == ("Romans", "agree")


@rule("AD-R30")
def test_only_before_the_stone_is_moved_and_by_the_player_on_turn() -> None:
    state = duel({"marble": 9}, options={"draw-offers": 1}, phase="temple")
    assert refused(state, "offer-draw") == ("not_now", "AD-R30")
    assert refused(state, "accept-draw") == ("not_now", "AD-R30")


@rule("AD-R30")
def test_a_round_limit_is_a_house_rule_that_ends_without_a_winner() -> None:
    state = duel({"personages": {"king": 5}}, options={"round-limit": 2}, round=2)
    state = play(state, "rondel gold")
    assert now(state) == ("Carthaginians", "rondel")
    state = play(state, "rondel gold")
    assert (outcome(state), state.returns()) == (("", "round-limit"), (0.0, 0.0))
    free = play(duel({"personages": {"king": 5}}, round=900), "rondel gold", "rondel gold")
    assert now(free) == ("Romans", "rondel")


@rule("AD-R30")
def test_with_stacks_run_out_the_game_goes_on() -> None:
    romans = {"king": 3, "scholar": 2, "general": 0, "citizen": 2, "navigator": 1}
    carthage = {"king": 3, "scholar": 0, "general": 4, "citizen": 0, "navigator": 1}
    state = duel({"personages": romans}, {"personages": carthage})
    left = to_position(state)["bank"]["personages"]
    assert (left["king"], left["general"], left["navigator"]) == (0, 0, 0)
    state = play(state, "rondel gold", "rondel gold")
    assert (now(state), outcome(state)) == (("Romans", "rondel"), ("", ""))
