"""The military examples of the rulebooks, with their numbers."""

from __future__ import annotations

from typing import Any

import pytest

from rondel.antike.state import State
from rondel.boards.reader import load_board
from rondel.boards.schema import LAND, SEA, Board
from rondel.position import to_position
from tests.support import POOR, at, both, legal, nation, now, play, refused, rule

PARTNERS = {"wheel": "roads", "sailing": "navigation"}


def maneuver(book: str, turn: str, nations: dict[str, Any], **more: Any) -> State:
    """Give a nation without goods a maneuver among four nations, unless a board says otherwise."""
    nations = {name: {**POOR, **entry} for name, entry in nations.items()}
    return at(book, **{"players": 4, "turn": turn, "phase": "maneuver", "nations": nations, **more})


def west() -> dict[str, Any]:
    """Build a small western board: Rome two land borders from Massilia, and Tacape by land and sea."""
    resources = ("marble", "iron", "gold")
    names = ("Rome", "Capua", "Arretium", "Massilia", "Narbo", "Gades", "Tacape", "Leptis", "Carthage")
    return {
        "id": "small-west",
        "nations": {"all": ["Romans", "Gauls", "Carthaginians"]},
        "starts": {"3": {
            "Romans": ["Rome", "Capua", "Arretium"],
            "Gauls": ["Massilia", "Narbo", "Gades"],
            "Carthaginians": ["Tacape", "Leptis", "Carthage"],
        }},
        "regions": {name: {"resource": resources[place % 3]} for place, name in enumerate(names)},
        "borders": {
            "land": [
                ["Massilia", "Arretium"], ["Arretium", "Rome"], ["Massilia", "Narbo"], ["Narbo", "Gades"],
                ["Tacape", "Leptis"],
            ],
            "sea": [["Tacape", "Carthage"], ["Carthage", "Capua"]],
            "both": [["Rome", "Capua"]],
        },
    }  # fmt: skip


def distance(board: Board, border: int, start: str, end: str) -> int:
    """Count the movements between two provinces over borders of a kind."""
    places = {region.name: number for number, region in enumerate(board.regions)}
    seen, edge, steps = {places[start]}, {places[start]}, 0
    while places[end] not in seen:
        edge = {other for place in edge for other in board.neighbours(place, border)} - seen
        assert edge, f"{end} cannot be reached"
        seen |= edge
        steps += 1
    return steps


def holds_both(board: Board, name: str) -> bool:
    """Say whether legions and galleys can stand in a province."""
    place = [region.name for region in board.regions].index(name)
    return bool(board.neighbours(place, LAND)) and bool(board.neighbours(place, SEA))


@both
@rule("A06-183", "A05-172")
def test_three_galleys_enter_athen(book: str) -> None:
    nations = {
        "Greeks": {"galleys": {"Athen": 1}, "legions": {"Athen": 1}},
        "Persians": {"galleys": {"Ephesos": 3}, "legions": {"Napoca": 1}},
    }
    state = play(maneuver(book, "Persians", nations), "move 3 galley Ephesos Athen")
    assert now(state) == ("Greeks", "answer")
    assert legal(state) == {"peace", "fight 1 galley Athen Persians"}
    state = play(state, "fight 1 galley Athen Persians")
    assert now(state) == ("Persians", "maneuver")
    assert nation(state, "Persians")["galleys"] == {"Athen": 2}
    assert nation(state, "Greeks")["galleys"] == {}
    assert nation(state, "Greeks")["legions"] == {"Athen": 1}


