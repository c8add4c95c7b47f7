"""Antike II: the three steps of a turn and the action wheel."""

from __future__ import annotations

from typing import Any

import pytest

from rondel.antike.state import State
from rondel.position import to_position
from tests.rules.antike2.fixtures import BOOK, RICH, WEDGES, bank, isles
from tests.support import POOR, finish, legal, make, nation, now, play, refused, rule, stocks

LATIN = {
    "iron": "FERRUM", "temple": "TEMPLUM", "gold": "AURUM", "maneuver1": "MOVERE1", "arming": "MILITIA",
    "marble": "MARMOR", "know-how": "SCIENTIA", "maneuver2": "MOVERE2",
}  # fmt: skip


def wheel(marker: str | None, **goods: int) -> State:
    """Give Reds a turn with their marker on a space and nothing but the goods named."""
    return isles(nations={"Reds": {**POOR, **goods, "rondel": marker}})


def spaces(state: State) -> set[str]:
    """Give the spaces open to the nation on turn."""
    return {text.removeprefix("rondel ") for text in legal(state, "rondel")}


@rule("A2-058")
def test_action_then_founding_then_personages() -> None:
    entry = {**RICH, "cities": ["Alba", "Brixia", "Capua", "Pisae"], "legions": {"Nola": 1}}
    state = isles(nations={"Reds": entry})
    assert refused(state, "found Nola") == ("not_now", "A2-068")
    assert refused(state, "done") == ("not_now", "A2-058")
    state = play(state, "rondel scientia")
    assert refused(state, "found Nola") == ("not_now", "A2-068")
    assert refused(state, "rondel aurum") == ("not_now", "A2-058")
    state = play(state, "learn strata", "done")
    assert now(state) == ("Reds", "founding")
    assert refused(state, "learn navigatio") == ("not_now", "A2-116")
    assert nation(state, "Reds")["personages"] == {}
    state = play(state, "found Nola")
    assert now(state) == ("Blues", "rondel")
    assert nation(state, "Reds")["personages"] == {"king": 1, "scholar": 1}


@rule("A2-059", "A2-R18")
def test_the_action_of_the_space_is_performed() -> None:
    phases = {"temple": "temple", "arming": "arming", "know-how": "know-how", "maneuver1": "maneuver"}
    phases["maneuver2"] = "maneuver"
    for wedge, phase in phases.items():
        state = isles(nations={"Reds": {**RICH, "legions": {"Alba": 1}}})
        assert now(play(state, f"rondel {wedge}")) == ("Reds", phase)
    for wedge, place in (("marble", 0), ("iron", 1), ("gold", 2)):
        after = play(wheel(None), f"rondel {wedge}")
        assert stocks(after, "Reds")[place] == 1
        assert nation(after, "Reds")["rondel"] == wedge


@rule("A2-060")
def test_the_first_choice_is_free() -> None:
    assert spaces(wheel(None)) == set(WEDGES)
    for wedge in WEDGES:
        state = isles(nations={"Reds": {**POOR, "marble": 3, "iron": 1, "gold": 1, "rondel": None}})
        after = play(state, f"rondel {wedge}")
        assert nation(after, "Reds")["rondel"] == wedge
        assert sum(stocks(after, "Reds")) >= 5


@rule("A2-061", "A2-062", "A2-063", "A2-D01", "A2-R17")
def test_clockwise_three_free_then_one_each() -> None:
    for place, marker in enumerate(WEDGES):
        ahead = [WEDGES[(place + step) % 8] for step in range(1, 9)]
        for wealth in range(7):
            assert spaces(wheel(marker, coins=wealth)) == set(ahead[: min(8, 3 + wealth)])


@rule("A2-D02", "A2-063", "A2-065")
def test_price_of_every_move() -> None:
    for place, marker in enumerate(WEDGES):
        for steps in range(1, 9):
            wedge = WEDGES[(place + steps) % 8]
            state = play(wheel(marker, marble=8), f"rondel {wedge}")
            produced = 1 if wedge == "marble" else 0
            assert nation(state, "Reds")["marble"] == 8 - max(0, steps - 3) + produced, (marker, wedge)


@pytest.mark.parametrize(
    ("marker", "wedge", "cost"),
    [
        ("maneuver1", "maneuver2", 1), ("maneuver2", "maneuver1", 1), ("marble", "temple", 1), ("iron", "gold", 0),
        ("gold", "arming", 0),
    ],
)  # fmt: skip
@rule("A2-D02")
def test_named_moves(marker: str, wedge: str, cost: int) -> None:
    assert wedge in spaces(wheel(marker, iron=cost))
    if cost:
        assert wedge not in spaces(wheel(marker, iron=cost - 1))
    state = isles(nations={"Reds": {**POOR, "iron": 9, "marble": 5, "legions": {"Alba": 1}, "rondel": marker}})
    assert nation(play(state, f"rondel {wedge} {cost} iron" if cost else f"rondel {wedge}"), "Reds")["iron"] == 9 - cost


