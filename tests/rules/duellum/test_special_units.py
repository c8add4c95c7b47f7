"""The variant with an Admiral and a General."""

from __future__ import annotations

from typing import Any

import pytest

from rondel.antike.phases.strength import owner_of, splits
from rondel.antike.state import State
from rondel.errors import NotationError, PositionError, RondelError
from rondel.position import to_position
from tests.rules.duellum.small import army, barracks, duel
from tests.support import at, legal, make, nation, now, play, refused, rule, stocks


def led(turn: str = "Romans", phase: str = "maneuver", **more: Any) -> State:
    """Set up the small board with special units."""
    options = {"special-units": 1, **more.pop("options", {})}
    return duel(turn, phase, more.pop("romans", None), more.pop("carthage", None), options=options, **more)


def leader(state: State, name: str) -> str:
    """Say where a nation's special unit stands; empty while it is in the barracks."""
    place: str = nation(state, name).get("leader", "")
    return place


#: a Carthaginian city at Capua, where legions and galleys can stand
CAPUA = {"cities": ["Carthago", "Capua"], "produces": {"Capua": "iron"}}


# ---- setting up ------------------------------------------------------------------------------------------------------


@rule("AD-163", "AD-164")
def test_beige_has_an_admiral_and_brown_a_general_in_the_barracks() -> None:
    romans, carthage = {"iron": 3, "temples": ["Roma"]}, {"iron": 3, "temples": ["Nova"]}
    beige = led("Romans", "arming", romans=romans, carthage=carthage)
    assert (leader(beige, "Romans"), leader(beige, "Carthaginians")) == ("", "")
    assert "arm admiral Roma" in legal(beige)
    brown = led("Carthaginians", "arming", romans=romans, carthage=carthage)
    assert "arm general Nova" in legal(brown)
    assert leader(play(beige, "arm admiral Roma"), "Romans") == "Roma"
    assert leader(play(brown, "arm general Nova"), "Carthaginians") == "Nova"


@pytest.mark.parametrize(
    ("turn", "city", "title"), [("Persians", "Miletos", "admiral"), ("Greeks", "Sparta", "general")]
)
@rule("AD-163")
def test_persia_has_the_admiral_and_greece_the_general(turn: str, city: str, title: str) -> None:
    nations = {turn: {"temples": [city], "iron": 3}}
    options = {"special-units": 1}
    state = at("antike-duellum", board="greece-persia", turn=turn, phase="arming", nations=nations, options=options)
    assert f"arm {title} {city}" in legal(state)


@rule("AD-163")
def test_without_the_variant_there_are_no_special_units() -> None:
    state = duel("Romans", "arming", {"iron": 9, "temples": ["Roma"]})
    assert not [text for text in legal(state) if "admiral" in text]
    with pytest.raises(NotationError):
        play(state, "arm admiral Roma")
    with pytest.raises(PositionError, match="special units take part only with the option special-units"):
        duel("Romans", "maneuver", {"leader": "Roma"})


@rule("AD-164")
def test_a_new_game_begins_with_both_special_units_in_the_barracks() -> None:
    state = make("antike-duellum", options={"special-units": 1}).new(3)
    while to_position(state)["phase"] == "turn-up":
        state = state.apply(state.legal()[0])
    position = to_position(state)
    assert all("leader" not in entry for entry in position["nations"].values())
    position["phase"] = "arming"
    position["nations"]["Romans"] |= {"temples": ["Roma"]}
    position["nations"]["Carthaginians"] |= {"temples": ["Carthago Nova"]}
    position.pop("bank")
    wanted = {"Romans": "arm admiral Roma", "Carthaginians": "arm general Carthago Nova"}
    assert wanted[position["turn"]] in legal(at("antike-duellum", **position))


@rule("AD-165")
def test_a_special_unit_costs_three_iron_in_a_city_with_temple() -> None:
    romans = {"iron": 3, "temples": ["Roma"], "barracks": {"legions": 0, "galleys": 0}}
    state = led("Romans", "arming", romans=romans)
    assert legal(state) == {"done", "arm admiral Roma"}
    assert refused(state, "arm admiral Genua") == ("no_leader", "AD-165")
    assert refused(state, "arm admiral Nova") == ("no_leader", "AD-165")
    state = play(state, "arm admiral Roma")
    assert (leader(state, "Romans"), stocks(state, "Romans")) == ("Roma", (0, 0, 0, 0))
    poor = led("Romans", "arming", romans={**romans, "iron": 2, "barracks": {"legions": 1, "galleys": 0}})
    assert refused(poor, "arm admiral Roma") == ("cannot_pay", "AD-165")


