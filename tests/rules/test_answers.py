"""Answers to an entry: who is asked, when, about what, and in which order."""

from __future__ import annotations

import pytest

from rondel.position import to_position
from tests.support import POOR, at, both, cite, legal, maneuver, nation, now, play, refused, rule

#: the two ways to play in which the side that demands names the number of pairs
PAIRS = pytest.mark.parametrize(("book", "options"), [("antike-2006", {}), ("antike-2005", {"battle-by-pairs": 1})])


@both
@rule("A06-231", "A05-234")
def test_a_passive_nation_answers_right_after_the_entry_and_only_there(book: str) -> None:
    nations = {
        "Greeks": {"galleys": {"Athen": 1, "Pella": 1}, "legions": {"Napoca": 1}},
        "Persians": {"galleys": {"Ephesos": 1, "Pella": 1, "Sinope": 1}, "legions": {"Napoca": 1}},
    }
    state = play(maneuver(book, "Persians", nations), "move 1 galley Ephesos Athen")
    assert now(state) == ("Greeks", "answer")
    assert legal(state) == {"peace", "fight 1 galley Athen Persians"}
    clause = cite(book, "A05-R35", "A06-R35")
    assert refused(state, "fight 1 galley Pella Persians") == ("no_enemy", clause)
    assert refused(state, "fight 1 legion Napoca Persians") == ("no_enemy", clause)
    assert refused(state, "move 1 galley Athen Sparta")[0] == "not_now"
    state = play(state, "peace", "move 1 galley Sinope Tomis")
    assert now(state) == ("Persians", "maneuver")
    assert nation(state, "Greeks")["galleys"] == {"Athen": 1, "Pella": 1}


@both
@rule("A06-231", "A05-234")
def test_the_demand_cannot_be_refused(book: str) -> None:
    nations = {"Greeks": {"legions": {"Pella": 1}}, "Persians": {"legions": {"Napoca": 1, "Theben": 1}}}
    state = play(maneuver(book, "Persians", nations), "move 1 legion Napoca Pella", "fight 1 legion Pella Persians")
    assert now(state) == ("Persians", "maneuver")
    assert nation(state, "Greeks")["legions"] == {}
    assert nation(state, "Persians")["legions"] == {"Theben": 1}


@both
@rule("A06-R34", "A05-R34")
def test_a_demand_reaches_all_units_of_the_entering_nation_there(book: str) -> None:
    nations = {
        "Greeks": {"galleys": {"Athen": 3}, "legions": {"Athen": 2, "Sparta": 1}},
        "Persians": {"galleys": {"Athen": 2, "Ephesos": 1}, "legions": {"Athen": 2, "Sparta": 1}},
    }
    state = play(maneuver(book, "Persians", nations), "move 1 galley Ephesos Athen")
    galleys, legions = (1, 1) if book == "antike-2006" else (3, 2)
    assert legal(state) == {
        "peace", f"fight {galleys} galley Athen Persians", f"fight {legions} legion Athen Persians",
    }  # fmt: skip
    state = play(state, "fight 2 legion Athen Persians")
    assert now(state) == ("Greeks", "answer")
    assert nation(state, "Persians")["legions"] == nation(state, "Greeks")["legions"] == {"Sparta": 1}
    assert legal(state) == {"peace", f"fight {galleys} galley Athen Persians"}


@both
@rule("A06-R34", "A05-R34")
def test_an_entry_of_galleys_lets_legions_answer_the_legions_there(book: str) -> None:
    nations = {
        "Greeks": {"legions": {"Athen": 1}},
        "Persians": {"galleys": {"Ephesos": 1}, "legions": {"Athen": 1}},
    }
    state = play(maneuver(book, "Persians", nations), "move 1 galley Ephesos Athen")
    assert now(state) == ("Greeks", "answer")
    assert legal(state) == {"peace", "fight 1 legion Athen Persians"}
    state = play(state, "fight legion")
    assert nation(state, "Greeks")["legions"] == nation(state, "Persians")["legions"] == {}
    assert nation(state, "Persians")["galleys"] == {"Athen": 1}


@both
@rule("A06-R35", "A05-R35")
def test_a_city_or_unlike_units_alone_give_no_answer(book: str) -> None:
    army = {"galleys": {"Ephesos": 1, "Harmotia": 1}}
    for greek in ({}, {"legions": {"Athen": 3}}, {"galleys": {"Sparta": 1, "Ephesos": 1}}):
        state = maneuver(book, "Persians", {"Greeks": greek, "Persians": army})
        state = play(state, "move 1 galley Ephesos Athen")
        assert now(state) == ("Persians", "maneuver"), greek


