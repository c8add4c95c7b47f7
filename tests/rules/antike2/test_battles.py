"""Antike II: battles, and the answers of other nations to an entry."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from rondel.antike.state import State
from rondel.boards.reader import load_board
from rondel.boards.schema import SEA
from rondel.position import from_position, to_position
from tests.rules.antike2.fixtures import OLD, moving, route, west
from tests.support import POOR, legal, nation, now, play, refused, rule


def legions(state: State, name: str) -> dict[str, int]:
    """Give a nation's legions by region."""
    found: dict[str, int] = nation(state, name)["legions"]
    return found


@rule("A2-142", "A2-R27")
def test_either_side_may_want_it() -> None:
    nations = {"Reds": {"legions": {"Alba": 1, "Nola": 1}}, "Blues": {"legions": {"Saguntum": 1}}}
    entered = play(moving(nations), "move 1 legion Alba Saguntum")
    assert now(entered) == ("Blues", "answer")
    assert legal(entered) == {"peace", "fight 1 legion Saguntum Reds"}
    demanded = play(entered, "fight legion")
    assert (legions(demanded, "Reds"), legions(demanded, "Blues")) == ({"Nola": 1}, {})
    peace = play(entered, "peace")
    assert now(peace) == ("Reds", "maneuver")
    assert (legions(peace, "Reds"), legions(peace, "Blues")) == ({"Saguntum": 1, "Nola": 1}, {"Saguntum": 1})
    wanted = play(peace, "fight 1 legion Saguntum Blues")
    assert (legions(wanted, "Reds"), legions(wanted, "Blues")) == ({"Nola": 1}, {})


@rule("A2-142")
def test_a_unit_that_wants_to_pass_can_be_stopped() -> None:
    nations = {"Reds": {"legions": {"Alba": 1}, "knowhow": ["strata"]}, "Blues": {"legions": {"Saguntum": 1}}}
    entered = play(moving(nations), "move 1 legion Alba Saguntum")
    assert refused(entered, "move 1 legion Saguntum Delos") == ("not_now", "A2-138")
    stopped = play(entered, "fight legion")
    assert legions(stopped, "Reds") == {}
    passed = play(entered, "peace", "move 1 legion Saguntum Delos")
    assert legions(passed, "Reds") == {"Delos": 1}


@rule("A2-143")
def test_only_like_units_fight() -> None:
    nations = {
        "Reds": {"legions": {"Alba": 1}, "galleys": {"Brixia": 1, "Capua": 1}},
        "Blues": {"legions": {"Brixia": 1, "Capua": 1}, "galleys": {"Faleria": 1, "Malaca": 1}},
    }
    state = play(moving(nations), "move 1 galley Brixia Capua")
    assert now(state) == ("Reds", "maneuver")
    state = play(state, "move 1 legion Alba Malaca")
    assert now(state) == ("Reds", "maneuver")
    assert legal(state, "fight") == set()
    assert refused(state, "fight 1 legion Malaca Blues") == ("no_enemy", "A2-143")
    assert refused(state, "fight 1 galley Malaca Blues") == ("no_enemy", "A2-143")
    state = play(state, "move 1 galley Capua Faleria")
    assert now(state) == ("Blues", "answer")
    assert legal(state) == {"peace", "fight 1 galley Faleria Reds"}


@rule("A2-144", "A2-145", "A2-R26")
def test_one_for_one_and_back_to_the_supply() -> None:
    nations = {"Reds": {"legions": {"Saguntum": 3}}, "Blues": {"legions": {"Saguntum": 2}}}
    state = moving(nations)
    for left in (1, 0):
        assert "fight 1 legion Saguntum Blues" in legal(state)
        state = play(state, "fight 1 legion Saguntum Blues")
        assert legions(state, "Reds") == {"Saguntum": left + 1}
        assert legions(state, "Blues") == ({"Saguntum": 1} if left else {})
    assert legal(state, "fight") == set()
    full = {"Reds": {"legions": {"Saguntum": 12}}, "Blues": {"legions": {"Saguntum": 12}, "iron": 4}}
    state = play(moving(full, bellona="Greens"), "fight 2 legion Saguntum Blues", "done", "rondel militia")
    state = play(state, "arm legion Delos", "arm legion Elis")
    assert legions(state, "Blues") == {"Saguntum": 10, "Delos": 1, "Elis": 1}