@rule("AD-R34")
def test_a_special_unit_is_one_of_three_new_units() -> None:
    romans = {"iron": 9, "temples": ["Roma"], "barracks": {"legions": 4, "galleys": 0}}
    state = play(led("Romans", "arming", romans=romans), "arm legion Roma", "arm admiral Roma", "arm legion Roma")
    assert stocks(state, "Romans")[1] == 2
    assert refused(state, "arm legion Roma") == ("place_limit", "AD-101")
    full = play(led("Romans", "arming", romans=romans), *["arm legion Roma"] * 3)
    assert stocks(full, "Romans")[1] == 3
    assert refused(full, "arm admiral Roma") == ("place_limit", "AD-101")


@rule("AD-R34")
def test_the_admiral_needs_a_blue_border_and_the_general_a_red_one() -> None:
    romans = {"iron": 3, "temples": ["Brundisium", "Genua"]}
    state = led("Romans", "arming", romans=romans)
    assert "arm admiral Genua" in legal(state)
    assert refused(state, "arm admiral Brundisium") == ("no_leader", "AD-165")
    cities = {"cities": ["Gades", "Nova"], "produces": {"Gades": "iron"}, "temples": ["Gades", "Nova"], "iron": 3}
    brown = led("Carthaginians", "arming", carthage=cities)
    assert "arm general Nova" in legal(brown)
    assert refused(brown, "arm general Gades") == ("no_leader", "AD-165")


@rule("AD-R34")
def test_coins_may_replace_the_iron_of_a_special_unit() -> None:
    state = led("Romans", "arming", romans={"iron": 1, "coins": 2, "temples": ["Roma"]})
    state = play(state, "arm admiral Roma 1 iron 2 coin")
    assert (leader(state, "Romans"), stocks(state, "Romans")) == ("Roma", (0, 0, 0, 0))


@rule("AD-R34")
def test_only_a_special_unit_in_the_barracks_at_the_start_of_the_turn_is_placed() -> None:
    state = led("Romans", "arming", romans={"iron": 9, "temples": ["Roma"], "leader": "Corsica"})
    assert not [text for text in legal(state) if "admiral" in text]
    assert refused(state, "arm admiral Roma") == ("no_leader", "AD-165")


@rule("AD-R34")
def test_a_special_unit_placed_before_an_enemy_of_its_kind_fights_and_is_gone_for_the_turn() -> None:
    romans = {"iron": 9, "temples": ["Roma", "Genua"], "barracks": {"legions": 1, "galleys": 0}}
    carthage = {"galleys": {"Roma": 2}, "barracks": {"legions": 0, "galleys": 0}}
    state = play(led("Romans", "arming", romans=romans, carthage=carthage), "arm admiral Roma")
    assert (leader(state, "Romans"), army(state, "Carthaginians")) == ("", ({}, {"Roma": 1}))
    assert barracks(state, "Carthaginians") == (0, 1)
    assert stocks(state, "Romans")[1] == 6
    assert refused(state, "arm admiral Genua") == ("no_leader", "AD-165")


# ---- moving ----------------------------------------------------------------------------------------------------------


@rule("AD-166")
def test_the_admiral_moves_like_a_galley() -> None:
    state = led(romans={"leader": "Roma"})
    assert legal(state, "move") == {"move admiral Corsica"}
    assert refused(state, "move admiral Genua") == ("border_kind", "AD-126")
    assert refused(state, "move admiral Baleares") == ("no_border", "AD-125")
    far = play(
        led(romans={"leader": "Roma", "knowhow": ["navigatio"]}), "move admiral Corsica", "move admiral Baleares"
    )
    assert leader(far, "Romans") == "Baleares"
    near = led(romans={"leader": "Roma", "legions": {"Alpes": 1}, "knowhow": ["strata"]})
    near = play(near, "move admiral Corsica")
    assert refused(near, "move admiral Baleares") == ("no_action_left", "AD-127")


