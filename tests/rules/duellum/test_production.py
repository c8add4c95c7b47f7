"""MARMOR, FERRUM, AURUM: resources by city, the coin, MONETA."""

from __future__ import annotations

from typing import Any

import pytest

from rondel.antike.rules import GOODS
from rondel.antike.state import State
from rondel.boards.reader import load_board
from rondel.position import to_position
from tests.rules.duellum.test_setup import HOLD, WALL, begun, duel
from tests.support import legal, now, play, refused, rule, stocks

#: the five cities of the rulebook's picture, and what they yield
FIVE = {"Ancona": "gold", "Roma": "gold", "Genua": "marble", "Neapolis": "marble", "Cremona": "iron"}


def picture(**more: Any) -> State:
    """Give Rome its five cities; the king for them has come already."""
    entry = {"cities": list(FIVE), "produces": FIVE, "temples": ["Ancona"], "personages": {"king": 1}}
    return duel({**entry, **more})


@rule("AD-086", "AD-082", "AD-083")
def test_example_of_aurum() -> None:
    assert stocks(play(picture(), "rondel gold"), "Romans") == (0, 0, 4, 1)


@rule("AD-087", "AD-082", "AD-083")
def test_example_of_marmor_and_ferrum() -> None:
    assert stocks(play(picture(), "rondel marble"), "Romans") == (2, 0, 0, 1)
    assert stocks(play(picture(), "rondel iron"), "Romans") == (0, 1, 0, 1)


@rule("AD-086", "AD-087", "AD-141")
def test_the_board_lets_the_example_happen() -> None:
    """A marker never changes its resource, so start cities of the picture yield there what they start with."""
    for region in load_board("rome-carthage").regions:
        if region.name in FIVE and region.resource in range(3):
            assert (region.name, GOODS[region.resource]) == (region.name, FIVE[region.name])


@rule("AD-082", "AD-033", "AD-092")
@pytest.mark.parametrize(("plain", "rich"), [(0, 0), (1, 0), (0, 1), (2, 0), (1, 2), (0, 3)])
def test_one_a_city_and_three_with_temple(plain: int, rich: int) -> None:
    sites = ["Ancona", "Cremona", "Neapolis", "Croton", "Aquileia"][: plain + rich]
    produces = dict.fromkeys(sites, "marble")
    personages = {"citizen": 1} if rich == 3 else {}
    state = duel({"cities": ["Roma", *sites], "produces": produces, "temples": sites[plain:], "personages": personages})
    assert stocks(play(state, "rondel marble"), "Romans") == (plain + 3 * rich, 0, 0, 1)
    assert stocks(play(state, "rondel iron"), "Romans") == (0, 0, 0, 1)
    assert stocks(play(state, "rondel gold"), "Romans") == (0, 0, 1, 1)


@rule("AD-082")
def test_only_the_own_cities_of_the_kind_produce() -> None:
    romans = {"cities": ["Roma", "Ancona"], "produces": {"Ancona": "marble"}, "temples": ["Ancona"]}
    state = duel(romans, {"temples": ["Carthago Nova", "Carthago"]})
    after = play(state, "rondel gold")
    assert stocks(after, "Romans") == (0, 0, 1, 1)
    assert stocks(after, "Carthaginians") == (0, 0, 0, 0)


@rule("AD-082", "AD-131")
def test_enemy_units_do_not_hinder_production() -> None:
    state = duel({}, {"legions": {"Roma": 3}, "galleys": {"Roma": 3}})
    assert stocks(play(state, "rondel gold"), "Romans") == (0, 0, 1, 1)


@rule("AD-065", "AD-082")
def test_a_city_yields_what_its_founder_chose() -> None:
    for good in GOODS[:3]:
        romans = {"legions": {"Ancona": 1}, "marble": 1, "iron": 1, "gold": 1, "coins": 5}
        state = play(duel(romans, phase="founding"), f"found Ancona {good} ...")
        while now(state)[1] == "pay":
            state = play(state, sorted(legal(state))[0])
        before = stocks(state, "Romans")
        state = play(state, "rondel iron", f"rondel {good}")
        assert stocks(state, "Romans")[GOODS.index(good)] - before[GOODS.index(good)] == 2


# ---- the coin --------------------------------------------------------------------------------------------------------


@rule("AD-083", "AD-172")
@pytest.mark.parametrize("good", GOODS[:3])
def test_one_coin_at_each_production_and_none_otherwise(good: str) -> None:
    state = play(begun("Romans"), f"rondel {good}")
    assert stocks(state, "Romans")[3] == 1
    assert to_position(state)["bank"]["coins"] == 18
    for space in ("temple", "arming", "know-how", "maneuver1"):
        other = play(begun("Romans"), f"rondel {space}")
        while now(other)[0] == "Romans":
            other = play(other, "done")
        assert (stocks(other, "Romans")[3], stocks(other, "Carthaginians")[3]) == (0, 1)
        assert to_position(other)["bank"]["coins"] == 19


