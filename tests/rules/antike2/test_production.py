"""Antike II: production, the coin that comes with it, and what coins pay for."""

from __future__ import annotations

import pytest

from rondel.antike.state import State
from rondel.boards.reader import load_board
from tests.rules.antike2.fixtures import bank, isles, west
from tests.support import POOR, finish, legal, nation, now, play, refused, rule, stocks

PLACES = {"marble": 0, "iron": 1, "gold": 2}


def producing(**entry: object) -> State:
    """Give Reds a turn without goods."""
    return isles(nations={"Reds": {**POOR, **entry}})


@rule("A2-086", "A2-088", "A2-089")
def test_each_production_yields_its_own_resource_and_a_coin() -> None:
    for good, place in PLACES.items():
        after = play(producing(), f"rondel {good}")
        expected = [0, 0, 0, 1]
        expected[place] = 1
        assert list(stocks(after, "Reds")) == expected
        assert bank(after)["coins"] == 29
        assert stocks(after, "Blues") == (3, 3, 2, 0)


@pytest.mark.parametrize(
    ("good", "cities"),
    [("marble", ["Alba", "Nola", "Saguntum", "Kition"]), ("iron", ["Brixia", "Ostia", "Rhegium", "Lixus"]),
     ("gold", ["Capua", "Pisae", "Malaca"])],
)  # fmt: skip
@rule("A2-087", "A2-088", "A2-021", "A2-111")
def test_one_a_city_and_three_with_temple(good: str, cities: list[str]) -> None:
    for temples in range(len(cities) + 1):
        for plain in range(len(cities) - temples + 1):
            owned = [*cities[: temples + plain], "Quiza"]
            other = "iron" if good == "gold" else "gold"
            entry = {"cities": owned, "produces": {"Quiza": other}, "temples": [*cities[:temples], "Quiza"]}
            after = play(producing(**entry), f"rondel {good}")
            assert nation(after, "Reds")[good] == 3 * temples + plain
            assert nation(after, "Reds")["coins"] == 1


@rule("A2-089")
def test_one_coin_whatever_the_amount() -> None:
    rich = {"cities": ["Alba", "Nola", "Saguntum"], "temples": ["Alba", "Nola", "Saguntum"]}
    assert stocks(play(producing(**rich), "rondel marble"), "Reds") == (9, 0, 0, 1)
    for wedge in ("temple", "arming", "know-how", "maneuver1"):
        after = finish(producing(legions={"Alba": 1}), f"rondel {wedge}")
        assert nation(after, "Reds")["coins"] == 0


@rule("A2-R19")
def test_without_a_matching_city_still_the_coin_and_the_bonus() -> None:
    entry = {"cities": ["Alba"]}
    assert stocks(play(producing(**entry), "rondel gold"), "Reds") == (0, 0, 0, 1)
    smith = {**entry, "knowhow": ["metallum"]}
    assert stocks(play(producing(**smith), "rondel gold"), "Reds") == (0, 0, 1, 1)
    minter = {**entry, "knowhow": ["metallum", "moneta"]}
    assert stocks(play(producing(**minter), "rondel iron"), "Reds") == (0, 2, 0, 1)


@rule("A2-147")
def test_foreign_units_do_not_affect_production() -> None:
    crowd = {"legions": {"Alba": 9, "Brixia": 3}, "galleys": {"Alba": 9, "Capua": 4}}
    for good, place in PLACES.items():
        state = isles(nations={"Reds": {**POOR, "temples": ["Alba"]}, "Blues": crowd, "Greens": crowd})
        after = play(state, f"rondel {good}")
        assert stocks(after, "Reds")[place] == (3 if good == "marble" else 1)


# ---- the bank without coins ------------------------------------------------------------------------------------------


@rule("A2-091", "A2-R48")
def test_without_coins_in_the_bank_any_resource_instead() -> None:
    for good in PLACES:
        state = isles(nations={"Reds": POOR, "Blues": {"coins": 30}})
        state = play(state, f"rondel {good}")
        assert now(state) == ("Reds", "substitute")
        assert legal(state) == {"take marble", "take iron", "take gold"}
        for taken, place in PLACES.items():
            expected = [0, 0, 0, 0]
            expected[PLACES[good]] += 1
            expected[place] += 1
            assert list(stocks(play(state, f"take {taken}"), "Reds")) == expected


@rule("A2-R48")
def test_the_substitute_cannot_be_declined_or_saved() -> None:
    state = play(isles(nations={"Reds": POOR, "Blues": {"coins": 30}}), "rondel iron")
    assert refused(state, "done") == ("not_now", "A2-058")
    after = play(state, "take gold")
    assert now(after) == ("Blues", "rondel")
    assert refused(after, "take gold") == ("not_now", "A2-091")
    with_coins = isles(nations={"Reds": POOR, "Blues": {"coins": 29}})
    after = play(with_coins, "rondel iron")
    assert now(after) == ("Blues", "rondel")
    assert stocks(after, "Reds") == (0, 1, 0, 1)


@rule("A2-R48", "A2-091")
def test_founding_follows_the_substitute() -> None:
    entry = {**POOR, "marble": 1, "gold": 1, "cities": ["Alba", "Capua"], "legions": {"Nola": 1}}
    state = play(isles(nations={"Reds": entry, "Blues": {"coins": 30}}), "rondel iron", "take iron")
    assert now(state) == ("Reds", "founding")
    assert "Nola" in nation(play(state, "found Nola"), "Reds")["cities"]


# ---- coins -----------------------------------------------------------------------------------------------------------


