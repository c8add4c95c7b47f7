"""Know-how: the chart, its prices, the scholars, and what each field does."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from rondel.antike.state import State
from rondel.antike.variants import PRESETS
from rondel.position import to_position
from tests.support import POOR, at, both, finish, legal, nation, now, play, refused, rule, stocks

BASIC = ["wheel", "sailing", "market", "monarchy"]
SECONDARY = ["roads", "navigation", "currency", "democracy"]
COLUMNS = dict(zip(SECONDARY, BASIC, strict=True))


def learning(book: str, others: Any = None, options: Any = None, **entry: Any) -> State:
    """Set up the Greeks on the know-how wedge."""
    nations = {"Phoenicians": {}, "Greeks": {**POOR, "rondel": "know-how", **entry}, **(others or {})}
    return at(book, players=4, turn="Greeks", phase="know-how", options=options or {}, nations=nations)


def clause(book: str, in_2005: str, in_2006: str) -> str:
    return in_2005 if book == "antike-2005" else in_2006


def offers(state: State) -> set[str]:
    return {text.split()[1] for text in legal(state, "learn")}


# ---- the chart ---------------------------------------------------------------------------------------------


@both
@rule("A06-144", "A06-145", "A06-146", "A05-132", "A05-133", "A05-134")
def test_the_chart(book: str) -> None:
    chart = PRESETS[book].knowhows
    names = [field.name for field in chart]
    assert [field.name for field in chart if field.needs < 0] == BASIC
    assert {field.name: names[field.needs] for field in chart if field.needs >= 0} == COLUMNS
    assert len(chart) == 8


@both
@rule("A06-146", "A05-134")
@pytest.mark.parametrize("name", SECONDARY)
def test_a_secondary_know_how_needs_the_basic_of_its_column(book: str, name: str) -> None:
    others = [basic for basic in BASIC if basic != COLUMNS[name]]
    without = learning(book, {"Persians": {"knowhow": [COLUMNS[name], name]}}, gold=50, knowhow=others)
    assert offers(without) == {COLUMNS[name], *SECONDARY} - {name}
    assert refused(without, f"learn {name}") == ("needs_basic", clause(book, "A05-134", "A06-146"))
    assert offers(learning(book, gold=50, knowhow=[COLUMNS[name]])) == {*others, name}


@both
@rule("A06-143", "A05-130")
def test_any_number_of_know_hows_or_none(book: str) -> None:
    state = learning(book, gold=21)
    assert offers(state) == set(BASIC)
    none = play(state, "done")
    assert (nation(none, "Greeks")["knowhow"], stocks(none, "Greeks")) == ([], (0, 0, 21, 0))
    two = play(state, "learn market", "learn wheel")
    assert (now(two), offers(two)) == (("Greeks", "know-how"), {"sailing", "monarchy"})
    three = play(two, "learn monarchy")
    assert nation(three, "Greeks")["knowhow"] == ["wheel", "market", "monarchy"]
    assert (now(three), stocks(three, "Greeks")) == (("Persians", "rondel"), (0, 0, 0, 0))


@both
@rule("A06-143", "A05-130")
def test_know_hows_are_obtained_on_their_wedge_only(book: str) -> None:
    for phase in ("rondel", "arming", "temple"):
        goods = {"marble": 20, "iron": 20, "gold": 20, "coins": 0}
        state = at(book, turn="Greeks", phase=phase, nations={"Greeks": goods})
        assert refused(state, "learn wheel") == ("not_now", clause(book, "A05-130", "A06-143"))


# ---- prices ------------------------------------------------------------------------------------------------


@both
@rule("A06-143", "A05-131")
def test_gold_goes_to_the_bank_and_nothing_but_gold_or_coins_pays(book: str) -> None:
    state = learning(book, None, {"bank-units": 60}, gold=15)
    before = to_position(state)["bank"]["gold"]
    after = play(state, "learn wheel")
    assert (stocks(after, "Greeks")[2], to_position(after)["bank"]["gold"]) == (8, before + 7)
    no_gold = learning(book, marble=30, iron=30, gold=6)
    assert now(no_gold) == ("Persians", "rondel")


@both
@rule("A06-148", "A05-136")
def test_a_new_know_how_costs_seven_or_ten(book: str) -> None:
    for basic in BASIC:
        assert stocks(finish(learning(book, gold=8), f"learn {basic}"), "Greeks") == (0, 0, 1, 0)
    assert offers(learning(book, gold=7)) == set(BASIC)
    assert now(learning(book, gold=6)) == ("Persians", "rondel")
    for secondary in SECONDARY:
        entry = {"knowhow": BASIC, "gold": 11}
        assert stocks(finish(learning(book, **entry), f"learn {secondary}"), "Greeks") == (0, 0, 1, 0)
    assert offers(learning(book, knowhow=BASIC, gold=10)) == set(SECONDARY)
    assert now(learning(book, knowhow=BASIC, gold=9)) == ("Persians", "rondel")
    mixed = learning(book, knowhow=["wheel"], gold=9)
    assert offers(mixed) == {"sailing", "market", "monarchy"}
    assert refused(mixed, "learn roads") == ("cannot_pay", clause(book, "A05-136", "A06-148"))


@both
@rule("A06-149", "A05-137")
def test_a_know_how_that_another_nation_has_costs_three_or_five(book: str) -> None:
    known = {"Persians": {"knowhow": [*BASIC, *SECONDARY]}, "Arabs": {"knowhow": ["wheel"]}}
    for basic in BASIC:
        assert stocks(finish(learning(book, known, gold=4), f"learn {basic}"), "Greeks") == (0, 0, 1, 0)
    assert offers(learning(book, known, gold=3)) == set(BASIC)
    assert now(learning(book, known, gold=2)) == ("Persians", "rondel")
    for secondary in SECONDARY:
        entry = {"knowhow": BASIC, "gold": 6}
        assert stocks(finish(learning(book, known, **entry), f"learn {secondary}"), "Greeks") == (0, 0, 1, 0)
    assert offers(learning(book, known, knowhow=BASIC, gold=5)) == set(SECONDARY)
    assert now(learning(book, known, knowhow=BASIC, gold=4)) == ("Persians", "rondel")
    mixed = learning(book, known, knowhow=["wheel"], gold=4)
    assert refused(mixed, "learn roads") == ("cannot_pay", clause(book, "A05-137", "A06-149"))


@both
@rule("A06-R12", "A05-R12")
def test_coins_pay_for_know_how_in_part_or_whole(book: str) -> None:
    asked = play(learning(book, gold=7, coins=7), "learn wheel ...")
    mixes = {f"pay {7 - coins} gold {coins} coin" for coins in range(1, 7)}
    assert legal(asked) == {"pay 7 gold", "pay 7 coin", *mixes}
    assert stocks(finish(asked, "pay 7 coin"), "Greeks") == (0, 0, 7, 0)
    poor = learning(book, marble=9, iron=9, gold=4, coins=3)
    assert stocks(finish(poor, "learn market"), "Greeks") == (9, 9, 0, 0)
    assert now(learning(book, marble=9, iron=9, gold=4, coins=2)) == ("Persians", "rondel")


# ---- scholars ----------------------------------------------------------------------------------------------


@both
@rule("A06-150", "A05-138")
def test_the_first_nation_to_obtain_a_know_how_gets_a_scholar_the_second_does_not(book: str) -> None:
    state = learning(book, {"Persians": {**POOR, "gold": 20}}, gold=7)
    state = finish(state, "learn sailing")
    assert nation(state, "Greeks")["personages"] == {"scholar": 1}
    state = finish(state, "rondel know-how", "learn sailing", "learn wheel")
    assert nation(state, "Persians")["personages"] == {"scholar": 1}
    assert stocks(state, "Persians")[2] == 10


@both
@rule("A06-151", "A05-139")
def test_example_navigation_over_a_known_sailing(book: str) -> None:
    state = learning(book, {"Persians": {"knowhow": ["sailing"]}, "Arabs": {"knowhow": ["sailing"]}}, gold=13)
    after = finish(state, "learn sailing", "learn navigation")
    assert stocks(after, "Greeks") == (0, 0, 0, 0)
    assert nation(after, "Greeks")["knowhow"] == ["sailing", "navigation"]
    assert nation(after, "Greeks")["personages"] == {"scholar": 1}
    short = learning(book, {"Persians": {"knowhow": ["sailing"]}}, gold=12)
    assert offers(play(short, "learn sailing")) == {"wheel", "market", "monarchy"}


@both
@rule("A05-139")
def test_example_without_a_scholar_in_stock(book: str) -> None:
    others = {"Persians": {"knowhow": ["sailing"], "personages": {"scholar": 8}}}
    after = finish(learning(book, others, gold=13), "learn sailing", "learn navigation")
    assert nation(after, "Greeks")["personages"] == {}


@both
@rule("A06-152", "A05-140")
@pytest.mark.parametrize("secondary", SECONDARY)
def test_both_fields_of_a_column_in_one_action(book: str, secondary: str) -> None:
    state = learning(book, gold=17)
    after = finish(state, f"learn {COLUMNS[secondary]}", f"learn {secondary}")
    assert stocks(after, "Greeks") == (0, 0, 0, 0)
    assert nation(after, "Greeks")["personages"] == {"scholar": 2}
    short = play(learning(book, gold=16), f"learn {COLUMNS[secondary]}")
    assert secondary not in offers(short)


@both
@rule("A06-147", "A05-135", "A06-R22", "A05-R22")
def test_the_basic_know_how_stays_possessed_below_the_secondary(book: str) -> None:
    state = learning(book, {"Persians": {**POOR, "gold": 3}}, gold=30, knowhow=["wheel"])
    state = play(state, "learn roads")
    assert nation(state, "Greeks")["knowhow"] == ["wheel", "roads"]
    assert refused(state, "learn wheel") == ("known", clause(book, "A05-R22", "A06-R22"))
    assert offers(state) == {"sailing", "market", "monarchy"}
    after = finish(finish(state), "rondel know-how", "learn wheel")
    assert stocks(after, "Persians")[2] == 0
    assert nation(after, "Persians")["knowhow"] == ["wheel"]
    assert nation(after, "Persians")["personages"] == {}


@both
@rule("A06-R22", "A05-R22")
def test_all_eight_counts_the_basic_fields(book: str) -> None:
    state = learning(book, {"Persians": {"knowhow": [*BASIC, *SECONDARY]}}, gold=5, marble=2,
                     knowhow=[*BASIC, *SECONDARY[:3]])  # fmt: skip
    assert legal(state, "trade") == set()
    assert "trade" in {text.split()[0] for text in legal(play(state, "learn democracy"))}


# ---- effects: maneuver actions -----------------------------------------------------------------------------

#: where a legion and a galley of the Greeks can go on and on without meeting anybody
WAYS = {"legion": ["Pella", "Sirmium", "Napoca", "Tomis", "Bycantium"],
        "galley": ["Athen", "Knossos", "Cyrene", "Leptis Magna", "Messana"]}  # fmt: skip


def reach(book: str, unit: str, knowhow: list[str]) -> int:
    """Count the borders a unit can cross in one maneuver."""
    entry = {**POOR, "legions": {"Pella": 1}, "galleys": {"Athen": 1}, "knowhow": knowhow}
    state = at(book, turn="Greeks", phase="maneuver", nations={"Greeks": entry})
    way = WAYS[unit]
    for steps, (origin, target) in enumerate(pairwise(way)):
        assert "done" in legal(state)
        if not any(text.startswith(f"move 1 {unit} {origin} {target}") for text in legal(state, "move")):
            return steps
        state = play(state, f"move 1 {unit} {origin} {target}")
    return len(way) - 1


@both
@pytest.mark.parametrize(
    ("knowhow", "legion", "galley"),
    [
        pytest.param([], 1, 1, marks=rule("A05-143")),
        pytest.param(["wheel"], 2, 1, marks=rule("A06-154", "A05-144")),
        pytest.param(["wheel", "roads"], 3, 1, marks=rule("A06-155", "A05-145", "A06-163", "A05-153")),
        pytest.param(["sailing"], 1, 2, marks=rule("A06-156", "A05-146")),
        pytest.param(["sailing", "navigation"], 1, 3, marks=rule("A06-157", "A05-147", "A06-163", "A05-153")),
        pytest.param(["market", "currency", "monarchy", "democracy"], 1, 1, marks=rule("A05-143")),
    ],
)
def test_maneuver_actions(book: str, knowhow: list[str], legion: int, galley: int) -> None:
    assert (reach(book, "legion", knowhow), reach(book, "galley", knowhow)) == (legion, galley)


@both
@rule("A06-155", "A05-145", "A06-157", "A05-147")
@pytest.mark.parametrize(
    ("army", "unit", "knowhow"),
    [("legions", "legion", ["wheel", "roads"]), ("galleys", "galley", ["sailing", "navigation"])],
)
def test_the_third_action_can_conquer_and_a_fourth_there_is_not(
    book: str, army: str, unit: str, knowhow: list[str]
) -> None:
    for used, conquests in (([0, 1, 0], {f"conquer Tyros 1 {unit}"}), ([0, 0, 1], set())):
        mine = {**POOR, army: {"Tyros": 1, "Athen": 1}, "knowhow": knowhow}
        state = at(book, turn="Greeks", phase="maneuver", nations={"Greeks": mine}, used={army: {"Tyros": used}})
        assert legal(state, "conquer") == conquests


@both
@rule("A06-154", "A05-144", "A06-156", "A05-146")
def test_every_unit_has_the_actions_and_need_not_use_them(book: str) -> None:
    entry = {**POOR, "legions": {"Pella": 2}, "rondel": "maneuver1", "knowhow": ["wheel"]}
    state = at(book, turn="Greeks", phase="maneuver", nations={"Greeks": entry})
    moved = play(state, "move 2 legion Pella Sirmium", "move 2 legion Sirmium Napoca")
    assert nation(moved, "Greeks")["legions"] == {"Napoca": 2}
    stayed = finish(state, "move 1 legion Pella Sirmium")
    assert nation(stayed, "Greeks")["legions"] == {"Pella": 1, "Sirmium": 1}


# ---- effects: production -----------------------------------------------------------------------------------


def yields(book: str, wedge: str, **entry: Any) -> tuple[int, int, int]:
    """Give the marble, iron and gold that the Greeks get on a wedge."""
    state = at(book, turn="Greeks", nations={"Greeks": {**POOR, **entry}})
    return stocks(play(state, f"rondel {wedge}"), "Greeks")[:3]


@both
@rule("A06-158", "A05-148", "A06-159", "A05-149", "A06-163", "A05-153")
@pytest.mark.parametrize("wedge", ["marble", "iron", "gold"])
def test_market_and_currency_add_to_each_production_once(book: str, wedge: str) -> None:
    cities = ["Pella", "Sparta", "Dyrrhachion", "Bycantium", "Athen", "Gordion"]
    place = ("marble", "iron", "gold").index(wedge)
    for extra, knowhow in enumerate((["wheel", "monarchy"], ["market"], ["market", "currency"])):
        expected = [0, 0, 0]
        expected[place] = 2 + extra
        assert list(yields(book, wedge, cities=cities, knowhow=knowhow)) == expected, knowhow


@both
@rule("A06-158", "A06-159")
def test_market_adds_nothing_on_other_wedges(book: str) -> None:
    for wedge in ("temple", "arming", "know-how", "maneuver1"):
        assert yields(book, wedge, knowhow=["market", "currency"]) == (0, 0, 0)


@rule("A06-160", "A06-163")
def test_example_gold_with_market_and_currency() -> None:
    cities = ["Athen", "Gordion", "Messana"]
    for knowhow, gold in (([], 5), (["market"], 6), (["market", "currency"], 7)):
        assert yields("antike-2006", "gold", cities=cities, temples=["Messana"], knowhow=knowhow)[2] == gold


@rule("A05-150", "A05-153")
def test_example_marble_with_market_and_currency() -> None:
    cities = ["Pella", "Sparta", "Ephesos"]
    for knowhow, marble in (([], 5), (["market"], 6), (["market", "currency"], 7)):
        assert yields("antike-2005", "marble", cities=cities, temples=["Pella"], knowhow=knowhow)[0] == marble


# ---- effects: defence --------------------------------------------------------------------------------------


def needed(book: str, city: str, knowhow: list[str]) -> int:
    """Find how many legions the Greeks need to conquer a city of the Persians."""
    for legions in range(1, 10):
        defender = {"temples": ["Artaxata"], "legions": {"Zadrakarta": 1}, "knowhow": knowhow}
        nations = {"Greeks": {**POOR, "legions": {city: legions}}, "Persians": defender}
        state = at(book, turn="Greeks", phase="maneuver", nations=nations)
        if legal(state, "conquer"):
            assert legal(state, "conquer") == {f"conquer {city} {legions} legion"}
            return legions
    raise AssertionError(city)


@both
@pytest.mark.parametrize(
    ("knowhow", "strengths"),
    [
        pytest.param([], (1, 2, 3), marks=rule("A05-143")),
        pytest.param(["monarchy"], (2, 3, 4), marks=rule("A06-161", "A05-151")),
        pytest.param(["monarchy", "democracy"], (3, 4, 5), marks=rule("A06-162", "A05-152", "A06-163", "A05-153")),
        pytest.param(["wheel", "roads", "market"], (1, 2, 3), marks=rule("A05-143")),
    ],
)
def test_defence_of_every_city(book: str, knowhow: list[str], strengths: tuple[int, int, int]) -> None:
    assert tuple(needed(book, city, knowhow) for city in ("Susa", "Zadrakarta", "Artaxata")) == strengths


@both
@rule("A06-161", "A05-151")
def test_the_conquerors_own_monarchy_makes_no_difference(book: str) -> None:
    entry = {**POOR, "legions": {"Susa": 1}, "rondel": "maneuver1", "knowhow": ["monarchy", "democracy"]}
    state = at(book, turn="Greeks", phase="maneuver", nations={"Greeks": entry})
    assert legal(state, "conquer") == {"conquer Susa 1 legion"}
