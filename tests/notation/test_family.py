"""Positions and moves that only Antike II and Duellum have: what cannot be is refused by its cause."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from rondel.antike.invariants import faults
from rondel.errors import NotationError, PositionError, SetupError
from rondel.game import widened
from rondel.position import from_position, to_position
from rondel.registry import find_book
from tests.notation import family
from tests.notation.test_positions import MOMENTS
from tests.support import at, legal, make, play

Position = dict[str, Any]
ROMANS, OTHERS = "Romans", "Carthaginians"
OPEN = {"open_cards": family.OPEN}


def bad(book: str, **position: Any) -> str:
    """Give the message with which a position is refused."""
    with pytest.raises(PositionError) as caught:
        from_position({"game": book, **position})
    assert caught.value.code == "bad_position"
    return caught.value.message.removeprefix("The position is impossible: ")


#: a position of Duellum -> why it cannot be
DUEL: list[tuple[Position, str]] = [
    ({"bellona": ROMANS}, "the Bellona card is not in play."),
    ({"nations": {ROMANS: {"ramparts": ["Carthago"]}}}, "a rampart of Romans lies outside their cities."),
    ({"nations": {ROMANS: {"produces": {"Carthago": "gold"}}}},
     "Carthago is no city of Romans that can yield gold."),
    ({"nations": {ROMANS: {"cities": ["Roma", "Alpes"]}}}, "there is no city site in Alpes."),
    ({"nations": {ROMANS: {"cities": ["Roma", "Zama"]}}}, "the resource of the city in Zama is missing."),
    ({"nations": {ROMANS: {"ramparts": ["Roma", "Genua"]}}}, "Romans have more ramparts than they have gained."),
    ({"nations": {ROMANS: {"legions": {"Roma": 1}}, OTHERS: {"legions": {"Roma": 1}}}},
     "units of one kind face each other in Roma."),
    ({"nations": {ROMANS: {"leader": "Zama"}}, "options": {"special-units": 1}},
     "a unit stands where its kind cannot be."),
    ({"nations": {ROMANS: {"leader": "Roma"}}}, "special units take part only with the option special-units."),
    ({"nations": {ROMANS: {"cards": {"levy": 3}}}}, "there are not that many cards levy."),
    ({"open_cards": {"fortress": 3, "levy": 1}}, "more than 3 event cards lie open."),
    ({"phase": "over", "end": "agreement"}, "a draw can be agreed only with the option draw-offers."),
    ({"nations": {ROMANS: {"barracks": {"chariots": 1}}}}, "barracks has no key 'chariots'"),
    ({"saved": ["Roma"]}, "marches and saved cities belong to a maneuver."),
    ({"tally": {"fortresses": 1}}, "fortresses belong to an announced conquest."),
    ({"tally": {"city lost": 1}}, "a lost city belongs to a maneuver and the card for it."),
    ({"tally": {"picks": 1}}, "cards are picked at the end of a turn."),
    ({"tally": {"ready legions": 2}}, "more units are ready than wait in the barracks."),
    ({"tally": {"offered": 2}}, "the counts of the turn contradict each other."),
    ({"tally": {"chariots": 2}}, "tally has no key 'chariots'"),
    ({"phase": "fortress", "pending": "declare Carthago", "place": "Carthago", "turn": ROMANS},
     "only a defender with a fortress answers an announced conquest."),
    ({"phase": "charge", "pending": "declare Carthago", "place": "Carthago", "turn": ROMANS},
     "the announced conquest is not open to the nation."),
    ({"phase": "charge", "pending": "declare Carthago", "place": "Carthago", "turn": ROMANS,
      "nations": {ROMANS: {"legions": {"Carthago": 1}}}, "tally": {"fortresses": 1}},
     "the attack is too weak for the fortresses."),
    ({"phase": "pick", "turn": ROMANS}, "the other nation picks from the open cards."),
    ({"phase": "pick", "turn": ROMANS, "to_act": OTHERS, **OPEN},
     "a card is picked for a lost city or for a personage."),
    ({"phase": "turn-up", **OPEN}, "cards are turned up until three lie open."),
    ({"phase": "agree", "turn": ROMANS}, "only an offered draw can be accepted, by the other nation."),
]  # fmt: skip


@pytest.mark.parametrize(("position", "why"), DUEL, ids=[why for _, why in DUEL])
def test_a_duel_that_cannot_be(position: Position, why: str) -> None:
    assert bad("antike-duellum", **position).startswith(why)


def test_an_empty_pile_turns_up_nothing() -> None:
    copies = {event.name: event.copies for event in make("antike-duellum").rules.events}
    hands = {ROMANS: {"cards": copies}}
    assert bad("antike-duellum", phase="turn-up", nations=hands) == "the pile has no card to turn up."


def test_a_lost_card_is_noticed() -> None:
    state = family.duel("rondel")
    state.cards[0] -= 1
    assert faults(state) == ["a card fortress was lost or made"]


#: a position of Antike II -> why it cannot be
SECOND: list[tuple[Position, str]] = [
    ({"nations": {"Greeks": {"barracks": {}}}}, "this rulebook has no barracks."),
    ({"open_cards": {}}, "this rulebook has no open_cards."),
    ({"levied": 2}, "somebody holds the Bellona card from round 1 on where it is in play."),
    ({"levied": 1, "bellona": "Greeks", "turn": "Romans"}, "only the holder of the Bellona card sets up a free unit."),
    ({"heard": ["Greeks"]}, "nations can have kept the peace only while others are asked."),
    ({"heard": "Greeks"}, "heard must be a list."),
    ({"heard": ["Persians"]}, "Persians do not take part."),
    ({"heard": [{}]}, "{} is not the name of a nation."),
    ({"bellona": []}, "[] is not the name of a nation."),
    ({"neutral_temples": "Tyros"}, "neutral_temples must be a list."),
    ({"options": {"choose": 1}, "phase": "nation", "start": "x"},
     "start must be a number from 0 to 1000000000, not 'x'."),
    ({"neutral_temples": ["Roma"]}, "a neutral temple cannot stand in the city of Roma."),
    ({"learned": ["strata"], "phase": "know-how"}, "only know-hows that the nation on turn has can be new to it."),
    ({"neutral_temples": ["Massilia"]}, "a temple without a city in Massilia."),
    ({"phase": "ask", "pending": "temple Roma", "place": "Roma", "turn": "Romans"}, "an answer follows a move."),
    ({"phase": "ask", "pending": "move 1 galley Carthago Carales", "place": "Carales", "turn": "Romans"},
     "the units that moved are not marked as used."),
    ({"phase": "ask", "pending": "move 1 galley Carthago Carales", "place": "Carales", "turn": "Romans",
      "nations": {"Romans": {"galleys": {"Carales": 1}}}, "used": {"galleys": {"Carales": [1]}}},
     "somebody is asked only if several nations can answer."),
    ({"phase": "answer", "pending": "move 1 galley Carthago Carales", "place": "Carales", "turn": "Romans",
      "to_act": "Greeks", "asked": "Greeks", "nations": {"Romans": {"galleys": {"Carales": 1}}, "Greeks": {}},
      "used": {"galleys": {"Carales": [1]}}},
     "the nation asked cannot answer the entry."),
    ({"phase": "charge", "pending": "conquer Roma 1 legion", "place": "Roma"},
     "conquests are not announced in this rulebook."),
]  # fmt: skip


@pytest.mark.parametrize(("position", "why"), SECOND, ids=[why for _, why in SECOND])
def test_a_position_of_the_second_that_cannot_be(position: Position, why: str) -> None:
    assert bad("antike-2", players=4, **position) == why


def test_a_rulebook_without_neutral_temples_takes_none() -> None:
    assert bad("antike-2006", neutral_temples=["Tyros"]) == "there are no neutral temples in this game."


def test_a_finished_duel_reads_back_equal() -> None:
    state = at("antike-duellum", phase="over", end="agreement", options={"draw-offers": 1})
    assert not any(state.tally)
    assert "tally" not in to_position(state)
    assert from_position(to_position(state)).key() == state.key()


def test_cities_wait_until_the_nations_are_chosen() -> None:
    entry = {"Greeks": {"cities": ["Pella"]}}
    why = bad("antike-2", players=4, options={"choose": 1}, phase="nation", chooser=1, nations=entry)
    assert why == "before round 1 there is nothing but start goods and start cities."


def test_a_board_has_no_more_neutral_temples_than_the_box() -> None:
    regions = {f"R{number}": {"resource": "any"} for number in range(21)}
    starts = {}
    for name in ("Greeks", "Romans", "Arabs"):
        cities = [f"{name} {good}" for good in ("marble", "iron", "gold")]
        regions |= {city: {"resource": good} for city, good in zip(cities, ("marble", "iron", "gold"), strict=True)}
        starts[name] = cities
    names = list(regions)
    board = {
        "id": "full", "title": "Full", "provenance": "ours", "regions": regions, "starts": {"3": starts},
        "borders": {"land": [[one, other] for one, other in pairwise(names)]}, "temples": {"3": names[:21]},
    }  # fmt: skip
    with pytest.raises(SetupError) as caught:
        make("antike-2", 3, board)
    assert caught.value.message == "The board full has more neutral temples than the game has temples (20)."


def test_nations_are_named_by_any_unique_beginning() -> None:
    assert to_position(at("antike-2", players=4, bellona="Gre"))["bellona"] == "Greeks"


def test_units_are_recruited_one_by_one() -> None:
    state = family.duel("know-how", {"gold": 3})
    with pytest.raises(NotationError) as caught:
        state.game.parse(state, "recruit 2 legions")
    assert caught.value.code == "bad_text"
    assert "one at a time" in caught.value.message


def test_the_way_of_a_special_unit_may_be_told_in_full() -> None:
    state = family.duel("maneuver", {"leader": "Roma"}, options={"special-units": 1})
    assert "move admiral Corsica" in legal(state)
    for move in ("move admiral Corsica", "move the admiral from Roma to Corsica"):
        assert to_position(play(state, move))["nations"][ROMANS]["leader"] == "Corsica"


def test_special_units_need_two_nations_on_the_board() -> None:
    with pytest.raises(SetupError) as caught:
        make("antike-duellum", 2, "aegean-mini", {"special-units": 1})
    assert caught.value.code == "bad_setup"


def test_the_picture_shows_the_special_unit_and_what_cities_yield() -> None:
    romans = {"leader": "Roma", "cities": ["Roma", "Zama"], "produces": {"Zama": "iron"}}
    state = family.duel("maneuver", romans, options={"special-units": 1})
    draw = find_book("antike-duellum").draw
    without = at("antike-duellum", turn=ROMANS, options={"special-units": 1})
    assert draw(widened(state.game), state.view(0), 600, False) != draw(
        widened(without.game), without.view(0), 600, False
    )


def test_action_numbers_of_a_rulebook_are_what_they_were() -> None:
    """Records, environments and trained players number actions: a range that grows by one moves all behind it."""
    counts = {"antike-2005": 17597, "antike-2006": 17609, "antike-2": 10984, "antike-duellum": 9694}
    for book, count in counts.items():
        assert make(book, 2 if book == "antike-duellum" else 4).num_actions == count


def test_a_hand_tells_how_many_cards_of_a_kind() -> None:
    state = family.duel("rondel", {"cards": {"levy": 2, "fortress": 1}}, open_cards={})
    assert "2 levy" in state.game.show(state)
    assert "1 fortress" not in state.game.show(state)


def test_a_finished_game_tells_who_has_won() -> None:
    won = MOMENTS["over"][0]()
    assert "The game is over: Greeks have won (personages)." in won.game.show(won)
    nobody = at("antike-duellum", phase="over", end="agreement", options={"draw-offers": 1})
    assert "The game is over: nobody has won (agreement)." in nobody.game.show(nobody)
