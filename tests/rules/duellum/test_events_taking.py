"""Event cards on offer, and who takes one when."""

from __future__ import annotations

from typing import Any

import pytest

from rondel.antike.state import State
from rondel.antike.variants import ANTIKE_DUELLUM
from rondel.game import CHANCE
from rondel.position import from_position, to_position
from tests.rules.duellum.small import OPEN, duel
from tests.support import antike, legal, make, nation, now, outcome, play, refused, rule

COPIES = {event.name: event.copies for event in ANTIKE_DUELLUM.events}


def odds(state: State) -> dict[str, float]:
    """Give the chance of each card to be turned up next."""
    return {state.game.action_text(state, action).removeprefix("turn-up "): share for action, share in state.chance()}


def learning(gold: int = 9, **more: Any) -> State:
    """Let Carthage be at SCIENTIA with gold to spend."""
    return duel(phase="know-how", carthage={"gold": gold, **more.pop("carthage", {})}, **more)


def conquering(**more: Any) -> State:
    """Let Carthage take Roma in its DUELLUM: the Romans lose a city."""
    carthage = {"legions": {"Roma": 1}, **more.pop("carthage", {})}
    return play(duel(carthage=carthage, **more), "declare Roma")


# ---- the occasions ---------------------------------------------------------------------------------------------------


@rule("AD-155", "AD-142")
def test_the_loser_of_a_city_chooses_a_card_in_the_conquerors_turn() -> None:
    state = conquering()
    assert to_position(state)["turn"] == "Carthaginians"
    assert now(state) == ("Romans", "pick")
    assert state.to_act == 0
    assert legal(state) == {"pick levy", "pick academy", "pick architect"}
    state = play(state, "pick academy", "turn-up burglary")
    assert nation(state, "Romans")["cards"] == {"academy": 1}
    assert nation(state, "Carthaginians")["cards"] == {}


@rule("AD-155")
def test_the_opponent_chooses_a_card_for_each_personality_obtained() -> None:
    state = play(learning(14), "learn strata", "learn moneta")
    assert now(state) == ("Romans", "pick")
    assert nation(state, "Carthaginians")["personages"] == {"scholar": 2}
    state = play(state, "pick levy", "turn-up levy")
    assert now(state) == ("Romans", "pick")
    state = play(state, "pick levy", "turn-up settlers")
    assert now(state) == ("Romans", "rondel")
    assert nation(state, "Romans")["cards"] == {"levy": 2}
    assert to_position(state)["open_cards"] == {"academy": 1, "architect": 1, "settlers": 1}


@rule("AD-155")
def test_without_a_personality_or_a_lost_city_nobody_chooses() -> None:
    state = play(learning(3, romans={"knowhow": ["strata"]}), "learn strata")
    assert now(state) == ("Romans", "rondel")
    assert nation(state, "Romans")["cards"] == {}
    assert refused(state, "pick levy") == ("not_now", "AD-155")


@rule("AD-155")
def test_only_an_open_card_can_be_chosen() -> None:
    state = conquering()
    assert refused(state, "pick fortress") == ("not_offered", "AD-155")
    assert refused(state, "pick settlers") == ("not_offered", "AD-155")


@rule("AD-187", "AD-R10")
def test_a_city_and_the_personality_it_brings_are_two_cards() -> None:
    state = conquering(romans={"temples": ["Roma"]}, carthage={"legions": {"Roma": 3}})
    state = play(state, "pick levy", "turn-up fortress")
    assert nation(state, "Carthaginians")["personages"] == {"general": 1}
    assert now(state) == ("Romans", "pick")
    state = play(state, "pick fortress", "turn-up levy")
    assert now(state) == ("Romans", "rondel")
    assert nation(state, "Romans")["cards"] == {"fortress": 1, "levy": 1}


# ---- the moment ------------------------------------------------------------------------------------------------------


