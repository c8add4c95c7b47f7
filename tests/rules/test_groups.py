"""Group moves: who enters together, and how many answers an entry opens."""

from __future__ import annotations

from typing import Any

from rondel.position import to_position
from tests.support import both, legal, maneuver, nation, now, play, refused, rule


def ruling(book: str) -> str:
    """Name the ruling on group moves."""
    return "A05-R30" if book == "antike-2005" else "A06-R30"


@both
@rule("A06-R30", "A05-R30")
def test_a_group_in_one_command_opens_one_answer(book: str) -> None:
    state = maneuver(book, "Persians", {"Greeks": {"galleys": {"Athen": 1}}, "Persians": {"galleys": {"Ephesos": 3}}})
    assert {text for text in legal(state, "move") if text.endswith("Athen")} == {
        f"move {count} galley Ephesos Athen" for count in (1, 2, 3)
    }
    state = play(state, "move 2 galley Ephesos Athen")
    assert now(state) == ("Greeks", "answer")
    assert legal(state) == {"peace", "fight 1 galley Athen Persians"}
    state = play(state, "peace")
    assert now(state) == ("Persians", "maneuver")
    assert nation(state, "Persians")["galleys"] == {"Athen": 2, "Ephesos": 1}
    assert nation(state, "Greeks")["galleys"] == {"Athen": 1}
    assert to_position(state)["used"] == {"galleys": {"Athen": [2, 0, 0]}}


@both
@rule("A06-R30", "A05-R30")
def test_moving_one_by_one_opens_an_answer_each_time(book: str) -> None:
    state = maneuver(book, "Persians", {"Greeks": {"galleys": {"Athen": 1}}, "Persians": {"galleys": {"Ephesos": 3}}})
    for entered in (1, 2, 3):
        state = play(state, "move 1 galley Ephesos Athen")
        assert now(state) == ("Greeks", "answer")
        assert nation(state, "Persians")["galleys"]["Athen"] == entered
        state = play(state, "peace")
        assert now(state) == ("Persians", "maneuver")


@both
@rule("A06-R30", "A05-R30")
def test_units_with_unlike_actions_left_join_one_entry(book: str) -> None:
    army = {"galleys": {"Ephesos": 6, "Knossos": 1}, "legions": {"Napoca": 1}, "knowhow": ["sailing", "navigation"]}
    nations = {"Greeks": {"galleys": {"Athen": 2}}, "Persians": army}
    used = {"galleys": {"Ephesos": [2, 1, 0]}}
    state = play(maneuver(book, "Persians", nations, used=used), "move 2 galley Ephesos Athen")
    assert now(state) == ("Persians", "join")
    assert legal(state) == {
        "enter",
        "move 1 galley Ephesos Athen used 1",
        "move 2 galley Ephesos Athen used 1",
        "move 1 galley Ephesos Athen used 2",
    }
    assert refused(state, "move 1 galley Ephesos Athen used 0") == ("not_offered", ruling(book))
    assert refused(state, "move 1 galley Knossos Athen") == ("not_offered", ruling(book))
    assert refused(state, "done")[0] == "not_now"
    joined = play(state, "move 2 galley Ephesos Athen used 1")
    assert now(joined) == ("Persians", "join")
    assert legal(joined) == {"enter", "move 1 galley Ephesos Athen used 2"}
    last = play(joined, "move 1 galley Ephesos Athen used 2")
    assert now(last) == ("Greeks", "answer")
    assert nation(last, "Persians")["galleys"] == {"Athen": 5, "Ephesos": 1, "Knossos": 1}
    assert to_position(last)["used"] == {"galleys": {"Athen": [2, 2, 1]}}
    later = play(state, "move 1 galley Ephesos Athen used 2")
    assert now(later) == ("Greeks", "answer")
    assert to_position(later)["used"] == {"galleys": {"Athen": [2, 0, 1], "Ephesos": [2, 0, 0]}}


@both
@rule("A06-R30", "A05-R30")
def test_legions_and_galleys_cross_a_combined_border_together(book: str) -> None:
    nations = {
        "Greeks": {"legions": {"Pella": 2}, "galleys": {"Pella": 1}},
        "Persians": {"legions": {"Bycantium": 3}, "galleys": {"Bycantium": 2, "Tomis": 1}},
    }
    state = play(maneuver(book, "Persians", nations), "move 2 legion Bycantium Pella")
    assert now(state) == ("Persians", "join")
    assert legal(state) == {"enter", "move 1 galley Bycantium Pella", "move 2 galley Bycantium Pella"}
    alone = play(state, "enter")
    assert now(alone) == ("Greeks", "answer")
    assert {text.split()[2] for text in legal(alone, "fight")} == {"legion"}
    together = play(state, "move 2 galley Bycantium Pella")
    assert now(together) == ("Greeks", "answer")
    assert {text.split()[2] for text in legal(together, "fight")} == {"legion", "galley"}
    assert nation(together, "Persians")["legions"] == {"Bycantium": 1, "Pella": 2}
    assert nation(together, "Persians")["galleys"] == {"Tomis": 1, "Pella": 2}
    galleys_first = play(maneuver(book, "Persians", nations), "move 1 galley Bycantium Pella")
    assert now(galleys_first) == ("Greeks", "answer")


