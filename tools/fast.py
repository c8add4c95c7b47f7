"""The compiled build: mypyc turns the engine, random play and search into C, from the same source.

`make fast` compiles in place (`.so` files next to the modules, which Python then prefers), `make slow` removes them.
`compiled_copy` builds in a separate folder, kept until the source changes; the tests compare it with the source.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src"
#: the folder for generated C, object files and compiled copies
BUILD = ROOT / "build" / "fast"

#: the compiled modules: everything on the path of a decision. Text, positions, boards and pictures stay Python.
MODULES = (
    "rondel/tables.py",
    "rondel/game.py",
    "rondel/simulate.py",
    *(
        f"rondel/antike/{name}.py"
        for name in (
            "actions", "engine", "goods", "prices", "rules", "scores", "state", "tables", "units",
            "parts/announced/rules", "parts/barracks", "parts/bellona", "parts/draw_offers", "parts/events/rules",
            "parts/leaders/rules", "parts/markers", "parts/neutral", "parts/ramparts", "parts/shelter", "parts/tax",
            "parts/trade",
            "phases/arming", "phases/battle", "phases/capture", "phases/conquest", "phases/founding",
            "phases/knowhow", "phases/movement", "phases/personages", "phases/purchase", "phases/setup",
            "phases/strength", "phases/temples", "phases/turn", "phases/wheel",
        )
    ),
    *(
        f"rondel/attika/{name}.py"
        for name in (
            "actions", "engine", "layout", "masks", "phases/building", "phases/drawing", "phases/extension",
            "phases/setup", "phases/turn", "price", "rules", "sites", "state", "symbols", "tables", "tiles",
        )
    ),
    *(f"rondel/features/{name}.py" for name in ("rows", "antike_rows", "attika_rows")),
    "rondel/vector/batch.py",
    *(
        f"rondel/bots/{name}.py"
        for name in ("beam", "deals", "evaluator", "greedy", "net", "noisy", "plan", "search", "turns")
    ),
    *(
        f"rondel/bots/antike/{name}.py"
        for name in (
            "candidates", "evaluator", "features", "inputs", "learned", "sieges", "tables", "trading", "weights",
        )
    ),
    *(
        f"rondel/bots/attika/{name}.py"
        for name in ("evaluator", "features", "learned", "linking", "links", "places", "race", "ways", "weights")
    ),
)  # fmt: skip


def compile_modules(folder: Path, optimise: str, jobs: int = 1) -> None:
    """Compile the modules of the package in a folder, in place. It runs in a separate process.

    With several jobs the C is written as a file a module, and as many files are compiled at once.
    """
    from mypyc.build import mypycify
    from setuptools import setup

    os.chdir(folder)
    work = BUILD / f"work-{hashlib.sha256(f'{folder} {optimise}'.encode()).hexdigest()[:8]}"
    extensions = mypycify(
        # what is not compiled is checked elsewhere; here it may lack its packages, as in an environment for building
        ["--strict", "--follow-imports=silent", "--explicit-package-bases", f"--cache-dir={work / 'types'}", *MODULES],
        opt_level=optimise,
        debug_level="0",
        multi_file=jobs > 1,
        target_dir=str(work / "c"),
    )
    if sys.platform != "win32":  # nobody else calls in, so calls within need no detour, and small functions are inlined
        for extension in extensions:
            extension.extra_compile_args.append("-fvisibility=hidden")
    for path in {source for extension in extensions for source in extension.sources}:
        _check_shifts(Path(path).read_text(encoding="utf-8"))
    if jobs > 1:
        _compile_at_once(jobs)
    script = ["--quiet", "build_ext", "--inplace", f"--build-temp={work / 'objects'}", f"--build-lib={work / 'lib'}"]
    setup(name="rondel-fast", packages=[], ext_modules=extensions, script_args=script)


def _compile_at_once(jobs: int) -> None:
    """Let the C compiler run on several files at once; distutils takes one after another."""
    from setuptools._distutils.compilers.C.unix import Compiler

    alone = Compiler.compile

    def compile_all(self: Any, sources: Sequence[str], *args: Any, **kwargs: Any) -> list[str]:
        with ThreadPoolExecutor(jobs) as pool:
            found = pool.map(lambda source: alone(self, [source], *args, **kwargs), sources)
            return [name for names in found for name in names]

    Compiler.compile = compile_all  # type: ignore[method-assign, assignment]


def _check_shifts(code: str) -> None:
    """Refuse code that shifts a literal by a machine integer: mypyc writes it as a C `int` of 32 bits."""
    if re.search(r"= -?[0-9]+ << cpy_r", code):
        raise SystemExit("A literal is shifted by a machine integer, which loses bits: take `rondel.tables.BIT`.")


def build(folder: Path, optimise: str = "3", jobs: int = 1) -> float:
    """Compile in a folder; give the seconds it took."""
    begin = time.monotonic()
    command = [sys.executable, "-m", "tools.fast", "compile", str(folder), f"--optimise={optimise}", f"--jobs={jobs}"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"The compiled build failed.\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return time.monotonic() - begin


def compiled_copy(optimise: str = "3") -> Path:
    """Give a folder with the package compiled from the present source; build it if there is none."""
    kept = BUILD / f"copy-{optimise}-{fingerprint()}"
    import fcntl  # missing on Windows, where no copy is ever needed

    BUILD.mkdir(parents=True, exist_ok=True)
    with (BUILD / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # several test processes may ask at once
        if not kept.exists():
            _build_copy(kept, optimise)
    return kept


def _build_copy(kept: Path, optimise: str) -> None:
    fresh = BUILD / "fresh"
    shutil.rmtree(fresh, ignore_errors=True)
    shutil.copytree(SOURCE, fresh, ignore=shutil.ignore_patterns("__pycache__", "static", "*.so"))
    shutil.copytree(ROOT / "docs" / "rules", fresh / "rondel" / "ledgers")
    shutil.copytree(ROOT / "docs" / "guide", fresh / "rondel" / "guides")
    build(fresh, optimise)
    for old in BUILD.glob(f"copy-{optimise}-*"):
        shutil.rmtree(old)
    fresh.rename(kept)


def fingerprint() -> str:
    """Give a hash of the source."""
    digest = hashlib.sha256(sys.version.encode())
    for path in (*sorted(SOURCE.rglob("*.py")), Path(__file__)):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def compiled_files() -> list[Path]:
    """List the compiled modules in the source tree."""
    return sorted(path for suffix in ("so", "pyd") for path in SOURCE.rglob(f"*.{suffix}"))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("build", "clean", "copy", "compile"))
    parser.add_argument("folder", nargs="?", type=Path, default=SOURCE)
    parser.add_argument("--optimise", default="3", choices=("0", "1", "2", "3"))
    parser.add_argument(
        "--jobs", type=int, default=1, help="compile so many files at once; calls between modules cost more"
    )
    args = parser.parse_args()
    if args.what == "compile":
        compile_modules(args.folder, args.optimise, args.jobs)
    elif args.what == "clean":
        for path in compiled_files():
            path.unlink()
    elif args.what == "copy":
        print(compiled_copy(args.optimise))
    else:
        seconds = build(SOURCE, args.optimise, args.jobs)
        size = sum(path.stat().st_size for path in compiled_files()) / 1e6
        print(f"{len(MODULES)} modules compiled in {seconds:.0f} s, {size:.1f} MB; `make slow` removes them")
    return 0


if __name__ == "__main__":
    sys.exit(main())
