"""Names in a row are read as they were written."""

from __future__ import annotations

import pytest

from rondel.names import Names, fault_of_names


@pytest.mark.parametrize(
    ("text", "number", "rest"),
    [
        ("R1 1 iron", 0, ["1", "iron"]),
        ("R11 1 iron", 1, ["1", "iron"]),
        ("castra regina 2", 2, ["2"]),
        ("Castra Reg", 2, []),
        ("castraregina", 2, []),
        ("know how now", 3, ["now"]),
        ("The Camp here", 2, ["here"]),
    ],
)
def test_a_name_is_taken_from_the_front(text: str, number: int, rest: list[str]) -> None:
    names = Names("region", ["R1", "R11", "Castra Regina", "know-how"], {"The Camp": 2})
    assert names.take(text.split()) == (number, rest)


def test_names_that_read_like_two_others_have_a_fault() -> None:
    assert fault_of_names(["Nova", "Roma", "Nova Roma"]) == "'Nova Roma' reads like two names one after another"
    assert fault_of_names(["Carthago", "Carthago Nova", "Roma", "New Carthago Nova"]) == ""
    assert fault_of_names(["Carthago", "Carthago Nova", "Roma", "Roma Carthago Nova"])
