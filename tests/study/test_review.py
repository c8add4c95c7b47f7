"""Reviews: what is judged, what is marked, and that the same game gives the same review."""

from __future__ import annotations

from random import Random

import pytest

from rondel.bots.registry import make_bot
from rondel.errors import RondelError
from rondel.game import CHANCE, State, draw
from rondel.record import Record, start_record
from rondel.registry import make
from rondel.study.course import Choice, Draw, course
from rondel.study.marks import THRESHOLDS, grade, judge
from rondel.study.report import review_html
from rondel.study.review import Review, moves, review
from rondel.study.weigh import Scales, Way, gap

ENGINE = "search:nodes=60"


def _played(game: str, players: int, bots: str, turns: int, seed: int = 7) -> Record:
    """Play the first turns of a game."""
    made = make(game, players)
    state: State = made.new(seed)
    record, rng = start_record(state, seed), Random(seed)
    bot = [make_bot(bots, made) for _ in range(players)]
    seen, last = 0, -1
    while state.legal():
        if state.turn_of != last:
            last, seen = state.turn_of, seen + 1
            if seen > turns:
                break
        seat = state.to_act
        if seat == CHANCE:
            action = draw(state, rng)
        else:
            action = bot[seat].choose(state.redeal(seat, rng), seat, state.legal())
        record.actions.append(action)
        state = state.apply(action)
    return record


def _late(record: Record, choices: int) -> Record:
    """Give the last choices of a game as a record that begins with a position."""
    scales = Scales(record.game, ENGINE)
    begun = [part for part in course(record, scales.evaluator) if isinstance(part, Choice)][-choices]
    late = start_record(begun.before)
    late.actions += record.actions[begun.step :]
    return late


@pytest.fixture(scope="module")
def attika() -> tuple[Record, Review]:
    record = _late(_played("attika", 2, "level:1", 400), 14)
    return record, review(record, Scales(record.game, ENGINE, width=3, most=6))


@pytest.mark.parametrize(
    ("game", "players"), [("antike-2006", 3), ("antike-duellum", 2), ("antike-2", 3), ("attika", 3)]
)
def test_the_parts_of_a_game_follow_each_other_and_belong_to_their_seats(game: str, players: int) -> None:
    record = _played(game, players, "level:2", 12)
    scales = Scales(record.game, ENGINE)
    parts = list(course(record, scales.evaluator))
    assert any(isinstance(part, Choice) for part in parts)
    states = list(record.states())
    end = 0
    for part in parts:
        assert part.step >= end
        assert part.before.key() == states[part.step].key()
        assert part.before.turn_of == part.seat
        end = part.step + (len(part.actions) if isinstance(part, Choice) else 1)
        assert part.after.key() == states[end].key()
        assert isinstance(part, Draw) == (part.before.to_act == CHANCE)


def test_a_review_speaks_of_every_choice_with_chances_that_sum_to_one(attika: tuple[Record, Review]) -> None:
    record, found = attika
    scales = Scales(record.game, ENGINE)
    choices = [part for part in course(record, scales.evaluator) if isinstance(part, Choice)]
    assert [turn.step for turn in found.turns] == [choice.step for choice in choices]
    for turn in found.turns:
        assert sum(turn.chances) == pytest.approx(1.0, abs=1e-3)
        assert 0.0 <= turn.loss <= 1.0
        assert turn.best.value >= turn.played.value - 1e-9 or turn.loss == 0.0
        assert turn.played.moves
    assert {player.seat for player in found.seats} == {0, 1}
    assert sum(player.choices for player in found.seats) == sum(turn.real for turn in found.turns)


def test_luck_of_the_draw_is_fair_on_average(attika: tuple[Record, Review]) -> None:
    """What a draw gives is compared with all it could have given, so no seat is lucky by the way it is counted."""
    record, found = attika
    assert found.draws
    scales = Scales(record.game, ENGINE)
    first = next(part for part in course(record, scales.evaluator) if isinstance(part, Draw))
    outcomes = first.before.chance()
    mean = sum(share * scales.after_draw(first.before, action, first.seat) for action, share in outcomes)
    gains = [share * (scales.after_draw(first.before, action, first.seat) - mean) for action, share in outcomes]
    assert sum(gains) == pytest.approx(0.0, abs=1e-9)