@rule("A2-063", "A2-R16", "A2-R15")
def test_any_mix_of_goods_and_coins_pays() -> None:
    state = play(wheel("iron", marble=1, iron=1, gold=1, coins=1), "rondel marble ...")
    assert now(state) == ("Reds", "pay")
    assert legal(state) == {
        "pay 1 marble 1 iron", "pay 1 marble 1 gold", "pay 1 marble 1 coin", "pay 1 iron 1 gold", "pay 1 iron 1 coin",
        "pay 1 gold 1 coin",
    }  # fmt: skip
    assert stocks(play(state, "pay 1 iron 1 gold"), "Reds") == (2, 0, 0, 2)
    assert stocks(play(state, "pay 1 gold 1 coin"), "Reds") == (2, 1, 0, 1)


@rule("A2-064", "A2-065")
def test_staying_means_eight_spaces_for_five() -> None:
    assert refused(wheel("iron", coins=4), "rondel iron") == ("cannot_pay", "A2-064")
    assert refused(wheel("iron"), "rondel iron") == ("cannot_pay", "A2-064")
    state = play(wheel("iron", marble=2, gold=3), "rondel iron")
    assert stocks(state, "Reds") == (0, 1, 0, 1)


@rule("A2-061")
def test_no_way_back() -> None:
    assert refused(wheel("temple", coins=3), "rondel iron") == ("cannot_pay", "A2-063")
    assert stocks(play(wheel("temple", marble=4), "rondel iron"), "Reds") == (0, 1, 0, 1)


@rule("A2-066")
def test_other_markers_have_no_effect() -> None:
    others = {"Blues": {"rondel": "temple"}, "Greens": {"rondel": "temple"}}
    crowd = isles(nations={"Reds": {**POOR, "marble": 5, "rondel": "iron"}, **others})
    alone = isles(nations={"Reds": {**POOR, "marble": 5, "rondel": "iron"}})
    assert legal(crowd) == legal(alone)
    state = play(crowd, "rondel temple", "temple Alba")
    assert [nation(state, name)["rondel"] for name in ("Reds", "Blues", "Greens")] == ["temple"] * 3
    assert nation(state, "Reds")["temples"] == ["Alba"]


@rule("A2-067")
def test_example_from_ferrum() -> None:
    assert spaces(wheel("iron")) == {"temple", "gold", "maneuver1"}
    assert spaces(wheel("iron", gold=1)) == {"temple", "gold", "maneuver1", "arming"}
    assert spaces(wheel("iron", gold=2)) == {"temple", "gold", "maneuver1", "arming", "marble"}
    for name, cost in (("TEMPLUM", 0), ("AURUM", 0), ("MOVERE1", 0), ("MILITIA", 1), ("MARMOR", 2)):
        state = isles(nations={"Reds": {**POOR, "marble": 6, "rondel": "iron"}})
        produced = 1 if name == "MARMOR" else 0
        assert nation(play(state, f"rondel {name}"), "Reds")["marble"] == 6 - cost + produced


@rule("A2-D01", "A2-082", "A2-083", "A2-084", "A2-085")
def test_the_order_of_the_wheel() -> None:
    wedges = make(BOOK, 3).rules.wedges
    assert wedges == ("iron", "temple", "gold", "maneuver", "arming", "marble", "know-how", "maneuver")
    opposite = {wedges[place]: wedges[(place + 4) % 8] for place in range(8)}
    assert opposite == {
        "marble": "temple", "iron": "arming", "gold": "know-how", "temple": "marble", "arming": "iron",
        "know-how": "gold", "maneuver": "maneuver",
    }  # fmt: skip
    for wedge, latin in LATIN.items():
        assert nation(play(wheel(None), f"rondel {latin}"), "Reds")["rondel"] == wedge


@rule("A2-018", "A2-084")
def test_marble_builds_gold_teaches_iron_arms() -> None:
    purchases = {"temple": "temple Alba", "know-how": "learn mercatura", "arming": "arm legion Alba"}
    for wedge, good in (("temple", "marble"), ("know-how", "gold"), ("arming", "iron")):
        for held in ("marble", "iron", "gold"):
            entry = {**POOR, held: 12, "legions": {"Saguntum": 1}}
            state = isles(nations={"Reds": entry, "Blues": {"knowhow": []}}, bellona="Blues")
            open_to = f"rondel {wedge}"
            if held == good:
                state = play(state, open_to, purchases[wedge])
                assert nation(state, "Reds")[good] == 12 - {"temple": 5, "know-how": 5, "arming": 2}[wedge]
            else:
                assert now(play(state, open_to)) == ("Blues", "rondel")