@rule("AD-166")
def test_the_general_moves_like_a_legion() -> None:
    state = led("Carthaginians", carthage={"leader": "Nova"})
    assert legal(state, "move") == {"move general Tarraco"}
    assert refused(state, "move general Gades") == ("border_kind", "AD-126")
    brown = {"leader": "Nova", "galleys": {"Gades": 1}, "knowhow": ["strata"]}
    far = play(led("Carthaginians", carthage=brown), "move general Tarraco", "move general Alpes")
    assert leader(far, "Carthaginians") == "Alpes"
    assert refused(far, "move general Genua") == ("no_action_left", "AD-127")
    near = play(led("Carthaginians", carthage={**brown, "knowhow": ["navigatio"]}), "move general Tarraco")
    assert refused(near, "move general Alpes") == ("no_action_left", "AD-127")


@rule("AD-166", "AD-R39")
def test_the_cards_for_longer_ways_serve_the_special_unit_of_the_kind_too() -> None:
    state = led(romans={"leader": "Roma", "cards": {"fair wind": 1, "forced march": 1}})
    assert legal(state, "play") == {"play fair wind"}
    state = play(state, "play fair wind", "move admiral Corsica", "move admiral Baleares")
    assert leader(state, "Romans") == "Baleares"
    general = led("Carthaginians", carthage={"leader": "Nova", "cards": {"fair wind": 1, "forced march": 1}})
    assert legal(general, "play") == {"play forced march"}
    general = play(general, "play forced march", "move general Tarraco", "move general Alpes")
    assert leader(general, "Carthaginians") == "Alpes"


@rule("AD-R39")
def test_the_special_unit_uses_one_of_the_three_extra_crossings() -> None:
    romans = {"leader": "Roma", "galleys": {"Roma": 3}, "legions": {"Alpes": 1}, "cards": {"fair wind": 1}}
    state = play(led(romans=romans), "play fair wind", "move 3 galley Roma Corsica", "move admiral Corsica")
    state = play(state, "move admiral Baleares")
    assert refused(state, "move admiral Nova") == ("no_action_left", "AD-127")
    state = play(state, "move 2 galley Corsica Baleares used 1")
    assert legal(state, "move") == {"move 1 legion Alpes Genua", "move 1 legion Alpes Tarraco"}
    none = play(led(romans=romans), "play fair wind", "move admiral Corsica", "move 3 galley Roma Corsica")
    none = play(none, "move 3 galley Corsica Baleares used 1")
    assert refused(none, "move admiral Baleares") == ("no_action_left", "AD-127")
    crossed = play(led(romans=romans), "move admiral Corsica")
    assert refused(crossed, "play fair wind") == ("card_window", "AD-R39")


# ---- battle ----------------------------------------------------------------------------------------------------------


@rule("AD-169", "AD-R46")
def test_an_admiral_that_meets_a_galley_goes_to_the_barracks_with_it() -> None:
    carthage = {"galleys": {"Corsica": 2}, "barracks": {"legions": 0, "galleys": 0}}
    romans = {"leader": "Roma", "galleys": {"Roma": 1}, "barracks": {"legions": 0, "galleys": 0}}
    state = play(led(romans=romans, carthage=carthage), "move admiral Corsica")
    assert leader(state, "Romans") == ""
    assert (army(state, "Romans"), army(state, "Carthaginians")) == (({}, {"Roma": 1}), ({}, {"Corsica": 1}))
    assert (barracks(state, "Romans"), barracks(state, "Carthaginians")) == ((0, 0), (0, 1))
    assert refused(state, "move admiral Corsica")[0] == "no_leader"


@rule("AD-169")
def test_a_galley_that_meets_a_lone_admiral_goes_to_the_barracks_with_it() -> None:
    carthage = {"galleys": {"Baleares": 2}, "barracks": {"legions": 0, "galleys": 0}}
    state = led("Carthaginians", romans={"leader": "Corsica"}, carthage=carthage)
    state = play(state, "move 2 galley Baleares Corsica")
    assert leader(state, "Romans") == ""
    assert (army(state, "Carthaginians"), barracks(state, "Carthaginians")) == (({}, {"Corsica": 1}), (0, 1))


