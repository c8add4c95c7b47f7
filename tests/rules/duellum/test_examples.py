"""The military examples of the rulebook, with their numbers, on its boards."""

from __future__ import annotations

from typing import Any

import pytest

from rondel.antike.state import State
from rondel.boards.reader import load_board
from rondel.boards.schema import LAND, SEA, Board
from rondel.game import CHANCE
from rondel.position import to_position
from tests.rules.duellum.small import army, barracks, reserve
from tests.support import POOR, at, legal, nation, now, play, refused, rule

WEST, EAST = load_board("rome-carthage"), load_board("greece-persia")


def around(board: Board, name: str, border: int) -> set[str]:
    """Name the regions across borders of a kind."""
    return {board.regions[place].name for place in board.neighbours(board.index(name), border)}


def within(board: Board, name: str, border: int) -> set[str]:
    """Name the regions one or two borders of a kind away."""
    near = around(board, name, border)
    return near.union(*(around(board, other, border) for other in near)) - {name}


def western(carthage: dict[str, Any], romans: dict[str, Any], **more: Any) -> State:
    """Give Carthage a DUELLUM against Rome."""
    nations = {"Romans": {**POOR, **romans}, "Carthaginians": {**POOR, **carthage}}
    cards = {"levy": 1, "academy": 1, "architect": 1}
    position = {"turn": "Carthaginians", "phase": "maneuver", "open_cards": cards, "nations": nations, **more}
    return at("antike-duellum", **position)


# ---- movement and battle ---------------------------------------------------------------------------------------------


@rule("AD-143")
def test_a_legion_and_a_galley_at_rome_may_go_to_their_neighbours_or_stay() -> None:
    state = western({"legions": {"Roma": 1}, "galleys": {"Roma": 1}}, {"temples": ["Roma"]})
    land, sea = around(WEST, "Roma", LAND), around(WEST, "Roma", SEA)
    assert land
    assert sea
    assert legal(state) == {
        "done", *(f"move 1 legion Roma {name}" for name in land), *(f"move 1 galley Roma {name}" for name in sea),
    }  # fmt: skip


@pytest.mark.parametrize(("knowledge", "kind", "border"), [("strata", "legion", LAND), ("navigatio", "galley", SEA)])
@rule("AD-143")
def test_strata_and_navigatio_allow_one_more_region(knowledge: str, kind: str, border: int) -> None:
    for knowhow, reach in (([], around(WEST, "Roma", border)), ([knowledge], within(WEST, "Roma", border))):
        start = western({f"{kind}s": {"Roma": 1}, "knowhow": knowhow}, {"temples": ["Roma"], "cards": {}})
        reached, open_states = set(), [start]
        while open_states:
            state = open_states.pop()
            for move in legal(state, "move"):
                after = play(state, move)
                reached |= set(nation(after, "Carthaginians")[f"{kind}s"])
                open_states += [after] if now(after) == ("Carthaginians", "maneuver") else []
        assert reached - {"Roma"} == reach


@rule("AD-144")
def test_the_galley_that_goes_to_corsica_fights_at_once() -> None:
    state = western({"legions": {"Roma": 1}, "galleys": {"Roma": 1}}, {"temples": ["Roma"], "galleys": {"Corsica": 1}})
    assert barracks(state, "Carthaginians") == barracks(state, "Romans") == (1, 1)
    state = play(state, "move 1 galley Roma Corsica")
    assert army(state, "Carthaginians") == ({"Roma": 1}, {})
    assert army(state, "Romans") == ({}, {})
    assert barracks(state, "Carthaginians") == barracks(state, "Romans") == (1, 2)
    assert now(state) == ("Carthaginians", "maneuver")


# ---- Tarraco ---------------------------------------------------------------------------------------------------------

TARRACO = {"cities": ["Roma", "Tarraco"], "produces": {"Tarraco": "iron"}, "galleys": {"Tarraco": 1}}


@rule("AD-145", "AD-147")
def test_two_legions_conquer_tarraco_from_a_galley() -> None:
    state = western({"legions": {"Tarraco": 2}}, TARRACO)
    state = play(state, "declare Tarraco")
    assert nation(state, "Romans")["cities"] == ["Roma"]
    assert "Tarraco" in nation(state, "Carthaginians")["cities"]
    assert nation(state, "Carthaginians")["produces"] == {"Tarraco": "iron"}
    assert army(state, "Carthaginians") == army(state, "Romans") == ({}, {})
    assert barracks(state, "Carthaginians") == (3, 1)
    assert barracks(state, "Romans") == (1, 2)
    assert now(state) == ("Romans", "pick")
    assert legal(state) == {"pick levy", "pick academy", "pick architect"}
    state = play(state, "pick academy")
    assert state.to_act == CHANCE
    state = play(state, "turn-up fortress")
    assert now(state) == ("Romans", "rondel")
    assert nation(state, "Romans")["cards"] == {"academy": 1}


