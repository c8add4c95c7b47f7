"""The types of the contract: a type checker finds what a game does not have; `Any` is rare and gets rarer."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
#: lines of the source that name `Any`; lower it when there are fewer, never raise it
MOST = 80

WRONG = """
from rondel import make
from rondel.antike.engine import AntikeGame
from rondel.game import Game, S, State

game = make("antike-2006", players=3)
state = game.new()
state.no_such_method()  # E: attr-defined
game.no_such_method()  # E: attr-defined
state.view("first")  # E: arg-type
game.action_text(state, "done")  # E: arg-type
text: str = state.apply(0)  # E: assignment


def own(game: AntikeGame) -> int:
    return game.new().round  # a game of its own type gives states of their own


def first(game: Game[S]) -> S:
    return game.new()


def told(state: State) -> str:
    return state.game.who(state) + state.game.clause(state, 0)
"""


@pytest.mark.untraced
def test_a_wrong_method_is_found_by_the_type_checker(tmp_path: Path) -> None:
    path = tmp_path / "wrong.py"
    path.write_text(WRONG, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "--no-error-summary",
               f"--cache-dir={ROOT / '.mypy_cache'}", str(path)]  # fmt: skip
    done = subprocess.run(
        command, cwd=tmp_path, env={"MYPYPATH": str(ROOT / "src")}, capture_output=True, text=True, check=False
    )
    found = {(int(line), code) for line, code in re.findall(r"wrong\.py:(\d+): error: .*\[(.+)\]", done.stdout)}
    wanted = {
        (number, line.rpartition("# E: ")[2])
        for number, line in enumerate(WRONG.splitlines(), 1)
        if "# E: " in line
    }  # fmt: skip
    assert found == wanted, done.stdout


def test_any_is_rare() -> None:
    lines = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in sorted((ROOT / "src").rglob("*.py"))
        for line in path.read_text(encoding="utf-8").splitlines()
        if re.search(r"\bAny\b", line)
    ]
    assert len(lines) <= MOST, "\n".join(lines)


@pytest.mark.parametrize("probe", ["hasattr", "getattr"])
def test_what_a_game_offers_is_declared_not_probed(probe: str) -> None:
    """Nobody asks a game, a state or a bot by name for what it may have."""
    for path in sorted((ROOT / "src").rglob("*.py")):
        for line in path.read_text(encoding="utf-8").splitlines():
            found = re.search(rf"\b{probe}\(([\w.]+), *[\"']", line)
            assert not found or found[1].split(".")[-1] not in ("game", "state", "bot", "option", "evaluator"), (
                f"{path.name}: {line.strip()}"
            )
