"""The event cards: when they can be played, and what those for peaceful actions do."""

from __future__ import annotations

import pytest

from rondel.position import to_position
from tests.rules.duellum.small import OPEN, STEPS, barracks, discard, duel, hand_of, holding, reserve
from tests.support import legal, nation, now, play, refused, rule, stocks

# ---- any card --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("phase", STEPS)
@rule("AD-156", "AD-R38")
def test_a_card_without_an_action_is_played_at_any_step_of_the_own_turn(phase: str) -> None:
    state = holding(phase, "burglary", romans={"coins": 5}, legions={"Roma": 1})
    assert now(state) == ("Carthaginians", phase)
    assert "play burglary" in legal(state)
    state = play(state, "play burglary")
    assert nation(state, "Romans")["coins"] == 3
    assert (hand_of(state), discard(state)) == ({}, {"burglary": 1})


@rule("AD-156", "AD-R38")
def test_a_card_is_not_played_in_the_opponents_turn() -> None:
    hand = {"cards": {"burglary": 1, "earthquake": 1, "gold vein": 1}}
    for phase in STEPS[:-2]:
        romans = {"coins": 5, "ramparts": ["Roma"], "marble": 9, "iron": 9, "gold": 9, "legions": {"Alpes": 1}}
        state = duel("Romans", phase, {**romans, "rondel": "gold"}, {**hand, "coins": 5})
        assert now(state) == ("Romans", phase)
        assert legal(state, "play") == set()
        assert refused(state, "play burglary") == ("no_card", "AD-156")
        assert refused(state, "play earthquake Roma") == ("no_card", "AD-156")


@rule("AD-R38")
def test_no_card_is_played_while_the_opponent_answers() -> None:
    romans = {"coins": 5, "ramparts": ["Genua"], "cards": {"fortress": 1, "burglary": 1}}
    carthage = {"legions": {"Roma": 2}, "galleys": {"Roma": 1}, "coins": 5}
    state = holding("maneuver", "burglary", "earthquake", romans=romans, **carthage)
    state = play(state, "declare Roma")
    assert (now(state), legal(state)) == (("Romans", "fortress"), {"done", "play fortress"})
    assert refused(state, "play earthquake Genua") == ("not_now", "AD-R38")
    state = play(state, "play fortress")
    assert now(state) == ("Carthaginians", "charge")
    assert legal(state) == {"conquer Roma 1 legion 1 galley", "conquer Roma 2 legion"}


@rule("AD-R38")
def test_no_card_is_played_while_the_opponent_picks() -> None:
    romans = {"coins": 5, "ramparts": ["Genua"]}
    state = holding("maneuver", "burglary", "earthquake", romans=romans, legions={"Roma": 1}, display=OPEN)
    state = play(state, "declare Roma", "done")
    assert now(state) == ("Romans", "pick")
    assert legal(state) == {f"pick {name}" for name in OPEN}
    assert refused(state, "play burglary") == ("not_now", "AD-R38")
    assert refused(state, "play earthquake Genua") == ("not_now", "AD-R38")


@rule("AD-R38")
def test_no_card_is_played_in_step_three() -> None:
    state = holding("know-how", "burglary", romans={"coins": 5}, gold=6, display=OPEN)
    state = play(state, "learn strata", "done", "done")
    assert (to_position(state)["turn"], now(state)) == ("Carthaginians", ("Romans", "pick"))
    assert legal(state, "play") == set()
    assert refused(state, "play burglary") == ("not_now", "AD-R38")


@rule("AD-156")
def test_a_card_that_is_not_held_cannot_be_played() -> None:
    state = holding("rondel", "burglary", romans={"coins": 5, "ramparts": ["Roma"]})
    assert legal(state, "play") == {"play burglary"}
    for move in ("play earthquake Roma", "play academy", "play gold vein", "play forced march"):
        assert refused(state, move) == ("no_card", "AD-156")


@rule("AD-160")
def test_copies_are_played_and_discarded_one_by_one() -> None:
    state = holding("rondel", "burglary", "burglary", romans={"coins": 9})
    state = play(state, "play burglary")
    assert (nation(state, "Romans")["coins"], hand_of(state), discard(state)) == (5, {"burglary": 1}, {"burglary": 1})
    state = play(state, "play burglary")
    assert (nation(state, "Romans")["coins"], hand_of(state), discard(state)) == (3, {}, {"burglary": 2})
    assert refused(state, "play burglary") == ("no_card", "AD-156")


