"""Antike II: selling to the bank by MERCATURA and COMMERCIUM."""

from __future__ import annotations

from typing import Any

import pytest

from rondel.antike.state import State
from tests.rules.antike2.fixtures import bank, isles
from tests.support import POOR, legal, nation, now, play, refused, rule, stocks

MARKET = {"knowhow": ["mercatura"]}
EMPORIUM = {"knowhow": ["mercatura", "commercium"]}


def trader(owned: dict[str, Any], phase: str = "rondel", **goods: Any) -> State:
    """Give Reds a step of their turn with these technologies and goods."""
    return isles(phase=phase, nations={"Reds": {**POOR, **owned, **goods}}, bellona="Blues")


@rule("A2-129")
def test_two_for_one_of_choice() -> None:
    state = trader(MARKET, marble=2, iron=1, gold=1)
    for taken, place in (("marble", 0), ("iron", 1), ("gold", 2)):
        after = play(state, f"trade 2 marble for 1 {taken}")
        expected = [0, 1, 1, 0]
        expected[place] += 1
        assert list(stocks(after, "Reds")) == expected
    assert stocks(play(state, "trade 1 iron 1 gold for 1 marble"), "Reds") == (3, 0, 0, 0)
    assert refused(state, "trade 2 gold for 1 iron") == ("cannot_pay", "A2-129")


@rule("A2-129", "A2-R23", "A2-090")
def test_coins_may_be_given_never_taken() -> None:
    state = trader(MARKET, gold=3, coins=3)
    assert stocks(play(state, "trade 2 coin for 1 iron"), "Reds") == (0, 1, 3, 1)
    after = play(state, "trade 1 gold 1 coin for 1 marble")
    assert stocks(after, "Reds") == (1, 0, 2, 2)
    assert bank(after)["coins"] == bank(state)["coins"] + 1 == 28
    assert refused(state, "trade 2 gold for 1 coin") == ("no_trade", "A2-129")
    assert not any(text.endswith("coin") for text in legal(state, "trade"))


@rule("A2-129")
def test_no_selling_without_the_technology() -> None:
    others = isles(nations={"Reds": {**POOR, "gold": 9, "knowhow": ["strata"]}, "Blues": {**EMPORIUM, "gold": 9}})
    assert legal(others, "trade") == set()
    assert refused(others, "trade 2 gold for 1 iron") == ("no_trade", "A2-129")
    state = trader(MARKET, gold=9)
    assert refused(state, "trade 3 gold for 2 iron") == ("no_trade", "A2-129")


@rule("A2-131", "A2-R23")
def test_three_for_two() -> None:
    state = trader(EMPORIUM, marble=1, iron=1, gold=1)
    assert stocks(play(state, "trade 1 marble 1 iron 1 gold for 2 gold"), "Reds") == (0, 0, 2, 0)
    rich = trader(EMPORIUM, gold=3, coins=3)
    assert stocks(play(rich, "trade 3 gold for 1 marble 1 iron"), "Reds") == (1, 1, 0, 3)
    assert stocks(play(rich, "trade 3 coin for 2 gold"), "Reds") == (0, 0, 5, 0)
    assert stocks(play(rich, "trade 1 gold 2 coin for 1 gold 1 iron"), "Reds") == (0, 1, 3, 1)
    assert refused(rich, "trade 3 gold for 1 iron 1 coin") == ("no_trade", "A2-129")


@rule("A2-R21", "A2-131")
def test_both_rates_stay_usable() -> None:
    state = trader(EMPORIUM, gold=5)
    after = play(state, "trade 3 gold for 2 iron", "trade 2 gold for 1 marble")
    assert stocks(after, "Reds") == (1, 2, 0, 0)
    assert stocks(play(state, "trade 4 gold for 2 iron"), "Reds") == (0, 2, 1, 0)


@pytest.mark.parametrize(
    "text",
    ["trade 1 gold for 1 iron", "trade 3 gold for 1 iron", "trade 4 gold for 3 iron", "trade 5 gold for 4 iron",
     "trade 2 gold for 2 iron", "trade 3 gold for 3 iron"],
)  # fmt: skip
@rule("A2-R23")
def test_no_other_rate(text: str) -> None:
    assert refused(trader(EMPORIUM, gold=9), text) == ("no_trade", "A2-R23")
    assert {(giving, taking) for giving, taking in map(amounts, legal(trader(EMPORIUM, gold=9), "trade"))} == {
        (2, 1), (3, 2),
    }  # fmt: skip


def amounts(text: str) -> tuple[int, int]:
    """Count what a trade gives and takes."""
    given, taken = text.split(" for ")
    return sum(int(word) for word in given.split() if word.isdecimal()), sum(
        int(word) for word in taken.split() if word.isdecimal()
    )


