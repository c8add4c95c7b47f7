"""Packs a training into one folder for a machine without a network, and merges what comes back.

    python -m tools.learn.pack to PARCEL runs/duellum runs/y2006      # here: source, wheels, trainings
    python3 PARCEL/tools/learn/pack.py unpack PARCEL                  # there: once, installs and compiles
    sh PARCEL/learn.sh run runs/duellum --minutes 9 --workers 16 --device cuda
    sh PARCEL/learn.sh together runs/duellum=6 runs/y2006=10 --seconds 540 -- --minutes 1.6 --device cuda
    python3 PARCEL/tools/learn/pack.py back PARCEL RESULTS            # there: nets, ladders, states, new samples
    python3 PARCEL/tools/learn/pack.py back PARCEL RESULTS --tar 15   # the same as files of at most 15 MiB
    python -m tools.learn.pack merge RESULTS runs                     # here

Without a training it is a parcel for other work: `sh PARCEL/study.sh run FOLDER` runs `python -m tools.study_check`.

The parcel has the source, wheels of the compiler for the Python that is there, and the trainings with their newest
samples, up to a size. The machine needs Python with NumPy, a C compiler, and PyTorch if it is to fit on a GPU. `unpack`
and `back` need the standard library alone. The modules that were compiled there come back too; `--compiled` takes them
along the next time, if the source is still the same.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Sequence
from pathlib import Path
from typing import Literal
from zipfile import ZipFile

ROOT = Path(__file__).parents[2]
#: the largest parcel in MiB, and the most that may come back
MOST = 60.0
#: what the compiler needs, besides itself
WHEELS = ("mypy==2.4.1", "librt==0.16.0", "mypy_extensions", "setuptools")
#: scripts, so that nobody has to remember the paths
SCRIPT = """#!/bin/sh
# sh {name} run FOLDER [options], and the other commands of python -m {module}
cd "$(dirname "$0")" || exit 1
OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 PYTHONPATH=src:lib:. exec python3 -m {module} "$@"
"""


def weight(folder: Path) -> float:
    """Give the size of a folder in MiB."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 2**20


