"""Bank, exhaustion and deals: what nobody gives, lends or promises in a way that binds."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rondel.antike.actions import KINDS
from rondel.errors import PositionError
from rondel.position import to_position
from tests.support import POOR, at, both, legal, make, nation, now, play, refused, rule, stocks

NAMES = ("Greeks", "Persians", "Arabs", "Phoenicians")


def clause(book: str, in_2005: str, in_2006: str) -> str:
    return in_2005 if book == "antike-2005" else in_2006


# ---- deals -------------------------------------------------------------------------------------------------


@both
@rule("A06-222", "A05-226", "A06-R43", "A05-R43")
def test_a_peace_kept_binds_nobody(book: str) -> None:
    fleets = {"Greeks": {**POOR, "galleys": {"Ephesos": 2}, "rondel": "gold", "knowhow": ["sailing"]},
              "Persians": {**POOR, "galleys": {"Athen": 2}, "rondel": "gold"}}  # fmt: skip
    state = at(book, players=4, turn="Greeks", nations=fleets)
    state = play(state, "rondel maneuver1", "move 1 galley Ephesos Athen")
    assert now(state) == ("Persians", "answer")
    kept = play(state, "peace")
    assert legal(kept, "fight") == {"fight 1 galley Athen Persians"}
    again = play(kept, "move 1 galley Ephesos Athen")
    assert now(again) == ("Persians", "answer")
    assert len(legal(again, "fight")) == 1
    kept = play(again, "peace", "done")
    attack = play(kept, "rondel maneuver1")
    assert any(text.endswith("Athen Greeks") for text in legal(attack, "fight"))


@both
@rule("A06-222", "A05-226", "A06-R43", "A05-R43")
def test_no_action_and_no_part_of_a_position_is_an_agreement(book: str) -> None:
    assert set(KINDS) == {
        "done", "peace", "enter", "take-good", "take", "lose", "nation", "city", "give-up", "wedge", "pay",
        "temple", "arm", "learn", "move", "fight", "conquer", "found", "trade",
    }  # fmt: skip
    with pytest.raises(PositionError) as error:
        at(book, deals=[["Greeks", "Persians"]])
    assert error.value.code == "bad_position"


# ---- nothing between nations -------------------------------------------------------------------------------


@both
@rule("A06-223", "A05-227")
def test_nothing_passes_from_nation_to_nation(book: str) -> None:
    rng = Random(5)
    state = make(book, 4).seated(NAMES, "Greeks")
    for _ in range(600):
        if not state.legal():
            break
        before = state
        state = before.apply(rng.choice(before.legal()))
        for number in range(4):
            held, holds = before.goods[4 * number : 4 * number + 4], state.goods[4 * number : 4 * number + 4]
            new_round, new_turn = state.round > before.round, number == state.turn != before.turn
            if new_round if book == "antike-2006" else new_turn:
                held[3] += 1
            if number != before.turn:
                assert holds == held
    assert state.round > 8


@both
@rule("A06-223", "A05-227")
def test_the_two_nations_of_a_player_share_nothing_either(book: str) -> None:
    rich = {"marble": 20, "iron": 20, "gold": 20, "coins": 5}
    state = at(book, players=2, turn="Greeks", phase="founding",
               nations={"Phoenicians": POOR, "Greeks": {**POOR, "legions": {"Ephesos": 1}}, "Persians": POOR,
                        "Arabs": rich})  # fmt: skip
    assert nation(state, "Greeks")["seat"] == nation(state, "Arabs")["seat"]
    assert now(state) == ("Persians", "rondel")
    assert "Ephesos" not in nation(state, "Greeks")["cities"]
    assert stocks(state, "Arabs") == (20, 20, 20, 5)


@both
@rule("A06-223", "A05-227")
def test_a_conquest_brings_no_goods(book: str) -> None:
    nations = {"Greeks": {**POOR, "galleys": {"Tyros": 1}}, "Persians": {}, "Arabs": {}, "Phoenicians": {"coins": 4}}
    state = at(book, turn="Greeks", phase="maneuver", nations=nations)
    after = play(state, "conquer Tyros")
    assert "Tyros" in nation(after, "Greeks")["cities"]
    assert (stocks(after, "Greeks"), stocks(after, "Phoenicians")) == ((0, 0, 0, 0), (2, 1, 3, 4))


# ---- no credit ---------------------------------------------------------------------------------------------


@both
@rule("A06-224", "A05-228")
@pytest.mark.parametrize(
    ("phase", "entry"),
    [
        ("temple", {"marble": 4, "iron": 9, "gold": 9}),
        ("arming", {"marble": 9, "gold": 9}),
        ("know-how", {"marble": 9, "iron": 9, "gold": 6}),
        ("founding", {"marble": 9, "iron": 9, "legions": {"Ephesos": 1}}),
    ],
)
def test_nothing_is_sold_for_less_than_its_price(book: str, phase: str, entry: dict[str, Any]) -> None:
    unable = at(book, turn="Greeks", phase=phase, nations={"Greeks": {**POOR, **entry}})
    held = at(book, turn="Greeks", phase=phase, nations={"Greeks": {**POOR, **entry, "coins": 1}})
    assert (now(unable), now(held)) == (("Persians", "rondel"), ("Greeks", phase))


@both
@rule("A06-224", "A05-228")
def test_the_rondel_is_not_moved_on_credit(book: str) -> None:
    for held in range(6):
        state = at(book, turn="Greeks", nations={"Greeks": {**POOR, "gold": held, "rondel": "iron"}})
        wedges = ["temple", "gold", "maneuver1", "arming", "marble", "know-how", "maneuver2", "iron"]
        assert legal(state, "rondel") == {f"rondel {wedge}" for wedge in wedges[: 3 + held]}


@both
@rule("A06-224")
def test_the_bank_pays_out_what_a_nation_is_entitled_to(book: str) -> None:
    state = at(book, players=4, turn="Greeks", options={"bank-units": 99}, nations={"Greeks": {"temples": ["Pella"]}})
    bank = to_position(state)["bank"]
    after = play(state, "rondel marble")
    assert stocks(after, "Greeks") == (5, 1, 3, 0)
    assert to_position(after)["bank"]["marble"] == bank["marble"] - 3
    assert (to_position(after)["bank"]["iron"], to_position(after)["bank"]["gold"]) == (bank["iron"], bank["gold"])


# ---- exhaustion --------------------------------------------------------------------------------------------


@both
@rule("A06-225", "A05-229")
@pytest.mark.parametrize(("in_bank", "paid"), [(0, 0), (1, 1), (2, 2), (3, 3), (4, 3)])
def test_production_pays_only_what_the_bank_still_has(book: str, in_bank: int, paid: int) -> None:
    others = {"Persians": {"iron": 20 - in_bank}, "Arabs": {"iron": 0}, "Phoenicians": {"iron": 0}}
    mine = {"iron": 0, "temples": ["Dyrrhachion"]}
    state = at(book, turn="Greeks", options={"bank-units": 20}, nations={"Greeks": mine, **others})
    assert to_position(state)["bank"]["iron"] == in_bank
    after = play(state, "rondel iron")
    assert stocks(after, "Greeks") == (2, paid, 3, 0)
    assert to_position(after)["bank"]["iron"] == in_bank - paid


@both
@rule("A06-225", "A05-230")
def test_no_temple_is_built_when_the_bank_has_none(book: str) -> None:
    east = ("Artaxata Zadrakarta Susa Rhagai Charax Persepolis Harmotia Ninive Babylon Gerrha Palmyra Petra Taima "
            "Mecca Melitene Phasis Sinope Gordion Memphis Theben").split()  # fmt: skip
    for temples in (19, 20):
        persians = {"cities": east, "temples": east[:temples]}
        state = at(book, turn="Greeks", phase="rondel", nations={"Greeks": {"marble": 10}, "Persians": persians})
        state = play(state, "rondel temple")
        assert to_position(state)["bank"]["temples"] == 20 - temples
        assert now(state) == (("Greeks", "temple") if temples == 19 else ("Persians", "rondel"))
    persians = {"cities": east, "temples": east[:19]}
    state = at(book, turn="Greeks", phase="temple", nations={"Greeks": {"marble": 10}, "Persians": persians})
    after = play(state, "temple Pella")
    assert now(after) == ("Persians", "rondel")
    assert stocks(after, "Greeks")[0] == 5


@both
@rule("A06-225", "A05-230")
@pytest.mark.parametrize(("army", "kind"), [("legions", "legion"), ("galleys", "galley")])
def test_no_unit_is_set_up_when_the_supply_has_none(book: str, army: str, kind: str) -> None:
    for units in (16, 17):
        entry = {"iron": 9, army: {"Pella": units}}
        state = at(book, turn="Greeks", phase="arming", nations={"Greeks": entry})
        offered = {text.split()[1] for text in legal(state, "arm")}
        assert (kind in offered) == (units == 16)
        assert len(offered) == (2 if units == 16 else 1)
    wanted = ("no_unit_left", clause(book, "A05-129", "A06-141"))
    assert refused(state, f"arm {kind} Athen") == wanted


@rule("A06-226", "A06-225")
def test_2006_without_coins_each_nation_chooses_a_unit_instead() -> None:
    nations = {"Greeks": {"coins": 10}, "Persians": {"coins": 10}, "Arabs": {"coins": 9}, "Phoenicians": {"coins": 0}}
    state = at("antike-2006", start="Persians", turn="Greeks", nations=nations)
    state = play(state, "rondel iron")
    assert now(state) == ("Arabs", "substitute")
    assert (stocks(state, "Persians")[3], to_position(state)["bank"]["coins"]) == (11, 0)
    assert legal(state) == {"take marble", "take iron", "take gold"}
    state = play(state, "take gold")
    assert (now(state), stocks(state, "Arabs")) == (("Phoenicians", "substitute"), (2, 1, 4, 9))
    state = play(state, "take iron")
    assert (now(state), stocks(state, "Phoenicians")) == (("Greeks", "substitute"), (2, 2, 3, 0))
    state = play(state, "take marble")
    assert (now(state), stocks(state, "Greeks")) == (("Persians", "rondel"), (3, 2, 3, 10))


@rule("A05-231", "A05-229")
def test_2005_without_coins_the_nation_on_turn_chooses_a_unit_instead() -> None:
    nations = {"Greeks": {"coins": 10}, "Persians": {"coins": 10}, "Arabs": {"coins": 9}, "Phoenicians": {"coins": 0}}
    state = play(at("antike-2005", turn="Greeks", nations=nations), "rondel iron")
    assert (now(state), stocks(state, "Persians")[3]) == (("Persians", "rondel"), 11)
    state = play(state, "rondel iron")
    assert now(state) == ("Arabs", "substitute")
    assert legal(state) == {"take marble", "take iron", "take gold"}
    after = play(state, "take gold")
    assert (now(after), stocks(after, "Arabs")) == (("Arabs", "rondel"), (2, 1, 4, 9))
    assert stocks(after, "Phoenicians") == (2, 1, 3, 0)


@both
@rule("A06-226", "A05-231")
def test_only_resources_the_bank_still_has_are_offered_for_the_coin(book: str) -> None:
    nations = {"Greeks": {"coins": 10, "gold": 0}, "Persians": {"coins": 10, "gold": 30},
               "Arabs": {"coins": 10, "gold": 0}, "Phoenicians": {"coins": 0, "gold": 0}}  # fmt: skip
    state = at(book, start="Persians", turn="Greeks", options={"bank-units": 30}, nations=nations)
    state = play(state, "rondel marble")
    assert now(state) == ("Persians", "substitute")
    assert legal(state) == {"take marble", "take iron"}
    assert refused(state, "take gold") == ("bank_empty", clause(book, "A05-R09", "A06-R09"))