def test_the_same_game_gives_the_same_review() -> None:
    record = _played("antike-2006", 2, "level:2", 8)
    first, second = (review(record, Scales(record.game, ENGINE, width=3, most=6)) for _ in range(2))
    assert first == second


def test_a_win_that_is_not_taken_is_always_marked() -> None:
    """The last turn of a won game is replaced by another: the win was there."""
    record = _late(_played("attika", 2, "level:1", 400), 2)
    scales = Scales(record.game, ENGINE, width=3, most=6)
    last = [part for part in course(record, scales.evaluator) if isinstance(part, Choice)][-1]
    assert last.after.returns()[last.seat] > 0
    state = last.before
    other = next(action for action in state.legal() if state.apply(action).legal() and action != last.actions[0])
    spoiled = Record(record.game, record.header, [*record.actions[: last.step], other])
    found = review(spoiled, scales).turns[-1]
    assert found.mark == "missed-win"
    assert found.best.wins
    assert review(record, scales).turns[-1].mark == ""


def test_marks_need_two_standard_errors_and_the_loss_of_their_number_of_players() -> None:
    def way(values: list[float]) -> Way:
        state = make("attika", 2).new(1)
        return Way((0,), state, [0.5, 0.5], 0, [[value, 1 - value] for value in values])

    best, worse = way([0.6, 0.62, 0.58, 0.6]), way([0.49, 0.51, 0.47, 0.49])
    assert judge([best, worse], worse, 2, best).mark == "mistake"
    assert judge([best, worse], worse, 6, best).mark == "blunder"
    assert judge([best, worse], best, 2, worse).mark == "good-find"
    assert judge([best, worse], best, 2, best).mark == ""
    unsure = way([0.9, 0.1, 0.7, 0.3])
    assert gap(best, unsure)[0] == pytest.approx(0.1)
    assert judge([best, unsure], unsure, 2, best).mark == ""
    same = way([0.6, 0.62, 0.58, 0.6])
    assert not judge([best, same], same, 2, best).real
    assert all(list(limits) == sorted(limits) for limits in THRESHOLDS.values())
    assert [grade(loss) for loss in (0.0, 0.01, 0.02, 0.04, 0.3)] == ["superb", "strong", "solid", "casual", "learning"]


def test_hidden_cards_do_not_change_what_a_review_says_of_a_turn() -> None:
    """A turn is judged as its seat knew the game: dealing the hidden cards again changes nothing."""
    record = _played("attika", 3, "level:2", 9)
    scales = Scales(record.game, ENGINE, width=3, most=6)
    choice = [part for part in course(record, scales.evaluator) if isinstance(part, Choice)][-1]
    ways = scales.weigh(choice.before, choice.seat)
    again = scales.weigh(choice.before.redeal(choice.seat, Random(4)), choice.seat)
    assert choice.before.redeal(choice.seat, Random(4)).key() != choice.before.key()
    assert [(moves(choice.before, way.actions), way.value) for way in ways] == [
        (moves(choice.before, way.actions), way.value) for way in again
    ]


def test_a_page_tells_the_review(attika: tuple[Record, Review]) -> None:
    _, found = attika
    page = review_html(found, "A <game>")
    assert "A &lt;game&gt;" in page
    assert page.count("<polyline") == 2
    for turn in found.turns:
        if turn.mark:
            assert f"Turn {turn.turn + 1}, seat {turn.seat + 1}: <b>{turn.mark.replace('-', ' ')}</b>" in page


def test_a_bot_that_does_not_look_ahead_cannot_review() -> None:
    with pytest.raises(RondelError) as error:
        Scales(make("attika", 2), "random")
    assert error.value.code == "bad_option"
