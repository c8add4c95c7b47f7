"""The bot `learned`: its judgement is the hand-made one and what the net adds, for every rulebook."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from tools.learn.fit import Shape, judged

from rondel.attika.engine import AttikaGame
from rondel.bots import learned
from rondel.bots.attika.evaluator import AttikaEvaluator
from rondel.bots.attika.weights import foretelling
from rondel.bots.knowledge import evaluator_for
from rondel.bots.learned import learned_for, learner_of
from rondel.bots.net import Net, shipped
from rondel.bots.registry import KINDS, make_bot
from rondel.cli.main import main
from rondel.errors import RondelError
from rondel.game import Game
from rondel.registry import BOOKS, make
from rondel.simulate import choose
from tests.bots.nets import SECOND, WIDTH, made_up, put
from tests.bots.toy import Toy

TABLES: list[tuple[str, int, dict[str, int]]] = [
    ("antike-2006", 2, {}), ("antike-2006", 5, {}), ("antike-2005", 3, {}), ("antike-2", 4, {}),
    ("antike-2", 2, {"two-players": 1}), ("antike-duellum", 2, {}), ("attika", 2, {}), ("attika", 4, {}),
]  # fmt: skip


def _walk(game: Game, seed: int, steps: int) -> list[Any]:
    """Give positions of a random game, after its set-up."""
    found: list[Any] = []
    state, rng = game.new(seed), Random(seed)
    while state.legal() and len(found) < steps:
        if state.to_act >= 0 and 0 not in getattr(state, "seating", ()):
            found.append(state.copy())
        state.advance(choose(state, rng))
    return found


def _taught(game: Game) -> Any:
    learner = learner_of(game)
    learner.net = Net(*made_up(game), learner.sides)
    return learner


@pytest.mark.parametrize(("book", "players", "options"), TABLES)
def test_scores_are_the_hand_made_ones_and_what_the_net_adds(book: str, players: int, options: dict[str, int]) -> None:
    game = make(book, players, "", options)
    learner: Any = _taught(game)
    # in Attika turns are planned by one set of weights, and the net corrects the one that predicts best
    corrected: Any = (
        AttikaEvaluator(game, foretelling(players)) if isinstance(game, AttikaGame) else evaluator_for(game)
    )
    by_hand = evaluator_for(game)
    parts = Shape(len(learner.names), WIDTH, SECOND).split(np.array(learner.net.numbers()))
    for state in _walk(game, 4, 250):
        rows = np.array([learner.rows(state)])
        assert rows.shape[2] == len(learner.names)
        added = judged(np, parts, rows)[0][0]
        base = learner.hand_made(state)
        assert base == pytest.approx(corrected.scores(state))
        assert learner.scores(state) == pytest.approx(list(base + added), abs=1e-9)
        assert sum(learner.chances(state)) == pytest.approx(1.0)
        assert learner.values(state) == (by_hand.values(state) if learner.deals else learner.chances(state))


@pytest.mark.parametrize(("book", "players", "options"), TABLES)
def test_without_a_net_nothing_is_added(book: str, players: int, options: dict[str, int]) -> None:
    game = make(book, players, "", options)
    learner, by_hand = learner_of(game), evaluator_for(game)
    for state in _walk(game, 6, 60):
        assert learner.values(state) == by_hand.values(state)
        assert learner.chances(state) == by_hand.chances(state)


@pytest.mark.parametrize("book", BOOKS)
def test_it_plays_every_rulebook_with_a_net(book: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RONDEL_NETS", str(tmp_path))
    game = make(book, BOOKS[book].default_players)
    put(tmp_path, game)
    bot = make_bot("learned:nodes=40,generation=2", game, 1)
    for state in _walk(game, 2, 60)[::20]:
        assert bot.choose(state, state.to_act, state.legal()) in state.legal()
        assert bot.rank(state, state.to_act, state.legal())


@pytest.fixture
def no_nets(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let no rulebook have a net; what is known of games is forgotten before and after."""
    monkeypatch.setattr(learned, "load_nets", lambda *_: [])
    learned._by_generation.cache_clear()
    learned._nets.cache_clear()
    yield
    learned._by_generation.cache_clear()
    learned._nets.cache_clear()


@pytest.mark.usefixtures("no_nets")
def test_a_rulebook_without_a_net_is_played_as_search_does() -> None:
    game = make("antike-duellum", 2)
    assert learned_for(game) is evaluator_for(game)
    state = _walk(game, 3, 30)[-1]
    picks = {
        make_bot(f"{name}:nodes=60", game, 5).choose(state, state.to_act, state.legal())
        for name in ("search", "learned")
    }
    assert len(picks) == 1


def test_games_that_nobody_taught_are_played_too() -> None:
    game: Any = Toy()
    state = game.new(1)
    assert make_bot("learned:nodes=20", game).choose(state, state.to_act, state.legal()) in state.legal()
    with pytest.raises(RondelError, match="no inputs for a net for toy"):
        learner_of(game)


def test_the_list_of_bots_says_where_there_is_no_net(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bots", "learned"]) == 0
    out = capsys.readouterr().out
    for book in BOOKS:
        assert (f"{book} on " in out) == (book in learned.tables())
    monkeypatch.setattr(learned, "tables", dict)
    assert learned.about().endswith("there is none yet, it plays as search")
    monkeypatch.setattr(learned, "tables", lambda: {"chess": ["east with 2 or 4 players"]})
    assert learned.about().endswith("(chess on east with 2 or 4 players); elsewhere it plays as search")
    assert "generation" in [setting.name for setting in KINDS["learned"].settings]


def test_nets_in_the_package_are_small_and_say_where_they_come_from() -> None:
    folder = Path(learned.__file__).parent / "data" / "learned"
    paths = sorted(folder.glob("*.json"))
    assert sum(path.stat().st_size for path in paths) < 2_000_000
    for path in paths:
        head = json.loads(path.read_text(encoding="utf-8"))
        assert head["game"] == path.name.split(".")[0]
        assert head["games"] > 0
        assert head["from"]
        assert head["measured"]
        for table in head["tables"]:
            game = make(head["game"], table["players"], table["board"], table["options"])
            assert isinstance(learned_for(game), type(learner_of(game)))


@pytest.mark.parametrize("book", BOOKS)
def test_no_table_has_two_nets(book: str) -> None:
    tables = [table for path in shipped(book) for table in json.loads(path.read_text(encoding="utf-8"))["tables"]]
    assert all(tables.count(table) == 1 for table in tables)


def test_each_table_is_judged_by_the_net_that_was_measured_for_it() -> None:
    for players, board, generation in ((4, "east", 9), (4, "west", 10), (3, "east", 10)):
        judge = learned_for(make("antike-2006", players, board))
        assert judge.net.head["generation"] == generation  # type: ignore[attr-defined]
    assert learned_for(make("attika", 4)) is evaluator_for(make("attika", 4))


def test_a_net_serves_the_tables_it_was_measured_for() -> None:
    game = make("antike-2006", 4, "west", {})
    table = {"players": 4, "board": "west", "options": {}}
    assert learned.fits({}, game)
    assert learned.fits({"tables": [table]}, game)
    for other in ({"players": 3}, {"board": "east"}, {"options": {"two-players": 1}}):
        assert not learned.fits({"tables": [table | other]}, game)
