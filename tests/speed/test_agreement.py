"""The compiled build does what the source does: random games, the perft tables, the finished games, the search."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tools import vector_check
from tools.agree import compare, run
from tools.fast import ROOT, SOURCE, compiled_copy


@pytest.fixture(scope="session")
def compiled() -> Path:
    return compiled_copy(optimise="0")


def test_random_decisions_agree(compiled: Path) -> None:
    wanted = ("--decisions=20000", "--seed=1")
    assert compare(run(SOURCE, *wanted), run(compiled, *wanted)) == []


@pytest.mark.parametrize(
    "selection",
    [
        ("tests/perft/test_tables.py", "-k", "counts_what_the_table_says"),
        ("tests/golden", "-k", "finished_game or seeded_game or refusals"),
        ("tests/bots/test_puzzles.py",),
        ("tests/adapters/test_vector.py", "-k", "not agree and not memory"),
        ("tests/contract/test_copies.py", "tests/adapters/test_gymnasium.py", "-k", "copy or copies or states"),
    ],
    ids=["perft", "golden", "puzzles", "batches", "copies"],
)
def test_the_compiled_build_passes(compiled: Path, selection: tuple[str, ...]) -> None:
    env = {name: value for name, value in os.environ.items() if not name.startswith(("COV", "PYTEST"))}
    env |= {"RONDEL_BUILD": "compiled", "PYTHONPATH": str(compiled)}
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *selection]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:]
    assert "passed" in done.stdout


def test_batched_environments_agree(compiled: Path, tmp_path: Path) -> None:
    """Each build compares them with its plain environments; the digests compare the builds."""
    plain = vector_check.run(SOURCE, "pure", tmp_path / "pure", 120, 2)
    fast = vector_check.run(compiled, "compiled", tmp_path / "compiled", 120, 2)
    assert len(plain) == len(vector_check.cases()) == 39
    assert plain == fast
    assert vector_check.run(compiled, "compiled", tmp_path / "compiled", 120, 2) == fast  # nothing is played twice


def test_nets_judge_alike(compiled: Path) -> None:
    """What a net says is added up in another order when compiled, so it may differ in the last digits."""
    command = [sys.executable, "-m", "tests.speed.judgements"]
    told: list[dict[str, list[list[float]]]] = []
    for folder in (SOURCE, compiled):
        env = {**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{ROOT}"}
        done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=True)
        told.append(json.loads(done.stdout))
    assert told[0].keys() == told[1].keys()
    for name, rows in told[0].items():
        assert len(rows) > 100
        for plain, fast in zip(rows, told[1][name], strict=True):
            assert fast == pytest.approx(plain, abs=1e-9), name


def test_the_tests_refuse_a_build_they_are_not_for(compiled: Path) -> None:
    env = {name: value for name, value in os.environ.items() if not name.startswith(("COV", "PYTEST"))}
    command = [sys.executable, "-m", "pytest", "tests/test_layers.py"]
    done = subprocess.run(
        command, cwd=ROOT, env=env | {"PYTHONPATH": str(compiled)}, capture_output=True, text=True, check=False
    )
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert "make slow" in done.stderr


def test_the_command_names_its_build(compiled: Path) -> None:
    command = [sys.executable, "-m", "rondel", "--version"]
    for folder, name in ((SOURCE, "pure"), (compiled, "compiled")):
        env = {**os.environ, "PYTHONPATH": str(folder)}
        done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=True)
        assert done.stdout.rstrip().endswith(f"{name} build")
