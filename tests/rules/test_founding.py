"""Founding cities: after the action, with an own unit on the spot, for one unit of each resource."""

from __future__ import annotations

from typing import Any

import pytest

from rondel.antike.state import State
from rondel.boards.reader import load_board
from rondel.boards.schema import LAND
from rondel.position import to_position
from tests.support import at, both, legal, nation, now, play, refused, rule, stocks

ONE_EACH = {"marble": 1, "iron": 1, "gold": 1, "coins": 0}
HOME = ["Pella", "Dyrrhachion", "Athen"]
#: 25 sites that no other nation of a game of four starts with
SITES = (
    HOME
    + (
        "Sparta Bycantium Ephesos Knossos Messana Cyrene Gordion Sinope Tomis Napoca Sirmium Attalia Antiochia "
        "Melitene Phasis Corniclanum Ammonion Memphis Theben Petra Palmyra Meroe"
    ).split()
)
EIGHT = ["wheel", "sailing", "market", "monarchy", "roads", "navigation", "currency", "democracy"]


def founding(book: str, others: Any = None, options: Any = None, **entry: Any) -> State:
    """Set up the Greeks in the founding step."""
    nations = {"Phoenicians": {}, "Greeks": {**ONE_EACH, **entry}, **(others or {})}
    return at(book, players=4, turn="Greeks", phase="founding", options=options or {}, nations=nations)


def clause(book: str, in_2005: str, in_2006: str) -> str:
    return in_2005 if book == "antike-2005" else in_2006


def cities(state: State) -> set[str]:
    return set(nation(state, "Greeks")["cities"])


@both
@rule("A06-106", "A05-084")
def test_any_number_of_cities_or_none(book: str) -> None:
    goods = {"marble": 2, "iron": 2, "gold": 2}
    state = founding(book, **goods, legions={"Sirmium": 1, "Ephesos": 1}, galleys={"Knossos": 2})
    assert legal(state) == {"done", "found Sirmium", "found Ephesos", "found Knossos"}
    none = play(state, "done")
    assert (cities(none), stocks(none, "Greeks")) == (set(HOME), (2, 2, 2, 0))
    one = play(state, "found Knossos")
    assert now(one) == ("Greeks", "founding")
    assert "pending" not in to_position(one)
    assert legal(one) == {"done", "found Sirmium", "found Ephesos"}
    two = play(one, "found Sirmium")
    assert cities(two) == {*HOME, "Knossos", "Sirmium"}
    assert (now(two), stocks(two, "Greeks")) == (("Persians", "rondel"), (0, 0, 0, 0))


@both
@rule("A06-106", "A05-084")
def test_no_founding_before_or_during_the_action(book: str) -> None:
    entry = {**ONE_EACH, "legions": {"Sirmium": 1}}
    wanted = ("not_now", clause(book, "A05-084", "A06-106"))
    for phase in ("rondel", "arming", "maneuver"):
        state = at(book, turn="Greeks", phase=phase, nations={"Greeks": entry})
        assert legal(state, "found") == set()
        assert refused(state, "found Sirmium") == wanted


@both
@rule("A06-107", "A05-086")
@pytest.mark.parametrize("unit", ["legions", "galleys"])
def test_a_legion_or_a_galley_of_its_own_must_be_there(book: str, unit: str) -> None:
    other = {"Persians": {"legions": {"Bycantium": 1}, "galleys": {"Bycantium": 1}}}
    state = founding(book, other, **{unit: {"Ephesos": 1}})
    assert legal(state) == {"done", "found Ephesos"}
    wanted = ("no_own_unit", clause(book, "A05-086", "A06-107"))
    assert refused(state, "found Bycantium") == wanted
    assert refused(state, "found Gordion") == wanted


@both
@rule("A06-108", "A05-087")
def test_foreign_units_do_not_prevent_founding(book: str) -> None:
    others = {name: {"legions": {"Ephesos": 3}, "galleys": {"Ephesos": 3}} for name in ("Persians", "Arabs")}
    after = play(founding(book, others, legions={"Ephesos": 1}), "found Ephesos")
    assert cities(after) == {*HOME, "Ephesos"}
    for entry in (nation(after, name) for name in others):
        assert (entry["legions"], entry["galleys"]) == ({"Ephesos": 3}, {"Ephesos": 3})


@both
@rule("A06-112", "A05-085")
def test_only_a_site_without_a_city(book: str) -> None:
    units = {"Tyros": 1, "Athen": 1, "Ephesos": 1}
    state = founding(book, legions=units, marble=2, iron=2, gold=2)
    assert legal(state) == {"done", "found Ephesos"}
    wanted = ("occupied", clause(book, "A05-085", "A06-112"))
    for place in ("Tyros", "Athen"):
        assert refused(state, f"found {place}") == wanted
    twice = founding(book, legions={"Ephesos": 1, "Gordion": 1}, marble=2, iron=2, gold=2)
    assert refused(play(twice, "found Ephesos"), "found Ephesos") == wanted


