"""The rondel: choosing a wedge and paying for the way."""

from __future__ import annotations

from typing import Any

import pytest

from rondel.antike.state import State
from rondel.position import to_position
from tests.support import POOR, at, both, legal, nation, now, play, refused, rule, stocks

#: clockwise
WEDGES = ("iron", "temple", "gold", "maneuver1", "arming", "marble", "know-how", "maneuver2")


def on(book: str, stone: str | None, **greeks: Any) -> State:
    """Give the turn of the Greeks with their stone on a wedge and no goods but those named."""
    return at(book, turn="Greeks", nations={"Greeks": {**POOR, "rondel": stone, **greeks}})


def price(book: str, origin: str, target: str) -> int:
    """Find the price of a way by the fewest coins that make it legal."""
    return next(coins for coins in range(9) if f"rondel {target}" in legal(on(book, origin, coins=coins)))


# ---- the turn --------------------------------------------------------------------------------------------------------


@both
@rule("A06-092", "A05-069")
def test_a_wedge_is_chosen_marked_and_carried_out(book: str) -> None:
    state = on(book, "know-how", gold=3)
    assert now(state) == ("Greeks", "rondel")
    after = play(state, "rondel iron")
    assert nation(after, "Greeks")["rondel"] == "iron"
    assert stocks(after, "Greeks") == (0, 1, 3, 0)
    assert nation(after, "Persians")["rondel"] is None


@both
@rule("A06-093", "A05-063")
def test_action_then_founding_then_personages(book: str) -> None:
    four = ["Pella", "Dyrrhachion", "Athen", "Sparta"]
    greeks = {"cities": four, "legions": {"Napoca": 1}, "marble": 6, "iron": 9, "gold": 9, "rondel": "iron"}
    state = at(book, turn="Greeks", nations={"Greeks": greeks})
    wedge = "A06-093" if "2006" in book else "A05-063"
    found = "A06-106" if "2006" in book else "A05-084"
    assert refused(state, "found Napoca") == ("not_now", found)
    assert refused(state, "temple Pella")[0] == "not_now"
    state = play(state, "rondel temple")
    assert now(state) == ("Greeks", "temple")
    assert refused(state, "rondel gold") == ("not_now", wedge)
    assert refused(state, "found Napoca") == ("not_now", found)
    state = play(state, "temple Pella")
    assert now(state) == ("Greeks", "founding")
    assert refused(state, "temple Athen")[0] == "not_now"
    assert refused(state, "rondel gold") == ("not_now", wedge)
    assert nation(state, "Greeks")["personages"] == {}
    state = play(state, "found Napoca")
    assert nation(state, "Greeks")["personages"] == {"king": 1}
    assert now(state) == ("Persians", "rondel")


@rule("A05-063")
def test_the_coin_is_the_first_step_of_a_turn_in_2005() -> None:
    state = play(at("antike-2005", turn="Greeks", nations={"Greeks": {}, "Persians": {}}), "rondel gold")
    assert now(state) == ("Persians", "rondel")
    assert [stocks(state, name)[3] for name in ("Greeks", "Persians", "Arabs")] == [0, 1, 0]


@rule("A06-093")
def test_the_coin_is_no_part_of_a_turn_in_2006() -> None:
    state = play(at(turn="Greeks", nations={"Greeks": {}, "Persians": {}}), "rondel gold")
    assert now(state) == ("Persians", "rondel")
    assert [stocks(state, name)[3] for name in ("Greeks", "Persians", "Arabs")] == [0, 0, 0]


# ---- the first turn --------------------------------------------------------------------------------------------------


@both
@rule("A06-094", "A06-095", "A05-080", "A05-081")
@pytest.mark.parametrize("wedge", WEDGES)
def test_first_wedge_is_free_whichever_it_is(book: str, wedge: str) -> None:
    state = on(book, None)
    assert legal(state) == {f"rondel {name}" for name in WEDGES}
    after = play(on(book, None, marble=4, gold=2), f"rondel {wedge}")
    assert nation(after, "Greeks")["rondel"] == wedge
    produced = {"marble": (5, 0, 2, 0), "iron": (4, 1, 2, 0), "gold": (4, 0, 3, 0)}
    assert stocks(after, "Greeks") == produced.get(wedge, (4, 0, 2, 0))


