"""The trainer: the test between nets, targets, the fit, and a training that goes on where it stopped."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tools.learn import __main__ as command
from tools.learn import rounds
from tools.learn.fit import Arrays, Fit, Group, Shape, fit, fresh, gradient, loss_of
from tools.learn.ladder import ladder_svg, ladder_text, read_ladder
from tools.learn.match import standing
from tools.learn.rounds import Plan, Training
from tools.learn.samples import LOOKED, START, WITHIN, Samples, joined, read_note, read_shard, targets, write_shard
from tools.learn.selfplay import Task, play
from tools.learn.sprt import Test as Sequential
from tools.learn.work import Clock, spread

from rondel.arena.match import Table
from rondel.bots.net import FOLDER, read_net

SHAPE = Shape(6, 5, 4)


# ---- the test between two nets ----


def test_the_sequential_test_has_the_values_of_the_books() -> None:
    test = Sequential(0.5, 0.05)
    assert test.bounds == pytest.approx((-2.9444, 2.9444), abs=1e-4)  # log(0.05 / 0.95)
    assert test.ratio(10, 10) == pytest.approx(10 * np.log(1.1))
    assert test.ratio(0, 10) == pytest.approx(10 * np.log(0.9))
    assert test.verdict(560, 1000) == 1
    assert test.verdict(500, 1000) == -1
    assert test.verdict(526, 1000) == 0
    assert test.verdict(560, 1000, least=1001) == 0


def test_the_sequential_test_errs_as_seldom_as_it_says() -> None:
    rng, test = np.random.default_rng(5), Sequential(0.25, 0.05)

    def taken(chance: float) -> int:
        wins = games = 0
        while not test.verdict(wins, games):
            games += 1
            wins += rng.random() < chance
        return test.verdict(wins, games)

    assert sum(taken(0.25) > 0 for _ in range(300)) < 0.09 * 300
    assert sum(taken(0.30) < 0 for _ in range(300)) < 0.09 * 300


def test_a_match_counts_set_ups_that_all_seats_had() -> None:
    table = Table("antike-2006", 3, "", {}, ("new", "old", "old"))
    rows: dict[int, dict[str, Any]] = {
        number: {"number": number, "winner": winner} for number, winner in enumerate((0, 1, 1, 0, 0, -1, 0))
    }
    assert standing(table, rows, None, 0).games == 6
    assert standing(table, rows, None, 0).wins == 3  # games 0, 1 and 3: the first bot moves on by one seat a game
    assert standing(table, rows, Sequential(0.1, 0.8, 0.4, 0.4), 0).verdict == 1


# ---- samples and targets ----


def _samples(count: int, seed: int = 1, game: int = 7) -> Samples:
    rng = np.random.default_rng(seed)
    value = rng.uniform(0.1, 0.9, count).astype(np.float32)
    return Samples(
        rng.normal(size=(count, 2, SHAPE.inputs)).astype(np.float16),
        rng.normal(size=(count, 2)).astype(np.float32),
        np.stack([value, 1 - value], 1),
        np.tile(np.array([1.0, 0.0], np.float32), (count, 1)),
        np.full(count, START, np.uint8),
        np.arange(count, dtype=np.int32),
        np.full(count, game, np.int64),
    )


def test_samples_come_back_from_disk_as_they_were(tmp_path: Path) -> None:
    samples, note = joined([_samples(5), _samples(3, 2, 8)]), {"game": "antike-2006", "games": 2}
    write_shard(tmp_path / "one.npz", samples, note)
    again = read_shard(tmp_path / "one.npz")
    assert read_note(tmp_path / "one.npz") == note
    assert [path.name for path in tmp_path.iterdir()] == ["one.npz"]
    for name in ("rows", "base", "value", "result", "kind", "turn", "game"):
        before, after = getattr(samples, name), getattr(again, name)
        assert before.dtype == after.dtype
        assert np.array_equal(before, after)


def test_targets_mix_the_result_and_what_searches_thought_later() -> None:
    samples = _samples(3)
    samples.value[:] = [[0.6, 0.4], [0.5, 0.5], [0.2, 0.8]]
    assert np.allclose(targets(samples, 1.0, 0.5), samples.result)
    last = 0.5 * 1.0 + 0.5 * 0.2
    middle = 0.5 * last + 0.5 * 0.5
    first = 0.5 * middle + 0.5 * 0.6
    assert np.allclose(targets(samples, 0.0, 0.5)[:, 0], [first, middle, last])
    assert np.allclose(targets(samples, 0.25, 0.5)[:, 0], 0.25 + 0.75 * np.array([first, middle, last]))
    samples.kind[1:] = WITHIN, LOOKED
    samples.turn[:] = 0
    found = targets(samples, 0.0, 0.5)[:, 0]
    assert np.allclose(found, [0.5 * 1.0 + 0.5 * 0.6, 0.5 * 1.0 + 0.5 * 0.6, 0.2])


def test_games_do_not_mix_in_targets() -> None:
    lost = _samples(2, 3, game=9)
    lost.result[:] = [[0.0, 1.0]]
    both = targets(joined([_samples(2), lost]), 0.5, 0.9)
    assert np.allclose(both[:2], targets(_samples(2), 0.5, 0.9))
    assert np.allclose(both[2:], targets(lost, 0.5, 0.9))


# ---- the fit ----


def _group(count: int, sides: int, seats: int, seed: int) -> Group:
    """Give positions whose winner follows from two inputs, but not as a weighted sum."""
    rng = np.random.default_rng(seed)
    rows = rng.normal(size=(count, sides, SHAPE.inputs)).astype(np.float32)
    worth = 3.0 * np.abs(rows[:, :, 0]) - 2.0 * rows[:, :, 1]
    target = np.zeros((count, seats), np.float32)
    target[np.arange(count), worth.argmax(1) % seats] = 1.0
    return Group(rows, np.zeros((count, sides), np.float32), target, np.ones(count, np.float32))


@pytest.mark.parametrize(("sides", "seats"), [(2, 2), (4, 2), (5, 5)])
def test_the_gradient_is_that_of_the_loss(sides: int, seats: int) -> None:
    arrays, group = Arrays(), _group(9, sides, seats, 1)
    group.weight = np.linspace(0.5, 2.0, 9)
    rng = np.random.default_rng(2)
    flat = fresh(SHAPE, 3).astype(np.float64) + rng.normal(0, 0.1, len(fresh(SHAPE, 3)))
    found = gradient(np, SHAPE.split(flat), group.rows, group.base, group.target, group.weight)
    slope = np.concatenate([part.ravel() for part in found])
    for place in rng.choice(len(flat), 60, replace=False):
        step = np.zeros(len(flat))
        step[place] = 1e-5
        up, down = (loss_of(arrays, SHAPE, flat + sign * step, [group]) for sign in (1, -1))
        assert slope[place] == pytest.approx((up - down) / 2e-5, abs=2e-3)


def test_a_fresh_net_adds_nothing_and_a_fit_foretells_better(capsys: pytest.CaptureFixture[str]) -> None:
    train = [_group(3000, 2, 2, 1), _group(1500, 4, 4, 2)]
    kept = [_group(800, 2, 2, 3), _group(400, 4, 4, 4)]
    start = fresh(SHAPE, 1)
    arrays = Arrays()
    assert loss_of(arrays, SHAPE, start, kept) == pytest.approx(loss_of(arrays, SHAPE, start, kept, 0.0))
    how = Fit(epochs=8, batch=128, rate=2e-2, fade=0.0)
    better = fit(SHAPE, start, train, kept, how, print)
    assert loss_of(arrays, SHAPE, better, kept) < 0.6 * loss_of(arrays, SHAPE, start, kept)
    assert len(how.curve) == 8
    assert "epoch 8" in capsys.readouterr().out


def test_pytorch_fits_as_numpy_does() -> None:
    pytest.importorskip("torch")
    train, kept = [_group(600, 3, 3, 1)], [_group(200, 3, 3, 2)]
    by_numpy, by_torch = (
        fit(SHAPE, fresh(SHAPE, 1), train, kept, Fit(epochs=2, batch=128, device=device), lambda text: None)
        for device in ("numpy", "cpu")
    )
    assert np.allclose(by_numpy, by_torch, atol=2e-3)


# ---- work, and whole trainings ----


def _square(number: int) -> int:
    return number * number


@pytest.mark.parametrize("workers", [1, 2])
def test_work_is_done_until_the_time_is_over(workers: int) -> None:
    assert sorted(spread(_square, range(5), workers, "", lambda: False)) == [0, 1, 4, 9, 16]
    assert list(spread(_square, range(5), workers, "", lambda: True)) == []
    assert not Clock(0.0).over()
    assert Clock(1e-9).over()


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Give a folder; games there are short of thought, and shards small."""
    monkeypatch.setenv(FOLDER, "")
    monkeypatch.setattr(rounds, "SHARD", 2)
    monkeypatch.setattr(rounds, "KEPT", 2)
    return tmp_path / "run"