@rule("AD-146")
def test_with_a_second_galley_tarraco_is_too_strong() -> None:
    state = western({"legions": {"Tarraco": 2}}, {**TARRACO, "galleys": {"Tarraco": 2}})
    assert legal(state, "declare") == set()
    assert refused(state, "declare Tarraco") == ("too_weak", "AD-132")
    three = western({"legions": {"Tarraco": 3}}, {**TARRACO, "galleys": {"Tarraco": 2}})
    assert legal(three, "declare") == {"declare Tarraco"}


# ---- Ainos and Abydos ------------------------------------------------------------------------------------------------

GREEKS = {
    "cities": ["Athenae", "Sparta"],
    "legions": {"Abdera": 2, "Pergamon": 2},
    "galleys": {"Lesbos": 1, "Mare Aegaeum": 2},
    "knowhow": ["navigatio"],
}
PERSIANS = {
    "cities": ["Miletos", "Sardes", "Ainos", "Abydos"],
    "produces": {"Ainos": "gold", "Abydos": "marble"},
    "temples": ["Ainos"],
    "ramparts": ["Ainos"],
    "galleys": {"Lemnos": 1},
}
MARCH = (
    "move 2 legion Abdera Ainos", "move 1 galley Lesbos Ainos", "move 2 galley Mare Aegaeum Lemnos",
    "move 1 galley Lemnos Ainos", "move 2 legion Pergamon Abydos",
)  # fmt: skip


def campaign(**persians: Any) -> State:
    """Give the Greeks the DUELLUM of the example; nobody has a unit in the barracks."""
    none = {"legions": 0, "galleys": 0}
    nations = {
        "Persians": {**POOR, **PERSIANS, "barracks": none, **persians},
        "Greeks": {**POOR, **GREEKS, "barracks": none},
    }
    cards = {"levy": 1, "academy": 1, "architect": 1}
    return at(
        "antike-duellum", board="greece-persia", turn="Greeks", phase="maneuver", open_cards=cards, nations=nations
    )


@rule("AD-148")
def test_the_greeks_gather_before_ainos_and_abydos() -> None:
    state = campaign()
    assert refused(state, "move 1 galley Mare Aegaeum Ainos") == ("no_border", "AD-125")
    state = play(state, *MARCH[:3])
    assert army(state, "Persians") == ({}, {})
    assert nation(state, "Greeks")["galleys"] == {"Ainos": 1, "Lemnos": 1}
    assert barracks(state, "Greeks") == barracks(state, "Persians") == (0, 1)
    state = play(state, *MARCH[3:])
    assert army(state, "Greeks") == ({"Ainos": 2, "Abydos": 2}, {"Ainos": 2})


@rule("AD-149")
def test_ainos_falls_to_four_units() -> None:
    state = play(campaign(), *MARCH)
    assert to_position(state)["bank"]["temples"] == 11
    assert (reserve(state, "Persians"), legal(state, "declare")) == (0, {"declare Ainos", "declare Abydos"})
    state = play(state, "declare Ainos")
    assert army(state, "Greeks") == ({"Abydos": 2}, {})
    assert barracks(state, "Greeks") == (2, 3)
    assert nation(state, "Persians")["cities"] == ["Abydos", "Sardes", "Miletos"]
    assert "Ainos" in nation(state, "Greeks")["cities"]
    assert nation(state, "Greeks")["temples"] == nation(state, "Greeks")["ramparts"] == []
    assert to_position(state)["bank"]["temples"] == 12
    assert (reserve(state, "Persians"), reserve(state, "Greeks")) == (1, 1)


@rule("AD-151")
def test_abydos_falls_to_one_of_two_legions() -> None:
    state = play(campaign(), *MARCH, "declare Ainos")
    assert now(state) == ("Greeks", "conquest")
    assert legal(state) == {"done", "declare Abydos"}
    state = play(state, "declare Abydos")
    assert army(state, "Greeks") == ({"Abydos": 1}, {})
    assert barracks(state, "Greeks") == (3, 3)
    assert nation(state, "Persians")["cities"] == ["Sardes", "Miletos"]
    assert nation(state, "Greeks")["produces"] == {"Ainos": "gold", "Abydos": "marble"}


