"""The fortress: the defender's answer to a declared conquest."""

from __future__ import annotations

from typing import Any

from rondel.antike.state import State
from rondel.position import to_position
from tests.rules.duellum.small import OPEN, army, barracks, duel, reserve
from tests.support import legal, nation, now, play, refused, rule


def siege(legions: int, answers: dict[str, int], romans: dict[str, Any] | None = None, **carthage: Any) -> State:
    """Let Carthage stand before Roma, whose owner holds cards to answer with; nobody has units in the barracks."""
    none = {"legions": 0, "galleys": 0}
    return duel(
        romans={"cards": answers, "barracks": none, **(romans or {})},
        carthage={"legions": {"Roma": legions}, "barracks": none, **carthage},
    )


# ---- when ------------------------------------------------------------------------------------------------------------


@rule("AD-157", "AD-R14")
def test_a_declared_conquest_asks_a_defender_with_a_fortress() -> None:
    state = play(siege(2, {"fortress": 1, "burglary": 1}, coins=4), "declare Roma")
    assert now(state) == ("Romans", "fortress")
    assert to_position(state)["turn"] == "Carthaginians"
    assert legal(state) == {"done", "play fortress"}
    assert nation(state, "Romans")["cities"] == ["Brundisium", "Genua", "Roma"]
    without = play(siege(2, {"burglary": 1}, coins=4), "declare Roma")
    assert now(without) == ("Romans", "pick")


@rule("AD-157")
def test_the_attackers_own_fortress_is_of_no_use_to_it() -> None:
    state = siege(2, {}, cards={"fortress": 1})
    assert legal(state, "play") == set()
    assert refused(state, "play fortress") == ("card_window", "AD-157")
    state = play(state, "declare Roma")
    assert now(state) == ("Romans", "pick")
    assert nation(state, "Carthaginians")["cards"] == {"fortress": 1}


@rule("AD-157", "AD-R38")
def test_a_fortress_cannot_be_played_in_the_own_turn() -> None:
    for phase in ("rondel", "maneuver", "arming", "temple", "know-how"):
        romans = {"cards": {"fortress": 1}, "marble": 9, "iron": 9, "gold": 9, "legions": {"Roma": 1}}
        state = duel("Romans", phase, romans)
        assert now(state) == ("Romans", phase)
        assert legal(state, "play") == set()
        assert refused(state, "play fortress") == ("card_window", "AD-157")


@rule("AD-R14")
def test_a_conquest_is_declared_only_if_the_strength_without_fortress_is_met() -> None:
    state = siege(2, {"fortress": 1}, {"temples": ["Roma"]})
    assert legal(state, "declare") == set()
    assert refused(state, "declare Roma") == ("too_weak", "AD-132")
    enough = siege(3, {"fortress": 1}, {"temples": ["Roma"]})
    assert legal(enough, "declare") == {"declare Roma"}


# ---- too strong now --------------------------------------------------------------------------------------------------


@rule("AD-158", "AD-R14", "AD-160")
def test_a_fortress_that_makes_the_city_too_strong_saves_it() -> None:
    romans = {"temples": ["Roma"], "ramparts": ["Roma"], "galleys": {"Roma": 1}}
    state = siege(5, {"fortress": 1}, romans, galleys={"Genua": 1})
    state = play(state, "declare Roma", "play fortress")
    assert now(state) == ("Carthaginians", "conquest")
    assert nation(state, "Romans")["cities"] == ["Brundisium", "Genua", "Roma"]
    assert nation(state, "Romans")["temples"] == nation(state, "Romans")["ramparts"] == ["Roma"]
    assert army(state, "Carthaginians") == ({"Roma": 5}, {"Genua": 1})
    assert army(state, "Romans") == ({}, {"Roma": 1})
    assert barracks(state, "Carthaginians") == barracks(state, "Romans") == (0, 0)
    assert reserve(state, "Romans") == 0
    assert nation(state, "Romans")["cards"] == {}
    assert to_position(state)["discard"] == {"fortress": 1}


@rule("AD-R14")
def test_the_saved_city_cannot_be_declared_again_but_others_can() -> None:
    state = siege(1, {"fortress": 1}, galleys={"Genua": 1})
    state = play(state, "declare Roma", "play fortress")
    assert to_position(state)["saved"] == ["Roma"]
    assert legal(state) == {"done", "declare Genua"}
    assert refused(state, "declare Roma") == ("saved", "AD-R14")
    assert refused(state, "move 1 legion Roma Capua") == ("not_now", "AD-124")
    state = play(state, "declare Genua")
    assert now(state) == ("Romans", "pick")
    assert nation(state, "Romans")["cities"] == ["Brundisium", "Roma"]


@rule("AD-R14")
def test_the_saved_city_can_be_declared_in_the_next_duellum() -> None:
    state = siege(1, {"fortress": 1}, {"rondel": "iron"}, rondel="maneuver1", coins=1)
    state = play(state, "declare Roma", "play fortress")
    assert now(state) == ("Romans", "rondel")
    assert "saved" not in to_position(state)
    state = play(state, "rondel gold", "rondel maneuver2 1 coin")
    assert now(state) == ("Carthaginians", "maneuver")
    assert legal(state, "declare") == {"declare Roma"}


