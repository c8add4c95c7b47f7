"""The batched environments against the plain ones, step by step: observations, masks, rewards, ends and resets.

`make vector-check` plays a million steps for every rulebook, board and number of players, in both builds (hours;
STEPS=N for fewer); `make test` plays a sample. Each line ends with a digest, which must be the same in both builds.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
from collections.abc import Sequence
from random import Random

import numpy as np

from rondel.adapters.pettingzoo import RondelEnv
from rondel.build import build_name
from rondel.errors import SetupError
from rondel.registry import BOOKS
from rondel.registry import make as make_game
from rondel.vector import Games, make
from tools.fast import ROOT, SOURCE, compiled_copy

#: rulebook, board, players, options
Case = tuple[str, str, int, dict[str, int]]
#: games side by side
SIDE = 8
#: decisions after which a game is cut off, so that ends come often
CAP = 700


def cases() -> list[Case]:
    """List every rulebook, board and number of players, with the option that opens the number where one is needed."""
    found: list[Case] = []
    for book in BOOKS.values():
        opens = [option.id for option in book.options if len(option.players) == 1 and not option.conflicts]
        for board in book.boards:
            for players in book.players:
                for options in ({}, *({name: 1} for name in opens)):
                    try:
                        make_game(book.id, players, board, options)
                    except SetupError:
                        continue
                    found.append((book.id, board, players, options))
                    break
    return found


class Pair:
    """Batched games and plain environments with the same seeds."""

    def __init__(self, case: Case, seed: int) -> None:
        book, board, players, options = case
        self.games: Games = make(book, players, SIDE, board=board, options=options, max_decisions=CAP)
        names = {name.replace("-", "_"): value for name, value in options.items()}
        settings = {"nations": players, "board": board, "max_decisions": CAP, "flat": True, **names}
        self.plain = [RondelEnv(book, **settings) for _ in range(SIDE)]  # type: ignore[arg-type]  # keywords of options
        self.games.reset(seed)
        for number, env in enumerate(self.plain):
            env.reset(seed=seed + number)

    def check(self) -> None:
        """Compare everything that both tell."""
        masks = self.games.masks()
        for number, env in enumerate(self.plain):
            seat = env.possible_agents.index(env.agent_selection)
            over = env.terminations[env.agent_selection] or env.truncations[env.agent_selection]
            assert self.games.current_player[number] == seat, (number, "seat")
            seen = env.observe(env.agent_selection)
            assert np.array_equal(self.games.observations[number], seen["observation"]), (number, "observation")
            legal = [] if over else list(env.position.legal())
            assert np.flatnonzero(masks[number]).tolist() == legal == list(self.games.legal_of(number)), number
            rewards = [env.rewards[agent] for agent in env.possible_agents]
            assert self.games.rewards[number].tolist() == np.array(rewards, np.float32).tolist(), (number, "rewards")
            assert bool(self.games.terminated[number]) == env.terminations[env.agent_selection]
            assert bool(self.games.truncated[number]) == env.truncations[env.agent_selection]

    def step(self, rng: Random) -> None:
        """Play a random legal action everywhere; begin again where a game is over."""
        actions = []
        for number, env in enumerate(self.plain):
            legal: Sequence[int] = self.games.legal_of(number)
            actions.append(rng.choice(legal) if legal else 0)
            if legal:
                env.step(actions[-1])
            else:
                env.reset()
        self.games.step(np.array(actions))


def compare(case: Case, steps: int, seed: int = 0) -> str:
    """Play so many steps, raise where the two differ, and give a digest of all that was seen."""
    pair, rng, digest = Pair(case, seed), Random(seed), hashlib.sha256()
    for _ in range(max(1, steps // SIDE)):
        pair.check()
        for array in (pair.games.observations, pair.games.legal, pair.games.rewards, pair.games.current_player):
            digest.update(array.tobytes())
        pair.step(rng)
    pair.check()
    return digest.hexdigest()[:16]


def lines(folder: str, steps: int, seed: int) -> list[str]:
    """Run in a process with the package of a folder."""
    env = {**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{ROOT}"}
    command = [sys.executable, "-m", "tools.vector_check", "--here", f"--steps={steps}", f"--seed={seed}"]
    done = subprocess.run(command, cwd=ROOT, env=env, text=True, stdout=subprocess.PIPE, check=True)
    return done.stdout.splitlines()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=1_000_000, help="for each rulebook, board and number of players")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--here", action="store_true", help="only the build that runs")
    args = parser.parse_args()
    if args.here:
        print(build_name(), flush=True)
        for case in cases():
            print(*case[:3], compare(case, args.steps, args.seed), flush=True)
        return 0
    plain, fast = (lines(str(folder), args.steps, args.seed) for folder in (SOURCE, compiled_copy()))
    assert (plain[0], fast[0]) == ("pure", "compiled")
    differ = [line for line, other in zip(plain[1:], fast[1:], strict=True) if line != other]
    print(*(differ or plain[1:]), sep="\n")
    print(f"{len(differ)} of {len(plain) - 1} differ between the builds" if differ else "both builds agree")
    return len(differ) > 0


if __name__ == "__main__":
    sys.exit(main())
