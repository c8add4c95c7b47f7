"""Battles: like against like, one for one, begun by the maneuvering nation or at a demand."""

from __future__ import annotations

import pytest

from rondel.antike.state import State
from rondel.position import to_position
from tests.support import POOR, at, both, cite, legal, maneuver, nation, now, play, refused, rule

#: each rulebook with the rule of battle size it plays by
SIZES = pytest.mark.parametrize(
    ("book", "options", "whole"),
    [("antike-2006", {}, False), ("antike-2005", {}, True), ("antike-2005", {"battle-by-pairs": 1}, False)],
)


def galleys(state: State, place: str) -> tuple[int, int]:
    """Count the Greek and the Persian galleys in a province."""
    greek, persian = nation(state, "Greeks")["galleys"], nation(state, "Persians")["galleys"]
    return greek.get(place, 0), persian.get(place, 0)


@both
@rule("A06-180", "A05-169")
def test_an_entry_leads_to_battle_only_if_a_side_wants_it(book: str) -> None:
    nations = {"Greeks": {"galleys": {"Athen": 1}}, "Persians": {"galleys": {"Ephesos": 1, "Harmotia": 1}}}
    asked = play(maneuver(book, "Persians", nations), "move 1 galley Ephesos Athen")
    assert galleys(asked, "Athen") == (1, 1)
    peace = play(asked, "peace")
    assert galleys(peace, "Athen") == (1, 1)
    assert galleys(play(peace, "move 1 galley Harmotia Ommana"), "Athen") == (1, 1)
    assert galleys(play(asked, "fight 1 galley Athen Persians"), "Athen") == (0, 0)
    assert galleys(play(peace, "fight 1 galley Athen Greeks"), "Athen") == (0, 0)


@both
@rule("A06-181", "A05-170")
def test_legions_and_galleys_do_not_fight_each_other(book: str) -> None:
    nations = {"Greeks": {"legions": {"Athen": 2}}, "Persians": {"galleys": {"Athen": 2, "Ephesos": 1}}}
    state = maneuver(book, "Persians", nations)
    assert legal(state, "fight") == set()
    assert refused(state, "fight 1 galley Athen Greeks") == ("no_enemy", cite(book, "A05-170", "A06-181"))
    assert refused(state, "fight 1 legion Athen Greeks") == ("no_enemy", cite(book, "A05-170", "A06-181"))
    state = play(state, "move 1 galley Ephesos Athen")
    assert now(state)[0] == "Persians"
    assert nation(state, "Greeks")["legions"] == {"Athen": 2}
    assert nation(state, "Persians")["galleys"] == {"Athen": 3}


@both
@rule("A06-181", "A05-170", "A06-182", "A05-171")
def test_a_battle_leaves_the_other_kind_alone(book: str) -> None:
    army = {"legions": {"Athen": 1}, "galleys": {"Athen": 1}}
    state = maneuver(book, "Persians", {"Greeks": army, "Persians": army})
    assert legal(state, "fight") == {"fight 1 legion Athen Greeks", "fight 1 galley Athen Greeks"}
    for kind, other in (("legion", "galleys"), ("galley", "legions")):
        after = play(state, f"fight 1 {kind} Athen Greeks")
        for name in ("Greeks", "Persians"):
            assert nation(after, name)[f"{kind}s"] == {}
            assert nation(after, name)[other] == {"Athen": 1}


@SIZES
@rule("A06-182", "A06-R31", "A05-171", "A05-177", "A05-R31")
def test_how_many_pairs_one_demand_removes(book: str, options: dict[str, int], whole: bool) -> None:
    nations = {"Greeks": {"galleys": {"Athen": 3, "Sparta": 1}}, "Persians": {"galleys": {"Athen": 5, "Ephesos": 1}}}
    state = maneuver(book, "Persians", nations, options=options)
    pairs = 3 if whole else 1
    assert legal(state, "fight") == {f"fight {pairs} galley Athen Greeks"}
    after = play(state, f"fight {pairs} galley Athen Greeks")
    assert galleys(after, "Athen") == (3 - pairs, 5 - pairs)
    assert galleys(after, "Sparta") == (1, 0)
    assert galleys(after, "Ephesos") == (0, 1)
    assert now(after) == ("Persians", "maneuver")
    assert legal(after, "fight") == (set() if whole else {"fight 1 galley Athen Greeks"})