# ---- later turns -----------------------------------------------------------------------------------------------------


@both
@rule("A06-096", "A06-097", "A06-098", "A06-102", "A05-070", "A05-071", "A05-072", "A05-074", "A05-077")
@pytest.mark.parametrize("wealth", range(7))
def test_reach_grows_clockwise_with_the_purse(book: str, wealth: int) -> None:
    for place, stone in enumerate(WEDGES):
        reach = {f"rondel {WEDGES[(place + step) % 8]}" for step in range(1, min(8, 3 + wealth) + 1)}
        assert legal(on(book, stone, coins=wealth)) == reach


@both
@rule("A06-098", "A06-102", "A05-072", "A05-074", "A05-077")
@pytest.mark.parametrize(("steps", "units"), [(1, 0), (2, 0), (3, 0), (4, 1), (5, 2), (6, 3), (7, 4), (8, 5)])
def test_price_goes_to_the_bank(book: str, steps: int, units: int) -> None:
    stone = WEDGES[(3 - steps) % 8]
    state = play(on(book, stone, coins=9), "rondel maneuver1")
    assert nation(state, "Greeks")["rondel"] == "maneuver1"
    assert stocks(state, "Greeks") == (0, 0, 0, 9 - units)
    taken = 1 if book == "antike-2005" else 0  # the Persians' coin
    assert to_position(state)["bank"]["coins"] == 21 + units - taken


@both
@rule("A06-098", "A05-072")
def test_payment_in_resources_goes_to_the_bank(book: str) -> None:
    nations = {"Greeks": {"marble": 5, "iron": 4, "gold": 3, "rondel": "iron"}}
    state = at(book, turn="Greeks", options={"bank-units": 100}, nations=nations)
    before = to_position(state)["bank"]
    after = play(state, "rondel know-how 1 marble 1 iron 1 gold")
    bank = to_position(after)["bank"]
    assert [bank[good] - before[good] for good in ("marble", "iron", "gold")] == [1, 1, 1]
    assert stocks(after, "Greeks")[:3] == (4, 3, 2)


@both
@rule("A06-099", "A05-073", "A06-R11", "A05-R11")
def test_any_mixture_pays(book: str) -> None:
    state = play(on(book, "iron", marble=2, iron=1, gold=1, coins=2), "rondel marble ...")
    assert now(state) == ("Greeks", "pay")
    assert legal(state) == {
        "pay 2 marble", "pay 1 marble 1 iron", "pay 1 marble 1 gold", "pay 1 iron 1 gold", "pay 1 marble 1 coin",
        "pay 1 iron 1 coin", "pay 1 gold 1 coin", "pay 2 coin",
    }  # fmt: skip
    assert stocks(play(state, "pay 1 iron 1 coin"), "Greeks") == (3, 0, 1, 1)
    book_id = "A06-R11" if "2006" in book else "A05-R11"
    assert refused(state, "pay 2 iron") == ("wrong_payment", book_id)
    assert refused(state, "pay 1 coin") == ("wrong_payment", book_id)
    assert refused(state, "pay 2 marble 1 coin") == ("wrong_payment", book_id)


@both
@rule("A06-099", "A05-073", "A06-R11", "A05-R11")
def test_eight_wedges_for_five_units_of_any_kind(book: str) -> None:
    state = play(on(book, "gold", marble=5, iron=5, gold=5, coins=5), "rondel gold ...")
    assert len(legal(state)) == 56  # ways to take five units out of four kinds
    assert stocks(play(state, "pay 2 marble 1 iron 1 gold 1 coin"), "Greeks") == (3, 4, 5, 4)