@rule("A05-161")
def test_a_legion_with_roads_moves_twice_and_conquers() -> None:
    army = {"legions": {"Melitene": 1}, "knowhow": ["wheel", "roads"]}
    state = maneuver("antike-2005", "Greeks", {"Greeks": army, "Persians": {}})
    state = play(state, "move 1 legion Melitene Ninive", "move 1 legion Ninive Susa used 1")
    assert legal(state, "conquer") == {"conquer Susa 1 legion"}
    state = play(state, "conquer Susa 1 legion")
    assert "Susa" in nation(state, "Greeks")["cities"]
    assert nation(state, "Greeks")["legions"] == {}
    wheel = maneuver("antike-2005", "Greeks", {"Greeks": {**army, "knowhow": ["wheel"], "galleys": {"Messana": 1}}})
    wheel = play(wheel, "move 1 legion Melitene Ninive", "move 1 legion Ninive Susa used 1")
    assert legal(wheel, "conquer") == set()


@rule("A06-193")
def test_corniclanum_has_defence_six() -> None:
    greek = {
        "cities": ["Pella", "Corniclanum"], "temples": ["Corniclanum"], "legions": {"Corniclanum": 1},
        "galleys": {"Corniclanum": 1}, "knowhow": ["monarchy"],
    }  # fmt: skip
    for count, conquests in ((5, set()), (6, {"conquer Corniclanum 6 galley"})):
        nations = {"Greeks": greek, "Persians": {"galleys": {"Corniclanum": count}}}
        assert legal(maneuver("antike-2006", "Persians", nations), "conquer") == conquests


@rule("A05-185")
def test_tacape_has_defence_eight() -> None:
    owner = {
        "temples": ["Tacape"], "legions": {"Tacape": 2}, "galleys": {"Tacape": 1},
        "knowhow": ["monarchy", "democracy"],
    }  # fmt: skip
    for count, conquests in ((7, set()), (8, {"conquer Tacape 8 galley"})):
        nations = {"Romans": {"galleys": {"Tacape": count}}, "Gauls": {}, "Carthaginians": owner}
        state = maneuver("antike-2005", "Romans", nations, players=3, board=west())
        assert legal(state, "conquer") == conquests


@rule("A06-203")
def test_two_galleys_conquer_tyros() -> None:
    nations = {"Persians": {"galleys": {"Tyros": 2}}, "Phoenicians": {"legions": {"Tyros": 1}}}
    state = maneuver("antike-2006", "Persians", nations)
    assert legal(state, "conquer") == {"conquer Tyros 2 galley"}
    state = play(state, "conquer Tyros 2 galley")
    assert nation(state, "Persians")["galleys"] == nation(state, "Phoenicians")["legions"] == {}
    assert "Tyros" in nation(state, "Persians")["cities"]
    assert nation(state, "Phoenicians")["cities"] == ["Alexandria", "Paphos"]


@rule("A06-204")
def test_the_conqueror_of_tyros_chooses_what_it_keeps() -> None:
    nations = {"Persians": {"legions": {"Tyros": 2}, "galleys": {"Tyros": 1}}, "Phoenicians": {"legions": {"Tyros": 1}}}
    state = maneuver("antike-2006", "Persians", nations)
    assert legal(state, "conquer") == {"conquer Tyros 1 legion 1 galley", "conquer Tyros 2 legion"}
    mixed = play(state, "conquer Tyros 1 legion 1 galley")
    assert nation(mixed, "Persians")["legions"] == {"Tyros": 1}
    assert nation(mixed, "Persians")["galleys"] == {}
    plain = play(state, "conquer Tyros 2 legion")
    assert nation(plain, "Persians")["legions"] == {}
    assert nation(plain, "Persians")["galleys"] == {"Tyros": 1}
    for after in (mixed, plain):
        assert "Tyros" in nation(after, "Persians")["cities"]
        assert nation(after, "Phoenicians")["legions"] == {}


# ---- Alexandria ------------------------------------------------------------------------------------------------------


