"""The arming wedge, and what becomes of lost pieces."""

from __future__ import annotations

from typing import Any

import pytest

from rondel.antike.state import State
from rondel.boards.reader import load_board
from rondel.boards.schema import LAND, SEA
from rondel.position import to_position
from tests.rules.test_setup import LINE_4
from tests.support import at, both, legal, nation, now, play, refused, rule, stocks


def arming(book: str, **greeks: Any) -> State:
    """Give the arming action of the Greeks; their cities are Pella, Dyrrhachion and Athen unless named."""
    others = greeks.pop("others", {})
    return at(book, turn="Greeks", phase="arming", nations={"Greeks": {"rondel": "arming", **greeks}, **others})


def clause(book: str, of_2006: str, of_2005: str) -> str:
    return of_2006 if book == "antike-2006" else of_2005


def units(state: State, name: str = "Greeks") -> tuple[dict[str, int], dict[str, int]]:
    entry = nation(state, name)
    return entry["legions"], entry["galleys"]


@both
@rule("A06-129", "A05-115", "A06-130", "A05-116", "A06-131", "A05-117")
def test_units_are_set_up_in_own_provinces_for_iron(book: str) -> None:
    state = arming(book, iron=3)
    assert legal(state) == {
        "done", "arm legion Pella", "arm galley Pella", "arm legion Dyrrhachion", "arm galley Dyrrhachion",
        "arm legion Athen", "arm galley Athen",
    }  # fmt: skip
    state = play(state, "arm legion Pella", "arm galley Athen")
    assert units(state) == ({"Pella": 1}, {"Athen": 1})
    assert stocks(state, "Greeks") == (2, 1, 3, 0)
    assert legal(state) == {"done", "arm legion Dyrrhachion", "arm galley Dyrrhachion"}
    assert refused(state, "arm legion Susa") == ("not_owned", clause(book, "A06-131", "A05-117"))
    assert refused(state, "arm legion Napoca") == ("not_owned", clause(book, "A06-131", "A05-117"))


@both
@rule("A06-130", "A05-116")
def test_each_unit_costs_one_iron(book: str) -> None:
    assert now(arming(book, iron=0)) == ("Persians", "rondel")
    for iron in (1, 2):
        state = arming(book, iron=iron)
        state = play(state, "arm legion Pella")
        assert stocks(state, "Greeks") == (2, iron - 1, 3, 0)
        assert now(state) == (("Persians", "rondel") if iron == 1 else ("Greeks", "arming"))
    eight = ["wheel", "sailing", "market", "monarchy", "roads", "navigation", "currency", "democracy"]
    poor = arming(book, iron=0, gold=5, knowhow=eight)
    assert refused(poor, "arm legion Pella") == ("cannot_pay", clause(book, "A06-130", "A05-116"))
    limited = at(book, turn="Greeks", phase="arming", options={"bank-units": 50}, nations={"Greeks": {"iron": 2}})
    paid = play(limited, "arm legion Pella")
    assert to_position(paid)["bank"]["iron"] - to_position(limited)["bank"]["iron"] == 1


@both
@rule("A06-131", "A05-117")
def test_units_abroad_open_no_place(book: str) -> None:
    state = arming(book, cities=["Pella"], iron=9, legions={"Napoca": 2}, galleys={"Bycantium": 1})
    assert legal(state, "arm") == {"arm legion Pella", "arm galley Pella"}


@both
@rule("A06-132", "A05-118")
def test_one_new_unit_without_temple(book: str) -> None:
    state = play(arming(book, iron=9), "arm legion Pella")
    for unit in ("legion", "galley"):
        assert refused(state, f"arm {unit} Pella") == ("place_limit", clause(book, "A06-132", "A05-118"))
    assert legal(state, "arm") == {
        "arm legion Dyrrhachion", "arm galley Dyrrhachion", "arm legion Athen", "arm galley Athen",
    }  # fmt: skip
    done = play(state, "arm galley Dyrrhachion", "arm legion Athen")
    assert now(done) == ("Persians", "rondel")
    assert stocks(done, "Greeks")[1] == 6


