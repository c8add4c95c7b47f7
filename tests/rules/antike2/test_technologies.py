"""Antike II: SCIENTIA, the price table and what each technology does (trade has its own file)."""

from __future__ import annotations

from typing import Any

import pytest

from rondel.antike.state import State
from rondel.errors import PositionError
from tests.rules.antike2.fixtures import BOOK, OLD, TECHNOLOGIES, isles, moving
from tests.support import POOR, finish, legal, make, nation, play, refused, rule, stocks

#: first and later price
PRICES = {
    "strata": (7, 3), "navigatio": (8, 4), "mercatura": (5, 2), "commercium": (7, 3), "metallum": (10, 5),
    "moneta": (12, 6), "regnum": (12, 6), "res publica": (14, 7),
}  # fmt: skip
NEEDS = {"commercium": "mercatura", "moneta": "metallum", "res publica": "regnum"}


def learning(gold: int, owned: tuple[str, ...] = (), others: tuple[str, ...] = (), **more: Any) -> State:
    """Give Reds a SCIENTIA with so much gold."""
    nations = {"Reds": {**POOR, "gold": gold, "knowhow": list(owned), **more}, "Blues": {"knowhow": list(others)}}
    return isles(phase="know-how", nations=nations)


def needed(name: str) -> tuple[str, ...]:
    """Give the technology that must be owned before, if any."""
    return (NEEDS[name],) if name in NEEDS else ()


@rule("A2-116", "A2-117")
def test_eight_technologies_for_gold() -> None:
    assert [field.name for field in make(BOOK, 3).rules.knowhows] == TECHNOLOGIES
    state = learning(75)
    for name in TECHNOLOGIES:
        state = play(state, f"learn {name}")
    assert nation(state, "Reds")["knowhow"] == TECHNOLOGIES
    assert stocks(state, "Reds") == (0, 0, 0, 0)


@pytest.mark.parametrize("name", TECHNOLOGIES)
@rule("A2-117", "A2-118", "A2-R24", "A2-036", "A2-120")
def test_first_and_later_price(name: str) -> None:
    first, later = PRICES[name]
    base = needed(name)
    chain = (*base, name)
    state = finish(learning(first, owned=base), f"learn {name}")
    assert nation(state, "Reds")["gold"] == 0
    assert nation(state, "Reds")["personages"] == {"scholar": 1}
    assert f"learn {name}" not in legal(learning(first - 1, owned=base))
    state = finish(learning(later, owned=base, others=chain), f"learn {name}")
    assert nation(state, "Reds")["gold"] == 0
    assert nation(state, "Reds")["personages"] == {}
    assert f"learn {name}" not in legal(learning(later - 1, owned=base, others=chain))
    both = isles(
        phase="know-how",
        nations={
            "Reds": {**POOR, "gold": later, "knowhow": list(base)}, "Blues": {"knowhow": list(chain)},
            "Greens": {"knowhow": list(chain)},
        },
    )  # fmt: skip
    assert nation(play(both, f"learn {name}"), "Reds")["gold"] == 0


@rule("A2-117", "A2-118")
def test_refusals_name_the_price() -> None:
    assert refused(learning(6), "learn strata") == ("cannot_pay", "A2-118")
    assert refused(learning(2, others=("strata", "mercatura")), "learn strata") == ("cannot_pay", "A2-117")
    assert refused(learning(7, others=("strata",)), "learn navigatio") == ("cannot_pay", "A2-118")


@rule("A2-118", "A2-R24")
def test_a_nation_that_learned_before_in_the_same_game_makes_it_later() -> None:
    nations = {"Reds": {**POOR, "gold": 7}, "Blues": {**POOR, "gold": 3}, "Greens": {**POOR, "gold": 3}}
    state = isles(nations=nations)
    for _ in range(3):
        state = finish(state, "rondel scientia", "learn strata")
    for name, scholars in (("Reds", {"scholar": 1}), ("Blues", {}), ("Greens", {})):
        assert (nation(state, name)["gold"], nation(state, name)["knowhow"]) == (0, ["strata"])
        assert nation(state, name)["personages"] == scholars


@rule("A2-119")
def test_each_nation_marks_what_it_owns() -> None:
    state = play(learning(40, owned=("strata",), others=("navigatio",)), "learn mercatura")
    assert nation(state, "Reds")["knowhow"] == ["strata", "mercatura"]
    assert nation(state, "Blues")["knowhow"] == ["navigatio"]
    assert refused(state, "learn strata") == ("known", "A2-119")
    assert refused(state, "learn mercatura") == ("known", "A2-119")


