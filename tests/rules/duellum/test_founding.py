"""Step 2: founding cities, their resource, and the surcharge for neighbours of the same kind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rondel.antike.rules import GOODS
from rondel.antike.state import State
from rondel.position import to_position
from tests.rules.duellum.test_setup import HOLD, SMALL, duel
from tests.support import legal, nation, now, play, refused, rule, stocks

ONE_EACH = {"marble": 1, "iron": 1, "gold": 1}
HOME = {"Alba", "Bovil", "Caere"}
#: the four sites near Medio: over a land border, over sea, over both, and one that does not touch it
AROUND = ("Terra", "Unda", "Ripa", "Procul")


def founding(romans: Mapping[str, Any], carthage: Mapping[str, Any] | None = None, **more: Any) -> State:
    """Give the Romans step 2 on the small map, with a card in hand that keeps the step open."""
    return duel(
        {**HOLD, **romans},
        {"ramparts": ["Utica"], **(carthage or {})},
        **{"board": SMALL, "phase": "founding", **more},
    )


def owner(name: str, sites: Mapping[str, str]) -> dict[str, Any]:
    """Give a nation its start cities and more with what they yield."""
    home = ["Alba", "Bovil", "Caere"] if name == "Romans" else ["Utica", "Vaga", "Xol"]
    cities = [*home, *sites]
    return {"cities": cities, "produces": dict(sites), "personages": {"king": len(cities) // 5}}


# ---- where -----------------------------------------------------------------------------------------------------------


@rule("AD-059", "AD-050")
def test_one_or_several_cities_or_none() -> None:
    goods = {"marble": 2, "iron": 2, "gold": 2}
    state = founding({**goods, "legions": {"Procul": 1}, "galleys": {"Insula": 1, "Unda": 1}})
    kinds = {f"{place} {good}" for place in ("Procul", "Insula", "Unda") for good in GOODS[:3]}
    assert legal(state, "found") == {f"found {text}" for text in kinds - {"Procul marble"}}  # next to marble cities
    none = play(state, "done")
    assert set(nation(none, "Romans")["cities"]) == HOME
    assert (stocks(none, "Romans"), now(none)) == ((2, 2, 2, 0), ("Carthaginians", "rondel"))
    one = play(state, "found Procul iron")
    assert now(one) == ("Romans", "founding")
    two = play(one, "found Insula gold")
    assert set(nation(two, "Romans")["cities"]) == {*HOME, "Procul", "Insula"}
    assert stocks(two, "Romans") == (0, 0, 0, 0)
    assert refused(two, "found Unda iron") == ("cannot_pay", "AD-063")


@rule("AD-059")
@pytest.mark.parametrize("phase", ["rondel", "temple", "arming", "know-how", "maneuver"])
def test_only_after_the_action(phase: str) -> None:
    state = founding({**ONE_EACH, "legions": {"Medio": 1}}, phase=phase)
    assert now(state) == ("Romans", phase)
    assert legal(state, "found") == set()
    assert refused(state, "found Medio gold") == ("not_now", "AD-059")


@rule("AD-060")
@pytest.mark.parametrize("army", ["legions", "galleys"])
def test_an_own_unit_must_be_there_and_no_city_yet(army: str) -> None:
    enemy = {"legions": {"Terra": 1}, "galleys": {"Unda": 1}}
    state = founding({**ONE_EACH, army: {"Ripa": 1}}, enemy)
    assert {text.split()[1] for text in legal(state, "found")} == {"Ripa"}
    for place in ("Terra", "Unda", "Medio"):
        assert refused(state, f"found {place} gold") == ("no_own_unit", "AD-060")
    taken = founding({**ONE_EACH, "legions": {"Alba": 1, "Utica": 1, "Medio": 1}})
    assert {text.split()[1] for text in legal(taken, "found")} == {"Medio"}
    for place in ("Alba", "Utica"):
        assert refused(taken, f"found {place} gold") == ("occupied", "AD-060")
    twice = play(founding({"marble": 2, "iron": 2, "gold": 2, "coins": 2, "legions": {"Medio": 2}}), "found Medio gold")
    assert refused(twice, "found Medio iron") == ("occupied", "AD-060")


@rule("AD-061", "AD-173")
def test_only_where_a_city_symbol_is() -> None:
    state = founding({**ONE_EACH, "legions": {"Peak": 1, "Terra": 1}, "galleys": {"Deep": 1}})
    assert {text.split()[1] for text in legal(state, "found")} == {"Terra"}
    for place in ("Peak", "Deep"):
        assert refused(state, f"found {place} gold") == ("no_site", "AD-061")


@rule("AD-062")
def test_enemy_units_do_not_prevent_founding() -> None:
    enemy = {"galleys": {"Medio": 3}, "barracks": {"legions": 0, "galleys": 0}}
    state = play(founding({**ONE_EACH, "legions": {"Medio": 1}}, enemy), "found Medio gold")
    assert "Medio" in nation(state, "Romans")["cities"]
    assert nation(state, "Romans")["legions"] == {"Medio": 1}
    assert nation(state, "Carthaginians")["galleys"] == {"Medio": 3}


# ---- the base price --------------------------------------------------------------------------------------------------


@rule("AD-063", "AD-032", "AD-173")
def test_one_marble_one_iron_one_gold() -> None:
    unit = {"legions": {"Medio": 1}}
    state = founding({"marble": 3, "iron": 4, "gold": 5, **unit})
    assert stocks(play(state, "found Medio gold"), "Romans") == (2, 3, 4, 0)
    for good in GOODS[:3]:
        short = founding({"marble": 9, "iron": 9, "gold": 9, **unit, good: 0})
        assert legal(short, "found") == set()
        assert refused(short, "found Medio gold") == ("cannot_pay", "AD-063")


@rule("AD-032")
def test_units_may_also_conquer_a_city() -> None:
    state = founding({"legions": {"Utica": 2}}, phase="maneuver", carthage={"ramparts": ["Vaga"]})
    state = play(state, "conquer Utica 1 legion")
    assert "Utica" in nation(state, "Romans")["cities"]
    assert stocks(state, "Romans") == (0, 0, 0, 0)


@rule("AD-064", "AD-084")
@pytest.mark.parametrize("missing", [("marble",), ("iron",), ("gold",), ("marble", "gold"), ("marble", "iron", "gold")])
def test_a_coin_for_each_missing_resource(missing: tuple[str, ...]) -> None:
    goods = {**ONE_EACH, **dict.fromkeys(missing, 0), "legions": {"Medio": 1}}
    state = founding({**goods, "coins": len(missing)})
    after = play(state, "found Medio gold")
    assert stocks(after, "Romans") == (0, 0, 0, 0)
    assert to_position(after)["bank"]["coins"] == 20
    short = founding({**goods, "coins": len(missing) - 1})
    assert legal(short, "found") == set()
    assert refused(short, "found Medio gold") == ("cannot_pay", "AD-063")


@rule("AD-R05", "AD-R42")
def test_coins_may_be_paid_for_what_one_has_and_three_found_a_city() -> None:
    state = founding({**ONE_EACH, "coins": 3, "legions": {"Medio": 1}})
    paying = play(state, "found Medio gold ...")
    assert legal(paying) == {
        "pay 1 marble 1 iron 1 gold", "pay 1 marble 1 iron 1 coin", "pay 1 marble 1 gold 1 coin",
        "pay 1 iron 1 gold 1 coin", "pay 1 marble 2 coin", "pay 1 iron 2 coin", "pay 1 gold 2 coin", "pay 3 coin",
    }  # fmt: skip
    assert stocks(play(paying, "pay 3 coin"), "Romans") == (1, 1, 1, 0)
    assert refused(state, "found Medio gold 1 marble 1 iron 1 gold 1 coin") == ("wrong_payment", "AD-R42")
    two = founding({"marble": 2, "iron": 1, "gold": 0, "legions": {"Medio": 1}})
    assert refused(two, "found Medio gold") == ("cannot_pay", "AD-063")  # another resource is no substitute


# ---- the resource ----------------------------------------------------------------------------------------------------


@rule("AD-065", "AD-173")
@pytest.mark.parametrize("good", GOODS[:3])
def test_the_founder_chooses_the_resource(good: str) -> None:
    state = founding({**ONE_EACH, "legions": {"Medio": 1}})
    assert legal(state, "found") == {"found Medio marble", "found Medio iron", "found Medio gold"}
    after = play(state, f"found Medio {good}")
    assert nation(after, "Romans")["produces"] == {"Medio": good}
    assert "produces" not in nation(after, "Carthaginians")


# ---- the surcharge ---------------------------------------------------------------------------------------------------


@rule("AD-066", "AD-067", "AD-R06", "AD-173")
@pytest.mark.parametrize("name", ["Romans", "Carthaginians"])
@pytest.mark.parametrize(("site", "tax"), [("Terra", 1), ("Unda", 1), ("Ripa", 1), ("Procul", 0)])
def test_a_coin_for_a_neighbour_of_the_same_kind_over_any_border_of_anybody(name: str, site: str, tax: int) -> None:
    cities = owner(name, {site: "gold"})
    mine: dict[str, Any] = cities if name == "Romans" else {}
    theirs = cities if name == "Carthaginians" else {}
    unit = {**ONE_EACH, "legions": {"Medio": 1}}
    after = play(founding({**mine, **unit, "coins": tax}, theirs), "found Medio gold")
    assert stocks(after, "Romans") == (0, 0, 0, 0)
    other = play(founding({**mine, **unit, "coins": 1}, theirs), "found Medio iron")
    assert stocks(other, "Romans") == (0, 0, 0, 1)
    if tax:
        short = founding({**mine, **unit}, theirs)
        assert legal(short, "found") == {"found Medio marble", "found Medio iron"}
        assert refused(short, "found Medio gold") == ("cannot_pay", "AD-066")


@rule("AD-066", "AD-067", "AD-R06")
def test_every_such_neighbour_counts_once() -> None:
    mine = {**owner("Romans", {"Terra": "gold", "Procul": "gold"}), **ONE_EACH, "legions": {"Medio": 1}}
    theirs = owner("Carthaginians", {"Unda": "gold", "Ripa": "gold"})
    after = play(founding({**mine, "coins": 3}, theirs), "found Medio gold")
    assert stocks(after, "Romans") == (0, 0, 0, 0)
    assert refused(founding({**mine, "coins": 2}, theirs), "found Medio gold") == ("cannot_pay", "AD-066")
    mixed = owner("Carthaginians", {"Unda": "iron", "Ripa": "gold"})
    assert stocks(play(founding({**mine, "coins": 3}, mixed), "found Medio gold"), "Romans") == (0, 0, 0, 1)
    assert stocks(play(founding({**mine, "coins": 3}, mixed), "found Medio iron"), "Romans") == (0, 0, 0, 2)


@rule("AD-R04", "AD-066")
def test_the_surcharge_is_paid_in_coins_only() -> None:
    mine = {**owner("Romans", {"Terra": "gold"}), "marble": 9, "iron": 9, "gold": 9, "legions": {"Medio": 1}}
    state = founding(mine)
    assert "found Medio gold" not in legal(state)
    assert refused(state, "found Medio gold") == ("cannot_pay", "AD-066")
    paying = play(founding({**mine, "coins": 2}), "found Medio gold ...")
    assert "pay 1 marble 1 iron 1 gold 1 coin" in legal(paying)
    assert all(text.endswith((" 1 coin", " 2 coin")) for text in legal(paying))
    assert legal(paying) >= {"pay 1 marble 1 iron 2 coin", "pay 1 iron 1 gold 2 coin", "pay 1 marble 1 gold 2 coin"}
    assert len(legal(paying)) == 4


@rule("AD-063", "AD-064", "AD-066")
def test_coins_for_missing_goods_and_for_the_surcharge_add_up() -> None:
    mine = {**owner("Romans", {"Terra": "gold"}), "marble": 1, "gold": 1, "legions": {"Medio": 1}}
    assert stocks(play(founding({**mine, "coins": 2}), "found Medio gold"), "Romans") == (0, 0, 0, 0)
    short = founding({**mine, "coins": 1})
    assert legal(short, "found") == {"found Medio marble", "found Medio iron"}
    assert refused(short, "found Medio gold") == ("cannot_pay", "AD-066")


@rule("AD-068", "AD-R07")
@pytest.mark.parametrize("order", [("Medio", "Ripa", "Unda"), ("Unda", "Ripa", "Medio"), ("Ripa", "Medio", "Unda")])
def test_one_after_another_in_the_players_order(order: tuple[str, str, str]) -> None:
    """Medio touches Ripa and Unda, which do not touch each other."""
    goods = {"marble": 3, "iron": 3, "gold": 3, "coins": 9}
    state = founding({**goods, "legions": {"Medio": 1, "Ripa": 1}, "galleys": {"Unda": 1}})
    paid = []
    for place in order:
        before = stocks(state, "Romans")
        state = play(state, f"found {place} iron 1 marble 1 iron 1 gold")
        paid.append(tuple(was - now for was, now in zip(before, stocks(state, "Romans"), strict=True)))
    taxes = {"Medio": (0, 1, 1), "Unda": (0, 0, 2), "Ripa": (0, 1, 1)}[order[0]]
    assert paid == [(1, 1, 1, tax) for tax in taxes]


@rule("AD-068", "AD-R07")
def test_a_city_just_founded_raises_the_price_of_the_next_of_its_kind() -> None:
    goods = {"marble": 2, "iron": 2, "gold": 2}
    state = founding({**goods, "legions": {"Medio": 1, "Terra": 1}})
    state = play(state, "found Terra gold")
    assert legal(state, "found") == {"found Medio marble", "found Medio iron"}
    assert refused(state, "found Medio gold") == ("cannot_pay", "AD-066")


# ---- the worked example ----------------------------------------------------------------------------------------------


def iberia(**more: Any) -> State:
    """Give Carthage its units at Baecula and Saguntum; the third gold neighbour of Saguntum is Roman Tarraco."""
    tarraco = {"cities": ["Roma", "Tarraco"], "produces": {"Tarraco": "gold"}}
    goods = {"marble": 2, "iron": 1, "gold": 2, "coins": 2}
    carthage = {**goods, "legions": {"Baecula": 1, "Saguntum": 1}, "personages": {"king": 1}, **more}
    return duel(tarraco, carthage, turn="Carthaginians", phase="founding")


@rule("AD-069")
def test_example_where_carthage_can_found() -> None:
    state = iberia()
    assert {text.split()[1] for text in legal(state, "found")} == {"Baecula", "Saguntum"}
    assert refused(state, "found Numantia iron") == ("no_own_unit", "AD-060")


@rule("AD-070", "AD-071", "AD-072")
def test_example_of_the_prices() -> None:
    state = play(iberia(), "found Baecula gold 1 marble 1 iron 1 gold")
    assert stocks(state, "Carthaginians") == (1, 0, 1, 1)  # a coin for Carthago Nova
    assert refused(state, "found Saguntum gold") == ("cannot_pay", "AD-066")
    assert legal(state, "found") == {"found Saguntum marble", "found Saguntum iron"}
    state = play(state, "found Saguntum iron")
    assert stocks(state, "Carthaginians") == (0, 0, 0, 0)  # in all 2 gold, 2 marble, 1 iron, 2 coins
    assert nation(state, "Carthaginians")["produces"] == {"Baecula": "gold", "Saguntum": "iron"}
    assert to_position(state)["bank"]["coins"] == 20


@rule("AD-072", "AD-071")
def test_example_of_three_extra_coins() -> None:
    state = play(iberia(iron=2, coins=4), "found Baecula gold")
    assert stocks(state, "Carthaginians") == (1, 1, 1, 3)
    assert stocks(play(state, "found Saguntum gold"), "Carthaginians") == (0, 0, 0, 0)
    short = play(iberia(iron=2, coins=3), "found Baecula gold")
    assert refused(short, "found Saguntum gold") == ("cannot_pay", "AD-066")