@SIZES
@rule("A06-R31", "A05-R31")
def test_the_number_of_pairs_is_free_only_where_it_is_chosen(book: str, options: dict[str, int], whole: bool) -> None:
    nations = {"Greeks": {"galleys": {"Athen": 3}}, "Persians": {"galleys": {"Athen": 4}}}
    state = maneuver(book, "Persians", nations, options=options)
    clause = cite(book, "A05-R31", "A06-R31")
    assert refused(state, "fight 4 galley Athen Greeks") == ("battle_size", clause)
    assert galleys(play(state, "fight 3 galley Athen Greeks"), "Athen") == (0, 1)
    if whole:
        assert refused(state, "fight 2 galley Athen Greeks") == ("battle_size", clause)
        assert refused(state, "fight 1 galley Athen Greeks") == ("battle_size", clause)
    else:
        assert galleys(play(state, "fight 2 galley Athen Greeks"), "Athen") == (1, 2)
        assert galleys(play(state, "fight 1 galley Athen Greeks"), "Athen") == (2, 3)


@both
@rule("A06-R31", "A05-R31")
def test_the_smaller_side_sets_the_size_whichever_it_is(book: str) -> None:
    for greek, persian in ((2, 4), (4, 2), (3, 3)):
        nations = {"Greeks": {"galleys": {"Athen": greek}}, "Persians": {"galleys": {"Athen": persian}}}
        state = maneuver(book, "Persians", nations)
        least = min(greek, persian)
        assert refused(state, f"fight {least + 1} galley Athen Greeks")[0] == "battle_size"
        assert galleys(play(state, f"fight {least} galley Athen Greeks"), "Athen") == (greek - least, persian - least)


@SIZES
@rule("A06-R31", "A05-R31")
def test_a_battle_of_the_maneuvering_nation_gives_the_other_side_no_say(
    book: str, options: dict[str, int], whole: bool
) -> None:
    army = {"galleys": {"Athen": 3}, "legions": {"Athen": 2}}
    state = maneuver(book, "Persians", {"Greeks": army, "Persians": army}, options=options)
    state = play(state, f"fight {3 if whole else 1} galley Athen Greeks")
    assert now(state) == ("Persians", "maneuver")
    assert refused(state, "peace") == ("not_now", cite(book, "A05-234", "A06-231"))


@both
@rule("A06-184", "A05-174", "A06-230", "A05-233")
def test_units_that_have_not_moved_fight_at_any_moment_of_the_maneuver(book: str) -> None:
    nations = {
        "Greeks": {"galleys": {"Athen": 1}, "legions": {"Pella": 1}},
        "Persians": {"galleys": {"Athen": 1, "Ephesos": 1}, "legions": {"Pella": 1, "Napoca": 1}},
        "Arabs": {"galleys": {"Athen": 1}},
        "Phoenicians": {"legions": {"Athen": 1, "Napoca": 1}, "galleys": {"Paphos": 2}},
    }
    state = maneuver(book, "Persians", nations)
    greek = {"fight 1 galley Athen Greeks", "fight 1 legion Pella Greeks"}
    others = {"fight 1 galley Athen Arabs", "fight 1 legion Napoca Phoenicians"}
    assert legal(state, "fight") == greek | others
    early = play(state, "fight 1 legion Pella Greeks")
    assert nation(early, "Greeks")["legions"] == {}
    assert nation(early, "Persians")["legions"] == {"Napoca": 1}
    assert legal(early, "fight") == (greek | others) - {"fight 1 legion Pella Greeks"}
    between = play(state, "move 1 galley Ephesos Bycantium", "fight 1 galley Athen Arabs")
    assert nation(between, "Arabs")["galleys"] == {}
    assert nation(between, "Greeks")["galleys"] == {"Athen": 1}
    assert legal(between, "fight") == {"fight 1 legion Pella Greeks", "fight 1 legion Napoca Phoenicians"}


