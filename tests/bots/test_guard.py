"""What a bot can do wrong at the table: the decision is forfeited and told, and the game goes on as it would have."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rondel.arena import match
from rondel.arena.match import Outcome, Table, play_game, record_of
from rondel.arena.run import run, run_here
from rondel.bots.base import Choice
from rondel.bots.random_bot import RandomBot
from rondel.errors import RondelError
from rondel.game import Action, Game, Seat, State

Choose = Callable[[Any, Seat, Any], Any]
ANTIKE = Table("antike-2006", 2, "aegean-mini", {}, ("greedy", "random"), limit=0.2, cap=25)
ATTIKA = Table("attika", 2, "flowers", {}, ("greedy", "random"), limit=0.2, cap=25)


class _Bot:
    """Chooses as a test says."""

    name = "bad"

    def __init__(self, choose: Choose) -> None:
        self._choose = choose

    def choose(self, state: State, seat: Seat, legal: Sequence[Action]) -> Action:
        return self._choose(state, seat, legal)  # type: ignore[no-any-return]

    def rank(self, state: State, seat: Seat, legal: Sequence[Action]) -> list[Choice]:
        return []


def _play(monkeypatch: pytest.MonkeyPatch, choose: Choose, table: Table = ANTIKE) -> Outcome:
    """Play a game in which `greedy` chooses in this way."""

    def make_bot(name: str, game: Game, seed: int | None = None) -> Any:
        return _Bot(choose) if name == "greedy" else RandomBot(seed or 0)

    monkeypatch.setattr(match, "make_bot", make_bot)
    return play_game(table, 0)


class _Silent(Exception):
    def __str__(self) -> str:
        raise ZeroDivisionError


class _Odd:
    def __repr__(self) -> str:
        raise _Silent


class _Whole:
    """A whole number of another library."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


class _Slow:
    """Takes its time to be read or written."""

    def __index__(self) -> int:
        time.sleep(5)
        return 0


class _SlowText:
    def __repr__(self) -> str:
        time.sleep(5)
        return "late"


class _SlowError(Exception):
    def __str__(self) -> str:
        time.sleep(5)
        return "late"


class _Fickle:
    """A legal decision when it is asked first, and nonsense later."""

    def __init__(self, value: int) -> None:
        self.values = [value]

    def __index__(self) -> int:
        return self.values.pop() if self.values else 999_999


def _raise(error: BaseException) -> Choose:
    def choose(state: State, seat: Seat, legal: Sequence[Action]) -> Action:
        raise error

    return choose


def _clear(state: State, seat: Seat, legal: list[Action]) -> Action:
    chosen = legal[-1]
    legal.clear()
    return chosen