@rule("AD-170", "AD-R46")
def test_galleys_that_enter_first_clear_the_way_for_the_admiral() -> None:
    romans = {"leader": "Roma", "galleys": {"Roma": 2}}
    state = led(romans=romans, carthage={"galleys": {"Corsica": 1}})
    state = play(state, "move 2 galley Roma Corsica", "move admiral Corsica")
    assert (leader(state, "Romans"), army(state, "Romans")) == ("Corsica", ({}, {"Corsica": 1}))
    weak = led(romans=romans, carthage={"galleys": {"Corsica": 3}})
    weak = play(weak, "move 2 galley Roma Corsica", "move admiral Corsica")
    assert (leader(weak, "Romans"), army(weak, "Romans"), army(weak, "Carthaginians")) == ("", ({}, {}), ({}, {}))


@pytest.mark.parametrize(("enter", "stays", "galleys", "mine"), [
    (1, "Corsica", {"Corsica": 1}, {}), (2, "Corsica", {}, {}), (3, "", {}, {}), (4, "", {}, {"Corsica": 1}),
])  # fmt: skip
@rule("AD-170", "AD-R46")
def test_an_admiral_that_is_entered_fights_last(
    enter: int, stays: str, galleys: dict[str, int], mine: dict[str, int]
) -> None:
    romans = {"leader": "Corsica", "galleys": {"Corsica": 2}}
    state = led("Carthaginians", romans=romans, carthage={"galleys": {"Baleares": enter}, "legions": {"Zama": 1}})
    state = play(state, f"move {enter} galley Baleares Corsica")
    assert (leader(state, "Romans"), army(state, "Romans")[1]) == (stays, galleys)
    assert army(state, "Carthaginians")[1] == mine


@rule("AD-170", "AD-R46")
def test_the_same_holds_for_the_general_on_land() -> None:
    carthage = {"leader": "Genua", "legions": {"Genua": 1}}
    state = led(romans={"legions": {"Roma": 2}, "galleys": {"Corsica": 1}}, carthage=carthage)
    one = play(state, "move 1 legion Roma Genua")
    assert (leader(one, "Carthaginians"), army(one, "Carthaginians")) == ("Genua", ({}, {}))
    two = play(one, "move 1 legion Roma Genua")
    assert (leader(two, "Carthaginians"), army(two, "Romans")) == ("", ({}, {"Corsica": 1}))
    first = led("Carthaginians", romans={"legions": {"Roma": 1}}, carthage=carthage)
    first = play(first, "move general Roma")
    assert (leader(first, "Carthaginians"), army(first, "Romans")) == ("", ({}, {}))


@rule("AD-R46")
def test_a_unit_armed_before_a_special_unit_fights_it_last() -> None:
    romans = {"iron": 4, "temples": ["Roma"], "barracks": {"legions": 2, "galleys": 0}}
    carthage = {"leader": "Roma", "legions": {"Roma": 1}}
    state = play(led("Romans", "arming", romans=romans, carthage=carthage), "arm legion Roma")
    assert (leader(state, "Carthaginians"), army(state, "Carthaginians")) == ("Roma", ({}, {}))
    state = play(state, "arm legion Roma")
    assert (leader(state, "Carthaginians"), army(state, "Romans")) == ("", ({}, {}))


@rule("AD-R36")
def test_admiral_and_general_never_fight_each_other() -> None:
    state = led(romans={"leader": "Corsica", "galleys": {"Roma": 1}}, carthage={"leader": "Carthago"})
    state = play(state, "move admiral Carthago")
    assert (leader(state, "Romans"), leader(state, "Carthaginians")) == ("Carthago", "Carthago")
    galley = led(romans={"galleys": {"Corsica": 1}, "legions": {"Alpes": 1}}, carthage={"leader": "Carthago"})
    galley = play(galley, "move 1 galley Corsica Carthago")
    assert (leader(galley, "Carthaginians"), army(galley, "Romans")[1]) == ("Carthago", {"Carthago": 1})


# ---- conquest --------------------------------------------------------------------------------------------------------


