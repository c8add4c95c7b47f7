"""What each audience is told: choices without rules, views and their changes, hidden cards, log lines."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rondel.attika.engine import AttikaGame
from rondel.defaults import agreed
from rondel.game import CHANCE
from rondel.ledger import clauses
from rondel.record import start_record
from rondel.server.core import views
from rondel.server.core.choices import groups_of
from rondel.server.core.match import Match
from rondel.server.wire.events import Asked
from tests.rules.attika.support import at, play
from tests.server.groups import rows_of
from tests.server.toys import Cards, antike, cards, first_outcome, holder, move


def test_a_group_names_what_a_page_lights_up() -> None:
    match = antike(("ann", "ann"))
    assert {group.kind for group in groups_of(match.state)} == {"wedge"}
    wedges = [row["wedge"] for group in groups_of(match.state) for row in rows_of(group)]
    assert sorted(wedges) == list(range(8))
    match.adopt(match.play("ann", match.rev, match.parse("rondel arming"), 5, first_outcome).after)
    arms = [row for group in groups_of(match.state) if group.kind == "arm" for row in rows_of(group)]
    assert arms[0]["price"] == "1 iron"
    assert {"unit", "region", "action"} <= set(arms[0])


def test_a_game_without_parts_is_told_by_its_texts() -> None:
    match = cards()
    (draw,) = groups_of(match.state)
    assert (draw.kind, draw.same["text"]) == ("draw", "draw")


def test_a_seat_sees_its_own_cards_and_the_public_none() -> None:
    match = cards()
    move(match)
    seen = [views.view_of(match, match.state, audience)["hands"]["seat 0"] for audience in (0, 1, views.WATCHER)]
    assert seen == [["oak"], [None], [None]]


def test_the_public_view_has_only_what_all_seats_agree_on() -> None:
    assert agreed({"a": 1, "b": [1, 2], "c": 3}, {"a": 1, "b": [1, 9]}) == {"a": 1, "b": [1, None]}
    assert agreed([1], [1, 2]) is None


def test_a_dealt_card_is_in_the_log_of_nobody_but_its_owner() -> None:
    match = cards()
    move(match)
    drawer, rival, public = ([line.text for line in views.log_lines(match, seat, 0, 2)] for seat in (0, 1, -1))
    assert drawer == ["draw", "dealt oak"]
    assert rival == public == ["draw", ""]


def test_a_game_may_say_itself_who_reads_what(monkeypatch: pytest.MonkeyPatch) -> None:
    match = cards()
    move(match)
    monkeypatch.setattr(Cards, "reads", lambda self, state, action, seat: action < 2)
    assert [line.text for line in views.log_lines(match, views.WATCHER, 0, 2)] == ["draw", ""]
    monkeypatch.setattr(Cards, "reads", lambda self, state, action, seat: True)
    assert [line.text for line in views.log_lines(match, views.WATCHER, 0, 2)] == ["draw", "dealt oak"]


def test_an_open_game_is_told_to_all_with_its_clause() -> None:
    match = antike(("ann", "ben"))
    move(match)
    (line,) = views.log_lines(match, views.WATCHER, 0, 1)
    assert (line.text, line.rule, line.parts["kind"]) == ("rondel iron", "A06-093", "wedge")
    assert line.who == views.view_of(match, match.state_at(0), 0)["to_act"]
    assert views.log_lines(match, 0, 1, 1) == []


def test_the_question_names_seat_and_words_and_the_end_the_winner() -> None:
    match = cards()
    assert views.turn_of(match.state).prompt == "seat 0: draw or show"
    for _ in range(2):
        move(match)
    while match.status == "playing":
        move(match, -1)
    turn = views.turn_of(match.state)
    assert (turn.to_act, turn.end, turn.returns) == (-2, "shown", [1.0, -1.0])


def test_the_undo_offer_says_what_is_free() -> None:
    match = cards()
    assert views.undo_offer(match, "ann").decision == -1
    move(match)
    offer = views.undo_offer(match, "ann")
    assert (offer.decision, offer.decision_free, offer.turn) == (0, False, 0)
    assert views.undo_offer(match, "eve").decision == -1


def test_decisions_of_one_message_are_taken_back_in_one() -> None:
    match = antike(("ann", "ann"))
    match.adopt(match.play("ann", match.rev, match.parse("rondel arming"), 5, first_outcome, "first").after)
    arm = next(action for action in match.state.legal() if action)
    done = match.state.apply(arm).legal()[0]
    match.adopt(match.play("ann", match.rev, [arm, done], 6, first_outcome, "second").after)
    assert match.step == 3
    assert views.undo_offer(match, "ann").decision == 1


def test_a_request_is_shown_with_those_who_must_answer() -> None:
    match = cards()
    assert views.request_of(match) is None
    move(match)
    match.adopt(match.ask("ann", Asked(5, -1, "undo", 0), match.rev).after)
    request = views.request_of(match)
    assert request is not None
    assert (request.seat, request.what, request.waiting) == (0, "undo", [1])


def test_the_log_of_a_whole_game_reads_as_the_record() -> None:
    match = antike(("ann", "ann", "ann"))
    rng = Random(5)
    while match.status == "playing" and match.step < 200:
        move(match, int(rng.random() * len(match.state.legal())))
    lines = views.log_lines(match, 0, 0, match.step)
    record = start_record(match.first)
    for line, state in zip(lines, match.record().states(), strict=False):
        assert record.game.action_text(state, match.plies[line.step].event.action) == line.text
    assert holder(match) == "ann"


# ---- hidden hands of Attika, open cards of Duellum -------------------------------------------------------------------


def played(book: str, players: int, steps: int, seed: int = 3) -> Match:
    """Give a match between different people after some random decisions."""
    rng = Random(seed)
    match = antike(tuple("abcd"[:players]), book, seed=seed)
    while match.status == "playing" and match.step < steps:
        action = rng.choice(list(match.state.legal()))
        draft = match.play(holder(match), match.rev, [action], 2000, lambda outcomes: rng.choice(outcomes)[0])
        match.adopt(draft.after)
    return match


def test_attika_tells_who_may_read_a_draw_as_the_views_do() -> None:
    """The game's own answer is that which comparing all outcomes in all views gives."""
    match = played("attika", 3, 400)
    reads, kinds = AttikaGame.reads, set[str]()
    state = match.first.copy()
    for ply in match.plies:
        event = ply.event
        if event.seat == CHANCE:
            kinds.add(event.text.partition(" ")[0])
            for audience in (0, 1, 2, views.WATCHER):
                seen = views.view_of(match, state.apply(event.action), audience)
                others = [state.apply(action) for action in state.legal() if action != event.action]
                told = all(views.view_of(match, other, audience) != seen for other in others)
                assert reads(match.game, state, event.action, audience) == told  # type: ignore[arg-type]
        state.advance(event.action)
    assert kinds == {"card", "reveal", "tile"}