@rule("A2-142", "A2-144")
def test_every_nation_may_fight_every_other_everywhere() -> None:
    names = ("Reds", "Blues", "Greens")
    for turn in names:
        for other in (name for name in names if name != turn):
            for kind in ("legion", "galley"):
                army = {f"{kind}s": {"Alba": 2, "Capua": 2}}
                nations = {name: army if name in (turn, other) else {} for name in names}
                state = play(moving(nations, turn=turn), f"fight 1 {kind} Alba {other}")
                for name in (turn, other):
                    assert nation(state, name)[f"{kind}s"] == {"Alba": 1, "Capua": 2}


@rule("A2-R26")
def test_each_exchange_is_one_pair_and_may_be_the_last() -> None:
    nations = {"Reds": {"legions": {"Alba": 3}}, "Blues": {"legions": {"Saguntum": 3}}}
    state = play(moving(nations), "move 3 legion Alba Saguntum", "fight legion")
    assert now(state) == ("Blues", "answer")
    assert (legions(state, "Reds"), legions(state, "Blues")) == ({"Saguntum": 2}, {"Saguntum": 2})
    state = play(state, "peace")
    assert now(state) == ("Reds", "maneuver")
    assert "fight 1 legion Saguntum Blues" in legal(state)


@rule("A2-146")
def test_the_acting_nation_orders_the_battles() -> None:
    nations = {
        "Reds": {"legions": {"Saguntum": 1}, "galleys": {"Elis": 1}},
        "Blues": {"legions": {"Saguntum": 1}, "galleys": {"Elis": 1}},
        "Greens": {"legions": {"Saguntum": 1}},
    }
    state = moving(nations)
    assert legal(state, "fight") == {
        "fight 1 legion Saguntum Blues", "fight 1 legion Saguntum Greens", "fight 1 galley Elis Blues",
    }  # fmt: skip
    for first, survivor in (("Blues", "Greens"), ("Greens", "Blues")):
        after = play(state, f"fight 1 legion Saguntum {first}")
        assert legions(after, first) == {}
        assert legions(after, survivor) == {"Saguntum": 1}
        assert legal(after, "fight") == {"fight 1 galley Elis Blues"}


@rule("A2-147")
def test_a_city_arms_and_produces_among_enemies() -> None:
    crowd = {"legions": {"Delos": 5}, "galleys": {"Delos": 5}}
    state = moving({"Reds": crowd, "Blues": {"iron": 2, "knowhow": [], **OLD}}, bellona="Greens")
    state = play(state, "done")
    while now(state)[0] == "Reds":
        state = play(state, "done")
    made = play(state, "rondel marble")
    assert nation(made, "Blues")["marble"] == 1
    armed = play(state, "rondel militia", "arm legion Delos")
    assert legions(armed, "Blues") == {"Delos": 1}


@rule("A2-148", "A2-R27")
def test_units_that_have_not_moved_may_fight() -> None:
    nations = {"Reds": {"galleys": {"Elis": 1, "Brixia": 1}}, "Blues": {"galleys": {"Elis": 1, "Brixia": 1}}}
    state = moving(nations)
    assert now(state) == ("Reds", "maneuver")
    state = play(state, "fight 1 galley Elis Blues")
    assert nation(state, "Reds")["galleys"] == nation(state, "Blues")["galleys"] == {"Brixia": 1}
    state = play(state, "move 1 galley Brixia Mare Album")
    assert now(state) == ("Blues", "rondel")
    assert nation(state, "Reds")["galleys"] == {"Mare Album": 1}