PLAN = Plan("attika", (2,), nodes=1, games=3, width=4, second=3, epochs=1, least=2, most=2, ladder=2, against="greedy")


def test_a_game_gives_positions_of_all_kinds(quick: Path) -> None:
    Training(quick, PLAN)
    samples = play(Task("attika", 2, 1, 5, 400)).samples
    assert samples is not None
    assert set(samples.kind) == {START, WITHIN, LOOKED}
    assert np.allclose(samples.value.sum(1), 1.0)
    assert np.array_equal(samples.result, np.tile(samples.result[0], (len(samples), 1)))
    assert samples.rows.shape == (len(samples), 2, len(Training(quick, None).learner.names))
    again = play(Task("attika", 2, 1, 5, 400)).samples
    assert again is not None
    assert np.array_equal(samples.rows, again.rows)


def test_a_training_goes_on_where_it_stopped(quick: Path, capsys: pytest.CaptureFixture[str]) -> None:
    training = Training(quick, PLAN)
    assert training.play(Clock(0.0), 1.0) == 3
    assert sum(read_note(path)["games"] for path in quick.glob("samples/*.npz")) == 3
    again = Training(quick, None)  # stopped after the games, before the fit
    assert again.plan == PLAN
    again.round(0.0)
    assert [path.name for path in sorted(quick.glob("nets/*"))] == ["attika-1.json", "attika-2.json"]
    assert again.played(1) == 3  # none was played again
    row = read_ladder(quick / "ladder.jsonl")[0]
    assert row["generation"] == 2
    assert row["test"][0][1] == 2
    assert row["ladder"][0][2] == 2
    head = read_net((quick / "nets" / "attika-2.json").read_text(encoding="utf-8"), 2).head
    assert head["games"] == 3
    assert json.loads((quick / "state.json").read_text(encoding="utf-8"))["candidate"] == 0
    assert "2 against 1" in capsys.readouterr().out


