"""Games in step in this process or in several, with arrays that the caller may own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from types import TracebackType
from typing import Final

import numpy as np
from numpy.typing import NDArray

from rondel.bots.seats import Opponent, seating_of
from rondel.features import encoder_for
from rondel.features.numbering import numbering_of
from rondel.features.table import Dtype, seen_as
from rondel.game import Game, State
from rondel.simulate import DECISION_CAP
from rondel.vector.batch import DISABLED, NEXT_STEP, SAME_STEP, Batch
from rondel.vector.buffers import Array, Buffers, layout, prepared
from rondel.vector.ending import Ending

#: legal actions that a row holds; in random play of all rulebooks 99 lists of 100 are shorter
MOST_LEGAL: Final = 128


class Autoreset(Enum):
    """What happens to a game that is over."""

    #: the next step begins a new game, whatever the action
    NEXT_STEP = NEXT_STEP
    #: the new game begins at once; the last observation of the old one is in `endings`
    SAME_STEP = SAME_STEP
    #: it waits for `reset` with a mask; actions for it are ignored
    DISABLED = DISABLED


class Games:
    """Games of one kind in step. All arrays are those of `buffers`, and a step overwrites them.

    Args:
        game: what is played.
        num_envs: how many at once.
        dtype: `float32`, or `uint8` for counts from 0 to 255.
        autoreset: what happens to a game that is over.
        max_legal: legal actions that a row of `legal` holds; `legal_of` gives longer lists whole.
        max_decisions: decisions after which a game is truncated.
        opponents: bots for the other seats, as one for all or one for each: a text, an object that makes bots from a
            game and a seed, or None; without any you decide for every seat.
        seat: your seat among opponents; None draws one for each game.
        buffers: arrays of your own, by the names of `Buffers`.
    """

    def __init__(
        self,
        game: Game,
        num_envs: int,
        *,
        dtype: Dtype = "float32",
        autoreset: Autoreset = Autoreset.NEXT_STEP,
        max_legal: int = MOST_LEGAL,
        max_decisions: int = DECISION_CAP,
        opponents: Opponent | Sequence[Opponent] | None = None,
        seat: int | None = 0,
        buffers: Mapping[str, Array] | None = None,
    ) -> None:
        if dtype not in ("float32", "uint8"):
            raise ValueError(f"dtype is float32 or uint8, not {dtype!r}.")
        for name, value in (("num_envs", num_envs), ("max_legal", max_legal), ("max_decisions", max_decisions)):
            if not isinstance(value, int) or isinstance(value, bool) or value < 1:
                raise ValueError(f"{name} is a whole number from 1 on, not {value!r}.")
        self.game, self.num_envs, self.dtype, self.autoreset = game, num_envs, dtype, Autoreset(autoreset)
        self.encoder = encoder_for(game)
        self.numbering = numbering_of(game)
        self.row_size = sum(int(np.prod(shape)) for shape in self.encoder.shapes.values())
        self.buffers: Buffers = prepared(layout(num_envs, game.seats, self.row_size, max_legal, dtype), buffers)
        self._batch = Batch(
            game, self.encoder.rows(dtype), self.row_size, num_envs, max_decisions, max_legal, self.autoreset.value,
            None if opponents is None else seating_of(game, opponents, seat),
        )  # fmt: skip
        self._seeds: Sequence[int] = ()
        self.endings: list[Ending] = []
        self._link()

    def _link(self) -> None:
        """Look at what the batch writes as arrays, without copying."""
        batch, size = self._batch, self.num_envs
        self._current = seen_as(batch.current, np.int64)
        self._count = seen_as(batch.count, np.int64)
        self._legal = seen_as(batch.legal, np.int64).reshape(size, -1)
        # words of `float32` go straight to the observations; bytes are made from words of their own
        floats = self.dtype == "float32"
        self._words = self.observations.view(np.int32) if floats else np.zeros((size, self.row_size), np.int32)
        self._target: memoryview = self._words.reshape(-1).data

    @property
    def observations(self) -> Array:
        """What the seat that decides sees in each game: all tables in one vector."""
        return self.buffers.observations

    @property
    def rewards(self) -> Array:
        """What each seat got by the last step."""
        return self.buffers.rewards

    @property
    def terminated(self) -> Array:
        """Which games came to their end in the last step."""
        return self.buffers.terminated

    @property
    def truncated(self) -> Array:
        """Which games were cut off in the last step."""
        return self.buffers.truncated

    @property
    def current_player(self) -> Array:
        """The seat that decides in each game."""
        return self.buffers.current_player

    @property
    def legal(self) -> Array:
        """The first legal actions of each game, then -1."""
        return self.buffers.legal

    @property
    def count(self) -> Array:
        """How many legal actions there are in each game, even if they do not fit."""
        return self.buffers.count

    def reset(self, seed: int | Sequence[int] | None = None, mask: Array | None = None, observe: bool = True) -> None:
        """Begin new games, all of them or those in the mask.

        A number seeds the first game, the next one the second, and so on; a list gives a seed to each. Without a seed
        a game goes on with its own generator.
        """
        whole = range(self.num_envs)
        chosen = whole if mask is None else np.flatnonzero(self._checked_mask(mask)).tolist()
        seeded = chosen if self._seeds else whole  # at first all, because the others begin later by themselves
        if seed is None and not self._seeds:
            seed = int(np.random.SeedSequence().generate_state(1)[0])
        if seed is not None:
            self._seeds = seeds_of(seed, self.num_envs)
            for number in seeded:
                self._batch.seed(number, self._seeds[number])
        for number in chosen:
            self._batch.begin(number)
        self.endings = []
        for array in (self.rewards, self.terminated, self.truncated):
            array.fill(0)
        self._batch.show_all(self._target if observe else None)
        self._publish(observe)

    def _checked_mask(self, mask: Array) -> Array:
        if not isinstance(mask, np.ndarray) or mask.shape != (self.num_envs,) or mask.dtype != np.bool_:
            raise ValueError(f"The mask of a reset is an array of {self.num_envs} booleans.")
        return mask

    def step(self, actions: Array | Sequence[int], observe: bool = True) -> None:
        """Play one action in each game; if one of them is illegal, none is played and the reason is raised."""
        if not self._seeds:
            raise RuntimeError("There is no game yet: call reset() first.")
        numbers = self._numbers(actions)
        chosen = self.numbering.to_engine(numbers).tolist()
        wrong = self._batch.illegal(chosen)
        if wrong >= 0:
            raise self._refusal(wrong, int(numbers[wrong]))
        self.endings = self._batch.step(chosen, self._target if observe else None)
        self.rewards.fill(0)
        self.terminated.fill(0)
        self.truncated.fill(0)
        for ending in self.endings:
            self.rewards[ending.number] = ending.returns
            (self.truncated if ending.cut else self.terminated)[ending.number] = True
        self._publish(observe)

    def _numbers(self, actions: Array | Sequence[int]) -> NDArray[np.int64]:
        """Give the actions as an array; refuse what is not one whole number for each game."""
        numbers = np.asarray(actions)
        if numbers.shape != (self.num_envs,) or not np.issubdtype(numbers.dtype, np.integer):
            raise ValueError(f"step takes {self.num_envs} whole numbers, one for each game.")
        return numbers.astype(np.int64, copy=False)

    def _refusal(self, number: int, action: int) -> ValueError:
        """Say in which game an action is illegal, and why."""
        engine = int(self.numbering.to_engine(np.array([action]))[0])
        if engine < 0:
            return ValueError(f"Game {number}: it has no action {action}.")
        return ValueError(f"Game {number}: {self.game.why_not(self._batch.states[number], engine)}")

    def _publish(self, observe: bool) -> None:
        """Copy to the caller's arrays what the batch keeps in its own."""
        np.copyto(self.current_player, self._current)
        np.copyto(self.count, self._count)
        np.copyto(self.legal, self.numbering.to_stable(self._legal))
        if observe and self.dtype == "uint8":
            np.copyto(self.observations, self._words, casting="unsafe")

    @property
    def num_actions(self) -> int:
        """How many actions there are; their numbers do not depend on options."""
        return self.numbering.count

    def masks(self, out: Array | None = None) -> Array:
        """Give which actions are legal in each game, as booleans: a row of `num_actions` for each."""
        shape = (self.num_envs, self.num_actions)
        if out is None:
            out = np.zeros(shape, np.bool_)
        elif out.shape != shape or out.dtype != np.bool_:
            raise ValueError(f"The masks are an array of shape {shape} and type bool.")
        else:
            out.fill(False)
        held = self.legal.shape[1]
        fits = np.arange(held) < self.count[:, None]
        out[np.nonzero(fits)[0], self.legal[fits]] = True
        for number in np.flatnonzero(self.count > held):
            out[number, list(self.legal_of(int(number)))] = True
        return out

    def legal_of(self, number: int) -> Sequence[int]:
        """Give all legal actions of a game, however many there are; none if it is over."""
        if self._batch.over[number]:
            return ()
        legal = self._batch.states[number].legal()
        return legal if self.numbering.same else self.numbering.stable[list(legal)].tolist()

    def state_of(self, number: int) -> State:
        """Give the position of a game; change it only by steps."""
        return self._batch.states[number]

    def final_observation(self, ending: Ending) -> Array | None:
        """Give the last observation of a game that was replaced at once, as the seat of `ending.seat` sees it."""
        if ending.row is None:
            return None
        words = seen_as(ending.row, np.int32)
        found: Array = words.astype(np.uint8) if self.dtype == "uint8" else words.view(np.float32).copy()
        return found

    def close(self) -> None:
        """Do nothing: there are no processes to end."""

    def __enter__(self) -> Games:
        """Give the games themselves."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the processes, if there are any."""
        self.close()


def seeds_of(seed: int | Sequence[int], number: int) -> list[int]:
    """Give a seed for each game: those given, or from a first one on."""
    seeds = list(range(seed, seed + number)) if isinstance(seed, int) else [int(value) for value in seed]
    if len(seeds) != number or min(seeds) < 0:
        raise ValueError(f"A seed is a whole number from 0 on, or a list of {number} of them, not {seed!r}.")
    return seeds
