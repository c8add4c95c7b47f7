"""learned: looks ahead as search does, and judges by a net that was trained on its own games."""

from __future__ import annotations

import json
from functools import cache, lru_cache

from rondel.bots.base import Bot, Budget
from rondel.bots.deals import AHEAD, TRUST, DealBot
from rondel.bots.evaluator import Evaluator, Learner
from rondel.bots.knowledge import evaluator_for
from rondel.bots.net import Net, load_nets, shipped
from rondel.bots.search import SearchBot
from rondel.errors import RondelError
from rondel.game import Game, JsonObject
from rondel.registry import BOOKS, ByGame, family_of


@lru_cache(maxsize=32)
def _by_generation(generation: int) -> ByGame[Learner | None]:
    """Give what makes the learners of a generation; they are cached for the games used most recently."""
    return ByGame(lambda game: _trained(game, generation))


def learned_for(game: Game, generation: int = 0) -> Evaluator:
    """Give an evaluator with a net; where no net fits the game, the hand-made evaluator."""
    return _by_generation(generation)(game) or evaluator_for(game)


def _trained(game: Game, generation: int) -> Learner | None:
    learner, net = untaught(game), net_for(game, generation)
    if learner is None or net is None:
        return None
    learner.net = net
    return learner


@lru_cache(maxsize=32)
def _nets(generation: int) -> ByGame[Net | None]:
    """Give what finds the nets of a generation; they are cached for the games used most recently."""
    return ByGame(lambda game: _find(game, generation))


def net_for(game: Game, generation: int = 0) -> Net | None:
    """Give the net that serves a game, if there is one."""
    return _nets(generation)(game)


def _find(game: Game, generation: int) -> Net | None:
    learner = untaught(game)
    if learner is None:
        return None
    nets = load_nets(game.id, generation, learner.names, learner.sides)
    return next((net for net in nets if fits(net.head, game)), None)


def fits(head: JsonObject, game: Game) -> bool:
    """Say whether a net was measured for a table like this: players, board and options; one in training serves all."""
    header = game.header(game.new(0))
    table = {"players": game.seats, "board": header.get("board", ""), "options": header.get("options", {})}
    return "tables" not in head or table in head["tables"]


def untaught(game: Game) -> Learner | None:
    """Give an evaluator that can take a net; None for games without inputs for one."""
    family = family_of(game)
    return family.learner(game) if family and family.learner else None


def learner_of(game: Game, generation: int = 0) -> Learner:
    """Give an evaluator that can take a net, to ask for its inputs; refuse a game without one."""
    learner = _by_generation(generation)(game) if generation else untaught(game)
    if learner is None:
        raise RondelError("unknown_game", f"There are no inputs for a net for {game.id}.")
    return learner


def make_learned(game: Game, budget: Budget, seed: int, width: int, generation: int, name: str) -> Bot:
    """Make a bot that looks ahead with the judgement of a net, as far ahead as its file says."""
    evaluator = learned_for(game, generation)
    if not evaluator.deals:
        return SearchBot(evaluator, budget, seed, width, name)
    net = net_for(game, generation)
    head = net.head if net else {}
    return DealBot(evaluator, budget, seed, width, name, head.get("ahead", AHEAD), head.get("trust", TRUST))


@cache
def tables() -> dict[str, list[str]]:
    """Say for which numbers of players, boards and options the package has nets, by rulebook."""
    found: dict[str, list[str]] = {}
    for book in BOOKS:
        boards: dict[str, set[int]] = {}
        for path in shipped(book):
            for table in json.loads(path.read_text(encoding="utf-8"))["tables"]:
                boards.setdefault(" ".join([table["board"], *table["options"]]), set()).add(table["players"])
        if boards:
            found[book] = [f"{where} with {_any_of(players)} players" for where, players in boards.items()]
    return found


def _any_of(numbers: set[int]) -> str:
    *others, last = map(str, sorted(numbers))
    return f"{', '.join(others)} or {last}" if others else last


def about() -> str:
    """Say what the bot does, and where it has something to add to search."""
    told = "looks ahead as search does, and judges by a net trained on its own games where there is one"
    there = "; ".join(f"{book} on {', '.join(places)}" for book, places in tables().items())
    return (
        f"{told} ({there}); elsewhere it plays as search" if there else f"{told}; there is none yet, it plays as search"
    )