@rule("A06-205")
def test_galleys_with_navigation_conquer_alexandria_after_two_movements() -> None:
    red = {"galleys": {"Athen": 2, "Knossos": 1, "Bycantium": 1}, "knowhow": ["sailing", "navigation"]}
    nations = {"Persians": red, "Phoenicians": {"legions": {"Alexandria": 2}}}
    state = maneuver("antike-2006", "Persians", nations)
    state = play(state, "move 2 galley Athen Knossos", "move 2 galley Knossos Alexandria used 1")
    farther = play(state, "move 1 galley Bycantium Athen", "move 1 galley Athen Knossos used 1")
    farther = play(farther, "move 1 galley Knossos Alexandria used 2")
    assert nation(farther, "Persians")["galleys"]["Alexandria"] == 3
    assert refused(farther, "conquer Alexandria") == ("too_weak", "A06-188")
    state = play(state, "move 1 galley Knossos Alexandria used 0")
    assert legal(state, "conquer") == {"conquer Alexandria 3 galley"}
    state = play(state, "conquer Alexandria 3 galley")
    assert nation(state, "Persians")["galleys"] == {"Bycantium": 1}
    assert "Alexandria" in nation(state, "Persians")["cities"]
    assert nation(state, "Phoenicians")["legions"] == {}


YELLOW = {"galleys": {"Attalia": 1, "Knossos": 1}, "legions": {"Napoca": 1}, "knowhow": ["sailing"]}


@rule("A06-206")
def test_two_galleys_with_sailing_do_not_take_alexandria_from_a_legion() -> None:
    nations = {"Persians": YELLOW, "Phoenicians": {"legions": {"Alexandria": 1}}}
    state = maneuver("antike-2006", "Persians", nations)
    state = play(state, "move 1 galley Attalia Paphos", "move 1 galley Paphos Alexandria used 1")
    state = play(state, "move 1 galley Knossos Alexandria")
    assert to_position(state)["used"] == {"galleys": {"Alexandria": [1, 1, 0]}}
    assert legal(state, "conquer") == legal(state, "fight") == set()
    assert refused(state, "conquer Alexandria 2 galley") == ("too_weak", "A06-188")


@rule("A06-207")
def test_the_spent_galley_fights_first_and_the_other_takes_alexandria() -> None:
    nations = {"Persians": YELLOW, "Phoenicians": {"galleys": {"Alexandria": 1}}}
    state = maneuver("antike-2006", "Persians", nations)
    state = play(state, "move 1 galley Attalia Paphos", "move 1 galley Paphos Alexandria used 1", "peace")
    state = play(state, "fight 1 galley Alexandria Phoenicians")
    assert nation(state, "Phoenicians")["galleys"] == {}
    assert nation(state, "Persians")["galleys"] == {"Knossos": 1}
    state = play(state, "move 1 galley Knossos Alexandria")
    assert legal(state, "conquer") == {"conquer Alexandria 1 galley"}
    state = play(state, "conquer Alexandria")
    assert "Alexandria" in nation(state, "Persians")["cities"]
    assert nation(state, "Persians")["galleys"] == {}


# ---- Rome and Attalia ------------------------------------------------------------------------------------------------


@rule("A06-208", "A06-209")
def test_a_third_nation_on_the_way_decides_whether_rome_falls() -> None:
    nations = {
        "Gauls": {"legions": {"Massilia": 5}, "galleys": {"Capua": 1}, "knowhow": ["wheel", "roads"]},
        "Romans": {"temples": ["Rome"], "galleys": {"Rome": 1}, "knowhow": ["monarchy"], "cities": ["Rome", "Capua"]},
        "Carthaginians": {"legions": {"Arretium": 1}, "cities": ["Tacape", "Arretium"]},
    }
    state = maneuver("antike-2006", "Gauls", nations, players=3, board=west())
    state = play(state, "move 5 legion Massilia Arretium")
    assert now(state) == ("Carthaginians", "answer")
    assert legal(state) == {"peace", "fight 1 legion Arretium Gauls"}
    fought = play(state, "fight 1 legion Arretium Gauls")
    assert nation(fought, "Carthaginians")["legions"] == {}
    fought = play(fought, "move 4 legion Arretium Rome used 1")
    assert nation(fought, "Gauls")["legions"] == {"Rome": 4}
    assert legal(fought, "conquer") == set()
    assert refused(fought, "conquer Rome 5 legion") == ("too_weak", "A06-189")
    passed = play(state, "peace", "move 5 legion Arretium Rome used 1")
    assert legal(passed, "conquer") == {"conquer Rome 5 legion"}
    passed = play(passed, "conquer Rome")
    assert nation(passed, "Gauls")["legions"] == {}
    assert "Rome" in nation(passed, "Gauls")["cities"]
    assert nation(passed, "Romans")["temples"] == []
    assert nation(passed, "Carthaginians")["legions"] == {"Arretium": 1}


