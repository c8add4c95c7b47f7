"""Coins: when they are handed out, what they buy, and a bank that runs out."""

from __future__ import annotations

from typing import Any

import pytest

from rondel.antike.state import State
from rondel.errors import PositionError, SetupError
from rondel.position import to_position
from tests.support import at, both, legal, make, nation, now, play, refused, rule, stocks

ORDER = ("Greeks", "Persians", "Arabs", "Phoenicians")
ALL_EIGHT = ["wheel", "sailing", "market", "monarchy", "roads", "navigation", "currency", "democracy"]


def coins(state: State) -> list[int]:
    """Give the coins of the nations in seat order, then those of the bank."""
    return [stocks(state, name)[3] for name in ORDER] + [to_position(state)["bank"]["coins"]]


def last_turn(book: str = "antike-2006", **position: Any) -> State:
    """Give the last turn of round 1 in a game that the Greeks began."""
    nations = {name: position.pop(name, {}) for name in ORDER}
    return at(book, start="Greeks", turn="Phoenicians", nations=nations, **position)


# ---- when ------------------------------------------------------------------------------------------------------------


@rule("A06-088", "A06-R07", "A06-R08")
def test_every_nation_receives_a_coin_at_the_start_of_every_round() -> None:
    state = make("antike-2006", 4).seated(ORDER, "Greeks")
    for number, wedge in enumerate(("gold", "marble", "iron"), start=1):
        for _ in ORDER:
            assert coins(state) == [number] * 4 + [30 - 4 * number]
            assert not legal(state) - legal(state, "rondel")
            state = play(state, f"rondel {wedge}")
    assert to_position(state)["round"] == 4


@rule("A05-064", "A05-R07", "A05-R08")
def test_each_nation_takes_its_coin_at_the_start_of_its_own_turn() -> None:
    state = make("antike-2005", 4).seated(ORDER, "Greeks")
    held = [0, 0, 0, 0]
    for wedge in ("gold", "marble"):
        for seat in range(4):
            held[seat] += 1
            assert coins(state) == [*held, 30 - sum(held)]
            assert not legal(state) - legal(state, "rondel")
            state = play(state, f"rondel {wedge}")


@rule("A05-067", "A05-R48")
def test_coin_by_round_as_an_option_of_the_first_edition() -> None:
    state = make("antike-2005", 4, options={"coin-by-round": 1}).seated(ORDER, "Arabs")
    for number, wedge in enumerate(("gold", "marble"), start=1):
        for _ in ORDER:
            assert coins(state) == [number] * 4 + [30 - 4 * number]
            state = play(state, f"rondel {wedge}")
    with pytest.raises(SetupError):
        make("antike-2006", 4, options={"coin-by-round": 1})


@rule("A05-R48")
def test_coin_by_round_asks_in_turn_order_when_coins_run_out() -> None:
    state = last_turn("antike-2005", options={"coin-by-round": 1}, Greeks={"coins": 28})
    state = play(state, "rondel gold")
    assert coins(state) == [29, 1, 0, 0, 0]
    assert now(state) == ("Arabs", "substitute")
    state = play(state, "take iron")
    assert now(state) == ("Phoenicians", "substitute")
    assert now(play(state, "take gold")) == ("Greeks", "rondel")


@rule("A05-068")
def test_coin_of_this_turn_pays_for_this_turn() -> None:
    poor = {"marble": 0, "iron": 0, "gold": 0, "rondel": "iron"}
    state = at("antike-2005", turn="Greeks", nations={"Greeks": {}, "Persians": poor})
    state = play(state, "rondel gold")
    assert stocks(state, "Persians") == (0, 0, 0, 1)
    assert legal(state) == {"rondel temple", "rondel gold", "rondel maneuver1", "rondel arming"}
    assert stocks(play(state, "rondel arming"), "Persians") == (0, 0, 0, 0)
    ready = at("antike-2005", turn="Greeks", nations={"Greeks": {}, "Persians": poor | {"rondel": "maneuver1"}})
    armed = play(ready, "rondel gold", "rondel arming", "arm legion Susa")
    assert nation(armed, "Persians")["legions"] == {"Susa": 1}
    assert stocks(armed, "Persians") == (0, 0, 0, 0)


