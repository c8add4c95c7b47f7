"""Bots choose legal decisions, the same under the same seed, within their budget, and are named by texts."""

from __future__ import annotations

import time
from itertools import count
from random import Random
from typing import Any

import pytest

from rondel.antike import state as phases
from rondel.bots.base import Bot, Budget, Meter
from rondel.bots.deals import DealBot
from rondel.bots.evaluator import PlainEvaluator
from rondel.bots.greedy import GreedyBot
from rondel.bots.knowledge import evaluator_for
from rondel.bots.levels import LEVELS, level_of
from rondel.bots.plan import still
from rondel.bots.random_bot import RandomBot
from rondel.bots.registry import KINDS, make_bot, settings_of
from rondel.bots.search import Node, SearchBot, Tree, _decided
from rondel.errors import RondelError
from rondel.game import CHANCE
from rondel.registry import SETUPS, make
from rondel.simulate import choose
from tests.bots.toy import Toy

FAST = ("random", "greedy", "search:nodes=60", "level:1", "level:2")


def _play(state: Any, bots: list[Bot], decisions: int) -> list[int]:
    """Play on with bots; every choice must be legal."""
    taken: list[int] = []
    while state.legal() and len(taken) < decisions:
        seat = state.to_act
        action = bots[seat].choose(state.redeal(seat, Random(1)), seat, state.legal())
        assert action in state.legal()
        taken.append(action)
        state.advance(action)
    return taken


@pytest.mark.parametrize(("book", "players", "options"), SETUPS, ids=lambda value: str(value))
def test_every_bot_plays_every_set_up(book: str, players: int, options: dict[str, int]) -> None:
    game = make(book, players, "", options)
    bots = [make_bot(FAST[seat % len(FAST)], game, seat) for seat in range(players)]
    assert len(_play(game.new(5), bots, 40)) == 40


@pytest.mark.parametrize("bot", ["random:seed=4", "greedy", "search:nodes=300,seed=2", "level:1", "level:2"])
def test_the_same_seed_plays_the_same(bot: str) -> None:
    game = make("antike-2006", 3)
    games = [_play(game.new(2), [make_bot(bot, game, 7) for _ in range(3)], 60) for _ in range(2)]
    assert games[0] == games[1]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("bot", ["random:seed=4", "greedy", "search:nodes=120,seed=2", "level:1", "level:2"])
def test_the_same_seed_plays_the_same_attika(bot: str, players: int) -> None:
    game = make("attika", players)
    games = [_played(game.new(2), [make_bot(bot, game, 7) for _ in range(players)], 40) for _ in range(2)]
    assert games[0] == games[1]
    assert len(games[0]) == 40


def _played(state: Any, bots: list[Bot], actions: int) -> list[int]:
    """Play on with bots and random events; every choice must be legal."""
    taken: list[int] = []
    rng = Random(3)
    while state.legal() and len(taken) < actions:
        seat = state.to_act
        if seat < 0:
            action = choose(state, rng)
        else:
            action = bots[seat].choose(state.redeal(seat, rng), seat, state.legal())
        assert action in state.legal()
        taken.append(action)
        state.advance(action)
    return taken


@pytest.mark.parametrize("players", [2, 3, 4])
def test_bots_play_attika_to_its_end(players: int) -> None:
    game = make("attika", players)
    state = game.new(players)
    names = ("greedy", "level:1", "level:2", "greedy")
    _played(state, [make_bot(name, game, 1) for name in names[:players]], 3000)
    assert state.end_reason() in ("buildings", "shrines", "both")


@pytest.mark.parametrize("players", [2, 4])
def test_bots_play_from_any_decision_of_attika(players: int) -> None:
    game, rng = make("attika", players), Random(8)
    state = game.new(8)
    bots = [make_bot(name, game, 1) for name in ("greedy", "search:nodes=30", "level:1")]
    seen = set()
    for _ in range(600):
        if not state.legal():
            state = game.new(9)
        if state.to_act >= 0 and (state.view(0)["phase"] not in seen or rng.random() < 0.01):
            seen.add(state.view(0)["phase"])
            for bot in bots:
                known = state.redeal(state.to_act, rng)
                assert bot.choose(known.copy(), state.to_act, known.legal()) in state.legal()
                ranked = bot.rank(known.copy(), state.to_act, known.legal())
                assert ranked
                assert {choice.action for choice in ranked} <= set(state.legal())
        state.advance(choose(state, rng))
    assert len(seen) == 6, "turn, site, drawn, pay, place, rotate"