@both
@rule("A06-100", "A05-075", "A06-101", "A05-076")
def test_staying_costs_a_full_round(book: str) -> None:
    poor = on(book, "gold", marble=4)
    assert "rondel gold" not in legal(poor)
    assert refused(poor, "rondel gold") == ("cannot_pay", "A05-075" if "2005" in book else "A06-100")
    rich = on(book, "gold", marble=5)
    assert "rondel gold" in legal(rich)
    assert stocks(play(rich, "rondel gold"), "Greeks") == (0, 0, 1, 0)
    assert nation(play(rich, "rondel gold"), "Greeks")["rondel"] == "gold"


@both
@rule("A06-098", "A05-074")
def test_too_dear_a_way_is_refused(book: str) -> None:
    state = on(book, "iron", coins=2)
    assert refused(state, "rondel know-how") == ("cannot_pay", "A05-073" if "2005" in book else "A06-099")
    assert "rondel marble" in legal(state)


@both
@rule("A06-096", "A06-098", "A05-070", "A05-072")
@pytest.mark.parametrize("name", ["Persians", "Arabs", "Phoenicians"])
def test_every_nation_moves_its_own_stone_and_pays_itself(book: str, name: str) -> None:
    rich = {"rondel": "gold", "coins": 5}
    nations: dict[str, Any] = dict.fromkeys(("Greeks", "Persians", "Arabs", "Phoenicians"), rich)
    nations[name] = {**POOR, "rondel": "marble", "iron": 1}
    state = at(book, start=name, turn=name, nations=nations)
    assert legal(state) == {"rondel know-how", "rondel maneuver2", "rondel iron", "rondel temple"}
    state = play(state, "rondel temple")
    assert (nation(state, name)["rondel"], stocks(state, name)[:3]) == ("temple", (0, 0, 0))
    assert [nation(state, other)["rondel"] for other in nations if other != name] == ["gold"] * 3


# ---- the order of the wedges -----------------------------------------------------------------------------------------


@both
@rule("A06-103")
def test_prices_from_iron(book: str) -> None:
    prices = {wedge: price(book, "iron", wedge) for wedge in ("temple", "gold", "maneuver1", "arming", "marble")}
    assert prices == {"temple": 0, "gold": 0, "maneuver1": 0, "arming": 1, "marble": 2}


@both
@rule("A06-105")
def test_further_prices_from_iron(book: str) -> None:
    assert [price(book, "iron", wedge) for wedge in ("know-how", "maneuver2", "iron")] == [3, 4, 5]
    assert price(book, "maneuver1", "maneuver2") == price(book, "maneuver2", "maneuver1") == 1


@both
@rule("A05-078", "A05-079")
@pytest.mark.parametrize("good", ["marble", "iron", "gold", "coin"])
def test_maneuver_twice_running_for_one_unit_of_any_kind(book: str, good: str) -> None:
    purse = {"marble": 1, "iron": 1, "gold": 1, "coins": 1}
    for here, there in (("maneuver1", "maneuver2"), ("maneuver2", "maneuver1")):
        state = play(on(book, here, **purse), f"rondel {there} 1 {good}")
        assert nation(state, "Greeks")["rondel"] == there
        left = [0 if name.startswith(good) else 1 for name in purse]
        assert list(stocks(state, "Greeks")) == left


@both
@rule("A06-104", "A06-R13", "A05-098", "A05-R13")
def test_clockwise_order(book: str) -> None:
    clockwise = ["iron", "temple", "gold", "maneuver1", "arming", "marble", "know-how", "maneuver2"]
    assert [price(book, "iron", wedge) for wedge in clockwise[3:]] == [0, 1, 2, 3, 4]
    for here, there in zip(clockwise, clockwise[3:] + clockwise[:3], strict=True):
        assert price(book, here, there) == 0
        assert price(book, there, here) == 2


@both
@rule("A05-098", "A05-R13")
def test_order_fits_the_openings(book: str) -> None:
    ways = (("gold", "marble"), ("marble", "know-how"), ("marble", "temple"), ("arming", "maneuver2"))
    assert [price(book, *way) for way in ways] == [0, 0, 1, 0]