def source_of(folder: Path) -> str:
    """Give a hash of the source."""
    digest = hashlib.sha256()
    for path in sorted((folder / "rondel").rglob("*.py")):
        digest.update(path.relative_to(folder).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()


def pack(
    parcel: Path, trainings: Sequence[Path], python: str, wheels: Path | None = None, compiled: Path | None = None
) -> None:
    """Fill a parcel."""
    ignored = shutil.ignore_patterns("__pycache__", "static", "*.so", "*.part")
    shutil.copytree(ROOT / "src" / "rondel", parcel / "src" / "rondel", ignore=ignored)
    shutil.copytree(ROOT / "docs" / "rules", parcel / "src" / "rondel" / "ledgers")
    for tool in ("learn", "study_check"):
        shutil.copytree(ROOT / "tools" / tool, parcel / "tools" / tool, ignore=ignored)
    for name in ("__init__.py", "fast.py"):
        shutil.copy2(ROOT / "tools" / name, parcel / "tools" / name)
    for name, module in (("learn.sh", "tools.learn"), ("study.sh", "tools.study_check")):
        (parcel / name).write_text(SCRIPT.format(name=name, module=module), encoding="utf-8")
    if wheels is not None:
        shutil.copytree(wheels, parcel / "wheels")
    else:
        _fetch(parcel / "wheels", python)
    if compiled is not None:
        if (compiled / "source.txt").read_text(encoding="utf-8") != source_of(parcel / "src"):
            raise SystemExit(f"{compiled} was compiled from another source; leave it out, and it is compiled anew.")
        shutil.copytree(compiled / "rondel", parcel / "src" / "rondel", dirs_exist_ok=True)
        for path in compiled.glob("*.so"):
            shutil.copy2(path, parcel / "src" / path.name)
    room = (MOST - weight(parcel)) / max(1, len(trainings))
    for training in trainings:
        _lay(training, parcel / "runs" / training.name, room)
    print(f"{parcel}: {weight(parcel):.1f} MiB")


def _fetch(folder: Path, python: str) -> None:
    """Fetch the wheels of the compiler for another Python on Linux."""
    platforms = [f"--platform=manylinux{name}_x86_64" for name in ("2014", "_2_17", "_2_28")]
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--only-binary=:all:", f"--python-version={python}"]
    subprocess.run([*command, *platforms, "--dest", str(folder), *WHEELS], check=True)


def _lay(training: Path, target: Path, room: float) -> None:
    """Copy a training: nets and state, and the newest samples as far as there is room."""
    target.mkdir(parents=True)
    for name in ("state.json", "ladder.jsonl", "log.txt"):
        if (training / name).exists():
            shutil.copy2(training / name, target / name)
    shutil.copytree(training / "nets", target / "nets")
    (target / "samples").mkdir()
    room -= weight(target)
    for path in sorted((training / "samples").glob("*.npz"), reverse=True):
        room -= path.stat().st_size / 2**20
        if room < 0:
            print(f"{training.name}: samples older than {path.name} stay here")
            break
        shutil.copy2(path, target / "samples" / path.name)


def unpack(parcel: Path) -> None:
    """Install the compiler into the parcel and compile the package in place, unless both are there."""
    library = parcel / "lib"
    if not library.exists():
        for wheel in sorted((parcel / "wheels").glob("*.whl")):
            with ZipFile(wheel) as archive:  # what pip does with these, but it may be missing there
                archive.extractall(library)
    if not any((parcel / "src").rglob("*.so")):
        env = {**os.environ, "PYTHONPATH": str(library.resolve())}
        command = [sys.executable, "-m", "tools.fast", "build", f"--jobs={os.cpu_count() or 1}"]
        subprocess.run(command, cwd=parcel, env=env, check=True)


def back(parcel: Path, results: Path, tar: float = 0.0) -> None:
    """Collect what is new: nets, ladders and states, the compiled modules, and the newest samples.

    With a size in MiB as files: one a training, and one with the compiled modules.
    """
    results.mkdir(parents=True, exist_ok=True)
    folder = results / "loose" if tar else results
    _collect_compiled(parcel, folder / "compiled")
    trainings = sorted((parcel / "runs").iterdir())
    room = 0.97 * tar if tar else (MOST - weight(results)) / len(trainings)
    for training in trainings:
        target = folder / "runs" / training.name
        shutil.rmtree(target, ignore_errors=True)
        _lay(training, target, room)
        if tar:
            _tar(results / f"{training.name}.tar", folder, target, "w")
    if tar:
        if (folder / "compiled").exists():
            _tar(results / "compiled.tar.xz", folder, folder / "compiled", "w:xz")
        shutil.rmtree(folder)
    print(f"{results}: {weight(results):.1f} MiB")


def _collect_compiled(parcel: Path, target: Path) -> None:
    for path in (parcel / "src").rglob("*.so"):
        place = target / path.relative_to(parcel / "src")
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, place)
        (target / "source.txt").write_text(source_of(parcel / "src"), encoding="utf-8")


def _tar(path: Path, base: Path, folder: Path, mode: Literal["w", "w:xz"]) -> None:
    with tarfile.open(path, mode) as archive:
        archive.add(folder, folder.relative_to(base))


def merge(results: Path, runs: Path) -> None:
    """Take over what came back, as folders or files: it is newer than what is here."""
    for path in sorted(results.glob("*.tar*")):
        with tarfile.open(path) as archive:
            archive.extractall(results, filter="data")
    for training in sorted((results / "runs").iterdir()):
        shutil.copytree(training, runs / training.name, dirs_exist_ok=True)
        print(f"{runs / training.name}: {len(list((runs / training.name / 'samples').glob('*.npz')))} shards")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    to = commands.add_parser("to")
    to.add_argument("parcel", type=Path)
    to.add_argument("trainings", type=Path, nargs="*")
    to.add_argument("--python", default="3.12", help="the version of Python that is there")
    to.add_argument("--wheels", type=Path, help="a folder that has the wheels already")
    to.add_argument("--compiled", type=Path, help="modules that came back from there, RESULTS/compiled")
    opened = commands.add_parser("unpack")
    opened.add_argument("parcel", type=Path)
    returned = commands.add_parser("back")
    returned.add_argument("parcel", type=Path)
    returned.add_argument("results", type=Path)
    returned.add_argument("--tar", type=float, default=0.0, metavar="MIB", help="as files of that size at most")
    merged = commands.add_parser("merge")
    merged.add_argument("results", type=Path)
    merged.add_argument("runs", type=Path)
    args = parser.parse_args(arguments)
    if args.command == "to":
        pack(args.parcel, args.trainings, args.python, args.wheels, args.compiled)
    elif args.command == "unpack":
        unpack(args.parcel)
    elif args.command == "back":
        back(args.parcel, args.results, args.tar)
    else:
        merge(args.results, args.runs)
    return 0


if __name__ == "__main__":
    sys.exit(main())