@rule("AD-155", "AD-158")
def test_a_saved_city_brings_no_card() -> None:
    state = play(siege(1, {"fortress": 1}), "declare Roma", "play fortress")
    assert now(state) == ("Romans", "rondel")
    assert nation(state, "Romans")["cards"] == {}
    assert to_position(state)["open_cards"] == OPEN


# ---- strong enough still ---------------------------------------------------------------------------------------------


@rule("AD-159", "AD-160", "AD-R14")
def test_a_conquest_in_spite_of_a_fortress_costs_one_more_unit() -> None:
    state = play(siege(5, {"fortress": 1}, {"temples": ["Roma"]}), "declare Roma")
    plain, dear = play(state, "done"), play(state, "play fortress")
    assert army(plain, "Carthaginians")[0] == {"Roma": 2}
    assert barracks(plain, "Carthaginians") == (3, 0)
    assert nation(plain, "Romans")["cards"] == {"fortress": 1}
    assert to_position(plain)["discard"] == {}
    assert army(dear, "Carthaginians")[0] == {"Roma": 1}
    assert barracks(dear, "Carthaginians") == (4, 0)
    assert to_position(dear)["discard"] == {"fortress": 1}
    for state in (plain, dear):
        assert "Roma" in nation(state, "Carthaginians")["cities"]
        assert now(state) == ("Romans", "pick")


@rule("AD-R14")
def test_the_defender_answers_card_by_card() -> None:
    state = play(siege(3, {"fortress": 3}), "declare Roma", "play fortress")
    assert now(state) == ("Romans", "fortress")
    assert legal(state) == {"done", "play fortress"}
    two = play(state, "done")
    assert barracks(two, "Carthaginians") == (2, 0)
    assert nation(two, "Romans")["cards"] == {"fortress": 2}
    three = play(state, "play fortress", "done")
    assert barracks(three, "Carthaginians") == (3, 0)
    assert "Roma" in nation(three, "Carthaginians")["cities"]
    saved = play(state, "play fortress", "play fortress")
    assert barracks(saved, "Carthaginians") == (0, 0)
    assert nation(saved, "Romans")["cities"] == ["Brundisium", "Genua", "Roma"]
    assert to_position(saved)["discard"] == {"fortress": 3}


@rule("AD-R14")
def test_the_attacker_cannot_withdraw_after_the_last_answer() -> None:
    state = play(siege(2, {"fortress": 1}, galleys={"Roma": 2}), "declare Roma")
    assert now(state) == ("Romans", "fortress")
    for answer in ("done", "play fortress"):
        after = play(state, answer)
        assert now(after) == ("Carthaginians", "charge")
        assert legal(after, "conquer") == legal(after)
        assert refused(after, "done")[0] == "not_now"


@rule("AD-R15")
def test_the_units_lost_are_chosen_after_the_answer() -> None:
    state = play(siege(2, {"fortress": 1}, galleys={"Roma": 2}), "conquer Roma 1 galley")
    assert now(state) == ("Romans", "fortress")
    assert army(state, "Carthaginians") == ({"Roma": 2}, {"Roma": 2})
    plain, dear = play(state, "done"), play(state, "play fortress")
    assert legal(plain) == {"conquer Roma 1 legion", "conquer Roma 1 galley"}
    assert legal(dear) == {"conquer Roma 2 legion", "conquer Roma 1 legion 1 galley", "conquer Roma 2 galley"}
    assert refused(dear, "conquer Roma 1 galley") == ("wrong_losses", "AD-137")
    dear = play(dear, "conquer Roma 1 legion 1 galley")
    assert army(dear, "Carthaginians") == ({"Roma": 1}, {"Roma": 1})
    assert barracks(dear, "Carthaginians") == (1, 1)


@rule("AD-R14")
def test_a_fortress_counts_for_one_conquest_only() -> None:
    state = siege(2, {"fortress": 1}, galleys={"Genua": 1})
    state = play(state, "declare Roma", "play fortress")
    assert "Roma" in nation(state, "Carthaginians")["cities"]
    assert legal(state) == {"done", "declare Genua"}
    state = play(state, "declare Genua")
    assert nation(state, "Romans")["cities"] == ["Brundisium"]
    assert barracks(state, "Carthaginians") == (2, 1)


@rule("AD-157", "AD-R40")
def test_one_conquest_after_the_other_can_be_answered() -> None:
    state = siege(2, {"fortress": 2}, galleys={"Genua": 1})
    state = play(state, "declare Genua", "play fortress")
    # Genua is saved: a second fortress would change nothing
    assert now(state) == ("Carthaginians", "conquest")
    assert nation(state, "Romans")["cards"] == {"fortress": 1}
    state = play(state, "declare Roma")
    assert now(state) == ("Romans", "fortress")
    state = play(state, "play fortress")
    assert nation(state, "Romans")["cities"] == ["Brundisium", "Genua"]
    assert to_position(state)["discard"] == {"fortress": 2}
