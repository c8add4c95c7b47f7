"""Games shared out among processes that write to shared memory."""

from __future__ import annotations

import multiprocessing
from collections.abc import Mapping, Sequence
from dataclasses import fields
from math import prod
from multiprocessing.connection import Connection
from multiprocessing.shared_memory import SharedMemory
from typing import Any

import numpy as np

from rondel.features import encoder_for
from rondel.features.numbering import numbering_of
from rondel.features.table import Dtype
from rondel.game import Game, JsonDict, JsonObject, State
from rondel.registry import make as make_game
from rondel.vector.buffers import Array, Buffers, Layout, layout, prepared
from rondel.vector.games import MOST_LEGAL, Autoreset, Games, seeds_of

#: what makes the game again: rulebook, players, board, options
Setup = tuple[str, int | None, str | JsonObject, Mapping[str, int] | Sequence[str]]
#: what travels between the processes
Parcel = Any


class SharedGames(Games):
    """The same as `Games`, with so many processes that each play a part of them."""

    _open = False  # whether there are processes and memory to be given back

    def __init__(
        self,
        setup: Setup,
        game: Game,
        num_envs: int,
        workers: int,
        *,
        dtype: Dtype = "float32",
        autoreset: Autoreset = Autoreset.NEXT_STEP,
        max_legal: int = MOST_LEGAL,
        buffers: Mapping[str, Array] | None = None,
        **settings: Parcel,
    ) -> None:
        if not isinstance(workers, int) or not 1 <= workers <= num_envs:
            raise ValueError(f"workers is a number from 1 to {num_envs}, the games, not {workers!r}.")
        self.game, self.num_envs, self.dtype, self.autoreset = game, num_envs, dtype, Autoreset(autoreset)
        self.encoder = encoder_for(game)
        self.numbering = numbering_of(game)
        self.row_size = sum(int(np.prod(shape)) for shape in self.encoder.shapes.values())
        self.endings = []
        self._seeds: Sequence[int] = ()
        wanted = layout(num_envs, game.seats, self.row_size, max_legal, dtype)
        self._memory = SharedMemory(create=True, size=_size(wanted))
        self._shared = _arrays(self._memory, wanted)
        self.buffers = prepared(wanted, buffers) if buffers else self._shared
        self._shares = [(num_envs * place // workers, num_envs * (place + 1) // workers) for place in range(workers)]
        self._workers: list[tuple[multiprocessing.process.BaseProcess, Connection]] = []
        settings |= {"dtype": dtype, "autoreset": autoreset, "max_legal": max_legal}
        self._open = True
        try:
            for first, end in self._shares:
                self._workers.append(_start(setup, self._memory.name, wanted, (first, end), settings))
            self._told()
        except BaseException:
            self.close()
            raise

    def reset(self, seed: int | Sequence[int] | None = None, mask: Array | None = None, observe: bool = True) -> None:
        """Begin new games, all of them or those in the mask."""
        if mask is not None:
            self._checked_mask(mask)
        if seed is None and not self._seeds:
            seed = int(np.random.SeedSequence().generate_state(1)[0])
        if seed is not None:
            self._seeds = seeds_of(seed, self.num_envs)
        for (_, line), (first, end) in zip(self._workers, self._shares, strict=True):
            seeds = None if seed is None else self._seeds[first:end]
            line.send(("reset", seeds, None if mask is None else mask[first:end], observe))
        self._told()
        self.endings = []
        self._hand_out()

    def step(self, actions: Array | Sequence[int], observe: bool = True) -> None:
        """Play one action in each game; if one of them is illegal, none is played and the reason is raised."""
        if not self._seeds:
            raise RuntimeError("There is no game yet: call reset() first.")
        chosen = self._numbers(actions)
        held = self._shared
        listed = (held.legal == chosen[:, None]).any(axis=1) | (held.count == 0)
        for number in np.flatnonzero(~listed):  # illegal, or in a list that is longer than its row
            self._ask(int(number), "check", int(chosen[number]))
        for (_, line), (first, end) in zip(self._workers, self._shares, strict=True):
            line.send(("step", chosen[first:end], observe))
        ended = self._told()
        self.endings = [
            ending._replace(number=ending.number + first)
            for (first, _), endings in zip(self._shares, ended, strict=True)
            for ending in endings
        ]
        self._hand_out()

    def legal_of(self, number: int) -> Sequence[int]:
        """Give all legal actions of a game."""
        found: Sequence[int] = self._ask(number, "legal")
        return found

    def state_of(self, number: int) -> State:
        """Give a copy of the position of a game."""
        found: State = self._ask(number, "state")
        return found

    def _ask(self, number: int, what: str, *more: object) -> Parcel:
        """Ask the process that plays a game about it; raise what it raises."""
        place = next(place for place, (_, end) in enumerate(self._shares) if number < end)
        line = self._workers[place][1]
        line.send((what, number - self._shares[place][0], *more))
        answer = _answer(line)
        if isinstance(answer, Exception):
            raise _renumbered(answer, number) if what == "check" else answer
        return answer

    def _told(self) -> list[Parcel]:
        """Wait for all processes; raise the first thing that went wrong, once all have answered."""
        answers = [_answer(line) for _, line in self._workers]
        for answer in answers:
            if isinstance(answer, Exception):
                raise answer
        return answers

    def _hand_out(self) -> None:
        """Copy to the caller's arrays, where there are some."""
        if self.buffers is not self._shared:
            for field in fields(Buffers):
                np.copyto(getattr(self.buffers, field.name), getattr(self._shared, field.name))

    def close(self) -> None:
        """End the processes and give the shared memory back, once."""
        if not self._open:
            return
        self._open = False
        for process, line in self._workers:
            line.close()
            process.join(5)
            if process.is_alive():
                process.kill()
        self._workers = []
        if self.buffers is self._shared:  # what was written last stays readable
            self.buffers = Buffers(
                **{field.name: getattr(self._shared, field.name).copy() for field in fields(Buffers)}
            )
        del self._shared
        self._memory.close()
        self._memory.unlink()

    def __del__(self) -> None:
        """Leave no process and no memory behind."""
        self.close()


def _renumbered(error: Exception, number: int) -> ValueError:
    """Name the game by its number among all."""
    return ValueError(f"Game {number}:{str(error).partition(':')[2]}")


def _answer(line: Connection) -> Parcel:
    try:
        return line.recv()
    except EOFError:
        return RuntimeError("A process that plays games has ended.")


def _size(wanted: Layout) -> int:
    return sum(-(-prod(shape) * dtype.itemsize // 64) * 64 for shape, dtype in wanted.values())


def _arrays(memory: SharedMemory, wanted: Layout) -> Buffers:
    """Lay the arrays into the shared memory one after another, each at the beginning of a cache line."""
    found: dict[str, Array] = {}
    place = 0
    for name, (shape, dtype) in wanted.items():
        found[name] = np.ndarray(shape, dtype, memory.buf, place)
        place += -(-prod(shape) * dtype.itemsize // 64) * 64
    return Buffers(**found)


def _start(
    setup: Setup, memory: str, wanted: Layout, share: tuple[int, int], settings: JsonDict
) -> tuple[multiprocessing.process.BaseProcess, Connection]:
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=_work, args=(there, setup, memory, wanted, share, settings), daemon=True)
    process.start()
    there.close()
    return process, here


def _work(
    line: Connection, setup: Setup, name: str, wanted: Layout, share: tuple[int, int], settings: JsonDict
) -> None:
    """Play a part of the games until the line is closed."""
    memory = SharedMemory(name)
    arrays = _arrays(memory, wanted).part(*share)
    given = {field.name: getattr(arrays, field.name) for field in fields(Buffers)}
    try:
        games = Games(make_game(*setup), share[1] - share[0], buffers=given, **settings)
        line.send(None)
        while True:
            line.send(_obey(games, *line.recv()))
    except (EOFError, KeyboardInterrupt, BrokenPipeError):
        pass
    except Exception as error:
        line.send(error)


def _obey(games: Games, what: str, *more: Parcel) -> Parcel:
    """Do what the other process asks; give back what went wrong instead of ending by it."""
    try:
        if what == "reset":
            games.reset(*more)
        elif what == "step":
            games.step(*more)
            return [ending._replace(row=_plain(ending.row)) for ending in games.endings]
        elif what == "check":
            number, action = more
            if action not in games.legal_of(number):
                return games._refusal(number, action)
        elif what == "legal":
            return list(games.legal_of(*more))
        elif what == "state":
            return games.state_of(*more)
    except Exception as error:
        return error
    return None


def _plain(row: Parcel) -> bytes | None:
    """Give a row as bytes, which travel between processes."""
    return None if row is None else bytes(memoryview(row).cast("B"))