@both
@rule("A06-133", "A05-119", "A06-R21", "A05-R21")
def test_three_new_units_with_temple_of_both_kinds_together(book: str) -> None:
    state = arming(book, cities=["Athen"], temples=["Athen"], iron=9)
    for count, unit in enumerate(("legion", "galley", "legion")):
        assert legal(state, "arm") == {"arm legion Athen", "arm galley Athen"}, count
        state = play(state, f"arm {unit} Athen")
    assert units(state) == ({"Athen": 2}, {"Athen": 1})
    assert stocks(state, "Greeks")[1] == 6
    assert now(state) == ("Persians", "rondel")
    two = play(arming(book, temples=["Athen"], iron=9), "arm galley Athen", "arm galley Athen", "arm galley Athen")
    for unit in ("legion", "galley"):
        assert refused(two, f"arm {unit} Athen") == ("place_limit", clause(book, "A06-133", "A05-119"))


@both
@rule("A06-134", "A05-121")
def test_older_units_do_not_count_for_the_limit(book: str) -> None:
    state = arming(book, iron=9, legions={"Pella": 5}, galleys={"Pella": 4})
    state = play(state, "arm legion Pella")
    assert units(state) == ({"Pella": 6}, {"Pella": 4})
    assert refused(state, "arm legion Pella")[0] == "place_limit"


@both
@rule("A06-134", "A05-121")
def test_the_limit_starts_anew_with_the_next_turn(book: str) -> None:
    greeks = {"iron": 9, "coins": 5, "cities": ["Pella"], "rondel": "maneuver1"}
    state = play(at(book, turn="Greeks", nations={"Greeks": greeks}), "rondel arming", "arm legion Pella")
    assert now(state) == ("Persians", "rondel")
    state = play(state, "rondel gold", "rondel gold", "rondel gold", "rondel arming 5 coin", "arm legion Pella")
    assert units(state) == ({"Pella": 2}, {})


@both
@rule("A06-135", "A05-122")
def test_no_limit_to_units_in_a_province(book: str) -> None:
    crowd = {"legions": {"Athen": 17}, "galleys": {"Athen": 17}}
    state = at(book, turn="Greeks", nations=dict.fromkeys(("Greeks", "Persians", "Arabs", "Phoenicians"), crowd))
    state.check()
    greeks = {"legions": {"Athen": 16}, "galleys": {"Athen": 17}, "iron": 1}
    nations = {"Greeks": greeks, "Persians": crowd, "Arabs": crowd}
    full = play(at(book, players=4, turn="Greeks", phase="arming", nations=nations), "arm legion Athen")
    assert units(full) == ({"Athen": 17}, {"Athen": 17})


@both
@rule("A06-136", "A05-120")
def test_foreign_units_do_not_hinder(book: str) -> None:
    foreign = {"Persians": {"legions": {"Athen": 9, "Pella": 2}, "galleys": {"Athen": 9}}}
    state = arming(book, iron=9, others=foreign)
    assert legal(state, "arm") == legal(arming(book, iron=9), "arm")
    state = play(state, "arm legion Athen")
    assert units(state)[0] == {"Athen": 1}
    assert units(state, "Persians") == ({"Athen": 9, "Pella": 2}, {"Athen": 9})


@both
@rule("A06-137", "A05-123")
@pytest.mark.parametrize("place", ["Dioscoridis", "Knossos", "Messana", "Paphos"])
def test_sea_borders_only_take_galleys_only(book: str, place: str) -> None:
    state = arming(book, cities=[place], temples=[place], iron=9)
    assert legal(state, "arm") == {f"arm galley {place}"}
    assert refused(state, f"arm legion {place}") == ("unit_kind", clause(book, "A06-137", "A05-123"))