@pytest.mark.parametrize("table", [ANTIKE, ATTIKA], ids=["antike", "attika"])
@pytest.mark.parametrize(
    ("choose", "why"),
    [
        (lambda state, seat, legal: float(legal[0]), "illegal action "),
        (lambda state, seat, legal: str(legal[0]), "illegal action '"),
        (lambda state, seat, legal: None, "illegal action None"),
        (lambda state, seat, legal: 10**5000, "ValueError: "),  # too long to write
        (lambda state, seat, legal: _Odd(), "_Silent"),
        (lambda state, seat, legal: sys.exit(3), "SystemExit: 3"),
        (_raise(_Silent()), "_Silent"),
        (_raise(GeneratorExit()), "GeneratorExit: "),
        (_clear, "AttributeError: "),
    ],
    ids=["float", "text", "none", "long", "odd", "exit", "silent", "generator", "clear"],
)
def test_whatever_a_bot_does_is_forfeited(
    table: Table, choose: Choose, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    outcome = _play(monkeypatch, choose, table)
    assert outcome.failures
    assert len(outcome.failures) == outcome.clocks[0].decisions
    assert all(failure["why"].startswith(why) and failure["bot"] == "greedy" for failure in outcome.failures)
    assert {type(action) for action in outcome.actions} == {int}
    assert record_of(table, outcome).last() is not None


@pytest.mark.parametrize(
    ("choose", "why"),
    [
        (lambda state, seat, legal: _Slow(), "thought longer than 0.2 s"),
        (lambda state, seat, legal: _SlowText(), "thought longer than 0.2 s"),
        (_raise(_SlowError()), "_SlowError"),
    ],
    ids=["number", "text", "error"],
)
def test_an_answer_that_takes_long_to_read_is_late(choose: Choose, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match, "TELLING", 0.2)
    outcome = _play(monkeypatch, choose, replace(ANTIKE, cap=6))
    assert {failure["why"] for failure in outcome.failures} == {why}
    assert all(clock.longest < 2.0 for clock in outcome.clocks)


def test_an_answer_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    outcome = _play(monkeypatch, lambda state, seat, legal: _Fickle(legal[0]))
    assert outcome.failures == []
    assert record_of(ANTIKE, outcome).last() is not None


def test_what_a_bot_says_is_cut_to_a_plain_line(monkeypatch: pytest.MonkeyPatch) -> None:
    outcome = _play(monkeypatch, _raise(ValueError("\x1b[31mred\n" + "x" * 5000)))
    why = outcome.failures[0]["why"]
    assert why.startswith("ValueError:  [31mred x")
    assert why.isprintable()
    assert len(why) == match.LONGEST + 1
    assert why.endswith("x…")


def test_a_game_that_breaks_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(state: State, bot: Any, limit: float, outcome: Outcome, fallback: Any) -> Any:
        raise KeyError((0, -1))

    monkeypatch.setattr(match, "_decide", broken)
    with pytest.raises(RondelError, match=r"^Game 0 broke, KeyError: \(0, -1\): did a bot change its game or board"):
        play_game(ANTIKE, 0)


def test_an_interruption_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(KeyboardInterrupt):
        _play(monkeypatch, _raise(KeyboardInterrupt()))


def test_a_whole_number_of_another_library_is_a_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    outcome = _play(monkeypatch, lambda state, seat, legal: _Whole(legal[0]))
    assert outcome.failures == []
    assert {type(action) for action in outcome.actions} == {int}


def _stubborn(caught: type[BaseException]) -> Choose:
    def choose(state: State, seat: Seat, legal: Sequence[Action]) -> Action:
        until = time.monotonic() + 0.6
        while time.monotonic() < until:
            try:
                time.sleep(max(0.0, until - time.monotonic()))
            except caught:
                pass
        return legal[0]

    return choose


def test_a_bot_that_catches_every_exception_is_stopped_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table("antike-2006", 2, "aegean-mini", {}, ("greedy", "random"), limit=0.2, cap=2)
    outcome = _play(monkeypatch, _stubborn(Exception), table)
    assert [failure["why"] for failure in outcome.failures] == ["thought longer than 0.2 s"]
    assert outcome.clocks[0].longest < 0.5


def test_a_bot_that_cannot_be_stopped_is_late_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table("antike-2006", 2, "aegean-mini", {}, ("greedy", "random"), limit=0.2, cap=2)
    outcome = _play(monkeypatch, _stubborn(BaseException), table)
    assert [failure["why"] for failure in outcome.failures] == ["thought longer than 0.2 s"]
    assert outcome.clocks[0].longest >= 0.6


def _unless_list(spoil: Callable[[Any, list[Action]], Action]) -> Choose:
    """Play some legal decision, but where the state has its decisions in a list, do something to it."""

    def choose(state: State, seat: Seat, legal: Sequence[Action]) -> Action:
        options = state.legal()
        return spoil(state, options) if isinstance(options, list) else legal[len(legal) // 2]

    return choose


def _spoil_list(state: Any, options: list[Action]) -> Action:
    first = options[0]
    options[:] = [999_999]
    return first


def _spoil_table(state: Any, options: list[Action]) -> Action:
    state.knowhow[0] ^= 1
    return options[0]


def _spoil_badly(state: Any, options: list[Action]) -> Action:
    options.clear()
    raise KeyError("lost")


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (_spoil_list, "changed the position it was given"),
        (_spoil_table, "changed the position it was given"),
        (_spoil_badly, "KeyError: 'lost'"),
    ],
)
def test_a_bot_cannot_change_the_game(
    spoil: Callable[[Any, list[Action]], Action], why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever it does to the state at hand, the decisions are those of a bot that fails in a harmless way."""
    table = Table("antike-2006", 2, "aegean-mini", {}, ("greedy", "random"), cap=80)
    outcome = _play(monkeypatch, _unless_list(spoil), table)
    assert {failure["why"] for failure in outcome.failures} == {why}
    assert record_of(table, outcome).last() is not None
    assert outcome.actions == _play(monkeypatch, _unless_list(lambda state, options: -1), table).actions


def test_a_bot_may_play_on_with_its_state(monkeypatch: pytest.MonkeyPatch) -> None:
    def choose(state: State, seat: Seat, legal: Sequence[Action]) -> Action:
        state.advance(legal[0])
        return legal[0]

    for table in (ANTIKE, ATTIKA):
        assert _play(monkeypatch, choose, table).failures == []


@pytest.mark.parametrize(("error", "told"), [(TypeError("no weights"), "TypeError: no weights"), (SystemExit(), "Sys")])
def test_a_bot_that_cannot_be_made_is_told_before_the_run(
    error: BaseException, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def make_bot(name: str, game: Game, seed: int | None = None) -> Any:
        if name == "random":
            raise error
        return RandomBot(seed or 0)

    monkeypatch.setattr(match, "make_bot", make_bot)
    path = tmp_path / "results.jsonl"
    with pytest.raises(RondelError, match=rf"^The bot random cannot be made: {told}"):
        run(ANTIKE, 1, path, run_here)
    assert not path.exists()
    with pytest.raises(RondelError, match="cannot be made"):  # where games are played without a run
        play_game(ANTIKE, 0)