def test_a_net_that_is_tested_goes_on_being_tested(quick: Path) -> None:
    plan = Plan("attika", (2,), nodes=1, games=2, width=4, second=3, epochs=1, least=4, most=4)
    training = Training(quick, plan)
    training.play(Clock(0.0), 1.0)
    training.fit()
    assert training.test(Clock(1e-9), 1.0)[0].games == 0  # no time left
    assert not training.decide(training.test(Clock(1e-9), 1.0))
    again = Training(quick, None)
    assert again.state["candidate"] == 2
    again.round(0.0)
    assert again.state["candidate"] == 0
    assert again.played(1) == 2


def test_the_command_trains_tells_and_ships(
    quick: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = str(quick)
    with pytest.raises(SystemExit, match="no training to go on with"):
        command.main(["run", folder, "--game", "attika", "--resume"])
    with pytest.raises(SystemExit, match="say which --game"):
        command.main(["run", folder])
    sizes = ["--nodes", "1", "--games", "2", "--width", "4", "--second", "3", "--epochs", "1", "--most", "0"]
    command.main(["run", folder, "--game", "attika", *sizes, "--accept", "always", "--minutes", "0", "--players", "2"])
    with pytest.raises(SystemExit, match="holds a training of attika"):
        command.main(["run", folder, "--game", "antike-2006"])
    command.main(["ladder", folder, "--svg", str(quick / "ladder.svg")])
    assert "| 2 | 2 |" in capsys.readouterr().out
    monkeypatch.setattr(command, "SHIPPED", quick / "shipped")
    command.main(["ship", folder, "--measured", "not at all"])
    assert json.loads((quick / "shipped" / "attika.json").read_text(encoding="utf-8"))["measured"] == "not at all"
    shipped = json.loads((quick / "shipped" / "attika.json").read_text(encoding="utf-8"))
    assert shipped["tables"] == [{"players": 2, "board": "flowers", "options": {}}]


def test_the_ladder_is_written_and_drawn() -> None:
    rows = [
        {"generation": 2, "games": 9, "samples": 70, "losses": [0.6, 0.5], "by hand": 0.7, "test": [[6, 10, 0]],
         "ladder": [[2, 5, 10], [4, 3, 10]], "against": "search:nodes=300"},
        {"generation": 3, "games": 9, "samples": 90, "losses": [0.4], "by hand": 0.7, "test": [],
         "ladder": [[2, 8, 10]], "against": "search:nodes=300"},
    ]  # fmt: skip
    assert "| 2 | 9 | 70 | 0.5000, 0.7000 | 6 of 10, 60 % (31 to 83) | 2 players 5 of 10" in ladder_text(rows)
    drawn = ladder_svg(rows, "duellum")
    assert drawn.count("<circle") == 3
    assert "wins against search:nodes=300" in drawn


# ---- several boards, and a start with another net ----


def test_a_training_plays_on_every_board_that_has_places_for_its_players(tmp_path: Path) -> None:
    plan = Plan("antike-2006", (2, 6), "east,aegean-mini")
    assert plan.tables() == [("east", 2), ("east", 6), ("aegean-mini", 2)]
    training = Training(tmp_path, plan)
    tasks = training._tasks(1, 0)
    assert [(task.board, task.players) for task, _ in zip(tasks, range(4), strict=False)] == [
        *plan.tables(),
        plan.tables()[0],
    ]
    assert training.table(2, "new", "old").board == "east"


def test_a_training_can_begin_with_the_net_of_another_rulebook(tmp_path: Path) -> None:
    other = Path(command.SHIPPED) / "antike-2006.json"
    training = Training(tmp_path, Plan("antike-2005", (2,)), start=other)
    begun = read_net((tmp_path / "nets" / "antike-2005-1.json").read_text(encoding="utf-8"), 2)
    shipped = read_net(other.read_text(encoding="utf-8"), 2)
    width = begun.width

    def row(net: Any, name: str) -> list[float]:
        place = net.head["inputs"].index(name)
        return list(net.numbers()[place * width : (place + 1) * width])

    shared = set(begun.head["inputs"]) & set(shipped.head["inputs"])
    assert len(shared) > 90
    assert all(row(begun, name) == row(shipped, name) for name in shared)
    assert all(not any(row(begun, name)) for name in set(begun.head["inputs"]) - shared)
    assert begun.numbers()[begun.inputs * width :] == shipped.numbers()[shipped.inputs * width :]
    assert begun.head["from"] == "the net of antike-2006"
    with pytest.raises(SystemExit, match="units"):
        Training(tmp_path / "narrow", Plan("antike-2005", (2,), width=8), start=other)
    assert training.plan.first_board == ""


def test_a_training_that_begins_with_its_own_rulebooks_net_counts_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    old = Path(command.SHIPPED) / "antike-duellum.json"
    training = Training(tmp_path, Plan("antike-duellum", (2,), "greece-persia"), start=old)
    head = read_net(old.read_text(encoding="utf-8"), 2).head
    assert training.state["earlier"] == {"generation": head["generation"], "games": head["games"]}
    monkeypatch.setattr(command, "SHIPPED", tmp_path)
    command.main(["ship", str(tmp_path), "--name", "again", "--measured", "not at all"])
    shipped = json.loads((tmp_path / "antike-duellum.again.json").read_text(encoding="utf-8"))
    assert shipped["generation"] == head["generation"]
    assert f"generation {head['generation']}" in capsys.readouterr().out
