"""Antike II: founding cities, with a choice of resource where the site leaves it open."""

from __future__ import annotations

import pytest

from rondel.antike.state import State
from rondel.boards.reader import load_board
from rondel.boards.schema import ANY
from rondel.position import to_position
from tests.rules.antike2.fixtures import BOOK, RICH, SEAS, WEDGES, isles, moving
from tests.support import POOR, at, finish, legal, nation, now, play, refused, rule, stocks

#: keeps the founding step open when nothing can be founded
OPEN = {**RICH, "knowhow": ["mercatura"]}


def founding(entry: dict[str, object], **more: object) -> State:
    """Give Reds a founding step."""
    return isles(phase="founding", nations={"Reds": entry}, **more)


def founded(state: State) -> set[str]:
    """Give the sites where the nation on turn can found."""
    return {text.split()[1] for text in legal(state, "found")}


@rule("A2-068", "A2-019")
def test_after_every_action_and_never_by_force() -> None:
    for wedge in WEDGES:
        state = isles(nations={"Reds": {**RICH, "legions": {"Nola": 1}}}, bellona="Blues")
        state = play(state, f"rondel {wedge}")
        while now(state)[1] != "founding":
            state = play(state, "done")
        assert legal(state) == {"done", "found Nola"}
        assert "Nola" not in nation(play(state, "done"), "Reds")["cities"]
        assert "Nola" in nation(play(state, "found Nola"), "Reds")["cities"]


@rule("A2-068")
def test_several_cities_in_one_turn() -> None:
    state = founding({**RICH, "legions": {"Nola": 1, "Ostia": 1}, "galleys": {"Rhegium": 1}})
    state = play(state, "found Nola", "found Rhegium", "found Ostia")
    assert set(nation(state, "Reds")["cities"]) == {"Alba", "Brixia", "Capua", "Nola", "Ostia", "Rhegium"}
    assert stocks(state, "Reds") == (17, 17, 17, 0)
    assert nation(state, "Reds")["personages"] == {"king": 1}


@pytest.mark.parametrize("army", [{"legions": {"Nola": 1}}, {"galleys": {"Nola": 1}}])
@rule("A2-069")
def test_an_own_unit_of_either_kind_is_needed(army: dict[str, object]) -> None:
    assert founded(founding({**RICH, **army})) == {"Nola"}
    state = founding({**OPEN, **army}, turn="Reds")
    assert refused(state, "found Ostia") == ("no_own_unit", "A2-069")
    strangers = isles(phase="founding", nations={"Reds": OPEN, "Blues": army})
    assert refused(strangers, "found Nola") == ("no_own_unit", "A2-069")


@rule("A2-070")
def test_foreign_units_do_not_prevent_it() -> None:
    crowd = {"legions": {"Nola": 5}, "galleys": {"Nola": 5}}
    nations = {"Reds": {**RICH, "legions": {"Nola": 1}}, "Blues": crowd, "Greens": crowd}
    state = play(isles(phase="founding", nations=nations), "found Nola")
    assert "Nola" in nation(state, "Reds")["cities"]
    assert nation(state, "Blues")["legions"] == {"Nola": 5}
    assert nation(state, "Reds")["legions"] == {"Nola": 1}


@rule("A2-071", "A2-019")
def test_one_of_each_resource() -> None:
    army = {"legions": {"Nola": 1}}
    state = play(founding({**POOR, "marble": 1, "iron": 1, "gold": 1, **army}), "found Nola")
    assert stocks(state, "Reds") == (0, 0, 0, 0)
    for missing in ("marble", "iron", "gold"):
        goods = {"marble": 5, "iron": 5, "gold": 5, "coins": 0, missing: 0}
        state = founding({**goods, **army, "knowhow": ["mercatura"]})
        assert refused(state, "found Nola") == ("cannot_pay", "A2-071")


@rule("A2-072", "A2-R15")
def test_coins_replace_any_of_them() -> None:
    army = {"legions": {"Nola": 1}}
    state = founding({"marble": 1, "iron": 1, "gold": 1, "coins": 3, **army})
    state = play(state, "found Nola ...")
    assert legal(state) == {
        "pay 1 marble 1 iron 1 gold", "pay 1 marble 1 iron 1 coin", "pay 1 marble 1 gold 1 coin",
        "pay 1 iron 1 gold 1 coin", "pay 1 marble 2 coin", "pay 1 iron 2 coin", "pay 1 gold 2 coin", "pay 3 coin",
    }  # fmt: skip
    assert stocks(play(state, "pay 3 coin"), "Reds") == (1, 1, 1, 0)
    lacking = founding({"marble": 0, "iron": 2, "gold": 0, "coins": 1, "knowhow": ["mercatura"], **army})
    assert refused(lacking, "found Nola") == ("cannot_pay", "A2-071")


@rule("A2-073")
def test_the_site_says_the_resource() -> None:
    for site, good, wrong in (("Nola", "marble", "gold"), ("Ostia", "iron", "marble"), ("Pisae", "gold", "iron")):
        state = founding({**OPEN, "rondel": "maneuver1", "legions": {site: 1}})
        assert refused(state, f"found {site} {wrong}") == ("wrong_kind", "A2-073")
        assert site in nation(play(state, f"found {site} {good}"), "Reds")["cities"]
        nations = {"Reds": {**POOR, "cities": [site, "Saguntum"]}}
        for wedge in ("marble", "iron", "gold"):
            expected = (1 if wedge == good else 0) + (1 if wedge == "marble" else 0)
            assert nation(play(isles(nations=nations), f"rondel {wedge}"), "Reds")[wedge] == expected