# ---- who may ask -----------------------------------------------------------------------------------------------------


@rule("A2-R27")
def test_another_nation_asks_only_at_an_entry_and_against_those_who_entered() -> None:
    nations = {
        "Reds": {"legions": {"Alba": 2, "Saguntum": 1, "Nola": 1}, "galleys": {"Brixia": 1}},
        "Blues": {"legions": {"Saguntum": 4, "Nola": 1, "Alba": 1}, "galleys": {"Brixia": 1}},
    }
    state = moving(nations)
    assert now(state) == ("Reds", "maneuver")
    state = play(state, "move 1 legion Alba Saguntum")
    assert legal(state) == {"peace", "fight 1 legion Saguntum Reds"}
    assert refused(state, "fight 1 legion Nola Reds") == ("no_enemy", "A2-R27")
    state = play(state, "fight legion")
    assert now(state) == ("Reds", "maneuver")
    assert legions(state, "Blues") == {"Saguntum": 3, "Nola": 1, "Alba": 1}
    assert legions(state, "Reds") == {"Alba": 1, "Saguntum": 1, "Nola": 1}
    assert now(play(state, "move 1 legion Nola Ostia")) == ("Reds", "maneuver")


@rule("A2-R27", "A2-143")
def test_the_answer_is_about_the_kind_that_entered() -> None:
    army = {"legions": {"Capua": 2}, "galleys": {"Capua": 2}}
    reds = {"legions": {"Capua": 1, "Ilerda": 1}, "galleys": {"Faleria": 1, "Capua": 1}}
    for kind, origin in (("galley", "Faleria"), ("legion", "Ilerda")):
        state = play(moving({"Reds": reds, "Blues": army}), f"move 1 {kind} {origin} Capua")
        assert legal(state) == {"peace", f"fight 1 {kind} Capua Reds"}
    bare = moving({"Reds": reds, "Blues": {"legions": {"Capua": 2}}})
    assert now(play(bare, "move 1 galley Faleria Capua")) == ("Reds", "maneuver")


@rule("A2-R27")
def test_a_peace_is_kept_for_this_entry_only() -> None:
    nations = {"Reds": {"legions": {"Alba": 2}}, "Blues": {"legions": {"Saguntum": 1}}}
    state = play(moving(nations), "move 1 legion Alba Saguntum", "peace")
    state = play(state, "move 1 legion Alba Saguntum")
    assert now(state) == ("Blues", "answer")
    state = play(state, "fight legion")
    assert legions(state, "Reds") == {"Saguntum": 1}


@rule("A2-R27", "A2-R30")
def test_no_battle_in_the_phase_of_conquest() -> None:
    nations = {"Reds": {"legions": {"Delos": 4, "Nola": 1}}, "Blues": {"legions": {"Nola": 1}, **OLD}}
    state = play(moving(nations), "done")
    assert now(state) == ("Reds", "conquest")
    assert refused(state, "fight 1 legion Nola Blues") == ("not_now", "A2-R27")
    assert legal(state) == {"done", "conquer Delos 1 legion"}


@rule("A2-R28")
def test_a_demand_takes_the_unit_that_entered() -> None:
    reds = {"legions": {"Alba": 1, "Saguntum": 1}, "knowhow": ["strata"]}
    state = play(moving({"Reds": reds, "Blues": {"legions": {"Saguntum": 1}}}), "move 1 legion Alba Saguntum")
    state = play(state, "fight legion")
    assert now(state) == ("Reds", "maneuver")
    state = play(state, "move 1 legion Saguntum Delos", "move 1 legion Delos Nola")
    assert legions(state, "Reds") == {"Nola": 1}


