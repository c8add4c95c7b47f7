"""Openings: the first turns of games as steps between nodes, and what many games have in common."""

from __future__ import annotations

import itertools
from random import Random

from rondel.compact import from_line
from rondel.game import CHANCE, Game, News, draw
from rondel.record import Record, start_record
from rondel.registry import find_book, make
from rondel.study.openings import (
    PLAN,
    TURNS,
    Index,
    opening_of,
    outline,
    plan_of,
    pool_of,
    position_of,
    starts_of,
    told,
)


def record(game: Game, *moves: str, seed: int = 1) -> Record:
    """Give a record of some moves."""
    found = start_record(game.new(seed))
    state = found.first()
    for move in moves:
        for action in game.parse(state, move):
            found.actions.append(action)
            state = state.apply(action)
    return found


def played(game: Game, decisions: int, seed: int = 1) -> Record:
    """Give a record of random decisions."""
    found, rng = start_record(game.new(seed)), Random(seed)
    state = found.first()
    while len(found.actions) < decisions and state.legal():
        found.actions.append(draw(state, rng) if state.to_act == CHANCE else rng.choice(list(state.legal())))
        state = state.apply(found.actions[-1])
    return found


def test_a_game_goes_from_position_to_position_and_each_side_by_its_plan() -> None:
    game = make("antike-2006", 3)
    game_record = record(game, "rondel marble", "rondel iron", "rondel gold", "rondel iron")
    found = opening_of(game_record.first(), game_record.actions)
    assert found is not None
    pool = pool_of(game)
    assert pool is not None
    assert found.pool == pool
    ways = {(step.node, step.after): step.turn.text for step in found.steps}
    states = list(game_record.states())
    marks = [position_of(state) for state in states]
    assert ways[starts_of(pool), marks[0]] == "Arabs, Greeks, Persians"
    assert [ways[before, after] for before, after in itertools.pairwise(marks)] == [
        "rondel marble", "rondel iron", "rondel gold", "rondel iron",
    ]  # fmt: skip
    plan = [step for step in found.steps if step.node == plan_of(pool, "Arabs")]
    assert [(step.turn.text, step.step) for step in plan] == [("marble", 0)]
    assert next(found.nodes[mark].line for mark in marks if mark in found.nodes).startswith("antike-2006 east 3")


def test_games_meet_again_by_another_order_of_turns() -> None:
    game = make("antike-2006", 2)
    one = record(game, "rondel arming", "arm legion Alexandria 1 iron", "arm legion Tyros 1 coin")
    two = record(game, "rondel arming", "arm legion Tyros 1 iron", "arm legion Alexandria 1 coin")
    assert one.actions != two.actions
    index = Index()
    for found in (one, two):
        opening = opening_of(found.first(), found.actions)
        assert opening is not None
        index.add(opening, ("search", "greedy"), (0,))
    rows = index.from_here(position_of(one.first()))
    assert [(tally.games, tally.won) for _, _, tally in rows] == [(1, 1.0), (1, 1.0)]
    assert len({after for _, after, _ in rows}) == 1, "both orders lead to the same position"
    pool = pool_of(game)
    assert pool is not None
    (plan,) = index.from_here(plan_of(pool, game.sides(one.first())[0]))
    assert plan[0].text == "Phoenicians arming"
    assert (plan[2].games, plan[2].by) == (2, {"search": 2})


def test_only_the_first_turns_are_kept_in_every_rulebook() -> None:
    for book, players in (("antike-2005", 4), ("antike-2", 3), ("antike-duellum", 2), ("attika", 2)):
        found_record = played(make(book, players), 800)
        found = opening_of(found_record.first(), found_record.actions)
        assert found is not None
        by_position = [step for step in found.steps if found.nodes[step.node].kind == "position"]
        assert len(by_position) == (0 if book == "attika" else TURNS), book
        plans = [step for step in found.steps if found.nodes[step.node].kind == "plan"]
        assert len(plans) == PLAN * players, book
        assert not found.here, "the game has left its first turns"
        assert all(step.after in found.nodes for step in found.steps)
        # where nothing follows, somebody who looks there is told that no game is followed any further
        ways_on = {step.node for step in found.steps}
        ends = {mark for mark, node in found.nodes.items() if node.last}
        assert ends == set(found.nodes) - ways_on, book
        assert len(ends) == players + (book != "attika"), book


