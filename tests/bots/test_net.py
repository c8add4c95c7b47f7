"""The forward pass of a net, its file, and what of both is refused."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from tools.learn.fit import Shape, judged

from rondel.bots import net as module
from rondel.bots.net import FORMAT, Net, load_nets, pack_net, parameter_counts, read_net, shipped
from rondel.errors import RondelError

INPUTS, WIDTH, SECOND = 7, 5, 3
HEAD = {"inputs": [f"input-{place}" for place in range(INPUTS)], "width": WIDTH, "second": SECOND, "version": "made-up"}


def _numbers(seed: int = 1) -> list[float]:
    rng = Random(seed)
    return [rng.uniform(-1, 1) for _ in range(sum(parameter_counts(INPUTS, WIDTH, SECOND)))]


def _rows(sides: int, seed: int) -> list[list[float]]:
    rng = Random(seed)
    return [[rng.choice((0.0, rng.uniform(-2, 2))) for _ in range(INPUTS)] for _ in range(sides)]


@pytest.fixture(params=["as it is", "as it is compiled"])
def made(request: pytest.FixtureRequest) -> Any:
    """Give the class of nets in the form that runs, and in the one that is compiled."""
    if request.param == "as it is":
        return Net
    path = Path(module.__file__)
    text = path.read_text(encoding="utf-8").replace("isinstance(floats, FunctionType)", "False")
    found: dict[str, Any] = {"__name__": "rondel.bots.net"}
    exec(compile(text, str(path), "exec"), found)
    return found["Net"]


@pytest.mark.parametrize("sides", [1, 2, 3, 6])
def test_a_net_judges_as_the_trainer_does(made: Any, sides: int) -> None:
    numbers = _numbers()
    parts = Shape(INPUTS, WIDTH, SECOND).split(np.array(numbers))
    net = made(HEAD, numbers, sides)
    for seed in range(20):
        rows = _rows(sides, seed)
        wanted = judged(np, parts, np.array([rows]))[0][0]
        assert net.scores([net.units(net.sums(row)) for row in rows]) == pytest.approx(list(wanted), abs=1e-12)


def test_an_input_that_changed_is_added_to_the_sums(made: Any) -> None:
    net = made(HEAD, _numbers(), 2)
    row = _rows(1, 3)[0]
    sums = net.sums(row)
    net.add(sums, 4, 0.75)
    row[4] += 0.75
    assert list(sums) == pytest.approx(list(net.sums(row)))


def test_a_net_is_written_and_read_as_float32() -> None:
    numbers = _numbers()
    net = read_net(pack_net(HEAD, numbers), 3)
    assert net.numbers() == [float(np.float32(number)) for number in numbers]
    assert net.head == HEAD
    assert pack_net(net.head, net.numbers()) == pack_net(HEAD, numbers)


def _changed(**changes: object) -> str:
    return json.dumps(json.loads(pack_net(HEAD, _numbers())) | changes)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("no json", "not the file of a net"),
        ("[]", "not the file of a net"),
        ("{}", "not the file of a net"),
        (_changed(weights="AAA"), "not the file of a net"),
        (_changed(weights="AAAAAA=="), "has 91 weights, not 1"),
        (_changed(**{"rondel-net": FORMAT + 1}), f"is of version {FORMAT + 1}"),
        (_changed(width="5"), "is of version"),
        (_changed(width=6), "has 108 weights, not"),
    ],
)
def test_what_is_no_net_is_refused(text: str, why: str) -> None:
    with pytest.raises(RondelError, match=why):
        read_net(text, 2)


def test_nets_of_a_training_are_found_by_generation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RONDEL_NETS", str(tmp_path))
    (tmp_path / "chess-3.json").write_text(pack_net(HEAD, _numbers()), encoding="utf-8")
    inputs = [f"input-{place}" for place in range(INPUTS)]
    (found,) = load_nets("chess", 3, inputs, 2)
    assert found.width == WIDTH
    assert load_nets("chess", 0, inputs, 2) == []
    with pytest.raises(RondelError, match=r"no chess-4\.json in the folder"):
        load_nets("chess", 4, inputs, 2)
    with pytest.raises(RondelError, match=r"other inputs than this program has \(made-up\)"):
        load_nets("chess", 3, inputs[1:], 2)


def test_a_rulebook_can_have_several_nets_and_none_is_taken_for_another_rulebook() -> None:
    assert [path.name for path in shipped("antike-2")] == ["antike-2.json"]
    assert [path.name for path in shipped("antike-2006")] == ["antike-2006.east.json", "antike-2006.json"]
    assert shipped("antike") == []
