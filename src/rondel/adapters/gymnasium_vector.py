"""Gymnasium: many games at once, as a `VectorEnv`. Needs the extra `gymnasium`.

`gymnasium.make_vec("rondel/antike-2006-v1", num_envs=64, nations=4, bots="random")`, or `RondelVectorEnv` itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from gymnasium import spaces
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from rondel.adapters import common
from rondel.bots.seats import Opponent
from rondel.features import CEILING
from rondel.features.table import Dtype
from rondel.game import JsonDict
from rondel.vector.buffers import Array
from rondel.vector.games import MOST_LEGAL, Autoreset, Games
from rondel.vector.processes import SharedGames

_MODES: Final = {
    AutoresetMode.NEXT_STEP: Autoreset.NEXT_STEP,
    AutoresetMode.SAME_STEP: Autoreset.SAME_STEP,
    AutoresetMode.DISABLED: Autoreset.DISABLED,
}


class RondelVectorEnv(VectorEnv[Array, Array, Array]):
    """Games in step; you decide for every seat in turn, or for one against bots.

    The observation is that of the seat that decides, as one vector; the reward that of the seat that has just decided,
    or of your seat against bots. `infos` has the rest: `current_player`, `legal` and `count` (the legal actions),
    `rewards` (of all seats).

    Args:
        book: the id of a rulebook, such as `antike-2006`.
        num_envs: how many games.
        nations: how many play each; the rulebook's usual number if None.
        board: a board of the rulebook; its own if empty or None.
        bots: opponents, as one for all or one for each; None lets you decide for every seat.
        seat: your seat against bots; None draws one for each game.
        autoreset_mode: what happens to a game that is over.
        dtype: "float32" or "uint8".
        max_decisions: decisions after which a game is truncated.
        max_legal: legal actions that a row of `legal` holds.
        workers: processes that play.
        copy: whether observations and infos are copies; else they are overwritten by the next step.
        version: the version of the environments; there is one of vectors.
        options: the options of the rulebook with underscores.
    """

    def __init__(
        self,
        book: str,
        num_envs: int = 1,
        nations: int | None = None,
        board: str | None = "",
        bots: Opponent | Sequence[Opponent] | None = None,
        seat: int | None = 0,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        dtype: Dtype = "float32",
        max_decisions: int = common.MAX_DECISIONS,
        max_legal: int = MOST_LEGAL,
        workers: int = 1,
        copy: bool = True,
        version: int = common.VERSION,
        **options: object,
    ) -> None:
        if version != common.VERSION:
            raise ValueError(f"Vectors of games are of version {common.VERSION}, not {version!r}.")
        game = common.game_of(book, nations, board, options)
        mode = AutoresetMode(autoreset_mode)
        settings: JsonDict = {
            "dtype": dtype, "autoreset": _MODES[mode], "max_decisions": common.checked_cap(max_decisions),
            "max_legal": max_legal, "opponents": bots, "seat": seat,
        }  # fmt: skip
        setup = (game.id, game.seats, game.board_entry(), dict(game.chosen_options))
        self.games = (
            Games(game, num_envs, **settings)
            if workers == 1
            else SharedGames(setup, game, num_envs, workers, **settings)
        )
        self.game, self.num_envs, self._copy = game, num_envs, copy
        self.metadata = {"autoreset_mode": mode, "render_modes": []}
        row = self.games.row_size
        self.single_observation_space = (
            spaces.Box(0, 255, (row,), np.uint8) if dtype == "uint8" else spaces.Box(0.0, CEILING, (row,), np.float32)
        )
        self.single_action_space = spaces.Discrete(self.games.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._begun = False

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: JsonDict | None = None
    ) -> tuple[Array, JsonDict]:
        """Begin games: all of them, or with `options={"reset_mask": ...}` those in the mask."""
        mask = (options or {}).get("reset_mask")
        if isinstance(seed, int | np.integer):
            super().reset(seed=int(seed))
        listed = seed if seed is None or isinstance(seed, int) else [int(value or 0) for value in seed]
        self.games.reset(listed, mask)
        self._begun = True
        return self._kept(self.games.observations), self._infos()

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, JsonDict]:
        """Play one action in each game."""
        if not self._begun:
            raise ResetNeeded("There is no game yet: call reset() first.")
        decided = self.games.current_player.copy()
        try:
            self.games.step(np.asarray(actions))
        except ValueError as error:
            raise InvalidAction(str(error)) from error
        rewards = self.games.rewards[np.arange(self.num_envs), decided].astype(np.float64)
        terminated, truncated = self.games.terminated.copy(), self.games.truncated.copy()
        infos = self._infos()
        if self.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP and self.games.endings:
            infos |= self._finals()
        return self._kept(self.games.observations), rewards, terminated, truncated, infos

    def _kept(self, array: Array) -> Array:
        return array.copy() if self._copy else array

    def _infos(self) -> JsonDict:
        names = ("current_player", "legal", "count", "rewards")
        return {name: self._kept(getattr(self.games, name)) for name in names}

    def _finals(self) -> JsonDict:
        """Give the last observations of the games that were replaced, as Gymnasium writes them."""
        finals = np.full(self.num_envs, None, dtype=object)
        ended = np.zeros(self.num_envs, dtype=np.bool_)
        seats = np.zeros(self.num_envs, dtype=np.int64)
        for ending in self.games.endings:
            finals[ending.number] = self.games.final_observation(ending)
            ended[ending.number] = True
            seats[ending.number] = ending.seat
        info = {"current_player": seats, "_current_player": ended}
        return {"final_obs": finals, "_final_obs": ended, "final_info": info, "_final_info": ended}

    def action_masks(self) -> NDArray[np.bool_]:
        """Give what may be done in each game as booleans."""
        found: NDArray[np.bool_] = self.games.masks()
        return found

    def close_extras(self, **kwargs: object) -> None:
        """End the processes, if there are any."""
        self.games.close()
