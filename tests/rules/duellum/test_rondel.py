"""The action disc: order of the spaces, price of a move, and the three steps of a turn."""

from __future__ import annotations

from typing import Any

import pytest

from rondel.antike.rules import GOODS
from rondel.antike.state import State
from rondel.antike.variants import ANTIKE_DUELLUM
from rondel.position import to_position
from tests.rules.duellum.test_setup import begun, duel
from tests.support import legal, nation, now, play, refused, rule, stocks

#: clockwise, both DUELLUM numbered
DISC = ("iron", "temple", "gold", "maneuver1", "arming", "marble", "know-how", "maneuver2")
LATIN = ("ferrum", "templum", "aurum", "duellum1", "militia", "marmor", "scientia", "duellum2")


def stone(space: str, **romans: Any) -> State:
    """Give the Romans their turn with the stone on a space."""
    return duel({"rondel": space, **romans})


def paid(before: State, after: State) -> int:
    """Count what the Romans have paid, whatever the kind."""
    return sum(stocks(before, "Romans")) - sum(stocks(after, "Romans"))


# ---- the disc --------------------------------------------------------------------------------------------------------


@rule("AD-D01", "AD-079", "AD-080", "AD-081")
def test_the_order_of_the_eight_spaces() -> None:
    assert ANTIKE_DUELLUM.wedges == tuple(space.rstrip("12") for space in DISC)
    assert ANTIKE_DUELLUM.wedges.count("maneuver") == 2
    assert sorted(set(ANTIKE_DUELLUM.wedges) - {"maneuver"}) == sorted(
        ["marble", "iron", "gold", "temple", "arming", "know-how"]
    )


@rule("AD-079", "AD-080", "AD-081")
@pytest.mark.parametrize(("space", "latin"), zip(DISC, LATIN, strict=True))
def test_the_spaces_have_the_names_printed_on_the_disc(space: str, latin: str) -> None:
    state = begun("Romans")
    game = state.game
    wedge = game.actions.wedge + DISC.index(space)
    assert game.parse(state, f"rondel {latin}")[0] == wedge
    assert game.parse(state, f"rondel {space}")[0] == wedge


@rule("AD-081")
@pytest.mark.parametrize(("origin", "reached"), [("iron", "maneuver1"), ("arming", "maneuver2"), ("gold", "maneuver1")])
def test_duellum_alone_is_the_next_one_clockwise(origin: str, reached: str) -> None:
    after = play(stone(origin, legions={"Roma": 1}), "rondel duellum")
    assert (nation(after, "Romans")["rondel"], now(after)) == (reached, ("Romans", "maneuver"))


@rule("AD-182", "AD-080")
def test_use_is_opposite_production() -> None:
    for good, use in (("marble", "temple"), ("iron", "arming"), ("gold", "know-how"), ("maneuver1", "maneuver2")):
        assert (DISC.index(good) - DISC.index(use)) % 8 == 4
        assert nation(play(stone(good, coins=1), f"rondel {use}"), "Romans")["rondel"] == use  # four spaces, one unit
        assert refused(stone(good), f"rondel {use}") == ("cannot_pay", "AD-054")


# ---- the price -------------------------------------------------------------------------------------------------------


@rule("AD-052")
def test_the_first_space_is_chosen_freely() -> None:
    state = duel()
    assert legal(state) == {f"rondel {space}" for space in DISC}
    for space in DISC:
        after = play(state, f"rondel {space}")
        assert nation(after, "Romans")["rondel"] == space
        assert sum(stocks(after, "Romans")) in (0, 2)  # nothing paid; production gives one unit and a coin


@rule("AD-053", "AD-054", "AD-D01", "AD-051")
@pytest.mark.parametrize("origin", DISC)
def test_three_spaces_free_then_one_unit_each(origin: str) -> None:
    for steps in range(1, 9):
        price = max(0, steps - 3)
        space = DISC[(DISC.index(origin) + steps) % 8]
        state = stone(origin, marble=price)
        after = play(state, f"rondel {space}")
        assert nation(after, "Romans")["rondel"] == space
        gained = 1 if space == "marble" else 0
        assert stocks(after, "Romans")[0] == gained
        if price:
            short = stone(origin, marble=price - 1)
            assert f"rondel {space}" not in legal(short)
            assert refused(short, f"rondel {space}") == ("cannot_pay", "AD-055" if steps == 8 else "AD-054")


@rule("AD-054", "AD-R37", "AD-R05")
def test_any_mix_of_goods_and_coins_pays() -> None:
    paying = play(stone("iron", marble=2, iron=1, gold=1, coins=1), "rondel marble ...")
    assert now(paying) == ("Romans", "pay")
    assert legal(paying) == {
        "pay 2 marble", "pay 1 marble 1 iron", "pay 1 marble 1 gold", "pay 1 marble 1 coin", "pay 1 iron 1 gold",
        "pay 1 iron 1 coin", "pay 1 gold 1 coin",
    }  # fmt: skip
    after = play(paying, "pay 1 gold 1 coin")
    assert stocks(after, "Romans") == (3, 1, 0, 1)
    assert refused(stone("iron", marble=2), "rondel marble 1 marble") == ("wrong_payment", "AD-R42")
    assert refused(stone("iron", marble=3), "rondel marble 3 marble") == ("wrong_payment", "AD-R42")