@both
@rule("A06-116", "A05-094")
def test_three_kinds_of_wedges(book: str) -> None:
    phases = {}
    for wedge in WEDGES:
        greeks = {"marble": 9, "iron": 9, "gold": 9, "legions": {"Pella": 1}}
        after = play(at(book, turn="Greeks", nations={"Greeks": greeks}), f"rondel {wedge}")
        phases[wedge] = now(after)[1] if now(after)[0] == "Greeks" else stocks(after, "Greeks")[:3]
    assert phases == {
        "marble": (10, 9, 9), "iron": (9, 10, 9), "gold": (9, 9, 10),
        "temple": "temple", "arming": "arming", "know-how": "know-how",
        "maneuver1": "maneuver", "maneuver2": "maneuver",
    }  # fmt: skip


@both
@rule("A06-117", "A05-096", "A05-097")
def test_each_wedge_lies_opposite_the_one_that_feeds_it(book: str) -> None:
    opposite = {"temple": "marble", "arming": "iron", "know-how": "gold", "maneuver1": "maneuver2"}
    for here, there in opposite.items():
        assert price(book, here, there) == price(book, there, here) == 1
        assert refused(on(book, here), f"rondel {there}")[0] == "cannot_pay"


# ---- rulings ---------------------------------------------------------------------------------------------------------


@both
@rule("A06-R14", "A05-R14")
def test_a_turn_cannot_be_passed_and_wedges_are_not_exclusive(book: str) -> None:
    state = at(book, turn="Greeks", nations={name: {"rondel": "iron"} for name in ("Greeks", "Persians", "Arabs")})
    assert refused(state, "done")[0] == "not_now"
    for name in ("Greeks", "Persians", "Arabs"):
        assert now(state) == (name, "rondel")
        state = play(state, "rondel gold")
    assert [nation(state, name)["rondel"] for name in ("Greeks", "Persians", "Arabs")] == ["gold"] * 3


@both
@rule("A06-R14", "A05-R14")
def test_no_way_is_longer_than_eight_wedges(book: str) -> None:
    state = on(book, "iron", coins=30)
    assert legal(state) == {f"rondel {name}" for name in WEDGES}
    for wedge, dearest in (("temple", 0), ("iron", 5)):
        after = play(state, f"rondel {wedge} ...")
        spent = 30 - stocks(after, "Greeks")[3]
        assert spent == dearest


@both
@rule("A06-R15", "A05-R15")
def test_what_the_wedge_yields_cannot_pay_the_way(book: str) -> None:
    state = on(book, "iron", cities=["Pella", "Sparta", "Ephesos"], marble=1)
    assert "rondel marble" not in legal(state)
    assert refused(state, "rondel marble")[0] == "cannot_pay"
    paying = play(on(book, "iron", marble=1, gold=2), "rondel marble ...")
    assert stocks(paying, "Greeks")[0] == 1
    assert legal(paying) == {"pay 1 marble 1 gold", "pay 2 gold"}
    assert nation(paying, "Greeks")["rondel"] == "iron"
    assert refused(on(book, "iron"), "pay 1 gold") == ("not_now", "A06-R15" if "2006" in book else "A05-R15")


@both
@rule("A06-R16", "A05-R16")
@pytest.mark.parametrize("wedge", ["temple", "arming", "know-how", "maneuver1", "maneuver2"])
def test_a_wedge_need_not_be_used(book: str, wedge: str) -> None:
    greeks = {"marble": 9, "iron": 9, "gold": 9, "legions": {"Pella": 1}}
    state = play(at(book, turn="Greeks", nations={"Greeks": greeks}), f"rondel {wedge}")
    assert len(legal(state)) > 1
    after = play(state, "done")
    assert now(after) == ("Persians", "rondel")
    assert stocks(after, "Greeks")[:3] == (9, 9, 9)
    assert nation(after, "Greeks")["legions"] == {"Pella": 1}


@both
@rule("A06-R16", "A05-R16")
@pytest.mark.parametrize("wedge", ["marble", "iron", "gold"])
def test_production_is_credited_unasked(book: str, wedge: str) -> None:
    state = play(on(book, None), f"rondel {wedge}")
    assert now(state) == ("Persians", "rondel")
    assert sum(stocks(state, "Greeks")) == 1