@both
@rule("A06-R35", "A05-R35")
def test_no_answer_to_arming_or_founding(book: str) -> None:
    rich = {**POOR, "iron": 5, "coins": 9, "legions": {"Tyros": 1, "Petra": 1}}
    foes = {**POOR, "legions": {"Tyros": 1, "Petra": 1}, "galleys": {"Tyros": 1}}
    state = at(book, players=4, turn="Phoenicians", nations={"Greeks": foes, "Phoenicians": rich})
    state = play(state, "rondel arming", "arm galley Tyros")
    assert now(state) == ("Phoenicians", "arming")
    assert nation(state, "Phoenicians")["galleys"] == {"Tyros": 1}
    state = play(state, "done", "found Petra")
    assert "Petra" in nation(state, "Phoenicians")["cities"]
    assert to_position(state)["phase"] == "rondel"
    assert nation(state, "Greeks")["legions"] == {"Tyros": 1, "Petra": 1}


@both
@rule("A06-R35", "A05-R35")
def test_units_that_do_not_move_open_no_answer(book: str) -> None:
    nations = {"Greeks": {"legions": {"Pella": 2}}, "Persians": {"legions": {"Pella": 2, "Theben": 1}}}
    state = maneuver(book, "Persians", nations)
    assert now(state) == ("Persians", "maneuver")
    assert refused(state, "peace") == ("not_now", cite(book, "A05-234", "A06-231"))
    state = play(state, "move 1 legion Pella Napoca")
    assert now(state) == ("Persians", "maneuver")
    assert now(play(state, "done"))[1] == "rondel"


# ---- several nations -------------------------------------------------------------------------------------------------

CROWD = {
    "Greeks": {"galleys": {"Knossos": 1}},
    "Persians": {"galleys": {"Athen": 6, "Ephesos": 1}},
    "Arabs": {"galleys": {"Knossos": 2}},
    "Phoenicians": {"galleys": {"Knossos": 1}},
}


@both
@rule("A06-R32", "A05-R32")
def test_nations_answer_in_turn_order_after_the_active_one(book: str) -> None:
    state = play(maneuver(book, "Persians", CROWD), "move 6 galley Athen Knossos")
    for name in ("Arabs", "Phoenicians", "Greeks"):
        assert now(state) == (name, "answer")
        state = play(state, "peace")
    assert now(state) == ("Persians", "maneuver")
    size = 1 if book == "antike-2006" else 2
    assert legal(state, "fight") == {
        f"fight {size} galley Knossos Arabs", "fight 1 galley Knossos Greeks", "fight 1 galley Knossos Phoenicians",
    }  # fmt: skip


@both
@rule("A06-R32", "A05-R32")
def test_the_order_starts_behind_whoever_maneuvers(book: str) -> None:
    crowd = {name: {"galleys": {"Knossos": 1}} for name in CROWD}
    for turn in CROWD:
        nations = {**crowd, turn: {"galleys": {"Athen": 5, "Knossos": 1}}}
        state = play(maneuver(book, turn, nations), "move 1 galley Athen Knossos")
        asked = []
        while now(state)[1] == "answer":
            asked.append(now(state)[0])
            state = play(state, "peace")
        names = list(CROWD)
        place = names.index(turn)
        assert asked == names[place + 1 :] + names[:place]


@PAIRS
@rule("A06-R32", "A06-R31", "A05-R31", "A05-R32")
def test_a_nation_makes_all_its_demands_before_the_next_is_asked(book: str, options: dict[str, int]) -> None:
    state = play(maneuver(book, "Persians", CROWD, options=options), "move 6 galley Athen Knossos")
    assert legal(state) == {"peace", "fight 1 galley Knossos Persians"}
    state = play(state, "fight 1 galley Knossos Persians")
    assert now(state) == ("Arabs", "answer")
    assert nation(state, "Arabs")["galleys"] == {"Knossos": 1}
    assert nation(state, "Persians")["galleys"]["Knossos"] == 5
    enough = play(state, "peace")
    assert now(enough) == ("Phoenicians", "answer")
    assert nation(enough, "Arabs")["galleys"] == {"Knossos": 1}
    state = play(state, "fight 1 galley Knossos Persians")
    assert now(state) == ("Phoenicians", "answer")
    state = play(state, "fight galley", "fight galley")
    assert now(state) == ("Persians", "maneuver")
    assert nation(state, "Persians")["galleys"] == {"Ephesos": 1, "Knossos": 2}
    assert [nation(state, name)["galleys"] for name in ("Greeks", "Arabs", "Phoenicians")] == [{}, {}, {}]


@PAIRS
@rule("A06-R31", "A05-R31")
def test_a_passive_nation_names_the_number_of_pairs(book: str, options: dict[str, int]) -> None:
    nations = {"Greeks": {"galleys": {"Athen": 3}}, "Persians": {"galleys": {"Ephesos": 4, "Harmotia": 1}}}
    state = play(maneuver(book, "Persians", nations, options=options), "move 4 galley Ephesos Athen")
    for pairs in (1, 2, 3):
        after = play(state, f"fight {pairs} galley Athen Persians")
        assert nation(after, "Greeks")["galleys"].get("Athen", 0) == 3 - pairs
        assert nation(after, "Persians")["galleys"].get("Athen", 0) == 4 - pairs
        assert now(after) == (("Greeks", "answer") if pairs < 3 else ("Persians", "maneuver"))
    assert refused(state, "fight 4 galley Athen Persians") == ("battle_size", cite(book, "A05-R31", "A06-R31"))


