"""Antike II: the ninth scholar and the free choice of city types."""

from __future__ import annotations

from typing import Any

import pytest

from rondel.antike.state import State
from rondel.antike.variants import OPTIONS
from tests.rules.antike2.fixtures import BOOK, OLD, RICH, TECHNOLOGIES, bank, isles, moving
from tests.support import POOR, finish, legal, make, nation, outcome, play, refused, rule

NINTH = {"ninth-scholar": 1}
FREE = {"free-cities": 1}


def learning(owned: list[str], options: dict[str, int], gold: int = 14, **others: Any) -> State:
    """Give Reds a SCIENTIA with these technologies."""
    nations = {"Reds": {**POOR, "gold": gold, "knowhow": owned}, **others}
    return isles(phase="know-how", nations=nations, options=options)


@rule("A2-176", "A2-177")
def test_both_variants_are_off_unless_chosen() -> None:
    assert {"ninth-scholar", "free-cities"} <= {option.id for option in OPTIONS[BOOK]}
    rules = make(BOOK, 3).rules
    assert (rules.full_scholar, rules.free_kind) == (False, False)
    chosen = make(BOOK, 3, options={**NINTH, **FREE}).rules
    assert (chosen.full_scholar, chosen.free_kind) == (True, True)


@rule("A2-037", "A2-176", "A2-R42", "A2-035")
def test_the_first_with_all_eight_wins_the_ninth_scholar() -> None:
    assert bank(learning(TECHNOLOGIES[:7], NINTH))["personages"]["scholar"] == 9
    state = play(learning(TECHNOLOGIES[:7], NINTH), "learn res publica")
    assert nation(finish(state), "Reds")["personages"] == {"scholar": 2}
    known = {"Blues": {"knowhow": ["regnum", "res publica"]}}
    state = finish(learning(TECHNOLOGIES[:7], NINTH, gold=7, **known), "learn res publica")
    assert nation(state, "Reds")["personages"] == {"scholar": 1}


@rule("A2-037", "A2-176")
def test_only_the_first_nation_wins_it() -> None:
    blues = {"Blues": {"knowhow": TECHNOLOGIES}}
    state = finish(learning(TECHNOLOGIES[:7], NINTH, gold=7, **blues), "learn res publica")
    assert nation(state, "Reds")["personages"] == {}
    seven = finish(learning(TECHNOLOGIES[:6], NINTH, gold=12), "learn regnum")
    assert nation(seven, "Reds")["personages"] == {"scholar": 1}


@rule("A2-R42", "A2-035")
def test_without_the_variant_the_ninth_card_is_out_of_the_game() -> None:
    state = learning(TECHNOLOGIES[:7], {})
    assert bank(state)["personages"]["scholar"] == 8
    assert nation(finish(state, "learn res publica"), "Reds")["personages"] == {"scholar": 1}


@rule("A2-R42", "A2-044")
def test_it_is_won_at_the_end_of_the_turn_and_can_win_the_game() -> None:
    entry = {**POOR, "gold": 7, "knowhow": TECHNOLOGIES[:7], "personages": {"king": 5, "citizen": 4}}
    nations = {"Reds": entry, "Blues": {"knowhow": ["regnum", "res publica"]}}
    for options, expected in ((NINTH, ("Reds", "personages")), ({}, ("", ""))):
        state = isles(phase="know-how", nations=nations, options=options)
        assert outcome(finish(state, "learn res publica")) == expected


@pytest.mark.parametrize("good", ["marble", "iron", "gold"])
@rule("A2-177")
def test_every_founder_chooses_the_resource(good: str) -> None:
    army = {**RICH, "legions": {"Nola": 1, "Ostia": 1, "Pisae": 1, "Quiza": 1}}
    state = isles(phase="founding", nations={"Reds": army}, options=FREE)
    assert legal(state, "found") == {
        f"found {site} {kind}" for site in ("Nola", "Ostia", "Pisae", "Quiza") for kind in ("marble", "iron", "gold")
    }
    for site in ("Nola", "Ostia", "Pisae", "Quiza"):
        state = play(state, f"found {site} {good}")
    cities = nation(state, "Reds")["cities"]
    assert len(cities) == 7
    entry = {**POOR, "cities": cities, "produces": nation(state, "Reds")["produces"]}
    made = play(isles(nations={"Reds": entry}, options=FREE), f"rondel {good}")
    assert nation(made, "Reds")[good] == 5
    usual = isles(phase="founding", nations={"Reds": army})
    wrong = "iron" if good != "iron" else "gold"
    assert refused(usual, f"found Nola {wrong}") == ("wrong_kind", "A2-073")


@rule("A2-177", "A2-R43")
def test_conquest_keeps_the_resource() -> None:
    state = moving({"Reds": {"legions": {"Delos": 1}}, "Blues": OLD}, options=FREE)
    assert legal(state, "conquer") == {"conquer Delos 1 legion"}
    state = finish(state, "conquer Delos 1 legion")
    owner = isles(nations={"Reds": {**POOR, "cities": nation(state, "Reds")["cities"]}}, options=FREE)
    assert "produces" not in nation(state, "Reds")
    assert nation(play(owner, "rondel marble"), "Reds")["marble"] == 2


@rule("A2-177", "A2-017")
def test_start_cities_keep_their_resources() -> None:
    state = make(BOOK, 4, options=FREE).new(3)
    name = state.game.nation_name(state, 0)
    assert "produces" not in nation(state, name)
    assert len(nation(state, name)["cities"]) == 3
