"""The example of masked PPO learns what can be checked in a few hundred decisions."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "ppo.py"


@pytest.fixture(scope="module")
def ppo() -> ModuleType:
    spec = importlib.util.spec_from_file_location("ppo", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_few_hundred_steps_train_and_write_a_curve(ppo: Any, tmp_path: Path) -> None:
    out = tmp_path / "curve.csv"
    curve = ppo.main(["--iterations=3", "--games=4", "--steps=40", "--report=0", f"--out={out}"])
    assert [decisions for decisions, _, _ in curve] == [160, 320, 480]
    assert out.read_text("utf-8").splitlines()[0] == "decisions,games,share won"
    assert curve == ppo.main(["--iterations=3", "--games=4", "--steps=40", "--report=0"])


def test_the_net_comes_to_prefer_what_pays(ppo: Any) -> None:
    """Three legal actions of five, the second always pays: PPO must find it."""
    rng = np.random.default_rng(0)
    net = ppo.Net(4, 5, rng, hidden=8)
    seen = np.ones((50, 4), np.float32)
    rows, actions, starts = np.repeat(np.arange(50), 3), np.tile([0, 2, 4], 50), np.arange(50) * 3
    for _ in range(60):
        chances = net.chances(net.hidden(seen), rows, actions, starts)
        assert np.allclose(np.add.reduceat(chances, starts), 1)
        picks = starts + (chances.reshape(50, 3).cumsum(axis=1) < rng.random((50, 1))).sum(axis=1).clip(max=2)
        gain = np.where(actions[picks] == 2, 1.0, -0.5)
        net.learn(seen, (rows, actions, starts), picks, chances[picks], gain, gain, 0.02)
    chances = net.chances(net.hidden(seen), rows, actions, starts)
    assert chances[1] > 0.9
    assert net.value(net.hidden(seen))[0] == pytest.approx(1.0, abs=0.3)