@PAIRS
@rule("A06-R33", "A05-R33")
def test_a_demand_of_several_pairs_does_not_choose_the_losses_of_the_other_side(
    book: str, options: dict[str, int]
) -> None:
    army = {"galleys": {"Athen": 2, "Ephesos": 2}, "knowhow": ["sailing"]}
    nations = {"Greeks": {"galleys": {"Athen": 2}}, "Persians": army}
    state = play(maneuver(book, "Persians", nations, options=options), "move 2 galley Ephesos Athen")
    assert refused(state, "fight 2 galley Athen Persians") == ("battle_size", cite(book, "A05-R31", "A06-R31"))
    state = play(state, "fight 1 galley Athen Persians")
    assert now(state) == ("Persians", "lose")
    state = play(state, "lose used 0")
    assert now(state) == ("Greeks", "answer")
    state = play(state, "fight 1 galley Athen Persians", "lose used 0")
    assert now(state) == ("Persians", "maneuver")
    assert to_position(state)["used"] == {"galleys": {"Athen": [2, 0, 0]}}


@rule("A05-R31", "A05-177")
def test_a_demand_runs_to_the_end_in_2005() -> None:
    state = play(maneuver("antike-2005", "Persians", CROWD), "move 6 galley Athen Knossos")
    assert legal(state) == {"peace", "fight 2 galley Knossos Persians"}
    state = play(state, "fight 2 galley Knossos Persians")
    assert now(state) == ("Phoenicians", "answer")
    assert nation(state, "Arabs")["galleys"] == {}
    assert nation(state, "Persians")["galleys"]["Knossos"] == 4


@both
@rule("A06-R32", "A05-R32")
def test_nobody_is_asked_once_there_is_nothing_left_to_fight(book: str) -> None:
    nations = {**CROWD, "Persians": {"galleys": {"Athen": 2, "Ephesos": 1}}}
    state = play(maneuver(book, "Persians", nations), "move 2 galley Athen Knossos", "fight 2 galley Knossos Persians")
    assert now(state) == ("Persians", "maneuver")
    assert nation(state, "Greeks")["galleys"] == nation(state, "Phoenicians")["galleys"] == {"Knossos": 1}
    assert nation(state, "Persians")["galleys"] == {"Ephesos": 1}


@both
@rule("A06-R32", "A06-R35", "A05-R32", "A05-R35")
def test_a_nation_that_can_demand_nothing_is_not_asked(book: str) -> None:
    nations = {
        "Greeks": {"galleys": {"Pella": 1}},
        "Persians": {"galleys": {"Bycantium": 1, "Sinope": 1}},
        "Arabs": {"legions": {"Pella": 3}},
        "Phoenicians": {"galleys": {"Athen": 1, "Bycantium": 1}},
    }
    state = play(maneuver(book, "Persians", nations), "move 1 galley Bycantium Pella")
    assert now(state) == ("Greeks", "answer")
    assert now(play(state, "peace")) == ("Persians", "maneuver")


@both
@rule("A06-R32", "A05-R32")
def test_a_declined_answer_opens_again_only_with_the_next_entry(book: str) -> None:
    state = play(maneuver(book, "Persians", CROWD), "move 1 galley Athen Knossos", "peace")
    assert now(state) == ("Phoenicians", "answer")
    state = play(state, "peace", "peace", "move 1 galley Ephesos Bycantium")
    assert now(state) == ("Persians", "maneuver")
    state = play(state, "move 2 galley Athen Knossos")
    assert now(state) == ("Arabs", "answer")
    state = play(state, "peace", "fight 1 galley Knossos Persians")
    assert now(state) == ("Greeks", "answer")
    state = play(state, "peace")
    assert now(state) == ("Persians", "maneuver")
    assert nation(state, "Arabs")["galleys"] == {"Knossos": 2}
    state = play(state, "fight 1 galley Knossos Greeks")
    assert now(state) == ("Persians", "maneuver")
    assert nation(state, "Greeks")["galleys"] == {}


@both
@rule("A06-R32", "A05-R32")
def test_the_active_nation_may_fight_after_the_answers(book: str) -> None:
    nations = {"Greeks": {"galleys": {"Athen": 1}}, "Persians": {"galleys": {"Ephesos": 2}}}
    state = play(maneuver(book, "Persians", nations), "move 1 galley Ephesos Athen")
    assert refused(state, "fight 1 galley Athen Greeks") == ("no_enemy", cite(book, "A05-R35", "A06-R35"))
    state = play(state, "peace")
    assert "fight 1 galley Athen Greeks" in legal(state)