@both
@rule("A06-138", "A05-124")
@pytest.mark.parametrize("place", ["Napoca", "Gordion", "Babylon", "Theben"])
def test_land_borders_only_take_legions_only(book: str, place: str) -> None:
    state = arming(book, cities=[place], temples=[place], iron=9)
    assert legal(state, "arm") == {f"arm legion {place}"}
    assert refused(state, f"arm galley {place}") == ("unit_kind", clause(book, "A06-138", "A05-124"))


@both
@rule("A06-139", "A05-125", "A06-R21", "A05-R21")
def test_every_other_province_takes_both(book: str) -> None:
    board = load_board("east")
    kinds = {}
    for place, region in enumerate(board.regions):
        state = arming(book, cities=[region.name], iron=9)
        kinds[region.name] = len(legal(state, "arm"))
        assert kinds[region.name] == bool(board.neighbours(place, LAND)) + bool(board.neighbours(place, SEA))
    assert sorted(kinds.values()) == [1] * 21 + [2] * 29
    single = play(arming(book, cities=["Athen"], iron=9), "arm galley Athen")
    assert now(single) == ("Persians", "rondel")


@both
@rule("A06-139", "A05-125", "A06-R21", "A05-R21")
def test_one_combined_border_is_enough_for_both(book: str) -> None:
    line = {"A": ["M1", "I1", "G1"], "B": ["M2", "I2", "G2"], "C": ["M3", "I3", "G3"]}
    cities = [city for triple in line.values() for city in triple]
    goods = {"M": "marble", "I": "iron", "G": "gold"}
    board = {
        "id": "star", "regions": {name: {"resource": goods[name[0]]} for name in cities}, "starts": {"3": line},
        "borders": {"both": [["M1", "I1"]], "land": [["I1", "G1"]], "sea": [["I1", name] for name in cities[3:]]},
    }  # fmt: skip
    state = at(book, board=board, players=3, turn="A", phase="arming", nations={"A": {"iron": 9}})
    assert legal(state, "arm") == {"arm legion M1", "arm galley M1", "arm legion I1", "arm galley I1", "arm legion G1"}


@both
@rule("A06-141", "A05-129")
@pytest.mark.parametrize(("army", "other"), [("legion", "galley"), ("galley", "legion")])
def test_an_empty_supply_sets_nothing_up(book: str, army: str, other: str) -> None:
    state = arming(book, iron=9, **{f"{army}s": {"Athen": 17}})
    assert legal(state, "arm") == {f"arm {other} {place}" for place in ("Pella", "Dyrrhachion", "Athen")}
    assert refused(state, f"arm {army} Pella") == ("no_unit_left", clause(book, "A06-141", "A05-129"))
    one = arming(book, iron=9, **{f"{army}s": {"Athen": 16}})
    assert len(legal(one, "arm")) == 6
    one = play(one, f"arm {army} Pella")
    assert legal(one, "arm") == {f"arm {other} {place}" for place in ("Dyrrhachion", "Athen")}


@both
@rule("A06-141", "A05-129")
@pytest.mark.parametrize("name", ["Persians", "Arabs", "Phoenicians"])
def test_each_nation_has_its_own_supply(book: str, name: str) -> None:
    def armed(**mine: Any) -> set[str]:
        full = {"legions": {"Athen": 17}, "galleys": {"Athen": 17}}
        nations: dict[str, Any] = dict.fromkeys(LINE_4, full) | {name: {"cities": ["Bycantium"], "iron": 9, **mine}}
        return legal(at(book, turn=name, phase="arming", nations=nations), "arm")

    assert armed() == {"arm legion Bycantium", "arm galley Bycantium"}
    assert armed(legions={"Athen": 17}, galleys={"Athen": 16}) == {"arm galley Bycantium"}
    assert armed(legions={"Athen": 16}, galleys={"Athen": 17}) == {"arm legion Bycantium"}
    assert armed(legions={"Athen": 17}, galleys={"Athen": 17}) == set()