@both
@rule("A06-112", "A05-085")
def test_every_site_of_the_board_can_be_founded_on_while_it_is_empty(book: str) -> None:
    board = load_board("east")
    names = [region.name for region in board.regions]
    others = dict(zip(("Phoenicians", "Greeks", "Persians", "Arabs"), ("Gerrha", "Pella", "Susa", "Saba"), strict=True))
    nations: dict[str, Any] = {name: {"cities": [city]} for name, city in others.items()}
    for place, name in enumerate(names):
        unit = "legions" if board.neighbours(place, LAND) else "galleys"
        nations["Greeks"] = {**ONE_EACH, "cities": ["Pella"], unit: {name: 1}}
        state = at(book, turn="Greeks", phase="founding", nations=nations)
        taken = name in others.values()
        assert now(state) == (("Persians", "rondel") if taken else ("Greeks", "founding"))
        if not taken:
            assert legal(state) == {"done", f"found {name}"}


# ---- the price ---------------------------------------------------------------------------------------------


@both
@rule("A06-109", "A05-088")
def test_a_city_costs_one_unit_of_each_resource_paid_to_the_bank(book: str) -> None:
    options = {"bank-units": 50}
    state = founding(book, None, options, legions={"Ephesos": 1}, marble=3, iron=2, gold=4)
    before = to_position(state)["bank"]
    after = play(state, "found Ephesos")
    assert stocks(after, "Greeks") == (2, 1, 3, 0)
    bank = to_position(after)["bank"]
    assert [bank[good] - before[good] for good in ("marble", "iron", "gold")] == [1, 1, 1]


@both
@rule("A06-109", "A05-088")
@pytest.mark.parametrize("missing", ["marble", "iron", "gold"])
def test_one_resource_does_not_stand_for_another(book: str, missing: str) -> None:
    rich = {"marble": 5, "iron": 5, "gold": 5, missing: 0}
    state = founding(book, **{**rich, "coins": 0}, legions={"Ephesos": 1}, knowhow=EIGHT)
    assert (now(state), legal(state, "found")) == (("Greeks", "founding"), set())
    assert refused(state, "found Ephesos") == ("cannot_pay", clause(book, "A05-088", "A06-109"))
    coin = founding(book, **{**rich, "coins": 1}, legions={"Ephesos": 1})
    assert legal(coin, "found") == {"found Ephesos"}


@both
@rule("A06-109", "A05-088")
def test_a_second_city_must_be_paid_for_too(book: str) -> None:
    state = founding(book, legions={"Ephesos": 1, "Sirmium": 1}, marble=2, iron=2, gold=1, coins=0)
    after = play(state, "found Ephesos")
    assert (now(after), stocks(after, "Greeks")) == (("Persians", "rondel"), (1, 1, 0, 0))
    coin = play(founding(book, legions={"Ephesos": 1, "Sirmium": 1}, marble=2, iron=2, gold=1, coins=1),
                "found Ephesos 1 marble 1 iron 1 gold")  # fmt: skip
    assert legal(coin) == {"done", "found Sirmium"}


@both
@rule("A06-110", "A05-089")
@pytest.mark.parametrize("held", [(1, 1, 0, 1), (0, 1, 1, 1), (1, 0, 1, 1), (0, 0, 1, 2), (0, 0, 0, 3)])
def test_coins_make_up_for_what_lacks(book: str, held: tuple[int, int, int, int]) -> None:
    goods = dict(zip(("marble", "iron", "gold", "coins"), held, strict=True))
    state = founding(book, **goods, legions={"Ephesos": 1})
    bank = to_position(state)["bank"]["coins"]
    after = play(state, "found Ephesos")
    assert stocks(after, "Greeks") == (0, 0, 0, 0)
    assert "Ephesos" in cities(after)
    to_persians = 1 if book == "antike-2005" else 0
    assert to_position(after)["bank"]["coins"] == bank + held[3] - to_persians
    poorer = founding(book, **{**goods, "coins": held[3] - 1}, legions={"Ephesos": 1})
    assert now(poorer) == ("Persians", "rondel")
    assert cities(poorer) == set(HOME)


@both
@rule("A06-R12", "A05-R12", "A06-110", "A05-089")
def test_a_coin_may_replace_a_resource_that_is_at_hand(book: str) -> None:
    state = founding(book, coins=3, legions={"Ephesos": 1})
    asked = play(state, "found Ephesos ...")
    assert now(asked) == ("Greeks", "pay")
    assert legal(asked) == {
        "pay 1 marble 1 iron 1 gold", "pay 1 marble 1 iron 1 coin", "pay 1 marble 1 gold 1 coin",
        "pay 1 iron 1 gold 1 coin", "pay 1 marble 2 coin", "pay 1 iron 2 coin", "pay 1 gold 2 coin",
        "pay 3 coin",
    }  # fmt: skip
    assert stocks(play(asked, "pay 3 coin"), "Greeks") == (1, 1, 1, 0)
    assert stocks(play(state, "found Ephesos 1 gold 2 coin"), "Greeks") == (1, 1, 0, 1)
    assert refused(state, "found Ephesos 3 gold") == ("wrong_payment", clause(book, "A05-R12", "A06-R12"))
    assert refused(asked, "pay 2 coin") == ("wrong_payment", clause(book, "A05-R12", "A06-R12"))


