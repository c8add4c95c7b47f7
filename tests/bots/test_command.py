"""Programs as players of the arena: a whole match of a foreign one, and what happens to those that fail."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

import pytest

from rondel.arena.match import Table, play_game, try_bots
from rondel.cli.bots import split_bots
from rondel.errors import RondelError

PAGE = Path(__file__).parents[2] / "docs" / "howto" / "engine-in-another-language.md"

#: a player in Python: what it does with the question is filled in
PLAYER = """\
import json, sys, time
for line in sys.stdin:
    asked = json.loads(line)
    if asked["cmd"] == "quit":
        break
    legal = asked["legal"]
    {act}
"""


@pytest.fixture
def player(tmp_path: Path) -> object:
    def write(act: str) -> str:
        path = tmp_path / f"player{len(list(tmp_path.iterdir()))}.py"
        path.write_text(PLAYER.format(act=act), encoding="utf-8")
        return f"cmd:{sys.executable} {path}"

    return write


def _table(*bots: str, limit: float = 30.0, players: int = 2) -> Table:
    game = "antike-duellum" if players == 2 else "antike-2006"
    return Table(game, players, "", {"round-limit": 4}, bots, limit=limit)


def test_a_program_in_node_plays_a_whole_match(tmp_path: Path) -> None:
    (code,) = re.findall(r"```js\n(.*?)```", PAGE.read_text("utf-8"), re.S)
    (tmp_path / "founder.mjs").write_text(code, encoding="utf-8")
    node = shutil.which("node")
    assert node, "the page needs Node.js too"
    table = _table(f"cmd:{node} {tmp_path / 'founder.mjs'}", "random")
    for number in range(2):
        outcome = play_game(table, number)
        assert outcome.failures == []
        assert outcome.end == "round-limit"
        assert min(clock.decisions for clock in outcome.clocks) > 3


def test_the_engine_itself_is_such_a_program() -> None:
    outcome = play_game(_table(f"cmd:{sys.executable} -m rondel engine --bot random", "random"), 1)
    assert outcome.failures == []


def test_a_move_may_be_told_as_text(player) -> None:  # type: ignore[no-untyped-def]
    name = player('print(json.dumps({"move": legal[-1]["move"]}), flush=True)')
    assert play_game(_table(name, "random"), 0).failures == []


@pytest.mark.parametrize(
    ("act", "why"),
    [
        ("time.sleep(60)", "thought longer than 1 s"),
        ("sys.exit(3)", "ended"),
    ],
)
def test_a_program_that_is_late_or_gone_has_lost(player, act: str, why: str) -> None:  # type: ignore[no-untyped-def]
    outcome = play_game(_table("random", player(act), limit=1.0), 0)
    assert (outcome.end, outcome.winner) == ("forfeit", 0)
    (failure,) = outcome.failures
    assert failure["seat"] == 1
    assert why in failure["why"]


def test_among_more_its_seat_goes_on_at_random_and_cannot_win(player) -> None:  # type: ignore[no-untyped-def]
    outcome = play_game(_table("random", "random", player("sys.exit(3)"), players=3), 0)
    assert outcome.end == "round-limit"
    assert len(outcome.failures) == 1
    assert outcome.clocks[2].decisions > 1


@pytest.mark.parametrize(
    "act",
    ['print("nonsense", flush=True)', "print(json.dumps([1]), flush=True)", 'print("{}", flush=True)',
     'print(json.dumps({"action": -5}), flush=True)', 'print(json.dumps({"move": "fly"}), flush=True)'],
)  # fmt: skip
def test_a_wrong_answer_is_reported_and_replaced(player, act: str) -> None:  # type: ignore[no-untyped-def]
    outcome = play_game(_table(player(act), "random"), 0)
    assert outcome.end == "round-limit"
    assert len(outcome.failures) == outcome.clocks[0].decisions


def test_a_program_that_is_not_there_is_told_before_any_game() -> None:
    for name in ("cmd:", "cmd:./no-such-program"):
        with pytest.raises(RondelError):
            try_bots(_table(name, "random"))


def test_commands_stand_among_bots() -> None:
    assert split_bots("level:4, nodes=30 ,cmd:node my engine.mjs,random") == [
        "level:4,nodes=30", "cmd:node my engine.mjs", "random",
    ]  # fmt: skip