def test_spectators_of_attika_see_how_many_cards_a_hand_has() -> None:
    match = played("attika", 2, 30)
    public, own = (views.view_of(match, match.state, audience)["cities"] for audience in (views.WATCHER, 0))
    assert isinstance(own["Athens"]["hand"], dict)
    assert [public[city]["hand"] for city in public] == [sum(own["Athens"]["hand"].values()), own["Sparta"]["hand"]]
    # nothing but the hands, and what is in the draw pile, differs from what all seats agree on
    own_views = [views.view_of(match, match.state, seat) for seat in (0, 1)]
    common: Any = agreed(*own_views)
    for city in common["cities"].values():
        assert city.pop("hand") is None
    for city in public.values():
        city.pop("hand")
    assert common["cities"] == public
    assert isinstance(common["draw pile"], int)


def test_attika_takes_its_decisions_apart() -> None:
    match = played("attika", 2, 0)
    (piles,) = (rows_of(group) for group in groups_of(match.state) if group.kind == "draw")
    assert [row["pile"] for row in piles] == ["basic", "1", "2", "3"]
    match.adopt(match.play(holder(match), match.rev, match.parse("draw basic"), 5, first_outcome).after)
    groups = {group.kind: group for group in groups_of(match.state)}
    row = rows_of(groups["build"])[0]
    assert row["building"] == "Capital"
    assert match.game.action_text(match.state, int(row["action"])) == f"build Capital at {row['place']}"
    lines = views.log_lines(match, 0, 0, match.step)
    assert [(line.text, line.rule, line.who) for line in lines] == [
        ("draw basic", "AT-R37", "Athens"), ("reveal Capital", "AT-026", ""),
    ]  # fmt: skip
    assert [line.parts for line in lines] == [
        {"kind": "draw", "pile": "basic"}, {"kind": "reveal", "building": "Capital"},
    ]  # fmt: skip


def test_a_payment_tells_what_is_owed_and_what_is_laid() -> None:
    site = at({"stored": {"Tower": 1}, "hand": {"water": 2, "hill": 2, "mountain": 2}})
    asked = play(site, "build Tower ...", "choose cards")
    assert views.turn_of(asked).owed == ""  # a space comes first
    paying = play(asked, "at 0,0")
    assert views.turn_of(paying).owed == "2 hill 1 mountain"
    one = play(paying, "pay water")
    assert (views.turn_of(one).owed, one.view(0)["paid"]) == ("2 hill 1 mountain", {"water": 1})
    assert views.turn_of(play(paying, "pay hill", "paid")).owed == ""


def test_a_game_without_such_payments_owes_nothing() -> None:
    assert views.turn_of(antike(("ann", "ann")).state).owed == ""


def test_every_clause_of_the_log_is_in_the_reference() -> None:
    for book, players in (("attika", 4), ("antike-duellum", 2), ("antike-2", 4), ("antike-2005", 3)):
        known = {clause.id for clause in clauses(book)}
        lines = views.log_lines(played(book, players, 300), 0, 0, 300)
        assert {line.rule for line in lines if line.text} <= known


def test_the_cards_of_a_duel_are_open() -> None:
    match = played("antike-duellum", 2, 60)
    assert not match.hidden
    assert all(line.text for line in views.log_lines(match, views.WATCHER, 0, match.step))
    assert views.view_of(match, match.state, views.WATCHER) == views.view_of(match, match.state, 1)


@pytest.mark.parametrize(("book", "event"), [("attika", "card"), ("attika", "reveal"), ("antike-duellum", "turn-up")])
def test_a_draw_ends_the_right_to_take_back_alone(book: str, event: str) -> None:
    """What has been seen cannot be unseen: only what came after the draw is free."""
    match = played(book, 2, 40)
    rng = Random(1)
    for _ in range(4000):
        before = match.step
        mover = holder(match)
        action = rng.choice(list(match.state.legal()))
        draft = match.play(mover, match.rev, [action], 2000, lambda outcomes: rng.choice(outcomes)[0])
        match.adopt(draft.after)
        drawn = [ply for ply in match.plies[before:] if ply.event.seat == CHANCE and ply.event.text.startswith(event)]
        if drawn and holder(match) == mover:
            break
    assert not match.undo_is_free(mover, before)
    after = match.step
    match.adopt(match.play(mover, match.rev, [match.state.legal()[0]], 2000, first_outcome).after)
    assert match.undo_is_free(mover, after) == all(ply.event.seat >= 0 for ply in match.plies[after:])
