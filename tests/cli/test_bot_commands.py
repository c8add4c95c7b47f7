"""The commands about computer players."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from rondel.arena.match import Clock, Outcome
from rondel.bots.base import Choice
from rondel.cli import bots
from rondel.cli.bots import split_bots
from rondel.cli.main import main
from rondel.errors import RondelError
from rondel.game import CHANCE, Action, Game, Seat, State
from rondel.record import loads, moves_of


def _run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(arguments)
    caught = capsys.readouterr()
    return code, caught.out, caught.err


@pytest.fixture
def game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    path = tmp_path / "my.game"
    path.write_text(_run(capsys, "new", "antike-2006", "--seed", "1")[1], encoding="utf-8")
    return path


def test_bots_are_listed_and_explained(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = _run(capsys, "bots")
    assert code == 0
    assert all(f"\n{name}: " in f"\n{out}" for name in ("random", "greedy", "search", "level"))
    data = json.loads(_run(capsys, "bots", "search", "--json")[1])
    assert [option["name"] for option in data[0]["options"]] == ["time", "nodes", "width", "seed"]
    code, _, err = _run(capsys, "bots", "deep-thought")
    assert code == 2
    assert "The bots are: random, greedy, search, learned, level." in err


@pytest.mark.untraced
def test_a_hint_ranks_and_explains(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = _run(capsys, "hint", str(game), "--most", "3")
    lines = out.splitlines()
    assert code == 0
    assert lines[0].endswith("move on the rondel")
    assert lines[1] == "Your chance to win, as greedy sees it, and the reason for each decision:"
    assert len(lines) == 5
    data = json.loads(_run(capsys, "hint", str(game), "--bot", "search:nodes=300", "--json")[1])
    values = [row["value"] for row in data["ranking"]]
    assert values == sorted(values, reverse=True)
    assert data["ranking"][0]["move"].startswith("rondel ")


class _Spy:
    """A bot that notes what it is shown."""

    name = "spy"

    def __init__(self) -> None:
        self.shown: list[Any] = []

    def choose(self, state: State, seat: Seat, legal: Sequence[Action]) -> Action:
        return legal[0]

    def rank(self, state: State, seat: Seat, legal: Sequence[Action]) -> list[Choice]:
        self.shown.append(state)
        return [Choice(legal[0], 0.5)]


def test_a_hint_does_not_look_at_hidden_cards(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, spy = tmp_path / "hidden.game", _Spy()

    def make_bot(name: str, game: Game, seed: int | None = None) -> _Spy:
        return spy

    monkeypatch.setattr(bots, "make_bot", make_bot)
    for seed in range(4):
        path.write_text(_run(capsys, "new", "attika", "--players", "3", "--seed", str(seed))[1], encoding="utf-8")
        assert _run(capsys, "hint", str(path)) == _run(capsys, "hint", str(path))
        state = loads(path.read_text(encoding="utf-8")).last()
        first, second = spy.shown[-2:]
        assert first.key() == second.key()  # the same record, the same hint
        assert first.view(state.to_act) == state.view(state.to_act)
        assert first.view(CHANCE) != state.view(CHANCE)


def test_a_finished_game_needs_no_hint(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, record, _ = _run(capsys, "new", "antike-2006", "-o", "round-limit=1", "--nations", "3")
    path = tmp_path / "over.game"
    path.write_text(record, encoding="utf-8")
    for _ in range(3):
        assert _run(capsys, "play", str(path), "rondel iron", "--save")[0] == 0
    code, _, err = _run(capsys, "hint", str(path))
    assert code == 2
    assert "The game is over" in err


def test_chance_is_drawn_before_a_bot_answers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "duel.game"
    path.write_text(_run(capsys, "new", "antike-duellum", "--seed", "4", "--no-draw")[1], encoding="utf-8")
    code, _, err = _run(capsys, "hint", str(path))
    assert code == 2
    assert "A random event comes first" in err
    code, out, _ = _run(capsys, "play", str(path), "rondel gold", "--against", "greedy")
    assert code == 0
    record = loads(out)
    deciders = [state.to_act for state in record.states()]
    # three cards, the typed move, the bot's decisions, and the typist again
    assert deciders[:3] == [CHANCE] * 3
    assert deciders[-1] == deciders[3]
    assert set(deciders[4:-1]) <= {1 - deciders[3], CHANCE}


def test_a_new_game_is_drawn_up_to_the_first_decision(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "duel.game"
    path.write_text(_run(capsys, "new", "antike-duellum", "--seed", "4")[1], encoding="utf-8")
    assert loads(path.read_text(encoding="utf-8")).last().to_act >= 0
    assert _run(capsys, "hint", str(path))[0] == 0
    for more in ((), ("--against", "greedy")):
        code, _, err = _run(capsys, "play", str(path), "--save", *more)
        assert code == 2
        assert "nothing to draw" in err


def test_play_without_a_move_draws_what_is_due(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "duel.game"
    path.write_text(_run(capsys, "new", "antike-duellum", "--seed", "4", "--no-draw")[1], encoding="utf-8")
    assert loads(path.read_text(encoding="utf-8")).last().to_act == CHANCE
    assert _run(capsys, "play", str(path), "--save")[0] == 0
    assert loads(path.read_text(encoding="utf-8")).last().to_act >= 0


def test_replies_are_told_and_hands_stay_hidden(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "hidden.game"
    path.write_text(_run(capsys, "new", "attika", "--players", "2")[1], encoding="utf-8")
    seat = loads(path.read_text(encoding="utf-8")).last().to_act
    code, out, _ = _run(capsys, "play", str(path), "cards", "--save", "--against", "level:1")
    assert code == 0
    record = loads(path.read_text(encoding="utf-8"))
    decided = [text for text, state in moves_of(record) if state.to_act == 1 - seat]
    assert decided
    assert all(f": {text}\n" in out for text in decided)
    assert record.game.show(record.last(), seat) in out
    assert record.game.show(record.last(), 1 - seat) not in out


def test_bots_answer_until_the_seat_is_on_turn_again(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = _run(capsys, "play", str(game), "rondel marble", "--against", "level:2")
    assert code == 0
    record = loads(out)
    last = record.last()
    assert last.to_act == record.first().to_act
    assert last.view(0)["round"] == 2


@pytest.mark.untraced
def test_the_arena_prints_and_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "run"
    arguments = ("arena", "antike-2006", "--players", "2", "--seats", "greedy,random", "--games", "2", "-o",
                 "round-limit=3", "--out", str(folder))  # fmt: skip
    code, out, _ = _run(capsys, *arguments)
    assert code == 0
    assert "round-limit 2" in out
    assert "failures: 0" in out
    assert sorted(path.name for path in folder.iterdir()) == ["plot.svg", "records", "results.jsonl"]
    for path in (folder / "records").iterdir():
        assert loads(path.read_text("utf-8")).last().end_reason() == "round-limit"
    data = json.loads(_run(capsys, *arguments, "--json")[1])
    assert [score["bot"] for score in data["bots"]] == ["greedy", "random"]
    assert data["games"] == 2


def test_seats_must_fit_the_players(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = _run(capsys, "arena", "antike-2006", "--seats", "greedy,random")
    assert code == 2
    assert "2 bots for 4 players" in err


def test_lists_of_bots_keep_their_options() -> None:
    assert split_bots("search:time=1s,seed=3,greedy, random") == ["search:time=1s,seed=3", "greedy", "random"]
    assert split_bots("level:2,level:3") == ["level:2", "level:3"]
    with pytest.raises(RondelError):
        split_bots("greedy,seed=3")


def test_ratings_are_printed_and_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "results.jsonl"
    head = {"arena": 1}
    rows = [Outcome(n, 0, ["a", "b"], 0, "", 1, [], [0, 0], [Clock(), Clock()]).as_json() for n in range(5)]
    path.write_text("\n".join(json.dumps(row) for row in [head, *rows]) + "\n", encoding="utf-8")
    picture = tmp_path / "ladder.svg"
    code, out, _ = _run(capsys, "rating", str(tmp_path), "--svg", str(picture))
    assert code == 0
    assert out.startswith("rating ± 2 sigma")
    assert [line.split()[3] for line in out.splitlines()[1:]] == ["a", "b"]
    assert picture.read_text("utf-8").startswith("<svg")
    assert json.loads(_run(capsys, "rating", str(path), "--json")[1])[0]["wins"] == 5
    path.write_text(json.dumps(head) + "\n", encoding="utf-8")
    code, _, err = _run(capsys, "rating", str(path))
    assert code == 2
    assert "no won game" in err