@both
@rule("A06-184", "A06-186", "A05-175", "A05-176")
def test_a_spent_unit_still_fights(book: str) -> None:
    nations = {"Greeks": {"galleys": {"Athen": 1}}, "Persians": {"galleys": {"Ephesos": 1}, "legions": {"Napoca": 1}}}
    state = play(maneuver(book, "Persians", nations), "move 1 galley Ephesos Athen", "peace")
    assert {text for text in legal(state) if " Athen" in text} == {"fight 1 galley Athen Greeks"}
    state = play(state, "fight 1 galley Athen Greeks")
    assert galleys(state, "Athen") == (0, 0)
    assert "used" not in to_position(state)


@both
@rule("A06-186", "A05-176")
def test_a_battle_costs_no_action(book: str) -> None:
    nations = {
        "Greeks": {"legions": {"Susa": 1}, "galleys": {"Messana": 1}},
        "Persians": {"legions": {"Susa": 2}, "cities": ["Artaxata"]},
        "Arabs": {"cities": ["Susa", "Saba"]},
    }
    state = play(maneuver(book, "Persians", nations), "fight 1 legion Susa Greeks")
    assert nation(state, "Persians")["legions"] == {"Susa": 1}
    assert "used" not in to_position(state)
    assert "move 1 legion Susa Ninive" in legal(state)
    assert legal(state, "conquer") == {"conquer Susa 1 legion"}


@both
@rule("A06-185", "A05-173")
def test_battles_are_resolved_one_after_another(book: str) -> None:
    nations = {
        "Greeks": {"galleys": {"Athen": 1, "Knossos": 1}},
        "Persians": {"galleys": {"Ephesos": 2, "Paphos": 1}},
    }
    state = play(maneuver(book, "Persians", nations), "move 1 galley Ephesos Athen", "fight 1 galley Athen Persians")
    assert galleys(state, "Athen") == (0, 0)
    assert now(state) == ("Persians", "maneuver")
    state = play(state, "move 1 galley Ephesos Knossos")
    assert now(state) == ("Greeks", "answer")
    state = play(state, "peace", "fight 1 galley Knossos Greeks")
    assert galleys(state, "Knossos") == (0, 0)
    assert "move 1 galley Paphos Tyros" in legal(state)


@both
@rule("A06-182", "A05-171")
def test_lost_units_go_back_to_both_supplies(book: str) -> None:
    greek = {**POOR, "galleys": {"Athen": 1, "Sparta": 16}, "iron": 3}
    persian = {**POOR, "galleys": {"Athen": 1, "Harmotia": 16}}
    full = at(book, players=4, turn="Greeks", nations={"Greeks": greek, "Persians": persian})
    assert "arm galley Athen" not in legal(play(full, "rondel arming"))
    battle = maneuver(book, "Persians", {"Greeks": greek, "Persians": persian})
    after = play(battle, "fight 1 galley Athen Greeks")
    assert sum(nation(after, "Greeks")["galleys"].values()) == 16
    assert sum(nation(after, "Persians")["galleys"].values()) == 16
    rest = {**greek, "galleys": nation(after, "Greeks")["galleys"]}
    armed = play(at(book, players=4, turn="Greeks", nations={"Greeks": rest}), "rondel arming")
    assert "arm galley Athen" in legal(armed)