@pytest.mark.parametrize(("name", "base"), NEEDS.items())
@rule("A2-121")
def test_pairs_in_order(name: str, base: str) -> None:
    state = learning(60)
    assert refused(state, f"learn {name}") == ("needs_basic", "A2-121")
    assert refused(learning(60, others=(base, name)), f"learn {name}") == ("needs_basic", "A2-121")
    state = play(state, f"learn {base}", f"learn {name}")
    assert nation(state, "Reds")["knowhow"] == [base, name]
    with pytest.raises(PositionError):
        learning(0, owned=(name,))


@rule("A2-122", "A2-121")
def test_otherwise_any_order() -> None:
    assert legal(learning(60), "learn") == {
        f"learn {name}" for name in ("strata", "navigatio", "mercatura", "metallum", "regnum")
    }
    for name in TECHNOLOGIES:
        others = [other for other in TECHNOLOGIES if other != name and name not in needed(other)]
        assert f"learn {name}" in legal(learning(60, owned=tuple(others)))


@rule("A2-123", "A2-R25", "A2-025")
def test_several_in_one_turn_a_scholar_for_each_new_one() -> None:
    state = finish(learning(7 + 8 + 2), "learn strata", "learn navigatio")
    assert nation(state, "Reds")["personages"] == {"scholar": 2}
    assert nation(state, "Reds")["gold"] == 2
    mixed = finish(learning(7 + 4, others=("navigatio",)), "learn strata", "learn navigatio")
    assert nation(mixed, "Reds")["personages"] == {"scholar": 1}


@rule("A2-036", "A2-R25")
def test_the_pair_new_brings_two_scholars() -> None:
    state = finish(learning(22), "learn metallum", "learn moneta")
    assert nation(state, "Reds")["personages"] == {"scholar": 2}
    assert nation(state, "Reds")["gold"] == 0


# ---- the example -----------------------------------------------------------------------------------------------------


def black(gold: int) -> State:
    """Set the science table of the example: black owns nothing, nobody NAVIGATIO or MONETA."""
    nations = {
        "Blacks": {**POOR, "gold": gold},
        "Reds": {"knowhow": ["regnum", "res publica"]},
        "Blues": {"knowhow": ["strata", "mercatura"]},
        "Greens": {"knowhow": ["metallum"]},
    }
    return isles(players=4, turn="Blacks", phase="know-how", nations=nations)


@pytest.mark.parametrize(
    ("names", "cost", "scholars"),
    [
        pytest.param(["strata"], 3, 0, marks=rule("A2-124")),
        pytest.param(["navigatio"], 8, 1, marks=rule("A2-125")),
        pytest.param(["mercatura", "strata"], 5, 0, marks=rule("A2-126")),
        pytest.param(["metallum", "moneta"], 17, 1, marks=rule("A2-127")),
        pytest.param(["regnum"], 6, 0, marks=rule("A2-128")),
    ],
)
@rule("A2-124", "A2-125", "A2-126", "A2-127", "A2-128", "A2-D03", "A2-D05")
def test_example_choices_of_black(names: list[str], cost: int, scholars: int) -> None:
    state = finish(black(cost), *[f"learn {name}" for name in names])
    assert nation(state, "Blacks")["gold"] == 0
    assert nation(state, "Blacks")["knowhow"] == [name for name in TECHNOLOGIES if name in names]
    assert nation(state, "Blacks")["personages"] == ({"scholar": 1} if scholars else {})
    short = black(cost - 1)
    for name in names[:-1]:
        short = play(short, f"learn {name}")
    assert f"learn {names[-1]}" not in legal(short)


@rule("A2-127", "A2-R20")
def test_example_the_marker_on_moneta_counts_alone() -> None:
    state = finish(black(17), "learn metallum", "learn moneta")
    owned = nation(state, "Blacks")["knowhow"]
    after = isles(nations={"Reds": {**POOR, "knowhow": owned}})
    assert stocks(play(after, "rondel iron"), "Reds") == (0, 3, 0, 1)


@rule("A2-128")
def test_example_res_publica_covers_regnum() -> None:
    assert refused(black(5), "learn regnum")[0] == "cannot_pay"
    assert refused(black(5), "learn regnum") == ("cannot_pay", "A2-117")
    assert nation(finish(black(6), "learn regnum"), "Blacks")["personages"] == {}