@both
@rule("A06-R30", "A05-R30")
def test_a_land_border_lets_no_galley_join(book: str) -> None:
    nations = {
        "Greeks": {"legions": {"Gordion": 1}},
        "Persians": {"legions": {"Bycantium": 1}, "galleys": {"Bycantium": 2}},
    }
    state = play(maneuver(book, "Persians", nations), "move 1 legion Bycantium Gordion")
    assert now(state) == ("Greeks", "answer")


@both
@rule("A06-R30", "A05-R30")
def test_spent_units_cannot_join(book: str) -> None:
    nations = {
        "Greeks": {"galleys": {"Athen": 1}},
        "Persians": {"galleys": {"Ephesos": 4}, "legions": {"Napoca": 1}, "knowhow": ["sailing"]},
    }
    used = {"galleys": {"Ephesos": [1, 2, 0]}}
    state = play(maneuver(book, "Persians", nations, used=used), "move 1 galley Ephesos Athen")
    assert now(state) == ("Persians", "join")
    assert legal(state) == {"enter", "move 1 galley Ephesos Athen used 1"}
    entered = play(state, "enter")
    assert now(entered) == ("Greeks", "answer")
    assert nation(entered, "Persians")["galleys"] == {"Athen": 1, "Ephesos": 3}


@both
@rule("A06-R30", "A05-R30")
def test_joining_is_asked_only_where_somebody_could_answer(book: str) -> None:
    army = {"legions": {"Bycantium": 2}, "galleys": {"Bycantium": 2}}
    for foes in ({}, {"legions": {"Napoca": 1}}, {"galleys": {"Pella": 1}}):
        state = maneuver(book, "Persians", {"Greeks": foes, "Persians": army})
        state = play(state, "move 1 legion Bycantium Pella")
        assert now(state) == ("Persians", "maneuver"), foes
        assert "move 1 legion Bycantium Pella" in legal(state)
    state = maneuver(book, "Persians", {"Greeks": {"legions": {"Pella": 1}}, "Persians": army})
    assert now(play(state, "move 1 legion Bycantium Pella")) == ("Persians", "join")


@both
@rule("A06-R30", "A05-R30")
def test_galleys_that_nobody_could_answer_enter_at_once(book: str) -> None:
    army = {"galleys": {"Bycantium": 3}, "knowhow": ["sailing"]}
    used = {"galleys": {"Bycantium": [1, 0, 0]}}
    empty: dict[str, Any] = {"galleys": {"Messana": 1}, "legions": {"Athen": 1}}
    names = ("Greeks", "Persians", "Arabs", "Phoenicians")
    for turn in names:
        for foe in names:
            nations = {**dict.fromkeys(names, empty), foe: {"galleys": {"Athen": 1}}, turn: army}
            state = play(maneuver(book, turn, nations, used=used), "move 2 galley Bycantium Athen")
            assert now(state) == (turn, "maneuver" if foe == turn else "join")


@both
@rule("A06-R30", "A05-R30")
def test_a_whole_supply_enters_as_one_group(book: str) -> None:
    nations = {"Greeks": {"galleys": {"Athen": 1}}, "Persians": {"galleys": {"Ephesos": 17}}}
    state = maneuver(book, "Persians", nations)
    assert refused(state, "move 18 galley Ephesos Athen")[0] == "bad_text"
    state = play(state, "move 17 galley Ephesos Athen")
    assert now(state) == ("Greeks", "answer")
    assert nation(state, "Persians")["galleys"] == {"Athen": 17}


@both
@rule("A06-R30", "A05-R30")
def test_a_group_larger_than_the_stack_is_refused(book: str) -> None:
    nations = {"Persians": {"galleys": {"Ephesos": 3}, "knowhow": ["sailing"]}}
    clause = "A05-162" if book == "antike-2005" else "A06-172"
    state = maneuver(book, "Persians", nations)
    assert refused(state, "move 4 galley Ephesos Athen") == ("no_unit", clause)
    state = play(state, "move 1 galley Ephesos Athen", "move 1 galley Athen Ephesos used 1")
    assert legal(state, "move") >= {"move 2 galley Ephesos Athen"}
    assert "move 3 galley Ephesos Athen" not in legal(state)
    assert refused(state, "move 3 galley Ephesos Athen")[0] == "no_action_left"


@both
@rule("A06-R30", "A05-R30")
def test_units_from_two_provinces_do_not_enter_together(book: str) -> None:
    nations = {"Greeks": {"galleys": {"Athen": 1}}, "Persians": {"galleys": {"Ephesos": 1, "Knossos": 1}}}
    state = play(maneuver(book, "Persians", nations), "move 1 galley Ephesos Athen")
    assert now(state) == ("Greeks", "answer")
    assert nation(state, "Persians")["galleys"] == {"Athen": 1, "Knossos": 1}
    state = play(state, "peace", "move 1 galley Knossos Athen")
    assert now(state) == ("Greeks", "answer")
