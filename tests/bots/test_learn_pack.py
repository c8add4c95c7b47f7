"""A training in a parcel: what it holds, and what comes back of it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tools.learn import pack


@pytest.fixture
def training(tmp_path: Path) -> Path:
    folder = tmp_path / "runs" / "duellum"
    for name, size in (("nets/antike-duellum-1.json", 10), ("samples/001-2-1.npz", 800), ("samples/002-2-9.npz", 900)):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(bytes(size))
    (folder / "state.json").write_text("{}", encoding="utf-8")
    return folder


@pytest.fixture
def parcel(tmp_path: Path, training: Path) -> Path:
    wheels = tmp_path / "wheels"
    wheels.mkdir()
    pack.pack(tmp_path / "parcel", [training], "3.12", wheels)
    return tmp_path / "parcel"


def test_a_parcel_holds_what_a_training_needs(parcel: Path) -> None:
    command = [sys.executable, "-m", "tools.learn", "run", "--help"]
    env = {"PYTHONPATH": "src:."}
    assert (
        "--minutes" in subprocess.run(command, cwd=parcel, env=env, capture_output=True, text=True, check=True).stdout
    )
    other = subprocess.run(["sh", "study.sh", "run", "--help"], cwd=parcel, capture_output=True, text=True, check=True)
    assert "--workers" in other.stdout
    assert {path.name for path in (parcel / "runs" / "duellum").iterdir()} == {"nets", "samples", "state.json"}
    assert len(list(parcel.glob("runs/duellum/samples/*"))) == 2


def test_the_newest_samples_go_first(training: Path, tmp_path: Path) -> None:
    pack._lay(training, tmp_path / "small", 1000 / 2**20)
    assert [path.name for path in (tmp_path / "small" / "samples").iterdir()] == ["002-2-9.npz"]


def test_what_came_back_is_taken_over(parcel: Path, tmp_path: Path, training: Path) -> None:
    (parcel / "runs" / "duellum" / "samples" / "003-2-5.npz").write_bytes(b"new")
    (parcel / "src" / "rondel" / "fast.so").write_bytes(b"code")
    pack.main(["unpack", str(_with_library(parcel))])  # nothing to do: both are there
    pack.main(["back", str(parcel), str(tmp_path / "results")])
    pack.main(["merge", str(tmp_path / "results"), str(tmp_path / "runs")])
    assert len(list((training / "samples").iterdir())) == 3
    compiled = tmp_path / "results" / "compiled"
    assert (compiled / "rondel" / "fast.so").read_bytes() == b"code"
    pack.pack(tmp_path / "next", [training], "3.12", tmp_path / "wheels", compiled)
    assert (tmp_path / "next" / "src" / "rondel" / "fast.so").exists()
    (compiled / "source.txt").write_text("another", encoding="utf-8")
    with pytest.raises(SystemExit, match="another source"):
        pack.pack(tmp_path / "more", [training], "3.12", tmp_path / "wheels", compiled)


def _with_library(parcel: Path) -> Path:
    (parcel / "lib").mkdir()
    return parcel
