"""The exchange with the bank, open to a nation that owns all eight know-hows."""

from __future__ import annotations

from typing import Any

import pytest

from rondel.antike.state import State
from rondel.position import to_position
from tests.support import at, both, legal, nation, now, play, refused, rule, stocks

BASIC = ["wheel", "sailing", "market", "monarchy"]
EIGHT = [*BASIC, "roads", "navigation", "currency", "democracy"]


def trader(book: str, phase: Any = "rondel", goods: Any = (0, 0, 0, 0), **entry: Any) -> State:
    """Set up the Greeks with marble, iron, gold and coins; the Persians own all eight know-hows too."""
    stock = dict(zip(("marble", "iron", "gold", "coins"), goods, strict=True))
    mine = {"knowhow": EIGHT, "rondel": "arming", **stock, **entry}
    nations = {"Phoenicians": {}, "Greeks": mine, "Persians": {"knowhow": EIGHT, "marble": 1, "iron": 1, "gold": 1}}
    return at(book, players=4, turn="Greeks", phase=phase, nations=nations)


def both_ways(kind: str, others: tuple[str, str]) -> set[str]:
    return {f"trade 1 {kind} for 1 {other}" for other in others}


# ---- who trades, and when ----------------------------------------------------------------------------------


@both
@rule("A06-153", "A05-141")
def test_only_a_nation_with_all_eight_trades(book: str) -> None:
    for missing in ("roads", "navigation", "currency", "democracy"):
        seven = [name for name in EIGHT if name != missing]
        state = trader(book, goods=(5, 5, 5, 0), knowhow=seven)
        assert legal(state, "trade") == set()
        wanted = ("no_trade", "A05-141" if book == "antike-2005" else "A06-153")
        text = "trade 1 gold for 1 iron" if book == "antike-2005" else "trade 2 gold for 1 iron"
        assert refused(state, text) == wanted
    assert legal(trader(book, goods=(5, 5, 5, 0)), "trade") != set()


@both
@rule("A06-153", "A05-141", "A06-R23", "A05-R23")
@pytest.mark.parametrize("phase", ["rondel", "temple", "arming", "maneuver", "founding"])
def test_at_any_moment_of_its_own_turn(book: str, phase: str) -> None:
    state = trader(book, phase, goods=(2, 0, 0, 0))
    assert now(state) == ("Greeks", phase)
    given = "1 marble" if book == "antike-2005" else "2 marble"
    assert legal(state, "trade") >= {f"trade {given} for 1 iron", f"trade {given} for 1 gold"}


@both
@rule("A06-153", "A05-141", "A06-R23", "A05-R23")
def test_from_the_purchase_of_the_eighth_on(book: str) -> None:
    state = trader(book, "know-how", goods=(2, 0, 5, 0), knowhow=EIGHT[:7])
    assert legal(state) == {"done", "learn democracy"}
    bought = play(state, "learn democracy")
    assert now(bought) == ("Greeks", "know-how")
    given = "1 marble" if book == "antike-2005" else "2 marble"
    assert f"trade {given} for 1 iron" in legal(bought)


@both
@rule("A06-R23", "A05-R23")
def test_not_in_a_foreign_turn_and_not_between_choosing_and_paying(book: str) -> None:
    state = at(book, players=4, turn="Persians",
               nations={"Greeks": {"knowhow": EIGHT, "marble": 9}, "Persians": {"marble": 9}})  # fmt: skip
    assert legal(state, "trade") == set()
    given = "1 marble" if book == "antike-2005" else "2 marble"
    paying = play(trader(book, goods=(9, 9, 9, 9), rondel="iron"), "rondel arming ...")
    assert refused(paying, f"trade {given} for 1 gold") == ("not_now", f"A0{book[-1]}-R23")


@rule("A06-R23")
def test_a_conquest_phase_is_open_for_trade_too() -> None:
    state = trader("antike-2006", "maneuver", goods=(2, 0, 0, 0), galleys={"Tyros": 1, "Paphos": 1})
    after = play(state, "conquer Tyros")
    assert now(after) == ("Greeks", "conquest")
    assert stocks(play(after, "trade 2 marble for 1 gold"), "Greeks") == (0, 0, 1, 0)