@rule("AD-150", "AD-152")
def test_the_greeks_win_a_general_and_the_persians_two_cards() -> None:
    state = play(campaign(), *MARCH, "declare Ainos", "declare Abydos")
    assert now(state) == ("Persians", "pick")
    assert nation(state, "Greeks")["points"] == 0
    assert legal(state) == {"pick levy", "pick academy", "pick architect"}  # for both cities together
    state = play(state, "pick levy", "turn-up settlers")
    assert nation(state, "Greeks")["personages"] == {"general": 1}
    assert nation(state, "Greeks")["points"] == 1
    assert reserve(state, "Greeks") == 2
    assert legal(state) == {"done", "pick academy", "pick architect", "pick settlers"}  # for the general
    state = play(state, "pick settlers", "turn-up burglary")
    assert nation(state, "Persians")["cards"] == {"levy": 1, "settlers": 1}
    assert now(state) == ("Persians", "rondel")


@rule("AD-153")
def test_with_res_publica_ainos_would_have_withstood() -> None:
    state = play(campaign(knowhow=["res publica"]), *MARCH)
    assert refused(state, "declare Ainos") == ("too_weak", "AD-132")
    assert legal(state, "declare") == {"declare Abydos"}  # 1 + 1 for RES PUBLICA
    assert "Ainos" not in around(EAST, "Pergamon", LAND)  # no fifth unit can come


# ---- what the examples say about the boards --------------------------------------------------------------------------


@rule("AD-D07")
def test_the_aegean_sea_reaches_ainos_only_by_way_of_lemnos() -> None:
    assert "Ainos" not in around(EAST, "Mare Aegaeum", SEA)
    assert around(EAST, "Mare Aegaeum", SEA) & around(EAST, "Ainos", SEA) == {"Lemnos"}


@rule("AD-D07")
def test_the_numbers_of_the_example_need_two_galleys_in_the_aegean_and_one_at_lemnos() -> None:
    for aegean, lemnos, strong in ((2, 1, True), (1, 1, False), (2, 2, False)):
        nations = to_position(campaign())["nations"]
        nations["Greeks"] |= {"galleys": {"Lesbos": 1, "Mare Aegaeum": aegean}}
        nations["Persians"] |= {"galleys": {"Lemnos": lemnos}}
        state = campaign_of(nations)
        state = play(state, *MARCH[:2], f"move {aegean} galley Mare Aegaeum Lemnos")
        if aegean > lemnos:
            state = play(state, "move 1 galley Lemnos Ainos")
        assert ("declare Ainos" in legal(state)) is strong
    for change in ({"legions": {"Ainos": 1}, "galleys": {}}, {"knowhow": ["res publica"]}):
        nations = to_position(campaign())["nations"]
        nations["Persians"] |= change
        nations["Greeks"] |= {"legions": {"Pergamon": 2}, "galleys": {"Ainos": 4}}
        assert "declare Ainos" not in legal(campaign_of(nations))


def campaign_of(nations: dict[str, Any]) -> State:
    """Set up the nations of the example anew."""
    return at("antike-duellum", board="greece-persia", turn="Greeks", phase="maneuver", nations=nations)


@rule("AD-D07")
def test_without_navigatio_the_galleys_of_the_aegean_stop_at_lemnos() -> None:
    nations = to_position(campaign())["nations"]
    nations["Greeks"] |= {"knowhow": []}
    state = play(campaign_of(nations), "move 2 galley Mare Aegaeum Lemnos")
    assert refused(state, "move 1 galley Lemnos Ainos") == ("no_action_left", "AD-127")


@rule("AD-D08")
def test_the_western_board_fits_the_examples() -> None:
    def near(name: str) -> set[str]:
        return around(WEST, name, LAND | SEA)

    assert "Baecula" in near("Carthago Nova")
    assert {"Carthago Nova", "Baecula"} <= near("Saguntum")
    sites = {region.name for region in WEST.regions if region.resource >= 0}
    assert len(near("Saguntum") & sites) >= 3
    assert {"Ancona", "Croton", "Syracusae"} <= near("Neapolis")
    assert around(WEST, "Zama", LAND)
    assert not around(WEST, "Zama", SEA)
    assert around(WEST, "Carthago", LAND)
    assert around(WEST, "Caesarea", SEA)
    for name in ("Roma", "Tarraco"):
        assert around(WEST, name, LAND)
        assert around(WEST, name, SEA)
    assert "Corsica" in within(WEST, "Roma", SEA)
    for name in ("Corsica", "Baleares", "Mare Tyrrhenum"):
        region = WEST.regions[WEST.index(name)]
        assert (region.open_sea, region.resource >= 0) == (True, False)


@rule("AD-D08")
def test_the_eastern_board_fits_the_examples() -> None:
    assert "Lemnos" in around(EAST, "Mare Aegaeum", SEA)
    assert "Ainos" in around(EAST, "Lemnos", SEA)
    assert "Ainos" in around(EAST, "Abdera", LAND)
    assert "Abydos" in around(EAST, "Pergamon", LAND)
    steps = around(EAST, "Lesbos", SEA) - {"Lemnos"}
    assert "Ainos" in steps.union(*(around(EAST, name, SEA) for name in steps))