# ---- stones ------------------------------------------------------------------------------------------------


@both
@rule("A06-111", "A05-090")
def test_a_city_stone_of_the_nation_lies_on_each_new_city(book: str) -> None:
    state = founding(book, cities=SITES[:23], legions={"Palmyra": 1, "Meroe": 1}, marble=2, iron=2, gold=2)
    after = play(state, "found Meroe", "found Palmyra")
    assert cities(after) == set(SITES)
    owners = [name for name in to_position(after)["nations"] if "Meroe" in nation(after, name)["cities"]]
    assert owners == ["Greeks"]
    one_left = founding(book, cities=SITES[:24], legions={"Meroe": 1, "Gerrha": 1}, marble=2, iron=2, gold=2)
    assert legal(one_left) == {"done", "found Meroe", "found Gerrha"}
    full = play(one_left, "found Meroe")
    assert now(full) == ("Persians", "rondel")
    assert len(cities(full)) == 25
    assert stocks(full, "Greeks") == (1, 1, 1, 0)
    none_left = founding(book, cities=SITES, legions={"Gerrha": 1}, knowhow=EIGHT, marble=2)
    assert refused(none_left, "found Gerrha") == ("no_stone", clause(book, "A05-R18", "A06-R18"))


# ---- what follows from its place in the turn ---------------------------------------------------------------


@both
@rule("A06-113", "A05-091")
@pytest.mark.parametrize("wedge", "iron temple gold maneuver1 arming marble know-how maneuver2".split())
def test_founding_follows_every_wedge_and_leaves_the_unit(book: str, wedge: str) -> None:
    entry = {**ONE_EACH, "cities": ["Dyrrhachion"], "legions": {"Sirmium": 1}}
    state = play(at(book, turn="Greeks", nations={"Greeks": entry}), f"rondel {wedge}")
    while now(state)[1] != "founding":
        state = play(state, "done")
    after = play(state, "found Sirmium")
    assert cities(after) == {"Dyrrhachion", "Sirmium"}
    assert nation(after, "Greeks")["legions"] == {"Sirmium": 1}


@both
@rule("A06-113", "A05-091")
def test_a_unit_that_has_used_its_actions_is_sufficient(book: str) -> None:
    entry = {**ONE_EACH, "legions": {"Pella": 1}, "rondel": "maneuver1"}
    state = at(book, turn="Greeks", phase="maneuver", nations={"Greeks": entry})
    moved = play(state, "move 1 legion Pella Tomis")
    if now(moved)[1] != "founding":
        moved = play(moved, "done")
    assert legal(moved) == {"done", "found Tomis"}
    assert nation(play(moved, "found Tomis"), "Greeks")["legions"] == {"Tomis": 1}


@both
@rule("A06-114", "A05-092")
def test_a_new_city_counts_for_the_king_of_this_turn(book: str) -> None:
    state = founding(book, cities=SITES[:4], legions={"Ephesos": 1})
    assert nation(play(state, "done"), "Greeks")["personages"] == {}
    assert nation(play(state, "found Ephesos"), "Greeks")["personages"] == {"king": 1}


@both
@rule("A06-114", "A05-092")
def test_goods_of_this_turn_pay_for_the_city(book: str) -> None:
    entry = {"marble": 1, "iron": 0, "gold": 1, "coins": 0, "legions": {"Sirmium": 1}}
    state = at(book, turn="Greeks", nations={"Greeks": entry})
    assert cities(play(state, "rondel iron", "found Sirmium")) == {*HOME, "Sirmium"}
    assert now(play(state, "rondel gold")) == ("Persians", "rondel")


@both
@rule("A06-114", "A05-092")
@pytest.mark.parametrize(("phase", "verb"), [("temple", "temple"), ("arming", "arm")])
def test_a_new_city_gets_no_temple_or_unit_before_a_later_turn(book: str, phase: str, verb: str) -> None:
    entry = {"marble": 9, "iron": 9, "gold": 9, "coins": 9, "legions": {"Ephesos": 1}}
    state = at(book, turn="Greeks", phase=phase, nations={"Greeks": entry})
    assert all("Ephesos" not in text for text in legal(state, verb))
    founded = play(state, "done", "found Ephesos ...", "pay 3 coin")
    assert now(founded) == ("Persians", "rondel")
    later = at(book, turn="Greeks", phase=phase, nations={"Greeks": nation(founded, "Greeks")})
    assert any("Ephesos" in text for text in legal(later, verb))