@both
@rule("A06-142", "A05-127")
def test_seven_units_for_three_cities_with_two_temples(book: str) -> None:
    state = arming(book, temples=["Pella", "Athen"], iron=8)
    placed = 0
    while now(state)[0] == "Greeks":
        state = play(state, sorted(legal(state, "arm"))[0])
        placed += 1
    legions, galleys = units(state)
    assert placed == sum(legions.values()) + sum(galleys.values()) == 7
    assert stocks(state, "Greeks")[1] == 1
    totals = {place: legions.get(place, 0) + galleys.get(place, 0) for place in ("Pella", "Athen", "Dyrrhachion")}
    assert totals == {"Pella": 3, "Athen": 3, "Dyrrhachion": 1}


# ---- lost pieces -----------------------------------------------------------------------------------------------------


@both
@rule("A06-R19", "A05-R19")
def test_lost_units_return_to_the_supply(book: str) -> None:
    nations = {
        "Greeks": {"legions": {"Pella": 17}, "iron": 3, "rondel": "maneuver1"},
        "Persians": {"legions": {"Pella": 1}, "rondel": "maneuver1"},
    }
    state = at(book, turn="Greeks", phase="maneuver", nations=nations)
    state = play(state, "fight 1 legion Pella Persians", "done")
    assert units(state)[0] == {"Pella": 16}
    assert units(state, "Persians")[0] == {}
    state = play(state, "rondel marble", "rondel gold", "rondel gold", "rondel arming")
    state = play(state, "arm legion Pella")
    assert units(state)[0] == {"Pella": 17}
    assert not [text for text in legal(state, "arm") if "legion" in text]


@both
@rule("A06-R19", "A05-R19")
def test_a_lost_city_gives_its_stone_back(book: str) -> None:
    taken = {"Artaxata", "Zadrakarta", "Susa", "Alexandria", "Tyros", "Paphos"}
    names = [region.name for region in load_board("east").regions if region.name not in taken | {"Theben"}]
    nations: dict[str, Any] = {
        "Greeks": {"cities": names[:25], "legions": {"Theben": 1}, "personages": {"king": 5}, "rondel": "iron"},
        "Arabs": {"cities": names[25:27]},
        "Persians": {"cities": ["Artaxata", "Zadrakarta", "Susa"], "legions": {names[0]: 1}, "rondel": "gold"},
    }
    closed = play(at(book, turn="Greeks", nations=nations), "rondel gold")
    assert now(closed)[0] == "Arabs"
    state = play(at(book, turn="Persians", phase="maneuver", nations=nations), f"conquer {names[0]}")
    assert len(nation(state, "Greeks")["cities"]) == 24
    state = play(state, "rondel gold")
    assert now(state) == ("Greeks", "founding")
    assert legal(state, "found") == {"found Theben"}


@both
@rule("A06-R19", "A05-R19")
def test_pieces_cannot_be_removed_at_will(book: str) -> None:
    greeks = {"temples": ["Pella"], "legions": {"Pella": 2}, "marble": 9, "iron": 9, "gold": 9}
    for phase in ("rondel", "temple", "arming", "know-how", "maneuver", "founding"):
        nations = {"Greeks": greeks | {"legions": {"Pella": 2, "Napoca": 1}}}
        state = at(book, turn="Greeks", phase=phase, nations=nations)
        assert now(state) == ("Greeks", phase)
        for move in ("give-up Pella", "lose used 0"):
            assert refused(state, move)[0] == "not_now"


@both
@rule("A06-R19", "A05-R19")
def test_personages_never_return(book: str) -> None:
    four = ["Pella", "Dyrrhachion", "Athen", "Sparta"]
    nations = {"Greeks": {"cities": four, "personages": {"king": 1}}, "Persians": {}}
    state = play(at(book, turn="Greeks", nations=nations), "rondel gold")
    assert nation(state, "Greeks")["personages"] == {"king": 1}
    assert to_position(state)["bank"]["personages"]["king"] == 8