def test_where_a_game_stands_is_known_while_it_is_among_its_first_turns() -> None:
    game = make("antike-2006", 3)
    pool = pool_of(game)
    assert pool is not None
    fresh = opening_of(game.new(1), ())
    assert fresh is not None
    assert position_of(game.new(1)) in fresh.here
    assert plan_of(pool, "Greeks") in fresh.here
    begun = record(game, "rondel marble", "rondel arming")
    inside = opening_of(begun.first(), begun.actions)
    assert inside is not None
    second = list(begun.states())[1]
    assert position_of(second) in inside.here, "the position in which the turn under way began"
    assert position_of(begun.first()) not in inside.here
    assert plan_of(pool, "Greeks") in inside.here
    assert plan_of(pool, "Arabs") not in inside.here, "they have had their first turn"


def test_a_shared_win_is_shared_and_boards_of_ones_own_are_left_out() -> None:
    game = make("antike-2006", 2)
    found_record = record(game, "rondel marble")
    opening = opening_of(found_record.first(), found_record.actions)
    assert opening is not None
    index = Index()
    index.add(opening, ("a", "b"), (0, 1))
    index.add(opening, ("a", "b"), ())
    ((_, _, tally),) = index.from_here(position_of(found_record.first()))
    assert (tally.games, tally.won, tally.wins) == (2, 0.5, {0: 0.5, 1: 0.5})
    own = dict(find_book("antike-2006").edition(game)["board"])  # type: ignore[misc]
    assert pool_of(make("antike-2006", 2, own)) is None or isinstance(game.board_entry(), str)


def test_an_outline_has_no_places_and_no_payments() -> None:
    news: list[News] = [
        {"kind": "built", "city": "Athens", "building": "Well", "place": "1,2", "hill": 2},
        {"kind": "built", "city": "Athens", "building": "Mill", "place": "3,2"},
        {"kind": "card", "terrain": "hill"},
    ]
    kinds = {"built": ("city", "building")}
    assert told(outline(news, "Athens", kinds)) == "built Mill, built Well"
    assert told(outline(news, "Sparta", kinds)) == "built Athens Mill, built Athens Well"
    assert told(outline(news[2:], "Athens", kinds)) == "nothing"
    wedge: News = {"kind": "wedge", "wedge": "arming", "nation": "Greeks", "steps": 3}
    assert told(outline([wedge], "Greeks", {"wedge": ("nation", "wedge")})) == "arming"


def test_in_a_game_of_another_package_all_news_tell_a_plan() -> None:
    for kind in ("moved", "card"):  # Attika has a kind of that name, which is its own affair
        assert told(outline([{"kind": kind, "text": "e4", "who": "White"}], "White", {})) == f"{kind} e4 White"


def test_games_meet_whichever_seat_began() -> None:
    orders = {}
    for seed in range(12):
        record_ = record(make("antike-2006", 3), "rondel marble", "rondel iron", seed=seed)
        opening = opening_of(record_.first(), record_.actions)
        assert opening is not None
        orders[seed] = opening.steps[0].turn.text
        index = Index()
        index.add(opening, ["a", "b", "c"], [record_.first().turn_of])
        ((turn, after, tally),) = index.from_here(position_of(record_.first()))
        assert (turn.seat, tally.won, tally.wins) == (0, 1.0, {0: 1.0})
        assert tally.by == {"abc"[record_.first().turn_of]: 1}
        line = index.nodes[after].line
        assert from_line(line).game.seats == 3, "the line is a position as any other"
        assert line.split("|")[1].split()[0] == orders[seed].split(",")[0]
    assert len(set(orders.values())) <= 2, "two ways round the table"
