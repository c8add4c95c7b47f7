"""Antike II: MOVERE, the way of units over borders."""

from __future__ import annotations

import pytest

from rondel.antike.state import State
from rondel.boards.reader import load_board
from rondel.boards.schema import LAND, SEA
from tests.rules.antike2.fixtures import OLD, moving, reach, west
from tests.support import POOR, finish, legal, nation, now, play, refused, rule

BOARD = load_board("mare-nostrum")


def goals(state: State, kind: str, origin: str) -> set[str]:
    """Give the regions that a single unit can enter from a region."""
    prefix = f"move 1 {kind} {origin} "
    return {text.removeprefix(prefix).split(" used ")[0] for text in legal(state, "move") if text.startswith(prefix)}


@rule("A2-138", "A2-R30")
def test_movement_and_battles_come_before_conquest() -> None:
    nations = {"Reds": {"legions": {"Alba": 2, "Delos": 5, "Nola": 1}}, "Blues": {"legions": {"Nola": 1}, **OLD}}
    state = play(moving(nations), "move 1 legion Alba Saguntum", "conquer Delos 1 legion")
    assert now(state)[1] != "maneuver"
    for first in (play(moving(nations), "done"), play(moving(nations), "conquer Delos 1 legion")):
        assert refused(first, "move 1 legion Alba Saguntum") == ("not_now", "A2-138")
        assert refused(first, "fight 1 legion Nola Blues") == ("not_now", "A2-R27")


@rule("A2-139", "A2-140")
def test_legions_cross_red_galleys_cross_blue() -> None:
    state = moving({"Reds": {"legions": {"Alba": 1, "Brixia": 1}, "galleys": {"Alba": 1, "Brixia": 1}}})
    assert goals(state, "legion", "Alba") == {"Saguntum", "Vastum", "Brixia", "Malaca"}
    assert goals(state, "galley", "Alba") == {"Brixia", "Malaca"}
    assert goals(state, "legion", "Brixia") == {"Alba", "Capua"}
    assert goals(state, "galley", "Brixia") == {"Alba", "Capua", "Mare Album"}
    assert refused(state, "move 1 galley Alba Saguntum") == ("border_kind", "A2-139")
    assert refused(state, "move 1 legion Brixia Mare Album") == ("border_kind", "A2-139")
    assert refused(state, "move 1 legion Alba Delos") == ("no_border", "A2-140")


@rule("A2-R38", "A2-139")
def test_a_mixed_border_is_open_to_both() -> None:
    state = moving({"Reds": {"legions": {"Capua": 1}, "galleys": {"Capua": 1}}})
    state = play(state, "move 1 legion Capua Ilerda", "move 1 galley Capua Ilerda")
    assert nation(state, "Reds")["legions"] == nation(state, "Reds")["galleys"] == {"Ilerda": 1}


@rule("A2-139", "A2-R47")
def test_every_unit_may_move_in_any_order() -> None:
    army = {"legions": {"Alba": 2, "Gades": 1}, "galleys": {"Capua": 1, "Mare Album": 1}}
    moves = [
        "move 1 legion Alba Saguntum", "move 1 galley Capua Rhegium", "move 1 legion Gades Vastum",
        "move 1 galley Mare Album Mare Caesium", "move 1 legion Alba Vastum",
    ]  # fmt: skip
    states = [play(moving({"Reds": army}), *order) for order in (moves, list(reversed(moves)))]
    for state in states:
        assert nation(state, "Reds")["legions"] == {"Saguntum": 1, "Vastum": 2}
        assert nation(state, "Reds")["galleys"] == {"Rhegium": 1, "Mare Caesium": 1}


@rule("A2-140")
def test_one_border_or_none_without_technology() -> None:
    state = play(moving({"Reds": {"legions": {"Alba": 1, "Nola": 1}}}), "move 1 legion Alba Saguntum")
    assert refused(state, "move 1 legion Saguntum Delos") == ("no_action_left", "A2-141")
    assert refused(state, "move 1 legion Saguntum Alba") == ("no_action_left", "A2-141")
    stayed = finish(moving({"Reds": {"legions": {"Alba": 1}}}))
    assert nation(stayed, "Reds")["legions"] == {"Alba": 1}
    assert refused(state, "move 2 legion Nola Ostia") == ("no_unit", "A2-139")