@rule("AD-R10")
def test_the_card_for_lost_cities_comes_after_the_conquests_and_before_founding() -> None:
    carthage = {"legions": {"Roma": 1, "Genua": 1, "Capua": 1}, "marble": 1, "iron": 1, "gold": 1}
    state = conquering(carthage=carthage)
    assert now(state) == ("Carthaginians", "conquest")
    assert nation(state, "Romans")["cards"] == {}
    state = play(state, "done")
    assert now(state) == ("Romans", "pick")
    assert refused(state, "found Capua gold") == ("not_now", "AD-059")
    state = play(state, "pick levy", "turn-up fortress")
    assert now(state) == ("Carthaginians", "founding")
    assert refused(state, "declare Genua") == ("not_now", "AD-124")
    state = play(state, "found Capua iron")
    assert nation(state, "Carthaginians")["personages"] == {"king": 1}
    assert now(state) == ("Romans", "pick")  # for the king, in step 3


@rule("AD-R10")
def test_a_card_taken_in_a_turn_cannot_answer_a_conquest_of_that_turn() -> None:
    state = conquering(carthage={"legions": {"Roma": 1, "Genua": 1}}, open_cards={"fortress": 1, "levy": 1})
    state = play(state, "declare Genua")
    assert now(state)[1] == "turn-up"
    state = play(state, "turn-up levy", "pick fortress", "turn-up academy")
    assert nation(state, "Romans")["cards"] == {"fortress": 1}
    assert nation(state, "Romans")["cities"] == ["Brundisium"]
    assert legal(state, "play") == set()


@rule("AD-R11", "AD-142")
def test_the_card_for_a_lost_city_must_be_taken() -> None:
    state = conquering()
    assert legal(state) == {"pick levy", "pick academy", "pick architect"}
    assert refused(state, "done")[1] == "AD-142"


@rule("AD-R11")
def test_cards_for_personalities_may_be_declined_one_by_one() -> None:
    state = play(learning(14), "learn strata", "learn moneta")
    assert legal(state) == {"done", "pick levy", "pick academy", "pick architect"}
    state = play(state, "done")
    assert now(state) == ("Romans", "pick")
    assert to_position(state)["open_cards"] == OPEN
    both = play(state, "done")
    assert now(both) == ("Romans", "rondel")
    assert (nation(both, "Romans")["cards"], to_position(both)["open_cards"]) == ({}, OPEN)
    second = play(state, "pick levy", "turn-up fortress")
    assert now(second) == ("Romans", "rondel")
    assert nation(second, "Romans")["cards"] == {"levy": 1}


# ---- three on offer --------------------------------------------------------------------------------------------------


@rule("AD-154", "AD-R41")
def test_a_new_card_is_turned_up_as_soon_as_one_is_chosen() -> None:
    state = play(conquering(), "pick levy")
    assert state.to_act == CHANCE
    assert to_position(state)["phase"] == "turn-up"
    assert to_position(state)["open_cards"] == {"academy": 1, "architect": 1}
    state = play(state, "turn-up academy")
    assert state.to_act == 0
    assert to_position(state)["open_cards"] == {"academy": 2, "architect": 1}
    assert refused(state, "turn-up levy") == ("not_now", "AD-154")


@rule("AD-154", "AD-R41")
def test_cards_are_turned_up_with_the_odds_of_the_pile() -> None:
    hand = {"earthquake": 2, "settlers": 1}
    state = play(conquering(romans={"cards": hand}, discard={"fortress": 1}), "pick levy")
    left = dict(COPIES)
    for name in ("fortress", "earthquake", "earthquake", "settlers", "levy", "academy", "architect"):
        left[name] -= 1
    assert sum(left.values()) == 18
    assert odds(state) == pytest.approx({name: count / 18 for name, count in left.items() if count})
    assert refused(state, "turn-up earthquake") == ("not_offered", "AD-154")
    assert set(legal(state)) == {f"turn-up {name}" for name, count in left.items() if count}


