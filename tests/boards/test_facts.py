"""The map facts that the rulebooks' examples rest on."""

from __future__ import annotations

from collections import Counter

import pytest

from rondel.boards import BOTH, LAND, NONE, SEA, Board, load_board
from rondel.boards.fairness import distances


def steps(board: Board, a: str, b: str, kinds: int) -> int:
    return distances(board, kinds)[board.index(a)][board.index(b)]


def border(board: Board, a: str, b: str) -> int:
    return board.border(board.index(a), board.index(b))


def takes(board: Board, name: str) -> tuple[bool, bool]:
    """Say whether legions and galleys can stand there."""
    place = board.index(name)
    return bool(board.neighbours(place, LAND)), bool(board.neighbours(place, SEA))


def resource(board: Board, name: str) -> object:
    return board.regions[board.index(name)].details["resource"]


@pytest.mark.rule("A05-199")
def test_east_holds_the_facts_of_2005() -> None:
    board = load_board("east")
    assert steps(board, "Ephesos", "Athen", SEA) == 1
    assert steps(board, "Cyrene", "Athen", SEA) == 2
    assert takes(board, "Athen") == (True, True)


@pytest.mark.rule("A06-212")
def test_east_holds_the_facts_of_2006() -> None:
    board = load_board("east")
    for name in ("Athen", "Corniclanum", "Tyros", "Alexandria", "Attalia"):
        assert takes(board, name) == (True, True)
    assert steps(board, "Attalia", "Alexandria", SEA) == 2


@pytest.mark.rule("A05-199")
def test_west_holds_the_facts_of_2005() -> None:
    board = load_board("west")
    assert takes(board, "Tacape") == (True, True)
    assert takes(board, "Athenae") == (True, True)
    assert border(board, "Ephesos", "Athenae") & SEA
    assert steps(board, "Cyrene", "Athenae", SEA) == 2
    assert 2 in distances(board, LAND)[board.index("Roma")]
    assert all(
        board.index("Castra Regina") in line[board.nations.index("Germanic tribes")] for line in board.starts.values()
    )
    assert {count: board.nations[nation] for count, nation in board.start_nation.items()}[6] == "Carthaginians"
    assert {count: board.nations[nation] for count, nation in board.start_nation.items()}[4] == "Phoenicians"


def test_west_is_near_its_targets() -> None:
    """EAST's shares within three points; docs/boards.md says why fourteen inland provinces are the most."""
    board = load_board("west")
    found = Counter(kind for *_, kind in board.borders)
    assert 122 <= len(board.borders) <= 132
    for kind, share in ((LAND, 54), (SEA, 25), (BOTH, 21)):
        assert abs(100 * found[kind] / len(board.borders) - share) <= 3, kind
    reach = [takes(board, region.name) for region in board.regions]
    assert reach.count((True, False)) >= 14
    assert reach.count((False, True)) == 4
    assert reach.count((True, True)) == 50 - reach.count((True, False)) - 4


@pytest.mark.parametrize("name", ["west", "mare-nostrum", "rome-carthage"])
def test_no_legion_walks_over_the_western_straits(name: str) -> None:
    board = load_board(name)
    africa = {"Tingis", "Siga", "Caesarea", "Zama", "Carthago", "Tacape", "Leptis Magna"}
    islands = {"Carales", "Syracus", "Syracusae", "Agrigentum"}
    for a, b, kind in board.borders:
        ends = {board.regions[a].name, board.regions[b].name}
        for far in (africa, islands):
            if len(ends & far) == 1 and not ends & {"Cyrene"}:
                assert kind == SEA, ends


@pytest.mark.rule("A2-D08")
def test_mare_nostrum_holds_the_facts() -> None:
    board = load_board("mare-nostrum")
    for name in ("Syracus", "Carthago", "Ancona", "Carales"):
        assert resource(board, name) == "gold"
    assert {resource(board, "Roma"), resource(board, "Neapolis")} == {"marble", "iron"}
    assert takes(board, "Carales") == (False, True)
    assert border(board, "Carales", "Carthago") == SEA
    assert border(board, "Dyrrhachion", "Pella") == LAND
    assert border(board, "Sparta", "Athenae") == border(board, "Athenae", "Pella") == SEA
    assert steps(board, "Dyrrhachion", "Athenae", SEA) <= 2
    assert steps(board, "Sparta", "Pella", SEA) == 2
    for name in ("Roma", "Carthago", "Gesocribate"):
        assert takes(board, name) == (True, True)
    for name in ("Neapolis", "Syracus"):
        assert takes(board, name)[1]
    none = [region.name for region in board.regions if region.resource == NONE and not region.open_sea]
    assert none == ["Pyrenaei", "Alpes", "Moesia"]
    assert all(takes(board, name) == (True, False) for name in none)


