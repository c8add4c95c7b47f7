"""The functions that are compiled do what plain Python has at hand for the same."""

from __future__ import annotations

from array import array
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

from rondel import tables
from rondel.antike.actions import Actions
from rondel.antike.phases import movement
from rondel.attika import masks
from tests.support import make


def as_written(module: ModuleType, function: str) -> dict[str, Any]:
    """Give the functions as they stand in the source, before plain Python replaces them."""
    path = Path(str(module.__file__))
    asked, text = f"isinstance({function}, FunctionType)", path.read_text(encoding="utf-8")
    assert asked in text
    found: dict[str, Any] = {"__name__": module.__name__}
    exec(compile(text.replace(asked, "False"), str(path), "exec"), found)
    return found


@pytest.fixture(scope="module")
def forms() -> dict[str, Any]:
    return as_written(tables, "bit_count")


@pytest.fixture(scope="module")
def words() -> dict[str, Any]:
    return as_written(masks, "size")


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


def test_small_tables_are_searched_and_changed_alike(forms: dict[str, Any]) -> None:
    values = [0, 3, 0, 2, 3, 0]
    more, other = [*values, 7, 7], [0, 9, 0, 2, 9, 0]
    small, following = tables.smalls(values), bytes([*range(1, 256), 0])
    forms["append"] = lambda table, value: [*table, value]  # it is part of the compiled build
    assert forms["filled"](values, 1, 6) == tables.filled(small, 1, 6) == [0, 2, 3]
    assert forms["longer"](values, 2, 7) == list(tables.longer(small, 2, 7)) == more
    assert forms["renamed"](list(values), 3, 9) == list(tables.renamed(small, 3, 9)) == other
    assert forms["translated"](values, following) == tables.translated(small, following) == b"\1\4\1\3\4\1"
    assert forms["zeros"](3) == list(tables.zeros(3)) == [0, 0, 0]
    tables.put_in(small, 2, (5, 6))
    assert list(small) == [0, 3, 5, 6, 3, 0]


def random_masks(count: int) -> list[int]:
    """Give sets of spaces: empty, all, and of each density."""
    rng, all_spaces = Random(2), (1 << masks.MOST_SPACES) - 1
    sparse = [sum(1 << rng.randrange(masks.MOST_SPACES) for _ in range(2)) & all_spaces for _ in range(count)]
    return [0, 1, 1 << masks.MOST_SPACES - 1, all_spaces, *sparse, *(rng.getrandbits(154) for _ in range(count))]


def test_values_are_weighed_alike(forms: dict[str, Any]) -> None:
    weights, values = [0.5, -2.0, 3.25], [4.0, 1.5, -2.0]
    assert forms["weighed"](weights, values) == tables.weighed(weights, values) == -7.5


def test_masks_of_words_hold_what_one_number_holds(words: dict[str, Any]) -> None:
    assert (words["WORDS"], masks.WORDS) == (3, 1)
    values = list(range(1000, 1000 - masks.MOST_SPACES, -1))
    for number in random_masks(20):
        spaces = [space for space in range(masks.MOST_SPACES) if number >> space & 1]
        for form in (words, vars(masks)):
            mask = form["parted"](number)
            assert form["joined"](mask) == number
            assert form["size"](mask) == len(spaces)
            assert form["some"](mask) == bool(spaces)
            assert form["listed"](mask, values) == sorted(values[space] for space in spaces)
            assert all(mask[form["WORD_OF"][space]] & form["BIT_OF"][space] for space in spaces)
        assert words["frozen"](array("q", words["parted"](number))) != words["frozen"](
            array("q", words["parted"](number ^ 2))
        )
    assert masks.frozen(masks.parted(5)) == masks.frozen(masks.parted(5))


def test_masks_of_words_are_compared_alike(words: dict[str, Any]) -> None:
    found = random_masks(6)
    for one in found:
        for other in found:
            for form in (words, vars(masks)):
                table = [*form["parted"](0), *form["parted"](other)]
                first = form["WORDS"]
                assert form["joined"](table, 1) == other
                assert form["joined"](form["common"](form["parted"](one), table, first)) == one & other
                assert form["shared"](form["parted"](one), table, first) == (one & other).bit_count()


def test_long_tables_of_small_numbers_are_packed_alike(words: dict[str, Any]) -> None:
    rng = Random(3)
    for form in (words, vars(masks)):
        table, wanted = form["cells"](100), [0] * 100
        for _ in range(300):
            place, value = rng.randrange(100), rng.randrange(128)
            form["mark"](table, place, value)
            wanted[place] = value
        assert [form["cell"](table, place) for place in range(100)] == wanted


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
    assert list(first) == sorted(first)
    assert len(again) > len(first)