@rule("AD-167", "AD-168", "AD-R31")
def test_a_special_unit_adds_one_to_the_attack_and_stays() -> None:
    romans = {"leader": "Capua", "legions": {"Capua": 2}, "barracks": {"legions": 0, "galleys": 0}}
    carthage = {**CAPUA, "temples": ["Capua"]}
    state = play(led(romans=romans, carthage=carthage), "declare Capua")
    assert "Capua" in nation(state, "Romans")["cities"]
    assert (leader(state, "Romans"), army(state, "Romans"), barracks(state, "Romans")) == ("Capua", ({}, {}), (2, 0))
    short = led(romans={**romans, "legions": {"Capua": 1}}, carthage=carthage)
    assert refused(short, "declare Capua") == ("too_weak", "AD-132")
    absent = led(romans={**romans, "leader": "Roma"}, carthage=carthage)
    assert refused(absent, "declare Capua") == ("too_weak", "AD-132")


@rule("AD-R31")
def test_the_losses_are_the_strength_less_one_even_with_units_to_spare() -> None:
    romans = {"leader": "Capua", "legions": {"Capua": 3}, "galleys": {"Capua": 1}}
    state = play(led(romans=romans, carthage={**CAPUA, "temples": ["Capua"]}), "declare Capua")
    assert legal(state) == {"conquer Capua 1 legion 1 galley", "conquer Capua 2 legion"}
    assert refused(state, "conquer Capua 3 legion") == ("wrong_losses", "AD-137")
    state = play(state, "conquer Capua 2 legion")
    assert (leader(state, "Romans"), army(state, "Romans")) == ("Capua", ({"Capua": 1}, {"Capua": 1}))


@rule("AD-R32", "AD-168")
def test_a_special_unit_alone_conquers_a_city_of_strength_one_without_loss() -> None:
    state = led(romans={"leader": "Capua", "barracks": {"legions": 0, "galleys": 0}}, carthage=CAPUA)
    assert legal(state, "declare") == {"declare Capua"}
    state = play(state, "declare Capua")
    assert nation(state, "Romans")["cities"] == ["Capua", "Brundisium", "Genua", "Roma"]
    assert (leader(state, "Romans"), barracks(state, "Romans")) == ("Capua", (0, 0))
    assert now(state) == ("Carthaginians", "pick")
    walled = led(romans={"leader": "Capua"}, carthage={**CAPUA, "ramparts": ["Capua"]})
    assert refused(walled, "declare Capua") == ("too_weak", "AD-132")


@rule("AD-R32")
def test_with_an_escort_rule_a_special_unit_conquers_only_beside_another_unit() -> None:
    options = {"escort": 1}
    state = led(romans={"leader": "Capua"}, carthage=CAPUA, options=options)
    assert legal(state, "declare") == set()
    assert refused(state, "declare Capua") == ("too_weak", "AD-R32")
    walled = {**CAPUA, "ramparts": ["Capua"]}
    beside = led(romans={"leader": "Capua", "legions": {"Capua": 1}}, carthage=walled, options=options)
    beside = play(beside, "declare Capua")
    assert "Capua" in nation(beside, "Romans")["cities"]
    assert (leader(beside, "Romans"), army(beside, "Romans")) == ("Capua", ({}, {}))


@rule("AD-167", "AD-R33", "AD-168")
def test_a_defending_special_unit_adds_one_in_all_and_stays_beside_the_enemy_city() -> None:
    romans = {"leader": "Roma", "galleys": {"Roma": 1}, "barracks": {"legions": 0, "galleys": 0}}
    weak = led("Carthaginians", romans=romans, carthage={"legions": {"Roma": 2}})
    assert refused(weak, "declare Roma") == ("too_weak", "AD-132")
    state = led("Carthaginians", romans=romans, carthage={"legions": {"Roma": 3}})
    state = play(state, "declare Roma")
    assert "Roma" in nation(state, "Carthaginians")["cities"]
    assert (leader(state, "Romans"), army(state, "Romans"), barracks(state, "Romans")) == ("Roma", ({}, {}), (0, 1))
    assert army(state, "Carthaginians") == ({}, {})


@rule("AD-R33")
def test_a_special_unit_elsewhere_defends_nothing() -> None:
    state = led("Carthaginians", romans={"leader": "Corsica"}, carthage={"legions": {"Roma": 1}})
    assert legal(state, "declare") == {"declare Roma"}