@both
@rule("A06-233", "A05-236")
def test_no_battle_outside_a_maneuver(book: str) -> None:
    army = {"legions": {"Pella": 2, "Napoca": 1}, "galleys": {"Pella": 2}}
    rich = {**army, "marble": 9, "iron": 9, "gold": 9, "coins": 3}
    state = at(book, players=4, turn="Greeks", nations={"Greeks": rich, "Persians": army})
    clause = cite(book, "A05-236", "A06-233")
    assert refused(state, "fight 1 legion Pella Persians") == ("not_now", clause)
    phases = set()
    for moves in (
        ("rondel temple",), ("rondel temple", "temple Pella ..."), ("rondel arming",),
        ("rondel arming", "arm legion Pella"), ("rondel know-how",), ("rondel gold",), ("rondel marble",),
    ):  # fmt: skip
        after = play(state, *moves)
        phases.add(now(after)[1])
        assert now(after)[0] == "Greeks"
        assert legal(after, "fight") == set()
        assert refused(after, "fight 1 legion Pella Persians") == ("not_now", clause)
    assert phases == {"temple", "pay", "arming", "know-how", "founding"}
    pairs = 1 if book == "antike-2006" else 2
    maneuvering = play(state, "rondel maneuver1")
    assert f"fight {pairs} galley Pella Persians" in legal(maneuvering, "fight")


@rule("A06-233", "A06-R51")
def test_no_battle_in_phase_two_nor_while_founding() -> None:
    greek = {"legions": {"Napoca": 1, "Susa": 1}}
    nations = {"Greeks": greek, "Persians": {"legions": {"Napoca": 1}}}
    state = play(maneuver("antike-2006", "Greeks", nations), "done")
    assert now(state) == ("Greeks", "conquest")
    assert legal(state) == {"done", "conquer Susa 1 legion"}
    rich = at(players=4, turn="Greeks", phase="conquest", nations={**nations, "Greeks": {**greek, "coins": 3}})
    founding = play(rich, "done")
    assert now(founding) == ("Greeks", "founding")
    assert refused(founding, "fight 1 legion Napoca Persians") == ("not_now", "A06-233")


# ---- which unit is lost ----------------------------------------------------------------------------------------------

UNLIKE = {"galleys": {"Athen": 5}, "legions": {"Napoca": 1}, "knowhow": ["sailing", "navigation"]}
USED = {"galleys": {"Athen": [1, 1, 1]}}


@both
@rule("A06-R33", "A05-R33")
@pytest.mark.parametrize(
    ("lost", "left"),
    [("used 0", [1, 1, 1]), ("used 1", [0, 1, 1]), ("used 2", [1, 0, 1]), ("used 3", [1, 1, 0])],
)
def test_the_owner_chooses_among_unlike_units(book: str, lost: str, left: list[int]) -> None:
    nations = {"Greeks": {"galleys": {"Athen": 1}}, "Persians": UNLIKE}
    state = play(maneuver(book, "Persians", nations, used=USED), "fight 1 galley Athen Greeks")
    assert now(state) == ("Persians", "lose")
    assert legal(state) == {"lose used 0", "lose used 1", "lose used 2", "lose used 3"}
    assert galleys(state, "Athen") == (0, 5)
    assert refused(state, "done")[0] == "not_now"
    after = play(state, f"lose {lost}")
    assert galleys(after, "Athen") == (0, 4)
    assert to_position(after)["used"] == {"galleys": {"Athen": left}}
    assert now(after) == ("Persians", "maneuver")


@both
@rule("A06-R33", "A05-R33")
def test_like_units_leave_nothing_to_choose(book: str) -> None:
    nations = {"Greeks": {"galleys": {"Athen": 1}}, "Persians": {**UNLIKE, "galleys": {"Athen": 3}}}
    for used, left in (({}, {}), ({"galleys": {"Athen": [0, 3, 0]}}, {"galleys": {"Athen": [0, 2, 0]}})):
        state = play(maneuver(book, "Persians", nations, used=used), "fight 1 galley Athen Greeks")
        assert now(state) == ("Persians", "maneuver")
        assert to_position(state).get("used", {}) == left
        assert galleys(state, "Athen") == (0, 2)


