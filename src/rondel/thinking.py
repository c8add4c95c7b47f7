"""Bots for the engine protocol: asked for a decision, with a budget, until told to stop."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final, TypeGuard

from rondel.bots.base import Bot, Budget, TimedBot
from rondel.bots.registry import make_bot
from rondel.errors import RondelError
from rondel.game import CHANCE, TERMINAL, Game, JsonDict, JsonObject, State

#: the longest that a bot may be asked to think, in seconds
LONGEST: Final = 3600.0


def is_int(value: object) -> TypeGuard[int]:
    """Say whether a value is a whole number, not a truth value."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_seconds(value: object) -> TypeGuard[float]:
    """Say whether a value is a time that a bot may be asked to think."""
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= LONGEST


def legal_moves(state: State) -> list[JsonDict]:
    """List the legal actions with their texts, with their prices and probabilities where they have one."""
    game, shares = state.game, dict(state.chance())
    found = []
    for action in state.legal():
        entry: JsonDict = {"action": action, "move": game.action_text(state, action)}
        price = game.price_text(state, action)
        if price:
            entry["price"] = price
        if action in shares:
            entry["probability"] = shares[action]
        found.append(entry)
    return found


class Thinker:
    """Makes bots as they are asked for, and keeps the last one: it may have planned its turn."""

    def __init__(self, halted: Callable[[], bool] | None, bot: str) -> None:
        self._halted = halted
        self._usual = bot
        self._kept: tuple[tuple[object, ...], Game, Bot] | None = None

    def think(self, state: State, request: JsonObject) -> JsonDict:
        """Give the decision of a bot, and with `most` how it ranks so many alternatives."""
        if state.to_act == TERMINAL:
            raise RondelError("over", "The game is over; there is nothing to decide.")
        if state.to_act == CHANCE:
            raise RondelError("not_now", "A random event comes first: `draw` it, or play its outcome.")
        name, seed, most = request.get("bot", self._usual), request.get("seed", 0), request.get("most", 0)
        if not isinstance(name, str) or not is_int(seed) or not is_int(most) or most < 0:
            raise RondelError("bad_request", "`bot` must be a text, `seed` and `most` numbers.")
        bot = self._bot(name, seed, state)
        if isinstance(bot, TimedBot):
            bot.budget = self._budget(request, bot.budget)
        seat = state.to_act
        known = state.redeal(seat, Random(seed))  # a bot sees no more than its seat
        action = bot.choose(known, seat, state.legal())
        found: JsonDict = {"bot": name, "action": action, "move": state.game.action_text(state, action)}
        if most:
            found["ranking"] = [
                {"action": entry.action, "move": state.game.action_text(state, entry.action),
                 "value": round(entry.value, 4), "reason": entry.reason}
                for entry in bot.rank(known, seat, state.legal())[:most]
            ]  # fmt: skip
        return found

    def _bot(self, name: str, seed: int, state: State) -> Bot:
        wanted = (name, seed, state.to_act)
        if self._kept is None or self._kept[0] != wanted or self._kept[1] is not state.game:
            self._kept = wanted, state.game, make_bot(name, state.game, seed)
        return self._kept[2]

    def _budget(self, request: JsonObject, own: Budget) -> Budget:
        """Read `seconds` and `nodes`; without either the bot thinks as its name says."""
        seconds, nodes = request.get("seconds", 0), request.get("nodes", 0)
        if not is_seconds(seconds) or not is_int(nodes) or nodes < 0:
            raise RondelError("bad_request", f"`seconds` is a number from 0 to {LONGEST:g}, `nodes` a whole number.")
        if not seconds and not nodes:
            return Budget(own.seconds, own.nodes, self._halted)
        return Budget(float(seconds), nodes, self._halted)