@rule("AD-167")
def test_special_units_on_both_sides_cancel_out() -> None:
    romans = {"leader": "Nova", "galleys": {"Nova": 1}, "barracks": {"legions": 0, "galleys": 0}}
    state = led(romans=romans, carthage={"leader": "Nova"})
    state = play(state, "declare Nova")  # strength 1 + 1, attack 1 + 1
    assert "Nova" in nation(state, "Romans")["cities"]
    assert (leader(state, "Romans"), leader(state, "Carthaginians")) == ("Nova", "Nova")
    assert (army(state, "Romans"), barracks(state, "Romans")) == (({}, {}), (0, 1))


# ---- seas and cities -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("place", "won"), [("Roma", {"navigator": 1}), ("Corsica", {}), ("", {})])
@rule("AD-R35")
def test_the_admiral_controls_a_sea_zone_like_a_galley(place: str, won: dict[str, int]) -> None:
    fleet = {"galleys": {"Corsica": 1, "Baleares": 1, "Nova": 1, "Gades": 1}, "rondel": "iron"}  # 2 + 2 + 1 + 1 = 6
    romans = {**fleet, "leader": place} if place else fleet
    state = play(led("Romans", "rondel", romans=romans), "rondel gold")
    assert nation(state, "Romans")["personages"] == won


@rule("AD-R35")
def test_the_general_controls_no_sea_zone() -> None:
    fleet = {"galleys": {"Corsica": 1, "Baleares": 1, "Roma": 1, "Gades": 1}, "rondel": "iron", "leader": "Nova"}
    state = play(led("Carthaginians", "rondel", carthage=fleet), "rondel gold")
    assert nation(state, "Carthaginians")["personages"] == {}


@rule("AD-R35")
def test_both_special_units_allow_founding() -> None:
    goods = {"marble": 1, "iron": 1, "gold": 1}
    state = led("Romans", "founding", romans={"leader": "Gades", **goods})
    state = play(state, "found Gades iron")
    assert nation(state, "Romans")["cities"] == ["Gades", "Brundisium", "Genua", "Roma"]
    general = led("Carthaginians", "founding", carthage={"leader": "Zama", **goods})
    assert refused(general, "found Capua iron") == ("no_own_unit", "AD-060")
    general = play(general, "found Zama iron")
    assert nation(general, "Carthaginians")["cities"] == ["Zama", "Carthago", "Caesarea", "Nova"]


@rule("AD-163", "AD-165")
def test_a_special_unit_is_typed_by_its_own_title_and_is_never_free() -> None:
    romans = {"iron": 3, "temples": ["Roma"], "cards": {"levy": 1}, "galleys": {"Roma": 1}}
    state = led("Romans", "arming", romans=romans)
    assert refused(state, "free admiral Roma") == ("no_leader", "AD-165")
    assert refused(state, "arm general Roma") == ("no_leader", "AD-163")
    assert refused(state, "free general Roma") == ("no_leader", "AD-163")
    with pytest.raises(RondelError):  # nor can a record say so
        state.game.parse_action(state, "free admiral Roma")


@rule("AD-166")
def test_a_move_of_a_special_unit_says_where_it_is_and_that_it_is_one() -> None:
    state = led(romans={"leader": "Roma"})
    assert leader(play(state, "move admiral Roma Corsica"), "Romans") == "Corsica"
    assert leader(play(state, "move 1 admiral to Corsica"), "Romans") == "Corsica"
    assert refused(state, "move admiral Genua Corsica") == ("no_unit", "AD-125")
    assert refused(state, "move general Corsica") == ("no_leader", "AD-163")
    for number in (0, 2, 5):
        error = state.game.why_not(state, f"move {number} admiral Corsica")
        assert error is not None
        assert (error.code, error.message) == ("bad_text", f"A nation has one admiral, not {number}.")
    away = led(romans={"galleys": {"Corsica": 1}})
    assert refused(away, "move admiral Roma Corsica") == ("no_leader", "AD-165")


@rule("AD-163")
def test_only_one_special_unit_can_be_set_up() -> None:
    state = led()
    with pytest.raises(NotationError, match="one at a time"):
        state.game.parse(state, "arm 2 admiral Roma")


@rule("AD-132")
def test_an_attack_that_is_too_weak_has_no_losses_to_split() -> None:
    state = led("Carthaginians", romans={"temples": ["Roma"]}, carthage={"legions": {"Roma": 1}})
    roma = state.game.board.index("Roma")
    assert len(splits(state.game, state, roma, owner_of(state, roma))) == 0