@pytest.mark.rule("A2-D08")
def test_mare_nostrum_has_the_printed_roman_starts() -> None:
    board = load_board("mare-nostrum")
    printed = {3: "Ancona", 4: "Syracus", 5: "Carales", 6: "Carales"}
    for count, third in printed.items():
        triple = board.starts[count][board.nations.index("Romans")]
        assert {board.regions[city].name for city in triple} == {"Roma", "Neapolis", third}


@pytest.mark.rule("A2-D08")
def test_orient_holds_the_facts() -> None:
    board = load_board("orient")
    assert resource(board, "Attalia") == "gold"
    assert resource(board, "Paphos") == "any"


@pytest.mark.rule("AD-D08")
def test_rome_carthage_holds_the_facts() -> None:
    board = load_board("rome-carthage")
    for name in ("Ancona", "Croton", "Syracusae"):
        assert border(board, name, "Neapolis")
    assert border(board, "Baecula", "Carthago Nova")
    assert border(board, "Saguntum", "Baecula")
    assert border(board, "Saguntum", "Carthago Nova")
    near = {
        board.regions[r].name for r in board.neighbours(board.index("Saguntum")) if board.regions[r].resource != NONE
    }
    assert near - {"Baecula", "Carthago Nova", "Numantia"}
    assert takes(board, "Zama") == (True, False)
    assert takes(board, "Roma") == takes(board, "Tarraco") == (True, True)
    assert takes(board, "Carthago")[0]
    assert takes(board, "Caesarea")[1]
    assert border(board, "Roma", "Corsica") == SEA
    assert {region.name for region in board.regions if region.open_sea} == {
        "Corsica",
        "Baleares",
        "Mare Tyrrhenum",
    }
    assert [r.name for r in board.regions if r.resource == NONE and not r.open_sea] == ["Alpes"]
    printed = (
        "Lugdunum, Massilia, Tolosa, Numantia, Tarraco, Saguntum, Baecula, Carthago Nova, Tingis, Siga, Caesarea, "
        "Zama, Carthago, Tacape, Agrigentum, Syracusae, Croton, Neapolis, Roma, Carales, Genua, Cremona, Aquileia, "
        "Ancona, Epidaurum, Brundisium, Apollonia"
    )
    assert {r.name for r in board.regions if r.resource != NONE} == set(printed.split(", "))


@pytest.mark.rule("AD-020")
def test_duellum_start_cities_alone_have_a_resource() -> None:
    for name in ("rome-carthage", "greece-persia"):
        board = load_board(name)
        fixed = {place for place, region in enumerate(board.regions) if 0 <= region.resource < 3}
        assert fixed == {city for triple in board.starts[2].values() for city in triple}
        assert sum(region.resource != NONE for region in board.regions) == 27
    board = load_board("rome-carthage")
    gold = {board.nations[nation]: board.regions[triple[2]].name for nation, triple in board.starts[2].items()}
    assert gold == {"Romans": "Roma", "Carthaginians": "Carthago Nova"}


@pytest.mark.rule("AD-D07", "AD-D08")
def test_greece_persia_holds_the_facts() -> None:
    board = load_board("greece-persia")
    assert border(board, "Abdera", "Ainos") == LAND
    assert border(board, "Pergamon", "Abydos") & LAND
    assert border(board, "Lesbos", "Ainos") == border(board, "Lemnos", "Ainos") == SEA
    assert border(board, "Mare Aegaeum", "Lemnos") == SEA
    around_ainos = set(board.neighbours(board.index("Ainos"), SEA))
    around_aegean = set(board.neighbours(board.index("Mare Aegaeum"), SEA))
    assert board.index("Ainos") not in around_aegean
    assert around_ainos & around_aegean == {board.index("Lemnos")}
    printed = "Pella Abdera Larisa Ambrakia Delphi Oreos Ainos Pylos Olympia Cythera Abydos Pergamon".split()
    assert set(printed) <= {region.name for region in board.regions if region.resource != NONE}