@rule("AD-154")
def test_a_game_begins_with_three_cards_turned_up_by_chance() -> None:
    state = make("antike-duellum").new(1)
    assert state.to_act == CHANCE
    assert odds(state) == pytest.approx({name: count / 25 for name, count in COPIES.items()})
    state = play(state, "turn-up fortress")
    assert odds(state)["fortress"] == pytest.approx(2 / 24)
    assert odds(state)["levy"] == pytest.approx(2 / 24)
    state = play(state, "turn-up levy", "turn-up fortress")
    assert state.to_act != CHANCE
    assert state.chance() == ()
    assert to_position(state)["open_cards"] == {"fortress": 2, "levy": 1}


def hoard(keep: dict[str, int]) -> dict[str, int]:
    """Give a hand of all cards but some."""
    return {name: count - keep.get(name, 0) for name, count in COPIES.items() if count > keep.get(name, 0)}


@rule("AD-161", "AD-R41")
def test_an_empty_pile_is_made_anew_from_the_discard() -> None:
    out = {"fortress": 3, "levy": 1, "academy": 1, "architect": 1}
    state = play(learning(carthage={"cards": hoard(out)}, discard={"fortress": 3}), "learn strata", "done")
    assert now(state) == ("Romans", "pick")
    assert to_position(state)["discard"] == {"fortress": 3}
    state = play(state, "pick levy")
    # nothing but fortresses can come, so the new card lies open at once
    assert now(state) == ("Romans", "rondel")
    assert to_position(state)["open_cards"] == {"academy": 1, "architect": 1, "fortress": 1}
    assert to_position(state)["discard"] == {}


@rule("AD-161", "AD-R41")
def test_the_new_pile_is_shuffled() -> None:
    out = {"fortress": 2, "burglary": 1, "levy": 1, "academy": 1, "architect": 1}
    discard = {"fortress": 2, "burglary": 1}
    state = play(learning(carthage={"cards": hoard(out)}, discard=discard), "learn strata", "done", "pick levy")
    assert state.to_act == CHANCE
    assert odds(state) == pytest.approx({"fortress": 2 / 3, "burglary": 1 / 3})
    assert to_position(state)["discard"] == {}


@rule("AD-R41")
def test_the_discard_stays_while_the_pile_has_a_card() -> None:
    out = {"fortress": 3, "levy": 1, "academy": 1, "architect": 1}
    state = play(learning(carthage={"cards": hoard(out)}, discard={"fortress": 2}), "learn strata", "done", "pick levy")
    assert to_position(state)["open_cards"] == {"academy": 1, "architect": 1, "fortress": 1}
    assert to_position(state)["discard"] == {"fortress": 2}


@rule("AD-R41", "AD-154")
def test_without_pile_and_discard_the_display_stays_short() -> None:
    state = learning(14, carthage={"cards": hoard(OPEN)})
    state = play(state, "learn strata", "learn moneta", "pick levy")
    assert now(state) == ("Romans", "pick")
    assert legal(state) == {"done", "pick academy", "pick architect"}
    state = play(state, "pick academy")
    assert now(state) == ("Romans", "rondel")
    assert to_position(state)["open_cards"] == {"architect": 1}


@rule("AD-R41")
def test_a_short_display_is_filled_before_a_pick() -> None:
    out = {"burglary": 1, "fortress": 1, "levy": 1}
    carthage = {"cards": hoard(out), "gold": 9}
    state = duel(phase="know-how", carthage=carthage, open_cards={"levy": 1}, discard={"burglary": 1, "fortress": 1})
    state = play(state, "learn strata", "done")
    assert state.to_act == CHANCE
    assert odds(state) == pytest.approx({"burglary": 0.5, "fortress": 0.5})
    state = play(state, "turn-up fortress")
    assert now(state) == ("Romans", "pick")
    assert legal(state) == {"done", "pick levy", "pick burglary", "pick fortress"}