def test_search_keeps_its_work_budget_in_attika(monkeypatch: pytest.MonkeyPatch) -> None:
    spent: list[Meter] = []

    def metered(budget: Budget) -> Meter:
        spent.append(Meter(budget))
        return spent[-1]

    monkeypatch.setattr("rondel.bots.deals.Meter", metered)
    for players in (2, 3, 4):
        game = make("attika", players)
        state = game.new(1)
        make_bot("search:nodes=1000", game).choose(state.redeal(state.to_act, Random(1)), state.to_act, state.legal())
    assert len(spent) == 3
    # a trial that has begun is carried through: a turn of each seat; a race that is decided ends before
    assert all(100 <= meter.spent < 1600 for meter in spent)


def test_what_is_no_game_is_refused_clearly() -> None:
    nothing: Any = object()
    for name in ("greedy", "search:nodes=10", "level:1", "level:5"):
        with pytest.raises(RondelError, match="is not a game") as caught:
            make_bot(name, nothing)
        assert caught.value.code == "unknown_game"


def test_another_seed_of_random_plays_another_game() -> None:
    game = make("antike-2006", 3)
    one, other = ([RandomBot(seed) for _ in range(3)] for seed in (1, 2))
    assert _play(game.new(2), list(one), 40) != _play(game.new(2), list(other), 40)


def test_bots_play_from_any_decision() -> None:
    # positions in the middle of purchases, groups, answers and losses, as random play leads to them
    game, rng = make("antike-2005", 4), Random(8)
    state = game.new(8)
    bots = [make_bot(name, game, 1) for name in ("greedy", "search:nodes=40", "level:1")]
    seen = set()
    for _ in range(900):
        if not state.legal():
            break
        if state.view(0)["phase"] not in seen or rng.random() < 0.02:
            seen.add(state.view(0)["phase"])
            for bot in bots:
                assert bot.choose(state.copy(), state.to_act, state.legal()) in state.legal()
                assert {choice.action for choice in bot.rank(state.copy(), state.to_act, state.legal())} <= set(
                    state.legal()
                )
        state.advance(choose(state, rng))
    assert len(seen) >= 9


def test_a_ranking_is_sorted_and_gives_reasons() -> None:
    game = make("antike-2006", 4)
    state = game.new(1)
    for name in ("greedy", "search:nodes=1200", "level:2", "random"):
        ranked = make_bot(name, game).rank(state, state.to_act, state.legal())
        values = [choice.value for choice in ranked]
        assert values == sorted(values, reverse=True)
        assert all(0.0 <= value <= 1.0 for value in values)
        assert any(choice.reason for choice in ranked)
        assert len(ranked) > 3


def test_a_hint_in_the_turn_of_another_is_what_the_bot_would_answer() -> None:
    """As with a card that may be taken: what comes after each answer is judged at the same moment."""
    game = make("antike-duellum", 2)
    state: Any = game.new(5)
    rng, seen = Random(5), 0
    bot = make_bot("greedy", game)
    while seen < 6:
        if state.to_act >= 0 and state.to_act != state.turn_of and len(state.legal()) > 1:
            seen += 1
            ranked = bot.rank(state, state.to_act, state.legal())
            chosen = bot.choose(state, state.to_act, state.legal())
            assert ranked[0].value == next(choice.value for choice in ranked if choice.action == chosen)
        action = choose(state, rng) if state.to_act < 0 else bot.choose(state, state.to_act, state.legal())
        state.advance(action)


@pytest.mark.parametrize("name", ["greedy", "search:nodes=300"])
def test_a_hint_within_a_turn_tells_of_more_than_the_plan(name: str) -> None:
    game = make("antike-2006", 4)
    state: Any = game.new(3)
    rng = Random(3)
    bot = make_bot("greedy", game)
    while not (state.phase == phases.MANEUVER and len(state.legal()) > 3):
        action = choose(state, rng) if state.to_act < 0 else bot.choose(state, state.to_act, state.legal())
        state.advance(action)
    assert len(make_bot(name, game).rank(state, state.to_act, state.legal())) > 1


def test_search_ranks_first_what_it_would_play_and_nothing_above_it() -> None:
    game = make("antike-2006", 3)
    state: Any = game.new(2)
    rng = Random(2)
    bot = make_bot("greedy", game)
    checked = 0
    while checked < 8:
        if still(state, state.to_act) and evaluator_for(game).settled(state) and len(state.legal()) > 3:
            ranked = make_bot("search:nodes=300", game).rank(state, state.to_act, state.legal())
            values = [choice.value for choice in ranked]
            assert values == sorted(values, reverse=True)
            if state.phase == phases.RONDEL:
                checked += 1
                played = make_bot("search:nodes=300", game).choose(state, state.to_act, state.legal())
                assert ranked[0].action == played
        state.advance(choose(state, rng) if state.to_act < 0 else bot.choose(state, state.to_act, state.legal()))


