"""Victory: how many personages win, when that is checked, and the end when all of them are out."""

from __future__ import annotations

from typing import Any

import pytest

from rondel.antike.state import State
from rondel.antike.variants import OPTIONS, PRESETS
from rondel.errors import SetupError
from rondel.position import to_position
from tests.support import POOR, at, both, legal, make, nation, now, outcome, play, refused, rule

NATIONS = ("Greeks", "Persians", "Arabs", "Phoenicians", "Egyptians", "Babylonians")
#: five cities that no other nation ever starts with
FIVE = ["Pella", "Dyrrhachion", "Athen", "Sparta", "Messana"]


def before_a_king(book: str, players: int, cards: int, options: Any = None) -> State:
    """Set up the Greeks with so many personages and a king due at the end of this turn."""
    held = {"scholar": 5, "general": cards - 5}
    entry = {**POOR, "cities": FIVE, "personages": held}
    return at(book, players=players, turn="Greeks", options=options or {}, nations={"Greeks": entry})


@both
@pytest.mark.parametrize(
    ("players", "target"),
    [
        pytest.param(6, 7, marks=rule("A06-080", "A05-212")),
        pytest.param(5, 8, marks=rule("A06-081", "A05-213")),
        pytest.param(4, 9, marks=rule("A06-082", "A05-214")),
        pytest.param(3, 10, marks=rule("A06-083", "A05-215", "A06-R45", "A05-R45")),
    ],
)
def test_number_of_personages_that_wins(book: str, players: int, target: int) -> None:
    short = play(before_a_king(book, players, target - 2), "rondel arming")
    assert nation(short, "Greeks")["points"] == target - 1
    assert outcome(short) == ("", "")
    assert now(short) == ("Persians", "rondel")
    enough = play(before_a_king(book, players, target - 1), "rondel arming")
    assert nation(enough, "Greeks")["points"] == target
    assert outcome(enough) == ("Greeks", "personages")


@both
@rule("A06-R45", "A05-R45", "A05-215")
def test_three_nations_may_agree_on_twelve(book: str) -> None:
    ten = play(before_a_king(book, 3, 9, ["target-12"]), "rondel arming")
    assert (nation(ten, "Greeks")["points"], outcome(ten)) == (10, ("", ""))
    eleven = play(before_a_king(book, 3, 10, ["target-12"]), "rondel arming")
    assert (nation(eleven, "Greeks")["points"], outcome(eleven)) == (11, ("", ""))
    twelve = play(before_a_king(book, 3, 11, ["target-12"]), "rondel arming")
    assert outcome(twelve) == ("Greeks", "personages")
    for players in (2, 4, 5, 6):
        with pytest.raises(SetupError) as error:
            make(book, players, options={"target-12": 1})
        assert (error.value.code, error.value.rule) == ("bad_option", f"A0{book[-1]}-R45")


# ---- the moment --------------------------------------------------------------------------------------------


@both
@rule("A06-R27", "A05-R27")
def test_the_game_stops_with_the_winners_turn(book: str) -> None:
    rival = {**POOR, "cities": ["Artaxata", "Zadrakarta", "Susa", "Rhagai", "Charax"]}
    rival |= {"personages": {"citizen": 6, "navigator": 2}}
    mine = {**POOR, "cities": FIVE, "personages": {"scholar": 8}}
    state = at(book, players=4, round=7, turn="Greeks", nations={"Greeks": mine, "Persians": rival})
    after = play(state, "rondel arming")
    assert outcome(after) == ("Greeks", "personages")
    assert nation(after, "Persians")["points"] == 8
    position = to_position(after)
    assert (position["phase"], position["round"]) == ("over", 7)
    assert legal(after) == set()
    assert after.returns() == (1.0, -1 / 3, -1 / 3, -1 / 3)
    assert refused(after, "rondel iron") == ("over", f"A0{book[-1]}-R27")
    assert state.returns() == (0.0, 0.0, 0.0, 0.0)


@both
@rule("A06-R27", "A05-R27")
def test_the_number_is_checked_only_at_the_end_of_the_turn(book: str) -> None:
    mine = {**POOR, "gold": 14, "personages": {"king": 8}}
    state = play(at(book, turn="Greeks", phase="know-how", nations={"Greeks": mine}), "learn wheel")
    assert (now(state), outcome(state)) == (("Greeks", "know-how"), ("", ""))
    assert nation(state, "Greeks")["points"] == 8
    assert outcome(play(state, "done")) == ("Greeks", "personages")


# ---- all 35 are out ----------------------------------------------------------------------------------------

FIVE_HANDS = [
    {"king": 7}, {"king": 2, "scholar": 5}, {"scholar": 3, "general": 4}, {"general": 3, "citizen": 4},
    {"citizen": 2, "navigator": 5},
]  # fmt: skip
SIX_HANDS = [
    {"king": 5}, {"king": 4, "scholar": 2}, {"scholar": 6}, {"general": 6}, {"general": 1, "citizen": 5},
    {"citizen": 1, "navigator": 5},
]  # fmt: skip


