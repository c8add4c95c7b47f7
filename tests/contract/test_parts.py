"""Actions taken apart: what a page lights up is what the text of the action says."""

from __future__ import annotations

from random import Random

import pytest

from rondel.antike.variants import PRESETS
from rondel.simulate import choose
from tests.support import make

BOOKS = ("antike-2005", "antike-2006")


def _compare(text: str, parts: dict[str, str | int], names: list[str]) -> None:
    """Look for the parts of an action in its text."""
    for key in ("region", "to"):
        if key in parts:
            assert names[int(parts[key])] in text
    for key in ("unit", "personage", "card"):
        assert str(parts.get(key, "")) in text
    if parts["kind"] == "take-good":
        assert str(parts["good"]) in text
    for key in ("count", "pairs", "legions"):
        assert not parts.get(key) or f"{parts[key]} " in text or parts["unit"] in ("admiral", "general")


@pytest.mark.parametrize("book", PRESETS)
def test_the_parts_of_an_action_are_those_of_its_text(book: str) -> None:
    options = {"special-units": 1} if book == "antike-duellum" else {}
    game = make(book, 2 if options else 4, "", options)
    names = [region.name for region in game.board.regions]
    rng, state = Random(7), game.new(7)
    seen = set()
    for _ in range(2500):
        if not state.legal():
            break
        for action in state.legal():
            text, parts = game.action_text(state, action), game.parts(state, action)
            seen.add(parts["kind"])
            _compare(text, parts, names)
            if parts["kind"] == "fight":
                assert game.nation_name(state, int(parts["nation"])) in text
        state.advance(choose(state, rng))
    wanted = {"wedge", "pay", "arm", "move", "done", "found", "temple", "learn"}
    if book == "antike-duellum":
        assert seen >= wanted | {"draw", "pick", "recruit", "rampart", "free", "declare", "lead", "march", "play"}
    else:
        assert seen >= wanted | {"conquer", "fight", "peace"}


@pytest.mark.parametrize("book", BOOKS)
def test_every_kind_of_action_has_parts_and_a_clause(book: str) -> None:
    game = make(book, 4)
    state = game.new(1)
    fields: dict[str, dict[str, str | int]] = {
        "take-good": {"good": "marble"}, "take": {"personage": "king"}, "lose": {"used": 0}, "nation": {"nation": 0},
        "city": {"region": 0}, "give-up": {"region": 0}, "wedge": {"wedge": 0}, "temple": {"region": 0},
        "arm": {"unit": "legion", "region": 0}, "learn": {"knowhow": 0}, "found": {"region": 0, "good": "marble"},
    }  # fmt: skip
    for kind, start in zip(game.actions.sizes, game.actions.starts, strict=True):
        if not game.actions.sizes[kind]:
            continue
        if kind in fields:
            assert game.parts(state, start) == {"kind": kind, **fields[kind]}
        assert game.clause(state, start).startswith(("A05-", "A06-"))
    trade = game.parts(state, game.actions.trade)
    assert sum(int(value) for key, value in trade.items() if key.startswith("take-")) >= 1


def test_the_nation_that_decides_is_named() -> None:
    game = make("antike-2006", 3)
    state = game.new(1)
    assert game.who(state) == state.view(0)["to_act"]