def test_the_opening_book_is_marked() -> None:
    game = make("antike-2006", 4)
    state = game.new(1)
    (marked,) = [
        choice.action
        for choice in make_bot("greedy", game).rank(state, state.to_act, state.legal())
        if choice.reason.startswith("opening book")
    ]
    assert marked == make_bot("greedy", game).choose(state, state.to_act, state.legal())


def test_search_keeps_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    # a clock that goes on by a millisecond whenever it is looked at, which is once or more for each line planned
    ticks = count(0, 0.001)
    monkeypatch.setattr(time, "perf_counter", lambda: next(ticks))
    game = make("antike-2006", 4)
    state = game.new(3)
    bot = make_bot("search:time=200ms", game)
    assert isinstance(bot, SearchBot)
    (tree,) = bot._search(state, state.to_act)
    assert tree.root is not None
    assert tree.root.total >= 3
    assert next(ticks) <= 0.2 * 1.1


def test_search_keeps_its_work_budget() -> None:
    meter = Meter(Budget(nodes=5))
    assert not meter.out()
    meter.spent = 5
    assert meter.out()
    assert not Meter(Budget()).out()


def test_search_stops_when_no_other_line_can_come_up() -> None:
    """Eight visits against one with half the budget left may still turn; with a tenth left they cannot."""
    leader, close = Node(0, [], True), Node(0, [], True)
    leader.visits, leader.total = [8, 1, 0], 9
    close.visits, close.total = [5, 4, 0], 9
    assert not _decided(leader, 0.0)
    assert not _decided(leader, 0.5)
    assert _decided(leader, 0.9)
    assert not _decided(close, 0.9)


def test_search_spends_less_where_the_choice_is_clear() -> None:
    game = make("antike-2006", 2)
    state = game.new(3)
    greedy = make_bot("greedy", game)
    spent: list[int] = []
    while len(spent) < 12:
        if len(state.legal()) > 4:
            (tree,) = SearchBot(evaluator_for(game), Budget(nodes=800), seed=1)._search(state, state.to_act)
            spent.append(tree.planner.meter.spent)
        state.advance(greedy.choose(state, state.to_act, state.legal()))
    assert min(spent) < 600
    assert max(spent) > 700


def test_a_planned_turn_is_followed_without_another_search(monkeypatch: pytest.MonkeyPatch) -> None:
    game = make("antike-2006", 4)
    state = game.new(1)
    bot = make_bot("search:nodes=600", game)
    seat, followed = state.to_act, 0
    state = state.apply(bot.choose(state, seat, state.legal()))
    monkeypatch.setattr(SearchBot, "_search", None)  # a search would fail now
    while state.to_act == seat:
        state = state.apply(bot.choose(state, seat, state.legal()))
        followed += 1
    assert followed


def test_a_plan_is_followed_whatever_is_hidden_from_the_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    game = make("attika", 3)
    state, rng = game.new(4), Random(3)
    bots = [make_bot("search:nodes=200", game, seat) for seat in range(3)]
    followed = 0
    while followed < 12 and state.legal():
        seat = state.to_act
        if seat == CHANCE:
            state.advance(choose(state, rng))
            continue
        action = bots[seat].choose(state.redeal(seat, rng), seat, state.legal())
        child = state.apply(action)
        if child.to_act == seat:
            with monkeypatch.context() as without:
                without.setattr(DealBot, "find", None)  # a search would fail now
                again = bots[seat].choose(child.redeal(seat, rng), seat, child.legal())
            assert again in child.legal()
            followed += 1
        state = child
    assert followed == 12


