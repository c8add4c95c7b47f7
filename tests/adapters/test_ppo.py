"""The example of masked PPO learns what can be checked in a few hundred decisions."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from tools.curve import draw
from tools.curve import read as curve_of

EXAMPLE = Path(__file__).parents[2] / "examples" / "ppo.py"


@pytest.fixture(scope="module")
def ppo() -> ModuleType:
    spec = importlib.util.spec_from_file_location("ppo", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_few_hundred_steps_train_and_write_a_curve(
    ppo: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(ppo, "STEPS", 40)
    out = tmp_path / "curve.csv"
    settings = ["--decisions=480", "--games=4", "--every=2", "--test=2"]
    curve = ppo.main([*settings, f"--out={out}"])
    assert [(seed, decisions) for seed, decisions, _ in curve] == [(0, 0), (0, 320), (0, 480)]
    assert out.read_text("utf-8").splitlines()[0] == "seed,decisions,share won"
    assert curve == ppo.main(settings)
    read = curve_of([out])
    assert read == {"0": [(decisions, share) for _, decisions, share in curve]}
    assert draw(read, 0.8).count("<polyline") == 1
    assert capsys.readouterr().out.count("\n") == 2 * len(curve)


def test_the_net_comes_to_prefer_what_pays(ppo: Any) -> None:
    """Three legal actions of five, the second always pays: PPO must find it."""
    rng = np.random.default_rng(0)
    parts = np.array([[0, 5], [1, 5], [2, 5], [3, 6], [4, 6]])
    net = ppo.Net(4, parts, rng)
    seen = np.ones((50, 4), np.float32)
    lists = np.repeat(np.arange(50), 3), np.tile([0, 2, 4], 50), np.arange(50) * 3
    for _ in range(60):
        picks, old = net.draw(seen, lists, rng)
        assert np.array_equal(picks // 3, np.arange(50))
        gain = np.where(lists[1][picks] == 2, 1.0, -0.5)
        net.learn(seen, lists, picks, old, gain, gain, 0.02)
    chances = np.exp(net.logs(np.tanh(net.layer("see", seen)), *lists))
    assert np.allclose(np.add.reduceat(chances, lists[2]), 1)
    assert chances[1] > 0.9
    assert net.value(seen)[0] == pytest.approx(1.0, abs=0.3)


def test_the_slopes_are_those_of_the_loss(ppo: Any) -> None:
    """Compare the slopes that Adam gets with small changes of each weight."""
    rng = np.random.default_rng(1)
    net = ppo.Net(3, np.array([[0, 2], [1, 2], [1, 3]]), rng)
    net.weights = {name: rng.normal(size=value.shape) for name, value in net.weights.items()}
    seen = rng.normal(size=(4, 3))
    lists = np.array([0, 0, 1, 1, 2, 2, 2, 3, 3]), np.array([0, 1, 0, 2, 0, 1, 2, 1, 2]), np.array([0, 2, 4, 7])
    picks, gain, aim = np.array([0, 3, 5, 8]), np.array([1.0, -0.5, 0.3, 2.0]), rng.normal(size=4)
    old = net.logs(np.tanh(net.layer("see", seen)), *lists)[picks] + 0.05

    def loss() -> float:
        logs = net.logs(np.tanh(net.layer("see", seen)), *lists)
        ratio, spread = np.exp(logs[picks] - old), np.add.reduceat(np.exp(logs) * logs, lists[2])
        clipped = np.minimum(ratio * gain, np.clip(ratio, 1 - ppo.CLIP, 1 + ppo.CLIP) * gain)
        return float((-clipped + ppo.ENTROPY * spread + 0.5 * (net.value(seen) - aim) ** 2).mean())

    found: dict[str, Any] = {}
    net._adam = lambda slopes, rate: found.update(slopes)
    net.learn(seen, lists, picks, old, gain, aim, 0.0)
    for name, weight in net.weights.items():
        for place in np.ndindex(weight.shape):
            kept = weight[place]
            weight[place] = kept + 1e-4
            more = loss()
            weight[place] = kept - 1e-4
            assert found[name][place] == pytest.approx((more - loss()) / 2e-4, abs=1e-4), name
            weight[place] = kept