@rule("A2-R28")
def test_the_acting_nation_names_its_own_loss() -> None:
    reds = {"legions": {"Alba": 1, "Saguntum": 1}, "knowhow": ["strata"]}
    nations = {"Reds": reds, "Blues": {"legions": {"Saguntum": 1}}}
    state = play(moving(nations), "move 1 legion Alba Saguntum", "peace")
    state = state.apply(state.game.parse_action(state, "fight 1 legion Saguntum Blues"))
    assert now(state) == ("Reds", "lose")
    assert legal(state) == {"lose used 0", "lose used 1"}
    fresh = play(state, "lose used 1", "move 1 legion Saguntum Delos", "move 1 legion Delos Nola")
    assert legions(fresh, "Reds") == {"Nola": 1}
    tired = play(state, "lose used 0", "move 1 legion Saguntum Delos")
    assert now(tired) == ("Blues", "rondel")


# ---- several nations -------------------------------------------------------------------------------------------------

CROWD: dict[str, Any] = {
    "Reds": {"legions": {"Alba": 3}},
    "Blues": {"legions": {"Saguntum": 2}},
    "Greens": {"legions": {"Saguntum": 2}},
    "Blacks": {"legions": {"Saguntum": 1}, "galleys": {"Malaca": 1}},
}


@rule("A2-R29", "A2-146")
def test_the_acting_nation_says_who_is_asked_next() -> None:
    state = play(moving(CROWD, players=4), "move 3 legion Alba Saguntum")
    assert now(state) == ("Reds", "ask")
    assert legal(state) == {"ask Blues", "ask Greens", "ask Blacks"}
    assert refused(state, "ask Reds") == ("not_offered", "A2-R29")
    assert refused(state, "done") == ("not_now", "A2-058")
    state = play(state, "ask Greens")
    assert now(state) == ("Greens", "answer")
    state = play(state, "peace")
    assert legal(state) == {"ask Blues", "ask Blacks"}
    state = play(state, "ask Blacks", "peace")
    assert now(state) == ("Blues", "answer")
    assert now(play(state, "peace")) == ("Reds", "maneuver")


@rule("A2-R29", "A2-R27")
def test_nobody_is_asked_once_no_entering_unit_is_left() -> None:
    state = play(moving(CROWD, players=4), "move 1 legion Alba Saguntum", "ask Blacks", "fight legion")
    assert now(state) == ("Reds", "maneuver")
    assert legions(state, "Blacks") == {}
    assert legions(state, "Blues") == legions(state, "Greens") == {"Saguntum": 2}
    assert legions(state, "Reds") == {"Alba": 2}


@rule("A2-R27", "A2-R29")
def test_units_that_stood_there_before_are_not_asked_for() -> None:
    foes = {"legions": {"Saguntum": 3}, "galleys": {"Capua": 3}}
    reds = {"legions": {"Delos": 2, "Saguntum": 2}, "galleys": {"Faleria": 1, "Capua": 2}}
    state = moving({"Reds": reds, "Blues": foes, "Greens": foes})
    by_land = play(state, "move 1 legion Delos Saguntum", "ask Greens", "fight legion")
    assert now(by_land) == ("Reds", "maneuver")
    assert legions(by_land, "Reds") == {"Delos": 1, "Saguntum": 2}
    assert (legions(by_land, "Greens"), legions(by_land, "Blues")) == ({"Saguntum": 2}, {"Saguntum": 3})
    by_sea = play(state, "move 1 galley Faleria Capua", "ask Blues", "peace", "fight galley")
    assert now(by_sea) == ("Reds", "maneuver")
    assert nation(by_sea, "Reds")["galleys"] == {"Capua": 2}
    two = play(state, "move 2 legion Delos Saguntum", "ask Blues", "fight legion", "ask Blues", "fight legion")
    assert now(two) == ("Reds", "maneuver")
    assert legions(two, "Blues") == {"Saguntum": 1}


