"""Gymnasium: you at one seat, named bots at the others. Needs the extra `gymnasium`.

Importing the module registers the rulebooks: `gymnasium.make("rondel/antike-2006-v1", nations=3, bots="greedy")`.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import InvalidAction, ResetNeeded
from numpy.typing import NDArray

from rondel.adapters import common
from rondel.adapters.common import MAX_DECISIONS, Observation
from rondel.adapters.spaces import observation_space
from rondel.bots.base import Bot, RememberingBot
from rondel.bots.registry import make_bot
from rondel.bots.seats import Opponent, opponent, opponents
from rondel.features import encoder_for
from rondel.game import CHANCE, TERMINAL, Game, JsonDict, Seat, State, draw
from rondel.registry import books


class RondelEnv(gymnasium.Env[Observation, np.int64]):
    """A game against bots, seen from one seat.

    Args:
        book: the id of a rulebook, such as `antike-2006`.
        nations: how many play; the rulebook's usual number if None.
        board: a board of the rulebook; its own if empty or None.
        bots: the opponents, as one for all or one for each in seat order: texts (`random`, `greedy`, `level:3`,
            `package.module:Name`), or objects that make a bot from a game and a seed, such as a class.
        seat: your seat; None draws one for each game.
        render_mode: "ansi", "rgb_array" or "svg".
        max_decisions: decisions of all players after which the game is truncated.
        flat: one vector instead of three tables.
        illegal_reward: None raises InvalidAction on an illegal action; a number ends the game with that reward.
        version: 0 takes the engine's numbers of actions, which depend on options; since 1 they do not.
        options: the options of the rulebook with underscores: `round_limit=40`, `longer_game=True`.
    """

    metadata: JsonDict = {"render_modes": list(common.RENDER_MODES), "render_fps": 1}  # noqa: RUF012  # Gymnasium's

    def __init__(
        self,
        book: str,
        nations: int | None = None,
        board: str | None = "",
        bots: Opponent | Sequence[Opponent] = "greedy",
        seat: Seat | None = 0,
        render_mode: str | None = None,
        max_decisions: int = MAX_DECISIONS,
        flat: bool = False,
        illegal_reward: float | None = None,
        version: int = common.VERSION,
        **options: object,
    ) -> None:
        self.game: Game = common.game_of(book, nations, board, options)
        self.numbering = common.numbering_for(self.game, version)
        self._actions = common.count_of(self.game, self.numbering)
        self.render_mode = common.checked_mode(render_mode)
        self.max_decisions = common.checked_cap(max_decisions)
        self.flat = flat
        self.illegal_reward = common.checked_reward(illegal_reward)
        self.encoder = encoder_for(self.game)
        self.observation_space = observation_space(self.encoder, flat, self._actions)
        self.action_space = spaces.Discrete(self._actions)
        self._others = opponents(bots, self.game.seats - 1)
        if seat is not None and not (common.is_whole(seat) and 0 <= seat < self.game.seats):
            raise ValueError(f"seat is a number from 0 to {self.game.seats - 1} or None, not {seat!r}.")
        self._wanted = None if seat is None else int(seat)
        self.seat: Seat = self._wanted or 0
        self.position: State | None = None
        for given in self._others:
            opponent(given, self.game, 0)  # refuse an unknown bot now, not in the first game

    def reset(self, *, seed: int | None = None, options: JsonDict | None = None) -> tuple[Observation, JsonDict]:
        """Begin a game and play until you must decide or the game is over."""
        super().reset(seed=seed)
        root = int(self.np_random.integers(2**31))
        self._rng = Random(root)
        self.seat = int(self.np_random.integers(self.game.seats)) if self._wanted is None else self._wanted
        others = [seat for seat in range(self.game.seats) if seat != self.seat]
        self._bots: dict[Seat, Bot] = {
            seat: opponent(given, self.game, root + seat) for seat, given in zip(others, self._others, strict=True)
        }
        self.position = self.game.new(root)
        self.decisions = 0
        self._closed = False  # by an illegal action or by the cap
        self._play_others(self.position, capped=False)  # a game begins with a decision of yours, whatever the cap
        return self._observation(self.position), self._info(self.position)

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, JsonDict]:
        """Play your action, then bots and random events until you must decide again."""
        state = self.position
        if state is None or state.to_act != self.seat or self._closed:
            raise ResetNeeded("There is no decision to take: call reset() to begin a game.")
        try:
            number = common.as_action(state, action, self.numbering)
        except (TypeError, ValueError) as error:
            if self.illegal_reward is None:
                raise InvalidAction(str(error)) from error
            self._closed = True
            return self._observation(state), self.illegal_reward, True, False, {**self._info(state), "why": str(error)}
        state.advance(number)
        self.decisions += 1
        self._play_others(state, capped=True)
        over = state.to_act == TERMINAL
        self._closed = not over and self._is_cut()
        reward = float(state.returns()[self.seat]) if over else 0.0
        return self._observation(state), reward, over, self._closed, self._info(state)

    def _is_cut(self) -> bool:
        return self.decisions >= self.max_decisions

    def _play_others(self, state: State, capped: bool) -> None:
        """Play random events and bots, at most up to the cap; a bot sees only what its seat may know."""
        while state.to_act not in (self.seat, TERMINAL) and not (capped and self._is_cut()):
            if state.to_act == CHANCE:
                state.advance(draw(state, self._rng))
                continue
            known = state.redeal(state.to_act, self._rng)
            state.advance(self._bots[state.to_act].choose(known, state.to_act, state.legal()))
            self.decisions += 1

    def _observation(self, state: State) -> Observation:
        self._legal = common.legal_of(state, self.seat, self.numbering)
        self._mask = common.mask_of(self._actions, self._legal)
        return common.observe(self.encoder, state, self.seat, self.flat, self._mask)

    def action_masks(self) -> NDArray[np.bool_]:
        """Give what you may do as booleans, the way MaskablePPO asks for it."""
        if self.position is None:
            raise ResetNeeded("There is no decision to take: call reset() to begin a game.")
        return self._mask

    def _info(self, state: State) -> JsonDict:
        return {
            "action_mask": self._mask.view(np.int8),
            "legal": self._legal,
            "seat": self.seat,
            "prompt": state.game.prompt(state),
            "end_reason": state.end_reason(),
        }

    def render(self) -> str | NDArray[np.uint8] | None:
        """Show the position as you see it, in the render mode; without one, nothing."""
        if self.position is None:
            raise ResetNeeded("There is nothing to show yet: call reset() first.")
        return common.render(self.position, self.render_mode, self.seat) if self.render_mode else None

    def __getstate__(self) -> dict[str, object]:
        """Give everything for `copy.deepcopy` and `pickle`; bots as their names and memory."""
        held = {name: value for name, value in self.__dict__.items() if name not in ("encoder", "_bots")}
        return {**held, "minds": {seat: _mind(bot) for seat, bot in self.__dict__.get("_bots", {}).items()}}

    def __setstate__(self, held: JsonDict) -> None:
        """Continue where the other environment was."""
        minds = held.pop("minds")
        self.__dict__.update(held)
        self.encoder = encoder_for(self.game)
        if "_rng" in held:
            self._bots = {seat: _revived(mind, self.game) for seat, mind in minds.items()}

    def action_text(self, action: int) -> str:
        """Write a legal action the way a person would type it."""
        if self.position is None:
            raise ResetNeeded("There is no game yet: call reset() first.")
        return self.game.action_text(self.position, common.as_action(self.position, action, self.numbering))


def _mind(bot: Bot) -> Bot | tuple[str, object]:
    """Give a bot as its name and memory; one that cannot be split like that, whole."""
    return (bot.name, bot.memory()) if isinstance(bot, RememberingBot) else bot


def _revived(mind: Bot | tuple[str, object], game: Game) -> Bot:
    if not isinstance(mind, tuple):
        return mind
    bot = make_bot(mind[0], game)
    assert isinstance(bot, RememberingBot)
    bot.recall(mind[1])
    return bot


#: the ids under which the rulebooks are registered, of the newest version
IDS: Final = {book: f"rondel/{book}-v{common.VERSION}" for book in books()}

for _book in books():
    for _version in common.VERSIONS:
        _id = f"rondel/{_book}-v{_version}"
        if _id not in gymnasium.registry:
            gymnasium.register(
                _id,
                entry_point="rondel.adapters.gymnasium:RondelEnv",
                vector_entry_point="rondel.adapters.gymnasium_vector:RondelVectorEnv" if _version else None,
                kwargs={"book": _book, "version": _version},
            )
