"""What is in the box of Antike Duellum, and which of it is limited."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rondel.antike.parts.markers import markers_left
from rondel.antike.rules import GOODS
from rondel.antike.state import State
from rondel.antike.variants import ANTIKE_DUELLUM, BOARDS
from rondel.boards.reader import load_board
from rondel.boards.schema import LAND
from rondel.draw import themes
from rondel.errors import PositionError
from rondel.position import to_position
from tests.rules.duellum.small import reserve
from tests.rules.duellum.test_setup import BOOK, OPEN, SIDES, begun, duel, first
from tests.support import at, legal, make, nation, now, play, refused, rule, stocks

#: sites of the front side where nobody starts
FREE = [region.name for region in load_board("rome-carthage").regions if region.resource == 3]
#: a start city of the Carthaginians of another resource than the one asked for
ELSEWHERE = {"marble": "Caesarea", "iron": "Carthago", "gold": "Carthago"}
RICH = {"marble": 9, "iron": 9, "gold": 9, "coins": 9}


def one_kind(good: str, cities: int, **more: Any) -> State:
    """Give the Romans so many cities that all yield the same."""
    mine = FREE[:cities]
    romans = {"cities": mine, "produces": dict.fromkeys(mine, good), "personages": {"king": 2}, **RICH, **more}
    return duel(romans, {"cities": [ELSEWHERE[good]]}, phase="founding")


def ashore(site: str) -> bool:
    """Say whether legions can stand there."""
    board = load_board("rome-carthage")
    return bool(board.neighbours(board.index(site), LAND))


# ---- city markers ----------------------------------------------------------------------------------------------------


@rule("AD-002", "AD-003", "AD-004", "AD-005", "AD-D02")
@pytest.mark.parametrize(("good", "total"), [("marble", 12), ("iron", 12), ("gold", 10)])
def test_thirty_four_city_markers(good: str, total: int) -> None:
    assert ANTIKE_DUELLUM.markers == (12, 12, 10)
    assert sum(ANTIKE_DUELLUM.markers) == 34
    with pytest.raises(PositionError):
        one_kind(good, total + 1)
    site = FREE[total - 1]
    state = one_kind(good, total - 1, **{"legions" if ashore(site) else "galleys": {site: 1}})
    assert markers_left(state.game, state, GOODS.index(good)) == 1
    state = play(state, f"found {site} {good} ...")
    assert now(state) == ("Romans", "pay")
    full = one_kind(good, total)
    assert markers_left(full.game, full, GOODS.index(good)) == 0


@rule("AD-001", "AD-R03")
@pytest.mark.parametrize(("good", "total"), [("marble", 12), ("iron", 12), ("gold", 10)])
def test_without_a_marker_of_the_kind_only_other_kinds_are_founded(good: str, total: int) -> None:
    state = one_kind(good, total, legions={"Genua": 1})
    others = [kind for kind in GOODS[:3] if kind != good]
    assert legal(state) == {"done", *(f"found Genua {kind}" for kind in others)}
    assert refused(state, f"found Genua {good}") == ("no_marker", "AD-R03")
    state = play(state, f"found Genua {others[0]}")
    assert "Genua" in nation(state, "Romans")["cities"]


@rule("AD-007", "AD-R03")
def test_both_players_use_the_same_markers_and_a_conquest_turns_one() -> None:
    mine, theirs = FREE[:5], FREE[5:10]
    romans = {"cities": mine, "produces": dict.fromkeys(mine, "gold"), "legions": {theirs[0]: 1, "Genua": 1}}
    carthage = {"cities": theirs, "produces": dict.fromkeys(theirs, "gold")}
    kings = {"personages": {"king": 1}}
    state = duel({**romans, **kings, **RICH}, {**carthage, **kings}, phase="maneuver")
    assert markers_left(state.game, state, 2) == 0
    state = play(state, f"conquer {theirs[0]} 1 legion")
    assert theirs[0] in nation(state, "Romans")["cities"]
    assert nation(state, "Romans")["produces"][theirs[0]] == "gold"
    assert markers_left(state.game, state, 2) == 0
    state = play(state, "pick levy", "turn-up levy")
    assert refused(state, "found Genua gold") == ("no_marker", "AD-R03")


@rule("AD-006", "AD-007", "AD-D04")
def test_six_ramparts_for_each_player_and_no_more() -> None:
    cards = {"scholar": 4, "king": 4}
    state = duel(
        {"cities": FREE[:7], "produces": dict.fromkeys(FREE[:7], "iron"), "marble": 9, "personages": cards},
        {"cities": FREE[7:13], "produces": dict.fromkeys(FREE[7:13], "marble"), "ramparts": FREE[7:13],
         "personages": {"king": 2, "citizen": 4, "scholar": 1}},
        phase="temple",
    )  # fmt: skip
    assert (reserve(state, "Romans"), reserve(state, "Carthaginians")) == (6, 0)
    for number, city in enumerate(FREE[:6]):
        assert reserve(state, "Romans") == 6 - number
        assert len(legal(state, "rampart")) == 7 - number
        state = play(state, f"rampart {city}")
    built = [len(nation(state, name)["ramparts"]) for name in SIDES["rome-carthage"]]
    assert built == [6, 6]
    assert now(state) == ("Carthaginians", "rondel")
    assert len(ANTIKE_DUELLUM.rampart_points) * 2 == 12


# ---- resources -------------------------------------------------------------------------------------------------------


def _channels(colour: str) -> tuple[int, int, int]:
    red, green, blue = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return red, green, blue


@rule("AD-008")
def test_marble_is_white_and_iron_blue() -> None:
    for theme in (themes.LIGHT, themes.DARK):
        marble, iron = _channels(theme.marble), _channels(theme.iron)
        assert min(marble) > 200
        assert max(marble) - min(marble) < 40
        assert iron[2] == max(iron)
        assert iron[2] - iron[0] > 40


@rule("AD-009", "AD-181")
def test_resources_never_run_out() -> None:
    for good, wedge in enumerate(("marble", "iron", "gold")):
        state = duel({wedge: 900_000})
        state = play(state, f"rondel {wedge}")
        assert stocks(state, "Romans")[good] == 900_001
    assert set(to_position(first())["bank"]) == {"coins", "temples", "personages"}
    traded = duel({"knowhow": ["commercium"], "gold": 3}, {"iron": 900_000})
    assert stocks(play(traded, "trade 3 gold for 2 iron"), "Romans") == (0, 2, 0, 0)


@rule("AD-022", "AD-181")
def test_coins_are_limited() -> None:
    assert to_position(duel({"coins": 12}, {"coins": 8}))["bank"]["coins"] == 0
    with pytest.raises(PositionError):
        duel({"coins": 12}, {"coins": 9})


# ---- wooden pieces, temples, cards -----------------------------------------------------------------------------------


@rule("AD-010", "AD-001", "AD-181")
@pytest.mark.parametrize(("army", "price"), [("legions", 1), ("galleys", 2)])
def test_twelve_units_of_each_kind_on_the_board_in_barracks_and_reserve(army: str, price: int) -> None:
    unit = army[:-1]
    home = {army: {"Roma": 10}}
    state = duel({**home, "barracks": {army: 1}, "gold": 9}, phase="know-how")
    state = play(state, f"recruit {unit}")
    assert nation(state, "Romans")["barracks"][army] == 2
    assert stocks(state, "Romans")[2] == 9 - price
    assert f"recruit {unit}" not in legal(state)
    assert refused(state, f"recruit {unit}") == ("no_reserve", "AD-181")
    with pytest.raises(PositionError):
        duel({**home, "barracks": {army: 3}})


@rule("AD-010", "AD-D05", "AD-112")
def test_one_stone_and_six_discs() -> None:
    assert len(ANTIKE_DUELLUM.knowhows) + 1 == 6  # a disc for each knowledge, and one for the score
    names = [field.name for field in ANTIKE_DUELLUM.knowhows]
    state = duel({"knowhow": names}, {"knowhow": names})
    assert nation(state, "Romans")["knowhow"] == nation(state, "Carthaginians")["knowhow"] == names
    assert nation(play(state, "rondel iron"), "Romans")["rondel"] == "iron"


@rule("AD-011", "AD-001", "AD-094")
def test_twelve_temples() -> None:
    theirs = FREE[:12]
    carthage = {"cities": theirs, "produces": dict.fromkeys(theirs, "iron"), "temples": theirs}
    romans = {"cities": ["Roma"], "marble": 9, "coins": 9, "knowhow": ["commercium"]}
    state = duel(romans, {**carthage, "temples": theirs[:11]}, phase="temple")
    assert to_position(state)["bank"]["temples"] == 1
    assert "temple Roma" in legal(state)
    full = duel(romans, carthage, phase="temple")
    assert to_position(full)["bank"]["temples"] == 0
    assert legal(full, "temple") == set()
    assert refused(full, "temple Roma") == ("no_temple_left", "AD-094")
    with pytest.raises(PositionError):
        duel({**romans, "temples": ["Roma"]}, carthage)


@rule("AD-012", "AD-023", "AD-D03")
def test_twenty_one_personality_cards_of_five_kinds() -> None:
    stacks = to_position(first())["bank"]["personages"]
    assert stacks == {"king": 6, "citizen": 4, "scholar": 5, "general": 4, "navigator": 2}
    assert sum(stacks.values()) == 21
    assert stacks["scholar"] == len(ANTIKE_DUELLUM.knowhows)
    for kind, number in stacks.items():
        state = duel({"personages": {kind: number - 1}}, {"personages": {kind: 1}})
        assert to_position(state)["bank"]["personages"][kind] == 0
        with pytest.raises(PositionError):
            duel({"personages": {kind: number - 1}}, {"personages": {kind: 2}})


@rule("AD-013")
def test_twenty_five_event_cards() -> None:
    copies = {event.name: event.copies for event in ANTIKE_DUELLUM.events}
    names = [
        "earthquake", "burglary", "academy", "marble vein", "iron vein", "gold vein", "levy", "forced march",
        "fair wind", "architect", "settlers",
    ]  # fmt: skip
    assert copies == {"fortress": 3, **dict.fromkeys(names, 2)}
    assert sum(copies.values()) == 25
    for name, number in copies.items():
        at(BOOK, open_cards={name: 1}, discard={name: number - 1})
        with pytest.raises(PositionError):
            at(BOOK, open_cards={name: 1}, discard={name: number})


# ---- the board -------------------------------------------------------------------------------------------------------


@rule("AD-014")
def test_a_board_with_two_sides() -> None:
    assert BOARDS[BOOK] == tuple(SIDES)
    for board, names in SIDES.items():
        assert load_board(board).nations == names
        assert set(to_position(first(board=board))["nations"]) == set(names)


@rule("AD-015")
def test_rome_and_persia_share_a_colour_and_carthage_and_greece_the_other() -> None:
    places = {name: load_board(board).nations.index(name) for board, names in SIDES.items() for name in names}
    assert places == {"Romans": 0, "Persians": 0, "Carthaginians": 1, "Greeks": 1}
    assert themes.nation_style(0) != themes.nation_style(1)
    leaders = make(BOOK, 2, options={"special-units": 1}).rules.leaders
    assert leaders == ("admiral", "general")


@rule("AD-061", "AD-043", "AD-174")
@pytest.mark.parametrize("board", SIDES)
def test_twenty_seven_city_sites_and_three_open_seas(board: str) -> None:
    regions = load_board(board).regions
    assert sum(1 for region in regions if region.resource >= 0) == 27
    seas = {region.name for region in regions if region.open_sea}
    wanted = {"rome-carthage": {"Corsica", "Baleares", "Mare Tyrrhenum"},
              "greece-persia": {"Lemnos", "Lesbos", "Mare Aegaeum"}}  # fmt: skip
    assert seas == wanted[board]
    assert all(region.resource < 0 for region in regions if region.open_sea)


@rule("AD-009", "AD-001")
def test_what_is_paid_returns_to_the_bank() -> None:
    state = play(begun("Romans"), "rondel gold")
    assert (stocks(state, "Romans")[3], to_position(state)["bank"]["coins"]) == (1, 18)
    state = play(state, "rondel gold", "rondel marble")
    assert to_position(state)["bank"]["coins"] == 16
    state = play(state, "rondel temple", "rampart Carthago 1 coin")
    assert to_position(state)["bank"]["coins"] == 17
    assert OPEN.keys() <= {event.name for event in ANTIKE_DUELLUM.events}


@rule("AD-001", "AD-010", "AD-011", "AD-012", "AD-D02", "AD-D03")
@pytest.mark.parametrize("board", SIDES)
@pytest.mark.parametrize("seed", [1, 2])
def test_no_piece_is_made_or_lost_in_play(board: str, seed: int) -> None:
    rng, state = Random(seed), first(seed, board)
    printed = {region.name: region.resource for region in load_board(board).regions}
    for _ in range(300):
        if not state.legal():
            break
        state = state.apply(rng.choice(state.legal()))
        position = to_position(state)
        bank, entries = position["bank"], list(position["nations"].values())
        assert bank["coins"] + sum(entry["coins"] for entry in entries) == 20
        assert bank["temples"] + sum(len(entry["temples"]) for entry in entries) == 12
        cards = [sum(entry["personages"].values()) for entry in entries]
        assert sum(bank["personages"].values()) + sum(cards) == 21
        assert [entry["points"] for entry in entries] == cards
        for entry in entries:
            for army in ("legions", "galleys"):
                assert sum(entry[army].values()) + entry["barracks"][army] <= 12
        assert _marked(entries, printed) == tuple(
            total - markers_left(state.game, state, good) for good, total in enumerate((12, 12, 10))
        )


def _marked(entries: list[dict[str, Any]], printed: dict[str, int]) -> tuple[int, int, int]:
    """Count the cities of each resource: what the founder chose, or what is printed."""
    kinds = []
    for entry in entries:
        chosen = {name: GOODS.index(good) for name, good in entry.get("produces", {}).items()}
        kinds += [chosen.get(city, printed[city]) for city in entry["cities"]]
    return kinds.count(0), kinds.count(1), kinds.count(2)