@rule("AD-R41")
def test_a_short_display_is_not_filled_without_a_pick() -> None:
    hand = hoard({"burglary": 1, "fortress": 1, "levy": 1})
    carthage = {"cards": hand, "rondel": "iron"}
    state = duel(phase="rondel", carthage=carthage, open_cards={"levy": 1}, discard={"burglary": 1, "fortress": 1})
    state = play(state, "rondel gold", "done")
    assert now(state) == ("Romans", "rondel")
    assert to_position(state)["open_cards"] == {"levy": 1}
    assert to_position(state)["discard"] == {"burglary": 1, "fortress": 1}


@rule("AD-R12")
def test_an_empty_display_means_no_card_and_nothing_instead() -> None:
    state = learning(14, carthage={"cards": COPIES}, open_cards={})
    state = play(state, "learn strata", "learn moneta")
    assert now(state) == ("Romans", "rondel")
    assert nation(state, "Carthaginians")["personages"] == {"scholar": 2}
    lost = conquering(carthage={"cards": COPIES}, open_cards={})
    while now(lost)[1] in ("conquest", "founding"):
        lost = play(lost, "done")
    assert now(lost) == ("Romans", "rondel")
    for after in (state, lost):
        entry = nation(after, "Romans")
        assert (entry["cards"], entry["coins"], to_position(after)["open_cards"]) == ({}, 0, {})


@rule("AD-R12")
def test_the_last_open_card_is_taken_without_a_choice() -> None:
    state = conquering(carthage={"cards": hoard({"levy": 1})}, open_cards={"levy": 1})
    while now(state)[1] in ("conquest", "founding"):
        state = play(state, "done")
    assert nation(state, "Romans")["cards"] == {"levy": 1}
    assert to_position(state)["open_cards"] == {}


# ---- open knowledge --------------------------------------------------------------------------------------------------


@rule("AD-R13")
def test_hands_and_discard_are_shown_to_both_and_the_pile_to_nobody() -> None:
    state = duel(romans={"cards": {"fortress": 2}}, carthage={"cards": {"levy": 1}}, discard={"burglary": 1})
    for seat in (0, 1):
        view = state.view(seat)
        assert view["nations"]["Romans"]["cards"] == {"fortress": 2}
        assert view["nations"]["Carthaginians"]["cards"] == {"levy": 1}
        assert (view["discard"], view["open_cards"]) == ({"burglary": 1}, OPEN)
        assert "pile" not in view
        again = antike(from_position(dict(view)))
        assert again.key() == state.key()


@rule("AD-R13")
def test_any_number_of_cards_can_be_held_and_played() -> None:
    hand = hoard(OPEN)
    state = duel(phase="rondel", carthage={"cards": hand}, romans={"coins": 9, "ramparts": ["Roma"]})
    assert sum(nation(state, "Carthaginians")["cards"].values()) == 22
    state = play(state, "play burglary", "play earthquake Roma", "play burglary")
    assert nation(state, "Romans")["coins"] == 3
    assert sum(nation(state, "Carthaginians")["cards"].values()) == 19


# ---- the ninth personality -------------------------------------------------------------------------------------------

EIGHT = {"king": 2, "general": 3, "citizen": 1, "scholar": 2}


@rule("AD-171")
def test_the_game_stops_with_the_ninth_personality() -> None:
    carthage = {"gold": 6, "personages": EIGHT, "knowhow": ["navigatio", "moneta"]}
    state = play(duel(phase="know-how", carthage=carthage), "learn strata")
    assert outcome(state) == ("Carthaginians", "personages")
    assert nation(state, "Carthaginians")["points"] == 9
    assert legal(state) == set()
    assert nation(state, "Romans")["cards"] == {}


@rule("AD-171")
def test_eight_personalities_do_not_win() -> None:
    carthage = {"gold": 6, "personages": {**EIGHT, "king": 1}, "knowhow": ["navigatio", "moneta"]}
    state = play(duel(phase="know-how", carthage=carthage), "learn strata")
    assert nation(state, "Carthaginians")["points"] == 8
    assert outcome(state) == ("", "")
    assert now(state) == ("Romans", "pick")
