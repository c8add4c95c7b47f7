"""The openings of the rulebooks, played from the first turn, with the whole ledger of goods."""

from __future__ import annotations

from rondel.antike.state import State
from tests.support import BOOKS, both, legal, make, nation, now, play, refused, rule, stocks

#: what the other nations do in the first three rounds: free moves that touch nobody
PASSING = ("iron", "gold", "marble")


def first_turn(book: str) -> State:
    """Start a game of four in which the Greeks begin."""
    assert book in BOOKS
    return make(book, 4).seated(["Greeks", "Persians", "Arabs", "Phoenicians"], "Greeks")


def pass_round(state: State, number: int) -> State:
    """Let the other three nations play their turn of the round."""
    for name in ("Persians", "Arabs", "Phoenicians"):
        assert now(state) == (name, "rondel")
        state = play(state, f"rondel {PASSING[number - 1]}")
    assert now(state) == ("Greeks", "rondel")
    return state


@both
@rule("A06-213", "A06-214", "A05-218", "A05-219", "A05-220")
def test_growth(book: str) -> None:
    state = first_turn(book)
    assert stocks(state, "Greeks") == (2, 1, 3, 1)
    state = play(state, "rondel marble")
    assert stocks(state, "Greeks") == (3, 1, 3, 1)
    state = pass_round(state, 1)
    assert stocks(state, "Greeks") == (3, 1, 3, 2)
    asked = play(state, "rondel temple ...")
    assert now(asked) == ("Greeks", "pay")
    assert legal(asked) == {"pay 1 marble", "pay 1 iron", "pay 1 gold", "pay 1 coin"}
    state = play(asked, "pay 1 gold")
    assert stocks(state, "Greeks") == (3, 1, 2, 2)
    state = play(state, "temple Pella 3 marble 2 coin")
    assert stocks(state, "Greeks") == (0, 1, 2, 0)
    assert nation(state, "Greeks")["cities"] == ["Athen", "Dyrrhachion", "Pella"]
    assert nation(state, "Greeks")["temples"] == ["Pella"]
    assert now(state) == ("Persians", "rondel")
    without_gold = play(asked, "pay 1 coin")
    assert now(without_gold) == ("Persians", "rondel")
    assert nation(without_gold, "Greeks")["temples"] == []


@both
@rule("A06-213", "A05-219")
def test_growth_triples_the_city_of_choice(book: str) -> None:
    state = pass_round(play(first_turn(book), "rondel marble"), 1)
    state = play(state, "rondel temple 1 gold")
    assert legal(state, "temple") == {"temple Athen", "temple Dyrrhachion", "temple Pella"}
    state = pass_round(play(state, "temple Athen 3 marble 2 coin"), 2)
    assert stocks(play(state, "rondel gold"), "Greeks")[2] == 2 + 3


@both
@rule("A06-215", "A06-216", "A05-218", "A05-221", "A05-222")
def test_military(book: str) -> None:
    state = first_turn(book)
    assert stocks(state, "Greeks") == (2, 1, 3, 1)
    state = play(state, "rondel arming", "arm galley Athen 1 iron")
    assert stocks(state, "Greeks") == (2, 0, 3, 1)
    limit = "A05-118" if book == "antike-2005" else "A06-132"
    assert refused(state, "arm legion Athen") == ("place_limit", limit)
    state = play(state, "arm legion Pella")
    assert stocks(state, "Greeks") == (2, 0, 3, 0)
    assert now(state) == ("Persians", "rondel")
    state = pass_round(state, 1)
    assert stocks(state, "Greeks") == (2, 0, 3, 1)
    state = play(state, "rondel maneuver2")
    assert (now(state), stocks(state, "Greeks")) == (("Greeks", "maneuver"), (2, 0, 3, 1))
    state = play(state, "move 1 galley Athen Ephesos", "move 1 legion Pella Sirmium")
    if now(state)[1] == "maneuver":
        state = play(state, "done")
    assert legal(state) == {"done", "found Ephesos", "found Sirmium"}
    state = play(state, "found Ephesos 1 marble 1 gold 1 coin")
    assert stocks(state, "Greeks") == (1, 0, 2, 0)
    assert nation(state, "Greeks")["cities"] == ["Athen", "Dyrrhachion", "Ephesos", "Pella"]
    assert nation(state, "Greeks")["galleys"] == {"Ephesos": 1}
    assert nation(state, "Greeks")["legions"] == {"Sirmium": 1}
    assert now(state) == ("Persians", "rondel")


@both
@rule("A06-217", "A06-218", "A05-218", "A05-223", "A05-224")
def test_progress(book: str) -> None:
    state = play(first_turn(book), "rondel gold")
    assert stocks(state, "Greeks") == (2, 1, 4, 1)
    state = play(pass_round(state, 1), "rondel marble")
    assert stocks(state, "Greeks") == (3, 1, 4, 2)
    state = play(pass_round(state, 2), "rondel know-how")
    assert stocks(state, "Greeks") == (3, 1, 4, 3)
    assert legal(state, "learn") == {"learn wheel", "learn sailing", "learn market", "learn monarchy"}
    state = play(state, "learn market")
    assert stocks(state, "Greeks") == (3, 1, 0, 0)
    assert nation(state, "Greeks")["knowhow"] == ["market"]
    assert nation(state, "Greeks")["personages"] == {"scholar": 1}
    assert now(state) == ("Persians", "rondel")
