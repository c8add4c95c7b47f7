"""Names in a row are read as they were written."""

from __future__ import annotations

from typing import Any

import pytest

from rondel.errors import NotationError
from rondel.names import Names, fault_of_names
from rondel.registry import make


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


@pytest.mark.parametrize(
    ("names", "refusal"),
    [
        ("regions", "There is no province 'zzz'; try "), ("nations", "There is no nation 'zzz'; try Romans, Carth"),
        ("goods", "There is no good 'zzz'; try marble, iron, gold, coin."),
        ("resources", "There is no resource 'zzz'; try marble, iron, gold."),
        ("units", "There is no kind of unit 'zzz'; try legion, galley."),
        ("personages", "There is no personage 'zzz'; try "), ("knowhows", "There is no know-how 'zzz'; try "),
        ("wedges", "There is no wedge 'zzz'; try "), ("events", "There is no event card 'zzz'; try "),
        ("leaders", "There is no special unit 'zzz'; try admiral, general."), ("verbs", "There is no verb 'zzz'; try "),
    ],
)  # fmt: skip
def test_an_unknown_name_is_refused_with_what_it_should_be(names: str, refusal: str) -> None:
    game: Any = make("antike-duellum", options={"special-units": 1})
    with pytest.raises(NotationError) as caught:
        getattr(game.lexicon, names).find("zzz")
    assert caught.value.message.startswith(refusal)