@rule("A2-R29", "A2-R26")
def test_a_yes_is_fought_at_once_and_the_rest_may_be_fought_too() -> None:
    state = play(moving(CROWD, players=4), "move 3 legion Alba Saguntum", "ask Blues", "fight legion")
    assert (legions(state, "Reds"), legions(state, "Blues")) == ({"Saguntum": 2}, {"Saguntum": 1})
    assert now(state) == ("Reds", "ask")
    assert legal(state) == {"ask Blues", "ask Greens", "ask Blacks"}
    state = play(state, "ask Blacks", "fight legion")
    assert legions(state, "Blacks") == {}
    assert legal(state) == {"ask Blues", "ask Greens"}
    state = play(state, "ask Greens", "fight legion")
    assert now(state) == ("Blues", "rondel")
    assert legions(state, "Reds") == {}
    assert (legions(state, "Blues"), legions(state, "Greens")) == ({"Saguntum": 1}, {"Saguntum": 1})


@rule("A2-R29")
def test_nations_with_other_units_are_not_asked() -> None:
    nations = {
        "Reds": {"legions": {"Alba": 1}},
        "Blues": {"galleys": {"Malaca": 1}},
        "Greens": {"legions": {"Malaca": 1}},
    }
    state = play(moving(nations), "move 1 legion Alba Malaca")
    assert now(state) == ("Greens", "answer")


@rule("A2-R29", "A2-R27")
def test_who_has_been_asked_is_part_of_the_position() -> None:
    state = play(moving(CROWD, players=4), "move 3 legion Alba Saguntum")
    for move in ("ask Blues", "fight legion", "ask Greens", "peace", "ask Blues", "peace", "fight legion"):
        again = from_position(to_position(state))
        assert again.key() == state.key()
        assert legal(again) == legal(state)
        state = play(state, move)
    assert now(state) == ("Reds", "maneuver")
    assert (legions(state, "Blues"), legions(state, "Greens")) == ({"Saguntum": 1}, {"Saguntum": 2})
    assert (legions(state, "Reds"), legions(state, "Blacks")) == ({"Saguntum": 1}, {})


@rule("A2-R29", "A2-R27")
def test_who_kept_the_peace_is_not_asked_again_at_this_entry() -> None:
    state = play(moving(CROWD, players=4), "move 3 legion Alba Saguntum", "ask Greens", "peace", "ask Blues")
    state = play(state, "fight legion")
    assert legal(state) == {"ask Blues", "ask Blacks"}
    assert refused(state, "ask Greens") == ("not_offered", "A2-R29")


# ---- the examples ----------------------------------------------------------------------------------------------------


def carales() -> State:
    """Give yellow a galley at Carthago and red one at Carales."""
    nations = {
        "Romans": {**POOR, "galleys": {"Carthago": 1, "Syracus": 1}},
        "Greeks": {**POOR, "galleys": {"Carales": 1}},
    }
    return west(turn="Romans", phase="maneuver", nations=nations)


@rule("A2-151", "A2-145")
def test_example_battle_or_peace_at_carales() -> None:
    entered = play(carales(), "move 1 galley Carthago Carales")
    assert now(entered) == ("Greeks", "answer")
    asked_by_red = play(entered, "fight galley")
    asked_by_yellow = play(entered, "peace", "fight 1 galley Carales Greeks")
    for state in (asked_by_red, asked_by_yellow):
        assert nation(state, "Romans")["galleys"] == {"Syracus": 1}
        assert nation(state, "Greeks")["galleys"] == {}
    peace = play(entered, "peace")
    assert nation(peace, "Romans")["galleys"] == {"Carales": 1, "Syracus": 1}
    assert nation(peace, "Greeks")["galleys"] == {"Carales": 1}
    for name in ("Romans", "Greeks"):
        assert to_position(asked_by_red)["nations"][name]["legions"] == {}


