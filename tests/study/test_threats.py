"""Threats: the same position with somebody else's turn, and what they would do."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from rondel.cli.main import main
from rondel.errors import RondelError
from rondel.game import CHANCE, State, draw, widened
from rondel.position import from_position, to_position
from rondel.record import dumps, start_record
from rondel.registry import SETUPS, family_of, make
from rondel.study.lines import best_lines
from rondel.study.threats import threats
from rondel.study.weigh import Scales
from tests.contract.test_defaults import Race

#: keys of a moment in which something of the turn is done already
BEGUN = {
    "mode", "left", "acted", "voids", "due", "used", "placed", "pending", "tally", "saved", "learned", "levied",
    "heard", "barred",
}  # fmt: skip


def turned(state: State, seat: int) -> State:
    family = family_of(state.game)
    assert family is not None
    assert family.turned is not None
    return family.turned(state, seat)


@pytest.mark.parametrize(("book", "players", "options"), SETUPS)
def test_somebody_else_begins_a_turn_in_the_same_position(book: str, players: int, options: dict[str, int]) -> None:
    rng = Random(f"{book} {players} {options}")
    game, same, others = make(book, players, options=options), 0, 0
    state = game.new(3)
    for number in range(300):
        if not state.legal():
            state = game.new(number)
        position = to_position(state)
        if position["phase"] in ("rondel", "turn") and not BEGUN & set(position):
            assert turned(state, state.turn_of).key() == state.key(), position
            same += 1
        if position.get("round", 1) and state.turn_of >= 0 and not rng.randrange(4):
            seat = rng.randrange(players)
            there = turned(state, seat)
            there.check()
            assert there.turn_of == seat
            others += 1
        state = state.apply(draw(state, rng) if state.to_act == CHANCE else rng.choice(list(state.legal())))
    assert same >= 2
    assert others >= 20


def test_a_drawn_building_goes_to_the_player_board() -> None:
    state = make("attika", 2).new(1)
    for move in ("draw basic", "reveal Capital"):
        for action in state.game.parse(state, move):
            state = state.apply(action)
    city = to_position(state)["turn"]
    there = to_position(turned(state, 1 - state.turn_of))
    assert there["cities"][city]["stored"]["Capital"] == 1
    assert there["phase"] == "turn"
    assert there["turn"] != city


def test_a_win_that_somebody_has_is_a_threat() -> None:
    position = to_position(make("antike-2006", 4).new(1))
    nations = position["nations"]
    for name in ("Greeks", "Persians"):
        nations[name].update(marble=9, iron=9, gold=30, coins=9)
    position |= {"bank": None, "turn": "Phoenicians"}
    state = from_position({key: value for key, value in position.items() if value is not None})
    found = best_lines(state, Scales(state.game, "search:nodes=40", most=2), threats=True)
    assert [threat["who"] for threat in found["threats"]] == ["Greeks", "Arabs", "Persians"]
    values = {threat["who"]: threat["value"] for threat in found["threats"]}
    assert values["Greeks"] > values["Arabs"]
    assert all(threat["moves"] and threat["reason"] for threat in found["threats"])


def test_threats_end_when_time_is_up() -> None:
    state = make("antike-2006", 6).new(1)
    found = best_lines(state, Scales(state.game, "search:nodes=40", most=4), halted=lambda: True, threats=True)
    assert len(found["threats"]) < 5


def test_before_nations_are_chosen_nobody_threatens() -> None:
    state = make("antike-2006", 3, options={"choose": 1}).new(1)
    assert list(threats(state, Scales(state.game, "search:nodes=5"))) == []


def test_a_game_that_cannot_say_how_a_turn_begins_has_no_threats() -> None:
    game = widened(Race(2))
    with pytest.raises(RondelError, match="how a turn begins in race"):
        next(threats(game.new(), Scales(game, "search:nodes=5")))


def test_the_command_tells_threats(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, page = tmp_path / "my.game", tmp_path / "lines.html"
    path.write_text(dumps(start_record(make("attika", 2).new(1))))
    command = ["analyse", str(path), "--bot", "search:nodes=10", "--trials", "2", "--threats", "--html", str(page)]
    assert main(command) == 0
    told = capsys.readouterr().out
    assert "If it were their turn:" in told
    assert "Athens" in told.split("If it were")[1]
    assert "<h2>If it were their turn</h2><h3>Athens</h3>" in page.read_text()