@rule("A2-D03", "A2-D04")
def test_the_price_table_fits_the_example() -> None:
    first = {field.name: field.first for field in make(BOOK, 3).rules.knowhows}
    later = {field.name: field.later for field in make(BOOK, 3).rules.knowhows}
    assert (later["strata"], first["navigatio"], later["mercatura"], later["regnum"]) == (3, 8, 2, 6)
    assert later["metallum"] + first["moneta"] == 17
    assert all(first[name] > later[name] >= 1 for name in TECHNOLOGIES)
    assert first["strata"] >= 4
    assert first["mercatura"] >= 3
    assert first["regnum"] >= 7
    assert later["navigatio"] <= 7
    assert 1 <= later["metallum"] <= 15
    assert 2 <= first["moneta"] <= 16
    assert {name: (first[name], later[name]) for name in TECHNOLOGIES} == PRICES


# ---- effects ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("owned", "bonus"), [((), 0), (("metallum",), 1), (("metallum", "moneta"), 2)])
@rule("A2-132", "A2-133", "A2-R20", "A2-022")
def test_more_of_what_is_produced_once_an_action(owned: tuple[str, ...], bonus: int) -> None:
    for good in ("marble", "iron", "gold"):
        entry = {**POOR, "knowhow": list(owned), "cities": ["Alba", "Nola", "Brixia", "Capua"], "temples": ["Brixia"]}
        after = play(isles(nations={"Reds": entry}), f"rondel {good}")
        yields = {"marble": 2, "iron": 3, "gold": 1}
        expected = {other: (yields[other] + bonus if other == good else 0) for other in yields}
        assert {other: nation(after, "Reds")[other] for other in yields} == expected
        assert nation(after, "Reds")["coins"] == 1


@pytest.mark.parametrize(("owned", "bonus"), [((), 0), (("regnum",), 1), (("regnum", "res publica"), 2)])
@rule("A2-134", "A2-135", "A2-157", "A2-R20", "A2-022")
def test_more_defence_for_all_cities(owned: tuple[str, ...], bonus: int) -> None:
    for city, temples in (("Delos", []), ("Elis", ["Elis"]), ("Faleria", [])):
        base = 3 if city in temples else 1
        army = {"legions": {city: base + bonus}}
        blues = {"knowhow": list(owned), "temples": temples, **OLD}
        assert legal(moving({"Reds": army, "Blues": blues}), "conquer") == {f"conquer {city} {base + bonus} legion"}
        weak = {"legions": {city: base + bonus - 1, "Nola": 1}}
        assert legal(moving({"Reds": weak, "Blues": blues}), "conquer") == set()


@rule("A2-134")
def test_defence_is_for_the_owner_only() -> None:
    army = {"legions": {"Delos": 1}, "knowhow": ["regnum", "res publica"]}
    state = moving({"Reds": army, "Blues": OLD, "Greens": {"knowhow": ["regnum"]}})
    assert legal(state, "conquer") == {"conquer Delos 1 legion"}


@rule("A2-136", "A2-137", "A2-022")
def test_longer_ways_by_land_and_sea() -> None:
    army = {"legions": {"Alba": 1}, "galleys": {"Brixia": 1}}
    strata = play(moving({"Reds": {**army, "knowhow": ["strata"]}}), "move 1 legion Alba Saguntum")
    strata = play(strata, "move 1 legion Saguntum Delos")
    assert nation(strata, "Reds")["legions"] == {"Delos": 1}
    assert refused(strata, "move 1 legion Delos Nola") == ("no_action_left", "A2-141")
    ashore = play(moving({"Reds": {**army, "knowhow": ["strata"]}}), "move 1 galley Brixia Mare Album")
    assert refused(ashore, "move 1 galley Mare Album Elis") == ("no_action_left", "A2-141")
    sail = play(moving({"Reds": {**army, "knowhow": ["navigatio"]}}), "move 1 galley Brixia Mare Album")
    sail = play(sail, "move 1 galley Mare Album Elis")
    assert nation(sail, "Reds")["galleys"] == {"Elis": 1}
    afloat = play(moving({"Reds": {**army, "knowhow": ["navigatio"]}}), "move 1 legion Alba Saguntum")
    assert refused(afloat, "move 1 legion Saguntum Delos") == ("no_action_left", "A2-141")
    assert refused(sail, "move 1 galley Elis Rhegium") == ("no_action_left", "A2-141")