def march_on_attalia(legions: int, galleys: int, knowhow: list[str]) -> State:
    """Fight two red legions and a red galley on the way to Attalia, whose defence is 4."""
    yellow = {"legions": {"Ninive": legions}, "galleys": {"Tyros": galleys}, "knowhow": knowhow}
    red = {
        "cities": ["Attalia", "Pella"], "temples": ["Attalia"], "knowhow": ["monarchy"],
        "legions": {"Ninive": 1, "Antiochia": 1}, "galleys": {"Paphos": 1},
    }  # fmt: skip
    state = maneuver("antike-2006", "Persians", {"Persians": yellow, "Greeks": red})
    state = play(state, "fight 1 legion Ninive Greeks", f"move {legions - 1} legion Ninive Antiochia")
    state = play(state, "fight 1 legion Antiochia Persians", f"move {legions - 2} legion Antiochia Attalia used 1")
    state = play(state, f"move {galleys} galley Tyros Paphos", "fight 1 galley Paphos Persians")
    return play(state, f"move {galleys - 1} galley Paphos Attalia used 1")


FAST = ["wheel", "roads", "sailing", "navigation"]


@rule("A06-210", "A06-211")
def test_four_legions_and_three_galleys_take_attalia() -> None:
    state = march_on_attalia(4, 3, FAST)
    assert nation(state, "Persians")["legions"] == nation(state, "Persians")["galleys"] == {"Attalia": 2}
    assert nation(state, "Greeks")["legions"] == nation(state, "Greeks")["galleys"] == {}
    assert to_position(state)["used"] == {"legions": {"Attalia": [0, 2, 0]}, "galleys": {"Attalia": [0, 2, 0]}}
    assert legal(state, "conquer") == {"conquer Attalia 2 legion 2 galley"}
    state = play(state, "conquer Attalia")
    assert nation(state, "Persians")["legions"] == nation(state, "Persians")["galleys"] == {}
    assert "Attalia" in nation(state, "Persians")["cities"]
    assert nation(state, "Greeks")["cities"] == ["Pella"]


@rule("A06-211")
@pytest.mark.parametrize(("legions", "galleys"), [(3, 3), (4, 2)])
def test_fewer_units_do_not_take_attalia(legions: int, galleys: int) -> None:
    state = march_on_attalia(legions, galleys, FAST)
    assert refused(state, "conquer Attalia") == ("too_weak", "A06-189")


@rule("A06-211")
@pytest.mark.parametrize("basic", ["wheel", "sailing"])
def test_units_that_arrive_spent_do_not_take_attalia(basic: str) -> None:
    state = march_on_attalia(4, 3, [field for field in FAST if field != PARTNERS[basic]])
    assert legal(state, "conquer") == set()
    assert refused(state, "conquer Attalia") == ("too_weak", "A06-188")


@rule("A06-212")
def test_the_board_bears_the_2006_examples_out() -> None:
    board = load_board("east")
    assert all(holds_both(board, name) for name in ("Athen", "Corniclanum", "Tyros", "Alexandria", "Attalia"))
    assert not holds_both(board, "Messana")
    assert distance(board, SEA, "Attalia", "Alexandria") == 2