@rule("AD-156", "AD-R10")
def test_a_card_taken_is_played_from_the_next_own_turn_on() -> None:
    carthage = {"legions": {"Roma": 1}, "coins": 4, "rondel": "maneuver1"}
    state = duel(carthage=carthage, open_cards={"burglary": 1, "levy": 1, "academy": 1})
    state = play(state, "declare Roma", "pick burglary", "turn-up fortress")
    assert now(state) == ("Romans", "rondel")
    assert "play burglary" in legal(state)
    assert nation(play(state, "play burglary"), "Carthaginians")["coins"] == 2


# ---- burglary --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("coins", "left"), [(2, 1), (3, 2), (7, 4), (8, 4)])
@rule("AD-156")
def test_burglary_takes_half_of_the_opponents_coins_to_the_bank(coins: int, left: int) -> None:
    state = holding("rondel", "burglary", romans={"coins": coins, "gold": 6}, coins=3)
    bank = to_position(state)["bank"]["coins"]
    state = play(state, "play burglary")
    assert stocks(state, "Romans") == (0, 0, 6, left)
    assert stocks(state, "Carthaginians") == (0, 0, 0, 3)
    assert to_position(state)["bank"]["coins"] == bank + coins - left


@pytest.mark.parametrize("coins", [0, 1])
@rule("AD-R40")
def test_burglary_of_a_poor_opponent_cannot_be_played(coins: int) -> None:
    state = holding("rondel", "burglary", romans={"coins": coins, "gold": 6}, coins=3)
    assert legal(state, "play") == set()
    assert refused(state, "play burglary")[1] == "AD-R40"


# ---- earthquake ------------------------------------------------------------------------------------------------------


@rule("AD-156", "AD-160")
def test_earthquake_sends_a_rampart_back_to_the_reserve_of_its_owner() -> None:
    state = holding("rondel", "earthquake", romans={"ramparts": ["Roma"]}, ramparts=["Nova"])
    assert legal(state, "play") == {"play earthquake Roma", "play earthquake Nova"}
    theirs = play(state, "play earthquake Roma")
    assert (nation(theirs, "Romans")["ramparts"], nation(theirs, "Carthaginians")["ramparts"]) == ([], ["Nova"])
    assert (reserve(theirs, "Romans"), reserve(theirs, "Carthaginians")) == (1, 0)
    mine = play(state, "play earthquake Nova")
    assert (nation(mine, "Romans")["ramparts"], nation(mine, "Carthaginians")["ramparts"]) == (["Roma"], [])
    assert (reserve(mine, "Romans"), reserve(mine, "Carthaginians")) == (0, 1)
    for after in (theirs, mine):
        assert (hand_of(after), discard(after)) == ({}, {"earthquake": 1})


@pytest.mark.parametrize("phase", STEPS)
@rule("AD-R38")
def test_earthquake_at_any_step_of_the_own_turn(phase: str) -> None:
    state = holding(phase, "earthquake", romans={"ramparts": ["Roma"], "temples": ["Roma"]}, legions={"Roma": 1})
    assert now(state) == ("Carthaginians", phase)
    assert legal(state, "play") == {"play earthquake Roma"}
    assert nation(play(state, "play earthquake Roma"), "Romans")["ramparts"] == []


@rule("AD-R40")
def test_earthquake_needs_a_rampart() -> None:
    state = holding("rondel", "earthquake", romans={"ramparts": ["Roma"]})
    assert refused(state, "play earthquake Genua")[0] == "no_rampart"
    assert refused(state, "play earthquake Alpes")[0] == "no_rampart"
    bare = holding("rondel", "earthquake")
    assert legal(bare, "play") == set()
    assert refused(bare, "play earthquake Roma")[0] == "no_rampart"


@rule("AD-R38", "AD-136")
def test_earthquake_opens_a_conquest_before_it_is_declared() -> None:
    state = holding("maneuver", "earthquake", romans={"ramparts": ["Roma"]}, legions={"Roma": 1})
    assert refused(state, "declare Roma") == ("too_weak", "AD-132")
    done = play(state, "done")
    assert (now(done), legal(done)) == (("Carthaginians", "conquest"), {"done", "play earthquake Roma"})
    for before in (state, done):
        after = play(before, "play earthquake Roma", "declare Roma")
        assert "Roma" in nation(after, "Carthaginians")["cities"]
        assert barracks(after, "Carthaginians") == (2, 1)


# ---- academy ---------------------------------------------------------------------------------------------------------


