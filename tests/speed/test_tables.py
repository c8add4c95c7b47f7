"""The functions that are compiled do what plain Python has at hand for the same."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from rondel import tables
from rondel.antike.actions import Actions
from rondel.antike.phases import movement
from tests.support import make


@pytest.fixture(scope="module")
def forms() -> dict[str, Any]:
    """Give the functions as they stand in the source, before plain Python replaces them."""
    path = Path(tables.__file__)
    text = path.read_text(encoding="utf-8").replace("isinstance(bit_count, FunctionType)", "False")
    found: dict[str, Any] = {"__name__": "rondel.tables"}
    exec(compile(text, str(path), "exec"), found)
    return found


def test_bits_are_counted_alike(forms: dict[str, Any]) -> None:
    rng = Random(1)
    masks = [rng.getrandbits(62) & rng.getrandbits(62) for _ in range(200)] + [0, (1 << 62) - 1]
    assert [forms["bit_count"](mask) for mask in masks] == [tables.bit_count(mask) for mask in masks]


def test_tables_are_made_summed_and_frozen_alike(forms: dict[str, Any]) -> None:
    values = [3, 0, 17, 255, 1]
    small = tables.smalls(values)
    assert list(forms["smalls"](values)) == list(small) == values
    assert list(forms["numbers"](values)) == list(tables.numbers(values)) == values
    assert list(forms["longs"](values)) == list(tables.longs(values)) == values
    assert list(forms["words"](values)) == list(tables.words(values)) == values
    assert forms["total"](values, 1, 4) == tables.total(small, 1, 4) == 272
    assert forms["frozen"](values) == tables.frozen(small) == tuple(values)
    assert forms["packed"](values) == tables.packed(small) == bytes(values)


def test_a_mask_of_one_bit_reaches_every_region() -> None:
    assert list(tables.BIT) == [1 << place for place in range(62)]


def test_lists_of_mixed_groups_are_kept_within_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    game = make("antike-2006", 4)
    actions: Actions = game.actions
    monkeypatch.setattr(movement, "_MOST_KEPT", 1)
    key = ((2 * 2 << 6) << 6) + 1 << 6
    first = movement._mix(actions, key + 1, 2, 0, 0)
    again = movement._mix(actions, key + 2, 2, 0, 0)
    assert list(actions.mixed) == [key + 2]
    assert first == sorted(first)
    assert len(again) > len(first)