@both
@rule("A06-R07", "A05-R07")
def test_a_coin_is_there_before_the_first_wedge_is_chosen(book: str) -> None:
    state = make(book, 4).seated(ORDER, "Greeks")
    armed = play(state, "rondel arming", "arm legion Pella", "arm galley Athen")
    assert (nation(armed, "Greeks")["legions"], nation(armed, "Greeks")["galleys"]) == ({"Pella": 1}, {"Athen": 1})
    assert stocks(armed, "Greeks") == (2, 0, 3, 0)
    assert now(armed) == ("Persians", "rondel")


@both
@rule("A06-R08", "A05-R08")
def test_the_coin_cannot_be_declined(book: str) -> None:
    state = play(last_turn(book), "rondel gold")
    assert stocks(state, "Greeks")[3] == 1
    assert now(state) == ("Greeks", "rondel")
    assert refused(state, "done")[0] == "not_now"


# ---- the bank runs out -----------------------------------------------------------------------------------------------


@rule("A06-090", "A06-R09")
def test_coins_run_out_in_the_middle_of_the_round() -> None:
    state = play(last_turn(Greeks={"coins": 28}), "rondel gold")
    assert coins(state) == [29, 1, 0, 0, 0]
    assert now(state) == ("Arabs", "substitute")
    assert state.to_act == 2
    assert state.turn_of == 0
    assert legal(state) == {"take marble", "take iron", "take gold"}
    assert refused(state, "rondel gold") == ("not_now", "A06-093")
    state = play(state, "take marble")
    assert stocks(state, "Arabs") == (3, 1, 3, 0)
    assert now(state) == ("Phoenicians", "substitute")
    state = play(state, "take iron")
    assert stocks(state, "Phoenicians") == (2, 2, 4, 0)
    assert now(state) == ("Greeks", "rondel")


@rule("A06-090", "A06-R09")
def test_hand_out_starts_with_the_starting_nation() -> None:
    state = play(at(start="Arabs", turn="Persians", nations={name: {} for name in ORDER} | {"Greeks": {"coins": 30}}),
                 "rondel gold")  # fmt: skip
    asked = []
    for good in ("gold", "iron", "marble", "gold"):
        asked.append(now(state))
        state = play(state, f"take {good}")
    assert asked == [(name, "substitute") for name in ("Arabs", "Phoenicians", "Greeks", "Persians")]
    assert now(state) == ("Arabs", "rondel")
    assert [stocks(state, name)[:3] for name in ("Arabs", "Phoenicians", "Greeks", "Persians")] == [
        (2, 1, 4), (2, 2, 3), (3, 1, 3), (2, 1, 5),
    ]  # fmt: skip


@rule("A05-066", "A05-R09")
def test_the_nation_on_turn_takes_a_unit_where_there_is_no_coin() -> None:
    state = at("antike-2005", turn="Greeks", nations={"Greeks": {"coins": 30}})
    state = play(state, "rondel gold")
    assert now(state) == ("Persians", "substitute")
    assert legal(state) == {"take marble", "take iron", "take gold"}
    state = play(state, "take gold")
    assert now(state) == ("Persians", "rondel")
    assert stocks(state, "Persians") == (2, 1, 4, 0)
    state = play(state, "rondel gold")
    assert now(state) == ("Arabs", "substitute")


@both
@rule("A06-R09", "A05-R09")
def test_while_coins_are_left_the_coin_must_be_taken(book: str) -> None:
    state = last_turn(book, Greeks={"coins": 26})
    assert refused(state, "take marble") == ("not_now", "A06-090" if "2006" in book else "A05-066")
    state = play(state, "rondel gold")
    assert now(state) == ("Greeks", "rondel")
    assert coins(state) == ([27, 1, 1, 1, 0] if "2006" in book else [27, 0, 0, 0, 3])


