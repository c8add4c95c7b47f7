"""What a page is told about paying in Attika: the cards that go, and every other way."""

from __future__ import annotations

import os
from random import Random

import pytest

from rondel.attika.price import is_payment
from rondel.attika.rules import TERRAINS
from rondel.attika.sites import hand_of
from rondel.attika.state import DRAWN, SITE, State
from rondel.attika.tables import NONE
from rondel.attika.text.paying import payments
from rondel.game import TERMINAL, Parts
from rondel.server.core.choices import groups_of
from tests.rules.attika.support import make
from tests.server.groups import rows_of
from tests.support import rule

#: games of the sample; `RONDEL_GAMES=100` plays as many as the longest check
GAMES = int(os.environ.get("RONDEL_GAMES", "6"))
#: how many of the decisions about a space are looked at
SHARE = 0.5


def _cards(text: str) -> list[int]:
    words = text.split()
    counts = dict(zip(words[1::2], map(int, words[::2]), strict=True))
    return [counts.get(name, 0) for name in TERRAINS]


def _paid(before: State, actions: list[int]) -> list[int]:
    """Give the cards that go when a seat plays these decisions, none too few and none too many."""
    state, rest = before.copy(), list(actions)
    while state.pending != NONE:
        options = state.engine.options(state)
        state.engine.step(state, options[0] if len(options) == 1 else rest.pop(0))
    assert not rest
    return [had - has for had, has in zip(hand_of(before, before.turn), hand_of(state, before.turn), strict=True)]


def _check_prices(state: State) -> int:
    """Compare the price on every offered space with what is then paid, in every way; give the number of spaces."""
    spaces = 0
    for row in (row for group in groups_of(state) for row in rows_of(group)):
        action = int(row["action"])
        if action not in state.layout.spaces:
            continue
        spaces += 1
        ways = state.game.ways(state, action)
        assert len(ways) == int(row.get("ways", len(ways) > 0))
        if not state.choosing:
            assert _paid(state, [action]) == _cards(str(row.get("pays", ""))), row
        for goods, actions in ways:
            assert _paid(state, list(actions)) == _cards(goods), (goods, actions, state.view(-1))
    return spaces


def _walk(seed: int) -> int:
    rng = Random(seed)
    state = make(2 + seed % 3).new(seed)
    spaces = 0
    while state.to_act != TERMINAL:
        if state.phase in (SITE, DRAWN) and rng.random() < SHARE:
            spaces += _check_prices(state)
        state = state.apply(rng.choice(state.legal()))
    return spaces


@pytest.mark.untraced
@rule("AT-R12", "AT-R45")
@pytest.mark.parametrize("seed", range(GAMES))
def test_the_price_on_a_space_is_what_is_then_paid(seed: int) -> None:
    assert _walk(seed) > 20


@rule("AT-R12")
def test_a_way_to_pay_wastes_no_card() -> None:
    need = (1, 0, 0, 0), 1
    hand = (1, 2, 0, 1)
    found = payments(need, hand)
    assert found[0] == (1, 1, 0, 0)
    assert (0, 2, 0, 1) in found
    assert all(is_payment(need, cards) for cards in found)
    assert not any(
        one != other and all(a <= b for a, b in zip(one, other, strict=True)) for one in found for other in found
    )


@rule("AT-040", "AT-058", "AT-R33")
@pytest.mark.parametrize("seed", range(3))
def test_the_parts_of_a_price_add_up_on_every_space(seed: int) -> None:
    rng = Random(seed)
    state = make(3).new(seed)
    looked = 0
    while state.to_act != TERMINAL:
        if state.phase in (SITE, DRAWN) and rng.random() < 0.2:
            offered = {str(row["place"]): row for group in groups_of(state) for row in rows_of(group) if "place" in row}
            for where in state.layout.hexes:
                place = f"{where[0]},{where[1]}"
                for fact in state.game.facts(state, place, state.turn):
                    looked += 1
                    lacks = int(fact.get("lacks", 0))
                    assert (place in offered) == (lacks == 0), fact
                    if place in offered and not state.choosing:
                        assert fact.get("pays", "") == offered[place].get("pays", "")
                    if "beside" not in fact:
                        due = sum(_count(fact, part) for part in ("cost", "colony")) - _count(fact, "ground")
                        assert due == _count(fact, "price")
        state = state.apply(rng.choice(state.legal()))
    assert looked > 100


def _count(fact: Parts, part: str) -> int:
    value = fact.get(part, 0)
    return value if isinstance(value, int) else sum(map(int, value.split()[::2]))


@rule("AT-R04")
def test_a_watcher_is_told_no_costs_of_a_hand() -> None:
    state = make(2).new(1)
    place = "{},{}".format(*state.layout.hexes[0])
    assert state.game.facts(state, place, 0)
    assert not state.game.facts(state, place, -1)