@rule("AD-156", "AD-R39")
def test_academy_brings_a_gold_for_each_knowledge_of_the_opponent() -> None:
    romans = {"knowhow": ["strata", "moneta", "commercium"], "personages": {"scholar": 1}}
    carthage = {"gold": 1, "knowhow": ["moneta"], "personages": {"scholar": 2}}
    state = holding("know-how", "academy", "academy", romans=romans, **carthage)
    state = play(state, "play academy")
    assert stocks(state, "Carthaginians") == (0, 0, 4, 0)
    state = play(state, "play academy")
    assert stocks(state, "Carthaginians") == (0, 0, 7, 0)
    assert (hand_of(state), discard(state)) == ({}, {"academy": 2})
    assert stocks(state, "Romans") == (0, 0, 0, 0)
    state = play(state, "learn strata", "learn commercium")
    assert nation(state, "Carthaginians")["knowhow"] == ["strata", "moneta", "commercium"]


@rule("AD-R39")
def test_academy_is_for_scientia_before_anything_is_bought() -> None:
    start = holding("rondel", "academy", romans={"knowhow": ["strata"]}, gold=9, rondel="marble")
    assert refused(start, "play academy") == ("card_window", "AD-R39")
    state = play(start, "rondel know-how")
    assert legal(state, "play") == {"play academy"}
    for bought in ("learn strata", "recruit legion", "recruit galley"):
        after = play(state, bought)
        assert legal(after, "play") == set()
        assert refused(after, "play academy") == ("card_window", "AD-R39")
    for phase in ("temple", "arming", "maneuver", "founding"):
        other = duel(
            phase=phase,
            romans={"knowhow": ["strata"], "coins": 5},
            carthage={"cards": {"academy": 1, "burglary": 1}, "rondel": "know-how"},
        )
        assert (now(other)[1], legal(other, "play")) == (phase, {"play burglary"})
        assert refused(other, "play academy") == ("card_window", "AD-R39")


@rule("AD-R40")
def test_academy_needs_an_opponent_with_knowledge() -> None:
    state = holding("know-how", "academy", gold=9, knowhow=["strata"])
    assert legal(state, "play") == set()
    assert refused(state, "play academy")[1] == "AD-R40"


# ---- veins -----------------------------------------------------------------------------------------------------------

#: the wedge, one before it, the start city that yields its resource, and the place of the resource in the stocks
VEINS = [("marble", "gold", "Carthago", 0), ("iron", "marble", "Caesarea", 1), ("gold", "iron", "Nova", 2)]


@pytest.mark.parametrize(("good", "before", "city", "place"), VEINS)
@rule("AD-156", "AD-R39")
def test_a_vein_adds_two_to_the_production(good: str, before: str, city: str, place: int) -> None:
    state = holding("rondel", f"{good} vein", rondel=before, temples=[city], knowhow=["moneta"])
    assert refused(state, f"play {good} vein") == ("card_window", "AD-R39")
    state = play(state, f"rondel {good}")
    assert now(state) == ("Carthaginians", "founding")
    assert (stocks(state, "Carthaginians")[place], stocks(state, "Carthaginians")[3]) == (4, 1)
    state = play(state, f"play {good} vein")
    wanted = [0, 0, 0, 1]
    wanted[place] = 6  # moneta is not applied again
    assert stocks(state, "Carthaginians") == tuple(wanted)
    assert (hand_of(state), discard(state)) == ({}, {f"{good} vein": 1})


@pytest.mark.parametrize(("good", "before", "city", "place"), VEINS)
@rule("AD-R39")
def test_a_vein_needs_no_city_of_its_resource(good: str, before: str, city: str, place: int) -> None:
    cities = [name for name in ("Carthago", "Caesarea", "Nova") if name != city]
    state = holding("rondel", f"{good} vein", f"{good} vein", rondel=before, cities=cities)
    state = play(state, f"rondel {good}", f"play {good} vein", f"play {good} vein")
    assert stocks(state, "Carthaginians")[place] == 4


@pytest.mark.parametrize(("good", "before", "city", "place"), VEINS)
@rule("AD-R39")
def test_a_vein_is_only_for_its_own_production(good: str, before: str, city: str, place: int) -> None:
    for wedge in ("marble", "iron", "gold", "maneuver1", "temple"):
        if wedge != good:
            state = duel(
                phase="founding",
                romans={"coins": 5},
                carthage={"cards": {f"{good} vein": 1, "burglary": 1}, "rondel": wedge},
            )
            assert legal(state) == {"done", "play burglary"}
            assert refused(state, f"play {good} vein") == ("card_window", "AD-R39")
    later = duel(phase="maneuver", carthage={"cards": {f"{good} vein": 1}, "rondel": good, "legions": {"Alpes": 1}})
    assert refused(later, f"play {good} vein") == ("card_window", "AD-R39")


