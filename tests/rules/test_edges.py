"""Corners of the rules where off-by-one slips hide: the first region, the first field of the chart."""

from __future__ import annotations

import pytest

from rondel.errors import PositionError
from tests.support import at, both, legal, nation, now, play, refused, rule


@rule("A06-R36")
def test_unlike_galleys_conquer_the_first_region_without_a_choice_of_losses() -> None:
    # Adane is region 0: a conquest of it without legions has the lowest number of all conquests
    state = at(
        turn="Greeks",
        phase="conquest",
        nations={
            "Greeks": {"galleys": {"Adane": 2}, "knowhow": ["sailing", "navigation"]},
            "Arabs": {"cities": ["Adane", "Saba"]},
        },
        used={"galleys": {"Adane": [1, 0, 0]}},
    )
    assert state.game.board.index("Adane") == 0
    assert legal(state) == {"done", "conquer Adane 1 galley"}
    after = play(state, "conquer Adane 1 galley")
    assert now(after) != ("Greeks", "lose")
    assert "Adane" in nation(after, "Greeks")["cities"]
    assert nation(after, "Greeks")["galleys"] == {"Adane": 1}


@both
@rule("A06-146", "A05-134")
@pytest.mark.parametrize("field", ["roads", "navigation", "currency", "democracy"])
def test_no_secondary_know_how_stands_without_its_basic_one(book: str, field: str) -> None:
    with pytest.raises(PositionError, match="without its basic one"):
        at(book, nations={"Greeks": {"knowhow": [field]}})


def test_refusals_of_rare_moments_say_why() -> None:
    full = ["wheel", "sailing", "market", "monarchy", "roads", "navigation", "currency", "democracy"]
    state = at(turn="Greeks", nations={"Greeks": {"knowhow": full, "gold": 5}})
    error = state.game.why_not(state, "trade 2 gold for 1 coin")
    assert error is not None
    assert error.message == "Coins are neither given nor taken in trade."
    assert refused(state, "trade 2 gold for 1 coin") == ("no_trade", "A06-R23")
    with pytest.raises(PositionError, match=r"^The position is impossible: no extra personage is due\.$"):
        at(turn="Greeks", phase="extra", nations={"Greeks": {"knowhow": full}})
    with pytest.raises(
        PositionError, match=r"^The position is impossible: a nation was chosen that does not take part\.$"
    ):
        at(players=4, phase="nation", options={"choose": 1}, chooser=1, nations={"Babylonians": {}})
    with pytest.raises(
        PositionError, match=r"^The position is impossible: the losses are not those of the conquest\.$"
    ):
        at(
            "antike-2005",
            turn="Greeks",
            phase="lose",
            place="Saba",
            pending="conquer Saba 1 legion",
            losses={"legions": 1},
            nations={"Greeks": {"legions": {"Saba": 2}}},
        )


def test_what_a_position_lists_twice_or_nowhere_is_refused() -> None:
    with pytest.raises(PositionError, match="1 new unit in a province where fewer stand"):
        at(turn="Greeks", phase="arming", placed={"Pella": 1})
    with pytest.raises(PositionError, match="knowhow names WHEEL twice"):
        at(nations={"Greeks": {"knowhow": ["wheel", "WHEEL"]}})
