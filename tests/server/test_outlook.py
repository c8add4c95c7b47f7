"""A page shows what a purchase is paid with before it is made, and plays it with one click: both must be true."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import cast

import pytest

from rondel.game import CHANCE, TERMINAL, State, draw
from rondel.record import start_record
from rondel.registry import make
from rondel.server.core import views
from rondel.server.core.choices import Part, ahead_of, groups_of
from rondel.server.core.match import new_setup, open_match
from rondel.server.wire.events import Chair
from tests.server.groups import actions_in, rows_of

BOOKS = ("antike-2005", "antike-2006", "antike-2", "antike-duellum")
GOODS = ("marble", "iron", "gold", "coin")


def walk(book: str, steps: int = 500, seed: int = 4) -> Iterator[State]:
    """Give the positions of a random game in which somebody decides."""
    random = Random(seed)
    state = make(book, 2 if book == "antike-duellum" else 4).new(seed)
    for _ in range(steps):
        if state.to_act == TERMINAL:
            return
        if state.to_act != CHANCE:
            yield state
        state = state.apply(draw(state, random) if state.to_act == CHANCE else random.choice(state.legal()))


def rows(state: State) -> list[dict[str, Part]]:
    return [{**row, "kind": group.kind} for group in groups_of(state) for row in rows_of(group)]


def goods_in(text: Part) -> list[int]:
    """Read goods as the server writes them: `2 iron 1 coin`."""
    words = str(text).split()
    amounts = dict(zip(words[1::2], map(int, words[::2]), strict=True))
    return [amounts.get(good, 0) for good in GOODS]


def purse(state: State, nation: str) -> list[int]:
    entry = state.view(0)["nations"][nation]
    return [entry["marble"], entry["iron"], entry["gold"], entry["coins"]]


@pytest.mark.parametrize("book", BOOKS)
def test_what_is_shown_as_paid_is_what_is_paid_and_spares_coins(book: str) -> None:
    seen = 0
    for state in walk(book):
        for row in rows(state):
            if "then" not in row:
                continue
            seen += 1
            asked = state.apply(cast(int, row["action"]))
            ways = [asked.game.parts(asked, action) for action in asked.legal()]
            paid = goods_in(row["pays"])
            assert dict(zip(GOODS, paid, strict=True)) == {
                good: asked.game.parts(asked, cast(int, row["then"]))[good] for good in GOODS
            }
            assert paid[3] == min(cast(int, way["coin"]) for way in ways)
    assert seen > 50


@pytest.mark.parametrize("book", BOOKS)
def test_a_purchase_that_can_be_paid_in_one_way_only_says_so(book: str) -> None:
    seen = 0
    for state in walk(book):
        for row in rows(state):
            if row["kind"] == "arm" and "then" not in row:
                seen += 1
                after = state.apply(cast(int, row["action"]))
                nation = state.view(0)["turn"]
                if after.view(0).get("turn") != nation:
                    continue
                lost = [old - new for old, new in zip(purse(state, nation), purse(after, nation), strict=True)]
                assert lost == goods_in(row["pays"])
    assert seen


@pytest.mark.untraced
@pytest.mark.parametrize("book", BOOKS)
def test_what_a_wedge_brings_is_shown_whether_it_costs_something_or_not(book: str) -> None:
    seen = {"free": 0, "paid": 0}
    for state in walk(book):
        nation = state.view(0).get("turn", "")
        for row in rows(state):
            if row["kind"] != "wedge" or "gain" not in row:
                continue
            after = state.apply(cast(int, row["action"]))
            if "then" in row:
                after = after.apply(cast(int, row["then"]))
            if after.view(0).get("turn") != nation or after.view(0)["phase"] == "substitute":
                continue  # the round may have brought more
            paid = goods_in(row["pays"]) if "price" in row else [0] * 4
            grown = [
                new - old + spent
                for old, new, spent in zip(purse(state, nation), purse(after, nation), paid, strict=True)
            ]
            assert grown == goods_in(row["gain"])
            seen["paid" if "price" in row else "free"] += 1
    assert all(seen.values())


@pytest.mark.untraced
@pytest.mark.parametrize("book", BOOKS)
def test_an_idle_wedge_ends_the_turn_at_once(book: str) -> None:
    seen = 0
    for state in walk(book, 300):
        for row in rows(state):
            if row["kind"] != "wedge":
                continue
            after = state.apply(cast(int, row["action"]))
            if "then" in row:
                after = after.apply(cast(int, row["then"]))
            passed = (
                after.view(0).get("turn") != state.view(0)["turn"] or after.view(0)["round"] > state.view(0)["round"]
            )
            assert ("idle" in row) == (passed and "gain" not in row)
            seen += "idle" in row
    assert seen


@pytest.mark.parametrize("book", BOOKS)
def test_what_lies_ahead_can_be_played_after_what_leads_there(book: str) -> None:
    kinds = set()
    for state in walk(book, 900):
        for step in ahead_of(state):
            later = state
            for action in step.lead:
                later = later.apply(action)
            assert (later.to_act, later.turn_of) == (state.to_act, state.turn_of)
            offered = actions_in(step.choices)
            assert set(offered) <= set(later.legal())
            assert step.lead[-1] in offered  # the step can be ended as well: so can the turn
            kinds |= {group.kind for group in step.choices}
    assert {"done", "found"} <= kinds
    assert "trade" not in kinds


def test_decisions_sent_together_are_taken_back_together() -> None:
    game = make("antike-2006", 2)
    match = open_match(new_setup(start_record(game.new(0)), "ann"), game, ())
    for seat in range(2):
        match.adopt(match.sit(seat, Chair("person", "ann"), "joined", 1, lambda outcomes: 0).after)
    for sent in range(40):
        row = next((row for row in rows(match.state) if "then" in row), None)
        first = cast(int, row["action"]) if row else match.state.legal()[-1]
        actions = [first, cast(int, row["then"])] if row else [first]
        before = match.step
        match.adopt(match.play("ann", match.rev, actions, 1, lambda outcomes: 0, f"sent {sent}").after)
        assert views.undo_offer(match, "ann").decision == before
        assert match.step == before + len(actions)
        if row:
            return
    raise AssertionError("nothing was bought")