def pella() -> State:
    """Set up the example at Pella: red has NAVIGATIO, yellow a galley at Athenae and a temple at Pella."""
    red = {**POOR, "knowhow": ["navigatio"], "legions": {"Dyrrhachion": 2}, "galleys": {"Dyrrhachion": 1, "Sparta": 1}}
    yellow = {**POOR, "cities": ["Pella", "Ephesos"], "temples": ["Pella"], "galleys": {"Athenae": 1}, **OLD}
    return west(turn="Romans", phase="maneuver", nations={"Greeks": yellow, "Romans": red})


@rule("A2-168", "A2-R28")
def test_example_the_galley_of_sparta_could_be_stopped_at_athenae() -> None:
    state = play(pella(), "move 1 galley Sparta Athenae")
    assert now(state) == ("Greeks", "answer")
    stopped = play(state, "fight galley")
    assert nation(stopped, "Romans")["galleys"] == {"Dyrrhachion": 1}
    assert nation(stopped, "Greeks")["galleys"] == {}
    passed = play(state, "peace", "move 1 galley Athenae Pella")
    assert nation(passed, "Romans")["galleys"] == {"Dyrrhachion": 1, "Pella": 1}


def sail(state: State, origin: str, target: str) -> State:
    """Sail a galley the shortest way, by units that have come as far as this one."""
    way = route(load_board("mare-nostrum"), origin, target, SEA)
    for used, (here, there) in enumerate(pairwise(way)):
        state = play(state, f"move 1 galley {here} {there}" + (f" used {used}" if used else ""))
    return state


@rule("A2-167", "A2-142")
def test_example_the_way_to_pella() -> None:
    state = play(pella(), "move 2 legion Dyrrhachion Pella")
    state = sail(state, "Dyrrhachion", "Athenae")
    assert now(state) == ("Greeks", "answer")
    state = play(state, "peace", "fight 1 galley Athenae Greeks")
    assert nation(state, "Greeks")["galleys"] == {}
    assert nation(state, "Romans")["galleys"] == {"Sparta": 1}
    state = sail(state, "Sparta", "Pella")
    assert now(state)[0] == "Romans"
    assert nation(state, "Romans")["galleys"] == {"Pella": 1}
    assert legions(state, "Romans") == {"Pella": 2}


@rule("A2-169", "A2-170", "A2-161", "A2-D09")
def test_example_the_conquest_of_pella() -> None:
    state = sail(play(pella(), "move 2 legion Dyrrhachion Pella"), "Dyrrhachion", "Athenae")
    state = sail(play(state, "fight galley"), "Sparta", "Pella")
    before = to_position(state)
    assert legal(state, "conquer") == {"conquer Pella 2 legion 1 galley"}
    state = play(state, "conquer Pella 2 legion 1 galley")
    assert now(state)[0] != "Romans"
    assert legions(state, "Romans") == nation(state, "Romans")["galleys"] == {}
    assert "Pella" in nation(state, "Romans")["cities"]
    assert nation(state, "Greeks")["cities"] == ["Ephesos"]
    assert nation(state, "Romans")["temples"] == []
    assert to_position(state)["bank"]["temples"] == before["bank"]["temples"] + 1
    assert nation(state, "Romans")["personages"] == {"general": 1}
    assert nation(state, "Romans")["points"] == 1


@rule("A2-171", "A2-D09")
def test_example_with_regnum_pella_would_hold() -> None:
    red = {**POOR, "legions": {"Pella": 2}, "galleys": {"Pella": 1}}
    yellow = {**POOR, "cities": ["Pella", "Ephesos"], "temples": ["Pella"], **OLD}
    state = west(turn="Romans", phase="maneuver", nations={"Greeks": yellow, "Romans": red})
    assert legal(state, "conquer") == {"conquer Pella 2 legion 1 galley"}
    for change in ({"knowhow": ["regnum"]}, {"personages": {"king": 1, "scholar": 1}}):
        held = west(turn="Romans", phase="maneuver", nations={"Greeks": {**yellow, **change}, "Romans": red})
        assert legal(held, "conquer") == set()
        assert refused(held, "conquer Pella") == ("too_weak", "A2-153")
