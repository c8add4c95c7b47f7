"""What `make test` needs is looked for before it begins."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tools import client, needs

ROOT = Path(__file__).parents[2]


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """A machine without a browser, whose user may not install one and cannot fetch one."""
    monkeypatch.setattr(client, "system_browser", lambda: None)
    monkeypatch.setattr(client, "can_install", lambda: False)
    monkeypatch.setattr(client, "can_download", lambda: False)
    return monkeypatch


def test_a_machine_without_any_browser_is_told_at_once(bare: pytest.MonkeyPatch) -> None:
    with pytest.raises(SystemExit, match=r"cannot run here(?s:.*)A Chromium"):
        needs.main()


@pytest.mark.parametrize("way", ["system_browser", "can_install", "can_download"])
def test_each_way_to_a_browser_will_do(bare: pytest.MonkeyPatch, way: str) -> None:
    bare.setattr(client, way, lambda: "here")
    assert needs.browser_needs() == []


def test_an_old_python_and_a_missing_compiler_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.version_info", (3, 9, 1))
    monkeypatch.setattr("shutil.which", lambda name: None)
    assert "3.11 or newer, not 3.9" in needs.python_needs()[0]
    assert "C compiler" in needs.compiler_needs()[0]


def test_make_looks_first() -> None:
    said = subprocess.run(["make", "-n", "test"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    first = next(line for line in said.splitlines() if "-m" in line or "ruff" in line)
    assert "tools.needs" in first
    assert said.index("tools.client browser") < said.index("ruff format")


def test_it_takes_no_second_and_needs_nothing_installed(tmp_path: Path) -> None:
    """An ordinary user on a machine whose path is empty: told before anything is set up."""
    env = {"PATH": str(tmp_path), "PLAYWRIGHT_DOWNLOAD_HOST": "http://127.0.0.1:9"}
    command = [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r}); "
               "import tools.needs as needs; needs.main()"]  # fmt: skip
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, timeout=20)
    assert done.returncode == 1
    assert "A C compiler" in done.stderr
    assert "A Chromium" in done.stderr
    assert not os.listdir(tmp_path)


def test_a_browser_that_does_not_start_is_told() -> None:
    with pytest.raises(SystemExit, match="does not start"):
        client._try_browser("/nowhere/chromium")


def test_playwrights_own_browser_is_fetched_if_there_is_no_other(bare: pytest.MonkeyPatch, tmp_path: Path) -> None:
    calls: list[tuple[str, ...]] = []
    fetched = tmp_path / "chrome"

    def npm(*words: str) -> None:
        calls.append(words)
        fetched.write_text("#!/bin/sh\n")
        fetched.chmod(0o755)

    bare.setenv("RONDEL_BROWSER", "another")
    bare.setattr(client, "npm", npm)
    bare.setattr(client, "install", lambda: None)
    bare.setattr(client, "playwright_browser", lambda: fetched)
    assert client.need_browser() == str(fetched)
    assert calls == [("exec", "--", "playwright", "install", "chromium")]
    assert client.need_browser() == str(fetched)
    assert len(calls) == 1, "what is there is not fetched again"
    assert os.environ["RONDEL_BROWSER"] == str(fetched), "the tests take the same"