@pytest.mark.parametrize(("book", "players"), [("antike-2006", 2), ("antike-2006", 4), ("antike-duellum", 2)])
def test_a_simulation_looks_on_until_the_seat_has_moved_four_turns_later(
    book: str, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    game: Any = make(book, players)
    state = game.new(seed=2)
    while state.to_act == CHANCE:
        state.advance(choose(state, Random(1)))
    judged: list[Any] = []
    judge = Tree._judge

    def noted(tree: Tree, end: Any) -> list[float]:
        judged.append(end)
        return judge(tree, end)

    monkeypatch.setattr(Tree, "_judge", noted)
    tree = Tree(evaluator_for(game), Meter(Budget(nodes=100_000)), Random(1), state.to_act, 8)
    tree.begin(state)
    tree.simulate()
    assert len(judged) == 1
    # the turn that is planned, three of others (or other nations), and the seat's own again
    passed = game.nations * (judged[0].round - state.round) + (judged[0].turn - state.turn)
    assert passed == 5


def test_levels_are_five_and_explain_themselves() -> None:
    assert list(LEVELS) == [1, 2, 3, 4, 5]
    assert len({level.about for level in LEVELS.values()}) == 5
    assert settings_of("level:4")[1] == {"n": 4, "nodes": 0, "seed": 0}
    game = make("antike-2006", 3)
    for number in LEVELS:
        assert make_bot(f"level:{number}", game).name == f"level:{number}"


def test_a_rulebook_can_have_levels_of_its_own() -> None:
    assert level_of("antike-2006", 4) is LEVELS[4]
    assert level_of("attika", 5) is LEVELS[5]
    own = level_of("attika", 4)
    assert own.nodes > level_of("attika", 3).nodes > 0
    assert own.seconds < 0.2  # a budget of positions takes longer where nothing is compiled
    assert own.about == LEVELS[4].about
    assert level_of("attika", 1).noise > 0.0
    assert isinstance(make_bot("level:2", make("attika", 2)), GreedyBot)
    assert isinstance(make_bot("level:3", make("antike-2006", 2)), SearchBot)


def test_names_are_read_with_their_options() -> None:
    kind, options = settings_of("search:time=500ms,seed=3")
    assert (kind.name, options["time"], options["seed"], options["nodes"]) == ("search", 0.5, 3, 0)
    assert settings_of("search:time=2s")[1]["time"] == 2.0
    assert settings_of("SEARCH:time=0.25")[1]["time"] == 0.25
    assert set(KINDS) == {"random", "greedy", "search", "learned", "level"}


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("clever", "unknown_bot", "random, greedy, search, learned, level"),
        ("", "unknown_bot", "The bots are"),
        ("greedy:time=1s", "bad_option", "it has none"),
        ("search:depth=3", "bad_option", "time, nodes, width, seed"),
        ("search:time=soon", "bad_option", "a time from 0.001 to 600"),
        ("search:time=0", "bad_option", "a time from"),
        ("search:seed=1.5", "bad_option", "a whole number"),
        ("search:nodes=nan", "bad_option", "a whole number"),
        ("level:9", "bad_option", "from 1 to 5"),
    ],
)
def test_wrong_names_say_what_is_there(text: str, code: str, words: str) -> None:
    with pytest.raises(RondelError) as caught:
        settings_of(text)
    assert caught.value.code == code
    assert words in caught.value.message


def test_a_game_nobody_taught_is_searched_to_its_end() -> None:
    toy: Any = Toy(stones=4, wind=0.0)
    assert isinstance(evaluator_for(toy), PlainEvaluator)
    state = toy.new()
    # with four stones only one stone leaves three, from which the other loses whatever it takes
    assert make_bot("search:nodes=400", toy).choose(state, 0, state.legal()) == 1


def test_chance_and_secrets_are_sampled() -> None:
    toy: Any = Toy(stones=5, wind=0.5)
    state = toy.new(3)
    bot = SearchBot(evaluator_for(toy), Budget(nodes=900), seed=5)
    assert bot._hidden(state, 0)
    trees = bot._search(state, 0)
    deals = {tree.root.lines[0].state.secrets for tree in trees if tree.root}  # type: ignore[attr-defined]
    assert len(trees) > 1
    assert len(deals) > 1, "each tree must have its own deal"
    assert bot.choose(state, 0, state.legal()) in state.legal()
    # what the other seat holds must not matter: the same for any secret of the other
    for secret in range(4):
        other = state.copy()
        other.secrets = (state.secrets[0], secret)
        again = SearchBot(evaluator_for(toy), Budget(nodes=900), seed=5)
        assert again.choose(other, 0, other.legal()) in other.legal()


def test_a_windy_pile_ends_with_a_winner() -> None:
    toy: Any = Toy(stones=9, wind=0.3)
    state, rng = toy.new(1), Random(2)
    bots = [make_bot("search:nodes=60", toy, 1), make_bot("greedy", toy, 2)]
    while state.legal():
        if state.to_act < 0:
            action = choose(state, rng)
        else:
            action = bots[state.to_act].choose(state.redeal(state.to_act, rng), state.to_act, state.legal())
        state.advance(action)
    assert sorted(state.returns()) == [-1.0, 1.0]
