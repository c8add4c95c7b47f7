"""The batched environments against the plain ones, step by step: observations, masks, rewards, ends and resets.

`make vector-check` plays a million steps for every rulebook, board and number of players, in both builds (hours;
STEPS=N for fewer, WORKERS=N for as many processes); `make test` plays a sample. Cases are played in parts, each with a
digest that must be the same in both builds. What was played is noted for the present source, so that a check can be
stopped (`--minutes`) and go on later.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from random import Random

import numpy as np

from rondel.adapters.pettingzoo import RondelEnv
from rondel.build import build_name
from rondel.errors import SetupError
from rondel.registry import BOOKS
from rondel.registry import make as make_game
from rondel.vector import Games, make
from tools.fast import BUILD, ROOT, SOURCE, compiled_copy, fingerprint

#: rulebook, board, players, options
Case = tuple[str, str, int, dict[str, int]]
#: a case, the number of its part, and the steps of that part
Part = tuple[Case, int, int]
#: games side by side
SIDE = 8
#: steps of a part at most
STRETCH = 50_000
#: the builds, the quicker one first, and where they note what they have played
BUILDS = ("compiled", "pure")
KEPT = BUILD / "vector-check"
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


def played(path: Path) -> dict[str, str]:
    """Give the digests that a file holds, by part."""
    rows = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return dict(row.rsplit(" ", 1) for row in rows)


def name_of(case: Case) -> str:
    """Name a case by rulebook, board and players."""
    return " ".join(map(str, case[:3]))


def parts(steps: int) -> list[Part]:
    """Cut every case into stretches with seeds of their own; the first ones of all cases come first."""
    return [
        (case, number, min(STRETCH, steps - number * STRETCH))
        for number in range(-(-steps // STRETCH))
        for case in cases()
    ]


def label(part: Part) -> str:
    """Name a part."""
    return f"{name_of(part[0])} {part[1]}"


def play(path: Path, seed: int, end: float, part: Part) -> None:
    """Play a part and note its digest, unless the time is up."""
    begin = time.monotonic()
    if begin > end:
        return
    case, number, steps = part
    try:
        digest = compare(case, steps, seed + number * SIDE)
    except Exception as error:
        raise AssertionError(f"{build_name()} {label(part)}: {type(error).__name__}: {error}") from error
    with path.open("a", encoding="utf-8") as file:  # a line at once, so several processes can write
        file.write(f"{label(part)} {digest}\n")
    print(build_name(), label(part), digest, f"{time.monotonic() - begin:.0f} s", file=sys.stderr, flush=True)


def play_on(path: Path, steps: int, seed: int, seconds: float, workers: int) -> None:
    """Play the parts that the file lacks, in several processes, until all are there or the time is up."""
    end, done = time.monotonic() + seconds, played(path)
    left = [part for part in parts(steps) if label(part) not in done]
    with ProcessPoolExecutor(workers) as pool:
        for _ in pool.map(partial(play, path, seed, end), left):
            pass


def file_for(notes: Path, build: str, steps: int, seed: int) -> Path:
    """Give the file in which a build notes what it has played of the present source."""
    return notes / f"{build}-{steps}-{seed}-{fingerprint()}.txt"


def run(
    folder: Path, build: str, path: Path, steps: int, seed: int, seconds: float = 1e6, workers: int = 1
) -> dict[str, str]:
    """Go on in processes with the package of a folder; give all digests so far."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), str(ROOT), *_also()])}
    command = [sys.executable, "-m", "tools.vector_check", "--here", str(path), f"--build={build}"]
    command += [f"--steps={steps}", f"--seed={seed}", f"--minutes={seconds / 60}", f"--workers={workers}"]
    subprocess.run(command, cwd=ROOT, env=env, check=True)
    return played(path)


def _also() -> list[str]:
    """List the caller's own folders of packages, as where nothing can be installed; the source is not among them."""
    named = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    return [name for name in named if name and not (Path(name) / "rondel").exists()]


def report(plain: dict[str, str], fast: dict[str, str], steps: int) -> bool:
    """Print what was played and whether the builds saw the same; say whether they did."""
    names = [label(part) for part in parts(steps)]
    both = [name for name in names if name in plain and name in fast]
    differ = [f"{name}: {plain[name]} {fast[name]}" for name in both if plain[name] != fast[name]]
    print(f"{len(cases())} cases in {len(names)} parts of at most {STRETCH:,} steps, as the plain environments:")
    print(f"{len(plain)} parts in plain Python, {len(fast)} compiled")
    print(f"played by both builds: {len(both)}, with the same digest {len(both) - len(differ)}", *differ, sep="\n")
    return not differ


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=1_000_000, help="for each rulebook, board and number of players")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--minutes", type=float, default=1e6, help="begin no part after so many; the next run goes on")
    parser.add_argument("--workers", type=int, default=1, help="so many processes")
    parser.add_argument("--build", choices=BUILDS, help="this build alone")
    parser.add_argument("--compiled", type=Path, metavar="FOLDER", help="the compiled package; nothing is compiled")
    parser.add_argument("--notes", type=Path, default=KEPT, metavar="FOLDER", help="what was played, to go on from")
    parser.add_argument("--here", type=Path, metavar="FILE", help="the package that is imported, notes to FILE")
    args = parser.parse_args()
    seconds = args.minutes * 60
    if args.here:
        assert build_name() == args.build
        play_on(args.here, args.steps, args.seed, seconds, args.workers)
        return 0
    args.notes.mkdir(parents=True, exist_ok=True)
    begin, found = time.monotonic(), {}
    for build in BUILDS:
        path = file_for(args.notes, build, args.steps, args.seed)
        left = seconds - time.monotonic() + begin
        if left > 0 and args.build in (None, build):
            folder = SOURCE if build == "pure" else args.compiled or compiled_copy()
            run(folder.resolve(), build, path.resolve(), args.steps, args.seed, left, args.workers)
        found[build] = played(path)
    return not report(found["pure"], found["compiled"], args.steps)


if __name__ == "__main__":
    sys.exit(main())