@rule("A2-090", "A2-R15")
def test_coins_pay_for_everything() -> None:
    purse = {**POOR, "coins": 9}
    temple = isles(phase="temple", nations={"Reds": purse})
    assert stocks(play(temple, "temple Alba 5 coin"), "Reds") == (0, 0, 0, 4)
    unit = isles(phase="arming", nations={"Reds": purse}, bellona="Blues")
    assert stocks(play(unit, "arm legion Alba 2 coin"), "Reds") == (0, 0, 0, 7)
    skill = isles(phase="know-how", nations={"Reds": purse})
    assert stocks(play(skill, "learn navigatio 8 coin"), "Reds") == (0, 0, 0, 1)
    city = isles(phase="founding", nations={"Reds": {**purse, "legions": {"Nola": 1}}})
    assert stocks(play(city, "found Nola 3 coin"), "Reds") == (0, 0, 0, 6)
    wheel = isles(nations={"Reds": {**purse, "rondel": "iron"}})
    assert stocks(play(wheel, "rondel militia 1 coin"), "Reds") == (0, 0, 0, 8)


@rule("A2-R15")
def test_coins_may_be_spent_though_the_resource_is_there() -> None:
    state = isles(phase="temple", nations={"Reds": {**POOR, "marble": 5, "coins": 5}})
    assert stocks(play(state, "temple Alba 2 marble 3 coin"), "Reds") == (3, 0, 0, 2)
    assert stocks(play(state, "temple Alba 5 coin"), "Reds") == (5, 0, 0, 0)
    arming = isles(phase="arming", nations={"Reds": {**POOR, "iron": 2, "coins": 2}}, bellona="Blues")
    assert stocks(play(arming, "arm legion Alba 1 iron 1 coin"), "Reds") == (0, 1, 0, 1)
    assert refused(arming, "arm legion Alba 1 gold 1 coin") == ("wrong_payment", "A2-R46")
    learning = isles(phase="know-how", nations={"Reds": {**POOR, "gold": 7, "coins": 7}})
    assert stocks(play(learning, "learn strata 1 gold 6 coin"), "Reds") == (0, 0, 6, 1)


@rule("A2-R46")
def test_no_overpaying() -> None:
    state = isles(phase="temple", nations={"Reds": {**POOR, "marble": 9, "coins": 9}})
    assert refused(state, "temple Alba 6 marble") == ("wrong_payment", "A2-R46")
    asked = play(state, "temple Alba ...")
    assert legal(asked) == {
        "pay 5 marble", "pay 4 marble 1 coin", "pay 3 marble 2 coin", "pay 2 marble 3 coin", "pay 1 marble 4 coin",
        "pay 5 coin",
    }  # fmt: skip
    for mix in ("4 marble", "4 coin", "5 iron"):
        assert refused(asked, f"pay {mix}") == ("wrong_payment", "A2-R46")
    after = play(state, "temple Alba 3 marble 2 coin")
    assert bank(after)["coins"] == bank(state)["coins"] + 2 == 23


# ---- the examples ----------------------------------------------------------------------------------------------------


def yellow() -> State:
    """Give yellow the five cities of the example: gold with temple and gold, two of marble, one of iron."""
    board = load_board("mare-nostrum")
    marble = [region.name for region in board.regions if region.resource == 0 and region.name not in ("Roma",)]
    iron = next(region.name for region in board.regions if region.resource == 1)
    cities = ["Syracus", "Carthago", "Roma", marble[-1], iron]
    assert board.regions[board.index("Roma")].resource == 0
    return west(turn="Romans", nations={"Romans": {**POOR, "cities": cities, "temples": ["Syracus"]}})


@rule("A2-092", "A2-D08")
def test_example_aurum() -> None:
    assert stocks(play(yellow(), "rondel AURUM"), "Romans") == (0, 0, 4, 1)


@rule("A2-093")
def test_example_marmor() -> None:
    assert stocks(play(yellow(), "rondel MARMOR"), "Romans") == (2, 0, 0, 1)


@rule("A2-094")
def test_example_ferrum() -> None:
    assert stocks(play(yellow(), "rondel FERRUM"), "Romans") == (0, 1, 0, 1)


@rule("A2-D07", "A2-172")
def test_the_openings_work_out() -> None:
    growth = play(isles(), "rondel MARMOR")
    assert stocks(growth, "Reds") == (4, 3, 2, 1)
    growth = finish(finish(growth, "rondel iron"), "rondel iron")
    growth = play(growth, "rondel TEMPLUM 1 gold")
    assert stocks(growth, "Reds") == (4, 3, 1, 1)
    growth = play(growth, "temple Alba 4 marble 1 coin")
    assert stocks(growth, "Reds") == (0, 3, 1, 0)
    assert nation(growth, "Reds")["temples"] == ["Alba"]
    force = isles()
    for wedge in ("FERRUM", "AURUM"):
        force = play(force, f"rondel {wedge}")
        force = finish(finish(force, "rondel marble"), "rondel marble") if wedge == "FERRUM" else force
    assert stocks(force, "Reds") == (3, 4, 3, 2)
    force = finish(finish(force, "rondel maneuver2"), "rondel maneuver2")
    force = play(force, "rondel MILITIA", "arm legion Alba 2 iron", "arm galley Brixia 2 iron", "arm legion Capua")
    assert stocks(force, "Reds") == (3, 0, 3, 0)
    assert (nation(force, "Reds")["legions"], nation(force, "Reds")["galleys"]) == (
        {"Alba": 1, "Capua": 1}, {"Brixia": 1},
    )  # fmt: skip