@both
@rule("A06-R09", "A05-R09")
def test_spent_coins_can_be_taken_again(book: str) -> None:
    state = last_turn(book, Greeks={"coins": 26}, Phoenicians={"coins": 4, "rondel": "iron"})
    state = play(state, "rondel marble 2 coin")
    assert stocks(state, "Phoenicians")[:3] == (3, 1, 3)
    if book == "antike-2005":
        assert coins(state) == [27, 0, 0, 2, 1]
    else:
        assert coins(state) == [27, 1, 0, 2, 0]
        assert now(state) == ("Arabs", "substitute")


@both
@rule("A06-R09", "A05-R09", "A06-R10", "A05-R10")
def test_substitutes_come_from_what_the_bank_has(book: str) -> None:
    def asked(marble: int, gold: int, iron: int) -> State:
        greeks = {"coins": 30, "marble": marble, "gold": gold, "iron": iron}
        state = last_turn(book, Greeks=greeks, options={"bank-units": 20}, Phoenicians={"rondel": "know-how"})
        return play(state, "rondel maneuver2")

    two = asked(marble=14, gold=10, iron=16)
    assert legal(two) == {"take iron", "take gold"}
    assert refused(two, "take marble") == ("bank_empty", "A06-R09" if "2006" in book else "A05-R09")
    nothing = asked(marble=14, gold=11, iron=17)
    assert now(nothing) == ("Greeks", "rondel")
    assert stocks(nothing, "Greeks") == (14, 17, 11, 30)
    if book == "antike-2006":
        one = asked(marble=14, gold=11, iron=15)  # two iron are left: Greeks and Persians take them unasked
        assert now(one) == ("Greeks", "rondel")
        assert [stocks(one, name)[1] for name in ORDER] == [16, 2, 1, 1]


@both
@rule("A06-R10", "A05-R10")
def test_a_limited_bank_pays_out_what_is_left(book: str) -> None:
    three = ["Pella", "Sparta", "Ephesos"]
    mine = {"cities": three, "temples": three, "personages": {"citizen": 1}}
    for held, won in ((2, 9), (5, 9), (6, 8), (13, 1), (14, 0)):
        state = at(book, turn="Greeks", options={"bank-units": 20}, nations={"Greeks": {**mine, "marble": held}})
        assert to_position(state)["bank"]["marble"] == 14 - held
        after = play(state, "rondel marble")
        assert stocks(after, "Greeks")[0] == held + won
        assert to_position(after)["bank"]["marble"] == 14 - held - won
    unlimited = at(book, turn="Greeks", nations={"Greeks": {**mine, "marble": 90_000}})
    assert stocks(play(unlimited, "rondel marble"), "Greeks")[0] == 90_009
    assert "marble" not in to_position(unlimited)["bank"]


@rule("A06-R10")
def test_a_limited_bank_trades_what_is_left() -> None:
    greeks = {"marble": 14, "iron": 5, "gold": 5, "knowhow": ALL_EIGHT}
    state = at(turn="Greeks", options={"bank-units": 20}, nations={"Greeks": greeks})
    assert legal(state, "trade")
    assert not [text for text in legal(state, "trade") if text.endswith("for 1 marble")]
    assert refused(state, "trade 2 gold for 1 marble") == ("bank_empty", "A06-225")


@both
@rule("A06-R10", "A05-R10")
def test_units_of_the_bank_are_a_number_from_18_on(book: str) -> None:
    make(book, 6, options={"bank-units": 18}).new()
    for wrong in (0, 17, 1001):
        with pytest.raises(SetupError):
            make(book, 6, options={"bank-units": wrong})
    with pytest.raises(PositionError):
        at(book, options={"bank-units": 20}, nations={"Greeks": {"marble": 15}})


# ---- what a coin buys ------------------------------------------------------------------------------------------------

PURSE = {"marble": 9, "iron": 9, "gold": 9, "coins": 9}


def paid(state: State, purchase: str) -> set[str]:
    """Give the payments open for a purchase."""
    return {text.removeprefix("pay ") for text in legal(play(state, f"{purchase} ..."), "pay")}


