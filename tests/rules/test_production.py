"""The production wedges: marble, iron and gold."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.test_setup import LINE_4
from tests.support import at, both, nation, now, play, rule, stocks

#: three cities of each resource; nobody starts in them but the Greeks
CITIES = {
    "marble": ["Pella", "Sparta", "Ephesos"],
    "iron": ["Dyrrhachion", "Napoca", "Bycantium"],
    "gold": ["Athen", "Sirmium", "Tomis"],
}
PLACES = {"marble": 0, "iron": 1, "gold": 2}


def yielded(book: str, wedge: str, cities: list[str], temples: list[str], **greeks: Any) -> int:
    """Use a production wedge and give what it brought; nothing else may change."""
    entry = {"cities": cities, "temples": temples, "marble": 4, "iron": 4, "gold": 4, "coins": 2, **greeks}
    after = stocks(play(at(book, turn="Greeks", nations={"Greeks": entry}), f"rondel {wedge}"), "Greeks")
    place = PLACES[wedge]
    assert after[:place] + after[place + 1 :] == (4, 4, 2)
    return after[place] - 4


@both
@rule("A06-118", "A05-099", "A06-119", "A05-100")
def test_marble(book: str) -> None:
    others = [*CITIES["iron"], "Athen"]
    assert yielded(book, "marble", [*CITIES["marble"], *others], ["Sparta", "Athen"], personages={"king": 1}) == 5


@both
@rule("A06-118", "A05-099", "A06-120", "A05-102", "A06-121", "A05-104")
@pytest.mark.parametrize("wedge", ["marble", "iron", "gold"])
def test_one_a_city_and_three_with_temple(book: str, wedge: str) -> None:
    for plain in range(4):
        for rich in range(4 - plain):
            mine = CITIES[wedge][: plain + rich]
            other = CITIES["gold" if wedge == "marble" else "marble"][:1]
            temples = mine[:rich]
            cards = {"citizen": 1} if rich == 3 else {}
            assert yielded(book, wedge, mine + other, temples, personages=cards) == plain + 3 * rich


@both
@rule("A06-118", "A05-099")
def test_cities_of_others_bring_nothing(book: str) -> None:
    nations = {"Greeks": {}, "Persians": {"cities": ["Sparta", "Ephesos"], "temples": ["Sparta"]}}
    state = play(at(book, turn="Greeks", nations=nations), "rondel marble")
    assert stocks(state, "Greeks")[0] == 3
    assert stocks(state, "Persians")[0] == 2


@both
@rule("A06-118", "A05-099", "A06-120", "A05-102", "A06-121", "A05-104")
def test_whoever_is_on_turn_produces(book: str) -> None:
    nations = {name: {"temples": line[:1]} for name, line in LINE_4.items()}
    for name in LINE_4:
        for wedge, goods in (("marble", (5, 1, 3)), ("iron", (2, 2, 3)), ("gold", (2, 1, 4))):
            state = play(at(book, start=name, turn=name, nations=nations), f"rondel {wedge}")
            assert stocks(state, name)[:3] == goods
            assert [stocks(state, other)[:3] for other in LINE_4 if other != name] == [(2, 1, 3)] * 3


@both
@rule("A06-122", "A05-106")
@pytest.mark.parametrize("wedge", ["marble", "iron", "gold"])
def test_market_and_currency_raise_every_production(book: str, wedge: str) -> None:
    cities, temples = CITIES[wedge], CITIES[wedge][:1]
    for knowhow, bonus in (([], 0), (["market"], 1), (["market", "currency"], 2), (["wheel", "monarchy"], 0)):
        assert yielded(book, wedge, cities, temples, knowhow=knowhow) == 5 + bonus


@both
@rule("A06-122", "A05-106")
def test_the_bonus_is_the_owner_s_alone(book: str) -> None:
    nations = {"Greeks": {}, "Persians": {"knowhow": ["market", "currency"]}}
    assert stocks(play(at(book, turn="Greeks", nations=nations), "rondel marble"), "Greeks")[0] == 3


@both
@rule("A06-R17", "A05-R17")
@pytest.mark.parametrize("wedge", ["marble", "iron", "gold"])
def test_the_bonus_needs_no_city(book: str, wedge: str) -> None:
    other = CITIES["iron" if wedge == "marble" else "marble"]
    assert yielded(book, wedge, other, []) == 0
    assert yielded(book, wedge, other, [], knowhow=["market"]) == 1
    assert yielded(book, wedge, other, [], knowhow=["market", "currency"]) == 2


@both
@rule("A06-118", "A05-099")
def test_production_ends_the_action(book: str) -> None:
    greeks = {"marble": 0, "iron": 1, "gold": 1, "legions": {"Napoca": 1}}
    state = play(at(book, turn="Greeks", nations={"Greeks": greeks}), "rondel marble")
    assert now(state) == ("Greeks", "founding")
    state = play(state, "found Napoca")
    assert stocks(state, "Greeks") == (0, 0, 0, 0)
    assert nation(state, "Greeks")["rondel"] == "marble"