@rule("AD-R39")
def test_a_vein_waits_until_the_production_is_credited() -> None:
    state = holding("rondel", "marble vein", rondel="gold", romans={"coins": 20})
    state = play(state, "rondel marble")  # the bank has no coin
    assert (now(state), legal(state)) == (("Carthaginians", "substitute"), {"take marble", "take iron", "take gold"})
    state = play(state, "take iron")
    assert stocks(state, "Carthaginians") == (1, 1, 0, 0)
    assert stocks(play(state, "play marble vein"), "Carthaginians") == (3, 1, 0, 0)


@rule("AD-R39")
def test_a_vein_can_still_be_played_after_a_founding() -> None:
    goods = {"marble": 1, "iron": 1, "gold": 1}
    state = holding("founding", "marble vein", rondel="marble", legions={"Zama": 1}, **goods)
    state = play(state, "found Zama gold")
    assert (now(state), stocks(state, "Carthaginians")) == (("Carthaginians", "founding"), (0, 0, 0, 0))
    assert stocks(play(state, "play marble vein"), "Carthaginians") == (2, 0, 0, 0)


# ---- architect -------------------------------------------------------------------------------------------------------


@rule("AD-156", "AD-R39")
def test_architect_makes_one_temple_cost_four_marble() -> None:
    state = holding("temple", "architect", marble=4)
    assert legal(state, "temple") == set()
    assert legal(state, "architect") == {"architect Carthago", "architect Caesarea", "architect Nova"}
    after = play(state, "architect Nova")
    assert (nation(after, "Carthaginians")["temples"], stocks(after, "Carthaginians")) == (["Nova"], (0, 0, 0, 0))
    assert (hand_of(after), discard(after)) == ({}, {"architect": 1})
    dear = holding("temple", "architect", marble=6)
    assert {"temple Nova", "architect Nova"} <= legal(dear)
    kept = play(dear, "temple Nova")
    assert (stocks(kept, "Carthaginians")[0], hand_of(kept)) == (0, {"architect": 1})


@rule("AD-R39", "AD-090")
def test_the_coins_for_neighbouring_temples_stay_due_with_an_architect() -> None:
    poor = holding("temple", "architect", marble=5, temples=["Caesarea"])
    assert refused(poor, "architect Carthago") == ("cannot_pay", "AD-090")
    state = holding("temple", "architect", marble=4, coins=1, temples=["Caesarea"])
    state = play(state, "architect Carthago")
    assert stocks(state, "Carthaginians") == (0, 0, 0, 0)
    assert nation(state, "Carthaginians")["temples"] == ["Carthago", "Caesarea"]


@rule("AD-R39")
def test_coins_may_stand_in_for_the_marble_of_an_architects_temple() -> None:
    state = holding("temple", "architect", marble=2, coins=2)
    assert stocks(play(state, "architect Nova"), "Carthaginians") == (0, 0, 0, 0)
    three = holding("temple", "architect", marble=2, coins=1, romans={"coins": 5})
    assert refused(three, "architect Nova") == ("cannot_pay", "AD-089")
    rich = holding("temple", "architect", marble=6)
    assert refused(rich, "architect Nova 5 marble") == ("wrong_payment", "AD-R42")


@rule("AD-R39")
def test_one_architect_a_temple_and_none_for_ramparts() -> None:
    state = holding("temple", "architect", "architect", marble=9)
    state = play(state, "architect Nova")
    assert (stocks(state, "Carthaginians")[0], hand_of(state)) == (5, {"architect": 1})
    assert refused(state, "architect Nova") == ("has_temple", "AD-093")
    state = play(state, "architect Carthago")
    assert (stocks(state, "Carthaginians")[0], hand_of(state)) == (1, {})
    assert refused(state, "architect Caesarea") == ("no_card", "AD-156")
    state = play(state, "rampart Nova")
    assert stocks(state, "Carthaginians")[0] == 0
    wall = play(holding("temple", "architect", marble=6), "rampart Nova")
    assert (stocks(wall, "Carthaginians")[0], hand_of(wall)) == (5, {"architect": 1})


@rule("AD-R39", "AD-R40")
def test_architect_only_on_templum_in_an_own_city() -> None:
    state = holding("temple", "architect", marble=9)
    assert refused(state, "architect Roma") == ("not_owned", "AD-089")
    for phase in STEPS:
        if phase not in ("temple", "conquest"):
            other = holding(phase, "architect", "burglary", romans={"coins": 5}, marble=9, rondel="temple")
            assert now(other) == ("Carthaginians", phase)
            assert refused(other, "architect Nova") == ("not_now", "AD-R39")