@rule("AD-R37", "AD-R42")
def test_the_move_is_paid_before_its_action() -> None:
    rich = {"cities": ["Roma", "Ancona"], "produces": {"Ancona": "marble"}, "temples": ["Ancona"]}
    state = stone("maneuver2", gold=2, **rich)
    assert refused(state, "rondel marble") == ("cannot_pay", "AD-054")  # 6 spaces, 3 units; 3 marble would come
    after = play(stone("maneuver2", gold=3, **rich), "rondel marble")
    assert stocks(after, "Romans") == (3, 0, 0, 1)
    waiting = play(stone("maneuver2", gold=3, iron=3, **rich), "rondel marble ...")
    assert stocks(waiting, "Romans") == (0, 3, 3, 0)
    assert nation(waiting, "Romans")["rondel"] == "maneuver2"


@rule("AD-055", "AD-056", "AD-R37")
def test_the_same_space_again_means_all_eight_for_five() -> None:
    for space in DISC:
        less = stone(space, marble=1, iron=1, gold=1, coins=1)
        assert f"rondel {space}" not in legal(less)
        assert refused(less, f"rondel {space}") == ("cannot_pay", "AD-055")
    state = stone("gold", marble=1, iron=1, gold=2, coins=1)
    assert legal(state) == {f"rondel {space}" for space in DISC}
    after = play(state, "rondel gold")
    assert stocks(after, "Romans") == (0, 0, 1, 1)
    assert stocks(play(stone("gold", marble=9), "rondel gold"), "Romans") == (4, 0, 1, 1)


@rule("AD-057")
def test_both_stones_may_share_a_space() -> None:
    state = duel({"rondel": "iron"}, {"rondel": "gold"})
    after = play(state, "rondel gold")
    assert nation(after, "Romans")["rondel"] == nation(after, "Carthaginians")["rondel"] == "gold"
    assert stocks(after, "Romans") == (0, 0, 1, 1)
    assert legal(after) == {"rondel maneuver1", "rondel arming", "rondel marble"}
    assert stocks(after, "Carthaginians") == (0, 0, 0, 0)


@rule("AD-058", "AD-D01")
def test_example_from_ferrum() -> None:
    poor = stone("iron")
    assert legal(poor) == {"rondel temple", "rondel gold", "rondel maneuver1"}
    one = stone("iron", gold=1)
    assert legal(one) == legal(poor) | {"rondel arming"}
    assert paid(one, play(one, "rondel arming")) == 1
    two = stone("iron", gold=2)
    assert legal(two) == legal(one) | {"rondel marble"}
    assert stocks(play(two, "rondel marble"), "Romans") == (1, 0, 0, 1)


@rule("AD-R42")
def test_what_is_paid_for_the_wheel_is_in_the_bank_before_production() -> None:
    state = duel({"rondel": "temple", "coins": 12}, {"coins": 8})
    assert to_position(state)["bank"]["coins"] == 0
    after = play(state, "rondel marble 1 coin")
    assert stocks(after, "Romans") == (1, 0, 0, 12)
    assert to_position(after)["bank"]["coins"] == 0
    assert now(after) == ("Carthaginians", "rondel")


# ---- the turn --------------------------------------------------------------------------------------------------------


@rule("AD-050", "AD-051")
def test_action_then_founding_then_personalities_then_the_other_player() -> None:
    romans = {"legions": {"Ancona": 1}, "marble": 1, "iron": 1, "gold": 1, "cities": ["Roma", "Genua", "Cremona",
              "Croton"], "produces": {"Genua": "iron", "Cremona": "iron", "Croton": "iron"}}  # fmt: skip
    state = duel(romans)
    assert refused(state, "found Ancona marble") == ("not_now", "AD-059")
    state = play(state, "rondel temple")
    assert now(state) == ("Romans", "temple")
    assert refused(state, "found Ancona marble") == ("not_now", "AD-059")
    assert refused(state, "rondel gold") == ("not_now", "AD-050")
    state = play(state, "done")
    assert now(state) == ("Romans", "founding")
    assert refused(state, "rampart Roma") == ("not_now", "AD-088")
    assert refused(state, "rondel gold") == ("not_now", "AD-050")
    state = play(state, "found Ancona marble")
    assert nation(state, "Romans")["personages"] == {"king": 1}
    assert now(state) == ("Carthaginians", "pick")
    state = play(state, "done")
    assert now(state) == ("Carthaginians", "rondel")


@rule("AD-050")
@pytest.mark.parametrize("start", ["Romans", "Carthaginians"])
def test_the_players_alternate(start: str) -> None:
    state, seen = begun(start), []
    for space in ("gold", "gold", "marble", "marble", "iron", "iron"):
        seen.append((now(state)[0], to_position(state)["round"]))
        state = play(state, f"rondel {space}")
    other = "Romans" if start == "Carthaginians" else "Carthaginians"
    assert seen == [(name, number) for number in (1, 2, 3) for name in (start, other)]


@rule("AD-R28", "AD-079")
@pytest.mark.parametrize("space", ["temple", "arming", "know-how", "maneuver1"])
def test_an_action_may_be_left_undone(space: str) -> None:
    goods = {"marble": 9, "iron": 9, "gold": 9}
    state = play(duel({**goods, "legions": {"Roma": 1}, "galleys": {"Roma": 1}}), f"rondel {space}")
    assert now(state)[1] == space.rstrip("1")
    after = play(state, "done")
    assert now(after) == ("Carthaginians", "rondel")
    assert stocks(after, "Romans") == (9, 9, 9, 0)
    entry = nation(after, "Romans")
    assert (entry["temples"], entry["knowhow"], entry["barracks"]) == ([], [], {"legions": 1, "galleys": 1})


@rule("AD-R28", "AD-079", "AD-083")
def test_production_asks_nothing() -> None:
    for good in range(3):
        state = play(duel(), f"rondel {GOODS[good]}")
        assert now(state) == ("Carthaginians", "rondel")
        assert stocks(state, "Romans") == (*(int(place == good) for place in range(3)), 1)
