"""Antike II: TEMPLUM."""

from __future__ import annotations

from typing import Any

from rondel.antike.state import State
from tests.rules.antike2.fixtures import OLD, bank, isles, moving, sites, west
from tests.support import POOR, legal, nation, play, refused, rule, stocks

#: a trade keeps the action open when nothing can be built
OPEN = {"marble": 30, "iron": 9, "gold": 9, "coins": 0, "knowhow": ["mercatura"]}


def building(entry: dict[str, Any], **more: Any) -> State:
    """Give Reds a TEMPLUM."""
    return isles(phase="temple", nations={"Reds": entry}, **more)


@rule("A2-109", "A2-110")
def test_one_or_several_temples_at_five_marble_each() -> None:
    state = building(OPEN)
    assert legal(state, "temple") == {"temple Alba", "temple Brixia", "temple Capua"}
    one = play(state, "temple Alba")
    assert (nation(one, "Reds")["temples"], nation(one, "Reds")["marble"]) == (["Alba"], 25)
    assert bank(one)["temples"] == bank(state)["temples"] - 1
    three = play(one, "temple Capua", "temple Brixia")
    assert (nation(three, "Reds")["temples"], nation(three, "Reds")["marble"]) == (["Alba", "Brixia", "Capua"], 15)
    short = building({**OPEN, "marble": 4})
    assert refused(short, "temple Alba") == ("cannot_pay", "A2-110")


@rule("A2-110")
def test_only_in_own_cities() -> None:
    state = building({**OPEN, "legions": {"Delos": 3, "Nola": 3}})
    for place in ("Delos", "Nola", "Templa", "Mare Album"):
        assert refused(state, f"temple {place}") == ("not_owned", "A2-110")


@rule("A2-111", "A2-021")
def test_a_temple_triples_yield_arming_and_defence() -> None:
    for temples, amount in (([], 1), (["Alba"], 3)):
        made = play(isles(nations={"Reds": {**POOR, "temples": temples}}), "rondel marble")
        assert nation(made, "Reds")["marble"] == amount
        arming = isles(phase="arming", nations={"Reds": {**OPEN, "temples": temples}}, bellona="Blues")
        for _ in range(amount):
            arming = play(arming, "arm legion Alba")
        assert refused(arming, "arm legion Alba") == ("place_limit", "A2-097")
        attack = {"Blues": {"legions": {"Alba": amount}}, "Reds": {"temples": temples, **OLD}}
        assert legal(moving(attack, turn="Blues"), "conquer") == {f"conquer Alba {amount} legion"}
        weak = {"Blues": {"legions": {"Alba": amount - 1, "Saguntum": 1}}, "Reds": {"temples": temples, **OLD}}
        assert legal(moving(weak, turn="Blues"), "conquer") == set()


@rule("A2-112")
def test_one_temple_a_city() -> None:
    state = building({**OPEN, "temples": ["Alba"]})
    assert legal(state, "temple") == {"temple Brixia", "temple Capua"}
    assert refused(state, "temple Alba") == ("has_temple", "A2-112")
    assert refused(play(state, "temple Brixia"), "temple Brixia") == ("has_temple", "A2-112")


@rule("A2-113", "A2-014")
def test_none_when_all_twenty_stand_until_one_is_destroyed() -> None:
    names = sites(22)
    greeks = {**OPEN, "cities": names[:11], "temples": names[:9], "marble": 10}
    romans = {**POOR, "cities": names[11:22], "temples": names[11:22], **OLD}
    state = west(turn="Greeks", phase="temple", nations={"Greeks": {**greeks, "temples": names[:9]}, "Romans": romans})
    assert bank(state)["temples"] == 0
    assert legal(state, "temple") == set()
    assert refused(state, f"temple {names[10]}") == ("no_temple_left", "A2-113")
    fewer = {**greeks, "temples": names[:8]}
    state = west(turn="Greeks", phase="temple", nations={"Greeks": fewer, "Romans": romans})
    assert bank(state)["temples"] == 1
    state = play(state, f"temple {names[10]}")
    assert refused(state, f"temple {names[9]}") == ("no_temple_left", "A2-113")


@rule("A2-113", "A2-R36", "A2-161")
def test_a_destroyed_temple_can_be_built_again() -> None:
    army = {"legions": {"Delos": 3, "Templa": 3}}
    state = moving({"Reds": army, "Blues": {"temples": ["Delos"], **OLD}})
    assert bank(state)["temples"] == 20 - 3
    state = play(state, "conquer Delos 3 legion")
    assert bank(state)["temples"] == 20 - 2
    state = play(state, "conquer Templa 3 legion")
    assert bank(state)["temples"] == 20 - 1


def yellow(marble: int) -> State:
    """Give yellow Roma with a temple, Neapolis and Carales."""
    romans = {**OPEN, "marble": marble, "cities": ["Roma", "Neapolis", "Carales"], "temples": ["Roma"]}
    return west(turn="Romans", phase="temple", nations={"Romans": romans})


@rule("A2-114")
def test_example_neapolis_or_carales_not_roma() -> None:
    state = yellow(5)
    assert legal(state, "temple") == {"temple Neapolis", "temple Carales"}
    assert refused(state, "temple Roma") == ("has_temple", "A2-112")
    for city, other in (("Neapolis", "Carales"), ("Carales", "Neapolis")):
        after = play(state, f"temple {city}")
        assert set(nation(after, "Romans")["temples"]) == {"Roma", city}
        assert refused(after, f"temple {other}") == ("cannot_pay", "A2-110")


@rule("A2-115")
def test_example_two_temples_for_ten() -> None:
    state = play(yellow(10), "temple Carales", "temple Neapolis")
    assert set(nation(state, "Romans")["temples"]) == {"Roma", "Neapolis", "Carales"}
    assert stocks(state, "Romans") == (0, 9, 9, 0)
