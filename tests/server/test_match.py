"""The authority over a table: who may decide what and when, what can be taken back, clocks, orders and requests."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rondel.game import CHANCE
from rondel.record import Record, start_record
from rondel.registry import make
from rondel.server.core.clock import DAY, GRACE
from rondel.server.core.match import Match, new_setup, open_match
from rondel.server.core.views import undo_steps
from rondel.server.tables.begin import first_draft
from rondel.server.wire import events as ev
from rondel.server.wire.events import Asked, Chair, Forgiven, Orders, Pace, Played, Said
from rondel.server.wire.refusal import CODES, Refusal
from tests.server.toys import antike, cards, first_outcome, holder, move, no_chance


def refused(code: str, call: Any, *args: Any, **named: Any) -> Refusal:
    with pytest.raises(Refusal) as caught:
        call(*args, **named)
    assert caught.value.code == code
    assert caught.value.status == CODES[code][0]
    return caught.value


def other(match: Match, player: str) -> str:
    return next(chair.player for chair in match.chairs if chair.player != player)


# ---- deciding --------------------------------------------------------------------------------------------------------


def test_play_begins_when_the_last_chair_is_taken() -> None:
    match = antike(("ann", ""))
    assert not match.started
    refused("not_started", match.play, "ann", 0, [0], 5, no_chance)
    match.adopt(match.sit(1, Chair("person", "ben", "Ben"), "joined", 5, no_chance).after)
    assert match.status == "playing"


def test_only_the_seat_to_act_decides() -> None:
    match = antike()
    actor = holder(match)
    action = match.state.legal()[0]
    refused("not_your_turn", match.play, other(match, actor), match.rev, [action], 5, no_chance)
    refused("not_seated", match.play, "eve", match.rev, [action], 5, no_chance)
    refused("not_seated", match.play, "", match.rev, [action], 5, no_chance)
    draft = match.play(actor, match.rev, [action], 5, no_chance)
    assert isinstance(draft.events[0], Played)
    assert match.step == 0, "nothing changes before the draft is adopted"
    match.adopt(draft.after)
    assert match.step == 1


def test_a_stale_or_doubled_decision_is_refused() -> None:
    match = antike()
    actor, rev, action = holder(match), match.rev, match.state.legal()[0]
    match.adopt(match.play(actor, rev, [action], 5, no_chance, nonce="n1").after)
    refused("stale", match.play, actor, rev, [action], 6, no_chance)
    assert match.repeated(actor, "n1")
    assert not match.repeated(other(match, actor), "n1"), "another player's nonce proves nothing"
    assert not match.repeated(actor, "n2")
    assert not match.repeated(actor, "")


def test_an_illegal_decision_is_refused_with_its_clause() -> None:
    match = antike()
    error = refused("illegal", match.play, holder(match), match.rev, [10**6], 5, no_chance)  # fmt: skip
    assert error.detail == "not_offered"
    peace = refused("illegal", match.play, holder(match), match.rev, [1], 5, no_chance)
    assert peace.detail == "not_now"
    assert peace.rule == "A06-231"


def test_several_decisions_are_played_all_or_none() -> None:
    match = antike(("ann", "ann"))
    first = match.parse("rondel iron")[0]
    refused("illegal", match.play, "ann", match.rev, [first, 1], 5, no_chance)
    assert match.step == 0
    refused("illegal", match.parse, "rondel nowhere")


def test_a_typed_move_stands_for_its_decisions() -> None:
    match = antike(("ann", "ann"))
    match.adopt(match.play("ann", match.rev, match.parse("rondel marble"), 5, no_chance).after)
    assert match.plies[0].event.text == "rondel marble"


def test_after_the_end_nothing_is_decided() -> None:
    match = cards()
    for _ in range(3):
        move(match)
    while match.status == "playing":
        move(match, -1)
    assert match.status == "over"
    refused("finished", match.play, "ann", match.rev, [0], 5, first_outcome)
    loser = match.chairs[match.plies[-1].event.seat].player
    refused("finished", match.undo, loser, match.rev, match.step - 1, 6)
    assert undo_steps(match, loser)[0] >= 0, "there would be something"


def test_a_closed_table_takes_nothing() -> None:
    match = antike()
    match.adopt(match.note(ev.Closed(5)).after)
    assert match.status == "closed"
    refused("closed", match.play, "ann", match.rev, [0], 5, no_chance)
    refused("closed", match.sit, 0, Chair(), "left", 5, no_chance)


def test_one_person_may_play_several_seats() -> None:
    match = antike(("ann", "ann", "ann"))
    for _ in range(10):
        assert holder(match) == "ann"
        move(match)
    assert {ply.event.seat for ply in match.plies} == {0, 1, 2}


# ---- chance ----------------------------------------------------------------------------------------------------------


def test_the_server_draws_and_records_what_chance_decides() -> None:
    match = cards()
    draft = match.play("ann", match.rev, [0], 5, lambda outcomes: outcomes[2][0])
    assert [event.by for event in draft.events if isinstance(event, Played)] == ["", "chance"]
    assert [event.seat for event in draft.events if isinstance(event, Played)] == [0, CHANCE]
    match.adopt(draft.after)
    assert match.state.view(0)["hands"]["seat 0"] == ["fish"]
    again = open_match(match.setup, match.game, _log(match))
    assert again.state.key() == match.state.key()


def test_nobody_can_name_an_outcome() -> None:
    refused("illegal", cards().play, "ann", 0, [4], 5, first_outcome)


def _log(match: Match) -> list[Any]:
    chairs = [ev.Sat(1, seat, chair) for seat, chair in enumerate(match.chairs)]
    return [*chairs, ev.Started(1), *(ply.event for ply in match.plies)]


# ---- taking back -----------------------------------------------------------------------------------------------------


def test_an_own_decision_can_be_taken_back_until_another_has_decided() -> None:
    match = antike()
    actor = holder(match)
    before = match.state.key()
    move(match)
    rev = match.rev
    steps = undo_steps(match, actor)
    assert steps == (0, 0)
    match.adopt(match.undo(actor, rev, 0, 9).after)
    assert match.state.key() == before
    assert match.rev > rev, "a revision is never used twice"
    move(match)
    while holder(match) == actor:
        move(match)
    move(match)
    refused("needs_consent", match.undo, actor, match.rev, 0, 9)


def test_a_turn_can_be_taken_back_as_a_whole() -> None:
    match = antike(("ann", "ben"))
    actor = holder(match)
    rng = Random(1)
    while not (match.step > 8 and match.step - 1 == undo_steps(match, actor)[0] > undo_steps(match, actor)[1]):
        move(match, int(rng.random() * len(match.state.legal())))
    last, begin = undo_steps(match, actor)
    assert last == match.step - 1
    assert 0 < begin < last
    assert match.plies[begin].turn == match.plies[last].turn == match.plies[begin - 1].turn + 1
    assert match.undo_is_free(actor, begin)
    assert not match.undo_is_free(actor, begin - 1)


def test_nobody_takes_back_for_another_seat() -> None:
    match = antike()
    actor = holder(match)
    move(match)
    refused("nothing_to_undo", match.undo, other(match, actor), match.rev, 0, 9)
    refused("not_seated", match.undo, "eve", match.rev, 0, 9)
    refused("stale", match.undo, actor, match.rev - 1, 0, 9)
    refused("nothing_to_undo", match.undo, actor, match.rev, 7, 9)


def test_what_chance_has_revealed_is_not_taken_back_alone() -> None:
    match = cards()
    move(match)
    refused("needs_consent", match.undo, "ann", match.rev, 0, 9)


def test_against_bots_alone_everything_is_taken_back_freely() -> None:
    match = cards(("ann", "bot:random"))
    move(match)
    match.adopt(match.bot_plays(1, match.rev, 0, 6, first_outcome).after)
    assert match.step == 4
    match.adopt(match.undo("ann", match.rev, 0, 9).after)
    assert match.step == 0


def test_the_decisions_of_a_record_stay() -> None:
    match = antike(("ann", "ann"))
    record = Record(match.game, match.setup.header, [match.state.legal()[0]])
    fresh = first_draft(match.setup, record, [Chair("person", "ann", "Ann"), Chair()], 3).after
    assert fresh.prefix == 1
    assert undo_steps(fresh, "ann") == (-1, -1)
    refused("nothing_to_undo", fresh.undo, "ann", fresh.rev, 0, 9)


def test_an_undo_by_consent_needs_everybody() -> None:
    match = antike(("ann", "ben", "cay"))
    actor = holder(match)
    while match.undo_is_free(actor, 0):
        move(match)
    before = match.step
    match.adopt(match.ask(actor, Asked(9, -1, "undo", 0), match.rev).after)
    others = [chair.player for chair in match.chairs if chair.player != actor]
    refused("already_asked", match.ask, actor, Asked(9, -1, "undo", 0), match.rev)
    match.adopt(match.answer(others[0], True, 10).after)
    assert match.step == before
    assert len(match.waiting()) == 1
    refused("nothing_asked", match.answer, others[0], True, 10)
    refused("not_seated", match.answer, "eve", True, 10)
    match.adopt(match.answer(others[1], True, 11).after)
    assert match.step == 0
    assert match.request is None


def test_one_refusal_ends_a_request_and_so_does_its_withdrawal() -> None:
    for yes_sayer, withdraw in ((False, False), (False, True)):
        match = cards()
        move(match)
        match.adopt(match.ask("ann", Asked(9, -1, "undo", 0), match.rev).after)
        match.adopt(match.answer("ann" if withdraw else "ben", yes_sayer, 10).after)
        assert match.request is None
        assert match.step == 2
        refused("nothing_asked", match.answer, "ben", True, 10)


def test_a_decision_ends_an_open_request() -> None:
    match = cards()
    move(match)
    match.adopt(match.ask("ann", Asked(9, -1, "undo", 0), match.rev).after)
    move(match)
    assert match.request is None


# ---- places ----------------------------------------------------------------------------------------------------------


def test_two_persons_swap_if_both_agree() -> None:
    match = cards()
    match.adopt(match.ask("ann", Asked(9, 0, "swap", other=1), 0).after)
    assert match.chairs[0].player == "ann"
    match.adopt(match.answer("ben", True, 10).after)
    assert [chair.player for chair in match.chairs] == ["ben", "ann"]


def test_before_the_start_an_open_place_is_free_to_take() -> None:
    match = antike(("ann", "", "ben"))
    match.adopt(match.ask("ann", Asked(9, 0, "swap", other=1), 0).after)
    assert [chair.player for chair in match.chairs] == ["", "ann", "ben"]
    refused("not_your_seat", match.ask, "ann", Asked(9, 2, "swap", other=0), 0)
    refused("bad_message", match.ask, "ann", Asked(9, 1, "swap", other=9), 0)


def test_in_play_nobody_takes_a_bots_place_without_the_others() -> None:
    match = antike(("ann", "bot:random", "cay"))
    match.adopt(match.ask("ann", Asked(9, 0, "swap", other=1), 0).after)
    assert match.chairs[0].player == "ann"
    assert match.waiting() == [2]


def test_a_bot_stands_in_and_hands_back() -> None:
    match = antike()
    actor = holder(match)
    seat = match.state.to_act
    away = Chair("person", actor, actor.title(), bot="random")
    match.adopt(match.sit(seat, away, "away", 5, no_chance).after)
    action = match.state.legal()[0]
    refused("not_your_turn", match.play, actor, match.rev, [action], 5, no_chance)
    draft = match.bot_plays(seat, match.rev, action, 6, no_chance)
    assert draft.events[0].by == "bot:random"  # type: ignore[union-attr]
    match.adopt(match.sit(seat, Chair("person", actor, actor.title()), "back", 7, no_chance).after)
    refused("not_your_turn", match.bot_plays, seat, match.rev, action, 6, no_chance)
    match.play(actor, match.rev, [action], 8, no_chance)


# ---- clocks ----------------------------------------------------------------------------------------------------------


def test_a_live_clock_charges_the_seat_that_decides_and_adds_the_increment() -> None:
    match = antike(pace=Pace("live", minutes=1, increment=5))
    seat = match.state.to_act
    assert match.clock.running == seat
    move(match, now=11_000)
    while match.state.to_act == seat:
        move(match, now=11_000)
    assert match.clock.left[seat] == 60_000 - 10_000 + 5_000
    assert match.clock.left[1 - seat] == 60_000
    assert match.clock.expired(11_000 + 59_999) == -1
    assert match.clock.expired(11_000 + 60_000) == 1 - seat
    assert match.clock.due() == 71_000


def test_days_are_given_anew_for_each_decision() -> None:
    match = antike(pace=Pace("days", days=3))
    seat = match.state.to_act
    move(match, now=DAY)
    while match.state.to_act == seat:
        move(match, now=DAY)
    assert match.clock.left[seat] == 3 * DAY
    assert not match.forgive([(DAY, 5 * DAY)], 6 * DAY).events, "days go on while the server is down"


def test_whoever_returns_after_days_has_an_hour_once_until_they_decide() -> None:
    match = antike(pace=Pace("days", days=3))
    seat = match.state.to_act
    player, late = match.chairs[seat].player, 4 * DAY
    for given in (GRACE, 0):
        match.adopt(match.time_is_up("greedy", late, no_chance).after)
        assert match.chairs[seat].bot == "greedy"
        match.adopt(match.sit(seat, Chair("person", player, "x"), "back", late, no_chance).after)
        assert max(0, match.clock.left[seat]) == given, "no second hour without a decision"
        late += 2 * GRACE
    match.clock.left[seat] = 5
    move(match, now=late)
    while match.state.to_act == seat:
        move(match, now=late)
    assert not match.clock.graced


def test_downtime_is_forgiven_once_and_stands_in_the_log() -> None:
    match = antike(pace=Pace("live", minutes=1))
    begin = match.clock.since
    outages = [(begin - 90_000, begin - 60_000), (begin + 20_000, begin + 500_000)]
    draft = match.forgive(outages, begin + 500_001)
    assert draft.events == (Forgiven(begin + 500_001, 480_000, begin + 500_000),)
    match.adopt(draft.after)
    assert match.clock.expired(begin + 500_002) == -1
    assert match.clock.due() == begin + 540_000
    assert not match.forgive(outages, begin + 500_003).events
    again = match.forgive([*outages, (begin + 510_000, begin + 515_000)], begin + 516_000)
    assert again.after.clock.due() == begin + 545_000


def test_a_live_clock_that_runs_out_gives_the_seat_to_a_bot_for_good() -> None:
    match = antike(pace=Pace("live", minutes=1))
    seat, begin = match.state.to_act, match.clock.since
    player = match.chairs[seat].player
    assert not match.time_is_up("greedy", begin + 59_999, no_chance).events
    match.adopt(match.time_is_up("greedy", begin + 60_000, no_chance).after)
    assert match.chairs[seat] == Chair("bot", bot="greedy")
    assert match.deserters == {seat: player}, "and the game counts as lost for whoever let it run out"
    assert seat not in match.seats_of(player)


def test_a_bot_has_no_clock_and_a_table_without_pace_none() -> None:
    match = antike(("bot:a", "bot:b"), pace=Pace("live", minutes=1))
    assert match.clock.running == -1
    assert match.clock.due() is None
    assert antike().clock.running == -1


# ---- standing orders -------------------------------------------------------------------------------------------------


def at_a_battle_question() -> Match:
    """Give a match in which a seat is asked whether it demands a battle."""
    for seed in range(40):
        match = antike(("ann", "ben", "cay"), seed=seed)
        rng = Random(seed)
        while match.status == "playing" and match.step < 1500:
            if match.state.to_act != match.state.turn_of:
                return match
            move(match, int(rng.random() * len(match.state.legal())))
    raise AssertionError("no battle question in forty games")


def texts(match: Match) -> list[str]:
    return [ply.event.text for ply in match.plies]


def test_an_order_answers_a_battle_question_for_its_region() -> None:
    base = at_a_battle_question()
    seat = base.state.to_act
    player = base.chairs[seat].player
    region = next(
        place for place, name in enumerate(base.game.board.regions)  # type: ignore[attr-defined]
        if name.name == base.state.view(0)["place"]
    )  # fmt: skip
    for orders, answer in (
        (Orders("peace"), "peace"),
        (Orders("fight"), "fight"),
        (Orders("fight", {region: "peace"}), "peace"),
        (Orders("ask", {region: "fight"}), "fight"),
    ):
        match = base.fork()
        match.adopt(match.order(player, seat, orders, 9, no_chance).after)
        played = match.plies[base.step].event
        assert played.text.startswith(answer)
        assert played.by == "order"
        assert played.seat == seat
    for orders in (Orders("ask"), Orders("fight", {region: "ask"}), Orders("ask", {region + 1: "fight"})):
        match = base.fork()
        match.adopt(match.order(player, seat, orders, 9, no_chance).after)
        assert match.step == base.step


def test_orders_are_for_the_own_seat_and_go_with_the_player() -> None:
    match = antike()
    refused("not_your_seat", match.order, "ann", 1, Orders("fight"), 5, no_chance)
    match.adopt(match.order("ann", 0, Orders("fight"), 5, no_chance).after)
    match.adopt(match.sit(0, Chair("person", "cay", "Cay"), "joined", 6, no_chance).after)
    assert match.orders[0] == Orders()


def test_an_order_never_decides_in_the_own_turn() -> None:
    match = antike()
    seat = match.state.to_act
    match.adopt(match.order(holder(match), seat, Orders("fight"), 5, no_chance).after)
    assert match.step == 0


# ---- the log ---------------------------------------------------------------------------------------------------------


def test_events_survive_storage_and_give_the_same_match() -> None:
    match = antike(("ann", "ben"), pace=Pace("live", minutes=5))
    log: list[ev.AnyEvent] = [ev.Sat(1, 0, match.chairs[0]), ev.Sat(1, 1, match.chairs[1]), ev.Started(1)]
    rng = Random(3)
    for number in range(60):
        actions = [match.state.legal()[int(rng.random() * len(match.state.legal()))]]
        draft = match.play(holder(match), match.rev, actions, 10 * number, no_chance)
        log += draft.events
        match.adopt(draft.after)
    draft = match.note(Said(7, 0, "ann", "Ann", "χαῖρε"))
    log += draft.events
    match.adopt(draft.after)
    stored = [ev.decode_event(ev.encode(event)) for event in log]
    assert stored == log
    again = open_match(ev.decode_setup(ev.encode(match.setup)), match.game, stored)
    assert again.state.key() == match.state.key()
    assert again.actions() == match.actions()
    assert (again.seq, again.rev, again.chairs) == (match.seq, match.rev, match.chairs)
    assert again.record().last().key() == match.state.key()


def test_a_log_with_another_numbering_is_read_by_its_texts() -> None:
    match = antike(("ann", "ann"))
    for _ in range(5):
        move(match)
    setup = ev.decode_setup(ev.encode(match.setup))
    renumbered = [
        event if not isinstance(event, Played) else Played(event.at, event.seat, event.action + 7, event.text)
        for event in _log(match)
    ]
    old = ev.Setup(header=setup.header, seats=2, host="ann", actions=setup.actions + 7)
    assert open_match(old, match.game, renumbered).actions() == match.actions()


def test_a_log_that_the_rules_no_longer_allow_says_so() -> None:
    match = antike(("ann", "ann"))
    log = [*_log(match), Played(1, 0, 999_999, "rondel nowhere")]
    refused("old_rules", open_match, match.setup, match.game, log)
    log = [*_log(match), Played(1, 0, 999_999, "temple Pella")]
    refused("old_rules", open_match, match.setup, match.game, log)


def test_any_step_of_a_game_can_be_seen_again() -> None:
    match = antike(("ann", "ann"))
    keys = [match.state.key()]
    for _ in range(12):
        move(match, -1)
        keys.append(match.state.key())
    assert [match.state_at(step).key() for step in range(13)] == keys
    refused("bad_message", match.state_at, 14)


def test_a_setup_names_the_rules_version_and_the_numbering() -> None:
    game = make("antike-2006", 3)
    setup = new_setup(start_record(game.new(1)), "ann", listed=True)
    assert (setup.rules, setup.actions, setup.seats, setup.listed) == (1, game.num_actions, 3, True)