@rule("A2-R23")
def test_any_number_of_sales_and_kinds_may_repeat() -> None:
    state = trader(MARKET, gold=12)
    state = play(state, "trade 8 gold for 4 iron", "trade 2 iron for 1 gold", "trade 2 gold for 1 gold")
    assert stocks(state, "Reds") == (0, 2, 4, 0)
    assert now(state) == ("Reds", "rondel")
    assert stocks(play(trader(EMPORIUM, gold=6), "trade 6 gold for 4 iron"), "Reds") == (0, 4, 0, 0)


@rule("A2-130", "A2-R23")
def test_at_every_decision_of_the_own_turn() -> None:
    for phase in ("rondel", "temple", "arming", "know-how", "maneuver", "founding"):
        army = {"legions": {"Nola": 1}}
        state = trader(MARKET, phase=phase, marble=9, iron=9, gold=9, **army)
        state = play(state, "trade 2 marble for 1 iron")
        assert now(state) == ("Reds", phase)
        assert stocks(state, "Reds") == (7, 10, 9, 0)
    conquering = trader(MARKET, phase="conquest", gold=2, legions={"Delos": 4})
    state = play(conquering, "trade 2 gold for 1 iron")
    assert now(state) == ("Reds", "conquest")
    assert stocks(state, "Reds") == (0, 1, 0, 0)


@rule("A2-R23")
def test_a_sale_before_the_wheel_and_after_the_action_can_pay() -> None:
    poor = trader(MARKET, phase="temple", marble=4, gold=2)
    assert refused(poor, "temple Alba") == ("cannot_pay", "A2-110")
    assert nation(play(poor, "trade 2 gold for 1 marble", "temple Alba"), "Reds")["temples"] == ["Alba"]
    late = trader(MARKET, phase="founding", marble=1, gold=3, legions={"Nola": 1})
    assert refused(late, "found Nola") == ("cannot_pay", "A2-071")
    assert "Nola" in nation(play(late, "trade 2 gold for 1 iron", "found Nola"), "Reds")["cities"]
    made = trader(MARKET, marble=0, rondel="marble", iron=2, gold=1)
    made = play(made, "trade 2 iron for 1 gold", "rondel temple 1 gold")
    assert nation(made, "Reds")["gold"] == 1


@rule("A2-R23", "A2-130")
def test_not_in_a_foreign_turn_nor_while_another_answers() -> None:
    nations = {
        "Reds": {**POOR, **MARKET, "gold": 9, "legions": {"Alba": 1}},
        "Blues": {**POOR, **MARKET, "gold": 9, "legions": {"Saguntum": 1}},
    }
    state = play(isles(phase="maneuver", nations=nations), "move 1 legion Alba Saguntum")
    assert now(state) == ("Blues", "answer")
    assert legal(state) == {"peace", "fight 1 legion Saguntum Reds"}
    assert refused(state, "trade 2 gold for 1 iron") == ("not_now", "A2-130")
    turn = isles(turn="Greens", nations={**nations, "Greens": {**POOR, "gold": 2}})
    assert refused(turn, "trade 2 gold for 1 iron") == ("no_trade", "A2-129")


@rule("A2-130", "A2-R22")
def test_not_in_the_turn_of_learning_mercatura() -> None:
    state = trader({}, phase="know-how", gold=25, legions={"Nola": 1}, marble=3, iron=3)
    state = play(state, "learn mercatura")
    assert legal(state, "trade") == set()
    assert refused(state, "trade 2 gold for 1 iron") == ("trade_delay", "A2-130")
    state = play(state, "done")
    assert now(state) == ("Reds", "founding")
    assert refused(state, "trade 2 gold for 1 iron") == ("trade_delay", "A2-130")
    state = play(state, "done", "rondel iron", "rondel iron")
    assert now(state) == ("Reds", "rondel")
    assert stocks(play(state, "trade 2 gold for 1 iron"), "Reds") == (3, 4, 18, 0)


@rule("A2-R22", "A2-R21")
def test_mercatura_stays_usable_in_the_turn_of_commercium() -> None:
    state = play(trader(MARKET, phase="know-how", gold=15), "learn commercium")
    assert refused(state, "trade 3 gold for 2 iron") == ("trade_delay", "A2-130")
    assert stocks(play(state, "trade 2 gold for 1 iron"), "Reds") == (0, 1, 6, 0)
    assert {amounts(text) for text in legal(state, "trade")} == {(2, 1)}


@rule("A2-R22")
def test_neither_rate_when_both_are_learned_at_once() -> None:
    state = trader({}, phase="know-how", gold=30, marble=3, iron=3, legions={"Nola": 1})
    state = play(state, "learn mercatura", "learn commercium")
    for text in ("trade 2 gold for 1 iron", "trade 3 gold for 2 iron"):
        assert refused(state, text) == ("trade_delay", "A2-130")
        assert refused(play(state, "done"), text) == ("trade_delay", "A2-130")
    state = play(state, "done", "done", "rondel iron", "rondel iron")
    assert {amounts(text) for text in legal(state, "trade")} == {(2, 1), (3, 2)}