# ---- 2006: two for one -------------------------------------------------------------------------------------


@rule("A06-153", "A06-R23")
def test_two_units_of_any_kinds_for_one_of_any_kind() -> None:
    state = trader("antike-2006", goods=(1, 1, 3, 9))
    pairs = ("1 marble 1 iron", "1 marble 1 gold", "1 iron 1 gold", "2 gold")
    kinds = ("marble", "iron", "gold")
    assert legal(state, "trade") == {f"trade {given} for 1 {kind}" for given in pairs for kind in kinds}
    after = play(state, "trade 1 marble 1 gold for 1 iron")
    assert stocks(after, "Greeks") == (0, 2, 2, 9)
    assert legal(trader("antike-2006", goods=(0, 0, 1, 9)), "trade") == set()


@rule("A06-153", "A06-R23")
def test_the_rate_is_two_for_one_and_units_received_may_be_traded_on() -> None:
    state = trader("antike-2006", goods=(0, 0, 4, 0))
    assert refused(state, "trade 1 gold for 1 iron") == ("no_trade", "A06-R23")
    assert refused(state, "trade 3 gold for 1 iron") == ("no_trade", "A06-R23")
    assert refused(state, "trade 4 gold for 3 iron") == ("no_trade", "A06-R23")
    assert refused(state, "trade 6 gold for 3 iron") == ("cannot_pay", "A06-153")
    after = play(state, "trade 4 gold for 2 iron", "trade 2 iron for 1 marble")
    assert stocks(after, "Greeks") == (1, 0, 0, 0)


@rule("A06-227")
def test_example_three_gold_and_one_marble_for_two_iron() -> None:
    state = trader("antike-2006", "arming", goods=(1, 0, 3, 0))
    assert legal(state, "arm") == set()
    traded = play(state, "trade 3 gold 1 marble for 2 iron")
    assert stocks(traded, "Greeks") == (0, 2, 0, 0)
    after = play(traded, "arm legion Pella", "arm galley Athen")
    assert stocks(after, "Greeks") == (0, 0, 0, 0)
    assert (nation(after, "Greeks")["legions"], nation(after, "Greeks")["galleys"]) == ({"Pella": 1}, {"Athen": 1})


@rule("A06-153")
def test_the_trade_is_not_used_up() -> None:
    state = trader("antike-2006", "founding", goods=(8, 0, 0, 0))
    after = play(state, "trade 2 marble for 1 iron", "trade 2 marble for 1 iron", "trade 4 marble for 2 gold")
    assert stocks(after, "Greeks") == (0, 2, 2, 0)


# ---- 2005: one for one -------------------------------------------------------------------------------------


@rule("A05-141", "A05-R23")
def test_one_unit_for_one_of_another_kind() -> None:
    state = trader("antike-2005", goods=(1, 0, 2, 9))
    wanted = both_ways("marble", ("iron", "gold")) | both_ways("gold", ("marble", "iron"))
    assert legal(state, "trade") == wanted
    assert stocks(play(state, "trade 2 gold for 2 iron"), "Greeks") == (1, 2, 0, 9)
    assert refused(state, "trade 2 gold for 1 iron") == ("no_trade", "A05-R23")
    assert refused(state, "trade 1 gold for 2 iron") == ("no_trade", "A05-R23")
    assert refused(state, "trade 1 gold for 1 gold") == ("no_trade", "A05-R23")
    assert refused(state, "trade 1 iron for 1 gold") == ("cannot_pay", "A05-141")