@rule("A2-141", "A2-R47")
def test_two_borders_with_technology_with_a_pause_between() -> None:
    army = {"legions": {"Alba": 2}, "galleys": {"Brixia": 1}, "knowhow": ["strata", "navigatio"]}
    state = play(
        moving({"Reds": army}),
        "move 1 legion Alba Saguntum",
        "move 1 galley Brixia Mare Album",
        "move 1 legion Alba Vastum",
        "move 1 legion Saguntum Delos",
        "move 1 galley Mare Album Mare Caesium",
    )
    assert nation(state, "Reds")["legions"] == {"Delos": 1, "Vastum": 1}
    assert nation(state, "Reds")["galleys"] == {"Mare Caesium": 1}
    assert refused(state, "move 1 legion Delos Nola") == ("no_action_left", "A2-141")
    state = play(state, "move 1 legion Vastum Gades")
    assert nation(state, "Reds")["legions"] == {"Delos": 1, "Gades": 1}


@rule("A2-R47")
def test_units_that_cross_together_are_asked_once_and_fought_as_often_as_they_are() -> None:
    nations = {"Reds": {"legions": {"Alba": 3}}, "Blues": {"legions": {"Saguntum": 3}}}
    together = play(moving(nations), "move 2 legion Alba Saguntum", "fight legion", "fight legion")
    assert now(together) == ("Reds", "maneuver")
    assert nation(together, "Blues")["legions"] == {"Saguntum": 1}
    singly = play(moving(nations), "move 1 legion Alba Saguntum", "fight legion")
    assert now(singly) == ("Reds", "maneuver")
    singly = play(singly, "move 1 legion Alba Saguntum", "fight legion")
    assert nation(singly, "Reds")["legions"] == nation(together, "Reds")["legions"] == {"Alba": 1}


# ---- the example at Carthago -----------------------------------------------------------------------------------------


def carthago(*owned: str) -> State:
    """Give yellow a legion and a galley at Carthago."""
    army = {**POOR, "legions": {"Carthago": 1}, "galleys": {"Carthago": 1}, "knowhow": list(owned)}
    return west(turn="Romans", phase="maneuver", nations={"Romans": army})


@rule("A2-149", "A2-140", "A2-D08")
def test_example_legion_over_red_galley_over_blue() -> None:
    state = carthago()
    assert goals(state, "legion", "Carthago") == reach(BOARD, "Carthago", LAND, 1)
    assert goals(state, "galley", "Carthago") == reach(BOARD, "Carthago", SEA, 1)
    assert goals(state, "legion", "Carthago")
    assert "Carales" in goals(state, "galley", "Carthago") - goals(state, "legion", "Carthago")
    stayed = finish(state)
    assert nation(stayed, "Romans")["legions"] == nation(stayed, "Romans")["galleys"] == {"Carthago": 1}


@pytest.mark.parametrize(
    ("kind", "border", "skill", "other"),
    [("legion", LAND, "strata", "navigatio"), ("galley", SEA, "navigatio", "strata")],
)
@rule("A2-150", "A2-136", "A2-137", "A2-141")
def test_example_one_region_more(kind: str, border: int, skill: str, other: str) -> None:
    for owned, steps in ((skill, 2), (other, 1)):
        state = carthago(owned)
        found = goals(state, kind, "Carthago")
        assert found == reach(BOARD, "Carthago", border, 1)
        further = set()
        for place in found:
            there = play(state, f"move 1 {kind} Carthago {place}")
            further |= goals(there, kind, place) if now(there) == ("Romans", "maneuver") else set()
        assert found | further - {"Carthago"} == reach(BOARD, "Carthago", border, steps)


@rule("A2-D08", "A2-101")
def test_the_map_has_what_the_examples_show() -> None:
    def border(a: str, b: str) -> int:
        return BOARD.border(BOARD.index(a), BOARD.index(b))

    def kinds(name: str) -> int:
        place = BOARD.index(name)
        return (LAND if BOARD.neighbours(place, LAND) else 0) | (SEA if BOARD.neighbours(place, SEA) else 0)

    assert kinds("Carales") == SEA
    assert kinds("Carthago") == kinds("Gesocribate") == LAND | SEA
    assert kinds("Syracus") & SEA
    assert kinds("Neapolis") & SEA
    assert border("Carthago", "Carales") & SEA
    assert border("Dyrrhachion", "Pella") & LAND
    assert border("Sparta", "Athenae") & SEA
    assert border("Athenae", "Pella") & SEA
    assert "Athenae" in reach(BOARD, "Dyrrhachion", SEA, 2)
    assert BOARD.regions[BOARD.index("Ancona")].resource >= 0
    assert [BOARD.regions[BOARD.index(name)].resource for name in ("Syracus", "Carthago")] == [2, 2]
    orient = load_board("orient")
    assert orient.regions[orient.index("Attalia")].resource == 2