@rule("A2-074")
def test_open_sites_are_on_the_orient_side() -> None:
    assert [region for region in load_board("mare-nostrum").regions if region.resource == ANY] == []
    names = {region.name for region in load_board("orient").regions if region.resource == ANY}
    assert "Paphos" in names
    assert "Attalia" not in names


@pytest.mark.parametrize("good", ["marble", "iron", "gold"])
@rule("A2-075")
def test_the_founder_chooses_at_an_open_site(good: str) -> None:
    state = founding({**RICH, "legions": {"Quiza": 1}})
    assert legal(state, "found") == {"found Quiza marble", "found Quiza iron", "found Quiza gold"}
    assert refused(state, "found Quiza")[0] == "bad_text"
    state = play(state, f"found Quiza {good}")
    assert nation(state, "Reds")["produces"] == {"Quiza": good}
    state = isles(nations={"Reds": {**POOR, "cities": ["Saguntum", "Quiza"], "produces": {"Quiza": good}}})
    for wedge in ("iron", "gold", "marble"):
        expected = (1 if wedge == good else 0) + (1 if wedge == "marble" else 0)
        assert nation(play(state, f"rondel {wedge}"), "Reds")[wedge] == expected


@rule("A2-076")
def test_one_city_a_region() -> None:
    own = {**OPEN, "legions": {"Alba": 1, "Delos": 1}, "galleys": {"Capua": 1}}
    state = founding(own)
    assert founded(state) == set()
    for site in ("Alba", "Capua", "Delos"):
        assert refused(state, f"found {site}") == ("occupied", "A2-076")


@rule("A2-077", "A2-R35")
def test_a_neutral_temple_bars_its_site_until_destroyed() -> None:
    state = founding({**OPEN, "legions": {"Templa": 1}})
    assert refused(state, "found Templa") == ("neutral_temple", "A2-077")
    cleared = founding({**OPEN, "legions": {"Templa": 1}}, neutral_temples=["Ulia"])
    assert "Templa" in nation(play(cleared, "found Templa"), "Reds")["cities"]
    army = {**RICH, "legions": {"Templa": 4}}
    state = play(isles(phase="maneuver", nations={"Reds": army}), "conquer Templa 3 legion")
    while now(state)[1] != "founding":
        state = play(state, "done")
    assert founded(state) == {"Templa"}
    state = play(state, "found Templa")
    assert nation(state, "Reds")["cities"] == ["Alba", "Brixia", "Capua", "Templa"]
    assert nation(state, "Reds")["temples"] == []
    assert to_position(state)["neutral_temples"] == ["Ulia"]


@rule("A2-R39")
def test_cities_stand_at_printed_sites_only() -> None:
    state = founding({**OPEN, "legions": {"Vastum": 1}, "galleys": {"Mare Album": 1, "Mare Nigrum": 1}})
    assert founded(state) == set()
    for name in ("Vastum", *SEAS):
        assert refused(state, f"found {name}") == ("no_site", "A2-R39")


@rule("A2-R39", "A2-162", "A2-R43")
def test_a_conquered_open_site_keeps_its_resource() -> None:
    for good in ("marble", "iron", "gold"):
        blues = {"cities": ["Delos", "Quiza"], "produces": {"Quiza": good}}
        for options in ({}, {"free-cities": 1}):
            state = moving({"Reds": {"legions": {"Quiza": 2}}, "Blues": blues}, options=options)
            state = play(state, "conquer Quiza 2 legion")
            assert nation(state, "Reds")["produces"] == {"Quiza": good}
            assert "produces" not in nation(state, "Blues")


# ---- the example on the Orient side ----------------------------------------------------------------------------------


def orient(**goods: int) -> State:
    """Give red units at Attalia and Paphos, none at Antiochia."""
    red = {"marble": 2, "iron": 1, "gold": 2, "coins": 1, **goods}
    nations = {"Persians": {**red, "legions": {"Attalia": 1}, "galleys": {"Paphos": 1}}}
    return at(BOOK, board="orient", players=3, turn="Persians", phase="founding", neutral_temples=[], nations=nations)


@rule("A2-078", "A2-079", "A2-D08")
def test_example_attalia_and_paphos() -> None:
    state = orient()
    assert founded(state) == {"Attalia", "Paphos"}
    assert refused(state, "found Antiochia") == ("no_own_unit", "A2-069")
    assert legal(state, "found") == {"found Attalia", "found Paphos marble", "found Paphos iron", "found Paphos gold"}
    for wrong in ("marble", "iron"):
        assert refused(state, f"found Attalia {wrong}") == ("wrong_kind", "A2-073")
    only = finish(state, "found Paphos iron")
    assert {"Attalia", "Paphos"} & set(nation(only, "Persians")["cities"]) == {"Paphos"}


@pytest.mark.parametrize("good", ["gold", "marble", "iron"])
@rule("A2-080", "A2-079")
def test_example_payment_for_both(good: str) -> None:
    state = play(orient(), "found Attalia", f"found Paphos {good}")
    assert {"Attalia", "Paphos"} <= set(nation(state, "Persians")["cities"])
    assert nation(state, "Persians")["produces"]["Paphos"] == good
    assert stocks(state, "Persians") == (0, 0, 0, 0)
    short = play(orient(coins=0), "found Attalia")
    assert "Paphos" not in nation(short, "Persians")["cities"]
    assert stocks(short, "Persians") == (1, 0, 1, 0)
    assert now(short)[0] != "Persians"