@pytest.mark.parametrize(
    ("name", "city", "other"), [("Reds", "Alba", "Delos"), ("Blues", "Delos", "Gades"), ("Greens", "Gades", "Alba")]
)
@rule("A2-016", "A2-018")
def test_every_nation_buys_with_its_own_goods(name: str, city: str, other: str) -> None:
    poor = dict.fromkeys(("Reds", "Blues", "Greens"), POOR)

    def buy(phase: str, move: str, clause: str, **goods: Any) -> tuple[int, int, int, int]:
        rich = isles(turn=name, phase=phase, nations={**poor, name: {**POOR, **goods}}, bellona=name)
        lender = {rival: {**RICH, "coins": 9} for rival in poor if rival != name}
        short = isles(turn=name, phase=phase, nations={name: POOR, **lender}, bellona=name)
        if phase != "rondel":
            assert move.split(" for ")[0] not in {text.split(" for ")[0] for text in legal(short)}
        after = play(rich, move)
        assert all(stocks(after, rival) == (0, 0, 0, 0) for rival in poor if rival != name), clause
        return stocks(after, name)

    market = {"knowhow": ["mercatura"]}
    assert buy("temple", f"temple {city}", "A2-110", marble=6) == (1, 0, 0, 0)
    assert buy("arming", f"arm legion {city}", "A2-096", iron=3) == (0, 1, 0, 0)
    assert buy("know-how", "learn mercatura", "A2-118", gold=6) == (0, 0, 1, 0)
    city_goods = {"marble": 1, "iron": 2, "coins": 2, "legions": {"Nola": 1}}
    assert buy("founding", "found Nola", "A2-071", **city_goods) == (0, 1, 0, 1)
    assert buy("rondel", "trade 2 gold for 1 iron", "A2-129", gold=3, **market) == (0, 1, 1, 0)
    assert buy("rondel", "rondel marble 2 iron", "A2-063", iron=3, rondel="iron") == (1, 1, 0, 1)
    foreign = isles(turn=name, phase="temple", nations={**poor, name: {**RICH, **market}})
    assert refused(foreign, f"temple {other}") == ("not_owned", "A2-110")


@rule("A2-016", "A2-063")
def test_the_wheel_is_paid_from_the_own_stock() -> None:
    names = ("Reds", "Blues", "Greens")
    for name in names:
        others = {rival: {**RICH, "coins": 3} for rival in names if rival != name}
        for good in ("marble", "iron", "gold", "coins"):
            entry = {**POOR, good: 2, "rondel": "iron"}
            state = isles(turn=name, nations={key: others.get(key, entry) for key in names})
            assert spaces(state) == {"temple", "gold", "maneuver1", "arming", "marble"}


@rule("A2-R16")
def test_the_gain_does_not_pay_for_the_move() -> None:
    assert refused(wheel("arming"), "rondel iron") == ("cannot_pay", "A2-063")
    state = play(wheel("arming", gold=1), "rondel iron")
    assert stocks(state, "Reds") == (0, 1, 0, 1)


@rule("A2-R46")
def test_payments_are_exact_and_go_to_the_bank() -> None:
    state = wheel("iron", coins=6)
    assert refused(state, "rondel temple 1 coin") == ("wrong_payment", "A2-R46")
    assert refused(state, "rondel arming 2 coin") == ("wrong_payment", "A2-R46")
    assert refused(state, "rondel marble 1 coin") == ("wrong_payment", "A2-R46")
    assert bank(state)["coins"] == 24
    after = play(state, "rondel arming 1 coin")
    assert bank(after)["coins"] == 25


@rule("A2-R46")
def test_a_coin_paid_for_the_wheel_can_be_the_coin_produced() -> None:
    purse = {**POOR, "coins": 30, "marble": 1, "rondel": "arming"}
    state = isles(nations={"Reds": purse})
    assert bank(state)["coins"] == 0
    after = play(state, "rondel iron 1 coin")
    assert now(after) == ("Blues", "rondel")
    assert stocks(after, "Reds") == (1, 1, 0, 30)
    other = play(state, "rondel iron 1 marble")
    assert now(other) == ("Reds", "substitute")
    assert stocks(other, "Reds") == (0, 1, 0, 30)


@rule("A2-R17")
def test_nobody_goes_round_and_further() -> None:
    state = wheel("iron", coins=9)
    assert len(legal(state, "rondel")) == 8
    assert refused(state, "rondel temple 6 coin") == ("wrong_payment", "A2-R46")
    assert stocks(play(state, "rondel temple"), "Reds") == (0, 0, 0, 9)


@rule("A2-R18")
def test_production_is_automatic_other_actions_may_be_left() -> None:
    entry = {**RICH, "legions": {"Alba": 1, "Delos": 3}}
    for wedge in ("temple", "arming", "know-how", "maneuver1"):
        state = play(isles(nations={"Reds": entry}, bellona="Blues"), f"rondel {wedge}")
        assert "done" in legal(state)
        assert len(legal(state)) > 1
        after = finish(state)
        assert stocks(after, "Reds") == (20, 20, 20, 0)
        assert nation(after, "Reds")["legions"] == {"Alba": 1, "Delos": 3}
        assert nation(after, "Reds")["knowhow"] == nation(after, "Reds")["temples"] == []
    part = finish(isles(nations={"Reds": entry}), "rondel temple", "temple Brixia")
    assert nation(part, "Reds")["temples"] == ["Brixia"]
    made = play(isles(nations={"Reds": entry}), "rondel gold")
    assert to_position(made)["to_act"] == "Blues"
    assert stocks(made, "Reds") == (20, 20, 21, 1)