# ---- settlers --------------------------------------------------------------------------------------------------------


@rule("AD-156", "AD-R39")
def test_settlers_found_without_surcharge_and_without_one_resource() -> None:
    state = holding("founding", "settlers", legions={"Capua": 1}, marble=1, iron=1, gold=1)
    assert refused(state, "found Capua marble") == ("cannot_pay", "AD-066")  # Carthago and nothing to pay the coin with
    after = play(state, "settlers Capua marble 1 iron 1 gold")
    assert stocks(after, "Carthaginians") == (1, 0, 0, 0)
    assert nation(after, "Carthaginians")["cities"] == ["Capua", "Carthago", "Caesarea", "Nova"]
    assert nation(after, "Carthaginians")["produces"] == {"Capua": "marble"}
    assert (hand_of(after), discard(after)) == ({}, {"settlers": 1})


@rule("AD-R39")
def test_settlers_leave_out_a_resource_of_choice_and_take_coins_for_the_others() -> None:
    state = holding("founding", "settlers", legions={"Capua": 1}, marble=1, iron=1, gold=1, coins=2)
    state = play(state, "settlers Capua gold ...")
    assert now(state) == ("Carthaginians", "pay")
    assert legal(state) == {
        "pay 1 marble 1 iron", "pay 1 marble 1 gold", "pay 1 iron 1 gold",
        "pay 1 marble 1 coin", "pay 1 iron 1 coin", "pay 1 gold 1 coin", "pay 2 coin",
    }  # fmt: skip


@rule("AD-R39")
def test_settlers_cannot_do_without_two_resources() -> None:
    one = holding("founding", "settlers", "burglary", romans={"coins": 5}, legions={"Capua": 1}, marble=2)
    assert refused(one, "settlers Capua gold") == ("cannot_pay", "AD-063")
    assert legal(holding("founding", "settlers", legions={"Capua": 1}, marble=1, coins=1), "settlers") == {
        "settlers Capua marble", "settlers Capua iron", "settlers Capua gold",
    }  # fmt: skip


@rule("AD-R39")
def test_settlers_need_unit_site_and_marker_as_always() -> None:
    state = holding("founding", "settlers", legions={"Capua": 1, "Alpes": 1, "Roma": 1}, marble=5, iron=5, gold=5)
    assert refused(state, "settlers Croton gold") == ("no_own_unit", "AD-060")
    assert refused(state, "settlers Alpes gold") == ("no_site", "AD-061")
    assert refused(state, "settlers Roma gold") == ("occupied", "AD-060")
    golden = ["Genua", "Roma", "Brundisium", "Croton", "Tarraco", "Gades", "Zama"]
    full = holding(
        "founding", "settlers",
        romans={"cities": golden, "produces": dict.fromkeys(golden, "gold")},
        produces={"Carthago": "gold", "Caesarea": "gold"}, legions={"Capua": 1}, marble=5, iron=5, gold=5,
    )  # fmt: skip
    assert refused(full, "settlers Capua gold") == ("no_marker", "AD-R03")
    assert legal(full, "settlers") == {"settlers Capua marble", "settlers Capua iron"}


@rule("AD-R39")
def test_one_settlers_card_a_city() -> None:
    goods = {"marble": 4, "iron": 4, "gold": 4}
    state = holding("founding", "settlers", "settlers", legions={"Capua": 1, "Croton": 1, "Tarraco": 1}, **goods)
    state = play(state, "settlers Capua marble 1 marble 1 iron")
    assert stocks(state, "Carthaginians") == (3, 3, 4, 0)
    state = play(state, "settlers Croton marble 1 marble 1 iron")
    assert (stocks(state, "Carthaginians"), hand_of(state)) == ((2, 2, 4, 0), {})
    assert refused(state, "settlers Tarraco iron") == ("no_card", "AD-156")
    state = play(state, "found Tarraco iron")
    assert stocks(state, "Romans") == (0, 0, 0, 0)
    assert stocks(state, "Carthaginians") == (1, 1, 3, 0)


@rule("AD-R39")
def test_settlers_only_in_step_two() -> None:
    for phase in STEPS:
        if phase not in ("founding", "conquest"):
            state = holding(phase, "settlers", marble=9, iron=9, gold=9, legions={"Capua": 1})
            assert now(state) == ("Carthaginians", phase)
            assert refused(state, "settlers Capua gold") == ("not_now", "AD-R39")
