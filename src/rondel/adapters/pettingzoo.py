"""PettingZoo: every rulebook as an AEC environment. Needs the extra `pettingzoo`.

`env("antike-2006", nations=4)` plays four nations on the rulebook's own board. Importing the module registers the
rulebooks, so `pettingzoo.make("aec", "rondel/antike_2006_v1", nations=4)` gives the same.
"""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any, Final

import numpy as np
import pettingzoo
from gymnasium import spaces
from gymnasium.utils import EzPickle
from numpy.typing import NDArray
from pettingzoo.utils import wrappers

from rondel.adapters import common
from rondel.adapters.common import MAX_DECISIONS, Observation, name_of
from rondel.adapters.spaces import observation_space
from rondel.features import encoder_for, flat
from rondel.game import CHANCE, TERMINAL, Game, JsonDict, State, draw
from rondel.registry import books

Agent = str
#: what a copy in mid-game needs besides the arguments of the environment
_IN_PLAY: Final = (
    "position", "decisions", "agents", "agent_selection", "rewards", "_cumulative_rewards", "terminations",
    "truncations", "infos", "_rng", "_skip_agent_selection",
)  # fmt: skip


class RondelEnv(pettingzoo.AECEnv[Agent, Observation, Any], EzPickle):
    """One game as an AEC environment, without the usual wrappers; `raw_env` makes it.

    Agents are `player_0`, `player_1` … in the order of the seats, all of them until the end. Random events are drawn
    inside. Rewards come at the end: 1 to the winner, -1 shared by the others, 0 to all without a winner.
    """

    def __init__(
        self,
        book: str,
        nations: int | None = None,
        board: str | None = "",
        render_mode: str | None = None,
        max_decisions: int = MAX_DECISIONS,
        flat: bool = False,
        version: int = common.VERSION,
        **options: object,
    ) -> None:
        EzPickle.__init__(self, book, nations, board, render_mode, max_decisions, flat, version, **options)
        self.game: Game = common.game_of(book, nations, board, options)
        self.numbering = common.numbering_for(self.game, version)
        self._actions = common.count_of(self.game, self.numbering)
        self.render_mode = common.checked_mode(render_mode)
        self.max_decisions = common.checked_cap(max_decisions)
        self.flat = flat
        self.encoder = encoder_for(self.game)
        self.metadata = {
            "name": f"rondel_{name_of(book)}_v{version}",
            "render_modes": list(common.RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.agents = []
        space = partial(observation_space, self.encoder, flat, self._actions)
        self.observation_spaces = {agent: space() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self._actions) for agent in self.possible_agents}
        self._rng = Random()
        self._seed: int | None = None
        self.position: State = self.game.new()

    def observation_space(self, agent: Agent) -> spaces.Space[Observation]:
        """Give the space of observations; it is the same object at each call."""
        return self.observation_spaces[agent]

    def action_space(self, agent: Agent) -> spaces.Space[Any]:
        """Give the space of actions: the numbers of the engine."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: JsonDict | None = None) -> None:
        """Begin a game; the same seed gives the same set-up and the same random events."""
        if seed is not None:
            self._rng = Random(common.checked_seed(seed))
        self.position = self.game.new(self._rng.getrandbits(32))
        self.decisions = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._draw()
        self.agent_selection = self.possible_agents[self.position.to_act]
        self._inform()

    def step(self, action: int | None) -> None:
        """Play a legal action for the agent selected, and draw the random events after it."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number = common.as_action(self.position, action, self.numbering)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.position.advance(number)
        self.decisions += 1
        self._draw()
        self._close_or_go_on()
        self._accumulate_rewards()

    def _draw(self) -> None:
        while self.position.to_act == CHANCE:
            self.position.advance(draw(self.position, self._rng))

    def _close_or_go_on(self) -> None:
        """Pass to the seat that decides, or end the game for all."""
        if self.position.to_act == TERMINAL:
            self.rewards = dict(zip(self.possible_agents, self.position.returns(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[self.position.to_act]
            if self.decisions >= self.max_decisions:
                self.truncations = dict.fromkeys(self.agents, True)
        self._inform()

    def _inform(self) -> None:
        """Give the agent selected its mask also as information, and all of them the reason of the end."""
        self.infos = {agent: {} for agent in self.agents}
        self._note_legal()
        self.infos[self.agent_selection] |= {"action_mask": self._mask.view(np.int8), "legal": self._legal}
        reason = self.position.end_reason()
        for info in self.infos.values() if reason else ():
            info["end_reason"] = reason

    def _note_legal(self) -> None:
        """Note what the agent selected may do, once for everything that tells of it."""
        self._legal = common.legal_of(self.position, self._seats[self.agent_selection], self.numbering)
        self._mask = common.mask_of(self._actions, self._legal)

    def observe(self, agent: Agent) -> Observation:
        """Give what the agent's seat sees, with the mask of what it may do now."""
        mask = self._mask if agent == self.agent_selection else np.zeros_like(self._mask)
        return common.observe(self.encoder, self.position, self._seats[agent], self.flat, mask)

    def action_masks(self) -> NDArray[np.bool_]:
        """Give what the agent selected may do as booleans; `np.flatnonzero` is fast on them."""
        return self._mask

    def state(self) -> NDArray[np.float32]:
        """Give everything, hidden parts included, as one vector from the first seat on."""
        return flat(self.encoder.encode(self.position, 0, sees=range(self.game.seats)))

    def render(self) -> str | NDArray[np.uint8] | None:
        """Show the position in the render mode; without one, nothing."""
        return common.render(self.position, self.render_mode) if self.render_mode else None

    def svg(self, width: int = common.WIDTH) -> str:
        """Draw the position as SVG, whatever the render mode."""
        return common.picture(self.position, width)

    def close(self) -> None:
        """Do nothing: there are no windows."""

    def __getstate__(self) -> JsonDict:
        """Give the arguments and the game in play, for `copy.deepcopy` and `pickle`."""
        play = {name: self.__dict__[name] for name in _IN_PLAY if name in self.__dict__}
        return {**EzPickle.__getstate__(self), "play": play}

    def __setstate__(self, data: JsonDict) -> None:
        """Rebuild the environment and continue the game."""
        EzPickle.__setstate__(self, data)
        self.__dict__.update(data["play"])
        if "agent_selection" in data["play"]:
            self._note_legal()

    def __str__(self) -> str:
        """Give the name of the environment."""
        return str(self.metadata["name"])


def raw_env(book: str, **settings: Any) -> RondelEnv:
    """Make an environment without wrappers; the arguments are those of `env`."""
    return RondelEnv(book, **settings)


def env(book: str, *, illegal_reward: float | None = None, **settings: Any) -> pettingzoo.AECEnv[Any, Any, Any]:
    """Make an environment with the checks that PettingZoo users expect.

    Args:
        book: the id of a rulebook, such as `antike-2006`.
        illegal_reward: None raises on an illegal action; a number ends the game with that reward for the agent, the
            way of PettingZoo's classic games.
        settings: `nations` (players), `board`, `render_mode` ("ansi", "rgb_array", "svg"), `max_decisions` (then the
            game is truncated), `flat` (one vector instead of three tables), `version` (0: the engine's numbers of
            actions, which depend on options), and the options of the rulebook with underscores: `round_limit=40`,
            `longer_game=True`.
    """
    made: pettingzoo.AECEnv[Any, Any, Any] = raw_env(book, **settings)
    price = common.checked_reward(illegal_reward)
    if price is not None:
        made = wrappers.TerminateIllegalWrapper(made, illegal_reward=price)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


#: the ids under which the rulebooks are registered, of the newest version
IDS: Final = {book: f"rondel/{name_of(book)}_v{common.VERSION}" for book in books()}

for _book in books():
    for _version in common.VERSIONS:
        _id = f"rondel/{name_of(_book)}_v{_version}"
        if _id not in pettingzoo.aec_registry:
            pettingzoo.register("aec", _id, entry_point=partial(env, _book, version=_version))