def hands(cards: list[dict[str, int]], **entries: Any) -> dict[str, Any]:
    dealt = zip(NATIONS[: len(cards)], cards, strict=True)
    return {name: {**POOR, "personages": held, **entries.get(name, {})} for name, held in dealt}


@both
@rule("A06-084", "A05-216")
@pytest.mark.parametrize("cards", [FIVE_HANDS, SIX_HANDS])
def test_with_all_personages_out_the_next_temple_destroyed_wins_at_once(book: str, cards: Any) -> None:
    assert sum(sum(held.values()) for held in cards) == 35
    army = {"galleys": {"Paphos": 1, "Tyros": 4}, "rondel": "maneuver1"}
    nations = hands(cards, Persians=army, Phoenicians={"temples": ["Tyros"]})
    state = at(book, turn="Persians", phase="maneuver", nations=nations)
    assert outcome(play(state, "conquer Paphos")) == ("", "")
    after = play(state, "conquer Tyros")
    assert outcome(after) == ("Persians", "temple")
    assert to_position(after)["phase"] == "over"
    assert nation(after, "Persians")["galleys"] == {"Paphos": 1, "Tyros": 1}
    assert nation(after, "Persians")["points"] == sum(cards[1].values())
    assert after.returns()[1] == 1.0


@both
@rule("A06-084", "A05-216")
def test_with_one_personage_left_a_temple_does_not_end_the_game(book: str) -> None:
    cards = [*FIVE_HANDS[:4], {"citizen": 2, "navigator": 4}]
    army = {"galleys": {"Tyros": 3}, "rondel": "maneuver1"}
    nations = hands(cards, Persians=army, Phoenicians={"temples": ["Tyros"]})
    after = play(at(book, turn="Persians", phase="maneuver", nations=nations), "conquer Tyros")
    assert outcome(after) == ("", "")
    assert now(after) == ("Arabs", "rondel")
    assert nation(after, "Persians")["points"] == 7


@both
@rule("A06-R28", "A05-R28")
def test_temples_destroyed_before_the_last_award_do_not_count(book: str) -> None:
    cards = [*SIX_HANDS[:4], {"citizen": 5}, SIX_HANDS[5]]
    first = {"galleys": {"Tyros": 3, "Ephesos": 3}, "rondel": "maneuver1"}
    second = {"legions": {"Ammonion": 3}, "rondel": "gold"}
    nations = hands(cards, Greeks=first, Persians=second, Phoenicians={"temples": ["Tyros", "Ephesos"]},
                    Egyptians={"temples": ["Ammonion"]})  # fmt: skip
    state = at(book, turn="Greeks", phase="maneuver", nations=nations)
    state = play(state, "conquer Tyros", "conquer Ephesos")
    assert (now(state), outcome(state)) == (("Persians", "rondel"), ("", ""))
    assert nation(state, "Greeks")["personages"] == {"king": 5, "general": 1}
    assert sum(to_position(state)["bank"]["personages"].values()) == 0
    after = play(state, "rondel maneuver1", "conquer Ammonion")
    assert outcome(after) == ("Persians", "temple")


@both
@rule("A06-085", "A05-217")
def test_only_five_or_six_nations_can_hold_all_personages_without_a_winner(book: str) -> None:
    assert sum(PRESETS[book].personages) == 35
    most = {players: players * (make(book, players).target - 1) for players in (3, 4, 5, 6)}
    assert most == {3: 27, 4: 32, 5: 35, 6: 36}
    assert 3 * (make(book, 3, options={"target-12": 1}).target - 1) == 33


# ---- endless games -----------------------------------------------------------------------------------------


def last_turn_of_round(book: str, number: int, options: Any) -> State:
    return at(book, players=4, round=number, turn="Greeks", start="Persians", options=options,
              nations={name: {} for name in ("Greeks", "Persians", "Arabs", "Phoenicians")})  # fmt: skip


@both
@rule("A06-R42", "A05-R42")
def test_no_round_is_the_last_unless_a_house_rule_says_so(book: str) -> None:
    assert PRESETS[book].round_limit == 0
    late = play(last_turn_of_round(book, 9999, {}), "rondel iron")
    assert (to_position(late)["round"], now(late)) == (10000, ("Persians", "rondel"))
    houses = [option for option in OPTIONS[book] if option.house]
    assert [option.id for option in houses] == ["round-limit"]
    assert houses[0].title.startswith("House rule")


@both
@rule("A06-R42", "A05-R42")
def test_a_round_limit_ends_the_game_without_a_winner(book: str) -> None:
    goes_on = play(last_turn_of_round(book, 2, {"round-limit": 3}), "rondel iron")
    assert (to_position(goes_on)["round"], outcome(goes_on)) == (3, ("", ""))
    after = play(last_turn_of_round(book, 3, {"round-limit": 3}), "rondel iron")
    assert outcome(after) == ("", "round-limit")
    assert (legal(after), after.returns()) == (set(), (0.0, 0.0, 0.0, 0.0))
