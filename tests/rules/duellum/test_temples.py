"""TEMPLUM: temples with their surcharge, and ramparts from the own reserve."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from rondel.antike.state import State
from rondel.position import to_position
from tests.rules.duellum.small import reserve
from tests.rules.duellum.test_founding import owner
from tests.rules.duellum.test_setup import HOLD, SMALL, duel, first
from tests.support import at, finish, legal, nation, now, play, refused, rule, stocks

#: cities of the Romans around Medio, over each kind of border, and one that does not touch it
FIVE = {"Medio": "iron", "Terra": "iron", "Unda": "iron", "Ripa": "iron", "Procul": "iron"}
ROMANS = owner("Romans", FIVE)
WALL = {"ramparts": ["Utica"]}


def building(romans: Mapping[str, Any], carthage: Mapping[str, Any] | None = None, **more: Any) -> State:
    """Give the Romans TEMPLUM on the small map, with a card in hand that keeps the step open."""
    return duel({**HOLD, **ROMANS, **romans}, {**WALL, **(carthage or {})}, board=SMALL, phase="temple", **more)


# ---- temples ---------------------------------------------------------------------------------------------------------


@rule("AD-088", "AD-029")
def test_temples_and_ramparts_in_one_action() -> None:
    state = building({"marble": 8})
    assert {text.split()[0] for text in legal(state)} == {"done", "temple", "rampart", "play"}
    state = play(state, "temple Medio", "rampart Medio")
    entry = nation(state, "Romans")
    assert (entry["temples"], entry["ramparts"], entry["marble"]) == (["Medio"], ["Medio"], 1)
    turned = play(building({"marble": 8}), "rampart Alba", "temple Caere")
    entry = nation(turned, "Romans")
    assert (entry["temples"], entry["ramparts"], entry["marble"]) == (["Caere"], ["Alba"], 1)


@rule("AD-089", "AD-176", "AD-029")
def test_six_marble_for_each_temple() -> None:
    state = play(building({"marble": 6}), "temple Medio")
    assert stocks(state, "Romans") == (0, 0, 0, 0)
    assert to_position(state)["bank"]["temples"] == 11
    short = building({"marble": 5, "iron": 9, "gold": 9})
    assert legal(short, "temple") == set()
    assert refused(short, "temple Medio") == ("cannot_pay", "AD-089")
    two = play(building({"marble": 12}), "temple Alba", "temple Medio")
    assert nation(two, "Romans")["temples"] == ["Alba", "Medio"]
    assert stocks(two, "Romans")[0] == 0


@rule("AD-089")
@pytest.mark.parametrize("place", ["Utica", "Insula", "Deep"])
def test_only_at_an_own_city(place: str) -> None:
    unit = {"galleys": {"Insula": 1, "Deep": 1}, "legions": {"Utica": 1}}
    state = building({"marble": 9, "coins": 9, **unit})
    assert legal(state, "temple") == {f"temple {city}" for city in ROMANS["cities"]}
    assert refused(state, f"temple {place}") == ("not_owned", "AD-089")
    assert refused(state, f"rampart {place}") == ("not_owned", "AD-095")


@rule("AD-090", "AD-R06", "AD-176")
@pytest.mark.parametrize(("neighbour", "tax"), [("Terra", 1), ("Unda", 1), ("Ripa", 1), ("Procul", 0)])
def test_a_coin_for_each_neighbouring_temple_own_or_enemy(neighbour: str, tax: int) -> None:
    rest = {site: good for site, good in FIVE.items() if site != neighbour}
    own: tuple[dict[str, Any], dict[str, Any]] = ({"temples": [neighbour]}, {})
    foe = (owner("Romans", rest), {**owner("Carthaginians", {neighbour: "iron"}), "temples": [neighbour]})
    for mine, theirs in (own, foe):
        state = building({**mine, "marble": 6, "coins": tax}, theirs)
        assert stocks(play(state, "temple Medio"), "Romans") == (0, 0, 0, 0)
        short = building({**mine, "marble": 9}, theirs)
        assert ("temple Medio" in legal(short)) == (tax == 0)
        if tax:
            assert refused(short, "temple Medio") == ("cannot_pay", "AD-090")


@rule("AD-090", "AD-R04", "AD-R05")
def test_the_surcharge_is_paid_in_coins_only() -> None:
    two = {"temples": ["Terra", "Unda"]}
    state = building({**two, "marble": 20, "iron": 9, "gold": 9, "coins": 1})
    assert "temple Medio" not in legal(state)
    assert refused(state, "temple Medio") == ("cannot_pay", "AD-090")
    paying = play(building({**two, "marble": 6, "coins": 3}), "temple Medio ...")
    assert legal(paying) == {"pay 6 marble 2 coin", "pay 5 marble 3 coin"}
    assert refused(building({**two, "marble": 5, "coins": 2}), "temple Medio") == ("cannot_pay", "AD-090")


@rule("AD-091", "AD-R08", "AD-R07")
def test_the_second_temple_pays_for_the_first() -> None:
    state = play(building({"marble": 12, "coins": 1}), "temple Terra", "temple Medio")
    assert stocks(state, "Romans") == (0, 0, 0, 0)
    short = play(building({"marble": 12}), "temple Terra")
    assert refused(short, "temple Medio") == ("cannot_pay", "AD-090")
    assert "temple Caere" in legal(short)
    third = play(building({"marble": 18, "coins": 3}), "temple Terra", "temple Unda", "temple Medio")
    assert stocks(third, "Romans") == (0, 0, 0, 1)
    turned = play(building({"marble": 18, "coins": 3}), "temple Medio", "temple Unda", "temple Terra")
    assert stocks(turned, "Romans") == (0, 0, 0, 1)


@rule("AD-092", "AD-033")
@pytest.mark.parametrize(("temples", "factor"), [([], 1), (["Caere"], 3)])
def test_production_arming_and_defence_rise_from_one_to_three(temples: list[str], factor: int) -> None:
    romans = {"temples": temples, "iron": 20, "barracks": {"legions": 9}}
    assert stocks(play(duel(romans, board=SMALL), "rondel gold"), "Romans")[2] == factor
    arming = play(duel(romans, board=SMALL), "rondel arming", *["arm legion Caere"] * factor)
    assert refused(arming, "arm legion Caere") == ("place_limit", "AD-101")
    for units in (factor - 1, factor):
        siege = duel(romans, {"legions": {"Caere": units, "Bovil": 1}}, board=SMALL, phase="maneuver",
                     turn="Carthaginians")  # fmt: skip
        assert ("declare Caere" in legal(siege)) == (units == factor)
    after = play(siege, "conquer Caere")
    assert nation(after, "Carthaginians")["barracks"]["legions"] == 1 + factor


@rule("AD-093")
def test_one_temple_a_city() -> None:
    state = building({"marble": 12, "coins": 9, "temples": ["Medio"]})
    assert "temple Medio" not in legal(state)
    assert refused(state, "temple Medio") == ("has_temple", "AD-093")
    after = play(state, "temple Alba")
    assert refused(after, "temple Alba") == ("has_temple", "AD-093")


@rule("AD-094", "AD-139")
def test_a_destroyed_temple_can_be_built_again() -> None:
    sites = ["Lugdunum", "Massilia", "Tolosa", "Numantia", "Tarraco", "Saguntum", "Baecula", "Tingis", "Siga", "Zama",
             "Tacape", "Agrigentum"]  # fmt: skip
    cards = {"king": 2, "citizen": 4}
    carthage = {"cities": sites, "produces": dict.fromkeys(sites, "iron"), "temples": sites, "personages": cards}
    romans = {"cities": ["Roma"], "marble": 9, "legions": {"Tarraco": 3}}
    before = duel({**romans, **HOLD}, {**carthage, "ramparts": ["Zama"]}, phase="temple")
    assert refused(before, "temple Roma") == ("no_temple_left", "AD-094")
    state = finish(duel(romans, carthage, phase="maneuver"), "conquer Tarraco", "pick burglary", "turn-up academy")
    position = to_position(state)
    assert position["bank"]["temples"] == 1
    parts = {key: position[key] for key in ("nations", "open_cards", "discard")}
    again = at("antike-duellum", turn="Romans", phase="temple", **parts)
    assert "temple Roma" in legal(again)
    assert to_position(play(again, "temple Roma"))["bank"]["temples"] == 0


# ---- ramparts --------------------------------------------------------------------------------------------------------


@rule("AD-095", "AD-177", "AD-029", "AD-033", "AD-136")
def test_a_rampart_costs_one_marble_and_adds_one_to_the_defence() -> None:
    state = building({"marble": 1})
    after = play(state, "rampart Medio")
    assert stocks(after, "Romans")[0] == 0
    assert nation(after, "Romans")["ramparts"] == ["Medio"]
    short = building({"iron": 9, "gold": 9})
    assert legal(short, "rampart") == set()
    assert refused(short, "rampart Medio") == ("cannot_pay", "AD-095")
    for temples, ramparts, strength in (([], [], 1), ([], ["Caere"], 2), (["Caere"], ["Caere"], 4)):
        for units in (strength - 1, strength):
            siege = duel({"temples": temples, "ramparts": ramparts}, {"legions": {"Caere": units, "Bovil": 1}},
                         board=SMALL, phase="maneuver", turn="Carthaginians")  # fmt: skip
            assert ("declare Caere" in legal(siege)) == (units == strength)


@rule("AD-096")
def test_one_rampart_a_city() -> None:
    state = building({"marble": 9, "ramparts": ["Medio"], "personages": {"king": 1, "scholar": 2}})
    assert reserve(state, "Romans") == 3
    assert "rampart Medio" not in legal(state)
    assert refused(state, "rampart Medio") == ("has_rampart", "AD-096")


@rule("AD-097", "AD-R18")
def test_only_from_the_own_reserve() -> None:
    state = building({"marble": 9, "personages": {"king": 1}}, {"ramparts": [], "personages": {"scholar": 5}})
    assert (reserve(state, "Romans"), reserve(state, "Carthaginians")) == (2, 5)
    state = building({"marble": 9, "personages": {"king": 1}})
    state = play(state, "rampart Medio", "rampart Terra")
    assert legal(state, "rampart") == set()
    assert refused(state, "rampart Unda") == ("no_rampart", "AD-097")
    assert stocks(state, "Romans")[0] == 7


@rule("AD-R18", "AD-088")
def test_any_number_of_ramparts_with_and_without_temples() -> None:
    state = building(
        {"marble": 9, "temples": ["Medio", "Terra"], "personages": {"king": 1, "scholar": 5, "general": 1}}
    )
    assert reserve(state, "Romans") == 6
    for number, place in enumerate(("Medio", "Alba", "Terra", "Unda", "Caere", "Bovil"), 1):
        state = play(state, f"rampart {place}")
        assert stocks(state, "Romans")[0] == 9 - number
    assert len(nation(state, "Romans")["ramparts"]) == 6
    assert refused(state, "rampart Ripa") == ("no_rampart", "AD-097")


@rule("AD-097", "AD-D10", "AD-140")
def test_a_destroyed_rampart_returns_to_the_reserve() -> None:
    walls = {"ramparts": ["Caere", "Bovil"], "personages": {"scholar": 1}}
    siege = duel(walls, {"legions": {"Caere": 2}}, board=SMALL, phase="maneuver", turn="Carthaginians")
    assert reserve(siege, "Romans") == 0
    after = play(siege, "conquer Caere")
    assert nation(after, "Romans")["ramparts"] == ["Bovil"]
    assert nation(after, "Carthaginians")["ramparts"] == []
    assert (reserve(after, "Romans"), reserve(after, "Carthaginians")) == (1, 1)
    quake = duel(walls, HOLD, board=SMALL, turn="Carthaginians")
    after = play(quake, "play earthquake Bovil")
    assert nation(after, "Romans")["ramparts"] == ["Caere"]
    assert (reserve(after, "Romans"), reserve(after, "Carthaginians")) == (1, 1)
    state = duel({**walls, "ramparts": ["Caere"], "marble": 9, **HOLD}, WALL, board=SMALL, phase="temple")
    assert refused(play(state, "rampart Bovil"), "rampart Alba") == ("no_rampart", "AD-097")


# ---- the worked example and what always holds ------------------------------------------------------------------------


@rule("AD-098")
def test_example_at_neapolis() -> None:
    romans = {
        "cities": ["Roma", "Neapolis", "Ancona", "Croton"],
        "produces": {"Neapolis": "marble", "Ancona": "gold", "Croton": "iron"},
        "temples": ["Ancona", "Croton"], "personages": {"scholar": 1}, "marble": 8, "coins": 3,
    }  # fmt: skip
    carthage = {"cities": ["Carthago", "Syracusae"], "produces": {"Syracusae": "gold"}, "temples": ["Syracusae"]}
    state = duel(romans, carthage, phase="temple")
    temple = play(state, "temple Neapolis")
    assert stocks(temple, "Romans") == (2, 0, 0, 0)
    after = play(temple, "rampart Croton", "rampart Neapolis")
    assert stocks(after, "Romans") == (0, 0, 0, 0)
    assert set(nation(after, "Romans")["ramparts"]) == {"Croton", "Neapolis"}
    assert set(nation(after, "Romans")["temples"]) == {"Ancona", "Croton", "Neapolis"}
    short = duel({**romans, "coins": 2, **HOLD}, {**carthage, "ramparts": ["Carthago"]}, phase="temple")
    assert refused(short, "temple Neapolis") == ("cannot_pay", "AD-090")


@rule("AD-D10", "AD-D03", "AD-114")
@pytest.mark.parametrize("seed", range(3))
def test_what_holds_between_turns(seed: int) -> None:
    rng, state, turns = Random(seed), first(seed), 0
    while state.legal() and turns < 120:
        state = state.apply(rng.choice(state.legal()))
        if now(state)[1] != "rondel":
            continue
        turns += 1
        entries = to_position(state)["nations"].values()
        scholars = sum(entry["personages"].get("scholar", 0) for entry in entries)
        assert scholars == len({name for entry in entries for name in entry["knowhow"]})
        for entry in entries:
            gained = sum(1 for wanted in (0, 1, 2, 3, 5, 7) if entry["points"] >= wanted)
            assert len(entry["ramparts"]) <= gained
    assert turns > 50
