"""What each audience is told: choices without rules, views and their changes, hidden cards, log lines."""

from __future__ import annotations

from random import Random

import pytest

from rondel.record import start_record
from rondel.registry import BOOKS, make
from rondel.server import look
from rondel.server.chooser import actions_in, groups_of, rows_of
from rondel.server.events import Asked
from rondel.server.messages import Update, encode
from tests.server.toys import antike, cards, first_outcome, holder, move


@pytest.mark.parametrize("book", [book for book in BOOKS if book.startswith("antike-200")])
@pytest.mark.parametrize("players", [2, 4, 6])
def test_groups_hold_every_legal_decision_and_updates_stay_small(book: str, players: int) -> None:
    game = make(book, players)
    match = antike(("ann",) * players, book, seed=players)
    rng, state = Random(players), game.new(players)
    old = look.view_of(match, state, look.WATCHER)
    largest = view = 0
    for _ in range(1500):
        if not state.legal():
            break
        state.advance(state.legal()[int(rng.random() * len(state.legal()))])
        groups = groups_of(state)
        assert actions_in(groups) == sorted(state.legal())
        new = look.view_of(match, state, look.WATCHER)
        patch = look.changes(old, new)
        assert look.patched(old, patch) == new
        update = Update(seq=9999, rev=9999, step=9999, patch=patch, turn=look.turn_of(state), choices=groups)
        largest, view, old = max(largest, len(encode(update))), max(view, len(encode(new))), new
    assert largest < 3700, "with its log lines and clocks an update stays under 4 kB"
    assert view < 10_000


def test_a_group_names_what_a_page_lights_up() -> None:
    match = antike(("ann", "ann"))
    wedges = groups_of(match.state)[0]
    assert wedges.kind == "wedge"
    assert [row["wedge"] for row in rows_of(wedges)] == list(range(8))
    match.adopt(match.play("ann", match.rev, match.parse("rondel arming"), 5, first_outcome).after)
    arms = [row for group in groups_of(match.state) if group.kind == "arm" for row in rows_of(group)]
    assert arms[0]["price"] == "1 iron"
    assert {"unit", "region", "action"} <= set(arms[0])


def test_a_game_without_parts_is_told_by_its_texts() -> None:
    match = cards()
    (draw,) = groups_of(match.state)
    assert (draw.kind, draw.same["text"]) == ("draw", "draw")


def test_a_kind_that_nobody_takes_apart_brings_its_text(monkeypatch: pytest.MonkeyPatch) -> None:
    match = antike(("ann", "ann"))
    monkeypatch.setattr(type(match.game), "parts", lambda game, state, action: {"kind": "wedge"})
    (group,) = groups_of(match.state)
    assert rows_of(group)[0]["text"] == "rondel iron"


def test_a_seat_sees_its_own_cards_and_the_public_none() -> None:
    match = cards()
    move(match)
    views = [look.view_of(match, match.state, audience)["hands"]["seat 0"] for audience in (0, 1, look.WATCHER)]
    assert views == [["oak"], [None], [None]]


def test_the_public_view_has_only_what_all_seats_agree_on() -> None:
    assert look._agreed({"a": 1, "b": [1, 2], "c": 3}, {"a": 1, "b": [1, 9]}) == {"a": 1, "b": [1, None]}
    assert look._agreed([1], [1, 2]) is None


def test_a_dealt_card_is_in_the_log_of_nobody_but_its_owner() -> None:
    match = cards()
    move(match)
    drawer, rival, public = ([line.text for line in look.log_lines(match, seat, 0, 2)] for seat in (0, 1, -1))
    assert drawer == ["draw", "dealt oak"]
    assert rival == public == ["draw", ""]


def test_a_game_may_say_itself_who_reads_what() -> None:
    match = cards()
    move(match)
    match.game.reads = lambda state, action, seat: action < 2  # type: ignore[attr-defined]
    try:
        assert [line.text for line in look.log_lines(match, look.WATCHER, 0, 2)] == ["draw", ""]
        match.game.reads = lambda state, action, seat: True  # type: ignore[attr-defined]
        assert [line.text for line in look.log_lines(match, look.WATCHER, 0, 2)] == ["draw", "dealt oak"]
    finally:
        del match.game.reads  # type: ignore[attr-defined]


def test_an_open_game_is_told_to_all_with_its_clause() -> None:
    match = antike(("ann", "ben"))
    move(match)
    (line,) = look.log_lines(match, look.WATCHER, 0, 1)
    assert (line.text, line.rule, line.parts["kind"]) == ("rondel iron", "A06-093", "wedge")
    assert line.who == look.view_of(match, match.state_at(0), 0)["to_act"]
    assert look.log_lines(match, 0, 1, 1) == []


def test_the_question_names_seat_and_words_and_the_end_the_winner() -> None:
    match = cards()
    assert look.turn_of(match.state).prompt == "seat 0: draw or show"
    for _ in range(2):
        move(match)
    while match.status == "playing":
        move(match, -1)
    turn = look.turn_of(match.state)
    assert (turn.to_act, turn.end, turn.returns) == (-2, "shown", [1.0, -1.0])


def test_the_undo_offer_says_what_is_free() -> None:
    match = cards()
    assert look.undo_offer(match, "ann").decision == -1
    move(match)
    offer = look.undo_offer(match, "ann")
    assert (offer.decision, offer.decision_free, offer.turn) == (0, False, 0)
    assert look.undo_offer(match, "eve").decision == -1


def test_a_request_is_shown_with_those_who_must_answer() -> None:
    match = cards()
    assert look.request_of(match) is None
    move(match)
    match.adopt(match.ask("ann", Asked(5, -1, "undo", 0), match.rev).after)
    request = look.request_of(match)
    assert request is not None
    assert (request.seat, request.what, request.waiting) == (0, "undo", [1])


def test_the_log_of_a_whole_game_reads_as_the_record() -> None:
    match = antike(("ann", "ann", "ann"))
    rng = Random(5)
    while match.status == "playing" and match.step < 200:
        move(match, int(rng.random() * len(match.state.legal())))
    lines = look.log_lines(match, 0, 0, match.step)
    record = start_record(match.first)
    for line, state in zip(lines, match.record().states(), strict=False):
        assert record.game.action_text(state, match.plies[line.step].event.action) == line.text
    assert holder(match) == "ann"
