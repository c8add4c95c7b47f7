"""The documentation site: its reference is written from the source, and versions stand side by side."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from tools.docs_site import links, versions
from tools.docs_site.reference import PAGES, write_page

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", PAGES)
def test_the_reference_tells_of_every_module_it_names(name: str) -> None:
    page = write_page(name)
    for module in PAGES[name][2]:
        assert f"## `{module}`\n" in page
    assert page.count("```") % 2 == 0
    assert "self," not in page


def test_signatures_are_those_of_the_source() -> None:
    page = write_page("library")
    assert "make(\n    book_id: str,\n    players: int | None = None,\n" in page
    assert "apply(action: Action) -> Self" in page


def _git(root: Path, *words: str) -> None:
    identity = ("-c", "user.name=Test", "-c", "user.email=test@example.org", "-c", "init.defaultBranch=main")
    subprocess.run(["git", *identity, *words], cwd=root, check=True, capture_output=True)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A small project with the site's own theme, and two releases."""
    root = tmp_path / "project"
    (root / "docs").mkdir(parents=True)
    shutil.copytree(ROOT / "tools" / "docs_site" / "theme", root / "theme")
    (root / "hook.py").write_text(
        "import os\n\n\ndef on_config(config, **_):\n"
        f"    config['extra']['versions'] = os.environ['{versions.VARIABLE}']\n    return config\n"
    )
    (root / "properdocs.yml").write_text(
        "site_name: Small\ntheme: {name: null, custom_dir: theme}\nextra: {version: '1'}\nhooks: [hook.py]\n"
    )
    _git(root, "init", "-q")
    for number in ("0.1.0", "0.2.0"):
        (root / "docs" / "index.md").write_text(f"# What {number} does\n")
        _git(root, "add", "-A")
        _git(root, "commit", "-qm", number)
        _git(root, "tag", f"v{number}")
    (root / "docs" / "index.md").write_text("# What comes next\n")
    return root


def test_every_release_keeps_its_own_pages(project: Path, tmp_path: Path) -> None:
    into = tmp_path / "site"
    assert versions.build_all(into, project) == ["next", "0.2.0", "0.1.0"]
    for name, told in (("0.1.0", "What 0.1.0 does"), ("0.2.0", "What 0.2.0 does"), ("next", "What comes next")):
        page = (into / name / "index.html").read_text()
        assert told in page
        assert 'data-versions="next,0.2.0,0.1.0"' in page
    assert "url=0.2.0/" in (into / "index.html").read_text()


def test_links_that_lead_nowhere_are_told(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "index.html").write_text(
        '<h1 id="top">A</h1><a href="a/">a</a><a href="#top">up</a><a href="a/#there">there</a>'
        '<a href="https://example.org/x">away</a><a href="b/">b</a><a href="#none">none</a><img src="c.png">'
    )
    (tmp_path / "a" / "index.html").write_text('<p id="there"><a href="../#top">back</a><a href="../a/#gone">gone</a>')
    assert links.broken(tmp_path) == [
        "a/index.html: ../a/#gone", "index.html: b/", "index.html: #none", "index.html: c.png",
    ]  # fmt: skip


def test_make_docs_follows_the_links() -> None:
    said = subprocess.run(["make", "-n", "docs"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert said.index("build --strict") < said.index("tools.docs_site.links site")


@pytest.mark.parametrize("name", ["README.md", "CHANGELOG.md", "CONTRIBUTING.md"])
def test_pages_beside_the_site_link_to_what_is_there(name: str) -> None:
    text = (ROOT / name).read_text("utf-8")
    named = re.findall(r"\]\(([^)\s]+)\)", text)
    assert named
    for link in named:
        path, _, place = link.partition("#")
        if "://" in link:
            continue
        assert (ROOT / path).exists(), link
        headings = re.findall(r"^#+ (.+)$", (ROOT / path).read_text("utf-8"), re.M) if place else []
        assert not place or place in {re.sub(r"[^\w -]", "", one.lower()).replace(" ", "-") for one in headings}, link
