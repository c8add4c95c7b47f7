"""The compact line: a position in one line of text."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rondel.antike.state import PHASES, State
from rondel.antike.text.compact import shorten
from rondel.boards.reader import load_board
from rondel.compact import from_line, loads, to_line
from rondel.errors import PositionError, RondelError
from rondel.names import fold
from rondel.position import dumps
from tests.notation import test_moves as moments
from tests.notation.test_positions import MOMENTS, inline
from tests.support import at, nation, now

ALL = moments.ALL_EIGHT
HEAD = "antike-2006 east 4 - r1 rondel"


def bad(line: str) -> str:
    """Give the message with which a line is refused."""
    with pytest.raises(PositionError) as caught:
        from_line(line)
    assert caught.value.code == "bad_position"
    assert caught.value.message.endswith((".", "?", "…"))
    return caught.value.message


def test_the_line_of_the_first_position() -> None:
    line = to_line(at())
    assert line == (
        "antike-2006 east 4 - r1 rondel start=Phoenicians turn=Phoenicians act=Phoenicians | "
        "Greeks c=Ath,Dyr,Pel s=2.1.3.0 | Persians c=Art,Sus,Zad s=2.1.3.0 | Arabs c=Ada,Mos,Sab s=2.1.3.0 | "
        "Phoenicians c=Ale,Pap,Tyr s=2.1.3.0"
    )


def test_everything_a_nation_has_is_on_the_line() -> None:
    entry = {
        "cities": ["Pella", "Leptis Magna"], "temples": ["Pella"], "legions": {"Pella": 2}, "rondel": "know-how",
        "galleys": {"Leptis Magna": 1}, "marble": 4, "iron": 5, "gold": 6, "coins": 7, "knowhow": ALL,
        "personages": {"king": 1, "navigator": 2}, "extra": "general",
    }  # fmt: skip
    state = at(options={"bank-units": 90, "round-limit": 50}, round=3, nations={"Greeks": entry})
    line = to_line(state)
    assert line.startswith("antike-2006 east 4 bank-units=90,round-limit=50 r3 rondel ")
    assert line.split(" | ")[1] == (
        "Greeks c=Lep,Pel* l=Pel:2 g=Lep:1 s=4.5.6.7 k=wheel,sailing,market,monarchy,roads,navigation,currency,"
        "democracy w=know-how p=1.0.0.0.2 x=general"
    )
    again = from_line(line)
    assert again.key() == state.key()
    assert nation(again, "Greeks") == nation(state, "Greeks")
    assert again.game.chosen_options == {"bank-units": 90, "round-limit": 50}


@pytest.mark.parametrize("phase", PHASES)
def test_any_moment_goes_through_the_line(phase: str) -> None:
    state: State = MOMENTS[phase][0]()
    line = to_line(state)
    assert "\n" not in line
    again = from_line(line)
    assert again.key() == state.key()
    assert to_line(again) == line
    assert loads(f"  {line}\n").key() == state.key()


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (moments.fleet, ["used-l=Pella:1.0.0"]),
        (moments.lose, ["place=Pella", "pending=fight_legion_Pella_Persians", "losses=1.0", "used-l=Pella:1.0.0"]),
        (moments.answer, ["act=Persians", "asked=Persians", "place=Pella"]),
        (moments.extra, ["due=0.0.1"]),
        (
            lambda: moments.greeks("arming", {"iron": 2, "legions": {"Pella": 1}}, placed={"Pella": 1}),
            ["placed=Pella:1"],
        ),
        (lambda: at(phase="nation", options={"choose": 1}), ["chooser=0"]),
        (MOMENTS["over"][0], ["end=personages", "winner=Greeks"]),
    ],
)
def test_the_moment_is_on_the_line(make: Any, words: list[str]) -> None:
    head = to_line(make()).split(" | ")[0].split()
    assert set(words) <= set(head)


def test_galleys_that_have_moved_and_barred_goods_are_on_the_line() -> None:
    state = moments.greeks(
        "maneuver",
        {"galleys": {"Leptis Magna": 2}, "legions": {"Pella": 1}, "gold": 1, "marble": 1, "knowhow": ALL},
        book="antike-2005",
        used={"galleys": {"Leptis Magna": [0, 1, 0]}},
        barred=["iron", "gold"],
    )
    head = to_line(state).split(" | ")[0].split()
    assert {"used-g=Leptis_Magna:0.1.0", "barred=iron,gold"} <= set(head)
    assert from_line(to_line(state)).key() == state.key()


def test_names_are_shortened_to_unique_beginnings() -> None:
    names = ["Pella", "Pelusium", "Leptis Magna", "Leptis Minor", "Ab", "Abc"]
    short = shorten(names)
    assert short == {
        "Pella": "Pell", "Pelusium": "Pelu", "Leptis Magna": "Leptis_Ma", "Leptis Minor": "Leptis_Mi", "Ab": "Ab",
        "Abc": "Abc",
    }  # fmt: skip
    regions = [region.name for region in load_board("east").regions]
    found = shorten(regions)
    assert len(set(found.values())) == len(regions)
    for name, text in found.items():
        assert [other for other in regions if fold(other).startswith(fold(text))] == [name]
        assert len(text) >= 3


def test_a_line_may_leave_out_most_of_it() -> None:
    state = from_line(HEAD)
    assert state.key() == at().key()
    assert from_line(f"{HEAD} | Greeks").key() == state.key()
    assert nation(from_line(f"{HEAD} | Greeks s=0.0.0.9"), "Greeks")["coins"] == 9
    assert from_line("antike-2006 east 4 expert r1 rondel").game.chosen_options == {"expert": 1}
    assert now(from_line(f"{HEAD} turn=Greeks")) == ("Greeks", "rondel")


def test_an_own_board_needs_json() -> None:
    with pytest.raises(PositionError) as caught:
        to_line(at(board=inline()))
    assert caught.value.message == "The compact line needs a stock board; write the position as JSON."


@pytest.mark.parametrize(
    ("line", "cause"),
    [
        ("", "it begins with game and moment"),
        ("|", "it begins with game"), ("antike-2006 east 4 - r1", "it begins with game"),
        ("antike-2006 east four - r1 rondel", "'four' is not a number"),
        ("antike-2006 east 4 - r1x rondel", "'1x' is not a number"),
        ("antike-2006 east 4 - r-1 rondel", "'-1' is not a number"),
        ("antike-2006 east 1000000000 - r1 rondel", "'1000000000' is not a number"),
        ("antike-2006 east 4 bank-units=x r1 rondel", "'x' is not a number"),
        (f"{HEAD} | Greeks | Arabs | Greeks", "Greeks have two sections"),
        (f"{HEAD} |", "a section is empty"), (f"{HEAD} | | Greeks", "a section is empty"),
        (f"{HEAD} soon", "'soon' is not understood; the keys are turn, place, asked"),
        (f"{HEAD} soon=1", "'soon=1' is not understood"),
        (f"{HEAD} chooser=x", "'x' is not a number"), (f"{HEAD} losses=1", "'1' should be 2 numbers with dots between"),
        (f"{HEAD} due=1.2", "'1.2' should be 3 numbers"), (f"{HEAD} used-l=Pella:1.x", "'x' is not a number"),
        (f"{HEAD} used-x=Pella:1.0.0", "'used-x=Pella:1.0.0' is not understood"),
        (f"{HEAD} placed=Pella", "'' is not a number"),
        (f"{HEAD} | Greeks z=1", "'z=1' is not understood; the keys are c, l, g, s, k, w, p, x"),
        (f"{HEAD} | Greeks c", "'c' is not understood"), (f"{HEAD} | Greeks l=Pel", "'' is not a number"),
        (f"{HEAD} | Greeks s=1.2.3", "'1.2.3' should be 4 numbers"), (f"{HEAD} | Greeks p=1.2.3.4.5.6", "5 numbers"),
        (f"{HEAD} | Greeks c=Rom", "There is no province 'Rom'; try Adane, Adulis, Alexandria, "),
        (f"{HEAD} | Huns", "There is no nation 'Huns'"),
        (f"{HEAD} | Greeks w=war", "There is no wedge 'war'"), (f"{HEAD} | Greeks x=queen", "There is no personage"),
        (f"{HEAD} | Greeks k=", "A know-how is missing."), ("antike-2006 east 4 - r1 lunch", "lunch"),
    ],
)  # fmt: skip
def test_a_line_that_cannot_be_read_says_why(line: str, cause: str) -> None:
    assert cause in bad(line)


def test_game_and_board_of_a_line_must_exist() -> None:
    for line, code in (
        ("chess east 4 - r1 rondel", "unknown_game"),
        ("antike-2006 moon 4 - r1 rondel", "unknown_board"),
    ):
        with pytest.raises(RondelError) as caught:
            from_line(line)
        assert caught.value.code == code


def test_json_and_line_are_told_apart_by_the_first_sign() -> None:
    state = moments.fleet()
    assert loads(dumps(state)).key() == loads(to_line(state)).key() == state.key()


@pytest.mark.parametrize("text", ["", "  \n\t\n"])
def test_an_empty_text_is_refused(text: str) -> None:
    with pytest.raises(PositionError) as caught:
        loads(text)
    assert (caught.value.code, caught.value.message) == (
        "bad_position",
        "The text is empty; a position or a record is needed.",
    )


@pytest.mark.parametrize("text", ["{", '{"game": }', "{" * 100_000, '{"round": ' + "1" * 5000 + "}"])
def test_broken_json_is_refused(text: str) -> None:
    with pytest.raises(PositionError) as caught:
        loads(text)
    assert caught.value.code == "bad_position"
    assert caught.value.message.startswith("The position is not JSON: ")


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.lists(st.sampled_from([*HEAD.split(), "|", "Greeks", "c=Pel*", "l=Pel:3", "s=1.1.1.1", "turn=Greeks", "="])))
def test_any_line_is_read_or_refused_with_a_code(words: list[str]) -> None:
    with suppress(RondelError):
        state = from_line(" ".join(words))
        state.check()
        assert from_line(to_line(state)).key() == state.key()