@both
@rule("A06-R33", "A05-R33")
def test_the_owner_chooses_before_the_answer_goes_on(book: str) -> None:
    nations = {
        "Greeks": {"galleys": {"Athen": 1}, "legions": {"Athen": 1}},
        "Persians": {**UNLIKE, "galleys": {"Athen": 1, "Ephesos": 1}, "legions": {"Athen": 1, "Napoca": 1}},
    }
    state = play(maneuver(book, "Persians", nations), "move 1 galley Ephesos Athen")
    state = play(state, "fight 1 galley Athen Persians")
    assert now(state) == ("Persians", "lose")
    assert legal(state) == {"lose used 0", "lose used 1"}
    assert refused(state, "peace")[0] == "not_now"
    state = play(state, "lose used 0")
    assert now(state) == ("Greeks", "answer")
    assert legal(state) == {"peace", "fight 1 legion Athen Persians"}
    assert to_position(state)["used"] == {"galleys": {"Athen": [1, 0, 0]}}


@rule("A05-R33", "A05-177")
def test_a_whole_battle_asks_for_each_unlike_loss() -> None:
    nations = {"Greeks": {"galleys": {"Athen": 2}}, "Persians": {**UNLIKE, "galleys": {"Athen": 4}}}
    start = maneuver("antike-2005", "Persians", nations, used={"galleys": {"Athen": [1, 2, 0]}})
    state = play(start, "fight 2 galley Athen Greeks")
    assert galleys(state, "Athen") == (0, 4)
    assert to_position(state)["losses"] == {"legions": 0, "galleys": 2}
    assert legal(state) == {"lose used 0", "lose used 1", "lose used 2"}
    state = play(state, "lose used 1")
    assert now(state) == ("Persians", "lose")
    assert legal(state) == {"lose used 0", "lose used 2"}
    state = play(state, "lose used 0")
    assert now(state) == ("Persians", "maneuver")
    assert to_position(state)["used"] == {"galleys": {"Athen": [0, 2, 0]}}


@rule("A05-R33")
def test_nothing_is_chosen_where_all_units_are_lost() -> None:
    nations = {"Greeks": {"galleys": {"Athen": 4}}, "Persians": {**UNLIKE, "galleys": {"Athen": 3}}}
    state = maneuver("antike-2005", "Persians", nations, used={"galleys": {"Athen": [1, 1, 0]}})
    state = play(state, "fight 3 galley Athen Greeks")
    assert now(state) == ("Persians", "maneuver")
    assert galleys(state, "Athen") == (1, 0)
    assert "used" not in to_position(state)


@rule("A06-R33")
def test_several_pairs_typed_at_once_cost_the_units_with_the_fewest_actions_left() -> None:
    nations = {"Greeks": {"galleys": {"Athen": 2}}, "Persians": UNLIKE}
    state = play(maneuver("antike-2006", "Persians", nations, used=USED), "fight 2 galley Athen Greeks")
    assert galleys(state, "Athen") == (0, 4)
    assert to_position(state)["used"] == {"galleys": {"Athen": [1, 1, 0]}}
    assert legal(state) == {"lose used 0", "lose used 1", "lose used 2"}


@both
@rule("A06-R33", "A05-R33")
def test_a_sort_of_unit_that_is_not_there_cannot_be_lost(book: str) -> None:
    nations = {"Greeks": {"galleys": {"Athen": 1}}, "Persians": {**UNLIKE, "galleys": {"Athen": 2}}}
    state = maneuver(book, "Persians", nations, used={"galleys": {"Athen": [0, 1, 0]}})
    state = play(state, "fight 1 galley Athen Greeks")
    assert legal(state) == {"lose used 0", "lose used 2"}
    assert refused(state, "lose used 1") == ("not_offered", cite(book, "A05-R33", "A06-R33"))