@both
@rule("A06-089", "A05-065", "A05-095", "A06-R12", "A05-R12")
def test_coins_may_stand_for_any_part_of_a_price(book: str) -> None:
    def wedge(name: str) -> State:
        nations = {"Greeks": {**PURSE, "legions": {"Napoca": 1}}}
        return at(book, turn="Greeks", phase=name, nations=nations)

    assert paid(wedge("temple"), "temple Pella") == {
        "5 marble", "4 marble 1 coin", "3 marble 2 coin", "2 marble 3 coin", "1 marble 4 coin", "5 coin",
    }  # fmt: skip
    assert paid(wedge("arming"), "arm legion Pella") == {"1 iron", "1 coin"}
    assert paid(wedge("know-how"), "learn wheel") == {
        "7 gold", "6 gold 1 coin", "5 gold 2 coin", "4 gold 3 coin", "3 gold 4 coin", "2 gold 5 coin",
        "1 gold 6 coin", "7 coin",
    }  # fmt: skip
    assert paid(wedge("founding"), "found Napoca") == {
        "1 marble 1 iron 1 gold", "1 marble 1 iron 1 coin", "1 marble 1 gold 1 coin", "1 iron 1 gold 1 coin",
        "1 marble 2 coin", "1 iron 2 coin", "1 gold 2 coin", "3 coin",
    }  # fmt: skip


@both
@rule("A06-R12", "A05-R12")
def test_a_whole_price_in_coins_although_the_resource_is_there(book: str) -> None:
    state = at(book, turn="Greeks", phase="founding", nations={"Greeks": {**PURSE, "legions": {"Napoca": 1}}})
    assert stocks(play(state, "found Napoca 3 coin"), "Greeks") == (9, 9, 9, 6)
    clause = "A06-R12" if "2006" in book else "A05-R12"
    assert refused(state, "found Napoca 2 marble 1 gold") == ("wrong_payment", clause)
    assert refused(state, "found Napoca 4 coin")[0] == "wrong_payment"
    state = at(book, turn="Greeks", phase="temple", nations={"Greeks": PURSE})
    assert stocks(play(state, "temple Pella 5 coin"), "Greeks") == (9, 9, 9, 4)
    assert refused(state, "temple Pella 4 marble 1 iron")[0] == "wrong_payment"
    state = at(book, turn="Greeks", phase="arming", nations={"Greeks": PURSE})
    assert stocks(play(state, "arm legion Pella 1 coin"), "Greeks") == (9, 9, 9, 8)
    state = at(book, turn="Greeks", phase="know-how", nations={"Greeks": PURSE})
    assert stocks(play(state, "learn wheel 7 coin"), "Greeks") == (9, 9, 9, 2)


@both
@rule("A05-095", "A06-089", "A05-065")
def test_each_wedge_has_its_own_resource(book: str) -> None:
    def broke(phase: str, **goods: int) -> State:
        greeks = {"marble": 50, "iron": 50, "gold": 50, "coins": 0, "knowhow": ALL_EIGHT[:1]} | goods
        nations = {"Greeks": greeks, "Persians": {"knowhow": ALL_EIGHT[:4]}}
        return play(at(book, turn="Greeks", nations=nations), f"rondel {phase}")

    for phase, good, price in (("temple", "marble", 5), ("arming", "iron", 1), ("know-how", "gold", 3)):
        for coin in range(price + 1):
            assert now(broke(phase, **{good: price - coin, "coins": coin})) == ("Greeks", phase)
        assert now(broke(phase, **{good: price - 1})) == ("Persians", "rondel")
        assert now(broke(phase, **{good: 0, "coins": price - 1})) == ("Persians", "rondel")


@both
@rule("A06-R12", "A05-R12")
def test_resources_go_before_coins_where_nothing_is_said(book: str) -> None:
    state = at(book, turn="Greeks", phase="temple", nations={"Greeks": {"marble": 4, "coins": 9}})
    assert stocks(play(state, "temple Pella"), "Greeks") == (0, 1, 3, 8)
