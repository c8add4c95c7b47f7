"""The temple wedge."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from rondel.antike.state import State
from rondel.boards.reader import load_board
from rondel.position import to_position
from tests.rules.test_setup import LINE_4
from tests.support import at, both, legal, nation, now, play, refused, rule, stocks

ALL_EIGHT = ("wheel", "sailing", "market", "monarchy", "roads", "navigation", "currency", "democracy")
NAMES = [region.name for region in load_board("east").regions]


def building(book: str, **greeks: Any) -> State:
    """Give the temple action of the Greeks."""
    return at(book, turn="Greeks", phase="temple", nations={"Greeks": {"rondel": "temple", **greeks}})


def clause(book: str, of_2006: str, of_2005: str) -> str:
    return of_2006 if book == "antike-2006" else of_2005


@both
@rule("A06-123", "A05-107", "A06-125", "A05-109")
def test_one_or_more_temples_in_own_cities(book: str) -> None:
    state = building(book, marble=15)
    assert legal(state) == {"done", "temple Pella", "temple Dyrrhachion", "temple Athen"}
    state = play(state, "temple Athen")
    assert nation(state, "Greeks")["temples"] == ["Athen"]
    assert legal(state) == {"done", "temple Pella", "temple Dyrrhachion"}
    state = play(state, "temple Pella")
    assert legal(state) == {"done", "temple Dyrrhachion"}
    state = play(state, "temple Dyrrhachion")
    assert nation(state, "Greeks")["temples"] == ["Athen", "Dyrrhachion", "Pella"]
    assert stocks(state, "Greeks")[0] == 0
    assert nation(state, "Greeks")["personages"] == {"citizen": 1}


@both
@rule("A06-124", "A05-108")
def test_five_marble_each(book: str) -> None:
    assert now(building(book, marble=4)) == ("Persians", "rondel")
    for marble in (5, 9):
        state = play(building(book, marble=marble), "temple Pella")
        assert stocks(state, "Greeks")[:3] == (marble - 5, 1, 3)
        assert now(state) == ("Persians", "rondel")
    ten = play(building(book, marble=10), "temple Pella")
    assert now(ten) == ("Greeks", "temple")
    limited = at(book, turn="Greeks", phase="temple", options={"bank-units": 50}, nations={"Greeks": {"marble": 7}})
    before = to_position(limited)["bank"]
    after = to_position(play(limited, "temple Pella"))["bank"]
    assert (after["marble"] - before["marble"], after["temples"] - before["temples"]) == (5, -1)


@both
@rule("A06-124", "A05-108")
def test_without_marble_the_reason_is_the_price(book: str) -> None:
    state = building(book, marble=4, gold=9, knowhow=list(ALL_EIGHT))
    assert refused(state, "temple Pella") == ("cannot_pay", clause(book, "A06-124", "A05-108"))


@both
@rule("A06-124", "A05-108")
@pytest.mark.parametrize("name", ["Persians", "Arabs", "Phoenicians"])
def test_whoever_is_on_turn_builds_and_pays(book: str, name: str) -> None:
    nations: dict[str, Any] = {other: {"marble": 20} for other in LINE_4} | {name: {"marble": 3, "coins": 2}}
    state = at(book, start=name, turn=name, phase="temple", nations=nations)
    assert legal(state, "temple") == {f"temple {city}" for city in LINE_4[name]}
    state = play(state, f"temple {LINE_4[name][1]}")
    assert stocks(state, name)[:1] + stocks(state, name)[3:] == (0, 0)
    assert nation(state, name)["temples"] == [LINE_4[name][1]]
    assert [nation(state, other)["temples"] for other in LINE_4 if other != name] == [[], [], []]
    poor = at(book, start=name, turn=name, phase="temple", nations=nations | {name: {"marble": 3, "coins": 1}})
    assert now(poor)[1] == "rondel"


@both
@rule("A05-113")
def test_two_temples_for_ten_marble(book: str) -> None:
    state = play(building(book, marble=10), "temple Pella", "temple Athen")
    assert nation(state, "Greeks")["temples"] == ["Athen", "Pella"]
    assert stocks(state, "Greeks")[:3] == (0, 1, 3)
    assert now(state) == ("Persians", "rondel")


@both
@rule("A06-126", "A05-110")
def test_a_temple_triples_production_arming_and_defence(book: str) -> None:
    for temples, factor in (([], 1), (["Athen"], 3)):
        greeks = {"temples": temples, "iron": 20}
        gold = play(at(book, turn="Greeks", nations={"Greeks": greeks}), "rondel gold")
        assert stocks(gold, "Greeks")[2] == 3 + factor
        arming = play(at(book, turn="Greeks", nations={"Greeks": greeks}), "rondel arming")
        for _ in range(factor):
            arming = play(arming, "arm galley Athen")
        assert refused(arming, "arm galley Athen")[0] == "place_limit"
        for galleys in (factor - 1, factor):
            nations = {"Greeks": {"temples": temples}, "Persians": {"galleys": {"Athen": max(1, galleys)}}}
            siege = at(book, turn="Persians", phase="maneuver", nations=nations)
            assert bool(legal(siege, "conquer")) == (max(1, galleys) >= factor)
        assert legal(siege, "conquer") == {f"conquer Athen {factor} galley"}


@both
@rule("A06-127", "A05-111")
def test_one_temple_a_city(book: str) -> None:
    state = building(book, marble=20, temples=["Pella"])
    assert legal(state) == {"done", "temple Dyrrhachion", "temple Athen"}
    assert refused(state, "temple Pella") == ("has_temple", clause(book, "A06-127", "A05-111"))
    after = play(state, "temple Athen")
    assert refused(after, "temple Athen") == ("has_temple", clause(book, "A06-127", "A05-111"))
    covered = building(book, marble=20, temples=["Pella", "Dyrrhachion", "Athen"], personages={"citizen": 1})
    assert now(covered) == ("Persians", "rondel")


def _crowded(book: str, temples: int, knowhow: Sequence[str] = (), **position: Any) -> State:
    """Give a position with so many temples of the Arabs; the Greeks build."""
    arabs = [name for name in NAMES if name not in ("Pella", "Dyrrhachion", "Athen", "Susa", "Tyros")][:24]
    nations: dict[str, Any] = {
        "Greeks": {"marble": 20, "legions": {arabs[0]: 3}, "knowhow": list(knowhow)},
        "Arabs": {"cities": arabs, "temples": arabs[:temples], "personages": {"citizen": 6, "king": 1}},
    }
    return at(book, turn="Greeks", nations=nations, **position)


@both
@rule("A06-128", "A05-112")
def test_twenty_temples_and_no_more(book: str) -> None:
    state = _crowded(book, 19, phase="temple")
    assert legal(state, "temple") == {"temple Pella", "temple Dyrrhachion", "temple Athen"}
    state = play(state, "temple Pella")
    assert to_position(state)["bank"]["temples"] == 0
    assert stocks(state, "Greeks")[0] == 15
    assert now(state) == ("Arabs", "rondel")
    full = _crowded(book, 20, ALL_EIGHT, phase="temple")
    assert not legal(full, "temple")
    assert refused(full, "temple Pella") == ("no_temple_left", clause(book, "A06-128", "A05-112"))


@both
@rule("A06-128", "A05-112", "A06-R19", "A05-R19")
def test_a_destroyed_temple_comes_back_to_the_bank(book: str) -> None:
    state = _crowded(book, 20, phase="maneuver")
    target = NAMES[0]
    assert to_position(state)["bank"]["temples"] == 0
    state = play(state, f"conquer {target} 3 legion")
    assert target not in nation(state, "Arabs")["cities"]
    assert target in nation(state, "Greeks")["cities"]
    assert nation(state, "Greeks")["temples"] == []
    assert to_position(state)["bank"]["temples"] == 1
    assert nation(state, "Greeks")["legions"] == {}
    rebuilt = at(book, turn="Greeks", phase="temple", nations=dict(to_position(state)["nations"]))
    assert f"temple {target}" in legal(rebuilt, "temple")


@both
@rule("A06-R20", "A05-R20")
@pytest.mark.parametrize("place", ["Susa", "Napoca", "Sparta"])
def test_temples_only_in_own_cities(book: str, place: str) -> None:
    state = building(book, marble=20, legions={"Susa": 1, "Napoca": 1, "Sparta": 1})
    assert legal(state, "temple") == {"temple Pella", "temple Dyrrhachion", "temple Athen"}
    assert refused(state, f"temple {place}") == ("not_owned", clause(book, "A06-R20", "A05-R20"))


@both
@rule("A06-R20", "A05-R20")
def test_a_city_founded_this_turn_gets_no_temple_this_turn(book: str) -> None:
    state = play(building(book, marble=20, legions={"Napoca": 1, "Sparta": 1}, iron=2), "done", "found Napoca")
    assert now(state) == ("Greeks", "founding")
    assert refused(state, "temple Napoca") == ("not_now", clause(book, "A06-123", "A05-107"))