# ---- the examples of 2005 --------------------------------------------------------------------------------------------


@rule("A05-194")
def test_six_galleys_conquer_athen_and_one_remains() -> None:
    greek = {"temples": ["Athen"], "legions": {"Athen": 1}, "galleys": {"Athen": 1}}
    state = maneuver("antike-2005", "Persians", {"Greeks": greek, "Persians": {"galleys": {"Athen": 6}}})
    assert legal(state, "conquer") == {"conquer Athen 5 galley"}
    state = play(state, "conquer Athen")
    assert nation(state, "Persians")["galleys"] == {"Athen": 1}
    assert "Athen" in nation(state, "Persians")["cities"]
    assert nation(state, "Persians")["temples"] == []
    assert nation(state, "Greeks")["cities"] == ["Dyrrhachion", "Pella"]
    assert nation(state, "Greeks")["temples"] == []
    assert nation(state, "Greeks")["legions"] == nation(state, "Greeks")["galleys"] == {}


def fleet(greek: dict[str, Any]) -> State:
    """Set up the position of examples A and B; the Greeks own democracy."""
    greek = {**greek, "knowhow": ["monarchy", "democracy"]}
    sailors = {"galleys": {"Ephesos": 4, "Cyrene": 1}, "legions": {"Napoca": 1}, "knowhow": ["sailing"]}
    return maneuver("antike-2005", "Persians", {"Greeks": greek, "Persians": sailors})


@rule("A05-197")
def test_example_a() -> None:
    state = fleet({"legions": {"Athen": 1}, "galleys": {"Athen": 1}})
    rush = play(state, "move 4 galley Ephesos Athen", "peace")
    assert refused(rush, "conquer Athen") == ("too_weak", "A05-187")
    assert refused(rush, "conquer Athen 4 galley") == ("wrong_losses", "A05-186")
    state = play(state, "move 1 galley Cyrene Knossos", "move 1 galley Knossos Athen used 1", "peace")
    assert {text for text in legal(state) if "Athen" in text.split()[3:4]} == {"fight 1 galley Athen Greeks"}
    state = play(state, "fight 1 galley Athen Greeks")
    assert nation(state, "Persians")["galleys"] == {"Ephesos": 4}
    assert nation(state, "Greeks")["galleys"] == {}
    state = play(state, "move 4 galley Ephesos Athen")
    assert now(state) == ("Persians", "maneuver")
    assert legal(state, "conquer") == {"conquer Athen 4 galley"}
    state = play(state, "conquer Athen 4 galley")
    assert nation(state, "Persians")["galleys"] == nation(state, "Greeks")["legions"] == {}
    assert "Athen" in nation(state, "Persians")["cities"]
    assert "Athen" not in nation(state, "Greeks")["cities"]


@rule("A05-198")
def test_example_b() -> None:
    state = fleet({"legions": {"Athen": 2}})
    state = play(state, "move 1 galley Cyrene Knossos", "move 1 galley Knossos Athen used 1")
    assert now(state) == ("Persians", "maneuver")
    assert legal(state, "fight") == set()
    state = play(state, "move 4 galley Ephesos Athen")
    assert nation(state, "Persians")["galleys"] == {"Athen": 5}
    assert legal(state, "conquer") == set()
    assert refused(state, "conquer Athen 5 galley") == ("too_weak", "A05-179")


@rule("A05-199")
def test_the_boards_bear_the_2005_examples_out() -> None:
    board = load_board("east")
    assert distance(board, SEA, "Ephesos", "Athen") == 1
    assert distance(board, SEA, "Cyrene", "Athen") == 2
    assert not holds_both(board, "Knossos")
    for stock in map(load_board, ("east", "west")):
        named = {"Athen", "Tacape"} & {region.name for region in stock.regions}
        assert named
        assert all(holds_both(stock, name) for name in named)