@rule("A05-R23")
def test_what_was_just_received_is_not_given_away_before_another_step() -> None:
    state = trader("antike-2005", goods=(3, 3, 0, 0))
    after = play(state, "trade 1 marble for 1 gold")
    assert legal(after, "trade") == both_ways("marble", ("iron", "gold")) | both_ways("iron", ("marble", "gold"))
    assert refused(after, "trade 1 gold for 1 iron") == ("trade_loop", "A05-R23")
    twice = play(after, "trade 1 iron for 1 marble")
    assert legal(twice, "trade") == both_ways("iron", ("marble", "gold"))
    assert to_position(twice)["barred"] == ["marble", "gold"]
    moved = play(twice, "rondel maneuver2")
    assert now(moved) == ("Greeks", "maneuver")
    assert legal(moved, "trade") >= both_ways("gold", ("marble", "iron")) | both_ways("marble", ("iron", "gold"))


@rule("A05-R23")
@pytest.mark.parametrize("step", ["arm legion Pella", "done"])
def test_a_purchase_or_the_end_of_a_step_lifts_the_bar(step: str) -> None:
    state = play(trader("antike-2005", "arming", goods=(1, 2, 0, 0)), "trade 1 marble for 1 gold")
    assert "trade 1 gold for 1 marble" not in legal(state)
    assert "trade 1 gold for 1 marble" in legal(play(state, step))


@rule("A05-R23")
def test_every_distribution_can_be_reached_and_no_chain_is_endless() -> None:
    waiting = [trader("antike-2005", goods=(1, 1, 1, 0))]
    reached = set()
    seen = 0
    while waiting:
        state = waiting.pop()
        reached.add(stocks(state, "Greeks")[:3])
        waiting += [play(state, text) for text in legal(state, "trade")]
        seen += 1
        assert seen < 1000
    assert reached == {(m, i, 3 - m - i) for m in range(4) for i in range(4 - m)}


@rule("A05-R23")
def test_the_bar_ends_with_a_forced_end_of_step() -> None:
    state = trader("antike-2005", "maneuver", goods=(1, 0, 0, 0))
    after = play(state, "trade 1 marble for 1 gold")
    assert now(after) == ("Greeks", "founding")
    assert legal(after, "trade") == both_ways("gold", ("marble", "iron"))


@rule("A05-R23")
def test_the_bar_does_not_reach_into_the_next_turn() -> None:
    state = play(trader("antike-2005", "founding", goods=(1, 0, 0, 0)), "trade 1 marble for 1 gold")
    assert now(state) == ("Persians", "rondel")
    assert legal(state, "trade") >= both_ways("gold", ("marble", "iron"))


# ---- coins and the bank ------------------------------------------------------------------------------------


@both
@rule("A06-R23", "A05-R23")
def test_coins_are_neither_given_nor_taken(book: str) -> None:
    state = trader(book, goods=(2, 2, 2, 9))
    assert all("coin" not in text for text in legal(state, "trade"))
    give, take = (1, 1) if book == "antike-2005" else (2, 1)
    assert refused(state, f"trade {give} coin for {take} iron") == ("no_trade", f"A0{book[-1]}-R23")
    assert refused(state, f"trade {give} iron for {take} coin") == ("no_trade", f"A0{book[-1]}-R23")
    assert legal(trader(book, goods=(0, 0, 0, 9)), "trade") == set()


@both
@rule("A06-R23", "A05-R23", "A06-225", "A05-229")
def test_goods_come_from_the_bank_and_go_there(book: str) -> None:
    mine = {"knowhow": EIGHT, "marble": 4, "iron": 0, "gold": 4, "coins": 0, "rondel": "arming"}
    others = {"Persians": {"iron": 19}, "Arabs": {"iron": 0}, "Phoenicians": {"iron": 0}}
    state = at(book, turn="Greeks", options={"bank-units": 20}, nations={"Greeks": mine, **others})
    before = to_position(state)["bank"]
    assert before["iron"] == 1
    give = 1 if book == "antike-2005" else 2
    after = play(state, f"trade {give} gold for 1 iron")
    bank = to_position(after)["bank"]
    assert (bank["iron"], bank["gold"] - before["gold"], bank["marble"] - before["marble"]) == (0, give, 0)
    assert all("for 1 iron" not in text for text in legal(after, "trade"))
    wanted = ("bank_empty", "A05-229" if book == "antike-2005" else "A06-225")
    assert refused(after, f"trade {give} marble for 1 iron") == wanted