@rule("AD-172")
def test_no_coin_comes_with_the_turn_or_the_round() -> None:
    state = begun("Carthaginians")
    for space in ("temple", "maneuver1", "know-how"):
        for name in ("Carthaginians", "Romans"):
            assert now(state)[0] == name
            state = play(state, f"rondel {space}")
            while now(state)[0] == name:
                state = play(state, "done")
    assert (stocks(state, "Carthaginians")[3], stocks(state, "Romans")[3]) == (0, 1)
    assert to_position(state)["round"] == 4


@rule("AD-085", "AD-R42")
@pytest.mark.parametrize("good", GOODS[:3])
def test_without_a_coin_in_the_bank_any_resource_instead(good: str) -> None:
    state = play(duel({"coins": 12}, {"coins": 8}), "rondel gold")
    assert now(state) == ("Romans", "substitute")
    assert stocks(state, "Romans") == (0, 0, 1, 12)
    assert legal(state) == {"take marble", "take iron", "take gold"}
    assert refused(state, "done")[0] == "not_now"
    after = play(state, f"take {good}")
    wanted = [0, 0, 1, 12]
    wanted[GOODS.index(good)] += 1
    assert stocks(after, "Romans") == tuple(wanted)
    assert now(after) == ("Carthaginians", "rondel")
    assert to_position(after)["bank"]["coins"] == 0


@rule("AD-085", "AD-083")
def test_with_a_last_coin_in_the_bank_there_is_no_choice() -> None:
    state = play(duel({"coins": 11}, {"coins": 8}), "rondel gold")
    assert now(state) == ("Carthaginians", "rondel")
    assert stocks(state, "Romans") == (0, 0, 1, 12)
    assert refused(state, "take gold") == ("not_now", "AD-085")


@rule("AD-084", "AD-R05", "AD-R42")
@pytest.mark.parametrize(
    ("phase", "move", "price", "clause"),
    [
        ("temple", "temple Roma", 6, "AD-089"), ("temple", "rampart Roma", 1, "AD-095"),
        ("arming", "arm legion Roma", 2, "AD-099"), ("know-how", "learn strata", 6, "AD-111"),
        ("know-how", "recruit galley", 2, "AD-123"), ("know-how", "recruit legion", 1, "AD-123"),
        ("founding", "found Ancona marble", 3, "AD-063"),
    ],
)  # fmt: skip
def test_a_coin_replaces_any_resource(phase: str, move: str, price: int, clause: str) -> None:
    romans = {"galleys": {"Ancona": 1}, "cities": ["Roma"], **HOLD}
    after = play(duel({**romans, "coins": price}, WALL, phase=phase), move)
    assert stocks(after, "Romans") == (0, 0, 0, 0)
    assert to_position(after)["bank"]["coins"] == 20
    poor = duel({**romans, "coins": price - 1}, WALL, phase=phase)
    assert move not in legal(poor)
    assert refused(poor, move) == ("cannot_pay", clause)


@rule("AD-R05")
def test_coins_may_be_paid_though_the_resource_is_there() -> None:
    state = play(duel({"iron": 2, "coins": 2}, phase="arming"), "arm legion Roma ...")
    assert legal(state) == {"pay 2 iron", "pay 1 iron 1 coin", "pay 2 coin"}
    assert stocks(play(state, "pay 2 coin"), "Romans") == (0, 2, 0, 0)


# ---- MONETA ----------------------------------------------------------------------------------------------------------


@rule("AD-119", "AD-034")
@pytest.mark.parametrize(("good", "plain"), [("marble", 2), ("iron", 1), ("gold", 4)])
def test_moneta_adds_one_of_the_kind_produced(good: str, plain: int) -> None:
    state = picture(knowhow=["moneta"])
    wanted = [0, 0, 0, 1]
    wanted[GOODS.index(good)] = plain + 1
    assert stocks(play(state, f"rondel {good}"), "Romans") == tuple(wanted)
    other = duel({}, {"knowhow": ["moneta"]})
    assert stocks(play(other, "rondel gold"), "Romans") == (0, 0, 1, 1)


@rule("AD-R26", "AD-083", "AD-119")
def test_coin_and_moneta_come_without_a_city_of_the_kind() -> None:
    without = {"cities": ["Roma"]}
    assert stocks(play(duel(without), "rondel iron"), "Romans") == (0, 0, 0, 1)
    assert stocks(play(duel({**without, "knowhow": ["moneta"]}), "rondel iron"), "Romans") == (0, 1, 0, 1)
